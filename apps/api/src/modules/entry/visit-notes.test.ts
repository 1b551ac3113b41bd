import type { InputOf } from '@burrow/contracts/actions';
import { describe, expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeCareType } from '../../../../../packages/dev/src/factory-care.ts';
import { makeEntry, makeMedicine } from '../../../../../packages/dev/src/factory-health.ts';
import { makeClient, makeSessionKey } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal, makeWeight } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const visitOf = async (practice: Practice): Promise<number> =>
  (await makeBooking(db(), { animal: practice.animal, booking_date: '2026-01-14', status: 'confirmed' })).id;

const save = (
  { staffKey }: Practice,
  booking_id: number,
  input: Omit<InputOf<'visit_notes_save'>, 'booking_id'>,
  key = staffKey,
) => api.call('visit_notes_save', { booking_id, ...input }, key);

const notesOf = async ({ staffKey }: Practice, booking_id: number) =>
  (await api.call('visit_notes', { booking_id }, staffKey)).body;

const note = { client_key: 'note', kind: 'note', body: 'Well', temperature: '38.5' } as const;
const jab = {
  client_key: 'jab',
  kind: 'vaccination',
  product: 'Nobivac DHP',
  batch: 'A 1',
  quantity: '1',
  unit: 'ml',
} as const;
const drug = {
  client_key: 'drug',
  kind: 'treatment',
  product: 'Meloxicam',
  quantity: '0.25',
  unit: 'ml',
} as const;

