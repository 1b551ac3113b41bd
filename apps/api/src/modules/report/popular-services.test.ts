import { expect, it } from 'vitest';
import { makeBooking, makePayment } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeService } from '../../../../../packages/dev/src/factory-records.ts';
import type { BookingRow, Columns, ServiceRow } from '../../../../../packages/dev/src/factory-rows.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi, type Caller } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

type Input = Parameters<typeof api.call<'reports/popular_services'>>[1];
const ranking = async (key: Caller, input: Input = {}) => {
  const { status, body } = await api.call('reports/popular_services', input, key);
  expect(status).toBe(200);
  return body;
};

/** So many appointments for a service; by default on the 5th of January. */
async function book(
  { animal, tenant }: Practice,
  service: ServiceRow | null,
  count: number,
  columns: Columns<BookingRow> = {},
): Promise<void> {
  const kind = service ? { service } : { service_id: null };
  for (let made = 0; made < count; made += 1) {
    await makeBooking(db(), {
      animal,
      tenant_id: tenant.id,
      booking_date: '2026-01-05',
      ...kind,
      ...columns,
    });
  }
}

it('ranks by bookings, then by name, with the share of all and the trend against the period before', async () => {
  const practice = await makePractice(db());
  const { checkUp, vaccination } = practice;
  const dental = await makeService(db(), { tenant: practice.tenant, name: 'Dental' });
  await book(practice, vaccination, 3);
  await book(practice, checkUp, 2);
  await book(practice, dental, 2);
  await book(practice, null, 1);
  // This month to date is compared with the 1st to the 14th of December.
  await book(practice, checkUp, 2, { booking_date: '2025-12-14' });
  await book(practice, checkUp, 9, { booking_date: '2025-12-15' });
  await book(practice, dental, 3, { booking_date: '2025-12-01' });
  const { data, metadata } = await ranking(practice.staffKey);
  const { id } = vaccination;
  expect(data).toEqual([
    row(id, 'Vaccination', 3, 37.5, 'up'),
    row(checkUp.id, 'Consultation', 2, 25, 'stable'),
    row(dental.id, 'Dental', 2, 25, 'down'),
    row(null, 'No service', 1, 12.5, 'up'),
  ]);
  expect(metadata).toEqual({
    period: 'month',
    start_date: '2026-01-01',
    end_date: '2026-01-14',
    previous_start_date: '2025-12-01',
    previous_end_date: '2025-12-14',
    total_bookings: 8,
    previous_bookings: 5,
  });
});

it('shows the number of bookings that the trend compares with, also when there are none now', async () => {
  const practice = await makePractice(db());
  const counts = async () => {
    const { data, metadata } = await ranking(practice.staffKey, { limit: 1 });
    return [data.length, metadata.total_bookings, metadata.previous_bookings];
  };
  expect(await counts()).toEqual([0, 0, 0]);
  await book(practice, practice.checkUp, 2, { booking_date: '2025-12-02' });
  await book(practice, null, 1, { booking_date: '2025-12-14' });
  await book(practice, practice.checkUp, 1, { booking_date: '2025-12-14', status: 'cancelled' });
  await book(practice, practice.checkUp, 1, { booking_date: '2025-12-15' });
  expect(await counts()).toEqual([0, 0, 3]);
  await book(practice, practice.vaccination, 1);
  expect(await counts()).toEqual([1, 1, 3]);
});

it('exports no trend without earlier bookings to compare with', async () => {
  const practice = await makePractice(db());
  const trends = async () => {
    const { body } = await api.call('reports/export_csv', { report: 'popular_services' }, practice.staffKey);
    const [, ...lines] = new TextDecoder()
      .decode(body as unknown as Uint8Array)
      .trimEnd()
      .split('\r\n');
    return lines.map((line) => line.split(',')[3]);
  };
  await book(practice, practice.checkUp, 2);
  await book(practice, practice.vaccination, 1);
  expect(await trends()).toEqual(['', '']);
  await book(practice, practice.vaccination, 1, { booking_date: '2025-12-02' });
  expect(await trends()).toEqual(['Up', 'Stable']);
});

const row = (
  service_id: number | null,
  service_name: string,
  booking_count: number,
  percentage_of_total: number,
  trend: string,
) => ({ service_id, service_name, booking_count, percentage_of_total, trend, revenue: '0.00' });

it('shows six unless more are requested, and shares of all bookings in any case', async () => {
  const practice = await makePractice(db());
  for (let index = 0; index < 8; index += 1) {
    await book(practice, await makeService(db(), { tenant: practice.tenant, name: `Kind ${index}` }), 1);
  }
  const names = async (input: Input) =>
    (await ranking(practice.staffKey, input)).data.map(({ service_name: name }) => name);
  expect(await names({})).toEqual(['Kind 0', 'Kind 1', 'Kind 2', 'Kind 3', 'Kind 4', 'Kind 5']);
  expect(await names({ limit: 100 })).toHaveLength(8);
  const { data, metadata } = await ranking(practice.staffKey, { limit: '1' });
  expect([data.length, data[0]?.percentage_of_total, metadata.total_bookings]).toEqual([1, 12.5, 8]);
  for (const limit of [0, 101]) {
    expect((await api.call('reports/popular_services', { limit }, practice.staffKey)).status).toBe(400);
  }
});

