import { useRef } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { useFormats } from '../../lib/practice.ts';
import { useCommand } from '../../lib/query.ts';
import { rulesOfCommand } from '../../lib/use-action-form.ts';
import { useForm } from '../../lib/use-form.ts';
import { callerAnimal, callerClient, callerErrors, callerFrom, callerRules } from './caller-form.ts';

/**
 * The form that adds a client, unless `clientId` is given, and their animal. If adding the animal fails, the client stays:
 * `onClient` is called, and submitting again adds the animal alone.
 */
export function useAddCaller(
  searched: string,
  clientId: number | null,
  on: {
    onClient: (client: { id: number; name: string }) => void;
    onAdded: (clientId: number, animalId: number) => void;
  },
) {
  const formats = useFormats();
  const client = useCommand('client_create');
  const animal = useCommand('animal_create');
  /** The record that is being added: a refusal is about it. */
  const adding = useRef<'client' | 'animal'>('client');
  return useForm({
    values: callerFrom(searched),
    rules: callerRules(rulesOfCommand('client_create'), rulesOfCommand('animal_create'), clientId === null),
    check: (values) => callerErrors(values, formats.today()),
    send: async (values) => {
      let owner = clientId;
      if (owner === null) {
        adding.current = 'client';
        ({ client_id: owner } = await client.mutateAsync(callerClient(values)));
        on.onClient({ id: owner, name: values.client_name.trim() });
      }
      adding.current = 'animal';
      const { animal_id: id } = await animal.mutateAsync(callerAnimal(owner, values));
      on.onAdded(owner, id);
    },
    busy: client.isPending || animal.isPending,
    failure: (error) =>
      failureText(adding.current === 'client' ? 'Failed to add client' : 'Failed to create animal', error),
    nameHere: (name) => (name === 'name' ? `${adding.current}_name` : name),
  });
}
