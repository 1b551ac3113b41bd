import type { SpeciesRecord } from '@burrow/contracts/species';
import { useId, useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { longestSpeciesName } from '../offered-species.ts';

/** Gives a kind of animal another name, for all animals that have it. */
export function RenameSpecies({ species, onClose }: { species: SpeciesRecord; onClose: () => void }) {
  const formId = useId();
  const [name, setName] = useState(species.name);
  const [problem, setProblem] = useState<string | null>(null);
  const update = useCommand('animal_species_update');
  const submit = () => {
    if (name.trim() === '') {
      setProblem('Please enter a name.');
      return;
    }
    update.mutate(
      { species_id: species.id, name: name.trim() },
      {
        onSuccess: () => {
          toast.success('Species renamed');
          onClose();
        },
        onError: (error) => setProblem(messageOf(error, 'Failed to save the species')),
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || update.isPending ? undefined : onClose())}
      title={`Rename ${species.name}`}
      description="All animals of this species show the new name."
      width="small"
      actions={
        <>
          <Button onClick={onClose} disabled={update.isPending}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={formId} busy={update.isPending} busyLabel="Saving...">
            Save
          </Button>
        </>
      }
    >
      <form
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
          error={problem ?? undefined}
          onChange={(event) => {
            setName(event.target.value);
            setProblem(null);
          }}
        />
      </form>
    </Dialog>
  );
}
