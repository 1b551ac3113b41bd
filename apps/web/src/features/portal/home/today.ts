import { addDays } from '@burrow/contracts/calendar-day';
import type { Formats } from '../../../lib/format.ts';
import { hasOpeningHours, openingRanges, writtenRanges } from '../opening-hours.ts';

/** 'Today', 'Tomorrow', or the day with its weekday, 'Sat 21 Nov'. */
export function nearDay(day: string, { today, shortDay }: Pick<Formats, 'today' | 'shortDay'>): string {
  if (day === today()) return 'Today';
  return day === addDays(today(), 1) ? 'Tomorrow' : shortDay(day);
}

/**
 * The opening hours of a weekday (0 is Sunday), from `business_hours`: 'Open today 09:00–12:00, 13:00–17:00' or 'Closed
 * today'; null if the practice has not entered any. `time` formats a time as the practice does.
 */
export function openToday(
  businessHours: string,
  weekday: number,
  time: (time: string) => string,
): string | null {
  if (!hasOpeningHours(businessHours)) return null;
  const ranges = openingRanges(businessHours, weekday);
  return ranges.length === 0 ? 'Closed today' : `Open today ${writtenRanges(ranges, time)}`;
}
