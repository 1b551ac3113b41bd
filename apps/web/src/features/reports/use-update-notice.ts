import { useState } from 'react';
import type { PeriodChoice } from './period-choice.ts';
import { useSpannedDays } from './use-spanned-days.ts';

/**
 * What a screen reader is told once the figures have come that somebody asked for, by another period or by `expect()`;
 * nothing of those that the page reads by itself. It is empty in between, so that the same words are said again.
 * @param isReading whether any figure of the page is being read
 */
export function useUpdateNotice(choice: PeriodChoice | null, isReading: boolean) {
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
      if (isCurrent) setNotice(`Figures of ${days} updated`);
    }
  }
  return { notice, expect };
}
