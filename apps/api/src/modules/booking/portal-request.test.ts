import type { InputOf } from '@burrow/contracts/actions';
import { beforeEach, describe, expect, it } from 'vitest';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { makeBooking, makePayment } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeClient, makeSessionKey } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal, makeHoliday, makeService } from '../../../../../packages/dev/src/factory-records.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

let practice: Practice;
beforeEach(async () => {
  practice = await makePractice(db());
});

type Request = InputOf<'cp/booking_create'>;

const ask = ({ animal, checkUp, clientKey }: Practice, input: Partial<Request> = {}, caller = clientKey) =>
  api.call(
    'cp/booking_create',
    {
      animal_id: animal.id,
      service_id: checkUp.id,
      booking_date: '2026-01-15',
      booking_time: '10:00',
      ...input,
    },
    caller,
  );

const refusal = async (...asked: Parameters<typeof ask>) => {
  const { status, error } = await ask(...asked);
  return `${status} ${error.code}`;
};

describe('cp/booking_create', () => {
  it('makes a request with the price and duration of its service, for the practice to answer', async () => {
    const { status, body } = await ask(practice, { notes: 'Limps a little', deposit_paid: 1 });
    expect(status).toBe(200);
    expect(body).toEqual({ booking_id: body.id, id: body.id });
    const { rows } = await db().query(
      `select client_id, animal_id, service_id, staff_id, booking_time::text, starts_at, duration_minutes, price_pence,
              paid_pence, status, is_provisional, staff_accepted, source, notes
       from bookings where tenant_id = $1`,
      [practice.tenant.id],
    );
    expect(rows).toEqual([
      {
        client_id: String(practice.client.id),
        animal_id: String(practice.animal.id),
        service_id: String(practice.checkUp.id),
        staff_id: null,
        booking_time: '10:00:00',
        starts_at: new Date('2026-01-15T10:00:00Z'),
        duration_minutes: 30,
        price_pence: 4500,
        paid_pence: 0,
        status: 'pending',
        is_provisional: true,
        staff_accepted: false,
        source: 'portal',
        notes: 'Limps a little',
      },
    ]);
  });

  it('appears at the desk, and is confirmed once the desk has accepted it', async () => {
    const { booking_id } = (await ask(practice)).body;
    const waiting = await api.call('bookings_pending', {}, practice.staffKey);
    expect(waiting.body).toMatchObject([
      {
        id: booking_id,
        status: 'pending',
        is_provisional: 1,
        price: '45.00',
        paid: '0.00',
        service: 'Consultation',
      },
    ]);
    const told = await api.call('notifications', {}, practice.staffKey);
    expect(told.body).toMatchObject({ notifications: [{ kind: 'booking_request', booking_id }] });
    const mine = async () => (await api.call('cp/booking', { booking_id }, practice.clientKey)).body.status;
    expect(await mine()).toBe('pending');
    const accepted = await api.call(
      'booking_update',
      { booking_id, is_provisional: '0', status: 'pending', staff_accepted: '1' },
      practice.staffKey,
    );
    expect(accepted.status).toBe(200);
    expect(await mine()).toBe('confirmed');
    expect((await api.call('bookings_pending', {}, practice.staffKey)).body).toEqual([]);
  });

  it('shows the desk the payments for it', async () => {
    const { animal, staffKey } = practice;
    const booking = await makeBooking(db(), {
      animal,
      status: 'pending',
      is_provisional: true,
      source: 'portal',
    });
    await makePayment(db(), { booking, kind: 'deposit', amount_pence: 1000 });
    const { body } = await api.call('bookings_pending', {}, staffKey);
    expect(body).toMatchObject([{ id: booking.id, paid: '10.00' }]);
  });

  it('is for active pets of the caller, and services offered online', async () => {
    const { tenant, client } = practice;
    const sibling = await makeAnimal(db(), { tenant });
    const old = await makeAnimal(db(), { client, active: false });
    for (const { id: animal_id } of [sibling, old]) {
      expect(await refusal(practice, { animal_id })).toBe('404 not_found');
    }
    for (const columns of [{ online: false }, { retired_at: new Date() }]) {
      const { id: service_id } = await makeService(db(), { tenant, ...columns });
      const { status, error } = await ask(practice, { service_id });
      expect([status, Object.keys(error.fields ?? {})]).toEqual([404, ['service_id']]);
    }
  });

  it.each([
    ['between the slots', { booking_time: '10:15' }],
    ['before it opens', { booking_time: '08:00' }],
    ['when it closes', { booking_time: '17:00' }],
    ['on a closed day', { booking_date: '2026-01-17' }],
    ['on a holiday', { booking_date: '2026-01-20' }],
    ['in the past', { booking_date: '2026-01-13' }],
    ['earlier today', { booking_date: '2026-01-14', booking_time: '09:00' }],
    ['too far ahead', { booking_date: '2028-01-17' }],
  ])('refuses a time that is not offered: %s', async (_when, input) => {
    await makeHoliday(db(), { tenant: practice.tenant, start_date: '2026-01-20' });
    expect(await refusal(practice, input)).toBe('409 slot_not_offered');
  });

  it('refuses an appointment that does not end, with its gap, while the practice is open', async () => {
    await db().query('update tenants set grace_minutes = 15 where id = $1', [practice.tenant.id]);
    const last = { booking_time: '16:00' };
    expect(await refusal(practice, { ...last, service_id: practice.vaccination.id })).toBe(
      '409 slot_not_offered',
    );
    expect((await ask(practice, last)).status).toBe(200);
  });

  it('refuses a skipped local time, and uses the first of a repeated one', async () => {
    const night = await makePractice(db(), { business_hours: { sun: [['00:00', '04:00']] } });
    const sunday = { booking_date: '2026-03-29', booking_time: '01:00' };
    expect(await refusal(night, sunday)).toBe('400 nonexistent_time');
    const { body } = await ask(night, { ...sunday, booking_date: '2026-10-25' });
    const { rows } = await db().query('select starts_at from bookings where tenant_id = $1 and id = $2', [
      night.tenant.id,
      body.id,
    ]);
    expect(rows).toEqual([{ starts_at: new Date('2026-10-25T00:00:00Z') }]);
  });

  it('refuses a busy time, of staff or of a request, until it is cancelled', async () => {
    const { tenant, staff } = practice;
    const other = await makeAnimal(db(), { tenant });
    const booked = await makeBooking(db(), { animal: other, staff, booking_time: '10:30' });
    const hour = { service_id: practice.vaccination.id };
    expect(await refusal(practice, hour)).toBe('409 slot_taken');
    await db().query("update bookings set status = 'cancelled' where tenant_id = $1 and id = $2", [
      tenant.id,
      booked.id,
    ]);
    expect((await ask(practice, hour)).status).toBe(200);
    const client = await makeClient(db(), { tenant });
    const pet = await makeAnimal(db(), { client });
    const theirs = await makeSessionKey(db(), { client });
    expect(await refusal(practice, { animal_id: pet.id }, theirs)).toBe('409 slot_taken');
  });

  it('refuses a second appointment of a pet at one time, however many places there are', async () => {
    const large = await makePractice(db(), { parallel_places: 3 });
    expect((await ask(large)).status).toBe(200);
    expect(await refusal(large)).toBe('409 animal_busy');
    const second = await makeAnimal(db(), { client: large.client });
    expect((await ask(large, { animal_id: second.id })).status).toBe(200);
  });

  it('accepts ten pending requests of a client, and more once the practice answers', async () => {
    const { animal } = practice;
    // A past and an accepted one are not pending.
    await makeBooking(db(), { animal, booking_date: '2026-01-12', is_provisional: true, source: 'portal' });
    await makeBooking(db(), { animal, booking_date: '2026-03-02', source: 'portal' });
    const days = Array.from(
      { length: 10 },
      (_, n) => `2026-02-${String(2 + n + (n > 4 ? 2 : 0)).padStart(2, '0')}`,
    );
    for (const booking_date of days) expect((await ask(practice, { booking_date })).status).toBe(200);
    expect(await refusal(practice)).toBe('409 too_many_requests_waiting');
    const [first] = (await api.call('bookings_pending', {}, practice.staffKey)).body.slice(1);
    await api.call(
      'booking_status_update',
      { booking_id: first?.id ?? 0, status: 'confirmed' },
      practice.staffKey,
    );
    expect((await ask(practice)).status).toBe(200);
  });

  it('requires a pet and a service, and a practice with a subscription', async () => {
    const { error } = await api.call(
      'cp/booking_create',
      { booking_date: '2026-01-15', booking_time: '10:00' } as Request,
      practice.clientKey,
    );
    expect(error.fields).toEqual({
      animal_id: 'Please select a pet',
      service_id: 'Please select a service',
    });
    const lapsed = await makePractice(db(), { trial_ends_at: new Date('2026-01-01T00:00:00Z') });
    expect(await refusal(lapsed)).toBe('402 subscription_required');
  });
});
