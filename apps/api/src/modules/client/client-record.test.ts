import { describe, expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeClient } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { testNow, useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const clientOf = async (practice: Practice, client_id: number) =>
  (await api.call('client', { client_id }, practice.staffKey)).body;

/** The entries of the client in the audit log, newest first. */
async function auditOf(practice: Practice, clientId: number) {
  const { rows } = await db().query<{ action: string; details: unknown; user_id: string }>(
    `select l.action, l.details, l.user_id from audit_log l
     where l.tenant_id = $1 and l.entity = 'client' and l.entity_id = $2 order by l.id desc`,
    [practice.tenant.id, clientId],
  );
  return rows.map(({ action, details }) => ({ action, details }));
}

const bookingStatus = async (practice: Practice, booking_id: number) =>
  (await api.call('booking', { booking_id }, practice.staffKey)).body.status;

describe('client_create', () => {
  it('creates a client as the screens show them', async () => {
    const practice = await makePractice(db());
    const { status, body } = await api.call(
      'client_create',
      {
        name: '  Zoë O’Brien ',
        email: 'Zoe@Farm.test',
        phone: '+44 7700 900555',
        address: '3 Back Lane\nOakham',
        notes: 'Rings in the evening',
        likes_sms: '0',
      },
      practice.staffKey,
    );
    expect(status).toBe(200);
    expect(await clientOf(practice, body.client_id)).toEqual({
      id: body.client_id,
      name: 'Zoë O’Brien',
      email: 'zoe@farm.test',
      phone: '07700900555',
      address: '3 Back Lane\nOakham',
      notes: 'Rings in the evening',
      likes_sms: '0',
      likes_email: '1',
      active: '1',
      erased: '0',
      likes_push: '1',
      likes_recall: '1',
      push_devices: 0,
      portal_access: '0',
      did_not_attend: 0,
      created_at: new Date(testNow).toISOString(),
      updated_at: new Date(testNow).toISOString(),
      alert: null,
    });
    expect(await auditOf(practice, body.client_id)).toEqual([{ action: 'client_create', details: null }]);
  });

  it('needs no more than a name, and accepts many without a phone and with the same email', async () => {
    const practice = await makePractice(db());
    for (const name of ['Ann', 'Ben']) {
      const form = { name, email: 'family@example.test' };
      const { status } = await api.call('client_create', form, practice.staffKey);
      expect(status).toBe(200);
    }
    const { body } = await api.call('clients', { q: 'family@' }, practice.staffKey);
    expect(body.map(({ name, phone, likes_sms }) => [name, phone, likes_sms])).toEqual([
      ['Ann', null, '1'],
      ['Ben', null, '1'],
    ]);
  });

  it.each([
    [{ name: ' ' }, 'name', 'Enter a name.'],
    [{ name: 'A'.repeat(201) }, 'name', 'Use at most 200 characters.'],
    [{ name: 'Ann', email: 'ann' }, 'email', 'Enter an email address such as ann@example.com.'],
    [{ name: 'Ann', phone: '12' }, 'phone', 'Enter a phone number such as 07700 900001.'],
    [{ name: 'Ann', notes: 'n'.repeat(5001) }, 'notes', 'Use at most 5000 characters.'],
  ])('refuses %o, naming the field', async (form, field, message) => {
    const practice = await makePractice(db());
    const { status, error } = await api.call('client_create', form, practice.staffKey);
    expect(status).toBe(400);
    expect(error.fields).toEqual({ [field]: message });
  });

  it('names the client who has the phone number, in any spelling', async () => {
    const practice = await makePractice(db());
    const ann = await makeClient(db(), { tenant: practice.tenant, name: 'Ann', phone: '07700900777' });
    const form = { name: 'Ben', phone: '+44 (0)7700 900 777' };
    const { status, error } = await api.call('client_create', form, practice.staffKey);
    const message = 'Another client, Ann, already has this phone number.';
    expect(status).toBe(409);
    expect(error).toMatchObject({
      code: 'phone_taken',
      message,
      fields: { phone: message },
      existing_id: ann.id,
    });
    const { body: count } = await api.call('clients/count', { q: 'Ben' }, practice.staffKey);
    expect(count.matching).toBe(0);
  });

  it('says that the client who has the phone number is archived and can be restored', async () => {
    const practice = await makePractice(db());
    const { tenant } = practice;
    const archived_at = new Date(0);
    const ann = await makeClient(db(), { tenant, name: 'Ann', phone: '07700900778', archived_at });
    const form = { name: 'Ben', phone: '07700900778' };
    const { error } = await api.call('client_create', form, practice.staffKey);
    expect(error).toMatchObject({
      message: 'Another client, Ann, already has this phone number. They’re archived and can be restored.',
      existing_id: ann.id,
    });
  });

  it('lets another practice have the same number', async () => {
    const [here, there] = [await makePractice(db()), await makePractice(db())];
    const { phone } = await makeClient(db(), { tenant: there.tenant, phone: '07700900779' });
    const { status } = await api.call('client_create', { name: 'Ben', phone: phone ?? '' }, here.staffKey);
    expect(status).toBe(200);
  });

  it('gives a number requested by many at once to one of them', async () => {
    const practice = await makePractice(db());
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        api.call('client_create', { name: `Twin ${n}`, phone: '07700 900780' }, practice.staffKey),
      ),
    );
    const won = answers.filter(({ status }) => status === 200);
    const lost = answers.filter(({ status }) => status === 409);
    expect([won.length, lost.length]).toEqual([1, 7]);
    const winner = won[0]?.body.client_id;
    expect(lost.map(({ error }) => error.existing_id)).toEqual(Array.from({ length: 7 }, () => winner));
  });
});

