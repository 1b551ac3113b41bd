import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';

/** A list of labelled values; put {@link Fact}s inside. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-2 gap-x-5 gap-y-3 md:grid-cols-4 print:grid-cols-4">{children}</dl>;
}

const widths = { normal: undefined, double: 'col-span-2', full: 'col-span-full' };

/** A labelled value; '–' when it is empty. */
export function Fact({
  label,
  width = 'normal',
  children,
}: {
  label: string;
  /** Longer text takes two columns, or all. */
  width?: keyof typeof widths;
  children: ReactNode;
}) {
  const isMissing = children === null || children === undefined || children === '';
  return (
    <div className={classNames('min-w-0', widths[width])}>
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">{isMissing ? '–' : children}</dd>
    </div>
  );
}
