import type { BusinessHours } from '@burrow/contracts/tenant';
import { weekdays, type Weekday } from '@burrow/contracts/weekdays';

/** Opening and closing time of one range, HH:MM. */
export type Range = [string, string];

const usual: Range = ['09:00', '17:00'];
const maxRangesADay = 6;

/** The opening hours of a practice's record, with every day in order. */
export function hoursOf(json: string): BusinessHours {
  const parsed = JSON.parse(json) as Partial<BusinessHours>;
  return Object.fromEntries(weekdays.map((day) => [day, parsed[day] ?? []])) as BusinessHours;
}

/** The days from the practice's first day of the week, with their indices from Sunday. */
export function daysInOrder(weekStartsOn: 'sunday' | 'monday'): { key: Weekday; index: number }[] {
  const first = weekStartsOn === 'monday' ? 1 : 0;
  return weekdays.map((_key, place) => {
    const index = (place + first) % 7;
    return { key: weekdays[index] ?? 'sun', index };
  });
}

/** Converts a closing time between the time field and the stored value: midnight is 24:00. */
export const shownClose = (close: string): string => (close === '24:00' ? '00:00' : close);
export const keptClose = (typed: string): string => (typed === '00:00' ? '24:00' : typed);

/** Whether another range can follow. */
export const canAddRange = (ranges: readonly Range[]): boolean =>
  ranges.length < maxRangesADay && (ranges.at(-1)?.[1] ?? '') < '23:00';

const clockOf = (hour: number): string => `${String(Math.min(hour, 24)).padStart(2, '0')}:00`;

/**
 * A new range for a day: the usual one for an empty day, otherwise four hours, starting an hour after the last range.
 */
export function nextRange(ranges: readonly Range[]): Range {
  const last = ranges.at(-1)?.[1];
  if (last === undefined || last === '') return usual;
  const hour = Number(last.slice(0, 2)) + 1;
  return [clockOf(hour), clockOf(hour + 4)];
}

/** The hours with those of one day copied to Monday to Friday. */
export const copiedToWeekdays = (hours: BusinessHours, from: Weekday): BusinessHours => ({
  ...hours,
  ...Object.fromEntries(weekdays.slice(1, 6).map((day) => [day, hours[from].map((range) => [...range])])),
});

function dayProblem(ranges: readonly Range[]): string | null {
  if (ranges.some(([open, close]) => open === '' || close === '')) return 'Enter both times.';
  if (ranges.some(([open, close]) => open >= close)) return 'Opening must be before closing.';
  if (ranges.some(([open], index) => index > 0 && (ranges[index - 1]?.[1] ?? '') > open)) {
    return 'Enter the hours of a day in order, without overlaps.';
  }
  return null;
}

/** Errors in the hours of a day, by `business_hours.mon` and so on. */
export const hoursProblems = (hours: BusinessHours): Record<string, string> =>
  Object.fromEntries(
    weekdays.flatMap((day) => {
      const problem = dayProblem(hours[day]);
      return problem === null ? [] : [[`business_hours.${day}`, problem]];
    }),
  );

/** The error of a day, even if the server reports it at one of its times. */
export const problemOf = (errors: Readonly<Record<string, string>>, day: Weekday): string | undefined =>
  Object.entries(errors).find(([field]) => `${field}.`.startsWith(`business_hours.${day}.`))?.[1];
