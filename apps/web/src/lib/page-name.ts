import { useEffect, useSyncExternalStore } from 'react';

interface Page {
  name: string;
  back: string | null;
}

let page: Page = { name: '', back: null };
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/**
 * Names the page that is shown: in the header and in the browser's tab. With `back` (a path) the header has a
 * Back button that goes there. Call it once in every page, also while it loads.
 */
export function usePage(name: string, back: string | null = null): void {
  useEffect(() => {
    page = { name, back };
    document.title = name === '' ? 'Burrow' : `${name} · Burrow`;
    for (const listener of listeners) listener();
  }, [name, back]);
}

/** What the page that is shown said about itself. */
export const useCurrentPage = (): Page => useSyncExternalStore(subscribe, () => page);
