import { useRef, useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { rulesOfCommand } from '../../../lib/use-action-form.ts';
import { useForm, type FormOf } from '../../../lib/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { DateInput } from '../../../ui/date-input.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import type { SelectOption } from '../../../ui/select.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { speciesOptions } from '../../../ui/species-options.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { SpeciesChoice } from '../../animals/forms/species-choice.tsx';
import { useSpecies } from '../../species/queries.ts';
import {
  callerAnimal,
  callerClient,
  callerErrors,
  callerFrom,
  callerRules,
  type CallerValues,
} from '../caller-form.ts';

interface AddCallerDialogProps {
  /** The search text, which fills in the phone number or the name. */
  searched: string;
  /** The client whose animal is added; null to add a new client too. */
  client: { id: number; name: string } | null;
  onAdded: (clientId: number, animalId: number) => void;
  /** Book for the client who already has this phone number. */
  onExisting: (clientId: number) => void;
  onClose: () => void;
}

const legendClass = 'mb-2 font-bold';
const fieldsClass = 'grid gap-3 sm:grid-cols-2';
/** Marks the field that gets the focus first. */
const beginning = { 'data-dialog-beginning': '' };

type CallerForm = FormOf<CallerValues>;

function ClientPart({
  form,
  searched,
  onExisting,
}: {
  form: CallerForm;
  searched: string;
  onExisting: (clientId: number) => void;
}) {
  const isNamed = callerFrom(searched).client_name !== '';
  const { errors, refusal } = form;
  const holder = errors.phone !== undefined && refusal instanceof ApiError ? refusal.existingId : null;
  return (
    <fieldset>
      <legend className={legendClass}>Client</legend>
      <div className={fieldsClass}>
        <TextField
          {...form.field('client_name')}
          label="Name"
          className="sm:col-span-2"
          autoComplete="off"
          {...(isNamed ? {} : beginning)}
        />
        <div className="flex flex-col items-start gap-2">
          <TextField
            {...form.field('phone')}
            label="Phone"
            className="w-full"
            type="tel"
            autoComplete="off"
            {...(isNamed ? beginning : {})}
          />
          {holder === null ? null : (
            <Button size="small" onClick={() => onExisting(holder)}>
              Book for that client
            </Button>
          )}
        </div>
        <TextField {...form.field('email')} label="Email" type="email" autoComplete="off" />
      </div>
    </fieldset>
  );
}

function AnimalPart({ form, species }: { form: CallerForm; species: readonly SelectOption[] }) {
  const today = useFormats().today();
  return (
    <fieldset>
      <legend className={legendClass}>Animal</legend>
      <div className={fieldsClass}>
        <SpeciesChoice {...form.field('type')} options={species} className="sm:col-span-2" />
        <TextField
          {...form.field('animal_name')}
          label="Animal name"
          className="sm:col-span-2"
          autoComplete="off"
        />
        <TextField {...form.field('breed')} label="Breed" autoComplete="off" />
        <DateInput {...form.field('dob')} label="Date of birth" max={today} />
      </div>
    </fieldset>
  );
}

/**
 * The form that adds a client, unless `clientId` is given, and their animal. If adding the animal fails, the client stays:
 * `onClient` is called, and submitting again adds the animal alone.
 */
function useAddCaller(
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
  /** The record that is being added, which an error is about. */
  const adding = useRef<'client' | 'animal'>('client');
  return useForm({
    draft: `caller ${clientId}`,
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
      failureText(adding.current === 'client' ? 'Couldn’t add the client' : 'Failed to create animal', error),
    nameHere: (name) => (name === 'name' ? `${adding.current}_name` : name),
  });
}

/** Adds a caller while they are on the phone: a client with an animal, or an animal for an existing client. */
export function AddCallerDialog({ searched, client: known, onClose, ...on }: AddCallerDialogProps) {
  const species = useSpecies();
  const [added, setAdded] = useState<AddCallerDialogProps['client']>(known);
  const form = useAddCaller(searched, added?.id ?? null, { onClient: setAdded, onAdded: on.onAdded });
  const title = added === null ? 'Add client and animal' : 'Add animal';
  return (
    <FormDialog
      form={form}
      title={title}
      description={added?.name}
      className="flex flex-col gap-5"
      submitLabel={title}
      busyLabel="Adding..."
      disabled={species.data === undefined}
      onClose={() => (added === null || added === known ? onClose() : on.onExisting(added.id))}
    >
      <QueryView query={species} skeleton={<SkeletonRows rows={5} />} failure="Failed to load initial data">
        {(data) => (
          <>
            {added === null ? (
              <ClientPart form={form} searched={searched} onExisting={on.onExisting} />
            ) : null}
            <AnimalPart form={form} species={speciesOptions(data)} />
            <p className="text-sm text-ink-soft">
              You can add the address, allergies and more on their pages later.
            </p>
          </>
        )}
      </QueryView>
    </FormDialog>
  );
}
