import type { Trend } from '@burrow/contracts/report-answers';

/** The sum of numbers; 0 of none. */
export const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** How many percent `part` is of `whole`, to one decimal; 0 of nothing. */
export const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10;

/** By how many percent a figure changed, to one decimal; null when there was nothing before. */
export const growthPercent = (now: number, before: number): number | null =>
  // Zero is added so that next to nothing less is 0, and not the -0 that prints as '-0.0%'.
  before <= 0 ? null : Math.round(((now - before) / before) * 1000) / 10 + 0;

/** How far a count may move and still be called stable. */
const stableWithin = 0.05;

/** Which way a count went: up or down by more than 5 percent of what it was. */
export function trendOf(now: number, before: number): Trend {
  if (Math.abs(now - before) <= before * stableWithin) return 'stable';
  return now > before ? 'up' : 'down';
}
