import { expect, it } from 'vitest';
import { makeBooking, makeDeposit, makePayment } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import type { BookingRow, Columns } from '../../../../../packages/dev/src/factory-rows.ts';
import { useTestApi, type Caller } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

type Input = Parameters<typeof api.call<'reports/payment_methods'>>[1];
const methods = async (key: Caller, input: Input = { period: 'week' }) => {
  const { status, body } = await api.call('reports/payment_methods', input, key);
  expect(status).toBe(200);
  return body;
};

const book = ({ animal, checkUp: service }: Practice, columns: Columns<BookingRow> = {}) =>
  makeBooking(db(), { animal, service, booking_date: '2026-01-13', ...columns });

const today = new Date('2026-01-14T08:00:00Z');

it('shows all four in their order, with their share of paid and unpaid together', async () => {
  const practice = await makePractice(db());
  const booking = await book(practice, { status: 'completed', price_pence: 10_000 });
  const take = (method: 'Card' | 'Cash' | 'BACS', amount_pence: number) =>
    makePayment(db(), { booking, method, amount_pence, taken_at: today });
  await take('BACS', 500);
  await take('Card', 2000);
  await take('Card', 2500);
  const { data, metadata } = await methods(practice.staffKey);
  expect(data).toEqual([
    { payment_method: 'Card', transaction_count: 2, total_amount: '45.00', percentage: 45 },
    { payment_method: 'Cash', transaction_count: 0, total_amount: '0.00', percentage: 0 },
    { payment_method: 'BACS', transaction_count: 1, total_amount: '5.00', percentage: 5 },
    { payment_method: 'Unpaid', transaction_count: 1, total_amount: '50.00', percentage: 50 },
  ]);
  expect(metadata).toEqual({
    period: 'week',
    start_date: '2026-01-11',
    end_date: '2026-01-14',
    total_amount: '50.00',
    unpaid_amount: '50.00',
  });
});

it('subtracts refunds, without counting them as transactions', async () => {
  const practice = await makePractice(db());
  const booking = await book(practice, { is_provisional: true });
  const deposit = await makeDeposit(db(), { booking, status: 'returned', booking_id: null });
  const unbooked = { tenant_id: practice.tenant.id, booking_id: null, deposit_id: deposit.id };
  const old = await makePayment(db(), {
    booking,
    method: 'Cash',
    taken_at: new Date('2025-06-01T10:00:00Z'),
  });
  await makePayment(db(), {
    booking,
    kind: 'refund',
    method: 'Cash',
    amount_pence: -4500,
    reverses_payment_id: old.id,
    taken_at: today,
  });
  const mistaken = await makePayment(db(), { booking, method: 'BACS', taken_at: today });
  await makePayment(db(), {
    booking,
    kind: 'void',
    method: 'BACS',
    amount_pence: -4500,
    reverses_payment_id: mistaken.id,
    taken_at: today,
  });
  const taken = await makePayment(db(), {
    ...unbooked,
    kind: 'deposit',
    amount_pence: 1000,
    taken_at: today,
  });
  await makePayment(db(), {
    ...unbooked,
    kind: 'refund',
    amount_pence: -250,
    reverses_payment_id: taken.id,
    taken_at: today,
  });
  const { data, metadata } = await methods(practice.adminKey);
  expect(data).toEqual([
    { payment_method: 'Card', transaction_count: 1, total_amount: '7.50', percentage: 100 },
    { payment_method: 'Cash', transaction_count: 0, total_amount: '-45.00', percentage: 0 },
    { payment_method: 'BACS', transaction_count: 1, total_amount: '0.00', percentage: 0 },
    { payment_method: 'Unpaid', transaction_count: 0, total_amount: '0.00', percentage: 0 },
  ]);
  expect(metadata.total_amount).toBe('-37.50');
});

it('counts as unpaid the accepted appointments that have begun and have a balance due', async () => {
  const practice = await makePractice(db());
  await book(practice, { status: 'confirmed', booking_date: '2026-01-11', price_pence: 1 });
  await book(practice, { status: 'in-progress', booking_time: '23:45', price_pence: 20 });
  await book(practice, {
    status: 'completed',
    booking_date: '2026-01-14',
    booking_time: '09:00',
    price_pence: 300,
  });
  const partly = await book(practice, { status: 'completed', price_pence: 5000 });
  await makePayment(db(), {
    booking: partly,
    amount_pence: 1000,
    taken_at: new Date('2026-01-01T10:00:00Z'),
  });
  // Accepted, and not updated since.
  await book(practice, { status: 'pending', price_pence: 100, staff_accepted: true });
  // None of these: upcoming, a request, cancelled, before the period, paid, free.
  await book(practice, { status: 'confirmed', booking_date: '2026-01-14', booking_time: '09:01' });
  await book(practice, { status: 'confirmed', booking_date: '2026-01-15' });
  await book(practice, { status: 'pending', is_provisional: true });
  await book(practice, { status: 'cancelled' });
  await book(practice, { status: 'completed', booking_date: '2026-01-10' });
  const paid = await book(practice, { status: 'completed' });
  await makePayment(db(), { booking: paid, taken_at: new Date('2026-01-01T10:00:00Z') });
  await book(practice, { status: 'completed', price_pence: 0 });
  const { data, metadata } = await methods(practice.adminKey);
  expect(data.at(-1)).toEqual({
    payment_method: 'Unpaid',
    transaction_count: 5,
    total_amount: '44.21',
    percentage: 100,
  });
  expect(metadata).toMatchObject({ total_amount: '0.00', unpaid_amount: '44.21' });
});

it("uses the practice's clock to decide which have begun", async () => {
  const practice = await makePractice(db(), { time_zone: 'Pacific/Auckland' });
  await book(practice, { status: 'confirmed', booking_date: '2026-01-15', booking_time: '00:45' });
  const unpaid = async () => (await methods(practice.adminKey, { period: 'today' })).metadata.unpaid_amount;
  api.clock.set('2026-01-14T11:30:00Z');
  expect(await unpaid()).toBe('0.00');
  api.clock.set('2026-01-14T11:45:00Z');
  expect(await unpaid()).toBe('45.00');
});

it('has no rows when nothing was paid and nothing is unpaid', async () => {
  const practice = await makePractice(db());
  await book(practice, { is_provisional: true });
  const other = await makePractice(db());
  await makePayment(db(), { booking: await book(other), taken_at: today });
  await book(other, { status: 'completed' });
  const { data, metadata } = await methods(practice.adminKey);
  expect(data).toEqual([]);
  expect(metadata).toMatchObject({ total_amount: '0.00', unpaid_amount: '0.00' });
});

it('is refused to staff of a practice that hides revenue from them', async () => {
  const practice = await makePractice(db(), { hide_revenue_from_staff: true });
  await makePayment(db(), { booking: await book(practice), taken_at: today });
  const refused = await api.call('reports/payment_methods', {}, practice.staffKey);
  expect([refused.status, refused.error.code]).toEqual([403, 'revenue_hidden']);
  expect((await methods(practice.adminKey)).metadata.total_amount).toBe('45.00');
});