describe('client_update', () => {
  it('keeps omitted fields, clears null ones, and records the names of the changes', async () => {
    const practice = await makePractice(db());
    const { client } = practice;
    const before = await clientOf(practice, client.id);
    api.clock.set('2026-01-15T10:00:00Z');
    const change = { client_id: client.id, notes: 'Prefers mornings', email: null, likes_sms: '0' } as const;
    expect((await api.call('client_update', change, practice.staffKey)).body).toEqual({ success: true });
    expect(await clientOf(practice, client.id)).toEqual({
      ...before,
      notes: 'Prefers mornings',
      email: null,
      likes_sms: '0',
      updated_at: '2026-01-15T10:00:00.000Z',
    });
    expect(await auditOf(practice, client.id)).toEqual([
      { action: 'client_update', details: { changed: ['email', 'notes', 'likes_sms'] } },
    ]);
  });

  it('changes the notes alone, and nothing when nothing differs', async () => {
    const practice = await makePractice(db());
    const { client } = practice;
    const before = await clientOf(practice, client.id);
    const same = { client_id: client.id, name: client.name, phone: client.phone ?? '' };
    api.clock.set('2026-01-15T10:00:00Z');
    await api.call('client_update', same, practice.staffKey);
    expect(await clientOf(practice, client.id)).toEqual(before);
    await api.call('client_update', { client_id: client.id, notes: 'x' }, practice.staffKey);
    expect(await clientOf(practice, client.id)).toMatchObject({ name: client.name, notes: 'x' });
    expect((await auditOf(practice, client.id)).map(({ details }) => details)).toEqual([
      { changed: ['notes'] },
      { changed: [] },
    ]);
  });

  it('refuses the phone number of another client, also when two request it at once', async () => {
    const practice = await makePractice(db());
    const { tenant } = practice;
    const ann = await makeClient(db(), { tenant, name: 'Ann', phone: '07700900781' });
    const [ben, cat] = [await makeClient(db(), { tenant }), await makeClient(db(), { tenant })];
    const taken = { client_id: ben.id, phone: '07700 900781' };
    const { status, error } = await api.call('client_update', taken, practice.staffKey);
    expect(status).toBe(409);
    expect(error).toMatchObject({ code: 'phone_taken', existing_id: ann.id });
    const answers = await Promise.all(
      [ben, cat].map(({ id }) =>
        api.call('client_update', { client_id: id, phone: '07700 900782' }, practice.staffKey),
      ),
    );
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(answers.find((answer) => answer.status === 409)?.error.code).toBe('phone_taken');
  });

  it('cannot reach a client of another practice', async () => {
    const [here, there] = [await makePractice(db()), await makePractice(db())];
    const theirs = { client_id: there.client.id };
    for (const answer of [
      await api.call('client_update', { ...theirs, name: 'Mine' }, here.staffKey),
      await api.call('client_archive', theirs, here.staffKey),
      await api.call('client_restore', theirs, here.staffKey),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.error.message).toBe('Client not found');
    }
  });
});

/** A client with an appointment of each kind around 09:00 on 14 January. */
async function withAppointments(practice: Practice) {
  const client = await makeClient(db(), { tenant: practice.tenant, password: 'petlover' });
  const animal = await makeAnimal(db(), { client });
  const make = (booking_time: string, columns: Parameters<typeof makeBooking>[1] = {}) =>
    makeBooking(db(), { animal, booking_date: '2026-01-14', booking_time, ...columns });
  return {
    client,
    animal,
    later: await make('15:00', { status: 'confirmed' }),
    atOnce: await make('09:00'),
    request: await make('11:00', { is_provisional: true, source: 'portal' }),
    begun: await make('08:30', { status: 'confirmed' }),
    here: await make('08:45', { status: 'in-progress' }),
    done: await make('07:00', { status: 'completed' }),
    cancelled: await make('16:00', { status: 'cancelled' }),
  };
}

