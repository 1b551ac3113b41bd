import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import { paymentMethods, type BookingStatus, type PaymentMethod } from '@burrow/contracts/booking-status';
import type { MoneyKind } from '@burrow/contracts/report';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { moneyFromPence } from '../../lib/money.ts';
import { rowsWanted } from '../../lib/paging.ts';
import { chosenRange, instantsOf, type DaySpan } from './period.ts';
import { mustShowMoney, reportContext } from './report-context.ts';

/** The maximum number of appointments without paging, and the message beyond it. */
interface Longest {
  rows: number;
  refusal?: string;
}

const maxAnswer: Longest = {
  rows: 2000,
  refusal:
    'This report has too many rows for one response. Use limit and cursor to page through it, or export it as CSV.',
};
/** How many appointments are read at a time for a file. */
const batchSize = 1000;

/**
 * The sums of the ledger entries in the range for each appointment, and for none. It reads indexes only, that of the
 * ledger by time and that of one person's appointments. $2 and $3 are the range, $4 the method or null.
 * @param staff the parameter that holds the staff member
 */
const sums = (staff?: '$5' | '$8'): string => `
  select l.*, l.pence <> 0 or not l.is_taken_back as is_listed
  from (
    select p.booking_id, sum(p.amount_pence) as pence, max(p.taken_at) as paid_at,
      sum(p.amount_pence) filter (where p.method = 'Cash') as cash_pence,
      sum(p.amount_pence) filter (where p.method = 'Card') as card_pence,
      sum(p.amount_pence) filter (where p.method = 'BACS') as bacs_pence,
      bool_or(p.kind in ('refund', 'void')) as is_taken_back
    from payments p
    ${staff ? `join bookings b on b.tenant_id = $1 and b.id = p.booking_id and b.staff_id = ${staff}` : ''}
    where p.tenant_id = $1 and p.taken_at >= $2 and p.taken_at < $3 and ($4::text is null or p.method = $4)
    group by p.booking_id) l`;

interface SumsRow {
  booking_id: number | null;
  pence: number;
  paid_at: string;
  place: string;
  total_pence: number;
  other_pence: number;
  cash_pence: number;
  card_pence: number;
  bacs_pence: number;
  booking_count: number;
}

// $5 and $6 are the position before the page, or null, and $7 its size. There is at least one row, without an
// appointment when there is none. A position is precise to the microsecond, as in the ledger.
const pageOf = (paid: string): string => `
  with paid as materialized (${paid}),
  summary as (
    select coalesce(sum(s.pence), 0) as total_pence,
      coalesce(sum(s.pence) filter (where s.booking_id is null), 0) as other_pence,
      coalesce(sum(s.cash_pence), 0) as cash_pence,
      coalesce(sum(s.card_pence), 0) as card_pence,
      coalesce(sum(s.bacs_pence), 0) as bacs_pence,
      count(s.booking_id) filter (where s.is_listed) as booking_count
    from paid s),
  page as (
    select s.booking_id, s.pence, s.paid_at from paid s
    where s.booking_id is not null and s.is_listed
      and ($5::timestamptz is null or (s.paid_at, s.booking_id) < ($5, $6::bigint))
    order by s.paid_at desc, s.booking_id desc limit $7)
  select page.booking_id, page.pence, page.paid_at,
    to_char(page.paid_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '_' || page.booking_id as place,
    summary.*
  from summary left join page on true
  order by page.paid_at desc, page.booking_id desc`;

const paidBookingsPage = statement<SumsRow>('paid_bookings_page', pageOf(sums()));
const paidBookingsPageOfStaff = statement<SumsRow>('paid_bookings_page_of_staff', pageOf(sums('$8')));

const cursorOver = (paid: string): string => `
  declare paid_bookings no scroll cursor for
  select s.booking_id, s.pence, s.paid_at from (${paid}) s where s.booking_id is not null and s.is_listed
  order by s.paid_at desc, s.booking_id desc`;

const openPaidBookings = statement('open_paid_bookings', cursorOver(sums()));
const openPaidBookingsOfStaff = statement('open_paid_bookings_of_staff', cursorOver(sums('$5')));
const nextPaidBookings = statement<PaidSum>('next_paid_bookings', `fetch ${batchSize} from paid_bookings`);

