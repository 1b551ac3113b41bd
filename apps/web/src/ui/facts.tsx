import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A value; null, undefined or '' is shown as a dash. */
function Value({ children }: { children: ReactNode }) {
  if (children !== null && children !== undefined && children !== '') return children;
  return (
    <>
      <span aria-hidden="true" className="text-ink-soft">
        –
      </span>
      <span className="sr-only">not recorded</span>
    </>
  );
}

/** Names and values in rows; put {@link Fact}s inside. */
export function Facts({ className, children }: { className?: string; children: ReactNode }) {
  return <dl className={classNames('-my-1.5 divide-y divide-line', className)}>{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-3 py-1.5 print:py-0.5">
      <dt className="w-28 shrink-0 text-ink-soft">{name}</dt>
      <dd className="min-w-0 flex-1 wrap-anywhere">
        <Value>{children}</Value>
      </dd>
    </div>
  );
}

/** Names above values, in columns; put {@link ColumnFact}s inside. */
export function FactColumns({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-2 gap-x-5 gap-y-3 md:grid-cols-4 print:grid-cols-4">{children}</dl>;
}

const widths = { normal: undefined, double: 'col-span-2', full: 'col-span-full' };

/** A value below its name. */
export function ColumnFact({
  name,
  width = 'normal',
  children,
}: {
  name: string;
  /** Longer text takes two columns, or all. */
  width?: keyof typeof widths;
  children: ReactNode;
}) {
  return (
    <div className={classNames('min-w-0', widths[width])}>
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">
        <Value>{children}</Value>
      </dd>
    </div>
  );
}
