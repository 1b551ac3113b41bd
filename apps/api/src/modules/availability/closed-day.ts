import type { PortalTenant } from '@burrow/contracts/portal';
import { union, without, type Span } from '@burrow/contracts/spans';
import { holidayNameOn } from './availability.ts';
import { minutesFrom, openSpans, type Absence, type OpeningTimes } from './working-hours.ts';

/** SQL for the closures of the whole practice `t` on the days from `first` to `last`, two SQL expressions. */
export const closuresColumn = (first: string, last: string): string => `coalesce((
     select json_agg(json_build_object('starts', lower(a.during), 'ends', upper(a.during)))
     from absences a
     where a.tenant_id = t.id and a.user_id is null and a.resource_id is null
       and a.during && tsrange(${first}::timestamp, (${last} + 1)::timestamp)), '[]') as closures`;

/** The opening hours and holidays of a practice, and its closures on the days that they were read for. */
export interface ClosingTimes extends OpeningTimes {
  closures: readonly Pick<Absence, 'starts' | 'ends'>[];
}

/**
 * The holiday on a day, or a closure that covers all its opening hours, or the whole day if it has none; null for neither. The
 * note of a closure is for the practice alone.
 */
export function closedOn(day: string, times: ClosingTimes): PortalTenant['closed_today'] {
  const holiday = holidayNameOn(day, times.holidays);
  if (holiday !== null) return { holiday };
  const opening = openSpans(times, day, day);
  const open: Span[] = opening.length > 0 ? opening : [[0, 1440]];
  const closed = times.closures.map(({ starts, ends }): Span => [
    minutesFrom(day, starts),
    minutesFrom(day, ends),
  ]);
  return without(open, union(closed)).length === 0 ? { holiday: null } : null;
}
