import type { InputOf } from '@burrow/contracts/actions';
import { describe, expect, it } from 'vitest';
import { makeBooking, makeDeposit, makePayment } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeUser } from '../../../../../packages/dev/src/factory-people.ts';
import type { BookingRow, Columns, PaymentRow } from '../../../../../packages/dev/src/factory-rows.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi, type Caller } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

type Choice = Partial<InputOf<'reports/bookings_between_dates'>>;
const january = { date_from: '2026-01-01', date_to: '2026-01-14' };

const ask = (caller: Caller, choice: Choice = {}) =>
  api.call('reports/bookings_between_dates', { ...january, ...choice }, caller);

const reportOf = async (caller: Caller, choice: Choice = {}) => {
  const { status, body, error } = await ask(caller, choice);
  if (status !== 200) throw new Error(`${error.code}: ${error.message}`);
  return body.data;
};

/** Id and amount of each appointment, in their order. */
const amountsOf = async (caller: Caller, choice: Choice = {}) =>
  (await reportOf(caller, choice)).bookings.map(({ id, amount }) => [id, amount]);

/** An appointment of the practice for £45.00. */
const booked = ({ animal, checkUp: service }: Practice, columns: Columns<BookingRow> = {}) =>
  makeBooking(db(), { animal, service, ...columns });

/** A ledger entry, at noon of a day or at an instant. */
const pay = (booking: BookingRow, at: string, columns: Columns<PaymentRow> = {}) =>
  makePayment(db(), {
    booking,
    taken_at: at.includes('T') ? at : `${at}T12:00:00Z`,
    ...columns,
  });

const takeBack = (line: PaymentRow, at: string, columns: Columns<PaymentRow> = {}) =>
  makePayment(db(), {
    tenant_id: line.tenant_id,
    booking_id: line.booking_id,
    deposit_id: line.deposit_id,
    kind: 'refund',
    method: line.method,
    amount_pence: -line.amount_pence,
    reverses_payment_id: line.id,
    taken_at: `${at}T13:00:00Z`,
    ...columns,
  });

/** The ids of all pages, each of which has the same summary and none of which is empty. */
async function walk({ adminKey }: Practice, choice: Choice): Promise<number[]> {
  const seen: number[] = [];
  const { summary: whole } = await reportOf(adminKey);
  for (let cursor: string | undefined; ;) {
    const { bookings, summary, next_cursor } = await reportOf(adminKey, { ...choice, cursor });
    expect(summary).toEqual(whole);
    expect(bookings.length).toBeGreaterThan(0);
    seen.push(...bookings.map(({ id }) => id));
    if (next_cursor === null) return seen;
    cursor = next_cursor;
  }
}