interface PaidSum {
  booking_id: number;
  pence: number;
  paid_at: string;
}

interface DetailRow {
  id: number;
  booking_date: string;
  booking_time: string;
  service: string | null;
  staff_member: string | null;
  status: BookingStatus;
  price_pence: number;
  animal_name: string;
  species: string | null;
  client_id: number;
  client_name: string;
  methods: PaymentMethod[];
  kinds: MoneyKind[];
}

const paidBookingDetails = statement<DetailRow>(
  'paid_booking_details',
  `select b.id, b.booking_date, b.booking_time, sv.name as service, u.name as staff_member, b.status, b.price_pence,
     a.name as animal_name, sp.name as species, b.client_id, c.name as client_name, line.methods, line.kinds
   from unnest($5::bigint[]) as wanted (id)
   join bookings b on b.tenant_id = $1 and b.id = wanted.id
   join clients c on c.tenant_id = $1 and c.id = b.client_id
   join animals a on a.tenant_id = $1 and a.id = b.animal_id
   left join species sp on sp.tenant_id = $1 and sp.id = a.species_id
   left join services sv on sv.tenant_id = $1 and sv.id = b.service_id
   left join users u on u.tenant_id = $1 and u.id = b.staff_id
   cross join lateral (
     select array_agg(p.method order by p.taken_at desc, p.id desc) as methods,
       array_agg(p.kind order by p.taken_at desc, p.id desc) as kinds
     from payments p
     where p.tenant_id = $1 and p.booking_id = b.id and p.taken_at >= $2 and p.taken_at < $3
       and ($4::text is null or p.method = $4)) line`,
);

const memberOfStaff = statement<{ id: number; name: string }>(
  'report_member_of_staff',
  'select u.id, u.name from users u where u.tenant_id = $1 and u.id = $2',
);

type PaidBookingsInput = Pick<
  ParsedInputOf<'reports/export_csv'>,
  'date_from' | 'date_to' | 'paid_type' | 'staff'
>;
type Answer = OutputOf<'reports/bookings_between_dates'>['data'];
export type PaidBooking = Answer['bookings'][number];

/** The validated input of a paid bookings report. */
export interface PaidBookingsChoice {
  days: DaySpan;
  /** The first parameters of the statements: practice, first instant, end, method. */
  values: readonly [number, Date, Date, PaymentMethod | null];
  /** Whose appointments it shows; everyone's when null. */
  staff: { id: number; name: string } | null;
}

/**
 * Validates the input of a paid bookings report.
 * @throws AppError `revenue_hidden`; `invalid_input` for the days; `not_found` for an unknown staff member
 */
export async function paidBookingsChoice(ctx: Ctx, input: PaidBookingsInput): Promise<PaidBookingsChoice> {
  const context = await reportContext(ctx);
  mustShowMoney(context);
  const fields = { start: 'date_from', end: 'date_to' };
  const days = chosenRange(input.date_from, input.date_to, context.today, fields);
  const staff =
    input.staff === undefined ? null : await ctx.tx.row(memberOfStaff, [ctx.tenantId, input.staff]);
  if (staff === undefined) {
    throw new AppError('not_found', { message: 'Staff member not found.' });
  }
  const { from, until } = instantsOf(days, context.clock.timeZone);
  return { days, values: [ctx.tenantId, from, until, input.paid_type ?? null], staff };
}

/**
 * The appointments with payments in a range of days, the last paid first: all of them, or `limit` after the position
 * `cursor`. The summary is of all in any case.
 * @throws AppError `revenue_hidden`, `invalid_input`, `not_found`; `report_too_long` when all are too many
 */
export async function paidBookings(
  ctx: Ctx,
  input: ParsedInputOf<'reports/bookings_between_dates'>,
): Promise<OutputOf<'reports/bookings_between_dates'>> {
  const choice = await paidBookingsChoice(ctx, input);
  const after = input.cursor === undefined ? null : placeOf(input.cursor);
  return { data: await chosenPaidBookings(ctx, choice, maxAnswer, rowsWanted(input), after) };
}

