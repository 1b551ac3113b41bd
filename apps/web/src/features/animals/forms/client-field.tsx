import type { ClientRecord } from '@burrow/contracts/client';
import { useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { formatPhone } from '../../../lib/format.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { Combobox } from '../../../ui/combobox.tsx';
import { useClientSearch } from '../queries.ts';

function Found({ client }: { client: ClientRecord }) {
  return (
    <span className="block py-0.5">
      <span className="block truncate font-semibold">{client.name}</span>
      <span className="figures block truncate text-sm text-ink-soft">
        {[formatPhone(client.phone), client.address].filter(Boolean).join(' · ')}
      </span>
    </span>
  );
}

/** The owner: searches the active clients by name, phone, email or address. */
export function ClientField({
  label = 'Client',
  value,
  onValueChange,
  error,
}: {
  label?: string;
  value: ClientRecord | null;
  onValueChange: (client: ClientRecord | null) => void;
  error: string | undefined;
}) {
  const [query, setQuery] = useState(value?.name ?? '');
  const wanted = query.trim();
  const asked = useDebounced(wanted);
  const isChosen = value !== null && query === value.name;
  const search = useClientSearch(isChosen ? '' : asked);
  const isSearching = !isChosen && wanted !== '' && (wanted !== asked || search.isFetching);
  return (
    <Combobox
      label={label}
      required
      items={wanted === '' || isChosen ? [] : (search.data ?? [])}
      itemKey={(client) => client.id}
      itemLabel={(client) => client.name}
      renderItem={(client) => <Found client={client} />}
      value={value}
      onValueChange={onValueChange}
      query={query}
      onQueryChange={setQuery}
      busy={isSearching}
      searchError={
        search.isError && !isSearching ? failureText('Failed to fetch clients', search.error) : null
      }
      placeholder="Name, phone, email or address"
      emptyText="No clients match"
      error={error}
    />
  );
}
