import type { InputOf } from '@burrow/contracts/actions';
import { beforeEach, describe, expect, it } from 'vitest';
import { doJob } from '../jobs/job-handlers.ts';
import { makePractice, type Practice } from '../../../../packages/dev/src/factories.ts';
import { makeSessionKey } from '../../../../packages/dev/src/factory-people.ts';
import { useTestApi, type Caller } from '../testing/harness.ts';
import { holdAt } from '../testing/hold-at.ts';
import { keyedCall } from '../testing/keyed-call.ts';

const api = useTestApi({ DATABASE_POOL: '4' });
const db = () => api.testDatabase.owner;

let practice: Practice;
beforeEach(async () => {
  practice = await makePractice(db());
});

const booking = (more: Partial<InputOf<'booking_create'>> = {}): InputOf<'booking_create'> => ({
  client_id: practice.client.id,
  animal_id: practice.animal.id,
  service_id: practice.checkUp.id,
  booking_date: '2026-01-20',
  booking_time: '11:00',
  ...more,
});
const create = (
  key: string,
  more: Partial<InputOf<'booking_create'>> = {},
  caller: Caller = practice.staffKey,
) => keyedCall(api, 'booking_create', booking(more), caller, key);

const rowsOf = async (table: string, tenantId = practice.tenant.id): Promise<number> => {
  const { rowCount } = await db().query(`select 1 from ${table} where tenant_id = $1`, [tenantId]);
  return rowCount ?? 0;
};
const said = ({ status, error }: { status: number; error: { code?: string } }) => `${status} ${error.code}`;

describe('the same request with the same key', () => {
  it('gets the same answer and is executed once, with one audit log entry and one message by each channel', async () => {
    const first = await create('k-1');
    expect([first.status, first.isReplay]).toEqual([200, false]);
    const again = await create('k-1');
    expect([again.status, again.isReplay, again.body]).toEqual([200, true, first.body]);
    expect([await rowsOf('bookings'), await rowsOf('audit_log'), await rowsOf('comms')]).toEqual([1, 1, 2]);
  });

  it('is recognised in another order of fields, in quotes, and with the key in the field of a form', async () => {
    const first = await create('k "2"');
    const turned = Object.fromEntries(Object.entries(booking()).toReversed()) as InputOf<'booking_create'>;
    const other = await keyedCall(api, 'booking_create', turned, practice.staffKey, '"k \\"2\\""');
    expect([other.isReplay, other.body]).toEqual([true, first.body]);
    const form = new URLSearchParams({ idempotency_key: 'k "2"', api_key: practice.staffKey.apiKey });
    for (const [field, value] of Object.entries(booking())) form.set(field, String(value));
    const sent = await api.post('/api/booking_create', form);
    expect(await sent.json()).toEqual(first.body);
    expect(sent.headers.get('Idempotent-Replayed')).toBe('true');
    expect(await rowsOf('bookings')).toBe(1);
  });

  it('is executed once when it arrives twenty times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create('rush')));
    const outcomes = answers.map((one) =>
      one.status === 200 ? (one.isReplay ? 'replay' : 'done') : said(one),
    );
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    const expected = new Set(['done', 'replay', '409 idempotency_in_progress']);
    expect(outcomes.filter((outcome) => !expected.has(outcome))).toEqual([]);
    expect(
      new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.booking_id)).size,
    ).toBe(1);
    for (const { status, retryAfter } of answers) expect(retryAfter).toBe(status === 409 ? '1' : null);
    expect(await rowsOf('bookings')).toBe(1);
    expect((await create('rush')).isReplay).toBe(true);
  });

  it('is refused while the first is in progress, and executed when the first was killed', async () => {
    const held = await holdAt(db(), { before: 'insert', table: 'bookings' });
    const killed = create('k-3');
    await held.reached();
    expect(said(await create('k-3'))).toBe('409 idempotency_in_progress');
    api.expectLoggedErrors();
    await held.cut();
    expect((await killed).status).toBe(503);
    expect([await rowsOf('bookings'), await rowsOf('idempotency_keys')]).toEqual([0, 0]);
    const again = await create('k-3');
    expect([again.status, again.isReplay]).toEqual([200, false]);
    expect(await rowsOf('bookings')).toBe(1);
  });

  it('gets no answer once its session has ended', async () => {
    await create('k-4');
    await db().query('delete from api_keys where id = $1', [practice.staffKey.keyId]);
    expect(said(await create('k-4'))).toBe('401 unauthenticated');
  });

  it('is answered to the same person in another session', async () => {
    const first = await create('k-5');
    const elsewhere = await makeSessionKey(db(), { user: practice.staff });
    const again = await create('k-5', {}, elsewhere);
    expect([again.isReplay, again.body]).toEqual([true, first.body]);
  });
});

