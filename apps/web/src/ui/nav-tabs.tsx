import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from './class-names.ts';

export interface NavTab {
  label: string;
  to: string;
  icon?: ReactNode;
  /** Whether the screen that is shown belongs to this tab. */
  active: boolean;
}

/** Links between the screens of an area; a row under the header, a bar at the foot on a phone. */
export function NavTabs({ label, tabs }: { label: string; tabs: readonly NavTab[] }) {
  return (
    <nav aria-label={label} className="print:hidden">
      <ul
        className={classNames(
          'flex gap-1 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-30 max-md:justify-around max-md:gap-0',
          'max-md:border-t max-md:border-line max-md:bg-surface max-md:pb-[env(safe-area-inset-bottom)]',
        )}
      >
        {tabs.map((tab) => (
          <li key={tab.to} className="max-md:flex-1">
            <Link
              to={tab.to}
              aria-current={tab.active ? 'page' : undefined}
              className={classNames(
                'flex items-center gap-2 rounded-t-md px-3.5 py-2 font-semibold no-underline',
                'max-md:min-h-14 max-md:flex-col max-md:justify-center max-md:gap-0.5 max-md:rounded-none max-md:px-1 max-md:py-1.5 max-md:text-xs',
                tab.active
                  ? 'bg-paper text-brand max-md:bg-transparent'
                  : 'text-on-bar-soft hover:bg-bar-raised hover:text-on-bar md:on-bar-focus max-md:text-ink-soft max-md:hover:bg-sunken max-md:hover:text-ink',
              )}
            >
              <span aria-hidden="true" className="text-lg max-md:text-xl">
                {tab.icon}
              </span>
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
