import { useEffect, useState } from 'react';
import { paths } from '../../lib/paths.ts';
import { toast } from '../../ui/toast.ts';
import type { PaidBookingsReport, usePaidBookings } from './use-paid-bookings.ts';

/** More appointments than this are exported, not printed from the browser. */
export const printableRows = 2000;

type Reading = Pick<ReturnType<typeof usePaidBookings>, 'hasNextPage' | 'fetchNextPage'>;

/** Printing the whole report: what has not been read of it is read first. */
export function usePrintReport(
  { summary, filters }: PaidBookingsReport,
  { hasNextPage, fetchNextPage }: Reading,
) {
  const shown = paths.reports(filters);
  const [wanted, setWanted] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const isWanted = wanted === shown;

  useEffect(() => {
    if (!isWanted || hasNextPage) return undefined;
    // The last page stands in the table.
    const timer = setTimeout(() => {
      setWanted(null);
      window.print();
    });
    return () => clearTimeout(timer);
  }, [isWanted, hasNextPage]);

  useEffect(() => {
    if (!isWanted || !hasNextPage) return undefined;
    const leaving = new AbortController();
    async function readRest() {
      let reading = await fetchNextPage();
      while (reading.hasNextPage && !reading.isError && !leaving.signal.aborted)
        reading = await fetchNextPage();
      if (!reading.isError) return;
      setWanted(null);
      toast.failed('Failed to read the rest of the report', reading.error, { about: 'print report' });
    }
    void readRest();
    return () => leaving.abort();
  }, [isWanted, hasNextPage, fetchNextPage]);

  const isTooLong = summary.booking_count > printableRows;
  return {
    isReading: isWanted,
    isRefused: refused === shown && isTooLong,
    print: () => (isTooLong ? setRefused(shown) : setWanted(shown)),
  };
}
