import { addDays } from '@burrow/contracts/calendar-day';
import type { Formats } from '../../../lib/format.ts';

/** 'Today', 'Tomorrow', or the day with its weekday, 'Sat 21 Nov'. */
export function nearDay(day: string, { today, shortDay }: Pick<Formats, 'today' | 'shortDay'>): string {
  if (day === today()) return 'Today';
  return day === addDays(today(), 1) ? 'Tomorrow' : shortDay(day);
}
