import type { ReactNode } from 'react';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';

/** Under the rows of a list that has more: the button that reads them, and why they did not come. */
export function LoadMore({
  size,
  busy,
  failure,
  onMore,
  children,
}: {
  /** Rows that come at a time. */
  size: number;
  busy: boolean;
  /** Why the last ones could not be read; null when they could. */
  failure: string | null;
  onMore: () => void;
  /** How many are shown, for example. */
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