describe('a key', () => {
  it('is refused for a different input, which changes nothing', async () => {
    await create('k-6');
    const other = await create('k-6', { booking_time: '12:00' });
    expect(said(other)).toBe('422 idempotency_key_reused');
    expect(other.isReplay).toBe(false);
    expect(await rowsOf('bookings')).toBe(1);
    expect((await create('k-6')).isReplay).toBe(true);
  });

  it('is separate for each person, practice and action', async () => {
    await create('mine');
    const colleague = await create('mine', { booking_time: '15:00' }, practice.adminKey);
    expect([colleague.status, colleague.isReplay]).toEqual([200, false]);
    const client = await keyedCall(api, 'client_create', { name: 'Mina' }, practice.staffKey, 'mine');
    expect([client.status, client.isReplay]).toEqual([200, false]);
    const owner = await keyedCall(api, 'cp/animal_create', pet(), practice.clientKey, 'mine');
    expect([owner.status, owner.isReplay]).toEqual([200, false]);
    practice = await makePractice(db());
    const elsewhere = await create('mine');
    expect([elsewhere.status, elsewhere.isReplay]).toEqual([200, false]);
    expect(await rowsOf('bookings')).toBe(1);
  });

  it('is separate for each API key, even of the same person, and stays so when a key is taken over', async () => {
    const program = () => makeSessionKey(db(), { user: practice.admin, kind: 'integration' });
    const [till, website] = [await program(), await program()];
    const send = (caller: Caller) => keyedCall(api, 'client_create', { name: 'Nora' }, caller, 'order-1');
    const before = await rowsOf('clients');
    for (const caller of [till, website, practice.adminKey]) {
      expect(await send(caller)).toMatchObject({ status: 200, isReplay: false });
    }
    expect(await rowsOf('clients')).toBe(before + 3);
    await db().query('update api_keys set user_id = $2, account_id = $3 where id = $1', [
      till.keyId,
      practice.staff.id,
      practice.staff.account_id,
    ]);
    expect(await send(till)).toMatchObject({ status: 200, isReplay: true });
    expect(await rowsOf('clients')).toBe(before + 3);
  });

  it('is free after a refusal, also for a different input', async () => {
    await create('first', { staff_id: practice.staff.id });
    const busy = { staff_id: practice.staff.id, booking_time: '11:15' };
    expect(said(await create('k-7', busy))).toBe('409 staff_busy');
    expect(await rowsOf('idempotency_keys')).toBe(1);
    const free = await create('k-7', { ...busy, booking_time: '11:30' });
    expect([free.status, free.isReplay]).toEqual([200, false]);
    await db().query("update bookings set status = 'cancelled' where tenant_id = $1", [practice.tenant.id]);
    expect((await create('k-8', busy)).status).toBe(200);
  });

  it('is valid for 24 hours, then new, and deleted', async () => {
    const send = () => keyedCall(api, 'client_create', { name: 'Twice' }, practice.staffKey, 'day');
    const first = await send();
    api.clock.set('2026-01-15T08:59:59Z');
    expect((await send()).isReplay).toBe(true);
    api.clock.set('2026-01-15T09:00:00Z');
    const later = await send();
    expect([later.status, later.isReplay]).toEqual([200, false]);
    expect(later.body.client_id).not.toBe(first.body.client_id);
    expect((await send()).body).toEqual(later.body);
    await doJob(api.deps, { id: 'job', name: 'clear_up', data: null });
    expect(await rowsOf('idempotency_keys')).toBe(1);
    api.clock.set('2026-01-16T09:00:00Z');
    const done = await doJob(api.deps, { id: 'job', name: 'clear_up', data: null });
    expect([done.status, await rowsOf('idempotency_keys')]).toEqual(['completed', 0]);
  });

  it.each([
    ['nothing', ''],
    ['more than 200 characters', 'k'.repeat(201)],
    ['quotes that do not fit', '"half'],
    ['empty quotes', '""'],
  ])('is refused if it is %s', async (_what, key) => {
    const { status, error } = await create(key);
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['idempotency_key']]);
    expect(await rowsOf('bookings')).toBe(0);
  });

  it.each([
    ['not of ASCII', { idempotency_key: 'schlüssel' }],
    ['a number', { idempotency_key: 7 }],
    ['another one than the header’s', { idempotency_key: 'other' }],
  ])('is refused as a field if it is %s', async (_what, field) => {
    const { status, error } = await keyedCall(
      api,
      'booking_create',
      Object.assign(booking(), field),
      practice.staffKey,
      'header',
    );
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['idempotency_key']]);
  });

  it('of 200 characters is accepted', async () => {
    const key = '~'.padEnd(200, 'k');
    expect((await create(key)).status).toBe(200);
    expect((await create(key)).isReplay).toBe(true);
  });

  it('is ignored by an action that takes none', async () => {
    const change = { client_id: practice.client.id, name: 'Renamed' };
    for (const name of ['Renamed', 'Renamed again']) {
      const answer = await keyedCall(api, 'client_update', { ...change, name }, practice.adminKey, 'k-9');
      expect([answer.status, answer.isReplay]).toEqual([200, false]);
    }
    expect(await rowsOf('idempotency_keys')).toBe(0);
  });
});

