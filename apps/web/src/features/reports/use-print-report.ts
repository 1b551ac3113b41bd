import { useEffect, useState } from 'react';
import { paths } from '../../lib/paths.ts';
import { toast } from '../../ui/toast.ts';
import type { PaidBookingsReport, usePaidBookings } from './use-paid-bookings.ts';
import type { useShownRows } from './use-shown-rows.ts';

/** More appointments than this are exported, not printed from the browser. */
export const printableRows = 2000;

type Reading = Pick<ReturnType<typeof usePaidBookings>, 'hasNextPage' | 'isFetchNextPageError' | 'error'>;

const isPrintKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'p' && (ctrlKey || metaKey) && !altKey && !shiftKey;

/** Makes Ctrl+P do the same as the Print button. */
function usePrintKey(isNeeded: boolean, print: () => void) {
  useEffect(() => {
    if (!isNeeded) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (!isPrintKey(event)) return;
      event.preventDefault();
      print();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}

/** Prints the whole report, after loading the rows that are missing. */
export function usePrintReport(
  { summary, filters }: PaidBookingsReport,
  { hasNextPage, isFetchNextPageError, error }: Reading,
  { showAll }: ReturnType<typeof useShownRows>,
) {
  const shown = paths.reports(filters);
  const [wanted, setWanted] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const isWanted = wanted === shown;

  useEffect(() => {
    if (!isWanted || hasNextPage) return undefined;
    // The last page has been rendered in the table.
    const timer = setTimeout(() => {
      setWanted(null);
      window.print();
    });
    return () => clearTimeout(timer);
  }, [isWanted, hasNextPage]);

  const hasFailed = isWanted && isFetchNextPageError;
  useEffect(() => {
    if (!hasFailed) return undefined;
    const timer = setTimeout(() => {
      setWanted(null);
      toast.failed('Couldn’t load the rest of the report', error, { about: 'print report' });
    });
    return () => clearTimeout(timer);
  }, [hasFailed, error]);

  const isTooLong = summary.booking_count > printableRows;
  const print = () => {
    if (isTooLong) setRefused(shown);
    else {
      setWanted(shown);
      showAll();
    }
  };
  usePrintKey(hasNextPage, print);
  return { isReading: isWanted, isRefused: refused === shown && isTooLong, print };
}
