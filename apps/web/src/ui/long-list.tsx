import { memo, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface LongListColumn {
  label: string;
  className?: string;
}

export interface LongListProps<Row extends { id: number }> {
  /** The name of the list for screen readers. */
  label: string;
  rows: readonly Row[];
  /** The total number of rows, including those not loaded yet. */
  rowCount: number;
  /** Above the rows of a table; none for a list of cards. */
  columns: readonly LongListColumn[];
  /** The columns of the grid, such as `grid-cols-[2fr_1fr]`. */
  gridClass: string;
  /** True for cards, as on a phone. */
  compact: boolean;
  /** The cells of a row, each with role 'cell'. Pass the same function on every render. */
  cells: (row: Row) => ReactNode;
  /** The row as a card. Pass the same function on every render. */
  card: (row: Row) => ReactNode;
  /** The estimated height of a row in CSS pixels, so that the scroll bar is right before rows are rendered. */
  rowHeight: number;
  /** The rows are those of a search that is being replaced. */
  stale?: boolean;
  /** Index of a row to render at once, because it is about to get the focus. */
  atOnce?: number;
}

const blockSize = 25;

/** Whether the element is near the visible part, and its height when it was last rendered. */
function useNear(atOnce: boolean) {
  const element = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<{ near: boolean; height: number | null }>({
    near: atOnce,
    height: null,
  });
  useEffect(() => {
    const block = element.current;
    if (block === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        // Keep the focused row, or the keyboard position would be lost.
        if (entry === undefined || (!entry.isIntersecting && block.contains(document.activeElement))) return;
        setState({ near: entry.isIntersecting, height: entry.boundingClientRect.height });
      },
      { rootMargin: '1500px 0px' },
    );
    observer.observe(block);
    return () => observer.disconnect();
  }, []);
  return { element, ...state };
}

type BlockProps<Row extends { id: number }> = Pick<
  LongListProps<Row>,
  'rows' | 'gridClass' | 'compact' | 'cells' | 'card' | 'rowHeight'
> & { start: number; atOnce: boolean };

const rowClass =
  'relative border-b border-line hover:bg-sunken/60 has-[[data-row-link]:focus-visible]:bg-sunken/60';

/** Some of the rows, replaced by an empty space of their height while they are far from the visible part. */
function Block<Row extends { id: number }>({
  rows,
  start,
  gridClass,
  compact,
  cells,
  card,
  rowHeight,
  atOnce,
}: BlockProps<Row>) {
  const { element, near, height } = useNear(atOnce);
  return (
    <div
      ref={element}
      role={compact ? 'presentation' : 'rowgroup'}
      style={near ? undefined : { height: height ?? rows.length * rowHeight }}
    >
      {near
        ? rows.map((row, index) =>
            compact ? (
              <div key={row.id} role="listitem" className={rowClass}>
                {card(row)}
              </div>
            ) : (
              <div
                key={row.id}
                role="row"
                aria-rowindex={start + index + 2}
                className={classNames(rowClass, 'grid items-center gap-x-4 px-4', gridClass)}
              >
                {cells(row)}
              </div>
            ),
          )
        : null}
    </div>
  );
}

const MemoBlock = memo(Block) as typeof Block;

function Columns({ columns, gridClass }: { columns: readonly LongListColumn[]; gridClass: string }) {
  return (
    <div role="rowgroup">
      <div
        role="row"
        aria-rowindex={1}
        className={classNames(
          'grid gap-x-4 border-b border-line bg-sunken/60 px-4 py-2 text-xs font-semibold tracking-wide text-ink-soft',
          gridClass,
        )}
      >
        {columns.map(({ label, className }) => (
          <div key={label} role="columnheader" className={className}>
            {label}
          </div>
        ))}
      </div>
    </div>
  );
}

/**
 * A list that may have thousands of rows: a table, or cards if `compact`. Only the rows near the visible part are
 * rendered, so its length costs nothing.
 */
export function LongList<Row extends { id: number }>({
  label,
  rows,
  rowCount,
  columns,
  stale = false,
  atOnce = 0,
  ...block
}: LongListProps<Row>) {
  const blocks = useMemo(
    () =>
      Array.from({ length: Math.ceil(rows.length / blockSize) }, (_, index) =>
        rows.slice(index * blockSize, (index + 1) * blockSize),
      ),
    [rows],
  );
  return (
    <div
      role={block.compact ? 'list' : 'table'}
      aria-label={label}
      aria-rowcount={block.compact ? undefined : rowCount + 1}
      aria-busy={stale}
      className={classNames('transition-opacity', stale && 'opacity-60')}
    >
      {block.compact ? null : <Columns columns={columns} gridClass={block.gridClass} />}
      {blocks.map((part, index) => {
        const [first] = part;
        return first === undefined ? null : (
          <MemoBlock
            key={`${block.compact} ${first.id}`}
            {...block}
            rows={part}
            start={index * blockSize}
            atOnce={index === 0 || index === Math.floor(atOnce / blockSize)}
          />
        );
      })}
    </div>
  );
}
