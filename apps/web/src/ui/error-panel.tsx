import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

/** Something could not be read: what, and a way to try again. */
export function ErrorPanel({
  title,
  children,
  onRetry,
  retrying = false,
}: {
  /** What failed, such as 'Failed to fetch clients'. */
  title: ReactNode;
  /** Details for the person: the server's message, ids to tell support. */
  children?: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
}) {
  return (
    <div role="alert" className="flex flex-col items-center gap-1 px-4 py-8 text-center">
      <CircleAlert aria-hidden="true" className="mb-1 size-7 text-attention" />
      <p className="font-semibold text-attention">{title}</p>
      {children ? <div className="max-w-prose text-ink-soft">{children}</div> : null}
      {onRetry ? (
        <Button className="mt-2" icon={<RotateCw className="size-4" />} busy={retrying} onClick={onRetry}>
          Retry
        </Button>
      ) : null}
    </div>
  );
}
