import type { WeightRecord } from '@burrow/contracts/animal';
import { daysBetween } from '@burrow/contracts/calendar-day';

/** A weight's place in a chart, from 0 (first day, lowest mark) to 1 (last day, highest mark). */
export interface WeightPoint {
  id: number;
  day: string;
  kilograms: number;
  x: number;
  y: number;
}

export interface WeightScale {
  points: WeightPoint[];
  /** The marks of the axis of weights, lowest first. */
  marks: { kilograms: number; y: number }[];
}

/** A step that people count in (1, 2 or 5 times a power of ten), so that `range` has at most `count` of them. */
function roundStep(range: number, count: number): number {
  const least = range / count;
  const power = 10 ** Math.floor(Math.log10(least));
  return (([1, 2, 5] as const).find((factor) => factor * power >= least * 0.9999) ?? 10) * power;
}

// A sum of decimal fractions: 0.1 + 0.2 should be written 0.3.
const tidy = (value: number) => Number(value.toFixed(6));

/** Where the weights of an animal (oldest first, at least one) and the marks beside them stand in a chart. */
export function weightScale(weights: readonly WeightRecord[]): WeightScale {
  const kilograms = weights.map(({ weight }) => Number(weight));
  const least = Math.min(...kilograms);
  const most = Math.max(...kilograms);
  const step = roundStep(most > least ? most - least : Math.max(most, 0.01) / 5, 4);
  const bottom = Math.max(0, Math.floor(tidy(least / step)) - (most > least ? 0 : 1)) * step;
  const top = (Math.ceil(tidy(most / step)) + (most > least ? 0 : 1)) * step;
  const heightOf = (weight: number) => tidy((weight - bottom) / (top - bottom));
  const first = weights[0]?.measured_on ?? '';
  const span = daysBetween(first, weights.at(-1)?.measured_on ?? first);
  return {
    points: weights.map(({ id, measured_on: day }, index) => ({
      id,
      day,
      kilograms: kilograms[index] ?? 0,
      // A single day stands in the middle.
      x: span === 0 ? 0.5 : daysBetween(first, day) / span,
      y: heightOf(kilograms[index] ?? 0),
    })),
    marks: Array.from({ length: Math.round((top - bottom) / step) + 1 }, (_, index) => {
      const mark = tidy(bottom + index * step);
      return { kilograms: mark, y: heightOf(mark) };
    }),
  };
}
