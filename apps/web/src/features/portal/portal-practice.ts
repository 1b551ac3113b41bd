import { queryOptions, useQuery } from '@tanstack/react-query';
import { callAction, type OutputOf } from '../../lib/api.ts';
import { defaultPracticeLocale, formatsOf, type Formats } from '../../lib/format.ts';

/** The practice, as shown to a signed-in pet owner. */
export const portalPracticeQuery = queryOptions({
  queryKey: ['cp/tenant', {}] as const,
  queryFn: ({ signal }) => callAction('cp/tenant', {}, { signal }),
  staleTime: 5 * 60_000,
});

/** The practice of the portal; undefined while it loads. */
export const usePortalPractice = (): OutputOf<'cp/tenant'> | undefined => useQuery(portalPracticeQuery).data;

/** The practice's formats for money, days and times. */
export function usePortalFormats(): Formats {
  return formatsOf(usePortalPractice() ?? defaultPracticeLocale);
}
