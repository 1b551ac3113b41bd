import { dayMs } from '@burrow/contracts/calendar-day';
import { wallClock } from './format.ts';

/**
 * The instant of a day (`YYYY-MM-DD`) and time (`HH:MM`) on a practice's clock; null if the clock skips it (spring) or
 * they are invalid. Of a repeated time (autumn), the first instant.
 */
export function zonedInstant(day: string, time: string, timeZone: string): Date | null {
  const shown = `${day}T${time}`;
  const asUtc = Date.parse(`${shown}Z`);
  if (Number.isNaN(asUtc)) return null;
  const wall = wallClock(timeZone);
  // The clock's offset from UTC well before and well after: the same except on two days a year.
  const distances = [-dayMs, dayMs].map((shift) => {
    const near = asUtc + shift;
    return Date.parse(`${wall(new Date(near))}Z`) - Math.floor(near / 60_000) * 60_000;
  });
  // The larger offset is the earlier instant.
  const candidates = distances.toSorted((one, other) => other - one).map((by) => new Date(asUtc - by));
  return candidates.find((instant) => wall(instant) === shown) ?? null;
}
