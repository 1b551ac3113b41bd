import { ChevronDown, ChevronUp, GripVertical } from 'lucide-react';
import { useRef, useState, type PointerEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';

export interface SortableListProps<Item extends { id: number }> {
  /** The name of the list for screen readers. */
  label: string;
  items: readonly Item[];
  nameOf: (item: Item) => string;
  children: (item: Item) => ReactNode;
  /** Buttons at the end of a row. */
  actions?: (item: Item) => ReactNode;
  /** Called with all ids in their new order. */
  onOrder: (ids: number[]) => void;
}

/** The list with the item at `from` moved to `to`. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
}

/** The position among the rows of a height on the screen: before the first row whose middle is below it. */
function placeAt(list: HTMLElement, y: number): number {
  const rows = [...list.children].map((row) => row.getBoundingClientRect());
  const next = rows.findIndex(({ top, height }) => y < top + height / 2);
  return next === -1 ? rows.length : next;
}

/**
 * A list that can be reordered: by the buttons of a row, or by dragging its handle with mouse or finger. A move is
 * announced, and its button keeps the focus.
 */
export function SortableList<Item extends { id: number }>(props: SortableListProps<Item>) {
  const { items, nameOf, onOrder } = props;
  const list = useRef<HTMLOListElement>(null);
  const [announced, setAnnounced] = useState('');
  const [drag, setDrag] = useState<{ id: number; place: number } | null>(null);
  const from = drag === null ? -1 : items.findIndex(({ id }) => id === drag.id);
  const shown = drag === null || from === -1 ? items : moved(items, from, drag.place);
  const commit = (item: Item, to: number) => {
    const index = items.indexOf(item);
    if (to === index) return;
    onOrder(moved(items, index, to).map(({ id }) => id));
    setAnnounced(`${nameOf(item)} is now ${to + 1} of ${items.length}.`);
  };
  const step = (item: Item, by: 1 | -1) => {
    flushSync(() => commit(item, items.indexOf(item) + by));
    const button = (direction: number) =>
      list.current?.querySelector<HTMLButtonElement>(`[data-move="${item.id} ${direction}"]:enabled`);
    (button(by) ?? button(-by))?.focus();
  };
  const follow = (event: PointerEvent, item: Item) => {
    if (drag === null || list.current === null) return;
    const place = placeAt(list.current, event.clientY);
    const now = shown.indexOf(item);
    setDrag({ id: item.id, place: place > now ? place - 1 : place });
  };
  return (
    <>
      <ol ref={list} aria-label={props.label} className="divide-y divide-line">
        {shown.map((item, index) => (
          <li
            key={item.id}
            className={classNames(
              'flex min-w-0 items-center gap-1.5 py-2 pr-2 pl-1.5 sm:gap-2.5 sm:pr-3',
              drag?.id === item.id && 'relative z-10 rounded-md bg-surface shadow-pop',
            )}
          >
            <span
              aria-hidden="true"
              title="Drag to move"
              className={classNames(
                'grid h-9 w-6 shrink-0 touch-none place-items-center text-edge hover:text-ink',
                drag === null ? 'cursor-grab' : 'cursor-grabbing',
              )}
              onPointerDown={(event) => {
                event.preventDefault();
                event.currentTarget.setPointerCapture(event.pointerId);
                setDrag({ id: item.id, place: index });
              }}
              onPointerMove={(event) => follow(event, item)}
              onPointerUp={() => {
                if (drag !== null) commit(item, drag.place);
                setDrag(null);
              }}
              onPointerCancel={() => setDrag(null)}
            >
              <GripVertical className="size-4" />
            </span>
            <div className="min-w-0 flex-1">{props.children(item)}</div>
            <div className="flex shrink-0 items-center">
              {([-1, 1] as const).map((by) => (
                <IconButton
                  key={by}
                  data-move={`${item.id} ${by}`}
                  label={`Move ${nameOf(item)} ${by === -1 ? 'up' : 'down'}`}
                  icon={by === -1 ? <ChevronUp className="size-4" /> : <ChevronDown className="size-4" />}
                  className="size-8 pointer-coarse:w-9"
                  disabled={index + by < 0 || index + by >= items.length}
                  onClick={() => step(item, by)}
                />
              ))}
              {props.actions?.(item)}
            </div>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announced}
      </p>
    </>
  );
}
