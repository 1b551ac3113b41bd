import type { InputOf } from '@burrow/contracts/actions';
import { describe, expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeEntry, makeMedicine } from '../../../../../packages/dev/src/factory-health.ts';
import { makeSessionKey, makeUser } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const longAgo = '2026-01-02T10:00:00Z';

const add = ({ staffKey, animal }: Practice, input: Partial<InputOf<'entry_add'>> = {}) =>
  api.call('entry_add', { animal_id: animal.id, kind: 'note', body: 'Coughs at night', ...input }, staffKey);

const entry = async ({ staffKey }: Practice, entry_id: number) =>
  (await api.call('entry', { entry_id }, staffKey)).body;

describe('an entry', () => {
  it('is a draft of its author, with what it says', async () => {
    const practice = await makePractice(db());
    const booking = await makeBooking(db(), { animal: practice.animal });
    const { status, body } = await add(practice, {
      booking_id: booking.id,
      title: 'Consultation',
      temperature: '38.5',
    });
    expect([status, body]).toMatchObject([200, { version: 1, next_due_on: null }]);
    expect(await entry(practice, body.entry_id)).toMatchObject({
      kind: 'note',
      booking_id: booking.id,
      state: 'draft',
      may_change: '1',
      author: 'Stefan Staff',
      at: '2026-01-14T09:00:00.000Z',
      body: 'Coughs at night',
      title: 'Consultation',
      temperature: '38.5',
      shared: '0',
      addenda: [],
    });
  });

  it('of a vaccination takes product, manufacturer and the next due day from the medicine', async () => {
    const practice = await makePractice(db());
    const medicine = await makeMedicine(db(), { tenant: practice.tenant, name: 'Nobivac DHP' });
    const { body } = await api.call(
      'vaccination_add',
      {
        animal_id: practice.animal.id,
        medicine_id: medicine.id,
        batch: 'A 123',
        expiry: '2027-05-31',
        site: 'Left shoulder',
        quantity: '0.25',
        unit: 'ml',
      },
      practice.staffKey,
    );
    expect(body).toMatchObject({ version: 1, next_due_on: '2027-01-14' });
    expect(await entry(practice, body.entry_id)).toMatchObject({
      product: 'Nobivac DHP',
      manufacturer: 'Acme Animal Health',
      quantity: '0.25',
      expiry: '2027-05-31',
      next_due_on: '2027-01-14',
    });
    const [listed] = (await api.call('medicines', {}, practice.staffKey)).body;
    expect(listed).toMatchObject({ last_batch: 'A 123', last_expiry: '2027-05-31' });
  });

  it.each([
    ['31 January, a month on', '2026-01-31', 1, 'month', '2026-02-28'],
    ['three weeks', '2026-01-10', 3, 'week', '2026-01-31'],
    ['ten days', '2026-01-10', 10, 'day', '2026-01-20'],
  ] as const)('is due again: %s', async (_name, date, interval_count, interval_unit, due) => {
    api.clock.set('2026-02-10T09:00:00Z');
    const practice = await makePractice(db());
    const medicine = await makeMedicine(db(), { tenant: practice.tenant, interval_count, interval_unit });
    const { body } = await add(practice, { kind: 'vaccination', body: null, medicine_id: medicine.id, date });
    expect(body.next_due_on).toBe(due);
  });

  it('of a prescription is valid for six months, and 28 days for a controlled drug', async () => {
    const practice = await makePractice(db());
    const prescribed = {
      kind: 'prescription',
      product: 'Meloxicam',
      quantity: 10,
      unit: 'ml',
      directions: 'Once a day with food',
    } as const;
    const validity = async (input: Partial<InputOf<'entry_add'>>) => {
      const { status, body } = await add(practice, { ...prescribed, ...input });
      return status === 200 ? (await entry(practice, body.entry_id)).valid_until : status;
    };
    expect(await validity({})).toBe('2026-07-14');
    expect(await validity({ is_controlled: '1' })).toBe('2026-02-11');
    expect(await validity({ valid_until: '2026-03-01' })).toBe('2026-03-01');
    expect(await validity({ is_controlled: '1', valid_until: '2026-03-01' })).toBe(400);
    expect(await validity({ valid_until: '2026-07-15' })).toBe(400);
    expect(await validity({ valid_until: '2026-01-13' })).toBe(400);
  });

  it.each([
    [{ body: 'x'.repeat(20_001) }, 'body', 'Use at most 20000 characters.'],
    [{ kind: 'treatment' }, 'product', 'Enter the product.'],
    [{ product: 'Nobivac' }, 'product', 'A note has no such field.'],
    [{ kind: 'treatment', product: 'Meloxicam', quantity: '0.0005' }, 'quantity', 'at most 3 decimal'],
    [{ kind: 'treatment', product: 'Meloxicam', quantity: '0' }, 'quantity', 'above 0'],
    [{ kind: 'treatment', product: 'Meloxicam', quantity: '1e3' }, 'quantity', 'such as 0.25'],
    [{ kind: 'prescription', product: 'Meloxicam', quantity: '1', unit: 'ml' }, 'directions', 'directions'],
    [{ temperature: '385' }, 'temperature', 'such as 38.5'],
    [{ date: '2026-01-15' }, 'date', 'Choose today or an earlier day.'],
    [{ time: '09:01' }, 'time', 'Choose a time that has passed.'],
    [{ kind: 'vaccination', product: 'DHP', next_due_on: '2026-01-14' }, 'next_due_on', 'later day'],
  ] as const)('is refused with %o', async (input, field, message) => {
    const { status, body } = await add(await makePractice(db()), { body: null, ...input });
    expect([status, body]).toMatchObject([400, { fields: { [field]: expect.stringContaining(message) } }]);
  });

  it('takes 20,000 characters, and exact quantities', async () => {
    const practice = await makePractice(db());
    expect((await add(practice, { body: 'x'.repeat(20_000) })).status).toBe(200);
    const quantities = ['0.25', '0.001', '1000000', '12.50', 0.1];
    const stored: unknown[] = [];
    for (const quantity of quantities) {
      const given = { kind: 'treatment', body: null, product: 'Meloxicam', quantity } as const;
      stored.push((await entry(practice, (await add(practice, given)).body.entry_id)).quantity);
    }
    expect(stored).toEqual(['0.25', '0.001', '1000000', '12.5', '0.1']);
  });

  it('is about an animal, an appointment of it and a medicine of the practice', async () => {
    const [practice, other] = [await makePractice(db()), await makePractice(db())];
    const foreign = await makeMedicine(db(), { tenant: other.tenant });
    const sibling = await makeAnimal(db(), { client: practice.client });
    const bookings = [
      await makeBooking(db(), { animal: other.animal }),
      await makeBooking(db(), { animal: sibling }),
    ];
    expect((await add(practice, { animal_id: other.animal.id })).status).toBe(404);
    for (const { id } of bookings) {
      const { status, body } = await add(practice, { booking_id: id });
      expect([status, body]).toMatchObject([404, { fields: { booking_id: 'Appointment not found.' } }]);
    }
    const given = { kind: 'vaccination', body: null, medicine_id: foreign.id } as const;
    expect((await add(practice, given)).body).toMatchObject({ fields: { medicine_id: expect.any(String) } });
    const { body } = await add(practice);
    expect((await api.call('entry', { entry_id: body.entry_id }, other.adminKey)).status).toBe(404);
  });

  it('is begun once, however often it is sent with its key', async () => {
    const practice = await makePractice(db());
    const client_key = 'note-of-this-morning';
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(practice, { client_key })));
    expect(new Set(answers.map(({ body }) => body.entry_id)).size).toBe(1);
    const { items } = (
      await api.call('entries', { animal_id: practice.animal.id, kinds: 'note' }, practice.staffKey)
    ).body;
    expect(items).toHaveLength(1);
    expect((await add(practice, { client_key, body: 'Another' })).body).toMatchObject({ code: 'conflict' });
  });
});

