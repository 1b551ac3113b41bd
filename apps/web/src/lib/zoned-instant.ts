import { dayMs } from '@burrow/contracts/calendar-day';
import { wallClock } from './format.ts';

/**
 * The instant at which a practice's clock shows a day (`YYYY-MM-DD`) and time (`HH:MM`); null when it never does (spring
 * forward) or they are none. When it shows them twice (autumn) the first is meant.
 */
export function zonedInstant(day: string, time: string, timeZone: string): Date | null {
  const shown = `${day}T${time}`;
  const asUtc = Date.parse(`${shown}Z`);
  if (Number.isNaN(asUtc)) return null;
  const wall = wallClock(timeZone);
  // The clock's distance from UTC well before and well after: the same but for two days a year.
  const distances = [-dayMs, dayMs].map((shift) => {
    const near = asUtc + shift;
    return Date.parse(`${wall(new Date(near))}Z`) - Math.floor(near / 60_000) * 60_000;
  });
  // The larger distance is the earlier instant.
  const candidates = distances.toSorted((one, other) => other - one).map((by) => new Date(asUtc - by));
  return candidates.find((instant) => wall(instant) === shown) ?? null;
}
