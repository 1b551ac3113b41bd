import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from './class-names.ts';

export type NavTab = {
  label: string;
  icon?: ReactNode;
  /** Whether the current screen belongs to this tab. */
  active: boolean;
  /** A count of what is new ('7', '99+'; '' for none). */
  count?: string;
  /** Left out of a phone's bar. */
  isWideOnly?: boolean;
} & ({ to: string } | { /** Opens a dialog that asks where to go. */ onOpen: () => void });

const tabClass = (active: boolean) =>
  classNames(
    'flex items-center gap-2 rounded-t-md px-3.5 py-2 font-semibold no-underline md:max-lg:px-2.5',
    'max-md:min-h-14 max-md:w-full max-md:flex-col max-md:justify-center max-md:gap-0.5 max-md:rounded-none max-md:px-1 max-md:py-1.5 max-md:text-xs',
    active
      ? 'bg-paper text-brand max-md:bg-transparent'
      : 'text-on-bar-soft hover:bg-bar-raised hover:text-on-bar md:on-bar-focus max-md:text-ink-soft max-md:hover:bg-sunken max-md:hover:text-ink',
  );

/** The tabs of an area; a row under the header, or a bar at the bottom of a phone. */
export function NavTabs({ label, tabs }: { label: string; tabs: readonly NavTab[] }) {
  return (
    <nav aria-label={label} className="print:hidden">
      <ul
        className={classNames(
          'flex gap-1 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-30 max-md:justify-around max-md:gap-0',
          'max-md:border-t max-md:border-line max-md:bg-surface max-md:pb-[env(safe-area-inset-bottom)]',
        )}
      >
        {tabs.map((tab) => {
          const looks = {
            className: tabClass(tab.active),
            'aria-current': tab.active ? ('page' as const) : undefined,
          };
          const content = (
            <>
              <span aria-hidden="true" className="text-lg max-md:text-xl">
                {tab.icon}
              </span>
              {tab.label}
              {tab.count ? (
                <span className="figures min-w-4.5 rounded-full bg-attention px-1 text-center text-xs font-bold text-on-attention">
                  {tab.count}
                  <span className="sr-only"> unread</span>
                </span>
              ) : null}
            </>
          );
          return (
            <li key={tab.label} className={tab.isWideOnly ? 'max-md:hidden' : 'max-md:min-w-0 max-md:flex-1'}>
              {'to' in tab ? (
                <Link to={tab.to} {...looks}>
                  {content}
                </Link>
              ) : (
                <button type="button" aria-haspopup="dialog" onClick={tab.onOpen} {...looks}>
                  {content}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
