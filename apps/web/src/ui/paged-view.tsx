import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { failureText } from '../lib/failure-text.ts';
import { LoadMore } from './load-more.tsx';
import { QueryError } from './query-view.tsx';
import { SkeletonRows } from './skeleton.tsx';

/** A list read page by page, with the rows of all pages read. */
type PagedRows<Row> = Pick<
  UseInfiniteQueryResult,
  | 'data'
  | 'error'
  | 'isPending'
  | 'isError'
  | 'isFetching'
  | 'isPlaceholderData'
  | 'hasNextPage'
  | 'isFetchingNextPage'
  | 'isFetchNextPageError'
  | 'refetch'
  | 'fetchNextPage'
> & { rows: readonly Row[] };

/**
 * A list read page by page in each of its states: rows of a skeleton, the error with a button to try again, `empty`, and
 * the rows with a button for more. Rows of an earlier search are dimmed until the new ones have loaded.
 */
export function PagedView<Row>({
  list,
  size,
  failure,
  skeletonRows = 6,
  empty,
  children,
}: {
  list: PagedRows<Row>;
  /** Rows that come at a time. */
  size: number;
  /** The heading of the error, such as 'Couldn’t load the log'. */
  failure: string;
  skeletonRows?: number;
  empty: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
}) {
  const { rows, isPlaceholderData: isStale } = list;
  if (list.isPending) return <SkeletonRows rows={skeletonRows} />;
  if (list.isError && !list.data) return <QueryError query={list} title={failure} />;
  if (rows.length === 0) return empty;
  return (
    <>
      <div aria-busy={isStale} className={isStale ? 'opacity-60' : undefined}>
        {children(rows)}
      </div>
      {list.hasNextPage && !isStale ? (
        <div className="border-t border-line">
          <LoadMore
            size={size}
            busy={list.isFetchingNextPage}
            failure={list.isFetchNextPageError ? failureText(failure, list.error) : null}
            onMore={() => void list.fetchNextPage()}
          />
        </div>
      ) : null}
    </>
  );
}
