import type { PortalAnimal } from '@burrow/contracts/portal';
import { useState } from 'react';
import { useActionForm } from '../../../lib/use-action-form.ts';
import type { FormOf } from '../../../lib/use-form.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { useLateBeginning } from '../../../ui/native-dialog.tsx';
import { NativeFormDialog } from '../../../ui/native-form-dialog.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import type { SelectOption } from '../../../ui/select.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { speciesOptions } from '../../../ui/species-options.ts';
import { usePortalFormats } from '../portal-practice.ts';
import { PetFields } from './pet-fields.tsx';
import { petChanges, petErrors, requiredOfPet, valuesOf, type PetValues } from './pet-form.ts';
import { usePetSpecies } from './queries.ts';

function Fields({
  form,
  species,
  canBeInactive,
}: {
  form: FormOf<PetValues>;
  species: readonly SelectOption[];
  canBeInactive: boolean;
}) {
  useLateBeginning(form.element);
  return (
    <PetFields form={form} species={species}>
      {canBeInactive ? (
        <Checkbox
          {...form.flag('active')}
          label="Active"
          hint="You can’t request appointments for an inactive pet. Its details are kept, and you can make it active again."
          className="sm:col-span-2"
        />
      ) : null}
    </PetFields>
  );
}

/** 'Edit Pet Details': the fields that the owner can change. */
export function EditPetDialog({
  pet,
  onSaved,
  onClose,
}: {
  pet: PortalAnimal;
  onSaved: () => void;
  onClose: () => void;
}) {
  const formats = usePortalFormats();
  const species = usePetSpecies();
  const [before] = useState(() => valuesOf(pet));
  const form = useActionForm('cp/animal_update', {
    draft: pet.id,
    values: before,
    rulesOf: 'cp/animal_create',
    required: requiredOfPet(before),
    check: (values) => petErrors(values, formats.today()),
    input: (values) => {
      const changes = petChanges(before, values);
      return changes && { animal_id: pet.id, ...changes };
    },
    onSaved: () => {
      onSaved();
      onClose();
    },
    onUnchanged: onClose,
    failure: 'Failed to update animal details',
  });
  return (
    <NativeFormDialog
      form={form}
      title="Edit Pet Details"
      submitLabel="Save Changes"
      busyLabel="Saving..."
      disabled={species.data === undefined}
      onClose={onClose}
    >
      <QueryView
        query={species}
        skeleton={<SkeletonRows rows={5} />}
        failure="Failed to load species data"
        boxed
      >
        {(data) => (
          <Fields
            form={form}
            species={speciesOptions(data, pet.type_id)}
            canBeInactive={!pet.archived_by_practice}
          />
        )}
      </QueryView>
    </NativeFormDialog>
  );
}
