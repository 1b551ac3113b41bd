import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { QueryAction } from './api.ts';

/** The part of a list that is asked for: `limit` rows, after the row whose id is `cursor`. */
export interface Page {
  limit: number;
  cursor?: string;
}

interface PagedList<Asked, Row> {
  /** Name of the list's action; commands that change its answers make every page stale. */
  action: QueryAction;
  /** Which rows: the action's input but for the page. */
  asked: Asked;
  read: (input: Asked & Page, signal: AbortSignal) => Promise<Row[]>;
  /** Rows of the first page, and of each one after it. */
  sizes: { first: number; next: number };
  /** For how long what was read counts as new, in milliseconds. Reading again reads every page again. */
  staleTime?: number;
}

/** What to ask for after a page; undefined when it was the last: it came back shorter than asked. */
export function pageAfter(rows: readonly { id: number }[], asked: Page, limit: number): Page | undefined {
  const last = rows.at(-1);
  return last === undefined || rows.length < asked.limit ? undefined : { cursor: String(last.id), limit };
}

/**
 * A list read page by page. `rows` has all pages read; after the input changes, the rows of the previous
 * input stay until the new ones have loaded (`isPlaceholderData`).
 */
export function usePagedList<Asked extends object, Row extends { id: number }>({
  action,
  asked,
  read,
  sizes,
  staleTime = 60_000,
}: PagedList<Asked, Row>) {
  const firstPage: Page = { limit: sizes.first };
  const list = useInfiniteQuery({
    queryKey: [action, asked, 'pages', sizes],
    queryFn: ({ pageParam, signal }) => read({ ...asked, ...pageParam }, signal),
    initialPageParam: firstPage,
    getNextPageParam: (rows, _pages, page) => pageAfter(rows, page, sizes.next),
    placeholderData: keepPreviousData,
    staleTime,
    refetchOnWindowFocus: false,
  });
  const pages = list.data?.pages;
  const rows = useMemo(() => pages?.flat() ?? [], [pages]);
  return { ...list, rows };
}
