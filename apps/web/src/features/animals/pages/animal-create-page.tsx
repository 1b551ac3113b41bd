import { PawPrint } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { recordIdFrom } from '../../../lib/record-id.ts';
import { useSession } from '../../../lib/session-store.ts';
import { Banner } from '../../../ui/banner.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { useClient } from '../../clients/queries.ts';
import { AnimalAdded, type AddedAnimal } from '../components/animal-added.tsx';
import { CreateAnimalForm } from '../forms/create-animal-form.tsx';
import { useSpecies } from '../../species/queries.ts';

function NoSpecies() {
  const isAdmin = useSession().role === 'admin';
  return (
    <Card>
      <EmptyState
        icon={<PawPrint />}
        title="No species are set up yet"
        action={
          isAdmin ? (
            <ButtonLink variant="primary" to={paths.settings('species')}>
              Set up species
            </ButtonLink>
          ) : null
        }
      >
        {isAdmin
          ? 'Choose the types of animals your practice treats, then add your first animal.'
          : 'Ask an admin at your practice to choose the types of animals you treat.'}
      </EmptyState>
    </Card>
  );
}

/** Loads the species, and the client in the address. */
function useInitialData(clientId: number | null) {
  const species = useSpecies();
  const client = useClient(clientId);
  const clientMissing = client.error instanceof ApiError && client.error.status === 404;
  const failed = [species, ...(clientId === null || clientMissing ? [] : [client])].filter(
    (query) => query.isError && query.data === undefined,
  );
  const archived = client.data?.active === '0';
  return {
    species: species.data,
    client: archived ? null : (client.data ?? null),
    /** Why the client in the address cannot be used; the form then asks for another one. */
    clientProblem: clientMissing ? 'Client not found.' : archived ? 'This client is archived.' : null,
    isReady: species.data !== undefined && (clientId === null || client.data !== undefined || clientMissing),
    error: failed[0]?.error ?? null,
    retrying: failed.some((query) => query.isFetching),
    retry: () => {
      for (const query of failed) void query.refetch();
    },
  };
}

/** Adds an animal (/admin/animal/create), for the client in `client_id` if it is given. */
export function AnimalCreatePage() {
  const [params] = useSearchParams();
  const clientId = recordIdFrom(params.get('client_id'));
  const initial = useInitialData(clientId);
  const [added, setAdded] = useState<AddedAnimal | null>(null);
  const back = clientId === null || initial.clientProblem !== null ? paths.animals : paths.client(clientId);
  usePage('Add New Animal', back);
  if (added !== null) {
    return (
      <AnimalAdded
        animal={added}
        next={back}
        nextLabel={back === paths.animals ? 'all animals' : 'the client’s page'}
      />
    );
  }
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-4">
      <PageHeader title="Add New Animal" />
      {initial.clientProblem === null ? null : (
        <Banner tone="warning">{initial.clientProblem} Please select another one.</Banner>
      )}
      {initial.isReady && initial.species ? (
        initial.species.some(({ active }) => active === '1') ? (
          <CreateAnimalForm
            client={initial.client}
            species={initial.species}
            cancelTo={back}
            onAdded={setAdded}
          />
        ) : (
          <NoSpecies />
        )
      ) : initial.error ? (
        <ErrorPanel title="Failed to load initial data" onRetry={initial.retry} retrying={initial.retrying}>
          {messageOf(initial.error, '')}
        </ErrorPanel>
      ) : (
        <Card>
          <SkeletonRows rows={8} />
        </Card>
      )}
    </div>
  );
}
