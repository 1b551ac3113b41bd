import { describe, expect, it } from 'vitest';
import { makeAbsence, makeServiceStaff } from '../../../../../packages/dev/src/factory-diary.ts';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import type { Columns, TenantRow } from '../../../../../packages/dev/src/factory-rows.ts';
import { beginPaying, checkoutFor, moneyOf, ownerOf, paymentStatusOf } from '../../testing/deposits.ts';
import { useTestApi } from '../../testing/harness.ts';
import { rotaBookings } from '../../testing/rota-bookings.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;
const { portalTimes, request } = rotaBookings(api);

/** A practice with one place and half-hour slots, whose consultation of 30 minutes takes the staff member `minutes`. */
async function makeOwnLength(minutes: number, columns: Columns<TenantRow> = {}) {
  const practice = await makePractice(db(), { slot_minutes: 30, ...columns });
  await makeServiceStaff(db(), practice.checkUp, practice.staff, { duration_minutes: minutes });
  const { tenant, admin } = practice;
  const take = (booking_time: string, duration_minutes: number) =>
    makeBooking(db(), { tenant, staff: admin, booking_time, duration_minutes, status: 'confirmed' });
  return { practice, take, service_id: practice.checkUp.id };
}

/** Who takes an appointment, and how long it is. */
async function bookedAs(bookingId: number) {
  const { rows } = await db().query<{ staff: number; minutes: number }>(
    'select staff_id::int as staff, duration_minutes as minutes from bookings where id = $1',
    [bookingId],
  );
  return rows[0];
}

describe('a person who takes longer than the service', () => {
  it('is offered only where the practice has a place for all of their time', async () => {
    const { practice, take, service_id } = await makeOwnLength(60);
    await take('10:30', 30);
    const times = await portalTimes(practice, { service_id });
    expect(times.slice(0, 3)).toEqual(['09:00', '09:30', '11:00']);
    expect((await request(practice)).error.code).toBe('slot_taken');
    const { body } = await request(practice, { booking_time: '09:30' });
    expect(await bookedAs(body.booking_id)).toEqual({ staff: practice.staff.id, minutes: 60 });
  });

  it('leaves the time to a colleague for whom it is long enough', async () => {
    const { practice, take, service_id } = await makeOwnLength(60);
    const { checkUp, admin, staff } = practice;
    await makeServiceStaff(db(), checkUp, admin);
    await take('10:30', 30);
    expect(await portalTimes(practice, { service_id })).toContain('10:00');
    expect(await portalTimes(practice, { service_id, staff_id: staff.id })).not.toContain('10:00');
    const { body } = await request(practice);
    expect(await bookedAs(body.booking_id)).toEqual({ staff: admin.id, minutes: 30 });
  });

  it('is paid for only where there is a place, and then booked', async () => {
    const deposit = { deposit_required: true, deposit_pence: 1000 };
    const { practice, take } = await makeOwnLength(60, deposit);
    const owner = ownerOf(practice);
    await take('10:30', 30);
    expect((await beginPaying(api, practice, owner)).error.code).toBe('slot_taken');
    const reference = await checkoutFor(api, practice, owner, { booking_time: '11:00' });
    api.sandbox.stripe.pay(reference);
    expect(await paymentStatusOf(api, owner, reference)).toMatchObject({ outcome: 'booked' });
    expect((await moneyOf(api, practice)).refunds).toEqual([]);
  });
});

describe('a person who takes less than the service', () => {
  it('is offered in a gap that is long enough for them', async () => {
    const { practice, take, service_id } = await makeOwnLength(15);
    await take('10:15', 45);
    expect(await portalTimes(practice, { service_id })).toContain('10:00');
    const { body } = await request(practice);
    expect(await bookedAs(body.booking_id)).toEqual({ staff: practice.staff.id, minutes: 15 });
  });

  it('is offered until the practice is closed', async () => {
    const { practice, service_id } = await makeOwnLength(15);
    await makeAbsence(db(), { tenant: practice.tenant, from: '2026-01-15 10:15', until: '2026-01-15 12:00' });
    const times = await portalTimes(practice, { service_id });
    expect(times.filter((time) => time >= '09:30' && time <= '12:00')).toEqual(['09:30', '10:00', '12:00']);
  });
});
