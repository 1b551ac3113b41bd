import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { paths } from '../../lib/paths.ts';
import { reportPageSize, type PaidBookingsReport, type usePaidBookings } from './use-paid-bookings.ts';

/** Rows loaded in advance, because the browser's own print cannot wait for a request. */
const readAheadRows = 500;

type Reading = Pick<
  ReturnType<typeof usePaidBookings>,
  'hasNextPage' | 'fetchNextPage' | 'isFetching' | 'isFetchNextPageError' | 'isPlaceholderData'
>;

/** Whether the page is being printed, by the button or by the browser. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // Render at once, before the browser captures the page.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}

/** The visible rows of a report: one more page for each 'Show more', and all loaded rows on paper. */
export function useShownRows({ rows, filters }: PaidBookingsReport, reading: Reading) {
  const report = paths.reports(filters);
  const [wanted, setWanted] = useState({ report, count: reportPageSize });
  const isPrinting = useIsPrinting();
  const count = wanted.report === report ? wanted.count : reportPageSize;
  const { hasNextPage, fetchNextPage, isFetching, isFetchNextPageError, isPlaceholderData } = reading;
  const readsOn = hasNextPage && !isPlaceholderData && !isFetching && !isFetchNextPageError;
  const isShort = rows.length < Math.max(count, readAheadRows);
  useEffect(() => {
    if (readsOn && isShort) void fetchNextPage();
  }, [readsOn, isShort, fetchNextPage]);
  const want = (next: number) => {
    setWanted({ report, count: next });
    // After a failure, load more only on request.
    if (isFetchNextPageError && !isFetching) void fetchNextPage();
  };
  return {
    rows: isPrinting ? rows : rows.slice(0, count),
    hasMore: rows.length > count || hasNextPage,
    /** More rows were requested than are loaded. */
    isWaiting: rows.length < count,
    showMore: () => want(Math.min(count, rows.length) + reportPageSize),
    showAll: () => want(Infinity),
  };
}
