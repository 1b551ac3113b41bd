import type { Trend } from '@burrow/contracts/report-answers';

export const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** How many percent `part` is of `whole`, to one decimal; 0 of nothing. */
export const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10;

/** The change of a figure in percent, to one decimal; null when there was nothing before. */
export const growthPercent = (now: number, before: number): number | null =>
  // Adding zero turns -0 into 0, which would print as '-0.0%'.
  before <= 0 ? null : Math.round(((now - before) / before) * 1000) / 10 + 0;

/** The largest change of a count that is called stable. */
const stableWithin = 0.05;

/** The direction of a count: up or down by more than 5 percent of its earlier value. */
export function trendOf(now: number, before: number): Trend {
  if (Math.abs(now - before) <= before * stableWithin) return 'stable';
  return now > before ? 'up' : 'down';
}
