import { beforeEach, describe, expect, it } from 'vitest';
import {
  makeBooking,
  makeComms,
  makeFile,
  makePayment,
} from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeAddendum, makeEntry } from '../../../../../packages/dev/src/factory-health.ts';
import {
  makeClient,
  makeSessionKey,
  type SessionKey,
} from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import type { AnimalRow, ClientRow } from '../../../../../packages/dev/src/factory-rows.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { makeOwner } from '../../testing/deposits.ts';
import { idsEach } from '../../db/installation-ids.ts';
import { useTestApi } from '../../testing/harness.ts';
import { planGaps } from '../waitlist/fill-gaps.ts';
import { pdfText } from '../../testing/pdf-text.ts';
import { ndjson, readZip } from '../../testing/read-zip.ts';
import {
  cancel,
  fillDay,
  freeUp,
  makeWaiting,
  makeWaitlistPractice,
  offersOf,
  sweep,
  textsTo,
  timeOn,
  wait,
} from '../../testing/waitlists.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

let practice: Practice;
let former: ClientRow;
let next: ClientRow;
let nextKey: SessionKey;
let animal: AnimalRow;
beforeEach(async () => {
  practice = await makePractice(db());
  former = practice.client;
  animal = practice.animal;
  next = await makeClient(db(), { tenant: practice.tenant, name: 'Nora Newhome' });
  nextKey = await makeSessionKey(db(), { client: next });
});

const transfer = (input: { animal_id?: number; client_id?: number; transferred_on?: string } = {}) =>
  api.call('animal_transfer', { animal_id: animal.id, client_id: next.id, ...input }, practice.staffKey);

const owners = async () => {
  const { body } = await api.call('animal_owners', { animal_id: animal.id }, practice.staffKey);
  return body.map(({ client_name, since, until }) => [client_name, since, until]);
};

/** Whether each client owned the animal at a moment, as later parts of the record ask. */
async function ownersAt(moment: string): Promise<string[]> {
  const { rows } = await db().query<{ name: string }>(
    `select c.name from owned_times o join clients c on c.tenant_id = o.tenant_id and c.id = o.client_id
     where o.animal_id = $1 and $2 >= o.owned_since and $2 < o.owned_until`,
    [animal.id, moment],
  );
  return rows.map(({ name }) => name);
}

describe('the owners of an animal over time', () => {
  it('are its client from the beginning, however it was recorded', async () => {
    const created = await api.call(
      'animal_create',
      { client_id: former.id, name: 'Rex', type: practice.dog.id },
      practice.staffKey,
    );
    const own = await api.call(
      'cp/animal_create',
      { name: 'Max', type: practice.dog.id },
      practice.clientKey,
    );
    for (const { body } of [created, own]) {
      const { body: found } = await api.call(
        'animal_owners',
        { animal_id: body.animal_id },
        practice.staffKey,
      );
      expect(found).toEqual([{ client_id: former.id, client_name: former.name, since: null, until: null }]);
    }
  });

  it('follow each transfer to the moment, also back to a former owner', async () => {
    await transfer();
    api.clock.set('2026-01-20T15:30:00Z');
    await transfer({ client_id: former.id });
    const [first, second] = ['2026-01-14T09:00:00.000Z', '2026-01-20T15:30:00.000Z'];
    expect(await owners()).toEqual([
      [former.name, second, null],
      [next.name, first, second],
      [former.name, null, first],
    ]);
    expect(await ownersAt('2020-01-01T00:00:00Z')).toEqual([former.name]);
    expect(await ownersAt('2026-01-14T08:59:59Z')).toEqual([former.name]);
    expect(await ownersAt(first)).toEqual([next.name]);
    expect(await ownersAt(second)).toEqual([former.name]);
  });

  it('leave no time to a client who was recorded by mistake and corrected at once', async () => {
    await transfer();
    await transfer({ client_id: former.id });
    for (const moment of ['2026-01-14T08:59:59Z', '2026-01-14T09:00:00Z', '2026-02-01T00:00:00Z'])
      expect(await ownersAt(moment)).toEqual([former.name]);
  });

  it('cannot be written twice for one time by simultaneous transfers', async () => {
    const other = await makeClient(db(), { tenant: practice.tenant });
    const answers = await Promise.all([transfer(), transfer({ client_id: other.id }), transfer()]);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    const { rows } = await db().query(
      `select count(*)::int as current, (select client_id::int from animals where id = $1) = max(o.client_id) as same
       from animal_owners o where o.animal_id = $1 and o.until is null`,
      [animal.id],
    );
    expect(rows).toEqual([{ current: 1, same: true }]);
  });

  it('of another practice are not found', async () => {
    const elsewhere = await makePractice(db());
    const { status } = await api.call('animal_owners', { animal_id: animal.id }, elsewhere.staffKey);
    expect(status).toBe(404);
  });
});

