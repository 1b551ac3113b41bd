import type { PortalAnimal } from '@burrow/contracts/portal';
import { ApiError } from '../../../lib/api-error.ts';
import type { InputOf } from '../../../lib/api.ts';
import { changedTexts } from '../../../lib/changed-texts.ts';
import { changedNoKnownAllergies, hasNoKnownAllergies } from '../../../lib/no-known-allergies.ts';

/** What a person fills in about their pet; text as it stands in the fields. */
export interface PetDraft {
  name: string;
  /** Id of the species, '' while none is chosen. */
  type: string;
  breed: string;
  color: string;
  dob: string;
  allergies: string;
  /** Counts while `allergies` is blank, see {@link hasNoKnownAllergies}. */
  no_known_allergies: boolean;
  active: boolean;
}

export type PetErrors = Partial<Record<keyof PetDraft, string>>;

export const emptyPet: PetDraft = {
  name: '',
  type: '',
  breed: '',
  color: '',
  dob: '',
  allergies: '',
  no_known_allergies: false,
  active: true,
};

/** A pet as its form shows it. */
export const draftOf = (pet: PortalAnimal): PetDraft => ({
  name: pet.animal_name,
  type: pet.type_id === null ? '' : String(pet.type_id),
  breed: pet.breed ?? '',
  color: pet.color ?? '',
  dob: pet.dob ?? '',
  allergies: pet.allergies ?? '',
  no_known_allergies: pet.no_known_allergies === '1',
  active: pet.active === '1',
});

/**
 * What is wrong, by field. A species that the practice never wrote down (`before`) may stay away. `today` is the
 * practice's.
 */
export const petErrors = (draft: PetDraft, today: string, before?: PetDraft): PetErrors => ({
  ...(draft.name.trim() === '' ? { name: 'Pet name is required' } : {}),
  ...(draft.type === '' && before?.type !== '' ? { type: 'Please select a species' } : {}),
  ...(draft.dob > today ? { dob: 'Date of birth cannot be in the future.' } : {}),
});

/** What the server found wrong, by field; null when it is about none of them. */
export function refusedFields(error: unknown): PetErrors | null {
  if (!(error instanceof ApiError)) return null;
  const found = Object.entries(error.fields).filter(([field]) => field in emptyPet);
  return found.length === 0 ? null : Object.fromEntries(found);
}

/** What is sent for a new pet. */
export const newPet = (draft: PetDraft): InputOf<'cp/animal_create'> => ({
  name: draft.name.trim(),
  type: Number(draft.type),
  breed: draft.breed.trim(),
  color: draft.color.trim(),
  dob: draft.dob,
  allergies: draft.allergies.trim(),
  ...(hasNoKnownAllergies(draft) ? { no_known_allergies: '1' as const } : {}),
  active: '1',
});

type PetChanges = Omit<InputOf<'cp/animal_update'>, 'animal_id'>;

/** What was changed, with null for what was emptied; null when nothing was. */
export function petChanges(before: PetDraft, after: PetDraft): PetChanges | null {
  const changes: PetChanges = {
    ...(after.name.trim() === before.name ? {} : { name: after.name.trim() }),
    ...(after.type === before.type || after.type === '' ? {} : { type: Number(after.type) }),
    ...changedTexts(['breed', 'color', 'dob', 'allergies'], before, after),
    ...changedNoKnownAllergies(before, after),
    ...(after.active === before.active ? {} : { active: after.active ? '1' : '0' }),
  };
  return Object.keys(changes).length === 0 ? null : changes;
}
