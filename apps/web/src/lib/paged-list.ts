import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { QueryAction } from './api.ts';

/** The requested part of a list: `limit` rows, after the row with the id `cursor`. */
export interface Page {
  limit: number;
  cursor?: string;
}

interface PagedList<Asked, Row> {
  /** The list's action; commands that invalidate it make every page stale. */
  action: QueryAction;
  /** The action's input without the page. */
  asked: Asked;
  read: (input: Asked & Page, signal: AbortSignal) => Promise<Row[]>;
  /** Rows of the first page, and of each further page. */
  sizes: { first: number; next: number };
  /** How long loaded pages stay fresh, in milliseconds. A refetch loads every page again. */
  staleTime?: number;
}

/** The next page's input; undefined after the last page, which has fewer rows than requested. */
export function pageAfter(rows: readonly { id: number }[], asked: Page, limit: number): Page | undefined {
  const last = rows.at(-1);
  return last === undefined || rows.length < asked.limit ? undefined : { cursor: String(last.id), limit };
}

/**
 * A list loaded page by page. `rows` has all loaded pages; after the input changes, the rows of the previous input stay
 * until the new ones have loaded (`isPlaceholderData`).
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
