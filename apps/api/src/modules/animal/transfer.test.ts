import type { Scope } from '@burrow/contracts/scopes';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  makeBooking,
  makeDeposit,
  makeFile,
  makePayment,
} from '../../../../../packages/dev/src/factory-bookings.ts';
import {
  defaultPassword,
  makeClient,
  makeSessionKey,
  type SessionKey,
} from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal, makeWeight } from '../../../../../packages/dev/src/factory-records.ts';
import type { ClientRow } from '../../../../../packages/dev/src/factory-rows.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { ndjson, readZip } from '../../testing/read-zip.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

let practice: Practice;
let newOwner: ClientRow;
let newOwnerKey: SessionKey;
beforeEach(async () => {
  practice = await makePractice(db());
  newOwner = await makeClient(db(), {
    tenant: practice.tenant,
    name: 'Nora Newhome',
    password: defaultPassword,
  });
  newOwnerKey = await makeSessionKey(db(), { client: newOwner });
});

const transfer = (input: { animal_id?: number; client_id?: number } = {}, key = practice.staffKey) =>
  api.call('animal_transfer', { animal_id: practice.animal.id, client_id: newOwner.id, ...input }, key);

async function ownerOf(animalId: number): Promise<number | undefined> {
  const { rows } = await db().query<{ client_id: string }>('select client_id from animals where id = $1', [
    animalId,
  ]);
  return rows[0] && Number(rows[0].client_id);
}

const past = { booking_date: '2025-11-03', status: 'completed' } as const;

