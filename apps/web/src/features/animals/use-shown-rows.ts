import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { animalPageSize, shownFrom } from './shown-rows.ts';

interface ReadList {
  rows: readonly unknown[];
  hasNextPage: boolean;
  isFetching: boolean;
  isError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/**
 * How many rows of the directory are shown: ten more each time, all on request, and always all that a search finds.
 * The number is in the address (`shown`), so coming back finds the list as it was left. What is shown and not read
 * yet is read.
 */
export function useShownRows(list: ReadList, searching: boolean) {
  const [params, setParams] = useSearchParams();
  const shown = searching ? Infinity : shownFrom(params.get('shown'));
  const { rows, hasNextPage, isFetching, isError, fetchNextPage } = list;
  const isReading = hasNextPage && rows.length < shown;
  useEffect(() => {
    if (isReading && !isFetching && !isError) void fetchNextPage();
  }, [isReading, isFetching, isError, fetchNextPage]);

  const show = (count: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.set('shown', count);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    shown,
    /** More rows of those to be shown are still being read. */
    isReading,
    showMore: () => show(String(shown + animalPageSize)),
    showAll: () => show('all'),
  };
}
