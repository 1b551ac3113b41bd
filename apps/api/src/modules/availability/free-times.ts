import { weekdayKeyOf } from '@burrow/contracts/weekdays';
import { minutesOf, timeOf } from '@burrow/contracts/calendar-day';
import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { clockOfDay } from '../../lib/clock.ts';
import { hasScope, needScope } from '../../lib/key-scopes.ts';
import { holidayNameOn, startTimes, type BusinessHours } from './availability.ts';
import { clashMessage, conflictsOf, isOutside } from './conflicts.ts';
import { deskDay, type DeskDay } from './desk-check.ts';
import type { DeskClash, Wish } from './desk-clash.ts';
import { diarySql, type DiaryRow } from './diary-read-model.ts';

/** The desk uses finer steps than the portal. */
const deskStepMinutes = 15;

type DayRow = DiaryRow & {
  staff_found: boolean;
  animal_found: boolean;
  booking_found: boolean;
  service_found: boolean;
  /** The requested animal, or that of the appointment being moved. */
  animal_id: number | null;
  /** Of the appointment being moved; none for another service, which has its own needs. */
  resource_ids: number[];
};

const ofDay = diarySql({
  from: '$2::date::timestamp',
  until: "($2::date + interval '1 day')",
  which: '($4::bigint is null or b.id <> $4)',
  now: '$5',
  service: 'coalesce($7::bigint, m.service_id)',
  resources: `array(select p.resource_id from booking_parts p
       where p.tenant_id = t.id and p.booking_id = $4 and p.resource_id is not null)`,
  named: true,
});

// $2 the day, $3 staff or null, $4 the appointment being moved or null, $5 now, $6 the animal or null, $7 the service or
// null.
export const dayForDesk = statement<DayRow>(
  'day_for_desk',
  `select ${ofDay.columns},
     $3::bigint is null or exists (select 1 from users u where u.tenant_id = t.id and u.id = $3) as staff_found,
     $6::bigint is null or exists (select 1 from animals p where p.tenant_id = t.id and p.id = $6) as animal_found,
     $7::bigint is null or exists (select 1 from services s where s.tenant_id = t.id and s.id = $7) as service_found,
     $4::bigint is null or m.id is not null as booking_found,
     coalesce(m.animal_id, $6::bigint) as animal_id,
     array(select p.resource_id from booking_parts p
       where p.tenant_id = t.id and p.booking_id = $4 and p.resource_id is not null
         and ($7::bigint is null or $7 = m.service_id)) as resource_ids
   from ${ofDay.from}
   left join bookings m on m.tenant_id = t.id and m.id = $4
   where t.id = $1`,
);

type Input = ParsedInputOf<'bookings/free_times'>;

/**
 * A day's start times for the desk: of one staff member, of anyone, or of the practice with its parallel places. A time is free
 * when an appointment of that length would be booked without a warning. An API key without `appointments:read` sees only
 * whether a time is busy.
 * @throws AppError `not_found` for an unknown staff member, animal, service or appointment; `scope_missing`
 */
export async function freeTimes(ctx: Ctx, input: Input): Promise<OutputOf<'bookings/free_times'>> {
  const { session } = ctx;
  const { date, duration_minutes: durationMinutes, staff_id: staffId = null } = input;
  const row = await readDay(ctx, input);
  const holiday = holidayNameOn(date, row.holidays);
  const opening = row.business_hours[weekdayKeyOf(date)] ?? [];
  const named = hasScope(session, 'appointments:read');
  const day = deskDay(row, { date, named });
  const wishAt = (start: number): Wish => ({
    start,
    end: start + durationMinutes,
    staffId,
    animalId: row.animal_id,
    resourceIds: row.resource_ids,
  });
  const isAnyone = input.anyone === true && staffId === null;
  const check: DeskDay['checkAnyone'] = (wish) => (isAnyone ? day.checkAnyone(wish) : day.check(wish));
  const asked =
    input.time === undefined
      ? null
      : askedTime(day, {
          check,
          time: input.time,
          named,
          opening: holiday === null ? opening : [],
          wish: wishAt(minutesOf(input.time)),
        });
  return {
    date,
    closed: opening.length === 0,
    holiday,
    opening: opening.map(([from, to]) => ({ from, to })),
    asked,
    times: timesOf(ctx, input, row.business_hours, (start) => check(wishAt(start)).clashes),
  };
}

async function readDay(ctx: Ctx, input: Input): Promise<DayRow> {
  const {
    date,
    staff_id: staffId,
    booking_id: bookingId,
    animal_id: animalId,
    service_id: serviceId,
  } = input;
  // Conflicts with one animal or one appointment reveal when that appointment is.
  if (animalId !== undefined || bookingId !== undefined) needScope(ctx, 'appointments:read');
  const row = await ctx.tx.row(dayForDesk, [
    ctx.tenantId,
    date,
    staffId ?? null,
    bookingId ?? null,
    ctx.now,
    animalId ?? null,
    serviceId ?? null,
  ]);
  if (!row?.staff_found || !row.animal_found || !row.booking_found || !row.service_found) {
    throw new AppError('not_found');
  }
  return row;
}

/** Each start time of the day, with the reason why it is taken. */
function timesOf(
  { session, now }: Ctx,
  { date, duration_minutes: minutes }: Input,
  hours: BusinessHours,
  clashesAt: (start: number) => DeskClash[],
): OutputOf<'bookings/free_times'>['times'] {
  const instantAt = clockOfDay(date, session.timeZone);
  const whyNot = new Map<string, string>();
  const times = startTimes({
    date,
    hours,
    inTheWay: (start) => {
      const clashes = clashesAt(start);
      const [first] = clashes;
      if (!first) return null;
      whyNot.set(timeOf(start), clashMessage(clashes));
      return first.inTheWay[0] ?? { label: null };
    },
    minutes,
    endsInside: true,
    stepMinutes: deskStepMinutes,
    isPossible: (time) => {
      const instant = instantAt(time);
      return instant !== null && instant > now;
    },
  });
  return times.map(({ time, free, possible, busy_with: busyWith }) => ({
    time,
    free,
    busy_with: busyWith,
    why: possible ? (whyNot.get(time) ?? null) : null,
  }));
}

interface Asked {
  /** The rules for the requested person, or for anyone. */
  check: DeskDay['checkAnyone'];
  time: string;
  named: boolean;
  opening: readonly (readonly [string, string])[];
  wish: Wish;
}

/** The reasons against one time, which the desk may book anyway. */
function askedTime(
  day: DeskDay,
  { check, time, named, opening, wish }: Asked,
): NonNullable<OutputOf<'bookings/free_times'>['asked']> {
  const { start, end } = wish;
  const { clashes, staffId: assignedId } = check(wish);
  const busy = day.entries.filter((other) => other.start < end && other.end > start);
  return {
    time,
    outside_hours: !opening.some(([from, to]) => minutesOf(from) <= start && end <= minutesOf(to)),
    staff_id: assignedId,
    message: clashes.length === 0 ? null : clashMessage(clashes),
    conflicts: named ? conflictsOf(clashes) : [],
    busy_staff: named ? [...new Set(busy.flatMap(({ staffId }) => staffId ?? []))] : [],
    overlaps: clashes.some((clash) => !isOutside(clash)),
    outside_rota: clashes.some(isOutside),
    warnings: named ? day.warnings({ ...wish, staffId: assignedId }) : [],
  };
}
