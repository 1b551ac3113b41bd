import { importLimits } from '@burrow/contracts/import-fields';
import type { SpeciesRecord } from '@burrow/contracts/species';
import type { SpeciesOf } from './plan.ts';
import type { UnknownSpecies } from './repository.ts';

/** Names of species in other systems, with the names that a practice probably uses. */
const otherWords: Readonly<Record<string, readonly string[]>> = {
  dog: ['canine', 'k9', 'dogs', 'puppy', 'canis', 'canine (dog)', 'dog (canine)'],
  cat: ['feline', 'cats', 'kitten', 'felis', 'feline (cat)', 'cat (feline)'],
  rabbit: ['lagomorph', 'rabbits', 'bunny', 'lapine'],
  horse: ['equine', 'horses', 'pony'],
  bird: ['avian', 'birds'],
  'guinea pig': ['cavy', 'guinea pigs', 'g. pig', 'guineapig', 'gpig', 'g pig'],
  hamster: ['hamsters'],
  reptile: ['reptiles', 'reptilian'],
  ferret: ['ferrets'],
};

/** The practice's species that a name most likely means. */
function suggestionFor(name: string, offered: ReadonlyMap<string, number>): number | null {
  const usual = Object.entries(otherWords).find(([, words]) => words.includes(name.toLowerCase()))?.[0];
  return (usual === undefined ? undefined : offered.get(usual)) ?? null;
}

const byName = (species: readonly SpeciesRecord[]): Map<string, number> =>
  new Map(species.filter(({ active }) => active === '1').map(({ id, name }) => [name.toLowerCase(), id]));

/** Species in a check: known ones by name, the others are collected for the admin to decide. */
export class SpeciesOfCheck {
  private readonly offered: Map<string, number>;
  private readonly unknown = new Map<string, UnknownSpecies>();
  private readonly defaultId: number | null;

  constructor(species: readonly SpeciesRecord[], defaultId: number | null) {
    this.offered = byName(species);
    this.defaultId = defaultId;
  }

  /** Of an unknown one the suggestion, or else 0. */
  readonly of: SpeciesOf = (name) => {
    if (name === null) return { id: this.defaultId ?? 0 };
    const key = name.toLowerCase();
    const id = this.offered.get(key);
    if (id !== undefined) return { id };
    const met = this.unknown.get(key);
    if (met) {
      met.rows += 1;
      return { id: met.species_id ?? 0 };
    }
    if (this.unknown.size === importLimits.unknownSpecies) {
      return {
        wrong: `The file has more than ${importLimits.unknownSpecies} species that aren’t in Burrow. Check that this is the right column.`,
      };
    }
    const suggestion = suggestionFor(name, this.offered);
    this.unknown.set(key, { name, rows: 1, species_id: suggestion });
    return { id: suggestion ?? 0 };
  };

  /** The unknown ones, the most frequent first. */
  unknownOnes(): UnknownSpecies[] {
    return [...this.unknown.values()].toSorted((one, other) => other.rows - one.rows);
  }
}

/** Species in an import: by name, or as chosen by the admin. */
export function speciesOfRun(
  species: readonly SpeciesRecord[],
  defaultId: number | null,
  choices: readonly UnknownSpecies[],
): SpeciesOf {
  const offered = byName(species);
  const offeredIds = new Set(offered.values());
  const chosen = new Map(choices.map(({ name, species_id }) => [name.toLowerCase(), species_id]));
  return (name) => {
    const id =
      name === null ? defaultId : (chosen.get(name.toLowerCase()) ?? offered.get(name.toLowerCase()));
    // It may have been archived since the check.
    if (id !== null && id !== undefined && offeredIds.has(id)) return { id };
    return {
      wrong: 'This species is archived in Burrow. Restore it in Settings first.',
    };
  };
}
