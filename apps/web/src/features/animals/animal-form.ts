import type { AnimalRecord } from '@burrow/contracts/animal';
import { microchipFrom, notMicrochip, spacedMicrochip } from '@burrow/contracts/microchip';
import type { InputOf } from '../../lib/api.ts';
import { changedTexts } from '../../lib/changed-texts.ts';
import { changedNoKnownAllergies, hasNoKnownAllergies } from '../../lib/no-known-allergies.ts';
import type { SelectOption } from '../../ui/select.tsx';

type Gender = NonNullable<InputOf<'animal_create'>['gender']>;

/** The values of an animal's form, as text. */
export interface AnimalValues {
  name: string;
  /** Id of the species, '' for none. */
  type: string;
  dob: string;
  gender: Gender | '';
  breed: string;
  color: string;
  allergies: string;
  /** Applies while `allergies` is blank, see {@link hasNoKnownAllergies}. */
  no_known_allergies: boolean;
  /** In any spelling. */
  microchip: string;
  insurer: string;
  policy: string;
  usual_vet: string;
  behaviour_notes: string;
  active: boolean;
  /** Kilograms; only for a new animal. */
  weight: string;
}

export const emptyAnimal: AnimalValues = {
  name: '',
  type: '',
  dob: '',
  gender: '',
  breed: '',
  color: '',
  allergies: '',
  no_known_allergies: false,
  microchip: '',
  insurer: '',
  policy: '',
  usual_vet: '',
  behaviour_notes: '',
  active: true,
  weight: '',
};

export const genderOptions: readonly (SelectOption & { value: Gender })[] = [
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
  { value: 'female neutered', label: 'Female neutered' },
  { value: 'male neutered', label: 'Male neutered' },
];

/** 'Female neutered'; null if it is not recorded. */
export const genderLabel = (gender: string | null): string | null =>
  genderOptions.find(({ value }) => value === gender)?.label ?? gender;

const isGender = (text: string | null): text is Gender => genderOptions.some(({ value }) => value === text);

/** The form's values for an existing animal. */
export const valuesOf = (animal: AnimalRecord): AnimalValues => ({
  name: animal.animal_name,
  type: animal.type_id === null ? '' : String(animal.type_id),
  dob: animal.dob ?? '',
  gender: isGender(animal.gender) ? animal.gender : '',
  breed: animal.breed ?? '',
  color: animal.color ?? '',
  allergies: animal.allergies ?? '',
  no_known_allergies: animal.no_known_allergies === '1',
  microchip: animal.microchip === null ? '' : spacedMicrochip(animal.microchip),
  insurer: animal.insurer ?? '',
  policy: animal.policy ?? '',
  usual_vet: animal.usual_vet ?? '',
  behaviour_notes: animal.behaviour_notes ?? '',
  active: animal.active === '1',
  weight: '',
});

/** Kilograms as people write them: at most three decimals, and a comma for a point. */
export const weightText = (text: string): string => text.trim().replace(',', '.');

/** The error in a weight; null when it is valid. */
export function weightError(text: string): string | null {
  const written = weightText(text);
  if (!/^\d{1,4}(\.\d{1,3})?$/.test(written)) return 'Enter a weight in kilograms, such as 12.4.';
  if (Number(written) === 0) return 'Enter a weight above 0.';
  return Number(written) > 2000 ? 'Enter 2,000 kg or less.' : null;
}

/** Errors in the date of birth, the microchip and the weight, by field. `today` is the practice's. */
export const animalErrors = ({ dob, microchip, weight }: AnimalValues, today: string) => ({
  microchip: microchip.trim() === '' || microchipFrom(microchip) !== null ? undefined : notMicrochip,
  dob: dob > today ? 'Date of birth cannot be in the future.' : undefined,
  weight: weight.trim() === '' ? undefined : (weightError(weight) ?? undefined),
});

/** The species is optional for an old record without one. */
export const requiredOfAnimal = (before: AnimalValues) => ({ type: before.type !== '' });

export const newAnimal = (clientId: number, values: AnimalValues): InputOf<'animal_create'> => ({
  client_id: clientId,
  name: values.name.trim(),
  type: Number(values.type),
  dob: values.dob,
  ...(values.gender === '' ? {} : { gender: values.gender }),
  breed: values.breed.trim(),
  color: values.color.trim(),
  allergies: values.allergies.trim(),
  ...(hasNoKnownAllergies(values) ? { no_known_allergies: '1' as const } : {}),
  microchip: values.microchip.trim(),
  insurer: values.insurer.trim(),
  policy: values.policy.trim(),
  usual_vet: values.usual_vet.trim(),
  behaviour_notes: values.behaviour_notes.trim(),
  active: values.active ? '1' : '0',
  ...(values.weight.trim() === '' ? {} : { weight: weightText(values.weight) }),
});

type AnimalChanges = Omit<InputOf<'animal_update'>, 'animal_id'>;

/** The changed fields, with null for cleared ones; null if none changed. */
export function animalChanges(before: AnimalValues, after: AnimalValues): AnimalChanges | null {
  const changed = (name: keyof AnimalValues) => before[name] !== after[name];
  const changes: AnimalChanges = {
    ...(before.name === after.name.trim() ? {} : { name: after.name.trim() }),
    ...(changed('type') && after.type !== '' ? { type: Number(after.type) } : {}),
    ...(changed('gender') ? { gender: after.gender || null } : {}),
    ...changedTexts(
      [
        'dob',
        'breed',
        'color',
        'allergies',
        'microchip',
        'insurer',
        'policy',
        'usual_vet',
        'behaviour_notes',
      ],
      before,
      after,
    ),
    ...changedNoKnownAllergies(before, after),
    ...(changed('active') ? { active: after.active ? ('1' as const) : ('0' as const) } : {}),
  };
  return Object.keys(changes).length === 0 ? null : changes;
}
