import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** Names and values under each other; put {@link Fact}s inside. */
export function Facts({ className, children }: { className?: string; children: ReactNode }) {
  return <dl className={classNames('-my-1.5 divide-y divide-line', className)}>{children}</dl>;
}

/** One value with its name. A value that is null, undefined or '' is shown as a dash. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  const missing = children === null || children === undefined || children === '';
  return (
    <div className="flex gap-3 py-1.5 print:py-0.5">
      <dt className="w-28 shrink-0 text-ink-soft">{name}</dt>
      <dd className="min-w-0 flex-1 wrap-anywhere">
        {missing ? (
          <>
            <span aria-hidden="true" className="text-ink-soft">
              –
            </span>
            <span className="sr-only">not recorded</span>
          </>
        ) : (
          children
        )}
      </dd>
    </div>
  );
}
