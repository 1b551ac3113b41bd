import { ChevronLeft, ChevronRight, UserX } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { DiaryColumn } from '../diary-columns.ts';

/** The name of the column on a phone; the arrows do the same as a swipe. */
export const PhoneTitle = ({ title, onStep }: { title: string; onStep: (by: 1 | -1) => void }) => (
  <>
    <span className="min-w-0 flex-1 truncate font-semibold">{title}</span>
    <IconButton
      label="Previous column"
      icon={<ChevronLeft aria-hidden="true" />}
      onClick={() => onStep(-1)}
    />
    <IconButton label="Next column" icon={<ChevronRight aria-hidden="true" />} onClick={() => onStep(1)} />
  </>
);

/** The title of a column, with links to its week or day, and to an absence of its person. */
export const ColumnTitle = ({
  title,
  leadsTo,
  onFollow,
  onAbsent,
}: {
  title: string;
  leadsTo: 'day' | 'week';
  onFollow: () => void;
  /** Null if no absence can be entered here. */
  onAbsent: (() => void) | null;
}) => (
  <>
    <button
      type="button"
      title={title}
      onClick={onFollow}
      className="min-h-6 min-w-0 truncate rounded-sm font-semibold hover:underline"
    >
      {title}
      <span className="sr-only">: {leadsTo}</span>
    </button>
    {onAbsent === null ? null : (
      <IconButton
        label={`Add absence of ${title}`}
        className="order-last -mr-1 size-7!"
        icon={<UserX aria-hidden="true" className="size-4" />}
        onClick={onAbsent}
      />
    )}
  </>
);

/** The titles of the columns, which stay visible while scrolling. */
export function ColumnTitles({
  columns,
  today,
  corner,
  titleOf,
}: {
  columns: readonly DiaryColumn[];
  today: string;
  corner: string | null;
  titleOf: (column: DiaryColumn) => ReactNode;
}) {
  return (
    <div className="sticky top-0 z-20 flex border-b border-line bg-surface">
      <div className="sticky left-0 z-10 grid w-14 shrink-0 place-items-center bg-surface text-[0.6875rem] text-ink-soft">
        {corner}
      </div>
      {columns.map((column) => (
        <div
          key={column.key}
          className={classNames(
            'flex min-h-11 min-w-0 flex-1 items-center gap-2 border-l border-line px-2',
            column.key === `d${today}` && 'text-brand',
          )}
        >
          {column.color === null ? null : (
            <span
              aria-hidden="true"
              className="size-2.5 shrink-0 rounded-full"
              style={{ backgroundColor: column.color }}
            />
          )}
          {titleOf(column)}
          <span aria-hidden="true" className="figures ml-auto text-xs text-ink-soft max-md:hidden">
            {column.cards.length || null}
          </span>
        </div>
      ))}
    </div>
  );
}
