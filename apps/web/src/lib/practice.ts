import { queryOptions, useQuery } from '@tanstack/react-query';
import { callAction, type OutputOf } from './api.ts';
import { defaultPracticeLocale, formatsOf, type Formats } from './format.ts';
import { useSessionState } from './session-store.ts';

/** The practice's own record, as a list of one. The guard validates a session by fetching it. */
export const practiceQuery = queryOptions({
  queryKey: ['tenant', {}] as const,
  queryFn: ({ signal }) => callAction('tenant', {}, { signal }),
  staleTime: 5 * 60_000,
});

/**
 * The practice's own record; undefined until it has loaded (never behind the guard), and for a superadmin, who has
 * none.
 */
export function usePractice(): OutputOf<'tenant'>[number] | undefined {
  const { session } = useSessionState();
  return useQuery({ ...practiceQuery, enabled: session?.role !== 'superadmin' }).data?.[0];
}

/** The practice's formats for money, days and times. */
export function useFormats(): Formats {
  return formatsOf(usePractice() ?? defaultPracticeLocale);
}
