import { addDays } from '../../../lib/calendar-day.ts';
import type { Formats } from '../../../lib/format.ts';

type Words = Pick<Formats, 'today' | 'shortDay' | 'day'>;

/** A day (`YYYY-MM-DD`) of this year with its weekday, 'Sat 21 Nov'; of another year with that, '9 Jan 2027'. */
export const dayInYear = (day: string, { today, shortDay, day: withYear }: Words): string =>
  day.slice(0, 4) === today().slice(0, 4) ? shortDay(day) : withYear(day);

/** 'Today', 'Tomorrow', or as {@link dayInYear}. */
export function nearDay(day: string, words: Words): string {
  const today = words.today();
  if (day === today) return 'Today';
  return day === addDays(today, 1) ? 'Tomorrow' : dayInYear(day, words);
}
