import type { BusinessHours } from '@burrow/contracts/tenant';
import { weekdays, type Weekday } from '@burrow/contracts/weekdays';

/** Opening and closing time of one range, HH:MM. */
export type Range = [string, string];

const usual: Range = ['09:00', '17:00'];
const longestDay = 6;

/** The opening hours in a practice's record, with every day there and in order. */
export function hoursOf(json: string): BusinessHours {
  const parsed = JSON.parse(json) as Partial<BusinessHours>;
  return Object.fromEntries(weekdays.map((day) => [day, parsed[day] ?? []])) as BusinessHours;
}

/** The days from the one on which the practice's week begins, with their places from Sunday. */
export function daysInOrder(weekStartsOn: 'sunday' | 'monday'): { key: Weekday; index: number }[] {
  const first = weekStartsOn === 'monday' ? 1 : 0;
  return weekdays.map((_key, place) => {
    const index = (place + first) % 7;
    return { key: weekdays[index] ?? 'sun', index };
  });
}

/** A closing time as a time field shows it and as it is kept: midnight ends the day. */
export const shownClose = (close: string): string => (close === '24:00' ? '00:00' : close);
export const keptClose = (typed: string): string => (typed === '00:00' ? '24:00' : typed);

/** Whether one more range can follow. */
export const canAddRange = (ranges: readonly Range[]): boolean =>
  ranges.length < longestDay && (ranges.at(-1)?.[1] ?? '') < '23:00';

const clockOf = (hour: number): string => `${String(Math.min(hour, 24)).padStart(2, '0')}:00`;

/** A range for a day that has these: the usual one for an empty day, else an hour after the last one, for four hours. */
export function nextRange(ranges: readonly Range[]): Range {
  const last = ranges.at(-1)?.[1];
  if (last === undefined || last === '') return usual;
  const hour = Number(last.slice(0, 2)) + 1;
  return [clockOf(hour), clockOf(hour + 4)];
}

/** The hours with Monday to Friday like one of the days. */
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

/** Problems with the hours of a day, by `business_hours.mon` and so on. */
export const hoursProblems = (hours: BusinessHours): Record<string, string> =>
  Object.fromEntries(
    weekdays.flatMap((day) => {
      const problem = dayProblem(hours[day]);
      return problem === null ? [] : [[`business_hours.${day}`, problem]];
    }),
  );

/** The sentence about a day among the errors of the form, also when the server names one of its times. */
export const problemOf = (errors: Readonly<Record<string, string>>, day: Weekday): string | undefined =>
  Object.entries(errors).find(([field]) => `${field}.`.startsWith(`business_hours.${day}.`))?.[1];
