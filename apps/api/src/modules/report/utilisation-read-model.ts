import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import { daysBetween } from '@burrow/contracts/calendar-day';
import { intersection, without, type Span } from '@burrow/contracts/spans';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import {
  absentSpans,
  holidaysColumn,
  isOfPractice,
  openSpans,
  rotaColumn,
  workingSpans,
  type BusinessHours,
  type Holiday,
  type Rota,
} from '../availability/public.ts';
import { bucketsOf, type ReportPeriod } from './period.ts';
import { periodContext, spannedBy } from './report-context.ts';
import { minutesByWeek, packedBy, timeUse, totalMinutes, type Minutes, type PackedSpan } from './time-use.ts';

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
  /** The beginning of the day on which they were added, or of their first appointment if that was before. */
  since: number;
  /** When they were disabled or archived; null if they were not. */
  until: number | null;
  appointments: PackedSpan[];
}

/** SQL for a list of {@link PackedSpan}. */
const packed = `coalesce(array_to_json(array_agg(d.start::bigint * ${packedBy} + d.length)), '[]') as appointments`;
/** SQL for the minutes after midnight of day $2, of a moment on the practice's clock. */
const minutesTo = (moment: string): string =>
  `((date_part('epoch', ${moment}) - date_part('epoch', $2::date)) / 60)::int`;

/** SQL for {@link BookedRow.since}. @param first SQL for the day of the first appointment of the row `row` */
const sinceColumn = (row: string, first: string): string =>
  `(least((${row}.created_at at time zone t.time_zone)::date, ${first}) - $2::date) * 1440 as since`;

// $2 to $3 the days of the period. An appointment of the day before may continue after midnight. Each person's appointments
// are read from `bookings_of_staff` alone, and each room's from `booking_parts_by_resource`, in the order of their days.
const bookedTimes = statement<BookedRow>(
  'report_booked_times',
  `select null as kind, u.id, u.name, 1 as places, u.takes_bookings and u.disabled_at is null as active,
     ${sinceColumn(
       'u',
       `(select min(b.booking_date) from bookings b
         where b.tenant_id = u.tenant_id and b.staff_id = u.id and b.status <> 'cancelled')`,
     )},
     ${minutesTo('(u.disabled_at at time zone t.time_zone)')} as until, booked.appointments, 0 as rank
   from tenants t join users u on u.tenant_id = t.id cross join lateral (
     select ${packed}
     from (
       select (b.booking_date - $2::date) * 1440 + (date_part('epoch', b.booking_time) / 60)::int as start,
         b.duration_minutes as length
       from bookings b
       where b.tenant_id = u.tenant_id and b.staff_id = u.id and b.booking_date >= $2::date - 1 and b.booking_date <= $3
         and b.status <> 'cancelled') d) booked
   where t.id = $1
   union all
   select e.kind, e.id, e.name, e.places, e.retired_at is null,
     ${sinceColumn(
       'e',
       `(select min(p.busy_from)::date from booking_parts p
         where p.tenant_id = e.tenant_id and p.resource_id = e.id and p.live)`,
     )},
     ${minutesTo('(e.retired_at at time zone t.time_zone)')}, booked.appointments, e.display_order
   from tenants t join resources e on e.tenant_id = t.id cross join lateral (
     select ${packed}
     from (
       select ${minutesTo('p.busy_from')} as start,
         ((date_part('epoch', p.busy_until) - date_part('epoch', p.busy_from)) / 60)::int as length
       from booking_parts p
       where p.tenant_id = e.tenant_id and p.resource_id = e.id and p.live
         and p.busy_from >= ($2::date - 2)::timestamp and p.busy_from < ($3::date + 1)::timestamp) d) booked
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
      minutes: minutesByWeek(workingOf(row), row.appointments, weeks, row.places),
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

/** Finds the working time of a person, or the time in which a room can be used, in the days of a period. */
function workingTime(
  { business_hours: hours, holidays, rota }: RotaRow,
  { from: first, to: last }: ReportPeriod,
): (row: BookedRow) => Span[] {
  const open = openSpans({ hours, holidays }, first, last);
  const usable = without(open, absentSpans(rota, first, isOfPractice));
  // Two years have many shifts: each person is looked up in their own.
  const shifts = Map.groupBy(rota.shifts, ({ user_id: id }) => id);
  return ({ kind, id, since, until }) => {
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
    return intersection(spans, [[since, until ?? Infinity]]);
  };
}
