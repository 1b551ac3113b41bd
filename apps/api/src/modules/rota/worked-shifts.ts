import { addDays } from '@burrow/contracts/calendar-day';
import { intersection } from '@burrow/contracts/spans';
import type { Queryable } from '../../db/transaction.ts';
import { plannedDay } from '../availability/public.ts';
import { openOver, readRota, workOver } from './rota-state.ts';

/** Hours that a person works, in minutes after midnight of `date`. */
interface WorkedShift {
  date: string;
  start: number;
  end: number;
}

/**
 * The hours that a person works from the day `first` to the day `last`, shift by shift. Days on which they have no hours
 * of their own, and so count as working the opening hours, have none.
 */
export async function workedShifts(
  practice: { tx: Queryable; tenantId: number },
  userId: number,
  { first, last }: { first: string; last: string },
): Promise<WorkedShift[]> {
  const state = await readRota(practice, first, last, userId);
  const worked = workOver(state, userId, { open: openOver(state, first, last), first, last });
  const found: WorkedShift[] = [];
  for (let date = first, midnight = 0; date <= last; date = addDays(date, 1), midnight += 1440) {
    const { source, ranges } = plannedDay(state.rota, userId, date, state.business_hours);
    if (source === 'opening_hours') continue;
    for (const { starts, ends } of ranges) {
      for (const [start, end] of intersection(worked, [[midnight + starts, midnight + ends]])) {
        found.push({ date, start: start - midnight, end: end - midnight });
      }
    }
  }
  return found;
}