describe('the notes of a visit', () => {
  it('are saved at once: note, vaccination, treatment, weight and temperature', async () => {
    const practice = await makePractice(db());
    const booking = await visitOf(practice);
    const { status, body } = await save(practice, booking, { entries: [note, jab, drug], weight: '12.4' });
    expect([status, body]).toMatchObject([
      200,
      { entries: [{ client_key: 'note', version: 1 }, { client_key: 'jab' }, { client_key: 'drug' }] },
    ]);
    expect(await notesOf(practice, booking)).toMatchObject({
      animal_id: practice.animal.id,
      weight: '12.4',
      last_weight: '12.4',
      entries: [
        { kind: 'note', temperature: '38.5', weight: '12.4' },
        { kind: 'vaccination', batch: 'A 1' },
        { kind: 'treatment', quantity: '0.25' },
      ],
    });
    const weights = (await api.call('animal_weights', { animal_id: practice.animal.id }, practice.staffKey))
      .body;
    expect(weights).toMatchObject([{ measured_on: '2026-01-14', weight: '12.4' }]);
  });

  it('tell the last weight before the visit, which its own does not replace', async () => {
    const practice = await makePractice(db());
    const booking = await visitOf(practice);
    const weigh = (weight: string, measured_on: string) =>
      api.call(
        'animal_weight_add',
        { animal_id: practice.animal.id, weight, measured_on },
        practice.staffKey,
      );
    expect(await notesOf(practice, booking)).toMatchObject({ weight_before: null, weight_before_on: null });
    await weigh('4.2', '2026-01-02');
    await weigh('4.1', '2026-01-03');
    const before = { weight_before: '4.1', weight_before_on: '2026-01-03' };
    expect(await notesOf(practice, booking)).toMatchObject({ ...before, weight: null });
    await save(practice, booking, { entries: [note], weight: '40' });
    expect(await notesOf(practice, booking)).toMatchObject({ ...before, weight: '40', last_weight: '40' });
  });

  it('are stored once, however often and however concurrently a save is repeated', async () => {
    const practice = await makePractice(db());
    const booking = await visitOf(practice);
    const input = { entries: [note, jab], weight: '12.4' };
    const answers = await Promise.all(Array.from({ length: 6 }, () => save(practice, booking, input)));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await notesOf(practice, booking)).entries).toHaveLength(2);
    const weights = (await api.call('animal_weights', { animal_id: practice.animal.id }, practice.staffKey))
      .body;
    expect(weights).toHaveLength(1);
  });

  it('are replaced by a later save of the current version', async () => {
    const practice = await makePractice(db());
    const booking = await visitOf(practice);
    await save(practice, booking, { entries: [note], weight: '12.4' });
    const later = { client_key: 'note', kind: 'note', version: 1, body: 'Well. Teeth clean.' } as const;
    expect((await save(practice, booking, { entries: [later], weight: '12.6' })).body.entries).toMatchObject([
      { version: 2 },
    ]);
    // The answer was lost: the same save again.
    expect((await save(practice, booking, { entries: [later] })).body.entries).toMatchObject([
      { version: 2 },
    ]);
    expect(await notesOf(practice, booking)).toMatchObject({
      weight: '12.6',
      entries: [{ body: 'Well. Teeth clean.', temperature: null }],
    });
  });

  it('never overwrite what another screen saved, and then save nothing', async () => {
    const practice = await makePractice(db());
    const booking = await visitOf(practice);
    await save(practice, booking, { entries: [note] });
    const at = (body: string) => ({ entries: [{ ...note, version: 1, body }, jab] });
    const answers = await Promise.all(['One', 'Two'].map((body) => save(practice, booking, at(body))));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'conflict' });
    const unknown = { ...drug, version: 1 };
    expect((await save(practice, booking, { entries: [unknown] })).body).toMatchObject({ code: 'conflict' });
    const untold = { ...note, body: 'Three' };
    expect((await save(practice, booking, { entries: [untold] })).body).toMatchObject({ code: 'conflict' });
    const half = { entries: [drug, { ...note, version: 1, body: 'Four' }], weight: '12.4' };
    expect((await save(practice, booking, half)).status).toBe(409);
    expect(await notesOf(practice, booking)).toMatchObject({ weight: null });
    expect((await notesOf(practice, booking)).entries).toHaveLength(2);
  });

  it('of another author are changed by admins only', async () => {
    const practice = await makePractice(db());
    const booking = await visitOf(practice);
    await save(practice, booking, { entries: [note] }, await makeSessionKey(db(), { user: practice.admin }));
    const change = { entries: [{ ...note, version: 1, body: 'Other' }] };
    expect((await save(practice, booking, change)).body).toMatchObject({ code: 'not_author' });
    expect((await save(practice, booking, change, practice.adminKey)).status).toBe(200);
  });

  it('get a weight beside the note of a colleague, who can correct it', async () => {
    const practice = await makePractice(db());
    const booking = await visitOf(practice);
    const colleague = await makeSessionKey(db(), { user: practice.admin });
    await save(practice, booking, { entries: [note] }, colleague);
    const mine = { ...note, client_key: 'mine', body: 'Ears clean' };
    const { status, body } = await save(practice, booking, { entries: [mine], weight: '9' });
    expect([status, body]).toMatchObject([200, { entries: [{ version: 1 }] }]);
    const { weight, entries } = await notesOf(practice, booking);
    expect([weight, entries.map((entry) => [entry.body, entry.weight])]).toEqual([
      '9',
      [
        ['Well', null],
        ['Ears clean', '9'],
      ],
    ]);
    const corrected = await save(practice, booking, { weight: '9.5' }, colleague);
    expect(corrected.body).toMatchObject({ weight_id: body.weight_id });
    expect((await save(practice, booking, { weight: '9.6' })).body).toMatchObject({
      weight_id: body.weight_id,
    });
    expect((await notesOf(practice, booking)).weight).toBe('9.6');
  });

  it('get another weight after the first is locked with its note', async () => {
    const practice = await makePractice(db());
    const { animal, staff: author, adminKey } = practice;
    const booking = await makeBooking(db(), { animal, booking_date: '2026-01-13', status: 'completed' });
    const first = await makeWeight(db(), { animal, weight_grams: 12_400 });
    const begun_at = '2026-01-02T10:00:00Z';
    await makeEntry(db(), { animal, booking, author, body: 'Day one', begun_at, weight_id: first.id });
    // The form repeats what is stored.
    expect((await save(practice, booking.id, { weight: '12.4' })).body.weight_id).toBe(first.id);
    const day2 = { ...note, client_key: 'day2', body: 'Day two' };
    expect((await save(practice, booking.id, { entries: [day2], weight: '12.1' }, adminKey)).status).toBe(
      200,
    );
    const { weight, entries } = await notesOf(practice, booking.id);
    expect([weight, entries.map((entry) => [entry.body, entry.weight])]).toEqual([
      '12.1',
      [
        ['Day one', '12.4'],
        ['Day two', '12.1'],
      ],
    ]);
  });

  it('can be a weight alone, which a later save replaces', async () => {
    const practice = await makePractice(db());
    const booking = await visitOf(practice);
    const { weight_id } = (await save(practice, booking, { weight: '8' })).body;
    expect((await save(practice, booking, { weight: '8.5', entries: [note] })).body).toMatchObject({
      weight_id,
    });
    expect((await notesOf(practice, booking)).weight).toBe('8.5');
  });

  it('lose their weight when it is cleared, also that of a colleague, but not that of a locked note', async () => {
    const practice = await makePractice(db());
    const { animal, admin, staffKey } = practice;
    const booking = await visitOf(practice);
    await save(practice, booking, { entries: [note], weight: '8' }, practice.adminKey);
    for (const input of [{ entries: [jab] }, { weight: null }, { weight: null }]) {
      expect(await save(practice, booking, input)).toMatchObject({ status: 200, body: { weight_id: null } });
    }
    expect(await notesOf(practice, booking)).toMatchObject({
      weight: null,
      last_weight: null,
      entries: [{ body: 'Well', version: 1, weight: null }, { kind: 'vaccination' }],
    });
    expect((await api.call('animal_weights', { animal_id: animal.id }, staffKey)).body).toEqual([]);

    const earlier = await makeBooking(db(), { animal, booking_date: '2026-01-13', status: 'completed' });
    const weight = await makeWeight(db(), { animal });
    const locked = { author: admin, begun_at: '2026-01-02T10:00:00Z', weight_id: weight.id };
    await makeEntry(db(), { animal, booking: earlier, ...locked });
    const kept = await notesOf(practice, earlier.id);
    expect((await save(practice, earlier.id, { weight: null })).body).toMatchObject({ weight_id: weight.id });
    await save(practice, earlier.id, { weight: '7' });
    expect((await notesOf(practice, earlier.id)).weight).toBe('7');
    for (const weight_id of [null, weight.id, weight.id]) {
      expect((await save(practice, earlier.id, { weight: null })).body).toMatchObject({ weight_id });
    }
    expect((await notesOf(practice, earlier.id)).weight).toBe(kept.weight);
  });

  it('can have a weight after their only note was struck through', async () => {
    const practice = await makePractice(db());
    const booking = await visitOf(practice);
    await save(practice, booking, { weight: '8' });
    const [first] = (await notesOf(practice, booking)).entries;
    const strike = { entry_id: first?.id ?? 0, reason: 'The other dog' };
    expect((await api.call('entry_strike', strike, practice.staffKey)).status).toBe(200);
    expect((await save(practice, booking, { weight: '9' })).status).toBe(200);
    expect((await notesOf(practice, booking)).weight).toBe('9');
  });

  it('belong to the client who came, even if written after the animal has another owner', async () => {
    const practice = await makePractice(db());
    const { animal, clientKey, adminKey, staffKey } = practice;
    const visit = await makeBooking(db(), { animal, booking_date: '2026-01-13', status: 'completed' });
    const next = await makeClient(db(), { tenant: practice.tenant });
    await api.call('animal_transfer', { animal_id: animal.id, client_id: next.id }, adminKey);
    await save(practice, visit.id, { entries: [jab] });
    const earlier = { animal_id: animal.id, date: '2026-01-10', product: 'Nobivac KC' };
    expect((await api.call('vaccination_add', earlier, staffKey)).status).toBe(200);
    await api.call('vaccination_add', { animal_id: animal.id, product: 'Rabisin' }, staffKey);
    const nextKey = await makeSessionKey(db(), { client: next });
    const { body } = await api.call('cp/record', { animal_id: animal.id }, nextKey);
    expect(body.entries.map(({ product }) => product)).toEqual(['Rabisin']);
    expect((await api.call('cp/record', { animal_id: animal.id }, clientKey)).status).toBe(404);
  });

  it('are refused when locked, of another practice, of a cancelled appointment, or twice with one key', async () => {
    const [practice, other] = [await makePractice(db()), await makePractice(db())];
    const { animal, staff: author } = practice;
    const booking = await makeBooking(db(), { animal, booking_date: '2026-01-13', status: 'completed' });
    await makeEntry(db(), { animal, booking, author, client_key: 'note', begun_at: '2026-01-02T10:00:00Z' });
    const refused = async (id: number, input: Parameters<typeof save>[2]) =>
      (await save(practice, id, input)).body as unknown;
    const locked = { ...note, version: 1 };
    expect(await refused(booking.id, { entries: [locked] })).toMatchObject({ code: 'entry_locked' });
    expect(await refused(await visitOf(practice), { entries: [locked] })).toMatchObject({ code: 'conflict' });
    const foreign = await makeBooking(db(), { animal: other.animal });
    expect(await refused(foreign.id, { entries: [note] })).toMatchObject({ code: 'not_found' });
    const cancelled = await makeBooking(db(), { animal, status: 'cancelled' });
    expect(await refused(cancelled.id, { entries: [jab] })).toMatchObject({ code: 'booking_closed' });
    const medicine = await makeMedicine(db(), { tenant: other.tenant });
    const theirs = { client_key: 'm', kind: 'vaccination', medicine_id: medicine.id } as const;
    expect(await refused(await visitOf(practice), { entries: [theirs] })).toMatchObject({
      code: 'not_found',
    });
    expect(await refused(booking.id, { entries: [jab, jab] })).toMatchObject({
      fields: { entries: 'Give each entry a key of its own.' },
    });
    // The key of an entry of another practice is no one's here.
    const elsewhere = await makeBooking(db(), { animal: other.animal });
    expect((await save(other, elsewhere.id, { entries: [note] })).status).toBe(200);
  });

  it('date what was given on the day of the visit, however late they are written', async () => {
    const practice = await makePractice(db());
    const { tenant, animal, vaccination: service } = practice;
    const yearly = { every_count: 12, every_unit: 'months' } as const;
    const type = await makeCareType(db(), { tenant, service_id: service.id, ...yearly });
    const interval = { interval_count: 12, interval_unit: 'month' } as const;
    const medicine = await makeMedicine(db(), { tenant, care_type_id: type.id, ...interval });
    const visit = { animal, service, booking_date: '2026-01-13', booking_time: '15:00' } as const;
    const { id } = await makeBooking(db(), { ...visit, status: 'confirmed' });
    const complete = { booking_id: id, status: 'completed' } as const;
    expect((await api.call('booking_status_update', complete, practice.staffKey)).status).toBe(200);
    expect((await notesOf(practice, id)).given_on).toBe('2026-01-13');
    const given = { client_key: 'jab', kind: 'vaccination', medicine_id: medicine.id } as const;
    await save(practice, id, { entries: [note, given, drug], weight: '12.4' });
    expect((await notesOf(practice, id)).entries).toMatchObject([
      { kind: 'note', at: '2026-01-14T09:00:00.000Z' },
      { kind: 'vaccination', at: '2026-01-13T12:00:00.000Z', next_due_on: '2027-01-13' },
      { kind: 'treatment', at: '2026-01-13T12:00:00.000Z' },
    ]);
    const { body: care } = await api.call('animal_care', { animal_id: animal.id }, practice.staffKey);
    expect(care.map(({ due_on, given_on, state }) => [due_on, given_on, state])).toEqual([
      ['2027-01-13', '2026-01-13', 'due'],
    ]);
  });

  it.each([
    ['has just ended', '2026-01-14', '08:00', 30],
    ['goes on overnight', '2026-01-13', '20:00', 840],
    ['is still to come', '2026-01-15', '10:00', 30],
  ])(
    'date what is given now at a visit that %s',
    async (_which, booking_date, booking_time, duration_minutes) => {
      const practice = await makePractice(db());
      const when = { booking_date, booking_time, duration_minutes };
      const { id } = await makeBooking(db(), { animal: practice.animal, status: 'confirmed', ...when });
      await save(practice, id, { entries: [jab] });
      expect(await notesOf(practice, id)).toMatchObject({
        given_on: '2026-01-14',
        entries: [{ kind: 'vaccination', at: '2026-01-14T09:00:00.000Z' }],
      });
    },
  );

  it('cannot be reached by the client key of another animal', async () => {
    const practice = await makePractice(db());
    const sibling = await makeAnimal(db(), { client: practice.client });
    const booking = await visitOf(practice);
    await save(practice, booking, { entries: [note] });
    const theirs = await makeBooking(db(), { animal: sibling });
    expect((await save(practice, theirs.id, { entries: [note] })).body).toMatchObject({ code: 'conflict' });
  });
});
