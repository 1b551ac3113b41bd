import type { OutputOf } from '../../lib/api.ts';

/** A time an appointment may begin at, and who is in the way of it. */
export type StartTime = OutputOf<'bookings/free_times'>['times'][number];

export interface Hour {
  /** '09' */
  hour: string;
  times: StartTime[];
}

export interface PartOfDay {
  name: 'Morning' | 'Afternoon' | 'Evening';
  hours: Hour[];
}

const partOf = (time: string): PartOfDay['name'] =>
  time < '12:00' ? 'Morning' : time < '17:00' ? 'Afternoon' : 'Evening';

/** Times that can still be chosen: free, or taken by another appointment. One that is neither has passed. */
export const stillToCome = (times: readonly StartTime[]): StartTime[] =>
  times.filter(({ free, busy_with: busyWith }) => free || busyWith !== null);

/** Start times by the hour, under the part of the day they are in; parts and hours without any are left out. */
export function partsOfDay(times: readonly StartTime[]): PartOfDay[] {
  const parts: PartOfDay[] = [];
  for (const start of times) {
    const name = partOf(start.time);
    const hour = start.time.slice(0, 2);
    if (parts.at(-1)?.name !== name) parts.push({ name, hours: [] });
    const hours = parts.at(-1)?.hours ?? [];
    if (hours.at(-1)?.hour !== hour) hours.push({ hour, times: [] });
    hours.at(-1)?.times.push(start);
  }
  return parts;
}

/** Which quarter of its hour a time is in, 0 to 3. */
export const quarterOf = (time: string): number => Math.floor(Number(time.slice(3, 5)) / 15);
