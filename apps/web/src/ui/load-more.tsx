import type { ReactNode } from 'react';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';

/** Below the rows of a list that has more: the button that loads them, and the error if that failed. */
export function LoadMore({
  size,
  busy,
  failure,
  onMore,
  children,
}: {
  /** Rows per page. */
  size: number;
  busy: boolean;
  /** The error of the last page; null if it has loaded. */
  failure: string | null;
  onMore: () => void;
  /** A note, such as how many are shown. */
  children?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 px-4 py-3">
      {failure === null ? null : (
        <div className="basis-full">
          <Banner tone="attention" alert>
            {failure}
          </Banner>
        </div>
      )}
      <Button busy={busy} busyLabel="Loading..." onClick={onMore}>
        Load More ({size})
      </Button>
      {children}
    </div>
  );
}
