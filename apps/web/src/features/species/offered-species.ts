import { maxSpeciesNameLength } from '@burrow/contracts/species-name';
import type { Problems } from '../../lib/form-problems.ts';

/** A species that is suggested to a practice. */
export interface OfferedSpecies {
  /** The stored name. */
  name: string;
  /** The label, if it differs from the name. */
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

/** The suggested species, in order. */
export const offeredSpecies: readonly OfferedSpecies[] = names.map((name) => ({
  name,
  label: labels[name] ?? name,
}));

/** The choice: names from {@link offeredSpecies}, and other names as typed (separated by commas). */
export interface SpeciesChoice {
  names: readonly string[];
  other: string;
}

export const noSpecies: SpeciesChoice = { names: [], other: '' };

/** The names in a text separated by commas, trimmed and without blanks. */
const partsOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** The choice as `animal_species_insert_multi` accepts it: separated by commas; '' for none. */
export const joinedSpecies = ({ names: chosen, other }: SpeciesChoice): string =>
  [...chosen, ...partsOf(other)].join(', ');

/** Errors in the choice: in the whole, or in the typed names. */
export function speciesErrors(choice: SpeciesChoice): Problems<SpeciesChoice> {
  if (joinedSpecies(choice) === '') return { names: 'Please select at least one species' };
  const tooLong = partsOf(choice.other).some((name) => name.length > maxSpeciesNameLength);
  return tooLong ? { other: `Please use no more than ${maxSpeciesNameLength} characters for each.` } : {};
}
