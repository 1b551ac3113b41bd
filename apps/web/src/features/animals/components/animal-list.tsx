import type { ListedAnimal } from '@burrow/contracts/animal';
import { PawPrint, Plus } from 'lucide-react';
import { useCallback, useEffect, useMemo } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { shownFrom, useListState } from '../../../lib/list-address.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import type { StatusFilter } from '../../../lib/use-status-filter.ts';
import { useAddressValues } from '../../../lib/use-address-values.ts';
import { usePhone } from '../../../lib/use-phone.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { LongList } from '../../../ui/long-list.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { useRowFocus } from '../../../ui/use-row-focus.ts';
import { useAnimalCount, useAnimals } from '../queries.ts';
import { AnimalCard, AnimalCells } from './animal-row.tsx';

const columns = [
  { label: 'Name' },
  { label: 'Breed' },
  { label: 'Colour' },
  { label: 'Age' },
  { label: 'Owner' },
  { label: 'Alerts' },
];
const gridClass =
  'grid-cols-[minmax(8rem,2.2fr)_minmax(6rem,1.2fr)_minmax(4rem,0.7fr)_8.5rem_minmax(7rem,1.2fr)_minmax(6rem,1.6fr)]';

/** The renderers of an animal in a table and as a card. */
function useRowViews() {
  const formats = useFormats();
  const state = useListState();
  const cells = useCallback(
    (animal: ListedAnimal) => <AnimalCells {...{ animal, formats, state }} />,
    [formats, state],
  );
  const card = useCallback(
    (animal: ListedAnimal) => <AnimalCard {...{ animal, formats, state }} />,
    [formats, state],
  );
  return { cells, card };
}

/** Animals shown at first, and more with each 'Load More'. */
const pageSize = 10;

/**
 * The number of rows shown: one more page each time, all on request, and always all results of a search. It is kept in
 * the address (`shown`), so that Back restores the list. Fetches the rows that are still missing.
 */
function useShownRows(list: ReturnType<typeof useAnimals>, searching: boolean) {
  const [address, setAddress] = useAddressValues(['shown']);
  const shown = searching ? Infinity : shownFrom(address.shown, pageSize);
  const { rows, hasNextPage, isFetching, isError, fetchNextPage } = list;
  const isReading = hasNextPage && rows.length < shown;
  useEffect(() => {
    if (isReading && !isFetching && !isError) void fetchNextPage();
  }, [isReading, isFetching, isError, fetchNextPage]);

  const show = (count: string) => setAddress({ shown: count });
  return {
    shown,
    /** Some of these rows are not loaded yet. */
    isReading,
    showMore: () => show(String(shown + pageSize)),
    showAll: () => show('all'),
  };
}

/** The end of the list: buttons for more rows, a spinner, or an error with Retry. */
function AnimalListFoot({
  animals,
  isReading,
  shownRows,
  matching,
  onMore,
  onAll,
}: {
  animals: ReturnType<typeof useAnimals>;
  isReading: boolean;
  shownRows: number;
  matching: number | undefined;
  onMore: () => void;
  onAll: () => void;
}) {
  const formats = useFormats();
  if (animals.isFetchNextPageError) {
    const retry = (
      <Button size="small" busy={animals.isFetchingNextPage} onClick={() => void animals.fetchNextPage()}>
        Retry
      </Button>
    );
    return (
      <div className="p-3">
        <Banner tone="attention" alert action={retry}>
          {failureText('Failed to fetch animals', animals.error)}
        </Banner>
      </div>
    );
  }
  if (isReading) return <Loading />;
  if (shownRows === animals.rows.length && !animals.hasNextPage) return null;
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="flex gap-2">
        <Button onClick={onMore}>Load More ({pageSize})</Button>
        <Button variant="quiet" onClick={onAll}>
          Show All
        </Button>
      </div>
      {matching === undefined ? null : (
        <p className="figures text-sm text-ink-soft">
          {formats.number(shownRows)} of {formats.number(matching)} shown
        </p>
      )}
    </div>
  );
}

interface AnimalListProps {
  q: string;
  status: StatusFilter;
  /** The number of all matches, once loaded. */
  matching: number | undefined;
}

function Rows({
  q,
  matching,
  animals,
}: Omit<AnimalListProps, 'status'> & { animals: ReturnType<typeof useAnimals> }) {
  const { shown, isReading, showMore, showAll } = useShownRows(animals, q !== '');
  const rows = useMemo(
    () => (shown < animals.rows.length ? animals.rows.slice(0, shown) : animals.rows),
    [animals.rows, shown],
  );
  const { list, atOnce, focusNext } = useRowFocus(rows);
  const compact = usePhone();
  const views = useRowViews();
  const andFocus = (show: () => void) => () => {
    focusNext();
    show();
  };
  return (
    <div ref={list}>
      <LongList
        label="Animals"
        rows={rows}
        rowCount={Math.max(matching ?? 0, rows.length)}
        columns={columns}
        gridClass={gridClass}
        compact={compact}
        {...views}
        rowHeight={compact ? 87 : 49}
        stale={animals.isPlaceholderData}
        atOnce={atOnce}
      />
      {animals.isPlaceholderData ? null : (
        <AnimalListFoot
          animals={animals}
          isReading={isReading}
          shownRows={rows.length}
          matching={matching}
          onMore={andFocus(showMore)}
          onAll={andFocus(showAll)}
        />
      )}
    </div>
  );
}

/** Explains why the list is empty, with a next step. */
function NoAnimals({ q, status }: Pick<AnimalListProps, 'q' | 'status'>) {
  if (q !== '') {
    return (
      <EmptyState
        icon={<PawPrint />}
        title="No animals found matching your search"
        action={
          status === 'all' ? null : (
            <ButtonLink size="small" to={paths.animalSearch(q, 'all')}>
              Search all animals
            </ButtonLink>
          )
        }
      >
        Try part of the animal’s name, breed, colour or microchip, or the owner’s name or phone number.
      </EmptyState>
    );
  }
  if (status === 'archived') return <EmptyState icon={<PawPrint />} title="No archived animals" />;
  return <NoActiveAnimals />;
}

function NoActiveAnimals() {
  const inAll = useAnimalCount('', undefined).data?.total;
  return (
    <EmptyState
      icon={<PawPrint />}
      title={inAll === undefined || inAll === 0 ? 'No animals yet' : 'No active animals'}
      action={
        <ButtonLink
          variant="primary"
          icon={<Plus aria-hidden="true" className="size-4" />}
          to={paths.animalCreate()}
        >
          Add Animal
        </ButtonLink>
      }
    >
      Animals you add appear here.
    </EmptyState>
  );
}

/** The matching animals: ten and more on request, or all that a search finds. */
export function AnimalList({ q, status, matching }: AnimalListProps) {
  const animals = useAnimals(q, status === 'all' ? undefined : status);
  if (animals.isPending) return <SkeletonRows rows={8} />;
  if (animals.isError && !animals.data) {
    return <QueryError query={animals} title="Failed to fetch animals" />;
  }
  if (animals.rows.length > 0) return <Rows q={q} matching={matching} animals={animals} />;
  return <NoAnimals q={q} status={status} />;
}
