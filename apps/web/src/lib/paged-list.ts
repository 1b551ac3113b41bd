import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { QueryAction } from './api.ts';

/** The requested part of a list: `limit` rows, after the row at `cursor`: an id, in a list by name `id:name`. */
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
  /** The name of a row in a list by name; the place of the last one stays if it is renamed or deleted. */
  nameOf?: (row: Row) => string;
}

/** The next page's input; undefined after the last page, which has fewer rows than requested. */
export function pageAfter<Row extends { id: number }>(
  rows: readonly Row[],
  asked: Page,
  limit: number,
  nameOf?: (row: Row) => string,
): Page | undefined {
  const last = rows.at(-1);
  if (last === undefined || rows.length < asked.limit) return undefined;
  return { cursor: nameOf ? `${last.id}:${nameOf(last)}` : String(last.id), limit };
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
  nameOf,
}: PagedList<Asked, Row>) {
  const firstPage: Page = { limit: sizes.first };
  const list = useInfiniteQuery({
    queryKey: [action, asked, 'pages', sizes],
    queryFn: ({ pageParam, signal }) => read({ ...asked, ...pageParam }, signal),
    initialPageParam: firstPage,
    getNextPageParam: (rows, _pages, page) => pageAfter(rows, page, sizes.next, nameOf),
    placeholderData: keepPreviousData,
    staleTime,
    refetchOnWindowFocus: false,
  });
  const pages = list.data?.pages;
  const rows = useMemo(() => pages?.flat() ?? [], [pages]);
  return { ...list, rows };
}
