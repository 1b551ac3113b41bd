import type { AnimalRecord } from '@burrow/contracts/animal';
import { useId, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { failureText } from '../../../lib/failure-text.ts';
import { useCommand } from '../../../lib/query.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormDialogFrame } from '../../../ui/form-dialog-frame.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { speciesOptions } from '../../../ui/species-options.ts';
import { useFormKeys } from '../../../ui/use-form-keys.ts';
import { aboutAnimal } from '../about-animal.ts';
import { animalChanges, valuesOf, type AnimalValues } from '../animal-form.ts';
import { useSpecies } from '../../species/queries.ts';
import { AnimalFields } from './animal-fields.tsx';
import { useAnimalForm } from './use-animal-form.ts';

interface EditFormProps {
  id: string;
  animal: AnimalRecord;
  species: ReturnType<typeof speciesOptions>;
  update: ReturnType<typeof useCommand<'animal_update'>>;
  onSaved: () => void;
}

function EditForm({ id, animal, species, update, onSaved }: EditFormProps) {
  // What the edit began with: a refetch meanwhile must not turn somebody else's change into this person's.
  const [before] = useState(() => valuesOf(animal));
  const { form, handleSubmit, showRefusal } = useAnimalForm(before, before);
  const element = useRef<HTMLFormElement>(null);
  useFormKeys(element);
  const save = (values: AnimalValues) => {
    if (update.isPending) return;
    const changes = animalChanges(before, values);
    if (changes === null) onSaved();
    else {
      update.mutate(
        { animal_id: animal.id, ...changes },
        {
          onSuccess: () => {
            onSaved();
            toast.success('Animal updated', { about: aboutAnimal(animal.id) });
          },
          onError: showRefusal,
        },
      );
    }
  };
  return (
    <FormProvider {...form}>
      <form
        id={id}
        ref={element}
        noValidate
        className="flex flex-col gap-4"
        onChange={() => {
          if (update.isError) update.reset();
        }}
        onSubmit={(event) => void handleSubmit(save)(event)}
      >
        <AnimalFields species={species} />
      </form>
    </FormProvider>
  );
}

/** 'Edit Animal': everything that is written down about it. */
export function EditAnimalDialog({
  animal,
  open,
  onClose,
}: {
  animal: AnimalRecord;
  open: boolean;
  onClose: () => void;
}) {
  const formId = useId();
  const species = useSpecies();
  const update = useCommand('animal_update');
  const close = () => {
    update.reset();
    onClose();
  };
  return (
    <FormDialogFrame
      dialog={Dialog}
      open={open}
      title="Edit Animal"
      description={`${animal.animal_name}, ${animal.client_name}`}
      formId={formId}
      submitLabel="Save Changes"
      busyLabel="Saving..."
      withKeys
      disabled={species.data === undefined}
      busy={update.isPending}
      error={update.isError ? failureText('Failed to update animal details', update.error) : null}
      onClose={close}
    >
      <QueryView query={species} skeleton={<SkeletonRows rows={5} />} failure="Failed to load initial data">
        {(data) => (
          <EditForm
            id={formId}
            animal={animal}
            species={speciesOptions(data, animal.type_id)}
            update={update}
            onSaved={close}
          />
        )}
      </QueryView>
    </FormDialogFrame>
  );
}
