import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** The share of one figure in another, from 0 to 1; 0 for a figure below zero. */
export const shareOf = (part: number, whole: number): number =>
  part > 0 && whole > 0 ? Math.min(part / whole, 1) : 0;

/** A bar as long as `share`, from 0 to 1, of its ground. A picture only: show the figure beside it. */
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
 * Rows of a mark, a name and figures, put {@link rankedRowClass} on each. Where there is room the figures of all rows
 * are aligned in columns; otherwise a row is a grid of a mark, the rest, and something at its end.
 */
export function RankedBars({
  label,
  columns,
  ordered = false,
  className,
  children,
}: {
  /** Names the list for the screen reader. */
  label: string;
  /** How many columns there are after the name. */
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

/** The name of a row: cut after two lines if figures are beside it, in full on a phone and on paper. */
export const RankedName = ({
  name,
  soft = false,
  className,
}: {
  name: string;
  /** Less than the others, as 'No service'. */
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
