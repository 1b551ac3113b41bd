import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callAction, type InputOf, type OutputOf } from '../../lib/api.ts';
import { pageAfter } from '../../lib/paged-list.ts';
import { actionQuery } from '../../lib/query.ts';

export type Practice = OutputOf<'superadmin/practices'>[number];
export type PracticeStatus = Practice['status'];

/** Practices read at a time. */
export const practicePageSize = 50;
/** Weeks of activity that are shown. */
const shownWeeks = 26;

interface Page {
  limit: number;
  cursor?: string;
}

/** The practices that match, newest first, page by page; `rows` is all that has been read so far. */
export function usePractices(q: string, status: PracticeStatus | null) {
  const asked: InputOf<'superadmin/practices'> = { q, ...(status === null ? {} : { status }) };
  const firstPage: Page = { limit: practicePageSize };
  const list = useInfiniteQuery({
    queryKey: ['superadmin/practices', asked],
    queryFn: ({ pageParam, signal }) =>
      callAction('superadmin/practices', { ...asked, ...pageParam }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: (rows, _pages, page) => pageAfter(rows, page, practicePageSize),
    placeholderData: keepPreviousData,
  });
  const pages = list.data?.pages;
  const rows = useMemo(() => pages?.flat() ?? [], [pages]);
  return { ...list, rows };
}

/** How much the installation holds. */
export const useTotals = () => useQuery(actionQuery('superadmin/totals', {}));

/** What happened in each of the last weeks. */
export const useActivity = () => useQuery(actionQuery('superadmin/activity', { weeks: shownWeeks }));
