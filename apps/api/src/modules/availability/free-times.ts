import { weekdayKeyOf } from '@burrow/contracts/weekdays';
import { minutesOf } from '@burrow/contracts/calendar-day';
import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { clockOfDay } from '../../lib/clock.ts';
import { hasScope, needScope } from '../../lib/key-scopes.ts';
import {
  clashesOf,
  holidayOn,
  startTimes,
  unnamedHoliday,
  type BusinessHours,
  type Holiday,
} from './availability.ts';
import { holidaysColumn } from './days-read-model.ts';
import {
  clashMessage,
  conflictsOf,
  diaryColumns,
  diaryWindow,
  peopleColumn,
  takenOn,
  type DeskClash,
  type DiaryEntry,
} from './conflicts.ts';

/** The conflict with a time held for a pet owner who is paying a deposit. */
const heldLabel = 'Held for payment';

/** The desk uses finer steps than the portal. */
const deskStepMinutes = 15;

interface DayRow {
  business_hours: BusinessHours;
  places: number;
  people: number;
  grace_minutes: number;
  holidays: Holiday[];
  staff_found: boolean;
  animal_found: boolean;
  booking_found: boolean;
  /** The requested animal, or that of the appointment being moved. */
  animal_id: number | null;
  taken: (DiaryEntry & { animal_name: string })[];
  held: DiaryEntry[];
}

// $2 the day, $3 staff or null, $4 the appointment being moved or null, $5 now, $6 the animal or null.
export const dayForDesk = statement<DayRow>(
  'day_for_desk',
  `select t.business_hours, t.parallel_places as places, ${peopleColumn}, t.grace_minutes,
     ${holidaysColumn},
     $3::bigint is null or exists (select 1 from users u where u.tenant_id = t.id and u.id = $3) as staff_found,
     $6::bigint is null or exists (select 1 from animals p where p.tenant_id = t.id and p.id = $6) as animal_found,
     $4::bigint is null or m.id is not null as booking_found,
     coalesce(m.animal_id, $6::bigint) as animal_id,
     ${diaryColumns('($4::bigint is null or b.id <> $4)', '$5', ", 'animal_name', a.name")}
   from tenants t ${diaryWindow('$2::date::timestamp', "($2::date + interval '1 day')")}
   left join bookings m on m.tenant_id = t.id and m.id = $4
   where t.id = $1`,
);

/**
 * A day's start times for the desk: of one member of staff, or of the practice with its parallel places. A time is free
 * when an appointment of that length would be booked without a warning. An API key that may not read appointments learns
 * that a time is busy, not with whom.
 * @throws AppError `not_found` for an unknown member of staff, animal or appointment; `scope_missing`
 */
export async function freeTimes(
  ctx: Ctx,
  input: ParsedInputOf<'bookings/free_times'>,
): Promise<OutputOf<'bookings/free_times'>> {
  const { tx, tenantId, session, now } = ctx;
  const { date, duration_minutes: durationMinutes } = input;
  const staffId = input.staff_id ?? null;
  // Conflicts with one animal or one appointment reveal when that appointment is.
  if (input.animal_id !== undefined || input.booking_id !== undefined) needScope(ctx, 'appointments:read');
  const day = await tx.row(dayForDesk, [
    tenantId,
    date,
    staffId,
    input.booking_id ?? null,
    now,
    input.animal_id ?? null,
  ]);
  if (!day?.staff_found || !day.animal_found || !day.booking_found) throw new AppError('not_found');
  const holiday = holidayOn(date, day.holidays);
  const opening = day.business_hours[weekdayKeyOf(date)] ?? [];
  const instantAt = clockOfDay(date, session.timeZone);
  const { taken, clashes } = diaryOf(day, date, staffId);
  const times = startTimes({
    date,
    hours: day.business_hours,
    inTheWay: (start, end) => clashes(start, end)[0]?.inTheWay[0] ?? null,
    minutes: durationMinutes,
    endsInside: true,
    stepMinutes: deskStepMinutes,
    isPossible: (time) => {
      const instant = instantAt(time);
      return instant !== null && instant > now;
    },
  });
  // A key that may not read appointments sees that a time is busy, without the appointment.
  const names = hasScope(session, 'appointments:read');
  return {
    date,
    closed: opening.length === 0,
    holiday: holiday ? (holiday.name ?? unnamedHoliday) : null,
    opening: opening.map(([from, to]) => ({ from, to })),
    asked:
      input.time === undefined
        ? null
        : askedTime(input.time, durationMinutes, { opening: holiday ? [] : opening, taken, clashes }, names),
    times: times.map(({ time, free, busy_with }) => ({ time, free, busy_with: names ? busy_with : null })),
  };
}

interface DayDiary {
  taken: DeskClash['inTheWay'];
  /** The rule by which the desk books, see {@link clashesOf}, for each interval of the day. */
  clashes: (start: number, end: number) => DeskClash[];
}

function diaryOf(day: DayRow, date: string, staffId: number | null): DayDiary {
  const taken = [
    ...day.taken.map((booking) => takenOn(booking, date, booking.animal_name)),
    ...day.held.map((held) => takenOn(held, date, heldLabel)),
  ];
  const capacity = { places: day.places, people: day.people, graceMinutes: day.grace_minutes };
  return {
    taken,
    clashes: (start, end) => clashesOf(taken, { start, end, staffId, animalId: day.animal_id }, capacity),
  };
}

/** The reasons against one time, which the desk may book anyway. */
function askedTime(
  time: string,
  minutes: number,
  { opening, taken, clashes }: DayDiary & { opening: readonly (readonly [string, string])[] },
  readsAppointments: boolean,
): NonNullable<OutputOf<'bookings/free_times'>['asked']> {
  const start = minutesOf(time);
  const end = start + minutes;
  const inTheWay = clashes(start, end);
  const busy = taken.filter((other) => other.start < end && other.end > start);
  return {
    time,
    outside_hours: !opening.some(([from, to]) => minutesOf(from) <= start && end <= minutesOf(to)),
    message: inTheWay.length === 0 ? null : clashMessage(inTheWay),
    conflicts: readsAppointments ? conflictsOf(inTheWay) : [],
    busy_staff: readsAppointments ? [...new Set(busy.flatMap(({ staffId }) => staffId ?? []))] : [],
  };
}
