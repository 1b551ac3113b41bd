import type { InputOf } from '../../lib/api.ts';
import type { Rules } from '../../lib/form-problems.ts';
import { animalErrors, emptyAnimal, newAnimal } from '../animals/animal-form.ts';
import { emptyClient, newClient } from '../clients/client-values.ts';

/** Fields for a new client on the phone and their animal; the rest can be added on their pages. */
export interface CallerValues {
  client_name: string;
  phone: string;
  email: string;
  /** Id of the species, '' while none is chosen. */
  type: string;
  animal_name: string;
  breed: string;
  dob: string;
}

/** Whether a search looks like a phone number or part of one, rather than a name. */
export const looksLikePhone = (text: string): boolean =>
  /^\+?[\d\s().-]+$/.test(text.trim()) && /\d{3}/.test(text);

/** Initial values: the search text becomes the phone number or the name. */
export const callerFrom = (searched: string): CallerValues => ({
  client_name: looksLikePhone(searched) ? '' : searched.trim(),
  phone: looksLikePhone(searched) ? searched.trim() : '',
  email: '',
  type: '',
  animal_name: '',
  breed: '',
  dob: '',
});

const animalValues = (values: CallerValues) => ({
  ...emptyAnimal,
  name: values.animal_name,
  type: values.type,
  breed: values.breed,
  dob: values.dob,
});

/** The rules of the fields, from those of the two records. `withClient` when the client is new too. */
export const callerRules = (client: Rules, animal: Rules, withClient: boolean): Rules => ({
  ...client,
  ...animal,
  client_name: { ...client['name'], required: withClient },
  animal_name: { ...animal['name'] },
});

/** Errors in the date of birth. `today` is the practice's. */
export const callerErrors = (values: CallerValues, today: string) => ({
  dob: animalErrors(animalValues(values), today).dob,
});

export const callerClient = ({ client_name: name, phone, email }: CallerValues): InputOf<'client_create'> =>
  newClient({ ...emptyClient, name: name.trim(), phone: phone.trim(), email: email.trim() });

export const callerAnimal = (clientId: number, values: CallerValues): InputOf<'animal_create'> =>
  newAnimal(clientId, animalValues(values));
