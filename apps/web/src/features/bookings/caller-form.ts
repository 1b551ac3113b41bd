import type { InputOf } from '../../lib/api.ts';
import { animalErrors, emptyAnimal, newAnimal } from '../animals/animal-form.ts';
import { emptyClient, newClient } from '../clients/client-values.ts';

/** Fields for a new client on the phone and their animal; the rest can be added on their pages. */
export interface CallerValues {
  client_name: string;
  phone: string;
  email: string;
  /** Id of the species. With no radio button chosen: '', or null after the focus has left them. */
  type: string | null;
  animal_name: string;
  breed: string;
  dob: string;
}

type CallerErrors = Partial<Record<keyof CallerValues, string>>;

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
  type: values.type ?? '',
  breed: values.breed,
  dob: values.dob,
});

/** Error messages by field. `withClient` when the client is new too; `today` is the practice's. */
export function callerErrors(values: CallerValues, withClient: boolean, today: string): CallerErrors {
  const { name, type, dob } = animalErrors(animalValues(values), today);
  return {
    ...(withClient && values.client_name.trim() === '' ? { client_name: 'Enter a name.' } : {}),
    ...(type === undefined ? {} : { type }),
    ...(name === undefined ? {} : { animal_name: name }),
    ...(dob === undefined ? {} : { dob }),
  };
}

export const callerClient = ({ client_name: name, phone, email }: CallerValues): InputOf<'client_create'> =>
  newClient({ ...emptyClient, name: name.trim(), phone: phone.trim(), email: email.trim() });

export const callerAnimal = (clientId: number, values: CallerValues): InputOf<'animal_create'> =>
  newAnimal(clientId, animalValues(values));

/** Maps field names of the actions to those of the form. */
export const clientFields = { name: 'client_name', phone: 'phone', email: 'email' } as const;
export const animalFields = { name: 'animal_name', type: 'type', breed: 'breed', dob: 'dob' } as const;
