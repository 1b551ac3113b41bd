import { microchipFrom, notMicrochip, spacedMicrochip } from '@burrow/contracts/microchip';
import type { PortalAnimal } from '@burrow/contracts/portal';
import type { InputOf } from '../../../lib/api.ts';
import { changedTexts } from '../../../lib/changed-texts.ts';
import { changedNoKnownAllergies, hasNoKnownAllergies } from '../../../lib/no-known-allergies.ts';

/** The values of a pet's form, as text. */
export interface PetValues {
  name: string;
  /** Id of the species, '' while none is chosen. */
  type: string;
  breed: string;
  color: string;
  dob: string;
  allergies: string;
  /** Applies while `allergies` is blank, see {@link hasNoKnownAllergies}. */
  no_known_allergies: boolean;
  /** In any spelling. */
  microchip: string;
  insurer: string;
  policy: string;
  active: boolean;
}

export const emptyPet: PetValues = {
  name: '',
  type: '',
  breed: '',
  color: '',
  dob: '',
  allergies: '',
  no_known_allergies: false,
  microchip: '',
  insurer: '',
  policy: '',
  active: true,
};

/** The form's values for an existing pet. */
export const valuesOf = (pet: PortalAnimal): PetValues => ({
  name: pet.animal_name,
  type: pet.type_id === null ? '' : String(pet.type_id),
  breed: pet.breed ?? '',
  color: pet.color ?? '',
  dob: pet.dob ?? '',
  allergies: pet.allergies ?? '',
  no_known_allergies: pet.no_known_allergies === '1',
  microchip: pet.microchip === null ? '' : spacedMicrochip(pet.microchip),
  insurer: pet.insurer ?? '',
  policy: pet.policy ?? '',
  active: pet.active === '1',
});

/** Errors in the date of birth and the microchip. `today` is the practice's. */
export const petErrors = ({ dob, microchip }: PetValues, today: string) => ({
  microchip: microchip.trim() === '' || microchipFrom(microchip) !== null ? undefined : notMicrochip,
  dob: dob > today ? 'Date of birth cannot be in the future.' : undefined,
});

/** A species that the practice never recorded may stay empty. */
export const requiredOfPet = (before: PetValues) => ({ type: before.type !== '' });

/** The input that adds a pet. */
export const newPet = (values: PetValues): InputOf<'cp/animal_create'> => ({
  name: values.name.trim(),
  type: Number(values.type),
  breed: values.breed.trim(),
  color: values.color.trim(),
  dob: values.dob,
  allergies: values.allergies.trim(),
  ...(hasNoKnownAllergies(values) ? { no_known_allergies: '1' as const } : {}),
  microchip: values.microchip.trim(),
  insurer: values.insurer.trim(),
  policy: values.policy.trim(),
  active: '1',
});

type PetChanges = Omit<InputOf<'cp/animal_update'>, 'animal_id'>;

/** The changed fields, with null for cleared ones; null if none changed. */
export function petChanges(before: PetValues, after: PetValues): PetChanges | null {
  const changes: PetChanges = {
    ...(after.name.trim() === before.name ? {} : { name: after.name.trim() }),
    ...(after.type === before.type || after.type === '' ? {} : { type: Number(after.type) }),
    ...changedTexts(['breed', 'color', 'dob', 'allergies', 'microchip', 'insurer', 'policy'], before, after),
    ...changedNoKnownAllergies(before, after),
    ...(after.active === before.active ? {} : { active: after.active ? '1' : '0' }),
  };
  return Object.keys(changes).length === 0 ? null : changes;
}