describe('a change', () => {
  it('is made by its author or an admin, and keeps what was omitted', async () => {
    const practice = await makePractice(db());
    const { entry_id } = (await add(practice, { title: 'Consultation' })).body;
    const colleague = await makeSessionKey(db(), { user: await makeUser(db(), { tenant: practice.tenant }) });
    const amend = (input: Partial<InputOf<'entry_amend'>>, key = practice.staffKey) =>
      api.call('entry_amend', { entry_id, version: 1, ...input }, key);
    expect((await amend({ body: 'Mine now' }, colleague)).body).toMatchObject({ code: 'not_author' });
    expect((await api.call('entry_discard', { entry_id }, colleague)).body).toMatchObject({
      code: 'not_author',
    });
    expect((await amend({ body: 'Coughs' })).body).toMatchObject({ version: 2 });
    expect((await amend({ version: 2, title: null }, practice.adminKey)).body).toMatchObject({ version: 3 });
    expect(await entry(practice, entry_id)).toMatchObject({ body: 'Coughs', title: null, version: 3 });
    expect((await amend({ version: 3, product: 'Nobivac' })).status).toBe(400);
    const { rows } = await db().query<{ details: unknown }>({
      text: `select details from audit_log where tenant_id = $1 and action = 'entry_amend' order by id`,
      values: [practice.tenant.id],
    });
    expect(rows.map(({ details }) => details)).toEqual([
      { kind: 'note', animal_id: practice.animal.id, changed: ['body'] },
      { kind: 'note', animal_id: practice.animal.id, changed: ['title'] },
    ]);
  });

  it('never replaces a newer version: of two at once one is stored', async () => {
    const practice = await makePractice(db());
    const { entry_id } = (await add(practice)).body;
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((body) =>
        api.call('entry_amend', { entry_id, version: 1, body }, practice.staffKey),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'conflict' });
    const stored = await entry(practice, entry_id);
    expect(stored.version).toBe(2);
    // A repeated save says what is stored.
    const again = await api.call(
      'entry_amend',
      { entry_id, version: 1, body: stored.body },
      practice.staffKey,
    );
    expect(again.body).toMatchObject({ version: 2 });
  });

  it('is refused a day after the entry was begun; then it is added to, shared and struck through', async () => {
    const practice = await makePractice(db());
    const { staffKey, adminKey, animal, staff: author } = practice;
    const { id: entry_id } = await makeEntry(db(), { animal, author, body: 'Limps', begun_at: longAgo });
    for (const key of [staffKey, adminKey]) {
      const amended = await api.call('entry_amend', { entry_id, version: 1, body: 'Walks' }, key);
      expect([amended.status, amended.body]).toMatchObject([409, { code: 'entry_locked' }]);
      expect((await api.call('entry_discard', { entry_id }, key)).body).toMatchObject({
        code: 'entry_locked',
      });
    }
    const added = { entry_id, body: 'The left leg.', client_key: 'once' };
    const [first, second] = [
      await api.call('entry_addendum', added, staffKey),
      await api.call('entry_addendum', added, staffKey),
    ];
    expect(second.body).toEqual(first.body);
    expect((await api.call('entry_share', { entry_id, shared: '1' }, staffKey)).status).toBe(200);
    expect((await api.call('entry_strike', { entry_id, reason: 'The other dog' }, adminKey)).status).toBe(
      200,
    );
    expect((await api.call('entry_strike', { entry_id, reason: 'Again' }, staffKey)).status).toBe(200);
    expect(await entry(practice, entry_id)).toMatchObject({
      state: 'locked',
      may_change: '0',
      body: 'Limps',
      shared: '1',
      struck_by: 'Ada Admin',
      struck_reason: 'The other dog',
      addenda: [{ body: 'The left leg.', author: 'Stefan Staff' }],
    });
  });

  it('discards a draft, but not one that was added to', async () => {
    const practice = await makePractice(db());
    const [one, two] = [(await add(practice)).body.entry_id, (await add(practice)).body.entry_id];
    expect((await api.call('entry_discard', { entry_id: one }, practice.staffKey)).status).toBe(200);
    expect((await api.call('entry', { entry_id: one }, practice.staffKey)).status).toBe(404);
    await api.call('entry_addendum', { entry_id: two, body: 'More' }, practice.staffKey);
    const { body } = await api.call('entry_discard', { entry_id: two }, practice.staffKey);
    expect(body).toMatchObject({ code: 'entry_locked', message: expect.stringContaining('addendum') });
  });
});
