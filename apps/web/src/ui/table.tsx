import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A table that scrolls sideways on its own if it is too wide; `caption` names it for screen readers. */
export function Table({
  caption,
  className,
  children,
  ...rest
}: ComponentProps<'table'> & { caption: string; children: ReactNode }) {
  return (
    <div className="relative overflow-x-auto print:overflow-visible">
      <table {...rest} className={classNames('w-full border-collapse text-left', className)}>
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </div>
  );
}

/** A heading cell. */
export function Th({ className, ...rest }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      {...rest}
      className={classNames(
        'border-b border-line bg-sunken/60 px-3 py-2 text-xs font-semibold tracking-wide whitespace-nowrap text-ink-soft first:pl-4 last:pr-4',
        className,
      )}
    />
  );
}

export function Td({ className, ...rest }: ComponentProps<'td'>) {
  return (
    <td
      {...rest}
      className={classNames('border-b border-line px-3 py-2 align-middle first:pl-4 last:pr-4', className)}
    />
  );
}

/** A row; `interactive` shows that a click anywhere opens it (a cell must contain the link). */
export function Tr({
  interactive = false,
  className,
  ...rest
}: ComponentProps<'tr'> & { interactive?: boolean }) {
  return (
    <tr
      {...rest}
      className={classNames(
        'last:*:border-b-0',
        interactive && 'relative hover:bg-sunken/60 has-focus-visible:bg-sunken/60',
        className,
      )}
    />
  );
}

/** Class for the link of an interactive row: it covers the whole row, so a click anywhere follows it. */
export const rowLinkClass =
  "font-semibold text-ink no-underline hover:text-brand after:absolute after:inset-0 after:content-['']";
