import type { AnimalRecord } from '@burrow/contracts/animal';
import type { ClientDetail } from '@burrow/contracts/client';
import { PawPrint, Plus } from 'lucide-react';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { formatPhone } from '../../../lib/format.ts';
import { useFormats } from '../../../lib/practice.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { Skeleton, SkeletonRows } from '../../../ui/skeleton.tsx';
import { SpeciesIcon } from '../../../ui/species-icon.tsx';
import { accountStanding } from '../../payments/payment-words.ts';
import { ClientAlert } from '../../clients/components/client-alert.tsx';
import { useAccountOfClient } from '../../clients/queries.ts';
import type { SelectionState } from '../use-selection.ts';
import { AnimalWarnings } from './animal-warnings.tsx';

function AnimalLine({ animal }: { animal: AnimalRecord }) {
  const { age } = useFormats();
  return (
    <span className="flex min-w-0 items-center gap-3 text-left">
      <SpeciesIcon species={animal.species} framed />
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-2 font-semibold">
          {animal.animal_name}
          {animal.active === '0' ? <Badge tone="void">Inactive</Badge> : null}
        </span>
        <span className="block text-sm text-ink-soft">
          {[animal.breed, animal.species, animal.dob ? age(animal.dob) : null].filter(Boolean).join(' · ')}
        </span>
      </span>
    </span>
  );
}

function Failure({ error, retrying, onRetry }: { error: Error; retrying: boolean; onRetry: () => void }) {
  if (error instanceof ApiError && error.status === 404) {
    return (
      <p role="alert" className="p-4 font-medium text-attention">
        Animal not found
      </p>
    );
  }
  return (
    <ErrorPanel title="Failed to fetch animals" onRetry={onRetry} retrying={retrying}>
      {messageOf(error, '')}
    </ErrorPanel>
  );
}

interface AnimalSelectionProps {
  selection: SelectionState;
  /** Adds an animal for the client; null if that is not possible. */
  onAdd: (() => void) | null;
}

function Choices({ selection, onAdd }: AnimalSelectionProps) {
  const { animals } = selection;
  if (animals.isError && !animals.data) {
    return (
      <Failure error={animals.error} retrying={animals.isFetching} onRetry={() => void animals.refetch()} />
    );
  }
  if (!animals.data) return <SkeletonRows rows={2} label="Loading animals..." />;
  if (animals.data.length === 0) {
    return (
      <EmptyState
        icon={<PawPrint />}
        title="This client has no animals yet"
        action={
          onAdd === null ? null : (
            <Button variant="primary" icon={<Plus aria-hidden="true" className="size-4" />} onClick={onAdd}>
              Add animal
            </Button>
          )
        }
      />
    );
  }
  return (
    <ul aria-label="Animals of this client" className="@container flex flex-wrap gap-2 p-4">
      {animals.data.map((animal) => (
        <li key={animal.id} className="w-full @md:w-[calc(50%-0.25rem)]">
          <button
            type="button"
            className="w-full rounded-md border border-edge/70 px-3 py-2 hover:bg-brand-soft"
            onClick={() => selection.choose(animal)}
          >
            <AnimalLine animal={animal} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What the desk should know about the client: their alert, balance due, and missed appointments. */
function ClientAlerts({ client }: { client: ClientDetail }) {
  const { money } = useFormats();
  const account = useAccountOfClient(client.id).data;
  const missed = client.did_not_attend ?? 0;
  const owes = Number(account?.balance ?? 0) > 0;
  return (
    <div className="mt-1.5 flex flex-col gap-1.5 empty:hidden">
      <ClientAlert alert={client.alert} />
      <p className="flex flex-wrap gap-1.5 empty:hidden">
        {account && owes ? (
          <Badge tone="attention">{accountStanding(account.balance, money).label}</Badge>
        ) : null}
        {missed > 0 ? <Badge tone="pending">Did not attend: {missed}</Badge> : null}
      </p>
    </div>
  );
}

function ChosenClient({ selection }: { selection: SelectionState }) {
  const { client, clientName } = selection;
  if (client.isError && !client.data) {
    const isMissing = client.error instanceof ApiError && client.error.status === 404;
    return isMissing ? (
      <p role="alert" className="font-medium text-attention">
        Client not found
      </p>
    ) : (
      <QueryError query={client} title="Failed to fetch client details" />
    );
  }
  if (clientName === null) return <Skeleton className="h-11" />;
  const { phone, email } = client.data ?? { phone: null, email: null };
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        {clientName}
        {client.data?.active === '0' ? <Badge tone="void">Archived</Badge> : null}
      </p>
      <p className="figures min-h-5 text-sm break-all text-ink-soft">
        {[formatPhone(phone), email].filter(Boolean).join(' · ')}
      </p>
      {client.data ? <ClientAlerts client={client.data} /> : null}
    </>
  );
}

/** The chosen client, with a button back to the search. */
export function ClientSelectionCard({ selection }: { selection: SelectionState }) {
  return (
    <Card
      title="Client Selection"
      actions={
        <Button size="small" variant="quiet" className="-my-1 -mr-2" onClick={selection.changeClient}>
          Change<span className="sr-only"> client</span>
        </Button>
      }
    >
      <ChosenClient selection={selection} />
    </Card>
  );
}

/** The chosen animal, or the client's animals to choose from. */
export function AnimalSelectionCard({ selection, onAdd }: AnimalSelectionProps) {
  const { animal, asked, animals } = selection;
  const known = animals.data?.length ?? 0;
  const isMissing = asked.isError && !asked.data;
  return (
    <Card
      flush
      title="Animal Selection"
      actions={
        <span className="-my-1 -mr-2 flex">
          {onAdd !== null && known > 0 ? (
            <Button size="small" variant="quiet" onClick={onAdd}>
              Add animal
            </Button>
          ) : null}
          {(animal && known > 1) || isMissing ? (
            <Button size="small" variant="quiet" onClick={selection.changeAnimal}>
              Change<span className="sr-only"> animal</span>
            </Button>
          ) : null}
        </span>
      }
    >
      {animal ? (
        <div className="flex flex-col gap-3 p-4">
          <AnimalLine animal={animal} />
          <AnimalWarnings allergies={animal.allergies} behaviour={animal.behaviour_notes} />
        </div>
      ) : isMissing ? (
        <Failure error={asked.error} retrying={asked.isFetching} onRetry={() => void asked.refetch()} />
      ) : asked.isLoading ? (
        <SkeletonRows rows={1} label="Loading animal..." />
      ) : (
        <Choices selection={selection} onAdd={onAdd} />
      )}
    </Card>
  );
}
