export type SpeciesKind =
  'dog' | 'cat' | 'rabbit' | 'bird' | 'fish' | 'reptile' | 'turtle' | 'horse' | 'other';

const words: readonly (readonly [SpeciesKind, readonly string[]])[] = [
  ['dog', ['dog', 'puppy']],
  ['cat', ['cat', 'kitten']],
  ['rabbit', ['rabbit']],
  ['bird', ['bird', 'parrot', 'budgie', 'chicken']],
  ['fish', ['fish']],
  ['turtle', ['turtle', 'tortoise', 'terrapin']],
  ['horse', ['horse', 'pony']],
  ['reptile', ['reptile', 'snake', 'lizard', 'gecko']],
];

/** The icon for a species by the practice's name for it; 'other' if none fits. */
export function speciesKind(species: string | null | undefined): SpeciesKind {
  const written = (species ?? '').toLowerCase().split(/[^a-z]+/);
  const found = words.find(([, names]) =>
    names.some((name) => written.includes(name) || written.includes(`${name}s`)),
  );
  return found ? found[0] : 'other';
}
