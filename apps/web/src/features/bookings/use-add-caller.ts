import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { ApiError } from '../../lib/api-error.ts';
import { failureText } from '../../lib/failure-text.ts';
import { useFormats } from '../../lib/practice.ts';
import { useCommand } from '../../lib/query.ts';
import {
  animalFields,
  callerAnimal,
  callerClient,
  callerErrors,
  clientFields,
  type CallerValues,
} from './caller-form.ts';

type Field = keyof CallerValues;

/** Shows messages at their fields and focuses the first. @returns whether any was shown */
function showErrors(
  form: UseFormReturn<CallerValues>,
  errors: readonly (readonly [Field, string | undefined])[],
): boolean {
  const shown = errors.filter(([, message]) => message !== undefined);
  for (const [field, message] of shown) form.setError(field, { message: message ?? '' });
  if (shown[0]) form.setFocus(shown[0][0]);
  return shown.length > 0;
}

/** The server's field errors under the form's field names. */
const refusalsIn = (error: unknown, names: Readonly<Record<string, Field>>) =>
  Object.entries(names).map(
    ([name, field]) => [field, error instanceof ApiError ? error.fields[name] : undefined] as const,
  );

/**
 * Adds a client, unless `clientId` is given, and their animal. If adding the animal fails, the client stays: `onClient` is
 * called, and submitting again adds the animal alone.
 */
export function useAddCaller(
  form: UseFormReturn<CallerValues>,
  clientId: number | null,
  on: { onClient: (clientId: number) => void; onAdded: (clientId: number, animalId: number) => void },
) {
  const formats = useFormats();
  const client = useCommand('client_create');
  const animal = useCommand('animal_create');
  const [problem, setProblem] = useState<string | null>(null);
  const [phoneHolder, setPhoneHolder] = useState<number | null>(null);
  const refuse = (error: unknown, names: Readonly<Record<string, Field>>, failure: string) => {
    if (!showErrors(form, refusalsIn(error, names))) setProblem(failureText(failure, error));
    setPhoneHolder(error instanceof ApiError ? error.existingId : null);
  };
  const knownClient = async (values: CallerValues): Promise<number | null> => {
    if (clientId !== null) return clientId;
    try {
      const { client_id: id } = await client.mutateAsync(callerClient(values));
      on.onClient(id);
      return id;
    } catch (error) {
      refuse(error, clientFields, 'Failed to add client');
      return null;
    }
  };
  const add = async (values: CallerValues) => {
    const errors = callerErrors(values, clientId === null, formats.today());
    if (showErrors(form, Object.entries(errors) as [Field, string][])) return;
    setProblem(null);
    setPhoneHolder(null);
    const owner = await knownClient(values);
    if (owner === null) return;
    try {
      const { animal_id: id } = await animal.mutateAsync(callerAnimal(owner, values));
      on.onAdded(owner, id);
    } catch (error) {
      refuse(error, animalFields, 'Failed to create animal');
    }
  };
  return {
    submit: form.handleSubmit(add),
    busy: client.isPending || animal.isPending,
    problem,
    /** The client who has the phone number that was refused. */
    phoneHolder,
    forgetPhoneHolder: () => setPhoneHolder(null),
  };
}
