import { weekdays, type Weekday } from '@burrow/contracts/weekdays';
import { minutesOf } from '../../lib/clock.ts';

/** Opening ranges by weekday, 'HH:MM' pairs; the closing time may be '24:00'. */
export type BusinessHours = Partial<Record<Weekday, readonly (readonly [string, string])[]>>;

export interface Holiday {
  name: string | null;
  start_date: string;
  end_date: string;
  is_recurring: boolean;
}

/** A stretch of the day that is taken, in minutes after midnight of the day asked for; may begin before 0. */
export interface BusyInterval {
  start: number;
  end: number;
  label: string | null;
}

export interface StartTime {
  /** HH:MM */
  time: string;
  free: boolean;
  /** False for a local time that the clock never shows or that is past. */
  possible: boolean;
  /** Who is in the way. */
  busy_with: string | null;
}

/** What a holiday without a name is called. */
export const unnamedHoliday = 'Company Holiday';

/** 'HH:MM' of minutes after midnight. */
export const timeOf = (minutes: number): string =>
  `${String(Math.trunc(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

export const weekdayOf = (date: string): Weekday =>
  weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? 'sun';

/** The 'MM-DD' of a day in another year: 29 February is kept on the 28th in years that do not have it. */
export function yearlyDay(date: string, year: number): string {
  const monthDay = date.slice(5);
  const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
  return monthDay === '02-29' && !isLeap ? '02-28' : monthDay;
}

/** The holiday that a day falls on, or undefined. A recurring one comes every year and may reach over New Year. */
export function holidayOn(date: string, holidays: readonly Holiday[]): Holiday | undefined {
  const year = Number(date.slice(0, 4));
  const day = date.slice(5);
  return holidays.find((holiday) => {
    if (!holiday.is_recurring) return date >= holiday.start_date && date <= holiday.end_date;
    const start = yearlyDay(holiday.start_date, year);
    const end = yearlyDay(holiday.end_date, year);
    return start <= end ? day >= start && day <= end : day >= start || day <= end;
  });
}

interface StartTimesOf {
  date: string;
  hours: BusinessHours;
  /** Each with the time that is kept free after it. */
  busy: readonly BusyInterval[];
  /** What a new appointment takes, with the time that is kept free after it. */
  minutes: number;
  /** Whether it has to end inside the opening range; otherwise it only begins there. */
  endsInside: boolean;
  /** Distance between the start times offered. */
  stepMinutes: number;
  /** How many appointments may run side by side. */
  places: number;
  /** False for a local time that the clock never shows or that is past. */
  isPossible: (time: string) => boolean;
}

/**
 * The start times of a day, from each opening range in steps. A time is free when it is possible and at no moment of the
 * new appointment as many others run as there are places.
 */
export function startTimes(day: StartTimesOf): StartTime[] {
  const ranges = day.hours[weekdayOf(day.date)] ?? [];
  return ranges.flatMap(([open, close]) => {
    const times: StartTime[] = [];
    const last = day.endsInside ? minutesOf(close) - day.minutes : minutesOf(close) - 1;
    for (let start = minutesOf(open); start <= last; start += day.stepMinutes) {
      const end = start + day.minutes;
      const inTheWay = day.busy.filter((taken) => taken.start < end && taken.end > start);
      const taken = mostAtOnce(inTheWay) >= day.places;
      const time = timeOf(start);
      const possible = day.isPossible(time);
      times.push({
        time,
        free: !taken && possible,
        possible,
        busy_with: taken ? (inTheWay[0]?.label ?? null) : null,
      });
    }
    return times;
  });
}

/** What an appointment takes of `date`, on which it lies or which it reaches into from a day beside it. */
export function busyInterval(
  booking: { booking_date: string; booking_time: string; duration_minutes: number },
  date: string,
  label: string | null,
): BusyInterval {
  const daysAway = booking.booking_date < date ? -1 : booking.booking_date > date ? 1 : 0;
  const start = minutesOf(booking.booking_time) + daysAway * 1440;
  return { start, end: start + booking.duration_minutes, label };
}

/** The most intervals that run at one moment. */
export function mostAtOnce(intervals: readonly BusyInterval[]): number {
  return intervals.reduce((most, { start }) => {
    const running = intervals.filter((other) => other.start <= start && other.end > start).length;
    return Math.max(most, running);
  }, 0);
}
