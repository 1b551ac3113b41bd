import type { PortalTenant } from '@burrow/contracts/portal';
import { union, without, type Span } from '@burrow/contracts/spans';
import { holidayNameOn } from './availability.ts';
import { minutesFrom, openSpans, type Absence, type OpeningTimes } from './working-hours.ts';

/**
 * SQL for the closures of the whole practice `t` on a day.
 * @param day SQL for the day
 */
export const closuresColumn = (day: string): string => `coalesce((
     select json_agg(json_build_object('starts', lower(a.during), 'ends', upper(a.during)))
     from absences a
     where a.tenant_id = t.id and a.user_id is null and a.resource_id is null
       and a.during && tsrange(${day}::timestamp, (${day} + 1)::timestamp)), '[]') as closures`;

/** The opening hours and holidays of a practice, and its closures on a day. */
export interface ClosingTimes extends OpeningTimes {
  closures: readonly Pick<Absence, 'starts' | 'ends'>[];
}

/**
 * The holiday of a day, or the closure that leaves none of its opening hours; null for neither. The note of a closure is for
 * the practice alone.
 */
export function closedOn(day: string, times: ClosingTimes): PortalTenant['closed_today'] {
  const holiday = holidayNameOn(day, times.holidays);
  if (holiday !== null) return { holiday };
  const open = openSpans(times, day, day);
  const closed = times.closures.map(({ starts, ends }): Span => [
    minutesFrom(day, starts),
    minutesFrom(day, ends),
  ]);
  return open.length > 0 && without(open, union(closed)).length === 0 ? { holiday: null } : null;
}
