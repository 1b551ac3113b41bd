import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

/** What a page of a list is asked with: `limit` rows of a status that match `q`, after the row whose id is `cursor`. */
export interface PageRequest {
  q: string;
  /** Those in use, or those archived; both when omitted. */
  status?: 'active' | 'archived';
  limit: number;
  cursor?: string;
}

interface PagedList<Row> {
  /** Name of the list's action; commands that change its answers make every page stale. */
  action: 'clients' | 'animals';
  q: string;
  status?: PageRequest['status'] | undefined;
  read: (page: PageRequest, signal: AbortSignal) => Promise<Row[]>;
  /** Rows of the first page, and of each one after it. */
  sizes: { first: number; next: number };
}

type Page = Omit<PageRequest, 'q' | 'status'>;

/** What to ask for after a page; undefined when it was the last: it came back shorter than asked. */
export function pageAfter(rows: readonly { id: number }[], asked: Page, limit: number): Page | undefined {
  const last = rows.at(-1);
  return last === undefined || rows.length < asked.limit ? undefined : { cursor: String(last.id), limit };
}

/**
 * A list read page by page. `rows` is all that has been read so far; while the words change, the rows of the last
 * words stay until the new ones are there (`isPlaceholderData`).
 */
export function usePagedList<Row extends { id: number }>({ action, q, status, read, sizes }: PagedList<Row>) {
  const asked = { q, ...(status === undefined ? {} : { status }) };
  const firstPage: Page = { limit: sizes.first };
  const list = useInfiniteQuery({
    queryKey: [action, asked, 'pages', sizes],
    queryFn: ({ pageParam, signal }) => read({ ...asked, ...pageParam }, signal),
    initialPageParam: firstPage,
    getNextPageParam: (rows, _pages, page) => pageAfter(rows, page, sizes.next),
    placeholderData: keepPreviousData,
    // Reading again reads every page again, so it is not done each time the window comes to the front.
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
  const pages = list.data?.pages;
  const rows = useMemo(() => pages?.flat() ?? [], [pages]);
  return { ...list, rows };
}
