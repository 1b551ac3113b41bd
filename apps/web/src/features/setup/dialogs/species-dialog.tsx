import { useId } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormDialogFrame } from '../../../ui/form-dialog-frame.tsx';
import { toast } from '../../../ui/toast.ts';
import { SpeciesPicker } from '../../species/components/species-picker.tsx';
import { useSpeciesChoice } from '../../species/use-species-choice.ts';

/** Asks which kinds of animals the practice treats. */
export function SpeciesDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const { choice, inUse, problem, busy, error, choose, save } = useSpeciesChoice('lower-case');
  return (
    <FormDialogFrame
      dialog={Dialog}
      title="Animal Species"
      description="Choose the types of animals you treat."
      width="large"
      formId={formId}
      submitLabel="Save species"
      busyLabel="Saving..."
      busy={busy}
      error={error ? 'Failed to save species. Please try again.' : null}
      onClose={onClose}
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save((isNew) => {
            onClose();
            if (isNew) toast.success('Species saved');
          });
        }}
      >
        <SpeciesPicker value={choice} onChange={choose} problem={problem} disabled={busy} inUse={inUse} />
      </form>
    </FormDialogFrame>
  );
}
