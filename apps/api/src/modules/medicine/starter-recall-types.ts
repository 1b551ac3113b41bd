import type { CareTypeInUse } from '../care/public.ts';

const kinds = {
  dog: ['dog', 'dogs', 'puppy', 'puppies', 'canine'],
  cat: ['cat', 'cats', 'kitten', 'kittens', 'feline'],
  rabbit: ['rabbit', 'rabbits'],
  ferret: ['ferret', 'ferrets'],
  horse: ['horse', 'horses', 'pony', 'ponies', 'equine', 'equines'],
} as const;

/** A vaccine of a starter list, as far as it decides which recall type fits. */
export interface StarterVaccine {
  /** Months until it is due again. */
  interval_count: number;
  animal: keyof typeof kinds;
  /** What a recall type calls it, in lower case: whole words of up to three letters, beginnings of longer ones. */
  purpose: readonly string[];
  /** Whether a practice means this one by 'Booster' or 'Vaccination'. */
  is_core?: true;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];

const names = (type: CareTypeInUse, words: readonly string[]): boolean => {
  const written = wordsOf(type.name);
  return words.some((word) => written.some((one) => (word.length > 3 ? one.startsWith(word) : one === word)));
};

/** Of the type's species, or else of the animals in its name; a type that says neither is for all. */
function isFor(type: CareTypeInUse, animal: StarterVaccine['animal']): boolean {
  const written = wordsOf(type.species ?? type.name);
  const mine: readonly string[] = kinds[animal];
  if (written.some((word) => mine.includes(word))) return true;
  return (
    type.species === null &&
    !written.some((word) => Object.values<readonly string[]>(kinds).flat().includes(word))
  );
}

const monthsOf = ({ every_count, every_unit }: CareTypeInUse): number | null =>
  every_unit === 'months' ? every_count : null;

/**
 * The practice's recall type that a starter vaccine counts as: the only one for the animal that names this vaccine and no
 * other. Without any, the only general one ('Booster') or combined one ('DHP and L4') with the same interval: with another,
 * giving the vaccine would move the due date of the others.
 * @param vaccines the starter list
 * @returns null if none fits, or more than one
 */
export function recallTypeFor(
  vaccine: StarterVaccine,
  vaccines: readonly StarterVaccine[],
  types: readonly CareTypeInUse[],
): CareTypeInUse | null {
  const fitting = types.filter((type) => isFor(type, vaccine.animal));
  const others = vaccines.filter((one) => one !== vaccine && one.animal === vaccine.animal);
  const namesOther = (type: CareTypeInUse) => others.some(({ purpose }) => names(type, purpose));
  const own = fitting.filter((type) => names(type, vaccine.purpose) && !namesOther(type));
  const shared = fitting.filter((type) =>
    names(type, vaccine.purpose)
      ? namesOther(type)
      : vaccine.is_core === true && names(type, ['booster', 'vaccin']) && !namesOther(type),
  );
  const [only, second] =
    own.length > 0 ? own : shared.filter((type) => monthsOf(type) === vaccine.interval_count);
  return second === undefined ? (only ?? null) : null;
}
