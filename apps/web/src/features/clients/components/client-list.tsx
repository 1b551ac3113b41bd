import type { ListedClient } from '@burrow/contracts/client';
import { UserRoundX } from 'lucide-react';
import { useCallback } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { useListState } from '../../../lib/list-address.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { usePhone } from '../../../lib/use-phone.ts';
import type { StatusFilter } from '../../../lib/use-status-filter.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { LongList } from '../../../ui/long-list.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { useRowFocus } from '../../../ui/use-row-focus.ts';
import { AddClient } from '../forms/add-client.tsx';
import { clientPageSize, useClients } from '../queries.ts';
import { ClientCard, ClientCells } from './client-row.tsx';

const columns = [
  { label: 'Name' },
  { label: 'Animals' },
  { label: 'Status' },
  { label: 'Phone' },
  { label: 'Email' },
  { label: 'Address' },
];
const gridClass =
  'grid-cols-[minmax(9rem,1.8fr)_minmax(6rem,1.2fr)_5rem_7.5rem_minmax(8rem,1.5fr)_minmax(5rem,1fr)]';

type Clients = ReturnType<typeof useClients>;

/** The renderers of a client in a table and as a card. */
function useRowViews() {
  const state = useListState();
  const cells = useCallback((client: ListedClient) => <ClientCells {...{ client, state }} />, [state]);
  const card = useCallback((client: ListedClient) => <ClientCard {...{ client, state }} />, [state]);
  return { cells, card };
}

function Foot({
  clients,
  matching,
  onMore,
}: {
  clients: Clients;
  matching: number | undefined;
  onMore: () => void;
}) {
  const formats = useFormats();
  return (
    <LoadMore
      size={clientPageSize}
      busy={clients.isFetchingNextPage}
      failure={clients.isFetchNextPageError ? failureText('Failed to fetch clients', clients.error) : null}
      onMore={onMore}
    >
      {matching === undefined ? null : (
        <p className="figures text-sm text-ink-soft">
          {formats.number(clients.rows.length)} of {formats.number(matching)} shown
        </p>
      )}
    </LoadMore>
  );
}

function Rows({ clients, matching }: { clients: Clients; matching: number | undefined }) {
  const compact = usePhone();
  const views = useRowViews();
  const { rows } = clients;
  const { list, atOnce, focusNext } = useRowFocus(rows);
  return (
    <div ref={list}>
      <LongList
        label="Clients"
        rows={rows}
        rowCount={Math.max(matching ?? 0, rows.length)}
        columns={columns}
        gridClass={gridClass}
        compact={compact}
        {...views}
        rowHeight={compact ? 95 : 43}
        stale={clients.isPlaceholderData}
        atOnce={atOnce}
      />
      {clients.hasNextPage && !clients.isPlaceholderData ? (
        <Foot
          clients={clients}
          matching={matching}
          onMore={() => {
            focusNext();
            void clients.fetchNextPage();
          }}
        />
      ) : null}
    </div>
  );
}

interface ClientListProps {
  q: string;
  status: StatusFilter;
  /** The number of all matches, once loaded. */
  matching: number | undefined;
}

/** Why the list is empty, with a next step. */
function NoClients({ q, status }: Pick<ClientListProps, 'q' | 'status'>) {
  if (q !== '') {
    return (
      <EmptyState
        icon={<UserRoundX />}
        title="No clients found"
        action={
          status === 'all' ? null : (
            <ButtonLink size="small" to={paths.clientSearch(q, 'all')}>
              Search all clients
            </ButtonLink>
          )
        }
      >
        Try part of the client’s name, an animal’s name, or the phone number, email or address.
      </EmptyState>
    );
  }
  if (status === 'archived') {
    return (
      <EmptyState icon={<UserRoundX />} title="No clients found">
        Clients you archive are kept here.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<UserRoundX />} title="No clients found" action={<AddClient />}>
      Add a client first, then their animals and appointments.
    </EmptyState>
  );
}

/** The matching clients, a page at a time. */
export function ClientList({ q, status, matching }: ClientListProps) {
  const clients = useClients(q, status === 'all' ? undefined : status);
  if (clients.isPending) return <SkeletonRows rows={8} />;
  if (clients.isError && !clients.data) {
    return <QueryError query={clients} title="Failed to fetch clients" />;
  }
  if (clients.rows.length === 0) return <NoClients q={q} status={status} />;
  return <Rows clients={clients} matching={matching} />;
}
