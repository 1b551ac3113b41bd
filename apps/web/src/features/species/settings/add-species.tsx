import { useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { toast } from '../../../ui/toast.ts';
import { SpeciesPicker } from '../components/species-picker.tsx';
import { joinedSpecies, noSpecies, speciesProblem, type SpeciesProblem } from '../offered-species.ts';

const addedText = (added: number): string => {
  if (added === 0) return 'You already have these';
  return added === 1 ? '1 species added' : `${added} species added`;
};

/** Takes kinds of animals into use: out of those that are offered, or any other. */
export function AddSpecies({ inUse }: { inUse: readonly string[] }) {
  const [choice, setChoice] = useState(noSpecies);
  const [problem, setProblem] = useState<SpeciesProblem | null>(null);
  const add = useCommand('animal_species_insert_multi');
  const submit = () => {
    const found = speciesProblem(choice);
    setProblem(found);
    if (found !== null) return;
    add.mutate(
      { species: joinedSpecies(choice) },
      {
        onSuccess: ({ added }) => {
          setChoice(noSpecies);
          toast.success(addedText(added));
        },
        onError: (error) =>
          setProblem({ at: 'all', text: messageOf(error, 'Failed to save species. Please try again.') }),
      },
    );
  };
  return (
    <Card title="Add species">
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!add.isPending) submit();
        }}
      >
        <SpeciesPicker
          value={choice}
          inUse={inUse}
          problem={problem}
          onChange={(next) => {
            setChoice(next);
            setProblem(null);
          }}
        />
        <div className="flex justify-end">
          <Button variant="primary" type="submit" busy={add.isPending} busyLabel="Adding...">
            Add species
          </Button>
        </div>
      </form>
    </Card>
  );
}
