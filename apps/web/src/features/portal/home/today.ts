import { addDays } from '@burrow/contracts/calendar-day';
import type { PortalTenant } from '@burrow/contracts/portal';
import type { Formats } from '../../../lib/format.ts';
import { hasOpeningHours, openingRanges, writtenRanges } from '../opening-hours.ts';

/** 'Today', 'Tomorrow', or the day with its weekday, 'Sat 21 Nov'. */
export function nearDay(day: string, { today, shortDay }: Pick<Formats, 'today' | 'shortDay'>): string {
  if (day === today()) return 'Today';
  return day === addDays(today(), 1) ? 'Tomorrow' : shortDay(day);
}

/**
 * The opening hours of a weekday (0 is Sunday), from `business_hours`: 'Open today 09:00–12:00, 13:00–17:00', 'Closed today'
 * or 'Closed today (Christmas Day)'; null if the practice has not entered any. `time` formats a time as the practice does.
 */
export function openToday(
  {
    business_hours: businessHours,
    closed_today: closed,
  }: Pick<PortalTenant, 'business_hours' | 'closed_today'>,
  weekday: number,
  time: (time: string) => string,
): string | null {
  if (!hasOpeningHours(businessHours)) return null;
  if (closed) return closed.holiday === null ? 'Closed today' : `Closed today (${closed.holiday})`;
  const ranges = openingRanges(businessHours, weekday);
  return ranges.length === 0 ? 'Closed today' : `Open today ${writtenRanges(ranges, time)}`;
}
