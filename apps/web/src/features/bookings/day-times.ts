import type { OutputOf } from '../../lib/api.ts';

type StartTime = OutputOf<'bookings/free_times'>['times'][number];

export interface PartOfDay {
  name: 'Morning' | 'Afternoon' | 'Evening';
  times: StartTime[];
}

const partOf = (time: string): PartOfDay['name'] =>
  time < '12:00' ? 'Morning' : time < '17:00' ? 'Afternoon' : 'Evening';

/** Times that can still be chosen: free, or taken by another appointment. One that is neither has passed. */
export const stillToCome = (times: readonly StartTime[]): StartTime[] =>
  times.filter(({ free, busy_with: busyWith }) => free || busyWith !== null);

/** Start times under the part of the day they are in, in the day's order; parts without any are left out. */
export function partsOfDay(times: readonly StartTime[]): PartOfDay[] {
  const parts: PartOfDay[] = (['Morning', 'Afternoon', 'Evening'] as const).map((name) => ({
    name,
    times: [],
  }));
  for (const start of times) parts.find(({ name }) => name === partOf(start.time))?.times.push(start);
  return parts.filter((part) => part.times.length > 0);
}
