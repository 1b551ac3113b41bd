import { notifyManager, useIsFetching, useQueryClient, type Query } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { useLast } from '../../../lib/use-last.ts';
import { Button } from '../../../ui/button.tsx';
import type { PeriodChoice } from '../period-choice.ts';
import { useSpannedDays } from '../use-spanned-days.ts';

const isReport = ({ queryKey }: Pick<Query, 'queryKey'>): boolean =>
  typeof queryKey[0] === 'string' && queryKey[0].startsWith('reports/');

/** All visible reports as one: when they were fetched, whether they are being fetched, and how to refetch them. */
function useReading() {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const subscribe = useCallback(
    (onChange: () => void) => cache.subscribe(notifyManager.batchCalls(onChange)),
    [cache],
  );
  const newest = useSyncExternalStore(subscribe, () =>
    Math.max(
      0,
      ...cache.findAll({ type: 'active', predicate: isReport }).map(({ state }) => state.dataUpdatedAt),
    ),
  );
  // While another period loads, the figures of the previous one are still shown.
  const readAt = useLast(newest === 0 ? null : newest);
  return {
    /** Milliseconds since 1970 of the newest response; null before the first. */
    readAt,
    isReading: useIsFetching({ type: 'active', predicate: isReport }) > 0,
    readAgain: () => void client.invalidateQueries({ predicate: isReport }),
  };
}

/**
 * The announcement for screen readers once requested figures have loaded, after a change of the period or `expect()`;
 * nothing for automatic refetches. It is emptied in between, so that the same words are announced again.
 * @param isReading whether any figure of the page is loading
 */
function useUpdateNotice(choice: PeriodChoice | null, isReading: boolean) {
  const { days, isCurrent } = useSpannedDays(choice);
  const period = JSON.stringify(choice);
  const [seen, setSeen] = useState({ period, isReading });
  const [isExpected, setExpected] = useState(false);
  const [notice, setNotice] = useState('');
  const expect = () => {
    setExpected(true);
    setNotice('');
  };
  if (seen.period !== period || seen.isReading !== isReading) {
    setSeen({ period, isReading });
    if (seen.period !== period) expect();
    else if (isExpected && !isReading) {
      setExpected(false);
      if (isCurrent) setNotice(`Figures for ${days} updated`);
    }
  }
  return { notice, expect };
}

/** Refetches all figures of the page, and shows when they were last fetched. Nothing without figures. */
export function RefreshLine({ choice, disabled }: { choice: PeriodChoice | null; disabled: boolean }) {
  const formats = useFormats();
  const { readAt, isReading, readAgain } = useReading();
  const { notice, expect } = useUpdateNotice(choice, isReading);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="figures min-h-5 text-sm text-ink-soft">
        {readAt === null ? null : `Last updated ${formats.timeOf(new Date(readAt).toISOString())}`}
      </p>
      <p role="status" className="sr-only">
        {notice}
      </p>
      <Button
        className="print:hidden"
        icon={<RotateCw aria-hidden="true" className="size-4" />}
        disabled={disabled}
        busy={isReading}
        onClick={() => {
          expect();
          readAgain();
        }}
      >
        Refresh
      </Button>
    </div>
  );
}
