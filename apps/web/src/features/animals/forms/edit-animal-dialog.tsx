import type { AnimalRecord } from '@burrow/contracts/animal';
import { useId, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { messageOf } from '../../../lib/api-error.ts';
import { useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { aboutAnimal } from '../about-animal.ts';
import { animalChanges, speciesOptions, valuesOf, type AnimalValues } from '../animal-form.ts';
import { useSpecies } from '../queries.ts';
import { AnimalFields } from './animal-fields.tsx';
import { useAnimalForm } from './use-animal-form.ts';

const failed = 'Failed to update animal details';

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
        noValidate
        className="flex flex-col gap-4"
        onChange={() => {
          if (update.isError) update.reset();
        }}
        onSubmit={(event) => void handleSubmit(save)(event)}
      >
        <AnimalFields species={species} />
        {update.isError ? <FormProblem>{`${failed}. ${messageOf(update.error, '')}`}</FormProblem> : null}
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
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next && !update.isPending) close();
      }}
      title="Edit Animal"
      description={`${animal.animal_name}, ${animal.client_name}`}
      actions={
        <>
          <Button disabled={update.isPending} onClick={close}>
            Cancel
          </Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            disabled={species.data === undefined}
            busy={update.isPending}
            busyLabel="Saving..."
          >
            Save Changes
          </Button>
        </>
      }
    >
      {species.data ? (
        <EditForm
          id={formId}
          animal={animal}
          species={speciesOptions(species.data, animal.type_id)}
          update={update}
          onSaved={close}
        />
      ) : species.isError ? (
        <ErrorPanel
          title="Failed to load initial data"
          onRetry={() => void species.refetch()}
          retrying={species.isFetching}
        >
          {messageOf(species.error, '')}
        </ErrorPanel>
      ) : (
        <SkeletonRows rows={5} />
      )}
    </Dialog>
  );
}