/** The position of an appointment in the report: when it was last paid, and its id. */
type Place = readonly [string, number];

function placeOf(cursor: string): Place {
  const [, at = '', id] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_(\d{1,15})$/.exec(cursor) ?? [];
  const instant = new Date(at);
  // PostgreSQL and JavaScript treat an impossible day differently, so refuse it.
  if (Number.isNaN(instant.getTime()) || !instant.toISOString().startsWith(at.slice(0, 19))) {
    throw invalidField('cursor', 'Enter next_cursor from the previous page.');
  }
  return [at, Number(id)];
}

/**
 * The selected appointments with their summary: as many as `wanted`, or all.
 * @throws AppError `report_too_long`
 */
export async function chosenPaidBookings(
  ctx: Ctx,
  choice: PaidBookingsChoice,
  longest: Longest,
  wanted: number | null = null,
  after: Place | null = null,
): Promise<Answer> {
  const { values, staff } = choice;
  const size = wanted ?? longest.rows;
  // One row more than the page shows whether another follows.
  const asked = [...values, ...(after ?? [null, null]), size + 1];
  const rows = staff
    ? await ctx.tx.rows(paidBookingsPageOfStaff, [...asked, staff.id])
    : await ctx.tx.rows(paidBookingsPage, asked);
  const [first] = rows;
  if (!first) throw new Error('The paid bookings query returned no summary.');
  if (wanted === null && first.booking_count > longest.rows) {
    throw new AppError('report_too_long', longest.refusal ? { message: longest.refusal } : {});
  }
  const page = rows.slice(0, size);
  const paid = page.flatMap(({ booking_id, pence, paid_at }) =>
    booking_id === null ? [] : [{ booking_id, pence, paid_at }],
  );
  return {
    bookings: await withDetails(ctx, choice, paid),
    summary: summaryOf(first),
    next_cursor: rows.length > size ? (page.at(-1)?.place ?? null) : null,
  };
}

const summaryOf = (row: SumsRow): Answer['summary'] => ({
  total_revenue: moneyFromPence(row.total_pence),
  booking_count: row.booking_count,
  other_deposits: moneyFromPence(row.other_pence),
  by_method: {
    Cash: moneyFromPence(row.cash_pence),
    Card: moneyFromPence(row.card_pence),
    BACS: moneyFromPence(row.bacs_pence),
  },
});

/** All selected appointments, the last paid first, a thousand at a time. Read it to its end, once. */
export async function* paidBookingBatches(
  ctx: Ctx,
  choice: PaidBookingsChoice,
): AsyncGenerator<PaidBooking[]> {
  const { values, staff } = choice;
  if (staff) await ctx.tx.rows(openPaidBookingsOfStaff, [...values, staff.id]);
  else await ctx.tx.rows(openPaidBookings, values);
  while (true) {
    const paid = await ctx.tx.rows(nextPaidBookings);
    if (paid.length > 0) yield await withDetails(ctx, choice, paid);
    if (paid.length < batchSize) return;
  }
}

async function withDetails(
  { tx }: Ctx,
  { values: [tenantId, from, until, method] }: PaidBookingsChoice,
  paid: readonly PaidSum[],
): Promise<PaidBooking[]> {
  if (paid.length === 0) return [];
  const ids = paid.map(({ booking_id }) => booking_id);
  const details = await tx.rows(paidBookingDetails, [tenantId, from, until, method, ids]);
  const byId = new Map(details.map((detail) => [detail.id, detail]));
  return paid.flatMap(({ booking_id, pence, paid_at }) => {
    const detail = byId.get(booking_id);
    if (!detail) return [];
    const { price_pence, methods, kinds, ...shown } = detail;
    const [paid_type, last_kind] = [methods[0], kinds[0]];
    if (!paid_type || !last_kind) return [];
    return {
      ...shown,
      price: moneyFromPence(price_pence),
      amount: moneyFromPence(pence),
      paid_at,
      last_kind,
      paid_type,
      paid_types: paymentMethods.filter((known) => methods.includes(known)),
    };
  });
}