describe('client_archive', () => {
  it('loses no data, and keeps the appointments unless asked to cancel them', async () => {
    const practice = await makePractice(db());
    const { client, later } = await withAppointments(practice);
    const { body } = await api.call('client_archive', { client_id: client.id }, practice.staffKey);
    expect(body).toEqual({ success: true, cancelled_bookings: [] });
    expect(await clientOf(practice, client.id)).toMatchObject({ active: '0', name: client.name });
    expect(await bookingStatus(practice, later.id)).toBe('confirmed');
  });

  it('cancels upcoming appointments on the practice’s clock, and nothing else', async () => {
    const practice = await makePractice(db());
    const made = await withAppointments(practice);
    const { client } = made;
    const others = await makeBooking(db(), { animal: practice.animal, booking_date: '2026-02-01' });
    const order = { client_id: client.id, cancel_bookings: '1' } as const;
    const { body } = await api.call('client_archive', order, practice.staffKey);
    const cancelled = [made.atOnce.id, made.request.id, made.later.id];
    expect(body.cancelled_bookings).toEqual(cancelled);
    for (const id of cancelled) expect(await bookingStatus(practice, id)).toBe('cancelled');
    expect(await bookingStatus(practice, made.begun.id)).toBe('confirmed');
    expect(await bookingStatus(practice, made.here.id)).toBe('in-progress');
    expect(await bookingStatus(practice, made.done.id)).toBe('completed');
    expect(await bookingStatus(practice, others.id)).toBe('pending');
    expect(await auditOf(practice, client.id)).toEqual([
      { action: 'client_archive', details: { cancelled_bookings: cancelled } },
    ]);
    const { body: requests } = await api.call('bookings_pending', {}, practice.staffKey);
    expect(requests).toEqual([]);
  });

  it('twice is harmless, and restoring brings the client back without the appointments', async () => {
    const practice = await makePractice(db());
    const { client, later } = await withAppointments(practice);
    const order = { client_id: client.id, cancel_bookings: '1' } as const;
    await api.call('client_archive', order, practice.staffKey);
    const archived = await clientOf(practice, client.id);
    api.clock.set('2026-01-14T09:05:00Z');
    const again = await api.call('client_archive', order, practice.staffKey);
    expect(again.body).toEqual({ success: true, cancelled_bookings: [] });
    expect(await clientOf(practice, client.id)).toEqual(archived);
    for (const time of ['09:06', '09:07']) {
      api.clock.set(`2026-01-14T${time}:00Z`);
      const { status } = await api.call('client_restore', { client_id: client.id }, practice.staffKey);
      expect(status).toBe(200);
    }
    expect(await clientOf(practice, client.id)).toMatchObject({
      active: '1',
      updated_at: '2026-01-14T09:06:00.000Z',
    });
    expect(await bookingStatus(practice, later.id)).toBe('cancelled');
  });

  it("prevents new appointments and new animals, and ends the client's portal access", async () => {
    const practice = await makePractice(db());
    const { client, animal, checkUp, clientKey, staffKey } = practice;
    const offered = await api.call('animals', { q: animal.name, bookable: '1' }, staffKey);
    expect(offered.body.map(({ id }) => id)).toEqual([animal.id]);
    await api.call('client_archive', { client_id: client.id }, staffKey);
    const booking = await api.call(
      'booking_create',
      {
        client_id: client.id,
        animal_id: animal.id,
        service_id: checkUp.id,
        booking_date: '2026-01-20',
        booking_time: '10:00',
      },
      staffKey,
    );
    expect([booking.status, booking.error.code]).toEqual([409, 'client_archived']);
    const found = await api.call('animals', { q: animal.name, bookable: '1' }, staffKey);
    expect(found.body).toEqual([]);
    const newAnimal = { client_id: client.id, name: 'Rex', type: practice.dog.id };
    expect((await api.call('animal_create', newAnimal, staffKey)).status).toBe(404);
    expect((await api.call('logout', {}, clientKey)).status).toBe(401);
  });

  it('never leaves behind an appointment that is booked at the same moment', async () => {
    const practice = await makePractice(db());
    const { staffKey, checkUp, tenant } = practice;
    for (let round = 0; round < 6; round += 1) {
      const client = await makeClient(db(), { tenant });
      const animal = await makeAnimal(db(), { client });
      const form = {
        client_id: client.id,
        animal_id: animal.id,
        service_id: checkUp.id,
        booking_date: '2026-01-20',
        booking_time: '10:00',
      };
      await Promise.all([
        api.call('booking_create', form, staffKey),
        api.call('client_archive', { client_id: client.id, cancel_bookings: '1' }, staffKey),
        api.call('booking_create', form, staffKey),
      ]);
      const { body } = await api.call('bookings_by_client', { client_id: client.id }, staffKey);
      expect(body.filter(({ status }) => status !== 'cancelled')).toEqual([]);
    }
  });
});
