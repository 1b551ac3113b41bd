import { longestSpeciesName } from '@burrow/contracts/species-name';
import type { SpeciesRecord } from '@burrow/contracts/species';
import { useId, useRef, useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { useCommand } from '../../../lib/query.ts';
import { useFocusFirstWrong } from '../../../ui/focus-first-wrong.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';

/** Gives a kind of animal another name, for all animals that have it. */
export function RenameSpecies({ species, onClose }: { species: SpeciesRecord; onClose: () => void }) {
  const formId = useId();
  const [name, setName] = useState(species.name);
  const [problem, setProblem] = useState<{ text: string } | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useFocusFirstWrong(form, problem);
  const update = useCommand('animal_species_update');
  const submit = () => {
    if (update.isPending) return;
    if (name.trim() === '') {
      setProblem({ text: 'Enter a name.' });
      return;
    }
    update.mutate(
      { species_id: species.id, name: name.trim() },
      {
        onSuccess: () => {
          toast.success('Species renamed');
          onClose();
        },
        onError: (error) => setProblem({ text: failureText('Failed to save the species', error) }),
      },
    );
  };
  return (
    <FormDialog
      title={`Rename ${species.name}`}
      description="All animals of this species show the new name."
      width="small"
      formId={formId}
      submitLabel="Save"
      busyLabel="Saving..."
      busy={update.isPending}
      // There is but one field, which says it.
      error={null}
      onClose={onClose}
    >
      <form
        ref={form}
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label="Name"
          required
          maxLength={longestSpeciesName}
          value={name}
          error={problem?.text}
          onChange={(event) => {
            setName(event.target.value);
            setProblem(null);
          }}
        />
      </form>
    </FormDialog>
  );
}
