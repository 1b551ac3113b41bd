import type { SpeciesRecord } from '@burrow/contracts/species';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { useCommand } from '../../../lib/query.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { ArchivedList } from '../../../ui/archived-list.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Form } from '../../../ui/form.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { SpeciesIcon } from '../../../ui/species-icon.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { SpeciesPicker } from '../components/species-picker.tsx';
import { joinedSpecies, noSpecies, speciesErrors } from '../offered-species.ts';
import { useSpecies } from '../queries.ts';

/** Archives or restores a species, with an Undo in the toast. */
function useSpeciesInUse() {
  const update = useCommand('animal_species_update');
  const put = (species: SpeciesRecord, inUse: boolean): void =>
    toast.tell(update.mutateAsync({ species_id: species.id, active: inUse }), {
      done: inUse ? `${species.name} restored` : `${species.name} archived`,
      failed: 'Couldn’t save the species',
      about: `species ${species.id}`,
      undo: () => put(species, !inUse),
    });
  return { put, isBusy: (id: number) => update.isPending && update.variables.species_id === id };
}

/** Renames a species, for all its animals. */
function RenameSpecies({ species, onClose }: { species: SpeciesRecord; onClose: () => void }) {
  const form = useActionForm('animal_species_update', {
    draft: species.id,
    values: { name: species.name },
    required: { name: true },
    input: ({ name }) => ({ species_id: species.id, name: name.trim() }),
    onSaved: () => {
      toast.success('Species renamed');
      onClose();
    },
    failure: 'Couldn’t save the species',
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

function InUse({ species }: { species: readonly SpeciesRecord[] }) {
  const { put, isBusy } = useSpeciesInUse();
  const [renamed, setRenamed] = useState<SpeciesRecord | null>(null);
  return (
    <>
      <ul className="grid gap-x-6 md:grid-cols-2">
        {species.map((one) => (
          <li key={one.id} className="flex min-w-0 items-center gap-2.5 py-1.5">
            <SpeciesIcon species={one.name} framed />
            <span className="min-w-0 flex-1 font-semibold wrap-anywhere">{one.name}</span>
            <Button size="small" onClick={() => setRenamed(one)}>
              Rename<span className="sr-only"> {one.name}</span>
            </Button>
            <Button size="small" variant="quiet" busy={isBusy(one.id)} onClick={() => put(one, false)}>
              <span>Archive</span>
              <span className="sr-only"> {one.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      {renamed === null ? null : <RenameSpecies species={renamed} onClose={() => setRenamed(null)} />}
    </>
  );
}

const addedText = (added: number): string => {
  if (added === 0) return 'You already have these';
  return added === 1 ? '1 species added' : `${added} species added`;
};

/** Adds species: suggested ones, or any other. */
function AddSpecies({ inUse }: { inUse: readonly string[] }) {
  const form = useActionForm('animal_species_insert_multi', {
    draft: 'new',
    values: noSpecies,
    check: speciesErrors,
    input: (choice) => ({ species: joinedSpecies(choice) }),
    onSaved: ({ added }, sent) => {
      form.reset(noSpecies, sent);
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
          // The picker shows the error at its top, because the button is far below.
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

function SpeciesLists({ all }: { all: readonly SpeciesRecord[] }) {
  const { put, isBusy } = useSpeciesInUse();
  const inUse = all.filter(({ active }) => active === '1');
  return (
    <>
      <Card title="Animal species">
        {inUse.length === 0 ? (
          <EmptyState icon={<SpeciesIcon species={null} />} title="No species yet">
            Choose the types of animals you treat below.
          </EmptyState>
        ) : (
          <InUse species={inUse} />
        )}
        <ArchivedList
          title="Archived"
          className="pt-3"
          items={all.filter(({ active }) => active === '0')}
          nameOf={({ name }) => name}
          iconOf={({ name }) => <SpeciesIcon species={name} />}
          isBusy={isBusy}
          onRestore={(one) => put(one, true)}
        />
      </Card>
      <AddSpecies inUse={inUse.map(({ name }) => name)} />
    </>
  );
}

/** The species the practice treats. Animals keep an archived species. */
export function SpeciesSettings() {
  const species = useSpecies();
  if (species.data !== undefined) {
    return (
      <KeepFocus className="flex flex-col gap-4">
        <SpeciesLists all={species.data} />
      </KeepFocus>
    );
  }
  return (
    <Card title="Animal species" flush>
      {species.isPending ? (
        <SkeletonRows rows={4} />
      ) : (
        <QueryError query={species} title="Couldn’t load the species" />
      )}
    </Card>
  );
}
