import type { WeightRecord } from '@burrow/contracts/animal';
import { ageOn, daysBetween } from '@burrow/contracts/calendar-day';
import { speciesKind, type SpeciesKind } from '../../ui/species-kind.ts';

/** A larger change than this, in percent, is more often a typing error than a change. */
const unusualPercent = 30;

/** Why a weight may be a typing error. */
export type WeightDoubt =
  | { is: 'twice'; day: string }
  /** A first weight that is unlikely for the species. */
  | { is: 'implausible'; kilograms: number; isHigh: boolean; called: string }
  /** `percent` more (or less, below 0) than on `day`. */
  | { is: 'unusual'; percent: number; day: string };

/** A weight to be recorded. */
export interface NewWeight {
  kilograms: number;
  day: string;
}

/**
 * The doubt about a weight, or null: that day already has the same one, or it is far from the one before. Animals in
 * their first year grow, so no doubt applies to them. A first weight is compared with the usual weights of the species.
 * @param weights the recorded weights, oldest first
 * @param dob the animal's day of birth, null when it is not known
 * @param species as the practice calls it
 */
export function weightDoubt(
  weights: readonly WeightRecord[],
  { kilograms, day }: NewWeight,
  dob: string | null,
  species: string | null = null,
): WeightDoubt | null {
  if (weights.some((known) => known.measured_on === day && Number(known.weight) === kilograms))
    return { is: 'twice', day };
  const before = weights.findLast((known) => known.measured_on <= day) ?? weights[0];
  if (before === undefined) return firstWeightDoubt(kilograms, species);
  if (ageOn(dob, day)?.years === 0) return null;
  // 26 to 20 is 30%, not 30.000000000000004.
  const percent = Number(((kilograms / Number(before.weight) - 1) * 100).toFixed(6));
  return Math.abs(percent) > unusualPercent
    ? { is: 'unusual', percent: Math.round(percent), day: before.measured_on }
    : null;
}

/**
 * How many times the last weight, or what part of it, is unlikely at any age: a slip of the decimal point is ten times, pounds
 * for kilograms 2.2 times. Only a young animal doubles its weight between visits, and a warning does not stop it.
 */
const unlikelyFactor = 2;

/** Whether a weight is so far from the last one that it is probably a typing error, also of a growing animal. */
export const isUnlikelyAfter = (kilograms: number, last: number): boolean =>
  kilograms > last * unlikelyFactor || kilograms < last / unlikelyFactor;

/** The usual range in kilograms, from the smallest newborn to the heaviest breed, and the name of the kind. */
interface UsualWeight {
  least: number;
  most: number;
  called: string;
}

const byKind: Readonly<Record<SpeciesKind, UsualWeight>> = {
  dog: { least: 0.05, most: 110, called: 'a dog' },
  cat: { least: 0.05, most: 15, called: 'a cat' },
  rabbit: { least: 0.02, most: 12, called: 'a rabbit' },
  bird: { least: 0.005, most: 25, called: 'a bird' },
  fish: { least: 0.001, most: 60, called: 'a fish' },
  reptile: { least: 0.001, most: 100, called: 'a reptile' },
  turtle: { least: 0.003, most: 300, called: 'a tortoise or turtle' },
  horse: { least: 5, most: 1200, called: 'a horse' },
  // From a mouse to a bull.
  other: { least: 0.001, most: 1500, called: 'an animal' },
};

const smallMammal: UsualWeight = { least: 0.001, most: 4, called: 'a small mammal' };
const smallMammals =
  /\b(?:guinea pig|hamster|gerbil|chinchilla|degu|ferret|hedgehog|mouse|mice|rat|sugar glider)s?\b/i;

/** The usual weight of a species, by the practice's name for it. */
const usualWeight = (species: string | null): UsualWeight =>
  smallMammals.test(species ?? '') ? smallMammal : byKind[speciesKind(species)];

/** The doubt about an animal's first weight, or null. */
export function firstWeightDoubt(kilograms: number, species: string | null): WeightDoubt | null {
  const { least, most, called } = usualWeight(species);
  if (kilograms >= least && kilograms <= most) return null;
  return { is: 'implausible', kilograms, isHigh: kilograms > most, called };
}

/** A weight's place in a chart, from 0 (first day, lowest mark) to 1 (last day, highest mark). */
interface WeightPoint {
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

/** A round step (1, 2 or 5 times a power of ten), so that `range` has at most `count` of them. */
function roundStep(range: number, count: number): number {
  const least = range / count;
  const power = 10 ** Math.floor(Math.log10(least));
  return (([1, 2, 5] as const).find((factor) => factor * power >= least * 0.9999) ?? 10) * power;
}

// A sum of decimal fractions: 0.1 + 0.2 should be written 0.3.
const tidy = (value: number) => Number(value.toFixed(6));

/** The positions of an animal's weights (oldest first, at least one) and of the axis marks in a chart. */
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
      // A single day is in the middle.
      x: span === 0 ? 0.5 : daysBetween(first, day) / span,
      y: heightOf(kilograms[index] ?? 0),
    })),
    marks: Array.from({ length: Math.round((top - bottom) / step) + 1 }, (_, index) => {
      const mark = tidy(bottom + index * step);
      return { kilograms: mark, y: heightOf(mark) };
    }),
  };
}
