import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../../lib/practice.ts';
import type { PeriodChoice } from './period-choice.ts';
import { reportQuery } from './report-query.ts';

/** The days of a period in words, '1 Nov 2026 to 21 Nov 2026', as the server counted them; disabled for null. */
export function useSpannedDays(choice: PeriodChoice | null) {
  const formats = useFormats();
  const { data, isError, isPlaceholderData } = useQuery({
    ...reportQuery('reports/dashboard_overview', choice ?? {}),
    enabled: choice !== null,
  });
  const { start_date, end_date } = data?.metadata ?? {};
  const days = data === undefined ? [] : [formats.day(start_date), formats.day(end_date)];
  return {
    /** Null before the first response; while another period loads, those of the previous one. */
    days: data === undefined ? null : [...new Set(days)].join(' to '),
    isError,
    /** Whether they are the days of the current period. */
    isCurrent: data !== undefined && !isError && !isPlaceholderData,
  };
}
