import type { RangeProblem, ReportPeriodName } from '@burrow/contracts/report-period';
import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useFormats } from '../../lib/practice.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useLast } from '../../lib/use-last.ts';
import {
  askedPeriod,
  choiceOf,
  defaultRange,
  periodAddress,
  problemOf,
  type AskedPeriod,
  type DayRange,
} from './period-address.ts';
import type { PeriodChoice } from './period-choice.ts';

/** While a day is typed, the field briefly holds other days. */
const typingMs = 500;

export interface ShownPeriod {
  asked: AskedPeriod;
  today: string;
  /** The period of the figures; null after the range has been invalid for a moment. */
  choice: PeriodChoice | null;
  /** Whether the range is valid now. */
  isRight: boolean;
  /** The error in the range, shown once typing has stopped. */
  problem: RangeProblem | null;
  choose: (period: ReportPeriodName) => void;
  /** Changes the custom range, replacing the entry in the browser's history. */
  changeRange: (range: DayRange) => void;
}

/** The period in the page's address, and functions to change it. */
export function usePeriod(): ShownPeriod {
  const today = useFormats().today();
  const [params, setParams] = useSearchParams();
  const asked = askedPeriod(params, today);
  const [present, exact] = [params.toString(), periodAddress(asked).toString()];
  // Completes and corrects the address, so that a copied one shows the same.
  useEffect(() => {
    if (present !== '' && present !== exact) setParams(exact, { replace: true, preventScrollReset: true });
  }, [present, exact, setParams]);
  const found = problemOf(asked, today);
  const settled = useDebounced(found?.message ?? null, typingMs);
  const problem = found !== null && found.message === settled ? found : null;
  const { period, start, end } = asked;
  const isRight = found === null;
  const wanted = useMemo(
    () => (isRight ? choiceOf({ period, start, end }) : null),
    [isRight, period, start, end],
  );
  const choice = useLast(wanted);
  const goTo = (next: AskedPeriod, replace: boolean) =>
    setParams(periodAddress(next), { replace, preventScrollReset: true });
  return {
    asked,
    today,
    choice: problem === null ? choice : null,
    isRight,
    problem,
    choose: (name) =>
      goTo(name === 'custom' ? defaultRange(today) : { period: name, start: '', end: '' }, false),
    changeRange: (range) => goTo({ period: 'custom', ...range }, true),
  };
}
