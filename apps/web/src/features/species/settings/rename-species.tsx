import type { SpeciesRecord } from '@burrow/contracts/species';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';

/** Gives a kind of animal another name, for all animals that have it. */
export function RenameSpecies({ species, onClose }: { species: SpeciesRecord; onClose: () => void }) {
  const form = useActionForm('animal_species_update', {
    values: { name: species.name },
    required: { name: true },
    input: ({ name }) => ({ species_id: species.id, name: name.trim() }),
    onSaved: () => {
      toast.success('Species renamed');
      onClose();
    },
    failure: 'Failed to save the species',
    blames: { name_taken: 'name' },
  });
  return (
    <FormDialog
      form={form}
      title={`Rename ${species.name}`}
      description="All animals of this species show the new name."
      width="small"
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <TextField {...form.field('name')} label="Name" />
    </FormDialog>
  );
}
