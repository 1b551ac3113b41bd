import { yearlyDay } from '../availability/public.ts';
import type { FeedDays, FeedHoliday } from './content-read-model.ts';

export interface HolidayOccurrence {
  holiday: FeedHoliday;
  /** Distinguishes the occurrences of a recurring holiday: the year of its first day. */
  year: number;
  first: string;
  /** Included. */
  last: string;
}

const dayInYear = (date: string, year: number): string => `${year}-${yearlyDay(date, year)}`;

const yearOf = (date: string): number => Number(date.slice(0, 4));

/** The occurrences of holidays between two days, as a whole even if they extend beyond. */
export function holidayOccurrences(
  holidays: readonly FeedHoliday[],
  { first, last }: FeedDays,
): HolidayOccurrence[] {
  return holidays.flatMap((holiday) => {
    const { start_date: start, end_date: end, is_recurring: isRecurring } = holiday;
    if (!isRecurring) return [{ holiday, year: yearOf(start), first: start, last: end }];
    const found: HolidayOccurrence[] = [];
    for (let year = yearOf(first) - 1; year <= yearOf(last); year += 1) {
      const from = dayInYear(start, year);
      const sameYear = dayInYear(end, year);
      const until = sameYear < from ? dayInYear(end, year + 1) : sameYear;
      if (from <= last && until >= first) found.push({ holiday, year, first: from, last: until });
    }
    return found;
  });
}
