import { addDays, daysBetween, minutesOf, timeOf } from '@burrow/contracts/calendar-day';
import type { Spanned } from './overlap-layout.ts';
import { dayMinutes } from './snap.ts';

interface Timed {
  booking_date: string;
  booking_time: string;
  duration_minutes: number;
}

/** The minutes of an appointment after midnight of `date`; negative or past the day's end for one over midnight. */
export function spanOn(date: string, { booking_date, booking_time, duration_minutes }: Timed): Spanned {
  const start = daysBetween(date, booking_date) * dayMinutes + minutesOf(booking_time);
  return { start, end: start + duration_minutes };
}

export const overlap = (one: Spanned, other: Spanned): boolean =>
  one.start < other.end && other.start < one.end;

export const asSpans = (spans: readonly { from: string; to: string }[]): Spanned[] =>
  spans.map(({ from, to }) => ({ start: minutesOf(from), end: minutesOf(to) }));

export const covers = (spans: readonly Spanned[], { start, end }: Spanned): boolean => {
  let reached = start;
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    if (span.start <= reached && span.end > reached) reached = span.end;
  }
  return reached >= end;
};

/** The time of minutes after midnight, which may be negative or past the day's end. */
export const clockOf = (minutes: number): string =>
  timeOf(minutes - Math.floor(minutes / dayMinutes) * dayMinutes);

/** The day and time of minutes after midnight of `date`, which may be negative or past the day's end. */
export function momentAt(date: string, minutes: number): { date: string; time: string } {
  return { date: addDays(date, Math.floor(minutes / dayMinutes)), time: clockOf(minutes) };
}
