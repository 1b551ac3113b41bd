import { longestSpeciesName } from '@burrow/contracts/species-name';
import type { Problems } from '../../lib/form-problems.ts';

/** A kind of animal that is offered to a practice that sets itself up. */
export interface OfferedSpecies {
  /** The stored name. */
  name: string;
  /** The label to show, if it says more than the name. */
  label: string;
}

const labels: Partial<Record<string, string>> = { Turtle: 'Turtle/Tortoise' };

const names = [
  'Dog',
  'Cat',
  'Rabbit',
  'Bird',
  'Fish',
  'Turtle',
  'Horse',
  'Hamster',
  'Guinea pig',
  'Gerbil',
  'Ferret',
  'Snake',
  'Lizard',
  'Chinchilla',
  'Hedgehog',
  'Parrot',
];

/** The kinds of animals a practice is offered, in this order. */
export const offeredSpecies: readonly OfferedSpecies[] = names.map((name) => ({
  name,
  label: labels[name] ?? name,
}));

/** The choice: names out of {@link offeredSpecies}, and other names as typed (separated by commas). */
export interface SpeciesChoice {
  names: readonly string[];
  other: string;
}

export const noSpecies: SpeciesChoice = { names: [], other: '' };

/** The kinds that are in a text with commas between, trimmed, without blanks. */
const partsOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** The choice as `animal_species_insert_multi` takes it: separated by commas; '' for none. */
export const joinedSpecies = ({ names: chosen, other }: SpeciesChoice): string =>
  [...chosen, ...partsOf(other)].join(', ');

/** Problems with the choice: with all of it, or with the typed names. */
export function speciesErrors(choice: SpeciesChoice): Problems<SpeciesChoice> {
  if (joinedSpecies(choice) === '') return { names: 'Please select at least one species' };
  const tooLong = partsOf(choice.other).some((name) => name.length > longestSpeciesName);
  return tooLong ? { other: `Please use no more than ${longestSpeciesName} characters for each.` } : {};
}
