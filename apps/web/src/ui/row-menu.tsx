import { EllipsisVertical } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from './icon-button.tsx';
import { Menu, type MenuEntry } from './menu.tsx';

/**
 * A menu of a row's actions. Its button gets the focus back first, so that a dialog opened by an entry returns the
 * focus to the row, or to its surroundings if the row is gone.
 */
export function RowMenu({ label, entries }: { label: string; entries: readonly MenuEntry[] }) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Menu
      trigger={<IconButton ref={button} label={label} icon={<EllipsisVertical className="size-4" />} />}
      entries={entries.map((entry) => ({
        ...entry,
        onSelect: () => {
          button.current?.focus();
          entry.onSelect?.();
        },
      }))}
    />
  );
}