describe('a transfer on an earlier day', () => {
  it('counts from the beginning of that day on the practice’s clock', async () => {
    await db().query("update tenants set time_zone = 'Europe/Berlin' where id = $1", [practice.tenant.id]);
    expect((await transfer({ transferred_on: '2026-01-10' })).status).toBe(200);
    const moment = '2026-01-09T23:00:00.000Z';
    expect(await owners()).toEqual([
      [next.name, moment, null],
      [former.name, null, moment],
    ]);
  });

  it('ends the time of the former owner where ids began lower again, as after a move back', async () => {
    await transfer({ transferred_on: '2026-01-02' });
    await db().query('update animal_owners set id = id + $2 where animal_id = $1 and until is not null', [
      animal.id,
      2 * idsEach,
    ]);
    await transfer({ client_id: former.id, transferred_on: '2026-01-10' });
    expect(await owners()).toEqual([
      [former.name, '2026-01-10T00:00:00.000Z', null],
      [next.name, '2026-01-02T00:00:00.000Z', '2026-01-10T00:00:00.000Z'],
      [former.name, null, '2026-01-02T00:00:00.000Z'],
    ]);
  });

  it.each(['2026-01-14', undefined])('counts from now on when it is today: %s', async (transferred_on) => {
    await makeBooking(db(), {
      animal,
      booking_date: '2026-01-14',
      booking_time: '08:00',
      status: 'completed',
    });
    expect((await transfer(transferred_on === undefined ? {} : { transferred_on })).status).toBe(200);
    expect((await owners())[0]).toEqual([next.name, '2026-01-14T09:00:00.000Z', null]);
  });

  it('is refused in the future, and before an appointment or the time of the owner', async () => {
    await makeBooking(db(), { animal, booking_date: '2026-01-12', status: 'completed' });
    await makeBooking(db(), { animal, booking_date: '2026-01-13', status: 'cancelled' });
    const reasonFor = async (transferred_on: string) => {
      const { status, error } = await transfer({ transferred_on });
      return status === 200 ? null : [status, error.fields?.['transferred_on']];
    };
    expect(await reasonFor('2026-01-15')).toEqual([400, 'Choose today or an earlier day.']);
    for (const day of ['2026-01-12', '2025-12-01'])
      expect(await reasonFor(day)).toEqual([
        400,
        `${animal.name} had an appointment on 12 January 2026. Choose a later day, or today.`,
      ]);
    expect((await owners()).length).toBe(1);
    expect(await reasonFor('2026-01-13')).toBeNull();
    const { error } = await transfer({ client_id: former.id, transferred_on: '2026-01-12' });
    expect(error.fields).toEqual({
      transferred_on: `${animal.name} has belonged to this client since 13 January 2026. Choose a later day.`,
    });
  });
});

