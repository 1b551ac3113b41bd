import { BellRing, Plus } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { OutputOf } from '../../../lib/api.ts';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useStatusFilter } from '../../../lib/use-status-filter.ts';
import { useUrlSearch } from '../../../lib/use-url-search.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FilterLinks } from '../../../ui/filter-links.tsx';
import { Figures } from '../../../ui/figures.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useRowKeys } from '../../../ui/row-keys.ts';
import { SearchField } from '../../../ui/search-field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { AnimalList } from '../components/animal-list.tsx';
import { useAnimalCount } from '../queries.ts';

/** The most common breeds with their counts, each a link to its animals. */
function TopBreeds({
  breeds,
  status,
}: {
  breeds: OutputOf<'animals/count'>['top_breeds'];
  /** The filter in the address, which the links keep. */
  status: string | null;
}) {
  const formats = useFormats();
  return (
    // On a phone always a full line, like the skeleton.
    <div className="flex w-full flex-wrap items-center gap-x-3 gap-y-2 sm:w-auto">
      <h2 className="text-sm font-semibold text-ink-soft">Most common breeds</h2>
      <ul className="flex flex-wrap gap-1.5">
        {breeds.map(({ breed, count }) => (
          <li key={breed}>
            <Link
              to={paths.animalSearch(breed, status)}
              className="inline-flex min-h-7 items-center gap-1.5 rounded-full border border-line bg-surface px-2.5 text-sm no-underline hover:border-edge hover:bg-sunken pointer-coarse:min-h-9"
            >
              {breed} <span className="figures font-bold">{formats.number(count)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The practice's animals (/admin/animals). */
export function AnimalsPage() {
  usePage('Animals');
  const area = useRowKeys();
  const { text, setText, q } = useUrlSearch();
  const formats = useFormats();
  const filter = useStatusFilter();
  const count = useAnimalCount(q, filter.wanted);
  const inAll = useAnimalCount('', undefined);
  const shown = ({ isError }: { isError: boolean }, value: number | undefined) =>
    value === undefined ? (isError ? null : undefined) : formats.number(value);
  return (
    <div ref={area} className="flex flex-col gap-4">
      <PageHeader
        title="Animals"
        actions={
          <>
            <ButtonLink icon={<BellRing aria-hidden="true" className="size-4" />} to={paths.recalls()}>
              Recalls
            </ButtonLink>
            <ButtonLink
              variant="primary"
              icon={<Plus aria-hidden="true" className="size-4" />}
              to={paths.animalCreate()}
            >
              Add Animal
            </ButtonLink>
          </>
        }
      />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <SearchField
          label="Search animals"
          placeholder="Search animal, breed, chip, owner or phone"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="max-w-xl flex-1 basis-72"
        />
        <FilterLinks label="Which animals" links={filter.links} />
      </div>
      <div className="flex flex-wrap items-center gap-x-8 gap-y-3">
        <Figures
          figures={[
            { label: 'Total Animals', value: shown(inAll, inAll.data?.total) },
            ...(q === ''
              ? []
              : [{ label: 'Search Results', value: shown(count, count.data?.matching), live: true }]),
          ]}
        />
        {count.isPending ? <Skeleton className="h-9 w-full sm:max-w-md" /> : null}
        {count.data && count.data.top_breeds.length > 0 ? (
          <TopBreeds
            breeds={count.data.top_breeds}
            status={filter.status === 'active' ? null : filter.status}
          />
        ) : null}
      </div>
      <Card flush className="overflow-hidden">
        <AnimalList
          q={q}
          status={filter.status}
          matching={count.isPlaceholderData ? undefined : count.data?.matching}
        />
      </Card>
    </div>
  );
}
