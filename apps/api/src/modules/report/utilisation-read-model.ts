import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import { daysBetween } from '@burrow/contracts/calendar-day';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import {
  absentSpans,
  holidaysColumn,
  intersection,
  isOfPractice,
  openSpans,
  rotaColumn,
  without,
  workingSpans,
  type BusinessHours,
  type Holiday,
  type Rota,
  type Span,
} from '../availability/public.ts';
import { bucketsOf, type ReportPeriod } from './period.ts';
import { periodContext, spannedBy } from './report-context.ts';
import { minutesByWeek, timeUse, totalMinutes, type Minutes } from './time-use.ts';

interface RotaRow {
  business_hours: BusinessHours;
  holidays: Holiday[];
  rota: Rota;
}

const rotaOfPeriod = statement<RotaRow>(
  'report_rota',
  `select t.business_hours, ${holidaysColumn}, ${rotaColumn('$2::date', '$3::date')} from tenants t where t.id = $1`,
);

/** A person, room or piece of equipment with its appointments, in minutes after midnight of the first day. */
interface BookedRow {
  /** Null for a person. */
  kind: OutputOf<'reports/utilisation'>['data']['by_resource'][number]['kind'] | null;
  id: number;
  name: string;
  places: number;
  /** False for those without new appointments. */
  active: boolean;
  /** Until when they worked or were used, if that is over. */
  until: number | null;
  /** Lists of numbers, which are the quickest to read, by the start. */
  starts: number[];
  lengths: number[];
}

const listOf = (column: string): string =>
  `coalesce(array_to_json(array_agg(d.${column})), '[]') as ${column}s`;
const minutesTo = (instant: string): string =>
  `(extract(epoch from (${instant} at time zone t.time_zone) - $2::date::timestamp) / 60)::int`;

// $2 to $3 the days of the period. An appointment of the day before may continue after midnight. Each person's appointments
// are read from `bookings_of_staff`, and each room's from `booking_parts_by_resource`.
const bookedTimes = statement<BookedRow>(
  'report_booked_times',
  `select null as kind, u.id, u.name, 1 as places, u.takes_bookings and u.disabled_at is null as active,
     ${minutesTo('u.disabled_at')} as until, booked.starts, booked.lengths, 0 as rank
   from tenants t join users u on u.tenant_id = t.id cross join lateral (
     select ${listOf('start')}, ${listOf('length')}
     from (
       select (b.booking_date - $2::date) * 1440 + (extract(epoch from b.booking_time) / 60)::int as start,
         b.duration_minutes as length
       from bookings b
       where b.tenant_id = u.tenant_id and b.staff_id = u.id and b.booking_date >= $2::date - 1 and b.booking_date <= $3
         and b.status <> 'cancelled'
       order by b.booking_date, b.booking_time) d) booked
   where t.id = $1
   union all
   select e.kind, e.id, e.name, e.places, e.retired_at is null, ${minutesTo('e.retired_at')}, booked.starts,
     booked.lengths, e.display_order
   from tenants t join resources e on e.tenant_id = t.id cross join lateral (
     select ${listOf('start')}, ${listOf('length')}
     from (
       select (extract(epoch from lower(p.busy) - $2::date::timestamp) / 60)::int as start,
         (extract(epoch from upper(p.busy) - lower(p.busy)) / 60)::int as length
       from booking_parts p
       where p.tenant_id = e.tenant_id and p.resource_id = e.id and p.live
         and p.busy && tsrange($2::date::timestamp, ($3::date + 1)::timestamp)
       order by lower(p.busy)) d) booked
   where t.id = $1
   order by rank, name, id`,
);

/** Booked and available time by person, by room and by week. */
export async function utilisation(
  ctx: Ctx,
  input: ParsedInputOf<'reports/utilisation'>,
): Promise<OutputOf<'reports/utilisation'>> {
  const { period, clock } = await periodContext(ctx, input);
  const [practice, booked] = await Promise.all([
    ctx.tx.row(rotaOfPeriod, [ctx.tenantId, period.from, period.to]),
    ctx.tx.rows(bookedTimes, [ctx.tenantId, period.from, period.to]),
  ]);
  if (!practice) throw new Error('The practice of this session was not found.');
  const { buckets } = bucketsOf(period, 'week', clock);
  const weeks = buckets.map(({ from, to }): Span => [
    daysBetween(period.from, from) * 1440,
    (daysBetween(period.from, to) + 1) * 1440,
  ]);
  const workingOf = workingTime(practice, period);
  const counted = booked
    .map((row) => ({
      ...row,
      minutes: minutesByWeek(workingOf(row), appointmentsOf(row), weeks, row.places),
    }))
    .filter(({ active, minutes }) => active || minutes.some((week) => week.booked + week.outside > 0))
    .map((row) => ({ ...row, total: totalMinutes(row.minutes) }));
  const people = counted.filter(({ kind }) => kind === null);
  return {
    data: {
      by_person: people.map(({ id, name, total }) => ({ id, name, ...timeUse(total) })),
      by_resource: counted.flatMap(({ kind, id, name, total }) =>
        kind === null ? [] : [{ id, name, kind, ...timeUse(total) }],
      ),
      by_week: buckets.map(({ from }, week) => ({
        from,
        ...timeUse(totalMinutes(people.map(({ minutes }) => minutes[week] as Minutes))),
      })),
    },
    metadata: { ...spannedBy(period), ...timeUse(totalMinutes(people.map(({ total }) => total))) },
  };
}

const appointmentsOf = ({ starts, lengths }: BookedRow): Span[] =>
  starts.map((start, n): Span => [start, start + (lengths[n] ?? 0)]);

/** Finds the working time of a person, or the time in which a room can be used, in the days of a period. */
function workingTime(
  { business_hours: hours, holidays, rota }: RotaRow,
  { from: first, to: last }: ReportPeriod,
): (row: BookedRow) => Span[] {
  const open = openSpans({ hours, holidays }, first, last);
  const usable = without(open, absentSpans(rota, first, isOfPractice));
  // Two years have many shifts: each person is looked up in their own.
  const shifts = Map.groupBy(rota.shifts, ({ user_id: id }) => id);
  return ({ kind, id, until }) => {
    const spans =
      kind === null
        ? workingSpans({ ...rota, shifts: shifts.get(id) ?? [] }, id, {
            hours,
            open,
            first,
            last,
            onlineOnly: false,
          })
        : without(
            usable,
            absentSpans(rota, first, ({ resource_id: resource }) => resource === id),
          );
    return until === null ? spans : intersection(spans, [[-Infinity, until]]);
  };
}
