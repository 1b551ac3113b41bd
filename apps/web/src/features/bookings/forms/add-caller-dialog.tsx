import { useId, useRef, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { useFormats } from '../../../lib/practice.ts';
import { Button } from '../../../ui/button.tsx';
import { DateInput } from '../../../ui/date-input.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormDialogFrame } from '../../../ui/form-dialog-frame.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import type { SelectOption } from '../../../ui/select.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { speciesOptions } from '../../../ui/species-options.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { useFormKeys } from '../../../ui/use-form-keys.ts';
import { SpeciesChoice } from '../../animals/forms/species-choice.tsx';
import { clientLimits } from '../../clients/client-values.ts';
import { useSpecies } from '../../species/queries.ts';
import { callerFrom, type CallerValues } from '../caller-form.ts';
import { useAddCaller } from '../use-add-caller.ts';

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

function ClientPart({
  form,
  phoneHolder,
  onPhoneChange,
  onExisting,
}: {
  form: UseFormReturn<CallerValues>;
  phoneHolder: number | null;
  onPhoneChange: () => void;
  onExisting: (clientId: number) => void;
}) {
  const { errors, defaultValues } = form.formState;
  return (
    <fieldset>
      <legend className={legendClass}>Client</legend>
      <div className={fieldsClass}>
        <TextField
          label="Name"
          className="sm:col-span-2"
          required
          autoComplete="off"
          maxLength={clientLimits.name}
          error={errors.client_name?.message}
          {...form.register('client_name')}
          {...(defaultValues?.client_name ? {} : beginning)}
        />
        <div className="flex flex-col items-start gap-2">
          <TextField
            label="Phone"
            className="w-full"
            type="tel"
            autoComplete="off"
            maxLength={clientLimits.phone}
            error={errors.phone?.message}
            {...form.register('phone', { onChange: onPhoneChange })}
            {...(defaultValues?.client_name ? beginning : {})}
          />
          {phoneHolder === null ? null : (
            <Button size="small" onClick={() => onExisting(phoneHolder)}>
              Book for that client
            </Button>
          )}
        </div>
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          maxLength={clientLimits.email}
          error={errors.email?.message}
          {...form.register('email')}
        />
      </div>
    </fieldset>
  );
}

function AnimalPart({
  form,
  species,
}: {
  form: UseFormReturn<CallerValues>;
  species: readonly SelectOption[];
}) {
  const { errors } = form.formState;
  const today = useFormats().today();
  return (
    <fieldset>
      <legend className={legendClass}>Animal</legend>
      <div className={fieldsClass}>
        <SpeciesChoice
          options={species}
          className="sm:col-span-2"
          error={errors.type?.message}
          {...form.register('type')}
        />
        <TextField
          label="Animal name"
          className="sm:col-span-2"
          required
          autoComplete="off"
          maxLength={100}
          error={errors.animal_name?.message}
          {...form.register('animal_name')}
        />
        <TextField
          label="Breed"
          autoComplete="off"
          maxLength={100}
          error={errors.breed?.message}
          {...form.register('breed')}
        />
        <DateInput label="Date of birth" max={today} error={errors.dob?.message} {...form.register('dob')} />
      </div>
    </fieldset>
  );
}

type CallerFormProps = Pick<AddCallerDialogProps, 'client' | 'onExisting'> & {
  id: string;
  form: UseFormReturn<CallerValues>;
  adding: ReturnType<typeof useAddCaller>;
  species: readonly SelectOption[];
};

function CallerForm({ id, client, form, adding, species, onExisting }: CallerFormProps) {
  const element = useRef<HTMLFormElement>(null);
  useFormKeys(element);
  return (
    <form
      id={id}
      ref={element}
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void adding.submit(event)}
    >
      {client === null ? (
        <ClientPart
          form={form}
          phoneHolder={adding.phoneHolder}
          onPhoneChange={adding.forgetPhoneHolder}
          onExisting={onExisting}
        />
      ) : null}
      <AnimalPart form={form} species={species} />
      <p className="text-sm text-ink-soft">
        You can add the address, allergies and more on their pages later.
      </p>
    </form>
  );
}

/** Adds a caller while they are on the phone: a client with an animal, or an animal for an existing client. */
export function AddCallerDialog({ searched, client: known, onClose, ...on }: AddCallerDialogProps) {
  const formId = useId();
  const species = useSpecies();
  const [added, setAdded] = useState<AddCallerDialogProps['client']>(known);
  const form = useForm<CallerValues>({ defaultValues: callerFrom(searched) });
  const adding = useAddCaller(form, added?.id ?? null, {
    onClient: (id) => setAdded({ id, name: form.getValues('client_name').trim() }),
    onAdded: on.onAdded,
  });
  const title = added === null ? 'Add client and animal' : 'Add animal';
  return (
    <FormDialogFrame
      dialog={Dialog}
      title={title}
      description={added?.name}
      formId={formId}
      submitLabel={title}
      busyLabel="Adding..."
      withKeys
      disabled={species.data === undefined}
      busy={adding.busy}
      error={adding.problem}
      onClose={() => (added === null || added === known ? onClose() : on.onExisting(added.id))}
    >
      <QueryView query={species} skeleton={<SkeletonRows rows={5} />} failure="Failed to load initial data">
        {(data) => (
          <CallerForm
            id={formId}
            client={added}
            form={form}
            adding={adding}
            species={speciesOptions(data)}
            onExisting={on.onExisting}
          />
        )}
      </QueryView>
    </FormDialogFrame>
  );
}
