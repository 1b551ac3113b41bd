import { Menu as BaseMenu } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from './class-names.ts';
import { floatingClass } from './popover.tsx';

export interface MenuEntry {
  label: string;
  icon?: ReactNode;
  tone?: 'normal' | 'attention';
  disabled?: boolean;
  /** An entry with an address or an action. */
  to?: string;
  onSelect?: () => void;
}

export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement<Record<string, unknown>>;
  entries: readonly MenuEntry[];
  /** Shown above the entries, such as who is signed in. */
  header?: ReactNode;
  align?: 'start' | 'center' | 'end';
}

const itemClass = (entry: MenuEntry) =>
  classNames(
    'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 outline-none select-none pointer-coarse:min-h-11',
    'data-disabled:cursor-not-allowed data-disabled:opacity-50',
    entry.tone === 'attention'
      ? 'text-attention data-highlighted:bg-attention-soft'
      : 'data-highlighted:bg-sunken',
  );

/** A menu of actions or links, opened by a button. */
export function Menu({ trigger, entries, header, align = 'end' }: MenuProps) {
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        {/* The open menu is outside the page's landmarks, so it is a landmark itself. */}
        <BaseMenu.Positioner
          role="region"
          aria-label="Menu"
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-40"
        >
          <BaseMenu.Popup
            className={classNames(floatingClass, 'max-h-(--available-height) min-w-48 overflow-y-auto p-1')}
          >
            {header ? <div className="border-b border-line px-2.5 pt-1.5 pb-2">{header}</div> : null}
            {entries.map((entry) =>
              entry.to === undefined ? (
                <BaseMenu.Item
                  key={entry.label}
                  disabled={entry.disabled}
                  onClick={entry.onSelect}
                  className={itemClass(entry)}
                >
                  {entry.icon}
                  {entry.label}
                </BaseMenu.Item>
              ) : (
                <BaseMenu.LinkItem
                  key={entry.label}
                  closeOnClick
                  render={<Link to={entry.to} />}
                  className={itemClass(entry)}
                >
                  {entry.icon}
                  {entry.label}
                </BaseMenu.LinkItem>
              ),
            )}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}