it("counts neither cancelled appointments nor future days nor another practice's", async () => {
  const [practice, other] = [await makePractice(db()), await makePractice(db())];
  await book(other, other.checkUp, 2);
  const { checkUp } = practice;
  expect(await ranking(practice.staffKey)).toMatchObject({ data: [], metadata: { total_bookings: 0 } });
  await book(practice, checkUp, 1, { status: 'cancelled' });
  await book(practice, checkUp, 1, { booking_date: '2026-01-15' });
  expect((await ranking(practice.staffKey)).data).toEqual([]);
  // Later today counts.
  await book(practice, checkUp, 1, { booking_date: '2026-01-14', booking_time: '16:00' });
  expect((await ranking(practice.staffKey)).data).toMatchObject([{ booking_count: 1 }]);
});

it("uses the practice's clock, for days and for money", async () => {
  const practice = await makePractice(db(), { time_zone: 'Pacific/Auckland' });
  const { animal, checkUp: service } = practice;
  // 12:00 in London is 01:00 on the 15th.
  api.clock.set('2026-01-14T12:00:00Z');
  const booking = await makeBooking(db(), { animal, service, booking_date: '2026-01-15' });
  await book(practice, service, 1, { booking_date: '2026-01-14' });
  await makePayment(db(), { booking, amount_pence: 100, taken_at: new Date('2026-01-14T10:59:59Z') });
  await makePayment(db(), { booking, amount_pence: 4400, taken_at: new Date('2026-01-14T11:00:00Z') });
  const { data, metadata } = await ranking(practice.staffKey, { period: 'today' });
  expect(data).toMatchObject([{ booking_count: 1, trend: 'stable', revenue: '44.00' }]);
  expect(metadata).toMatchObject({ start_date: '2026-01-15', end_date: '2026-01-15' });
});

it('shows archived services by their name', async () => {
  const practice = await makePractice(db());
  const service = await makeService(db(), { tenant: practice.tenant, name: 'Ear cropping' });
  await book(practice, service, 1);
  await db().query('update services set retired_at = now() where tenant_id = $1 and id = $2', [
    practice.tenant.id,
    service.id,
  ]);
  expect((await ranking(practice.staffKey)).data).toMatchObject([
    { service_name: 'Ear cropping', booking_count: 1 },
  ]);
});

it('counts money for the service it was paid for, also when it is refunded after a change', async () => {
  const practice = await makePractice(db());
  const { animal, checkUp, vaccination } = practice;
  await book(practice, checkUp, 1);
  const booking = await makeBooking(db(), { animal, service: checkUp, booking_date: '2026-01-06' });
  const paid = await makePayment(db(), { booking, taken_at: new Date('2026-01-06T10:00:00Z') });
  await db().query('update bookings set service_id = $3 where tenant_id = $1 and id = $2', [
    practice.tenant.id,
    booking.id,
    vaccination.id,
  ]);
  const revenues = async () =>
    Object.fromEntries(
      (await ranking(practice.adminKey)).data.map(({ service_name: name, revenue }) => [name, revenue]),
    );
  expect(await revenues()).toEqual({ Consultation: '45.00', Vaccination: '0.00' });
  await makePayment(db(), {
    booking,
    kind: 'refund',
    amount_pence: -4600,
    reverses_payment_id: paid.id,
    taken_at: new Date('2026-01-07T10:00:00Z'),
  });
  // Refunds exceed payments, so the amount is negative.
  expect(await revenues()).toEqual({ Consultation: '-1.00', Vaccination: '0.00' });
  await makePayment(db(), { booking, amount_pence: 500, taken_at: new Date('2026-01-08T10:00:00Z') });
  expect(await revenues()).toEqual({ Consultation: '-1.00', Vaccination: '5.00' });
});

it('hides revenue from staff only, if the practice chooses to', async () => {
  const practice = await makePractice(db(), { hide_revenue_from_staff: true });
  const booking = await makeBooking(db(), { animal: practice.animal, booking_date: '2026-01-05' });
  await makePayment(db(), { booking, taken_at: new Date('2026-01-05T10:00:00Z') });
  const seen = async (key: Caller) => (await ranking(key)).data[0]?.revenue;
  expect(await seen(practice.staffKey)).toBeNull();
  expect(await seen(practice.adminKey)).toBe('45.00');
});

it('refuses a range as the browser does', async () => {
  const practice = await makePractice(db());
  const { error } = await api.call(
    'reports/popular_services',
    { period: 'custom', start_date: '2026-01-02', end_date: '2026-01-01' },
    practice.staffKey,
  );
  expect(error).toMatchObject({
    code: 'invalid_input',
    fields: { start_date: 'Start date must be before end date' },
  });
});
