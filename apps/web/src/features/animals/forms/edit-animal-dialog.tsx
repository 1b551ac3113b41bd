import type { AnimalRecord } from '@burrow/contracts/animal';
import { useState } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { speciesOptions } from '../../../ui/species-options.ts';
import { toast } from '../../../ui/toast.ts';
import { useSpecies } from '../../species/queries.ts';
import { aboutAnimal } from '../about-animal.ts';
import { animalChanges, animalErrors, requiredOfAnimal, valuesOf } from '../animal-form.ts';
import { AnimalFields } from './animal-fields.tsx';

/** 'Edit Animal': everything that is written down about it. */
export function EditAnimalDialog({ animal, onClose }: { animal: AnimalRecord; onClose: () => void }) {
  const formats = useFormats();
  const species = useSpecies();
  const [before] = useState(() => valuesOf(animal));
  const form = useActionForm('animal_update', {
    values: before,
    rulesOf: 'animal_create',
    required: requiredOfAnimal(before),
    check: (values) => animalErrors(values, formats.today()),
    input: (values) => {
      const changes = animalChanges(before, values);
      return changes && { animal_id: animal.id, ...changes };
    },
    onSaved: () => {
      onClose();
      toast.success('Animal updated', { about: aboutAnimal(animal.id) });
    },
    onUnchanged: onClose,
    failure: 'Failed to update animal details',
  });
  return (
    <FormDialog
      form={form}
      title="Edit Animal"
      description={`${animal.animal_name}, ${animal.client_name}`}
      submitLabel="Save Changes"
      busyLabel="Saving..."
      disabled={species.data === undefined}
      onClose={onClose}
    >
      <QueryView query={species} skeleton={<SkeletonRows rows={5} />} failure="Failed to load initial data">
        {(data) => <AnimalFields form={form} species={speciesOptions(data, animal.type_id)} />}
      </QueryView>
    </FormDialog>
  );
}
