import type { InputOf } from '@burrow/contracts/actions';
import type { Scope } from '@burrow/contracts/scopes';
import { describe, expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import {
  makeClient,
  makeSessionKey,
  type SessionKey,
} from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const today = '2026-01-14';
const plain = { email: null, phone: null, address: null };

/** The names found, by kind; appointments as day, time and animal. */
async function find(input: InputOf<'search'>, key: SessionKey) {
  const { status, body } = await api.call('search', input, key);
  expect(status).toBe(200);
  return {
    clients: body.clients.map(({ name }) => name),
    animals: body.animals.map((animal) => `${animal.animal_name} of ${animal.client_name}`),
    bookings: body.bookings.map((booking) =>
      [booking.booking_date, booking.booking_time, booking.animal_name].join(' '),
    ),
  };
}

/** Jack Haworth with Tilly and Bo, Anna Haworth with Biscuit; upcoming appointments of Tilly and Biscuit. */
async function makeDesk() {
  const practice = await makePractice(db());
  const { tenant, dog, checkUp: service } = practice;
  const jack = await makeClient(db(), {
    tenant,
    name: 'Jack Haworth',
    phone: '07711900556',
    email: 'jack@farm.test',
    address: '3 Back Lane',
  });
  const anna = await makeClient(db(), { tenant, ...plain, name: 'Anna Haworth' });
  const animal = (client: typeof jack, name: string, breed: string) =>
    makeAnimal(db(), { client, species_id: dog.id, name, breed, color: null });
  const tilly = await animal(jack, 'Tilly', 'Border Collie');
  const bo = await animal(jack, 'Bo', 'Whippet');
  const biscuit = await animal(anna, 'Biscuit', 'Border Terrier');
  const book = (pet: typeof tilly, booking_date: string, columns: object = {}) =>
    makeBooking(db(), { tenant, service, animal: pet, booking_date, ...columns });
  const tillysVisit = await book(tilly, '2026-01-20', { status: 'confirmed' });
  await book(biscuit, today, { booking_time: '08:30' });
  return { practice, key: practice.staffKey, jack, anna, tilly, bo, biscuit, tillysVisit, book };
}

describe('search', () => {
  it('finds clients, their animals and upcoming appointments by words in any order', async () => {
    const { key } = await makeDesk();
    const all = {
      clients: ['Anna Haworth', 'Jack Haworth'],
      animals: ['Biscuit of Anna Haworth', 'Bo of Jack Haworth', 'Tilly of Jack Haworth'],
      bookings: [`${today} 08:30 Biscuit`, '2026-01-20 10:00 Tilly'],
    };
    expect(await find({ q: 'haworth' }, key)).toEqual(all);
    const tilly = { animals: ['Tilly of Jack Haworth'], bookings: ['2026-01-20 10:00 Tilly'] };
    for (const q of ['tilly', 'collie', 'Haworth TILLY', 'til jack', 'collie 07711 900556'])
      expect([q, await find({ q }, key)]).toEqual([q, { clients: [], ...tilly }]);
    for (const q of ['jack@farm.test', 'back lane'])
      expect([q, await find({ q }, key)]).toEqual([
        q,
        { clients: ['Jack Haworth'], animals: [], bookings: tilly.bookings },
      ]);
    for (const q of ['tilly whippet', 'biscuit jack', 'nothing such'])
      expect([q, await find({ q }, key)]).toEqual([q, { clients: [], animals: [], bookings: [] }]);
  });

  it('finds a phone number in any spelling, with the animals and appointments of its owner', async () => {
    const { key } = await makeDesk();
    for (const q of [
      '07711 900556',
      '07711900556',
      '+44 7711 900556',
      '+44 (0)7711 900556',
      '447711900556',
      '(07711) 900-556',
      '07711',
      '900 556',
    ]) {
      expect([q, await find({ q }, key)]).toEqual([
        q,
        {
          clients: ['Jack Haworth'],
          animals: ['Bo of Jack Haworth', 'Tilly of Jack Haworth'],
          bookings: ['2026-01-20 10:00 Tilly'],
        },
      ]);
    }
    expect((await find({ q: '07' }, key)).clients).toContain('Jack Haworth');
    expect((await find({ q: '55' }, key)).clients).toEqual([]);
  });

  it('finds words of one or two letters at the beginning of a name or of a word in it', async () => {
    const { practice, key, bo, book } = await makeDesk();
    await book(bo, '2026-01-21');
    const wu = await makeClient(db(), { tenant: practice.tenant, ...plain, name: 'Mei Wu' });
    await makeAnimal(db(), { client: wu, name: 'Jabot', species_id: practice.cat.id, breed: null });
    expect(await find({ q: 'bo' }, key)).toEqual({
      clients: [],
      animals: ['Bo of Jack Haworth'],
      bookings: ['2026-01-21 10:00 Bo'],
    });
    expect((await find({ q: 'wu' }, key)).clients).toEqual(['Mei Wu']);
    expect((await find({ q: 'j' }, key)).clients).toEqual(['Jack Haworth']);
  });

  it('finds names by several words of one or two letters, in any order', async () => {
    const practice = await makePractice(db());
    const { tenant, dog, staffKey: key } = practice;
    const client = await makeClient(db(), { tenant, ...plain, name: 'Jo Li', phone: '+33612345678' });
    const animal = await makeAnimal(db(), {
      client,
      species_id: dog.id,
      name: 'Bo',
      breed: null,
      color: null,
    });
    await makeBooking(db(), { tenant, animal, booking_date: '2026-01-20' });
    expect(await find({ q: 'li jo' }, key)).toMatchObject({
      clients: ['Jo Li'],
      bookings: ['2026-01-20 10:00 Bo'],
    });
    for (const q of ['jo bo', 'bo jo', 'li bo', 'b j']) {
      expect(await find({ q }, key)).toMatchObject({
        animals: ['Bo of Jo Li'],
        bookings: ['2026-01-20 10:00 Bo'],
      });
    }
    expect(await find({ q: 'o i' }, key)).toEqual({ clients: [], animals: [], bookings: [] });
    expect((await find({ q: '+3' }, key)).animals).toEqual(['Bo of Jo Li']);
  });

  it('shows names that begin with the search first, then other names, and at most six of a kind', async () => {
    const { tenant, staffKey } = await makePractice(db());
    const add = (name: string, columns: object = {}) =>
      makeClient(db(), { tenant, ...plain, name, ...columns });
    await add('Zed Other', { address: '1 Annandale Road' });
    for (const name of ['Joanna Cole', 'Ann Young', 'Hannah Bell', 'Anne Bell']) await add(name);
    await add('Ann Archer', { archived_at: new Date(0) });
    expect((await find({ q: 'ann' }, staffKey)).clients).toEqual([
      'Ann Young',
      'Anne Bell',
      'Hannah Bell',
      'Joanna Cole',
      'Zed Other',
      'Ann Archer',
    ]);
    await add('Ann Zimmer');
    const { body } = await api.call('search', { q: 'ANN' }, staffKey);
    expect(body.clients.map(({ name }) => name)).toEqual([
      'Ann Young',
      'Ann Zimmer',
      'Anne Bell',
      'Hannah Bell',
      'Joanna Cole',
      'Zed Other',
    ]);
  });

  it('marks archived clients and animals, lists them last, and never finds erased ones', async () => {
    const { tenant, staffKey, dog } = await makePractice(db());
    const active = await makeClient(db(), { tenant, ...plain, name: 'Remi Zola' });
    await makeClient(db(), { tenant, ...plain, name: 'Remi Adams', archived_at: new Date(0) });
    await makeClient(db(), {
      tenant,
      ...plain,
      name: 'Remi Erased',
      archived_at: new Date(0),
      erased_at: new Date(0),
    });
    const pet = (name: string, columns: object = {}) =>
      makeAnimal(db(), { client: active, species_id: dog.id, name, breed: null, ...columns });
    await pet('Remington');
    await pet('Remi', { active: false });
    const { body } = await api.call('search', { q: 'remi' }, staffKey);
    expect(body.clients.map(({ name, active: isActive }) => [name, isActive])).toEqual([
      ['Remi Zola', '1'],
      ['Remi Adams', '0'],
    ]);
    expect(body.clients[0]?.animal_names).toEqual(['Remington']);
    expect(body.animals.map(({ animal_name: name, active: isActive }) => [name, isActive])).toEqual([
      ['Remington', '1'],
      ['Remi', '0'],
    ]);
  });

  it('finds appointments from today on that are neither completed nor cancelled, soonest first', async () => {
    const { key, bo, book } = await makeDesk();
    await book(bo, '2026-01-13');
    await book(bo, today, { status: 'completed' });
    await book(bo, '2026-01-15', { status: 'cancelled' });
    await book(bo, today, { status: 'in-progress', booking_time: '12:00' });
    await book(bo, '2026-01-16', { status: 'pending', is_provisional: true });
    expect((await find({ q: 'whippet' }, key)).bookings).toEqual([
      `${today} 12:00 Bo`,
      '2026-01-16 10:00 Bo',
    ]);
    for (const day of ['17', '18', '19', '21', '22', '23']) await book(bo, `2026-01-${day}`);
    expect(await find({ q: 'whippet' }, key)).toMatchObject({ bookings: { length: 6 } });
  });

  it.each(['%', '_', '\\', '%%%', '___', 'J_ck', 'Ja%orth', '100%', 'a\\b'])(
    'takes %s as it is written',
    async (q) => {
      const { practice, key } = await makeDesk();
      const { tenant } = practice;
      expect([q, await find({ q }, key)]).toEqual([q, { clients: [], animals: [], bookings: [] }]);
      const odd = await makeClient(db(), { tenant, ...plain, name: `${q} Odd` });
      await makeAnimal(db(), { client: odd, species_id: practice.dog.id, name: `${q} pet`, breed: null });
      expect(await find({ q }, key)).toEqual({
        clients: [`${q} Odd`],
        animals: [`${q} pet of ${q} Odd`],
        bookings: [],
      });
    },
  );

  it.each(['0%_o', 'o\\n', '100%_', '\\neil', 'zoë', 'oë-a', 'oë-a 0%_', 'ë-', '%_'])(
    'finds a name of unusual characters by its part %s',
    async (part) => {
      const { practice, key } = await makeDesk();
      const client = await makeClient(db(), {
        tenant: practice.tenant,
        ...plain,
        name: 'Zoë-Ann 100%_O\\Neil',
      });
      await makeAnimal(db(), { client, species_id: practice.dog.id, name: 'Oë-Ann 100%_O\\Neil of Zoë' });
      const clients = await api.call('clients', { q: part, limit: 5 }, key);
      expect(clients.body.map(({ name }) => name)).toEqual([client.name]);
      const animals = await api.call('animals', { q: part, limit: 5 }, key);
      expect(animals.body.map((animal) => animal.animal_name)).toEqual(['Oë-Ann 100%_O\\Neil of Zoë']);
      const counted = await api.call('clients/count', { q: part }, key);
      expect(counted.body.matching).toBe(1);
      // Here, what has one or two letters must begin a word.
      if (part.length < 3) return;
      expect((await find({ q: part }, key)).clients).toEqual([client.name]);
    },
  );

  it('returns the records with the given ids, also past appointments and archived records', async () => {
    const { practice, key, jack, biscuit, bo, book } = await makeDesk();
    const past = await book(bo, '2026-01-05', { status: 'completed' });
    const gone = await makeClient(db(), {
      tenant: practice.tenant,
      name: 'Gone',
      archived_at: new Date(0),
      erased_at: new Date(0),
    });
    const asked = {
      client_ids: [jack.id, gone.id, 987_654_321],
      animal_ids: [biscuit.id],
      booking_ids: String(past.id),
    };
    const found = {
      clients: ['Jack Haworth'],
      animals: ['Biscuit of Anna Haworth'],
      bookings: ['2026-01-05 10:00 Bo'],
    };
    expect(await find(asked, key)).toEqual(found);
    expect(await find({ ...asked, q: '' }, key)).toEqual(found);
    expect(await find({ ...asked, q: 'anna' }, key)).toMatchObject({ clients: ['Anna Haworth'] });
    expect(await find({}, key)).toEqual({ clients: [], animals: [], bookings: [] });
  });

  it('refuses too many ids or letters', async () => {
    const { staffKey } = await makePractice(db());
    const refused = async (input: InputOf<'search'>) => {
      const { status, error } = await api.call('search', input, staffKey);
      return [status, Object.keys(error.fields ?? {})];
    };
    expect(await refused({ client_ids: [1, 2, 3, 4, 5, 6, 7, 8, 9] })).toEqual([400, ['client_ids']]);
    expect(await refused({ q: 'x'.repeat(101) })).toEqual([400, ['q']]);
    expect((await api.call('search', { q: 'x'.repeat(100) }, staffKey)).status).toBe(200);
  });

  it('never finds records of another practice, by words or by id', async () => {
    const other = await makeDesk();
    const { staffKey } = await makePractice(db());
    const nothing = { clients: [], animals: [], bookings: [] };
    for (const q of ['haworth', 'tilly', '07711 900556', 'bo', 'jack@farm.test'])
      expect([q, await find({ q }, staffKey)]).toEqual([q, nothing]);
    const ids = {
      client_ids: [other.jack.id],
      animal_ids: [other.tilly.id],
      booking_ids: [other.tillysVisit.id],
    };
    expect(await find(ids, staffKey)).toEqual(nothing);
  });

  it('requires an API key with clients:read, animals:read and appointments:read', async () => {
    const { practice, jack } = await makeDesk();
    const needed: Scope[] = ['clients:read', 'animals:read', 'appointments:read'];
    const answerTo = async (scopes: Scope[], input: InputOf<'search'>) => {
      const key = await makeSessionKey(db(), { user: practice.admin, kind: 'integration', scopes });
      const { status, error } = await api.call('search', input, key);
      return [status, error.code];
    };
    for (const input of [{ q: 'haworth' }, { client_ids: [jack.id] }]) {
      for (const lacking of needed) {
        const scopes = needed.filter((scope) => scope !== lacking);
        expect([lacking, ...(await answerTo(scopes, input))]).toEqual([lacking, 403, 'scope_missing']);
      }
      expect((await answerTo(needed, input))[0]).toBe(200);
    }
  });

  it('refuses pet owners', async () => {
    const { jack } = await makeDesk();
    const key = await makeSessionKey(db(), { client: jack });
    expect((await api.call('search', { q: 'haworth' }, key)).status).toBe(403);
  });
});
