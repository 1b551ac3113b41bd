import { ApiError } from '../../../lib/api-error.ts';
import { useListAddress } from '../../../lib/list-address.ts';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { useRecordId } from '../../../lib/record-id.ts';
import { useAppearTogether } from '../../../lib/use-appear-together.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { RecordSkeleton } from '../../../ui/record-skeleton.tsx';
import { ClientView } from '../components/client-view.tsx';
import { useAccountOfClient, useAnimalsOfClient, useBookingsOfClient, useClient } from '../queries.ts';

/** One client (/admin/client/:id). */
export function ClientPage() {
  const id = useRecordId();
  const client = useClient(id);
  // Load in parallel.
  const parts = [client, useAnimalsOfClient(id), useAccountOfClient(id), useBookingsOfClient(id)];
  const back = useListAddress(paths.clients);
  usePage(client.data?.name ?? 'Client', back);
  const isThere = useAppearTogether(parts);
  if (client.data && isThere) return <ClientView key={client.data.id} client={client.data} />;
  if (id === null || (client.error instanceof ApiError && client.error.status === 404)) {
    return (
      <>
        <h1 className="sr-only">Client</h1>
        <EmptyState
          title="Client not found"
          action={<ButtonLink to={paths.clients}>All clients</ButtonLink>}
        />
      </>
    );
  }
  if (client.isError) {
    return (
      <>
        <h1 className="sr-only">Client</h1>
        <QueryError query={client} title="Failed to fetch client details" />
      </>
    );
  }
  return <RecordSkeleton />;
}
