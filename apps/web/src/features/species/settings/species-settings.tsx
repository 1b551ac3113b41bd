import type { SpeciesRecord } from '@burrow/contracts/species';
import { useState } from 'react';
import { useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { SpeciesIcon } from '../../../ui/species-icon.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSpecies } from '../queries.ts';
import { AddSpecies } from './add-species.tsx';
import { RenameSpecies } from './rename-species.tsx';

/** Takes a kind of animal in or out of use, with the way back in the message. */
function useSpeciesInUse() {
  const update = useCommand('animal_species_update');
  const put = (species: SpeciesRecord, inUse: boolean): void =>
    toast.tell(update.mutateAsync({ species_id: species.id, active: inUse }), {
      done: inUse ? `${species.name} restored` : `${species.name} archived`,
      failed: 'Failed to save the species',
      about: `species ${species.id}`,
      undo: () => put(species, !inUse),
    });
  return { put, isBusy: (id: number) => update.isPending && update.variables.species_id === id };
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

function OutOfUse({ species }: { species: readonly SpeciesRecord[] }) {
  const { put, isBusy } = useSpeciesInUse();
  if (species.length === 0) return null;
  return (
    <details className="pt-3">
      <summary className="cursor-pointer font-semibold text-ink-soft">Archived ({species.length})</summary>
      <ul className="mt-1 divide-y divide-line">
        {species.map((one) => (
          <li key={one.id} className="flex items-center gap-2.5 py-2 text-ink-soft">
            <SpeciesIcon species={one.name} />
            <span className="min-w-0 flex-1 wrap-anywhere">{one.name}</span>
            <Button size="small" busy={isBusy(one.id)} onClick={() => put(one, true)}>
              Restore<span className="sr-only"> {one.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function SpeciesLists({ all }: { all: readonly SpeciesRecord[] }) {
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
        <OutOfUse species={all.filter(({ active }) => active === '0')} />
      </Card>
      <AddSpecies inUse={inUse.map(({ name }) => name)} />
    </>
  );
}

/** The kinds of animals the practice treats. Those out of use stay with the animals that have them. */
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
        <QueryError query={species} title="Failed to load the species" />
      )}
    </Card>
  );
}
