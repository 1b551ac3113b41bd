import { useState } from 'react';
import { useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { toast } from '../../../ui/toast.ts';
import { SpeciesPicker } from '../../species/components/species-picker.tsx';
import { joinedSpecies, noSpecies, speciesProblem } from '../../species/offered-species.ts';
import { useTreatedSpecies } from '../queries.ts';

/** Asks which kinds of animals the practice treats. */
export function SpeciesDialog({ onClose }: { onClose: () => void }) {
  const treated = useTreatedSpecies().data ?? [];
  const [choice, setChoice] = useState(noSpecies);
  const [problem, setProblem] = useState<string | null>(null);
  const save = useCommand('animal_species_insert_multi');
  function submit() {
    const found = speciesProblem(choice);
    setProblem(found);
    if (found !== null || save.isPending) return;
    save.mutate(
      { species: joinedSpecies({ ...choice, other: choice.other.toLowerCase() }) },
      {
        onSuccess: () => {
          onClose();
          toast.success('Species saved');
        },
      },
    );
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => {
        if (!next && !save.isPending) onClose();
      }}
      title="Animal Species"
      description="Choose the types of animals you treat."
      width="large"
      actions={
        <>
          <Button disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" busy={save.isPending} busyLabel="Saving..." onClick={submit}>
            Save species
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <SpeciesPicker
          value={choice}
          onChange={(next) => {
            setChoice(next);
            setProblem(null);
          }}
          error={problem ?? undefined}
          disabled={save.isPending}
          inUse={treated.filter(({ active }) => active === '1').map(({ name }) => name)}
        />
        {save.isError ? <FormProblem>Failed to save species. Please try again.</FormProblem> : null}
      </form>
    </Dialog>
  );
}
