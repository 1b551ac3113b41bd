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

/** All reports that are shown, as one: when they were read, whether they are being read, and how to read them again. */
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
  // Until another period has been read the figures of the last one are still shown.
  const readAt = useLast(newest === 0 ? null : newest);
  return {
    /** Milliseconds since 1970 of the newest answer; null before the first. */
    readAt,
    isReading: useIsFetching({ type: 'active', predicate: isReport }) > 0,
    readAgain: () => void client.invalidateQueries({ predicate: isReport }),
  };
}

/**
 * What a screen reader announces once the figures have come that the person asked for, by another period or by
 * `expect()`; nothing of those that the page reads on its own. It is empty in between, so that the same words are said again.
 * @param isReading whether any figure of the page is being read
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

/** Reads all figures of the page again, and shows when they were last read. Nothing while there are none. */
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
