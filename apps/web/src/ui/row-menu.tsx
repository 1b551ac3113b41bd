import { EllipsisVertical } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from './icon-button.tsx';
import { Menu, type MenuEntry } from './menu.tsx';

/**
 * What can be done with a row of a list. Its button takes the focus back first: a dialog that an entry opens leads back
 * to the row then, or to what surrounds it when the row is gone.
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
