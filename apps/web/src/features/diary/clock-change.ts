import { addDays, timeOf } from '@burrow/contracts/calendar-day';
import { zonedInstant } from '../../lib/zoned-instant.ts';
import type { Spanned } from './overlap-layout.ts';
import { dayMinutes } from './snap.ts';

/** The part of a day that the clocks skip in spring, or show twice in autumn. */
export interface ClockChange extends Spanned {
  kind: 'skipped' | 'repeated';
}

const stepMinutes = 15;
const steps = Array.from({ length: dayMinutes / stepMinutes }, (_, n) => n * stepMinutes);

const found = new Map<string, ClockChange | null>();

/** The change of the clocks on a day; null on other days. Each day is computed once. */
export function clockChange(date: string, timeZone: string): ClockChange | null {
  const key = `${timeZone} ${date}`;
  const known = found.get(key);
  if (known !== undefined) return known;
  const change = findChange(date, timeZone);
  found.set(key, change);
  return change;
}

function findChange(date: string, timeZone: string): ClockChange | null {
  const instant = (day: string, minutes: number) =>
    (zonedInstant(day, timeOf(minutes), timeZone)?.getTime() ?? Number.NaN) / 60_000;
  const noon = dayMinutes / 2;
  const gained = instant(addDays(date, 1), noon) - instant(addDays(date, -1), noon) - 2 * dayMinutes;
  if (gained === 0) return null;
  const length = Math.abs(gained);
  if (gained < 0) {
    const start = steps.find((minutes) => Number.isNaN(instant(date, minutes)));
    return start === undefined ? null : { kind: 'skipped', start, end: start + length };
  }
  // A time shown twice means the first: the second showing is a gap before the time after it.
  const end = steps.find((minutes) => instant(date, minutes + stepMinutes) - instant(date, minutes) > length);
  return end === undefined
    ? null
    : { kind: 'repeated', start: end + stepMinutes - length, end: end + stepMinutes };
}