describe('animal_transfer', () => {
  it('transfers the animal to another client, and leaves past appointments with their client', async () => {
    const { animal, client, staffKey, adminKey } = practice;
    const booking = await makeBooking(db(), { ...past, animal });
    await makePayment(db(), { booking });
    await makeWeight(db(), { animal });
    // Another animal of the same name does not prevent it.
    await makeAnimal(db(), { client: newOwner, name: animal.name });
    expect((await transfer()).status).toBe(200);

    const { body } = await api.call('animal', { animal_id: animal.id }, staffKey);
    expect([body.client_id, body.client_name]).toEqual([newOwner.id, 'Nora Newhome']);
    expect((await api.call('animal_weights', { animal_id: animal.id }, staffKey)).body).toHaveLength(1);
    const ofFormer = (await api.call('bookings_by_client', { client_id: client.id }, staffKey)).body;
    expect(ofFormer.map(({ id }) => id)).toEqual([booking.id]);
    expect((await api.call('bookings_by_client', { client_id: newOwner.id }, staffKey)).body).toEqual([]);

    const [line] = (
      await api.call('audit_log', { entity: 'animal', entity_id: animal.id, limit: 1 }, adminKey)
    ).body;
    expect([line?.action, JSON.parse(line?.details ?? '')]).toEqual([
      'animal_transfer',
      { client_id: newOwner.id, former_client_id: client.id, transferred_on: '2026-01-14' },
    ]);
  });

  it('shows the animal in the portal of its new owner only, and to each their own appointments', async () => {
    const { animal, clientKey } = practice;
    const booking = await makeBooking(db(), { ...past, animal, notes: 'Ring the side door' });
    await makeFile(db(), { booking, uploaded_by_client_id: practice.client.id });
    const upload = await makeFile(db(), { animal, uploaded_by_client_id: practice.client.id });
    const picture = await makeFile(db(), { animal, file_type: 'profile_picture' });
    await transfer();

    const theirs = (await api.call('cp/animals', {}, newOwnerKey)).body;
    expect(theirs.map(({ id, picture_file_id }) => [id, picture_file_id])).toEqual([[animal.id, picture.id]]);
    expect((await api.call('cp/bookings', {}, newOwnerKey)).body).toEqual([]);
    const hidden = [
      await api.call('cp/booking', { booking_id: booking.id }, newOwnerKey),
      await api.call('files/cp_by_entity', { entity_type: 'booking', entity_id: booking.id }, newOwnerKey),
      await api.call('file/cp_get', { file_id: upload.id }, newOwnerKey),
      await api.call('cp/animal', { animal_id: animal.id }, clientKey),
      await api.call('files/cp_by_entity', { entity_type: 'animal', entity_id: animal.id }, clientKey),
      await api.call('file/cp_get', { file_id: picture.id }, clientKey),
    ];
    expect(hidden.map(({ status }) => status)).toEqual(hidden.map(() => 404));
    const files = { entity_type: 'animal', entity_id: animal.id } as const;
    expect((await api.call('files/cp_by_entity', files, newOwnerKey)).body.map(({ id }) => id)).toEqual([
      picture.id,
    ]);

    expect((await api.call('cp/animals', {}, clientKey)).body).toEqual([]);
    const own = (await api.call('cp/bookings', {}, clientKey)).body;
    expect(own.map(({ id, notes }) => [id, notes])).toEqual([[booking.id, 'Ring the side door']]);
  });

  it.each([
    ['upcoming', { status: 'pending', is_provisional: true }],
    ['upcoming', { status: 'confirmed' }],
    ['completed ahead of its time', { status: 'completed' }],
    ['due since a minute ago', { status: 'confirmed', booking_date: '2026-01-14', booking_time: '08:59' }],
    ['in progress', { status: 'in-progress', booking_date: '2026-01-14', booking_time: '08:30' }],
  ] as const)('refuses an animal with an appointment that is %s: %o', async (_state, columns) => {
    const { animal } = practice;
    await makeBooking(db(), { booking_date: '2026-01-20', ...columns, animal });
    const { status, error } = await transfer();
    expect([status, error.code, error.message]).toEqual([
      409,
      'animal_has_appointments',
      `${animal.name} has 1 appointment that is upcoming or in progress. Complete or cancel it first.`,
    ]);
    expect(await ownerOf(animal.id)).toBe(practice.client.id);
  });

  it('is not prevented by a cancelled appointment', async () => {
    const { animal } = practice;
    await makeBooking(db(), { animal, booking_date: '2026-01-20', status: 'cancelled' });
    expect((await transfer()).status).toBe(200);
  });

  it.each([
    ['completed before its end', { status: 'completed', booking_time: '08:59' }],
    ['over, and was never settled', { status: 'confirmed', booking_time: '07:00' }],
  ] as const)('is not prevented by an appointment that is %s', async (_state, columns) => {
    await makeBooking(db(), { animal: practice.animal, booking_date: '2026-01-14', ...columns });
    expect((await transfer()).status).toBe(200);
  });

  it('refuses while a deposit for the animal is being paid', async () => {
    const booking = await makeBooking(db(), { ...past, animal: practice.animal });
    await makeDeposit(db(), { booking, booking_id: null, status: 'open' });
    expect((await transfer()).error.code).toBe('deposit_under_way');
  });

  it('refuses a client who is archived or erased, and ids of another practice', async () => {
    const { tenant, animal } = practice;
    const archived = await makeClient(db(), { tenant, archived_at: new Date('2026-01-01') });
    const erased = await makeClient(db(), { tenant });
    await api.call('client_erase', { client_id: erased.id, name: erased.name }, practice.adminKey);
    const elsewhere = await makePractice(db());
    const answers = [
      await transfer({ client_id: archived.id }),
      await transfer({ client_id: erased.id }),
      await transfer({ client_id: elsewhere.client.id }),
      await transfer({ animal_id: elsewhere.animal.id }),
      await transfer({}, elsewhere.adminKey),
      await transfer({}, practice.clientKey),
    ];
    expect(answers.map(({ error }) => error.code)).toEqual([
      'client_archived',
      'client_erased',
      'not_found',
      'not_found',
      'not_found',
      'forbidden',
    ]);
    expect(answers[0]?.error.fields).toEqual({
      client_id: 'This client is archived. Restore them first.',
    });
    expect(await ownerOf(animal.id)).toBe(practice.client.id);
    expect(await ownerOf(elsewhere.animal.id)).toBe(elsewhere.client.id);
  });

  it('changes nothing for the current owner', async () => {
    const before = await api.call('animal', { animal_id: practice.animal.id }, practice.staffKey);
    expect((await transfer({ client_id: practice.client.id })).status).toBe(200);
    const after = await api.call('animal', { animal_id: practice.animal.id }, practice.staffKey);
    expect(after.body).toEqual(before.body);
  });

  it('needs an API key that may read animals and clients', async () => {
    const { admin } = practice;
    const keyWith = (...scopes: Scope[]) =>
      makeSessionKey(db(), { user: admin, kind: 'integration', scopes });
    const refused = [
      await transfer({}, await keyWith('animals:write', 'clients:write', 'animals:read')),
      await transfer({}, await keyWith('animals:write', 'clients:read')),
    ];
    expect(refused.map(({ error }) => error.message)).toEqual([
      'This API key needs the scope clients:read for that.',
      'This API key needs the scope animals:read for that.',
    ]);
    const key = await keyWith('animals:write', 'animals:read', 'clients:read');
    const booking = await makeBooking(db(), { animal: practice.animal, booking_date: '2026-01-20' });
    expect((await transfer({}, key)).error.message).not.toMatch(/\d/);
    await db().query("update bookings set status = 'cancelled' where id = $1", [booking.id]);
    expect((await transfer({}, key)).status).toBe(200);
  });
});

