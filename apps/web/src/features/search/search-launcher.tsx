import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { recordAt, rememberRecord } from '../../lib/recent-records.ts';
import { useSession } from '../../lib/session-store.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import type { SearchedDialog } from './commands.ts';
import { commandKey, searchKeys, useSearchKey } from './use-search-key.ts';

const SearchDialog = lazyDialog(async () => (await import('./search-dialog.tsx')).SearchDialog);

const AddClientDialog = lazyDialog(
  async () => (await import('../clients/forms/add-client.tsx')).AddClientDialog,
);

const WalkInDialog = lazyDialog(
  async () => (await import('../attendance/forms/walk-in-dialog.tsx')).WalkInDialog,
);

/** Loads the search once the page is idle, so that text typed right after `/` is not lost. */
function usePreloadedSearch(): void {
  useEffect(() => {
    // Safari lacks it, and loads the search when it is opened.
    if (!('requestIdleCallback' in window)) return undefined;
    const idle = window.requestIdleCallback(() => SearchDialog.preload());
    return () => window.cancelIdleCallback(idle);
  }, []);
}

/** Remembers the record of the open page for 'Recently viewed'. */
function useRememberedRecords(): void {
  const { pathname } = useLocation();
  const { tenantId, userId } = useSession();
  useEffect(() => {
    const record = recordAt(pathname);
    if (record !== null) rememberRecord(localStorage, { tenantId, userId }, record);
  }, [pathname, tenantId, userId]);
}

/** 'Search' in the header: opens the search, as its keys do from any page. */
export function SearchLauncher() {
  const [open, setOpen] = useState<'search' | SearchedDialog | null>(null);
  useSearchKey(() => setOpen('search'));
  useRememberedRecords();
  usePreloadedSearch();
  const close = () => setOpen(null);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts={searchKeys}
        title={`Search (/ or ${commandKey})`}
        onClick={() => setOpen('search')}
        className="on-bar-focus flex min-h-9 shrink-0 items-center justify-center gap-2 rounded-md text-on-bar transition-colors duration-100 hover:bg-bar-raised max-sm:w-9 sm:mr-2 sm:border sm:border-on-bar-soft/40 sm:px-3 lg:min-w-44 lg:justify-start pointer-coarse:min-h-11 pointer-coarse:max-sm:w-11"
      >
        <Search aria-hidden="true" className="size-4 max-sm:size-6" />
        <span className="max-sm:sr-only">Search</span>
        <kbd
          aria-hidden="true"
          className="ml-auto rounded-sm border border-on-bar-soft/40 px-1.5 font-sans text-xs text-on-bar-soft max-lg:hidden pointer-coarse:hidden"
        >
          /
        </kbd>
      </button>
      {open === 'search' ? <SearchDialog onClose={close} onDialog={setOpen} /> : null}
      {open === 'add-client' ? <AddClientDialog onClose={close} /> : null}
      {open === 'walk-in' ? <WalkInDialog onClose={close} /> : null}
    </>
  );
}
