import type { PortalAnimal } from '@burrow/contracts/portal';
import { useId, useRef, useState, type ReactNode } from 'react';
import { useCommand } from '../../../lib/query.ts';
import { useDraftForm } from '../../../lib/use-draft-form.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { useFocusFirstWrong } from '../../../ui/focus-first-wrong.ts';
import { useLateBeginning } from '../../../ui/native-dialog.tsx';
import { NativeFormDialog } from '../../../ui/native-form-dialog.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { speciesOptions } from '../../../ui/species-options.ts';
import { useFormKeys } from '../../../ui/use-form-keys.ts';
import { usePortalFormats } from '../portal-practice.ts';
import { PetFields } from './pet-fields.tsx';
import { draftOf, petChanges, petErrors, refusedFields, type PetDraft, type PetErrors } from './pet-form.ts';
import { usePetSpecies } from './queries.ts';

interface EditPetProps {
  pet: PortalAnimal;
  onSaved: () => void;
  onClose: () => void;
}

/** The draft of a pet that is changed, and how it is saved. */
function useEditPet({ pet, onSaved, onClose }: EditPetProps) {
  const formats = usePortalFormats();
  const update = useCommand('cp/animal_update');
  // What the edit began with: a refetch meanwhile must not turn somebody else's change into this person's.
  const [before] = useState(() => draftOf(pet));
  const form = useDraftForm<PetDraft, PetErrors>(
    () => before,
    {
      save: (draft, then) => {
        const changes = petChanges(before, draft);
        if (changes === null) onClose();
        else update.mutate({ animal_id: pet.id, ...changes }, then);
      },
      isPending: update.isPending,
      error: update.error,
      reset: update.reset,
    },
    {
      check: (draft) => petErrors(draft, formats.today(), before),
      refused: refusedFields,
      failed: 'Failed to update animal details',
      onSaved: () => {
        onSaved();
        onClose();
      },
    },
  );
  return { ...form, busy: update.isPending, changed: petChanges(before, form.draft) !== null };
}

interface PetFormProps {
  id: string;
  errors: PetErrors | null;
  onSubmit: () => void;
  children: ReactNode;
}

function PetForm({ id, errors, onSubmit, children }: PetFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useLateBeginning(form);
  useFormKeys(form);
  useFocusFirstWrong(form, errors);
  return (
    <form
      id={id}
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

/** 'Edit Pet Details': what the owner says about their pet. */
export function EditPetDialog(props: EditPetProps) {
  const { pet, onClose } = props;
  const formId = useId();
  const species = usePetSpecies();
  const { draft, errors, change, submit, problem, busy, changed } = useEditPet(props);
  return (
    <NativeFormDialog
      title="Edit Pet Details"
      formId={formId}
      submitLabel="Save Changes"
      busyLabel="Saving..."
      withKeys
      disabled={species.data === undefined}
      changed={changed}
      busy={busy}
      error={problem}
      onClose={onClose}
    >
      <QueryView
        query={species}
        skeleton={<SkeletonRows rows={5} />}
        failure="Failed to load species data"
        boxed
      >
        {(data) => (
          <PetForm id={formId} errors={errors} onSubmit={submit}>
            <PetFields
              draft={draft}
              errors={errors ?? {}}
              species={speciesOptions(data, pet.type_id)}
              onChange={change}
            >
              {pet.archived_by_practice ? null : (
                <Checkbox
                  label="Active"
                  hint="No appointments can be requested for an inactive pet. Its details are kept, and you can make it active again."
                  className="sm:col-span-2"
                  checked={draft.active}
                  onChange={({ target }) => change({ ...draft, active: target.checked })}
                />
              )}
            </PetFields>
          </PetForm>
        )}
      </QueryView>
    </NativeFormDialog>
  );
}
