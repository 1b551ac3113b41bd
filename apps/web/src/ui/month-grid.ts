import { addDays, addMonths, monthOf, weekdayOf } from '../lib/calendar-day.ts';

type WeekStart = 0 | 1;

const sinceWeekStart = (day: string, weekStartsOn: WeekStart) => (weekdayOf(day) - weekStartsOn + 7) % 7;

/** The weeks of a month, whole ones: the first and the last reach into the months beside. `rows` at least. */
export function weeksOf(month: string, weekStartsOn: WeekStart, rows = 0): string[][] {
  const first = `${month}-01`;
  const weeks: string[][] = [];
  let weekStart = addDays(first, -sinceWeekStart(first, weekStartsOn));
  while (weeks.length < rows || monthOf(weekStart) <= month) {
    const start = weekStart;
    weeks.push(Array.from({ length: 7 }, (_, day) => addDays(start, day)));
    weekStart = addDays(weekStart, 7);
  }
  return weeks;
}

/** The same day of another month, or its last day where it has no such one. */
function sameDayIn(month: string, day: string): string {
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const same = `${month}${day.slice(7)}`;
  return same < last ? same : last;
}

/** Where a key leads from a day in a calendar; null for a key that leads nowhere. */
export function dayAfterKey(key: string, day: string, weekStartsOn: WeekStart): string | null {
  const inWeek = sinceWeekStart(day, weekStartsOn);
  const days: Partial<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -inWeek,
    End: 6 - inWeek,
  };
  const count = days[key];
  if (count !== undefined) return addDays(day, count);
  const months = { PageUp: -1, PageDown: 1 }[key];
  return months === undefined ? null : sameDayIn(addMonths(monthOf(day), months), day);
}