describe('what was recorded between the day of a transfer and its correction', () => {
  /** Entries of 10 January, and one of an appointment that was cancelled, all recorded as the former owner's. */
  async function recordMeanwhile() {
    const at = '2026-01-10T12:00:00Z';
    const jab = { animal, kind: 'vaccination', at } as const;
    const vaccination = await makeEntry(db(), { ...jab, product: 'Nobivac DHP' });
    await makeAddendum(db(), vaccination);
    const booking = await makeBooking(db(), { animal, booking_date: '2026-01-10', status: 'cancelled' });
    await makeEntry(db(), { ...jab, booking, product: 'Rabisin' });
    await makeEntry(db(), { ...jab, product: 'Nobivac KC', at: '2026-01-05T12:00:00Z' });
    const of = { animal, kind: 'prescription', at, product: 'Meloxicam', quantity: 10, unit: 'ml' } as const;
    return makeEntry(db(), { ...of, data: { directions: 'Once a day', valid_until: '2026-07-09' } });
  }

  it('is the new owner’s in the portal and on paper', async () => {
    const prescription = await recordMeanwhile();
    await transfer({ transferred_on: '2026-01-08' });
    const theirs = (await api.call('cp/record', { animal_id: animal.id }, nextKey)).body.entries;
    expect(new Set(theirs.map(({ product }) => product))).toEqual(new Set(['Meloxicam', 'Nobivac DHP']));
    const textOf = async (answer: { status: number; body: unknown }) => {
      expect(answer.status).toBe(200);
      return pdfText(answer.body as Uint8Array);
    };
    const certificate = await api.call('cp/vaccination_certificate', { animal_id: animal.id }, nextKey);
    const certified = await textOf(certificate);
    const products = ['Nobivac DHP', 'Nobivac KC', 'Rabisin'].filter((name) => certified.includes(name));
    expect(products).toEqual(['Nobivac DHP']);
    const entry_id = prescription.id;
    for (const paper of [
      await api.call('cp/prescription_pdf', { entry_id }, nextKey),
      await api.call('prescription_pdf', { entry_id }, practice.staffKey),
    ]) {
      const text = await textOf(paper);
      expect([next.name, former.name].filter((name) => text.includes(name))).toEqual([next.name]);
    }
    expect((await api.call('cp/prescription_pdf', { entry_id }, practice.clientKey)).status).toBe(404);
  });

  it('is exported with the new owner', async () => {
    await recordMeanwhile();
    await transfer({ transferred_on: '2026-01-08' });
    const exported = async (client_id: number) => {
      const { body } = await api.call('client_export', { client_id }, practice.adminKey);
      const files = await readZip(body as unknown as Uint8Array);
      const products = ndjson(files.get('json/record-entries.ndjson')).map((row) => row['product']);
      return [products, ndjson(files.get('json/record-addenda.ndjson')).length];
    };
    expect(await exported(next.id)).toEqual([['Nobivac DHP', 'Meloxicam'], 1]);
    expect(await exported(former.id)).toEqual([['Rabisin', 'Nobivac KC'], 0]);
  });

  it('follows the day of an entry that is corrected across the transfer', async () => {
    await transfer();
    const add = { animal_id: animal.id, product: 'Nobivac DHP' };
    const { entry_id } = (await api.call('vaccination_add', add, practice.staffKey)).body;
    const seen = async () =>
      (await api.call('cp/record', { animal_id: animal.id }, nextKey)).body.entries.length;
    expect(await seen()).toBe(1);
    const amend = { entry_id, version: 1, date: '2026-01-10' };
    expect((await api.call('entry_amend', amend, practice.staffKey)).status).toBe(200);
    expect(await seen()).toBe(0);
  });
});

