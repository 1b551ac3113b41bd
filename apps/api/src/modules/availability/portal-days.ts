import { weekdayKeyOf } from '@burrow/contracts/weekdays';
import { dayMs, minutesOf } from '@burrow/contracts/calendar-day';
import type { PortalDay } from '@burrow/contracts/portal-booking';
import { clockOfDay } from '../../lib/clock.ts';
import {
  fullBetween,
  holidayOn,
  startTimes,
  unnamedHoliday,
  type BusyInterval,
  type StartTime,
} from './availability.ts';
import type { PracticeDays } from './days-read-model.ts';

/** How far ahead pet owners can request an appointment. */
const yearsAhead = 2;

interface Moment {
  now: Date;
  timeZone: string;
  /** The day of `now` in that time zone. */
  today: string;
}

/** A day of the portal's calendar, with its times and whether each is possible. */
type OfferedDay = Omit<PortalDay, 'times'> & { times: StartTime[] };

/** The last day that can be requested. */
export const lastDayAhead = (today: string): string => {
  const year = Number(today.slice(0, 4)) + yearsAhead;
  // No leap year is two years from another.
  return `${year}${today.slice(4) === '-02-29' ? '-02-28' : today.slice(4)}`;
};

/**
 * The start times that a practice offers pet owners on a day: the slots with room for the service and its gap, or all
 * that begin while it is open when no service is requested.
 */
export function offeredDay(days: PracticeDays, date: string, { now, timeZone, today }: Moment): OfferedDay {
  const holiday = holidayOn(date, days.holidays);
  const named = { date, holiday: holiday ? (holiday.name ?? unnamedHoliday) : null };
  if (date < today) return { ...named, state: 'past', times: [] };
  if (date > lastDayAhead(today)) return { ...named, state: 'later', times: [] };
  if (holiday) return { ...named, state: 'holiday', times: [] };
  if ((days.hours[weekdayKeyOf(date)] ?? []).length === 0) return { ...named, state: 'closed', times: [] };
  const instantAt = clockOfDay(date, timeZone);
  const busy = busyAround(days, date);
  const times = startTimes({
    date,
    hours: days.hours,
    inTheWay: (start, end) => fullBetween(busy, [start, end], days.places)?.[0] ?? null,
    minutes: days.serviceMinutes === null ? days.slotMinutes : days.serviceMinutes + days.graceMinutes,
    endsInside: days.serviceMinutes !== null,
    stepMinutes: days.slotMinutes,
    isPossible: (time) => {
      const instant = instantAt(time);
      return instant !== null && instant > now;
    },
  });
  return { ...named, state: stateOf(times, date === today), times };
}

function stateOf(times: readonly StartTime[], isToday: boolean): PortalDay['state'] {
  if (times.some(({ free }) => free)) return 'open';
  const isOver = isToday && times.length > 0 && !times.some(({ possible }) => possible);
  return isOver ? 'past' : 'full';
}

/**
 * Whether an appointment of `minutes` at that time has a place in the diary, regardless of today's opening hours: they
 * may have changed since the time was promised.
 */
export function hasRoom(days: PracticeDays, date: string, time: string, minutes: number): boolean {
  const start = minutesOf(time);
  const end = start + minutes + days.graceMinutes;
  return fullBetween(busyAround(days, date), [start, end], days.places) === null;
}

/** The busy entries around a day, each with its gap, counted from that day's midnight. */
function busyAround({ origin, busy, graceMinutes }: PracticeDays, date: string): BusyInterval[] {
  const midnight = ((Date.parse(date) - Date.parse(origin)) / dayMs) * 1440;
  const around: BusyInterval[] = [];
  for (const { start, end, label } of busy) {
    const taken = { start: start - midnight, end: end - midnight + graceMinutes, label };
    // A slot that begins before midnight may extend into the next day.
    if (taken.end > 0 && taken.start < 2 * 1440) around.push(taken);
  }
  return around;
}
