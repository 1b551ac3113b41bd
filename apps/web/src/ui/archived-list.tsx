import type { ReactNode } from 'react';
import { Button } from './button.tsx';

/** Archived records in a collapsed list, each with a button that restores it; nothing without any. */
export function ArchivedList<Item extends { id: number }>({
  title,
  items,
  nameOf,
  iconOf,
  isBusy,
  onRestore,
  className,
}: {
  title: string;
  items: readonly Item[];
  nameOf: (item: Item) => string;
  iconOf?: (item: Item) => ReactNode;
  isBusy: (id: number) => boolean;
  onRestore: (item: Item) => void;
  className: string;
}) {
  if (items.length === 0) return null;
  return (
    <details className={className}>
      <summary className="cursor-pointer font-semibold text-ink-soft">
        {title} ({items.length})
      </summary>
      <ul className="mt-1 divide-y divide-line">
        {items.map((item) => (
          <li key={item.id} className="flex items-center gap-3 py-2 text-ink-soft">
            {iconOf?.(item)}
            <span className="min-w-0 flex-1 wrap-anywhere">{nameOf(item)}</span>
            <Button size="small" busy={isBusy(item.id)} onClick={() => onRestore(item)}>
              Restore<span className="sr-only"> {nameOf(item)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