describe('the portals of two owners', () => {
  /** Every read of the portal that can be about an animal or an appointment, as text. */
  async function everythingFor(key: SessionKey, bookingIds: readonly number[]): Promise<string> {
    const answers = await Promise.all([
      api.call('cp/client', {}, key),
      api.call('cp/animals', {}, key),
      api.call('cp/animal', { animal_id: animal.id }, key),
      api.call('cp/bookings', {}, key),
      api.call('cp/wants', {}, key),
      api.call('files/cp_by_entity', { entity_type: 'animal', entity_id: animal.id }, key),
      ...bookingIds.flatMap((id) => [
        api.call('cp/booking', { booking_id: id }, key),
        api.call('files/cp_by_entity', { entity_type: 'booking', entity_id: id }, key),
      ]),
    ]);
    return JSON.stringify(answers.map(({ status, body }) => (status === 200 ? body : status)));
  }

  /** A past visit of a client with the animal, with everything that is theirs; `word` is in each text. */
  async function visit(client: ClientRow, day: string, word: string) {
    await api.call(
      'animal_update',
      {
        animal_id: animal.id,
        insurer: `${word} insurance`,
        policy: `${word} policy`,
        usual_vet: `${word} vets`,
      },
      practice.staffKey,
    );
    const booking = await makeBooking(db(), {
      animal,
      client_id: client.id,
      booking_date: day,
      status: 'completed',
      notes: `${word} notes`,
      staff_notes: `${word} staff notes`,
    });
    await makePayment(db(), { booking });
    await makeComms(db(), { booking, client_id: client.id, body: `${word} message` });
    await makeFile(db(), { booking, uploaded_by_client_id: client.id, filename: `${word}-visit.pdf` });
    await makeFile(db(), { animal, uploaded_by_client_id: client.id, filename: `${word}-upload.pdf` });
    return booking;
  }

  it('show to each what was theirs, and nothing of the other', async () => {
    const before = await visit(former, '2026-01-10', 'FORMER');
    expect((await transfer()).status).toBe(200);
    api.clock.set('2026-02-20T09:00:00Z');
    const [formerKey, newKey] = [
      await makeSessionKey(db(), { client: former }),
      await makeSessionKey(db(), { client: next }),
    ];
    practice = { ...practice, staffKey: await makeSessionKey(db(), { user: practice.staff }) };
    const after = await visit(next, '2026-02-10', 'NEXT');
    const ids = [before.id, after.id];
    await api.call('cp/animal_update', { animal_id: animal.id, name: 'Luna', color: 'NEXT colour' }, newKey);

    const seenByNext = await everythingFor(newKey, ids);
    for (const text of ['FORMER', former.name, former.phone ?? '', former.email ?? ''])
      expect(seenByNext).not.toContain(text);
    for (const text of ['NEXT notes', 'NEXT-visit.pdf', 'NEXT-upload.pdf', 'NEXT insurance', 'NEXT policy'])
      expect(seenByNext).toContain(text);

    const seenByFormer = await everythingFor(formerKey, ids);
    for (const text of ['NEXT', next.name, next.phone ?? '', next.email ?? ''])
      expect(seenByFormer).not.toContain(text);
    // Also the animal's present name, for the appointments that they had.
    for (const text of ['FORMER notes', 'FORMER-visit.pdf', 'Luna']) expect(seenByFormer).toContain(text);
    expect(seenByFormer + seenByNext).not.toContain('staff notes');
  });

  it('keep the balance due with the client who had the appointment', async () => {
    await makeBooking(db(), { animal, booking_date: '2026-01-10', status: 'completed', price_pence: 4500 });
    await transfer();
    const due = async (client_id: number) =>
      (await api.call('client_account', { client_id }, practice.adminKey)).body.balance;
    expect([await due(former.id), await due(next.id)]).toEqual(['45.00', '0.00']);
  });

  it('let only the current owner change the animal, or ask for an appointment with it', async () => {
    await transfer();
    const calls = (key: SessionKey) => [
      api.call('cp/animal_update', { animal_id: animal.id, microchip: '985112001234567' }, key),
      api.call(
        'cp/booking_create',
        {
          animal_id: animal.id,
          service_id: practice.checkUp.id,
          booking_date: '2026-01-15',
          booking_time: '10:00',
        },
        key,
      ),
    ];
    const statuses = async (key: SessionKey) => (await Promise.all(calls(key))).map(({ status }) => status);
    expect(await statuses(practice.clientKey)).toEqual([404, 404]);
    expect(await statuses(nextKey)).toEqual([200, 200]);
  });
});

describe('insurer, policy and usual vet', () => {
  it('are cleared by a transfer, while the microchip stays', async () => {
    const details = {
      insurer: 'Petplan',
      policy: 'PP1',
      usual_vet: 'Oak Vets',
      microchip: '985112001234567',
    };
    await api.call('animal_update', { animal_id: animal.id, ...details }, practice.staffKey);
    await transfer();
    const { body } = await api.call('animal', { animal_id: animal.id }, practice.staffKey);
    expect(body).toMatchObject({ ...details, insurer: null, policy: null, usual_vet: null });
  });
});

const give = (who: Practice, animal_id: number, client_id: number) =>
  api.call('animal_transfer', { animal_id, client_id }, who.staffKey);