describe('the stored record of a key', () => {
  it('is the answer as it was sent, and neither the key nor the input', async () => {
    const key = 'plainly-visible-key';
    const { body } = await create(key, { notes: 'Limps on the left' });
    const { rows } = await db().query<Record<string, unknown>>(
      "select k.answer, k::text as whole, encode(k.key_hash, 'escape') as key from idempotency_keys k where tenant_id = $1",
      [practice.tenant.id],
    );
    expect(rows.map(({ answer }) => answer)).toEqual([JSON.stringify(body)]);
    expect(JSON.stringify(rows)).not.toMatch(/plainly|Limps/);
    await create(key, { notes: 'Limps on the left' });
    expect(api.logLines.join('\n')).not.toContain(key);
  });

  it('does not exist for a request without one', async () => {
    const { status } = await api.call('booking_create', booking(), practice.staffKey);
    expect([status, await rowsOf('idempotency_keys')]).toEqual([200, 0]);
  });
});

const pet = (): InputOf<'cp/animal_create'> => ({ name: 'Pip', type: practice.dog.id });

describe('a pet owner', () => {
  const request = () => ({
    animal_id: practice.animal.id,
    service_id: practice.checkUp.id,
    booking_date: '2026-01-20',
    booking_time: '10:00',
  });

  it('requests one appointment, however often it is sent', async () => {
    const send = () => keyedCall(api, 'cp/booking_create', request(), practice.clientKey, 'p-1');
    const first = await send();
    expect([first.status, first.isReplay]).toEqual([200, false]);
    const again = await send();
    expect([again.isReplay, again.body]).toEqual([true, first.body]);
    expect([await rowsOf('bookings'), await rowsOf('notifications')]).toEqual([1, 1]);
  });

  it('adds one pet', async () => {
    const send = () => keyedCall(api, 'cp/animal_create', pet(), practice.clientKey, 'p-2');
    const first = await send();
    expect((await send()).body).toEqual(first.body);
    expect(await rowsOf('animals')).toBe(2);
  });
});
