import { failureText } from '../../../lib/failure-text.ts';
import { useFormats } from '../../../lib/practice.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Loading } from '../../../ui/loading.tsx';
import type { useAnimals } from '../queries.ts';
import { animalPageSize } from '../shown-rows.ts';

/** What stands under the rows that are shown: how to see more, that more are coming, or why they are not. */
export function AnimalListFoot({
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
        <Button onClick={onMore}>Load More ({animalPageSize})</Button>
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
