import { speciesKind, type SpeciesKind } from '../../ui/species-kind.ts';

/** Kilograms between which animals weigh, from the smallest newborn to the heaviest breed, and how they are called. */
export interface UsualWeight {
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

/** What animals of a species, as the practice wrote it, usually weigh. */
export const usualWeight = (species: string | null): UsualWeight =>
  smallMammals.test(species ?? '') ? smallMammal : byKind[speciesKind(species)];
