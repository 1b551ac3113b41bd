import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** The share of one figure in another, from 0 to 1; 0 for a negative figure. */
export const shareOf = (part: number, whole: number): number =>
  part > 0 && whole > 0 ? Math.min(part / whole, 1) : 0;

/** A bar of the length `share`, from 0 to 1. Decorative: show the figure beside it. */
export const Bar = ({
  share,
  colour = 'bg-chart-first',
  className,
}: {
  share: number;
  /** Class of its colour. */
  colour?: string;
  className?: string;
}) => (
  <span
    aria-hidden="true"
    className={classNames(
      'block h-1.5 min-w-0 overflow-hidden rounded-full bg-sunken [print-color-adjust:exact]',
      className,
    )}
  >
    {share > 0 ? (
      <span
        className={classNames('block h-full min-w-0.5 rounded-full', colour)}
        style={{ width: `${share * 100}%` }}
      />
    ) : null}
  </span>
);

export type RankedColumns = 1 | 2 | 3 | 4;

const columnsClass: Record<RankedColumns, string> = {
  1: '@md:grid-cols-[auto_minmax(0,1fr)_auto]',
  2: '@md:grid-cols-[auto_minmax(0,1fr)_auto_auto]',
  3: '@md:grid-cols-[auto_minmax(0,1fr)_repeat(3,auto)]',
  4: '@md:grid-cols-[auto_minmax(0,1fr)_repeat(4,auto)]',
};

/**
 * Rows of an icon, a name and figures; put {@link rankedRowClass} on each. If there is room, the figures of all rows
 * are aligned in columns; otherwise each row is a grid.
 */
export function RankedBars({
  label,
  columns,
  ordered = false,
  className,
  children,
}: {
  /** The name of the list for screen readers. */
  label: string;
  /** The number of columns after the name. */
  columns: RankedColumns;
  /** True when the order is the message. */
  ordered?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const List = ordered ? 'ol' : 'ul';
  return (
    <div className={classNames('@container', className)}>
      <List aria-label={label} className={classNames('grid gap-y-3.5 @md:gap-x-4', columnsClass[columns])}>
        {children}
      </List>
    </div>
  );
}

export const rankedRowClass =
  'figures col-span-full grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1 @md:grid-cols-subgrid @md:gap-x-4';

/** The bar of a row, under its name and figures. */
export const rankedBarClass = 'col-start-2 -col-end-1';

/** The name of a row: truncated after two lines if figures are beside it, in full on a phone and in print. */
export const RankedName = ({
  name,
  soft = false,
  className,
}: {
  name: string;
  /** Less prominent, such as 'No service'. */
  soft?: boolean;
  className?: string;
}) => (
  <span
    title={name}
    className={classNames(
      'min-w-0 wrap-anywhere @md:line-clamp-2 print:line-clamp-none',
      soft ? 'text-ink-soft' : 'font-semibold',
      className,
    )}
  >
    {name}
  </span>
);
