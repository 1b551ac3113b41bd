import { messageOf } from '../../../lib/api-error.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Form } from '../../../ui/form.tsx';
import { toast } from '../../../ui/toast.ts';
import { SpeciesPicker } from '../components/species-picker.tsx';
import { joinedSpecies, noSpecies, speciesErrors } from '../offered-species.ts';

const addedText = (added: number): string => {
  if (added === 0) return 'You already have these';
  return added === 1 ? '1 species added' : `${added} species added`;
};

/** Takes kinds of animals into use: out of those that are offered, or any other. */
export function AddSpecies({ inUse }: { inUse: readonly string[] }) {
  const form = useActionForm('animal_species_insert_multi', {
    values: noSpecies,
    check: speciesErrors,
    input: (choice) => ({ species: joinedSpecies(choice) }),
    onSaved: ({ added }) => {
      form.reset(noSpecies);
      toast.success(addedText(added));
    },
    failure: (error) => messageOf(error, 'Failed to save species. Please try again.'),
  });
  return (
    <Card title="Add species">
      <Form form={form}>
        <SpeciesPicker
          value={form.values}
          inUse={inUse}
          // The picker says at its top what went wrong: the button that found it is far below.
          errors={form.problem === null ? form.errors : { names: form.problem }}
          onChange={form.set}
        />
        <div className="flex justify-end">
          <Button variant="primary" type="submit" busy={form.busy} busyLabel="Adding...">
            Add species
          </Button>
        </div>
      </Form>
    </Card>
  );
}
