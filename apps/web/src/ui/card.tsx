import { useId, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface CardProps {
  /** With a title the card is a labelled section with a heading. */
  title?: ReactNode;
  /** A count or badge beside the title. */
  aside?: ReactNode;
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  /** True if the content brings its own padding or reaches the edges, such as a table. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
}

/** A section of a page on a background of its own. */
export function Card({ title, aside, actions, flush = false, className, children }: CardProps) {
  const headingId = useId();
  return (
    <section
      aria-labelledby={title ? headingId : undefined}
      className={classNames(
        'min-w-0 rounded-lg border border-line bg-surface shadow-card print:shadow-none',
        className,
      )}
    >
      {title ? (
        <header className="flex flex-wrap items-center gap-x-2.5 gap-y-2 border-b border-line px-4 py-2.5">
          <h2 id={headingId} className="text-lg font-bold">
            {title}
          </h2>
          {aside}
          {actions ? (
            <div className="ml-auto flex min-w-0 flex-wrap items-center gap-2">{actions}</div>
          ) : null}
        </header>
      ) : null}
      <div className={flush ? undefined : 'p-4'}>{children}</div>
    </section>
  );
}
