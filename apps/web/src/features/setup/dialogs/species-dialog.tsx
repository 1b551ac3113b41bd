import { useActionForm } from '../../../lib/use-action-form.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { SpeciesPicker } from '../../species/components/species-picker.tsx';
import { joinedSpecies, noSpecies, speciesErrors } from '../../species/offered-species.ts';
import { useSpecies } from '../../species/queries.ts';

/** Asks which species the practice treats. */
export function SpeciesDialog({ onClose }: { onClose: () => void }) {
  const treated = useSpecies().data ?? [];
  const inUse = treated.filter(({ active }) => active === '1').map(({ name }) => name);
  const form = useActionForm('animal_species_insert_multi', {
    draft: 'setup',
    values: noSpecies,
    check: (choice) => (inUse.length > 0 && joinedSpecies(choice) === '' ? {} : speciesErrors(choice)),
    input: (choice) => {
      const species = joinedSpecies({ ...choice, other: choice.other.toLowerCase() });
      return species === '' ? null : { species };
    },
    onSaved: () => {
      onClose();
      toast.success('Species saved');
    },
    onUnchanged: onClose,
    failure: () => 'Failed to save species. Please try again.',
  });
  return (
    <FormDialog
      form={form}
      title="Animal Species"
      description="Choose the types of animals you treat."
      width="large"
      submitLabel="Save species"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <SpeciesPicker
        value={form.values}
        onChange={form.set}
        errors={form.errors}
        disabled={form.busy}
        inUse={inUse}
      />
    </FormDialog>
  );
}
