import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';

/** Says what could not be loaded, with a Retry button. */
export function ErrorPanel({
  title,
  subject,
  children,
  onRetry,
  retrying = false,
  boxed = false,
}: {
  /** What failed, such as 'Failed to fetch clients'. */
  title: ReactNode;
  /** The subject of the retry, for screen readers on a page with several panels: 'Revenue Trends'. */
  subject?: string;
  /** Details: the server's message, ids to tell support. */
  children?: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
  /** In a red box of its own; otherwise as quiet as the card around it. */
  boxed?: boolean;
}) {
  return (
    <div
      role="alert"
      className={classNames(
        'flex flex-col items-center gap-1 px-4 text-center',
        boxed ? 'rounded-lg border border-attention/40 bg-attention-soft py-6' : 'py-8',
      )}
    >
      <CircleAlert aria-hidden="true" className="mb-1 size-7 text-attention" />
      <p className="font-semibold text-attention">{title}</p>
      {children ? (
        <div className={classNames('max-w-prose', boxed ? 'text-ink' : 'text-ink-soft')}>{children}</div>
      ) : null}
      {onRetry ? (
        <Button
          className="mt-2"
          aria-label={subject === undefined ? undefined : `Retry: ${subject}`}
          icon={<RotateCw className="size-4" />}
          busy={retrying}
          onClick={onRetry}
        >
          Retry
        </Button>
      ) : null}
    </div>
  );
}