describe('a past appointment of an animal that now has another owner', () => {
  it('cannot be moved to a future time, and can still be settled', async () => {
    const { animal, staffKey } = practice;
    const booking = await makeBooking(db(), { animal, booking_date: '2026-01-12', status: 'confirmed' });
    await transfer();
    const moved = await api.call(
      'booking_update',
      { booking_id: booking.id, booking_date: '2026-01-20' },
      staffKey,
    );
    expect([moved.status, moved.error.code]).toEqual([409, 'animal_transferred']);
    const settled = await api.call(
      'booking_status_update',
      { booking_id: booking.id, status: 'completed', paid_type: 'Cash' },
      staffKey,
    );
    expect(settled.status).toBe(200);
  });
});

describe('an export for one of the owners', () => {
  it('has the animal for the new one, and the uploads of the former one for the former one only', async () => {
    const { animal, client, adminKey } = practice;
    await makeBooking(db(), { ...past, animal });
    const record = await makeFile(db(), { animal });
    const upload = await makeFile(db(), { animal, uploaded_by_client_id: client.id });
    await transfer();
    const idsIn = async (client_id: number) => {
      const { body } = await api.call('client_export', { client_id }, adminKey);
      const entries = await readZip(body as unknown as Uint8Array);
      const ids = (name: string) => ndjson(entries.get(`json/${name}.ndjson`)).map(({ id }) => id);
      return { animals: ids('animals'), files: ids('files'), appointments: ids('appointments').length };
    };
    expect(await idsIn(newOwner.id)).toEqual({ animals: [animal.id], files: [record.id], appointments: 0 });
    expect(await idsIn(client.id)).toEqual({ animals: [], files: [upload.id], appointments: 1 });
  });
});

