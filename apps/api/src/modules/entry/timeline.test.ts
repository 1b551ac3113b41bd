import type { InputOf } from '@burrow/contracts/actions';
import { describe, expect, it } from 'vitest';
import { makeBooking, makeComms, makeFile } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeAddendum, makeEntry } from '../../../../../packages/dev/src/factory-health.ts';
import { makeSessionKey } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal, makeWeight } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const read = async (
  { staffKey, animal }: Practice,
  input: Partial<InputOf<'entries'>> = {},
  key = staffKey,
) => (await api.call('entries', { animal_id: animal.id, ...input }, key)).body;

/** One item of every kind, the oldest first. */
async function makeRecord(practice: Practice) {
  const { animal, client, checkUp, staff } = practice;
  const booking = await makeBooking(db(), {
    animal,
    service: checkUp,
    staff,
    booking_date: '2026-01-05',
    status: 'completed',
    notes: 'Bring the red book',
  });
  await makeBooking(db(), { animal, booking_date: '2026-01-20' });
  await makeBooking(db(), { animal, booking_date: '2026-01-06', status: 'cancelled' });
  await makeWeight(db(), { animal, measured_on: '2026-01-07' });
  await makeFile(db(), { animal, filename: 'x-ray.pdf', created_at: '2026-01-08T09:00:00Z' });
  await makeFile(db(), { booking, filename: 'consent.pdf', created_at: '2026-01-09T09:00:00Z' });
  await makeFile(db(), { client, filename: 'passport.pdf', created_at: '2026-01-09T10:00:00Z' });
  await makeComms(db(), { booking, body: 'See you soon', created_at: '2026-01-10T09:00:00Z' });
  const note = await makeEntry(db(), { animal, body: 'Limps on the left', at: '2026-01-11T09:00:00Z' });
  await makeAddendum(db(), note, 'Better with rest');
  await makeEntry(db(), {
    animal,
    kind: 'treatment',
    product: 'Meloxicam',
    batch: 'MX 7',
    quantity: 0.25,
    at: '2026-01-12T09:00:00Z',
  });
  return { booking, note };
}

describe('the record of an animal', () => {
  it('is entries, visits, weights, files and messages, newest first', async () => {
    const practice = await makePractice(db());
    const { booking } = await makeRecord(practice);
    const { items, next_cursor } = await read(practice);
    expect(items.map(({ kind }) => kind)).toEqual([
      'treatment',
      'note',
      'message',
      'file',
      'file',
      'weight',
      'visit',
    ]);
    expect(next_cursor).toBeNull();
    expect(items).toMatchObject([
      { entry: { product: 'Meloxicam', quantity: '0.25' }, visit: null },
      { entry: { body: 'Limps on the left', addenda: [{ body: 'Better with rest' }] } },
      { message: { body: 'See you soon', direction: 'out', booking_id: booking.id } },
      { file: { filename: 'consent.pdf' } },
      { file: { filename: 'x-ray.pdf' } },
      { weight: { weight: '12.4', measured_on: '2026-01-07' } },
      { visit: { service: 'Consultation', notes: 'Bring the red book', staff_member: 'Stefan Staff' } },
    ]);
  });

  it('is filtered by kind, words and days', async () => {
    const practice = await makePractice(db());
    await makeRecord(practice);
    const kinds = async (input: Partial<InputOf<'entries'>>) =>
      (await read(practice, input)).items.map(({ kind }) => kind);
    expect(await kinds({ kinds: 'visit,weight' })).toEqual(['weight', 'visit']);
    expect(await kinds({ q: 'LIMPS rest' })).toEqual(['note']);
    expect(await kinds({ q: 'mx 7' })).toEqual(['treatment']);
    expect(await kinds({ q: 'red book' })).toEqual(['visit']);
    expect(await kinds({ q: '100%' })).toEqual([]);
    expect(await kinds({ from: '2026-01-10', to: '2026-01-11' })).toEqual(['note', 'message']);
  });

  it('pages without a gap or a repetition, also through items of one instant', async () => {
    const practice = await makePractice(db());
    await makeRecord(practice);
    for (let count = 0; count < 5; count += 1) {
      await makeEntry(db(), { animal: practice.animal, at: '2026-01-10T09:00:00Z' });
    }
    const all = (await read(practice)).items.map(({ kind, id }) => `${kind} ${id}`);
    const paged: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await read(practice, { limit: 2, cursor });
      paged.push(...page.items.map(({ kind, id }) => `${kind} ${id}`));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(paged).toEqual(all);
    expect(all).toHaveLength(12);
    for (const wrong of ['x', '2026-13-45T99:00:00.000000Z_5_1', '2026-01-10T09:00:00.000000Z_9_1']) {
      const { status } = await api.call(
        'entries',
        { animal_id: practice.animal.id, cursor: wrong },
        practice.staffKey,
      );
      expect(status).toBe(400);
    }
  });

  it('shows an API key only what its scopes allow', async () => {
    const practice = await makePractice(db());
    await makeRecord(practice);
    const kindsFor = async (scopes: string[]) => {
      const key = await makeSessionKey(db(), { user: practice.admin, kind: 'integration', scopes });
      return [...new Set((await read(practice, {}, key)).items.map(({ kind }) => kind))];
    };
    expect(await kindsFor(['records:read'])).toEqual(['treatment', 'note']);
    expect(await kindsFor(['records:read', 'files:read'])).toEqual(['treatment', 'note', 'file']);
    const animals = await makeSessionKey(db(), {
      user: practice.admin,
      kind: 'integration',
      scopes: ['animals:read'],
    });
    const { body } = await api.call('entries', { animal_id: practice.animal.id }, animals);
    expect(body).toMatchObject({ code: 'scope_missing' });
  });

  it('is of no other practice or animal', async () => {
    const [practice, other] = [await makePractice(db()), await makePractice(db())];
    await makeRecord(practice);
    const { status } = await api.call('entries', { animal_id: practice.animal.id }, other.adminKey);
    expect(status).toBe(404);
    const sibling = await makeAnimal(db(), { client: practice.client });
    expect((await read(practice, { animal_id: sibling.id })).items).toEqual([]);
  });

  it('says in the audit log who opened it, once an hour for each person', async () => {
    const practice = await makePractice(db());
    const { note, booking } = await makeRecord(practice);
    const openings = async () => {
      const { rows } = await db().query<{ user_id: string; entity_id: string }>({
        text: `select user_id, entity_id from audit_log where tenant_id = $1 and action = 'entries' order by id`,
        values: [practice.tenant.id],
      });
      return rows.map(({ user_id }) => Number(user_id));
    };
    const { staff, admin, staffKey, adminKey } = practice;
    const page = await read(practice, { limit: 1 });
    await read(practice, { limit: 1, cursor: page.next_cursor ?? '' });
    await api.call('entry', { entry_id: note.id }, staffKey);
    await api.call('visit_notes', { booking_id: booking.id }, staffKey);
    expect(await openings()).toEqual([staff.id]);
    // From a place in the middle, which no page before gave.
    await read(practice, { cursor: '9999-12-31T23:59:59.999999Z_1_1' }, adminKey);
    expect(await openings()).toEqual([staff.id, admin.id]);
    api.clock.set('2026-01-14T10:00:01Z');
    await api.call('entry', { entry_id: note.id }, staffKey);
    expect(await openings()).toEqual([staff.id, admin.id, staff.id]);
    const log = (await api.call('audit_log', { entity: 'animal', entity_id: practice.animal.id }, adminKey))
      .body;
    expect(JSON.stringify(log)).toContain('entries');
  });
});
