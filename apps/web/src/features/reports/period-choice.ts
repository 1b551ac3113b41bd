import { addDays, addToMonth, monthOf, weekdayOf } from '@burrow/contracts/calendar-day';
import type { InputOf } from '../../lib/api.ts';

/** The period of a page of figures, as its actions accept it. */
export type PeriodChoice = Required<Pick<InputOf<'reports/dashboard_overview'>, 'period'>> &
  Pick<InputOf<'reports/dashboard_overview'>, 'start_date' | 'end_date'>;

/** The first and the last day of a range, YYYY-MM-DD, both included. */
export interface WholeRange {
  from: string;
  to: string;
}

const daysOfWeek = 7;

/**
 * The last complete week, month and year.
 * @param today on the practice's clock
 * @param weekStart the first day of its weeks: 0 for Sunday, 1 for Monday
 */
export function wholeRangesBefore(today: string, weekStart: 0 | 1): { name: string; range: WholeRange }[] {
  const thisWeek = addDays(today, -((weekdayOf(today) - weekStart + daysOfWeek) % daysOfWeek));
  const lastMonth = addToMonth(monthOf(today), -1);
  const lastYear = addToMonth(monthOf(today), -12).slice(0, 4);
  return [
    { name: 'Last week', range: { from: addDays(thisWeek, -daysOfWeek), to: addDays(thisWeek, -1) } },
    { name: 'Last month', range: { from: `${lastMonth}-01`, to: addDays(`${monthOf(today)}-01`, -1) } },
    { name: 'Last year', range: { from: `${lastYear}-01-01`, to: `${lastYear}-12-31` } },
  ];
}