describe('the paid bookings report', () => {
  it("shows each appointment's payments, methods and times", async () => {
    const practice = await makePractice(db());
    const { staff, client, animal, staffKey } = practice;
    const booking = await booked(practice, {
      staff_id: staff.id,
      status: 'completed',
      booking_date: '2026-01-12',
      booking_time: '09:30',
    });
    await pay(booking, '2026-01-12T10:02:03Z', { method: 'BACS' });
    expect(await reportOf(staffKey)).toEqual({
      bookings: [
        {
          id: booking.id,
          booking_date: '2026-01-12',
          booking_time: '09:30',
          service: 'Consultation',
          staff_member: 'Stefan Staff',
          status: 'completed',
          price: '45.00',
          amount: '45.00',
          paid_at: '2026-01-12T10:02:03.000Z',
          last_kind: 'payment',
          animal_name: animal.name,
          species: 'Dog',
          client_id: client.id,
          client_name: client.name,
          paid_type: 'BACS',
          paid_types: ['BACS'],
        },
      ],
      summary: {
        total_revenue: '45.00',
        booking_count: 1,
        other_deposits: '0.00',
        by_method: { Cash: '0.00', Card: '0.00', BACS: '45.00' },
      },
      next_cursor: null,
    });
  });

  it('counts money on the day it was paid, whenever the appointment is, the last paid first', async () => {
    const practice = await makePractice(db());
    const early = await booked(practice, { booking_date: '2026-03-01' });
    const late = await booked(practice, { booking_date: '2025-12-01' });
    const before = await booked(practice, { booking_date: '2026-01-05' });
    await pay(early, '2026-01-03');
    await pay(late, '2026-01-10', { amount_pence: 1 });
    await pay(before, '2025-12-31');
    expect(await amountsOf(practice.adminKey)).toEqual([
      [late.id, '0.01'],
      [early.id, '45.00'],
    ]);
  });

  it('adds up part payments, and names all methods and the last', async () => {
    const practice = await makePractice(db());
    const booking = await booked(practice);
    await pay(booking, '2026-01-03', { method: 'Cash', amount_pence: 1500 });
    await pay(booking, '2026-01-09', { method: 'Card', amount_pence: 2000 });
    await pay(booking, '2026-01-09', { method: 'BACS', amount_pence: 1000 });
    const { bookings, summary } = await reportOf(practice.staffKey);
    expect(bookings).toMatchObject([
      { amount: '45.00', paid_type: 'BACS', paid_types: ['Cash', 'Card', 'BACS'], price: '45.00' },
    ]);
    expect(summary).toEqual({
      total_revenue: '45.00',
      booking_count: 1,
      other_deposits: '0.00',
      by_method: { Cash: '15.00', Card: '20.00', BACS: '10.00' },
    });
  });

  it('filters by method and by staff member, and by both', async () => {
    const practice = await makePractice(db());
    const { staff, admin, adminKey } = practice;
    const theirs = await booked(practice, { staff_id: staff.id });
    const ours = await booked(practice, { staff_id: admin.id });
    const unassigned = await booked(practice);
    await pay(theirs, '2026-01-03', { method: 'Cash', amount_pence: 1500 });
    await pay(theirs, '2026-01-04', { method: 'Card', amount_pence: 3000 });
    await pay(ours, '2026-01-05', { method: 'Card' });
    await pay(unassigned, '2026-01-06', { method: 'Cash' });
    expect(await amountsOf(adminKey, { paid_type: 'Card' })).toEqual([
      [ours.id, '45.00'],
      [theirs.id, '30.00'],
    ]);
    expect(await amountsOf(adminKey, { staff: staff.id })).toEqual([[theirs.id, '45.00']]);
    const both = await reportOf(adminKey, { staff: staff.id, paid_type: 'Cash' });
    expect(both.bookings).toMatchObject([
      {
        id: theirs.id,
        amount: '15.00',
        paid_type: 'Cash',
        paid_types: ['Cash'],
        paid_at: '2026-01-03T12:00:00.000Z',
      },
    ]);
    expect(both.summary).toEqual({
      total_revenue: '15.00',
      booking_count: 1,
      other_deposits: '0.00',
      by_method: { Cash: '15.00', Card: '0.00', BACS: '0.00' },
    });
    const { total_revenue, by_method } = (await reportOf(adminKey, { staff: staff.id })).summary;
    expect([total_revenue, by_method]).toEqual(['45.00', { Cash: '15.00', Card: '30.00', BACS: '0.00' }]);
    expect(await amountsOf(adminKey, { paid_type: 'BACS' })).toEqual([]);
  });

  it('shows a refund of another period as a refund, and subtracts one of this period', async () => {
    const practice = await makePractice(db());
    const [former, partly] = [await booked(practice), await booked(practice)];
    const paid = await pay(former, '2025-12-20');
    await takeBack(paid, '2026-01-02');
    await takeBack(await pay(partly, '2026-01-03'), '2026-01-05', { amount_pence: -1000 });
    const { bookings, summary } = await reportOf(practice.adminKey);
    expect(bookings.map(({ id, amount }) => [id, amount])).toEqual([
      [partly.id, '35.00'],
      [former.id, '-45.00'],
    ]);
    expect(bookings.map(({ last_kind }) => last_kind)).toEqual(['refund', 'refund']);
    expect(summary).toMatchObject({ total_revenue: '-10.00', booking_count: 2, other_deposits: '0.00' });
    expect(summary.by_method.Card).toBe('-10.00');
  });

  it('shows the last event of each payment, also when filtered by method', async () => {
    const practice = await makePractice(db());
    const [unpaid, again, held] = [await booked(practice), await booked(practice), await booked(practice)];
    await takeBack(await pay(unpaid, '2025-12-20'), '2026-01-02', { kind: 'void' });
    await takeBack(await pay(again, '2025-12-20'), '2026-01-03', { kind: 'void' });
    await pay(again, '2026-01-03T13:00:00Z', { method: 'Cash' });
    const deposit = await makeDeposit(db(), { booking: held });
    await pay(held, '2026-01-04', { kind: 'deposit', deposit_id: deposit.id, amount_pence: 1000 });
    const kindsOf = async (choice: Choice = {}) =>
      (await reportOf(practice.adminKey, choice)).bookings.map(({ id, amount, last_kind }) => [
        id,
        amount,
        last_kind,
      ]);
    expect(await kindsOf()).toEqual([
      [held.id, '10.00', 'deposit'],
      [unpaid.id, '-45.00', 'void'],
    ]);
    expect(await kindsOf({ paid_type: 'Card' })).toEqual([
      [held.id, '10.00', 'deposit'],
      [again.id, '-45.00', 'void'],
      [unpaid.id, '-45.00', 'void'],
    ]);
    expect(await kindsOf({ paid_type: 'Cash' })).toEqual([[again.id, '45.00', 'payment']]);
  });

  it('leaves out payments voided the same day, and keeps a zero payment', async () => {
    const practice = await makePractice(db());
    const [voided, free] = [await booked(practice), await booked(practice, { price_pence: 0 })];
    await takeBack(await pay(voided, '2026-01-03'), '2026-01-03', { kind: 'void' });
    await pay(free, '2026-01-04', { amount_pence: 0 });
    const { bookings, summary } = await reportOf(practice.adminKey);
    expect(bookings).toMatchObject([{ id: free.id, amount: '0.00', price: '0.00' }]);
    expect(summary).toMatchObject({ total_revenue: '0.00', booking_count: 1, other_deposits: '0.00' });
  });

  it('counts a deposit for its appointment, or separately when there never was one', async () => {
    const practice = await makePractice(db());
    const booking = await booked(practice, { staff_id: practice.staff.id });
    const deposit = await makeDeposit(db(), { booking });
    await pay(booking, '2026-01-03', { kind: 'deposit', deposit_id: deposit.id, amount_pence: 1000 });
    const lost = await makeDeposit(db(), {
      booking: await booked(practice, { status: 'cancelled' }),
      booking_id: null,
      status: 'returned',
    });
    const line = await makePayment(db(), {
      tenant_id: practice.tenant.id,
      booking_id: null,
      deposit_id: lost.id,
      kind: 'deposit',
      amount_pence: 700,
      taken_at: '2026-01-03T12:00:00Z',
    });
    const { adminKey, staff } = practice;
    const all = await reportOf(adminKey);
    expect(all.bookings).toMatchObject([{ id: booking.id, amount: '10.00' }]);
    expect(all.summary).toEqual({
      total_revenue: '17.00',
      booking_count: 1,
      other_deposits: '7.00',
      by_method: { Cash: '0.00', Card: '17.00', BACS: '0.00' },
    });
    const none = { total_revenue: '0.00', booking_count: 0, other_deposits: '0.00' };
    expect((await reportOf(adminKey, { paid_type: 'Cash' })).summary).toMatchObject(none);
    expect((await reportOf(adminKey, { staff: staff.id })).summary).toMatchObject({
      total_revenue: '10.00',
      booking_count: 1,
      other_deposits: '0.00',
    });
    await takeBack(line, '2026-01-04');
    expect((await reportOf(adminKey)).summary).toMatchObject({
      total_revenue: '10.00',
      other_deposits: '0.00',
    });
    expect((await reportOf(adminKey, { date_from: '2026-01-04' })).summary).toMatchObject({
      total_revenue: '-7.00',
      other_deposits: '-7.00',
    });
  });

  it('begins and ends its days at midnight on the clock of the practice, also when the clock changes', async () => {
    api.clock.set('2026-10-28T09:00:00Z');
    const practice = await makePractice(db());
    const booking = await booked(practice);
    const lines = [
      ['2026-03-28T23:59:59.999Z', 1],
      ['2026-03-29T00:00:00Z', 2],
      ['2026-03-29T22:59:59.999Z', 4],
      ['2026-03-29T23:00:00Z', 8],
      ['2026-10-24T22:59:59.999Z', 16],
      ['2026-10-24T23:00:00Z', 32],
      ['2026-10-25T23:59:59.999Z', 64],
      ['2026-10-26T00:00:00Z', 128],
    ] as const;
    for (const [at, amount_pence] of lines) await pay(booking, at, { amount_pence });
    const sumOf = async (date_from: string, date_to: string) =>
      (await reportOf(practice.adminKey, { date_from, date_to })).summary.total_revenue;
    expect(await sumOf('2026-03-29', '2026-03-29')).toBe('0.06');
    expect(await sumOf('2026-10-25', '2026-10-25')).toBe('0.96');
    expect(await sumOf('2026-03-28', '2026-10-26')).toBe('2.55');
  });

  it('is empty without payments', async () => {
    const practice = await makePractice(db());
    await booked(practice, { booking_date: '2026-01-10' });
    expect(await reportOf(practice.adminKey)).toEqual({
      bookings: [],
      summary: {
        total_revenue: '0.00',
        booking_count: 0,
        other_deposits: '0.00',
        by_method: { Cash: '0.00', Card: '0.00', BACS: '0.00' },
      },
      next_cursor: null,
    });
  });

  it('is paged, each appointment once, also those paid at the same moment', async () => {
    const practice = await makePractice(db());
    const bookings: BookingRow[] = [];
    for (let index = 0; index < 7; index += 1) bookings.push(await booked(practice));
    for (const [index, booking] of bookings.entries())
      await pay(booking, index < 5 ? '2026-01-03' : '2026-01-04');
    const whole = (await reportOf(practice.adminKey)).bookings.map(({ id }) => id);
    expect(await walk(practice, { limit: 2 })).toEqual(whole);
    expect(await walk(practice, { limit: 7 })).toEqual(whole);
    const ids = bookings.map(({ id }) => id);
    expect(whole).toEqual([...ids.slice(5).toReversed(), ...ids.slice(0, 5).toReversed()]);
  });

  it('distinguishes two payments a microsecond apart', async () => {
    const practice = await makePractice(db());
    const bookings = [await booked(practice), await booked(practice), await booked(practice)];
    // The later the id, the earlier the payment.
    for (const [index, booking] of bookings.entries()) {
      const { id } = await pay(booking, '2026-01-03');
      const at = `2026-01-03T12:00:00.00000${8 - index}Z`;
      await db().query('update payments set taken_at = $1 where id = $2', [at, id]);
    }
    expect(await walk(practice, { limit: 1 })).toEqual(bookings.map(({ id }) => id));
  });

  it('continues at its position, whatever happened to the appointment meanwhile', async () => {
    const practice = await makePractice(db());
    const { staff, admin, adminKey } = practice;
    const [first, second, third] = [
      await booked(practice, { staff_id: staff.id, booking_time: '09:00' }),
      await booked(practice, { staff_id: staff.id, booking_time: '10:00' }),
      await booked(practice, { staff_id: staff.id, booking_time: '11:00' }),
    ];
    await pay(first, '2026-01-03');
    const paid = await pay(second, '2026-01-04');
    await pay(third, '2026-01-05');
    const page = { limit: 2, staff: staff.id };
    const { next_cursor } = await reportOf(adminKey, page);
    const rest = async (choice: Choice = page) =>
      (await amountsOf(adminKey, { ...choice, cursor: next_cursor ?? '' })).map(([id]) => id);
    expect(await rest()).toEqual([first.id]);
    await db().query('update bookings set staff_id = $1 where id = $2', [admin.id, second.id]);
    expect(await rest()).toEqual([first.id]);
    await takeBack(paid, '2026-01-04', { kind: 'void', taken_at: paid.taken_at });
    expect(await rest()).toEqual([first.id]);
    expect(await rest({ ...page, date_to: '2026-01-03' })).toEqual([first.id]);
    expect(await rest({ limit: 2, paid_type: 'Card' })).toEqual([first.id]);
  });

  it.each([
    '17',
    '2026-01-03_17',
    '2026-01-03T12:00:00.000Z_17',
    '2026-02-30T12:00:00.000000Z_17',
    '2026-01-03T25:00:00.000000Z_17',
    '2026-01-03T12:00:00.000000Z_1234567890123456',
    "2026-01-03T12:00:00.000000Z_1'",
  ])('refuses the cursor %j', async (cursor) => {
    const { adminKey } = await makePractice(db());
    const { status, error } = await ask(adminKey, { limit: 2, cursor });
    expect([status, error.code, Object.keys(error.fields ?? {})]).toEqual([400, 'invalid_input', ['cursor']]);
  });

  it('does not find a staff member of another practice', async () => {
    const [practice, other] = [await makePractice(db()), await makePractice(db())];
    const stranger = await makeUser(db(), { tenant: other.tenant, role: 'staff' });
    for (const staff of [stranger.id, 7_000_000_000]) {
      const { status, error } = await ask(practice.adminKey, { staff });
      expect([status, error.code]).toEqual([404, 'not_found']);
    }
  });

  const missing = 'Please select both start and end dates';
  it.each([
    [{ date_from: undefined }, missing, ['date_from']],
    [{ date_to: undefined }, missing, ['date_to']],
    [{ date_from: undefined, date_to: undefined }, missing, ['date_from', 'date_to']],
    [{ date_from: '2026-01-13', date_to: '2026-01-12' }, 'Start date must be before end date', ['date_from']],
    [{ date_to: '2026-01-15' }, 'End date cannot be in the future', ['date_to']],
    [{ date_from: '2024-01-14' }, 'Date range cannot exceed 2 years', ['date_from', 'date_to']],
  ])('refuses the days %j: %s', async (days, message, fields) => {
    const practice = await makePractice(db());
    const { status, error } = await ask(practice.adminKey, days);
    expect([status, error.code]).toEqual([400, 'invalid_input']);
    expect(error.fields).toEqual(Object.fromEntries(fields.map((field) => [field, message])));
  });

  it('accepts 730 days, and one', async () => {
    const { adminKey } = await makePractice(db());
    expect((await ask(adminKey, { date_from: '2024-01-15' })).status).toBe(200);
    expect((await ask(adminKey, { date_from: '2026-01-14' })).status).toBe(200);
  });

  it('is for admins only if revenue is hidden from staff, whatever the days', async () => {
    const practice = await makePractice(db(), { hide_revenue_from_staff: true });
    for (const days of [{}, { date_to: '2027-01-01' }]) {
      const { status, error } = await ask(practice.staffKey, days);
      expect([status, error.code]).toEqual([403, 'revenue_hidden']);
    }
    expect((await ask(practice.adminKey)).status).toBe(200);
    const page = await ask(practice.staffKey, { limit: 1, cursor: '1', staff: 1 });
    expect(page.error.code).toBe('revenue_hidden');
  });
});
