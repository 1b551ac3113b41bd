import type { AnimalRecord } from '@burrow/contracts/animal';
import { PawPrint, Plus } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useListState } from '../../../lib/list-address.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import type { StatusFilter } from '../../../lib/use-status-filter.ts';
import { usePhone } from '../../../lib/use-phone.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LongList } from '../../../ui/long-list.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { useRowFocus } from '../../../ui/use-row-focus.ts';
import { useAnimalCount, useAnimals } from '../queries.ts';
import { useShownRows } from '../use-shown-rows.ts';
import { AnimalListFoot } from './animal-list-foot.tsx';
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
  'grid-cols-[minmax(8rem,2.2fr)_minmax(6rem,1.2fr)_minmax(4rem,0.7fr)_8.5rem_minmax(7rem,1.2fr)_5.5rem]';

/** How an animal is drawn, in a table and as a card. */
function useRowViews() {
  const formats = useFormats();
  const state = useListState();
  const cells = useCallback(
    (animal: AnimalRecord) => <AnimalCells {...{ animal, formats, state }} />,
    [formats, state],
  );
  const card = useCallback(
    (animal: AnimalRecord) => <AnimalCard {...{ animal, formats, state }} />,
    [formats, state],
  );
  return { cells, card };
}

interface AnimalListProps {
  q: string;
  status: StatusFilter;
  /** How many match in all, once that is known. */
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

/** Why there is nothing to show, and what can be done about it. */
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
        Try part of the animal's name, breed or colour, or the owner's name or phone number.
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

/** The animals that match: ten and more on request, or all that a search finds. */
export function AnimalList({ q, status, matching }: AnimalListProps) {
  const animals = useAnimals(q, status === 'all' ? undefined : status);
  if (animals.isPending) return <SkeletonRows rows={8} />;
  if (animals.isError && !animals.data) {
    return <QueryError query={animals} title="Failed to fetch animals" />;
  }
  if (animals.rows.length > 0) return <Rows q={q} matching={matching} animals={animals} />;
  return <NoAnimals q={q} status={status} />;
}
