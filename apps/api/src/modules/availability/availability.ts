import { minutesOf, timeOf } from '@burrow/contracts/calendar-day';
import type { BusyInterval } from '@burrow/contracts/clashes';
import { weekdayKeyOf, type Weekday } from '@burrow/contracts/weekdays';

/** Opening ranges by weekday, 'HH:MM' pairs; the closing time may be '24:00'. */
export type BusinessHours = Partial<Record<Weekday, readonly (readonly [string, string])[]>>;

export interface Holiday {
  name: string | null;
  start_date: string;
  end_date: string;
  is_recurring: boolean;
}

export interface StartTime {
  /** HH:MM */
  time: string;
  free: boolean;
  /** False for a local time that is skipped or past. */
  possible: boolean;
  /** The conflicting appointment. */
  busy_with: string | null;
}

/** The label of a holiday without a name. */
export const unnamedHoliday = 'Company Holiday';

/** The 'MM-DD' of a day in another year: 29 February is observed on the 28th in other years. */
export function yearlyDay(date: string, year: number): string {
  const monthDay = date.slice(5);
  const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
  return monthDay === '02-29' && !isLeap ? '02-28' : monthDay;
}

/** The holiday of a day, or undefined. A recurring one repeats every year and may span New Year. */
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

/** The name of a day's holiday; null for none. */
export function holidayNameOn(date: string, holidays: readonly Holiday[]): string | null {
  const holiday = holidayOn(date, holidays);
  return holiday ? (holiday.name ?? unnamedHoliday) : null;
}

interface StartTimesOf {
  date: string;
  hours: BusinessHours;
  /** The conflict of an appointment from `start` to `end`; null when it is free. */
  inTheWay: (start: number, end: number) => Pick<BusyInterval, 'label'> | null;
  /** The duration of a new appointment, with its gap. */
  minutes: number;
  /** Whether it has to end inside the opening range; otherwise it only begins there. */
  endsInside: boolean;
  /** Distance between the start times offered. */
  stepMinutes: number;
  /** False for a local time that is skipped or past. */
  isPossible: (time: string) => boolean;
}

/** The start times of a day, from each opening range in steps. A time is free when it is possible and not busy. */
export function startTimes(day: StartTimesOf): StartTime[] {
  const ranges = day.hours[weekdayKeyOf(day.date)] ?? [];
  return ranges.flatMap(([open, close]) => {
    const times: StartTime[] = [];
    const last = day.endsInside ? minutesOf(close) - day.minutes : minutesOf(close) - 1;
    for (let start = minutesOf(open); start <= last; start += day.stepMinutes) {
      const end = start + day.minutes;
      const taken = day.inTheWay(start, end);
      const time = timeOf(start);
      const possible = day.isPossible(time);
      times.push({
        time,
        free: taken === null && possible,
        possible,
        busy_with: taken?.label ?? null,
      });
    }
    return times;
  });
}