describe('erasing one of the owners', () => {
  const erase = ({ id, name }: ClientRow) =>
    api.call('client_erase', { client_id: id, name }, practice.adminKey);
  const one = async (text: string) => (await db().query(text, [practice.animal.id])).rows[0];

  it('leaves the animal of the new owner, without the uploads of the former one', async () => {
    const { animal, client } = practice;
    await makeWeight(db(), { animal });
    const kept = await makeFile(db(), { animal });
    await makeFile(db(), { animal, uploaded_by_client_id: client.id });
    const booking = await makeBooking(db(), { ...past, animal, notes: 'Ask for Ann' });
    await transfer();
    expect((await erase(client)).status).toBe(200);

    const { body } = await api.call('animal', { animal_id: animal.id }, practice.staffKey);
    expect([body.animal_name, body.breed, body.weight]).toEqual([
      animal.name,
      'Border Terrier',
      expect.any(String),
    ]);
    const files = await db().query<{ id: string }>('select id from files where animal_id = $1', [animal.id]);
    expect(files.rows.map(({ id }) => Number(id))).toEqual([kept.id]);
    expect((await db().query('select notes from bookings where id = $1', [booking.id])).rows).toEqual([
      { notes: null },
    ]);
    const log = await one(
      "select string_agg(details::text, ' ') as said from audit_log where entity = 'animal' and entity_id = $1",
    );
    expect(log?.['said']).not.toContain(client.name);
  });

  it('erases the animal with the new owner, and leaves the appointments of the former one', async () => {
    const { animal, client } = practice;
    const booking = await makeBooking(db(), { ...past, animal, notes: 'Ring the side door' });
    await transfer();
    expect((await erase(newOwner)).status).toBe(200);
    expect(await one('select name from animals where id = $1')).toEqual({ name: 'Erased animal' });
    const own = (await api.call('bookings_by_client', { client_id: client.id }, practice.staffKey)).body;
    expect(own.map(({ id, notes }) => [id, notes])).toEqual([[booking.id, 'Ring the side door']]);
  });

  it('during a transfer, erases the animal as a whole or not at all', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { client } = practice;
      const animal = await makeAnimal(db(), { client: newOwner, name: 'Pip' });
      await makeWeight(db(), { animal });
      const giver = await makeClient(db(), { tenant: practice.tenant });
      await db().query('update animals set client_id = $2 where id = $1', [animal.id, giver.id]);
      const [moved, erased] = await Promise.all([
        transfer({ animal_id: animal.id, client_id: client.id }),
        erase(giver),
      ]);
      const { rows } = await db().query<{ name: string; weights: number }>(
        `select a.name, (select count(*)::int from animal_weights w where w.animal_id = a.id) as weights
         from animals a where a.id = $1`,
        [animal.id],
      );
      expect(erased.status).toBe(200);
      const outcome = { code: moved.status === 200 ? null : moved.error.code, ...rows[0] };
      expect([
        { code: null, name: 'Pip', weights: 1 },
        { code: 'client_erased', name: 'Erased animal', weights: 0 },
      ]).toContainEqual(outcome);
    }
  });
});

describe('at the same moment', () => {
  it('a booking and a transfer never leave an appointment for another client’s animal', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { client, staffKey, checkUp } = practice;
      const animal = await makeAnimal(db(), { client });
      const book = api.call(
        'booking_create',
        {
          client_id: client.id,
          animal_id: animal.id,
          service_id: checkUp.id,
          booking_date: `2026-02-${10 + round}`,
          booking_time: '10:00',
          duration_minutes: 30,
        },
        staffKey,
      );
      const [booked, moved] = await Promise.all([book, transfer({ animal_id: animal.id })]);
      expect([
        [200, 409],
        [404, 200],
      ]).toContainEqual([booked.status, moved.status]);
    }
  });

  it('two transfers to different clients leave the animal with one of them', async () => {
    const { tenant, animal } = practice;
    const other = await makeClient(db(), { tenant });
    const answers = await Promise.all([transfer(), transfer({ client_id: other.id })]);
    const winner = await ownerOf(animal.id);
    expect([newOwner.id, other.id]).toContain(winner);
    // The second either saw the first, or came after it and moved the animal again.
    const outcomes = answers.map(({ status, error }) => (status === 200 ? 'done' : error.code));
    expect([
      ['done', 'done'],
      ['conflict', 'done'],
      ['done', 'conflict'],
    ]).toContainEqual(outcomes);
  });
});
