import { errors } from '../../packages/contracts/src/errors.ts';
import { addDays } from '../../packages/contracts/src/calendar-day.ts';
import { instantOf, localMoment } from '../../apps/api/src/lib/clock.ts';
import { moneyFromPence } from '../../apps/api/src/lib/money.ts';
import { searchWords } from '../../apps/api/src/lib/search-words.ts';
import { dayForDesk } from '../../apps/api/src/modules/availability/free-times.ts';
import { bookingDetail } from '../../apps/api/src/modules/booking/detail-read-model.ts';
import { monthList } from '../../apps/api/src/modules/booking/read-model.ts';
import { insertBookingRow } from '../../apps/api/src/modules/booking/repository.ts';
import { clientSearch } from '../../apps/api/src/modules/client/read-model.ts';
import { dashboardCounts } from '../../apps/api/src/modules/dashboard/read-model.ts';
import type { Statement } from '../../apps/api/src/db/statement.ts';

// The answers of both rivals: Burrow's own SQL and the same JSON, with minimal JavaScript. Nothing is checked, nothing
// is filtered, nothing is logged.

/** Runs a named statement in the rival's way, and returns its rows. */
export type Rows = <Row>(statement: Statement<Row>, values: unknown[]) => Promise<Row[]>;

type Body = Record<string, string | number>;
type Answer = (rows: Rows, tenantId: number, body: Body) => Promise<unknown>;

const pad = (number: number): string => String(number).padStart(2, '0');
const iso = (instant: string): string => new Date(instant).toISOString();
const isoOrNull = (instant: string | null): string | null => (instant === null ? null : iso(instant));
const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Replaces `price_pence` of a row with `price`. */
function withPrice({ price_pence: pence, ...row }: { price_pence: number }): object {
  return { ...row, price: moneyFromPence(pence) };
}

const detail: Answer = async (rows, tenantId, body) => {
  const [row] = await rows(bookingDetail, [tenantId, body['booking_id'], new Date()]);
  if (!row) throw new Error('no such booking');
  const { starts_at: startsAt, paid_pence: paidPence, kept_pence: kept, payments, refunds, ...rest } = row;
  const open = row.status === 'pending' || row.status === 'confirmed';
  return {
    ...withPrice(rest),
    duration: row.duration_minutes,
    paid: moneyFromPence(paidPence),
    balance: moneyFromPence(row.price_pence - paidPence),
    deposit_kept: moneyFromPence(kept),
    missed: open && Date.now() - Date.parse(startsAt) > 3 * 3_600_000,
    comms_log: row.comms_log.map((entry) => ({
      ...entry,
      created_at: iso(entry.created_at),
      due_at: isoOrNull(entry.due_at),
      sent_at: isoOrNull(entry.sent_at),
    })),
    payments: payments.map(({ amount_pence: pence, refundable_pence: refundable, ...payment }) => ({
      ...payment,
      taken_at: iso(payment.taken_at),
      amount: moneyFromPence(pence),
      refundable: moneyFromPence(refundable),
    })),
    refunds: refunds.map(({ amount_pence: pence, ...refund }) => ({
      ...refund,
      requested_at: iso(refund.requested_at),
      settled_at: isoOrNull(refund.settled_at),
      amount: moneyFromPence(pence),
    })),
  };
};

const month: Answer = async (rows, tenantId, body) => {
  const year = Number(body['year']);
  const number = Number(body['month']);
  const next = number === 12 ? `${year + 1}-01-01` : `${year}-${pad(number + 1)}-01`;
  return (await rows(monthList, [tenantId, `${year}-${pad(number)}-01`, next])).map(withPrice);
};

const freeTimes: Answer = async (rows, tenantId, body) => {
  const date = String(body['date']);
  const duration = Number(body['duration_minutes']);
  const day = new Date(`${date}T00:00:00Z`);
  const [row] = await rows(dayForDesk, [tenantId, date, body['staff_id'], null, new Date(), null, null]);
  if (!row) throw new Error('no such practice');
  const theirs = row.taken.filter((taken) => taken.staff_id === body['staff_id']);
  const busy = theirs.map((taken) => {
    const start = minutes(taken.booking_time) - (taken.booking_date < date ? 1440 : 0);
    return { start, end: start + taken.duration_minutes, name: taken.animal_name };
  });
  const ranges =
    row.business_hours[(['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const)[day.getUTCDay()]!];
  const times = [];
  for (const [open, close] of ranges ?? []) {
    for (let start = minutes(open); start <= minutes(close) - duration; start += 15) {
      const inTheWay = busy.find((taken) => taken.start < start + duration && taken.end > start);
      times.push({
        time: `${pad(Math.trunc(start / 60))}:${pad(start % 60)}`,
        free: !inTheWay,
        busy_with: inTheWay?.name ?? null,
        why: inTheWay ? errors.staff_busy.message : null,
      });
    }
  }
  const opening = (ranges ?? []).map(([from, to]) => ({ from, to }));
  return { date, closed: !ranges?.length, holiday: null, opening, asked: null, times };
};

const search: Answer = (rows, tenantId, body) =>
  rows(clientSearch, [
    tenantId,
    searchWords(String(body['q']), 'en-GB')?.patterns,
    null,
    body['limit'],
    true,
    null,
  ]);

/** Today and the ends of its month in London, computed once: they do not change during a measurement. */
const today = localMoment(new Date(), 'Europe/London').date;
const monthStart = `${today.slice(0, 7)}-01`;
const ends = [monthStart, `${addDays(monthStart, 31).slice(0, 7)}-01`].map((date) =>
  instantOf({ date, time: '00:00' }, 'Europe/London'),
);

const stats: Answer = async (rows, tenantId) => {
  const [row] = await rows(dashboardCounts, [tenantId, today, ...ends]);
  return {
    todayAppointments: row?.today,
    totalClients: row?.clients,
    monthlyRevenue: moneyFromPence(row?.revenue_pence ?? 0),
    activePatients: row?.patients,
    totalAnimals: row?.animals,
    pendingBookings: row?.pending,
  };
};

/** Writes its input: without checks of the diary, the references or the subscription, and without an audit log. */
const create: Answer = async (rows, tenantId, body) => {
  const values = insertBookingRow.values(tenantId, {
    id: null,
    client_id: body['client_id'],
    animal_id: body['animal_id'],
    service_id: body['service_id'],
    staff_id: body['staff_id'],
    booking_date: body['booking_date'],
    booking_time: body['booking_time'],
    duration_minutes: body['duration_minutes'],
    starts_at: `${body['booking_date']}T${body['booking_time']}Z`,
    price_pence: Math.round(Number(body['price']) * 100),
    status: body['status'],
    overlap_allowed: false,
    notes: null,
    staff_notes: null,
    is_provisional: false,
    source: 'staff',
    before_minutes: 0,
    after_minutes: 0,
    arrived_at: null,
    created_at: new Date(),
  });
  const [row] = await rows(insertBookingRow, values);
  return { booking_id: row?.id };
};

/** The answers by Burrow's address for them. */
export const answers: Readonly<Record<string, Answer>> = {
  '/api/booking': detail,
  '/api/bookings': month,
  '/api/bookings/free_times': freeTimes,
  '/api/clients': search,
  '/api/admin/dashboard/stats': stats,
  '/api/booking_create': create,
};
