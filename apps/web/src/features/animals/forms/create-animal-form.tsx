import type { ClientRecord } from '@burrow/contracts/client';
import type { SpeciesRecord } from '@burrow/contracts/species';
import { useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { useCommand } from '../../../lib/query.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { speciesOptions } from '../../../ui/species-options.ts';
import { useFormKeys } from '../../../ui/use-form-keys.ts';
import type { AddedAnimal } from '../components/animal-added.tsx';
import { WeightDoubtBanner } from '../components/weight-doubt-banner.tsx';
import { emptyAnimal, newAnimal, weightText, type AnimalValues } from '../animal-form.ts';
import { firstWeightDoubt, type WeightDoubt } from '../weight-doubt.ts';
import { AnimalFields } from './animal-fields.tsx';
import { ClientField } from './client-field.tsx';
import { useAnimalForm } from './use-animal-form.ts';

const noClient = 'Please select a client';

interface CreateAnimalFormProps {
  /** The client whose page led here. */
  client: ClientRecord | null;
  species: readonly SpeciesRecord[];
  /** Where Cancel goes. */
  cancelTo: string;
  onAdded: (animal: AddedAnimal) => void;
}

function useCreateAnimal({ client: preselected, species, onAdded }: CreateAnimalFormProps) {
  const [client, setClient] = useState(preselected);
  const [clientError, setClientError] = useState<string | undefined>();
  const clientInput = useRef<HTMLInputElement>(null);
  const { form, handleSubmit, showRefusal } = useAnimalForm(emptyAnimal);
  const create = useCommand('animal_create', { untilGone: true });
  const [doubt, setDoubt] = useState<WeightDoubt | null>(null);
  const complainAboutClient = (message: string) => {
    setClientError(message);
    clientInput.current?.focus();
  };
  const doubtAbout = ({ weight, type }: AnimalValues): WeightDoubt | null => {
    const kind = species.find(({ id }) => String(id) === type)?.name ?? null;
    return weight.trim() === '' ? null : firstWeightDoubt(Number(weightText(weight)), kind);
  };
  const send = (isMeant: boolean) => (values: AnimalValues) => {
    if (client === null || create.isPending) return;
    const found = isMeant ? null : doubtAbout(values);
    setDoubt(found);
    if (found !== null) return;
    create.mutate(newAnimal(client.id, values), {
      onSuccess: ({ animal_id: id }) =>
        onAdded({ id, name: values.name.trim(), clientId: client.id, isActive: values.active }),
      onError: (error) => {
        showRefusal(error);
        const aboutClient = error instanceof ApiError ? error.fields['client_id'] : undefined;
        if (aboutClient) complainAboutClient(aboutClient);
      },
    });
  };
  const submit = async (isMeant = false) => {
    // The form's first field: when it is wrong, it gets the focus and no other does.
    if (client === null) complainAboutClient(noClient);
    await handleSubmit(send(isMeant), client !== null)();
  };
  const choose = (chosen: ClientRecord | null) => {
    setClient(chosen);
    setClientError(undefined);
  };
  const edited = () => {
    if (create.isError) create.reset();
    setDoubt(null);
  };
  return { client, choose, clientError, clientInput, form, create, submit, doubt, edited };
}

/** 'Add New Animal'. */
export function CreateAnimalForm(props: CreateAnimalFormProps) {
  const { client, choose, clientError, clientInput, form, create, submit, doubt, edited } =
    useCreateAnimal(props);
  const element = useRef<HTMLFormElement>(null);
  useFormKeys(element);
  return (
    <FormProvider {...form}>
      <form
        noValidate
        ref={element}
        aria-label="Add New Animal"
        className="flex flex-col gap-4"
        onChange={edited}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Card>
          <div className="flex flex-col gap-4">
            <ClientField value={client} onValueChange={choose} error={clientError} inputRef={clientInput} />
            <AnimalFields species={speciesOptions(props.species)} withWeight />
          </div>
        </Card>
        {doubt === null ? null : <WeightDoubtBanner doubt={doubt} onSave={() => void submit(true)} />}
        {create.isError ? (
          <FormProblem>{messageOf(create.error, 'Failed to create animal')}</FormProblem>
        ) : null}
        <div className="flex justify-end gap-2 max-sm:*:flex-1">
          <ButtonLink size="large" to={props.cancelTo}>
            Cancel
          </ButtonLink>
          <Button size="large" variant="primary" type="submit" busy={create.isPending} busyLabel="Adding...">
            Add Animal
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}
