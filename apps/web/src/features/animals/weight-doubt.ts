import type { WeightRecord } from '@burrow/contracts/animal';
import { ageOn } from '@burrow/contracts/calendar-day';
import { usualWeight } from './usual-weights.ts';

/** A change from one weight to the next that is asked about, in percent: it is more often a slip than a change. */
const unusualPercent = 30;

/** Why a weight may be a slip of the hand. */
export type WeightDoubt =
  | { is: 'twice'; day: string }
  /** A first weight that hardly any animal of its species has. */
  | { is: 'implausible'; kilograms: number; isHigh: boolean; called: string }
  /** `percent` more (or less, below 0) than on `day`. */
  | { is: 'unusual'; percent: number; day: string };

/** A weight about to be written down: kilograms, on a day. */
export interface NewWeight {
  kilograms: number;
  day: string;
}

/**
 * What is odd about a weight, or null: the same one is there for that day, or it is far from the one before. Animals in
 * their first year grow, and are not asked about for that. The first weight is held to what its species weighs.
 * @param weights those written down, oldest first
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
  // 26 to 20 is 30 %, not 30.000000000000004.
  const percent = Number(((kilograms / Number(before.weight) - 1) * 100).toFixed(6));
  return Math.abs(percent) > unusualPercent
    ? { is: 'unusual', percent: Math.round(percent), day: before.measured_on }
    : null;
}

/** What is odd about the first weight of an animal, or null. */
export function firstWeightDoubt(kilograms: number, species: string | null): WeightDoubt | null {
  const { least, most, called } = usualWeight(species);
  if (kilograms >= least && kilograms <= most) return null;
  return { is: 'implausible', kilograms, isHigh: kilograms > most, called };
}
