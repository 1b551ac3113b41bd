import { usePage } from '../../../lib/page-name.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useStatusFilter } from '../../../lib/use-status-filter.ts';
import { useUrlSearch } from '../../../lib/use-url-search.ts';
import { Card } from '../../../ui/card.tsx';
import { Figures } from '../../../ui/figures.tsx';
import { FilterLinks } from '../../../ui/filter-links.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useRowKeys } from '../../../ui/row-keys.ts';
import { SearchField } from '../../../ui/search-field.tsx';
import { ClientList } from '../components/client-list.tsx';
import { AddClient } from '../forms/add-client.tsx';
import { useClientCount } from '../queries.ts';

/** The practice's clients (/admin/clients). */
export function ClientsPage() {
  usePage('Clients');
  const area = useRowKeys();
  const { text, setText, q } = useUrlSearch();
  const formats = useFormats();
  const filter = useStatusFilter();
  const count = useClientCount(q, filter.wanted);
  const inAll = useClientCount('', undefined);
  const shown = ({ isError }: { isError: boolean }, value: number | undefined) =>
    value === undefined ? (isError ? null : undefined) : formats.number(value);
  return (
    <div ref={area} className="flex flex-col gap-4">
      <PageHeader title="Clients" actions={<AddClient />} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <SearchField
          label="Search clients"
          placeholder="Search name, animal, phone, email or address"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="max-w-xl flex-1 basis-72"
        />
        <FilterLinks label="Which clients" links={filter.links} />
      </div>
      <Figures
        figures={[
          { label: 'Total Clients', value: shown(inAll, inAll.data?.total) },
          ...(q === ''
            ? []
            : [{ label: 'Search Results', value: shown(count, count.data?.matching), live: true }]),
        ]}
      />
      <Card flush className="overflow-hidden">
        <ClientList
          q={q}
          status={filter.status}
          matching={count.isPlaceholderData ? undefined : count.data?.matching}
        />
      </Card>
    </div>
  );
}