describe('a transfer of an animal whose owner waits for a time', () => {
  it('ends the wait, so that neither owner is offered a time', async () => {
    const willow = await makeWaitlistPractice(api);
    const booked = await fillDay(api, willow);
    const [waiting, buyer] = [await makeWaiting(api, willow), await makeOwner(api, willow)];
    expect((await give(willow, waiting.animalId, buyer.clientId)).status).toBe(200);
    await freeUp(api, willow, timeOn(booked, '10:00'));
    expect([await textsTo(api, waiting), await textsTo(api, buyer)]).toEqual([[], []]);
  });

  it('withdraws an offer, and its message if that is still queued', async () => {
    const willow = await makeWaitlistPractice(api);
    const booked = await fillDay(api, willow);
    const [waiting, buyer] = [await makeWaiting(api, willow), await makeOwner(api, willow)];
    await cancel(api, willow, timeOn(booked, '10:00'));
    wait(api, 1);
    await planGaps(api.deps);
    await api.runJobs();
    expect((await offersOf(api, willow)).map(({ state }) => state)).toEqual(['open']);
    expect((await give(willow, waiting.animalId, buyer.clientId)).status).toBe(200);
    await sweep(api);
    expect([await textsTo(api, waiting), await textsTo(api, buyer)]).toEqual([[], []]);
    expect((await offersOf(api, willow)).map(({ state }) => state)).toEqual(['withdrawn']);
  });
});

describe('at the same moment as a transfer', () => {
  it('no wait of the former owner is left for the animal', async () => {
    const willow = await makeWaitlistPractice(api);
    for (let round = 0; round < 12; round += 1) {
      const [owner, buyer] = [await makeOwner(api, willow), await makeOwner(api, willow)];
      const [asked, moved] = await Promise.all([
        api.call(
          'cp/want_create',
          { animal_id: owner.animalId, service_id: willow.checkUp.id },
          owner.caller,
        ),
        give(willow, owner.animalId, buyer.clientId),
      ]);
      expect(moved.status).toBe(200);
      expect([200, 404]).toContain(asked.status);
    }
    const { rows } = await db().query(
      `select w.id from wants w join animals a on a.tenant_id = w.tenant_id and a.id = w.animal_id
       where w.tenant_id = $1 and w.client_id <> a.client_id and w.state in ('waiting', 'offered')`,
      [willow.tenant.id],
    );
    expect(rows).toEqual([]);
  });
});

describe('a referral', () => {
  it('has the visits of a former owner, without what they wrote', async () => {
    await makeBooking(db(), {
      animal,
      service: practice.vaccination,
      booking_date: '2026-01-10',
      status: 'completed',
      notes: 'Ring the side door',
    });
    await transfer();
    const booking = await makeBooking(db(), { animal, client_id: next.id, booking_date: '2026-01-15' });
    const { body } = await api.call('booking_referral', { booking_id: booking.id }, practice.staffKey);
    const text = await pdfText(body as unknown as Uint8Array);
    expect(text).toContain(practice.vaccination.name);
    expect(text).not.toContain('side door');
  });
});

describe('export and erasure', () => {
  const ownersIn = async (client_id: number) => {
    const { body } = await api.call('client_export', { client_id }, practice.adminKey);
    const entries = await readZip(body as unknown as Uint8Array);
    return ndjson(entries.get('json/animal-owners.ndjson')).map((row) => row['client_id']);
  };

  it('give each client their own time only', async () => {
    await transfer();
    expect([await ownersIn(former.id), await ownersIn(next.id)]).toEqual([[former.id], [next.id]]);
  });

  it('of the former owner leave the time of an erased client', async () => {
    await transfer();
    const erased = await api.call(
      'client_erase',
      { client_id: former.id, name: former.name },
      practice.adminKey,
    );
    expect(erased.status).toBe(200);
    expect((await owners()).map(([name]) => name)).toEqual([next.name, 'Erased client']);
  });

  it('of the new owner leave the former owner their appointments', async () => {
    const booking = await makeBooking(db(), { animal, booking_date: '2026-01-10', status: 'completed' });
    await makeAnimal(db(), { client: next });
    await transfer();
    await api.call('client_erase', { client_id: next.id, name: next.name }, practice.adminKey);
    const { body } = await api.call('cp/bookings', {}, practice.clientKey);
    expect(body.map(({ id }) => id)).toEqual([booking.id]);
  });
});
