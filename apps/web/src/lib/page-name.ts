import { useEffect, useSyncExternalStore } from 'react';

interface Page {
  name: string;
  back: string | null;
}

const product = 'Burrow';

let page: Page = { name: '', back: null };
/** Whose pages these are, as the browser's tab says. */
let site = product;
/** How much is unread, before all else in the browser's tab. */
let unread = '';
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function nameTab(): void {
  const name = page.name === '' ? site : `${page.name} · ${site}`;
  document.title = unread === '' ? name : `(${unread}) ${name}`;
}

/** Has the browser's tab say whose pages these are, as long as the frame that calls it is shown. */
export function useSiteName(name: string): void {
  useEffect(() => {
    site = name;
    nameTab();
    return () => {
      site = product;
      nameTab();
    };
  }, [name]);
}

/** Has the browser's tab say how much is unread ('2', '99+'; '' for nothing), as long as the caller is shown. */
export function useUnreadInTab(count: string): void {
  useEffect(() => {
    unread = count;
    nameTab();
    return () => {
      unread = '';
      nameTab();
    };
  }, [count]);
}

/**
 * Names the page that is shown: in the header and in the browser's tab. With `back` (a path) the header has a
 * Back button that goes there. Call it once in every page, also while it loads.
 */
export function usePage(name: string, back: string | null = null): void {
  useEffect(() => {
    page = { name, back };
    nameTab();
    for (const listener of listeners) listener();
  }, [name, back]);
}

/** What the page that is shown said about itself. */
export const useCurrentPage = (): Page => useSyncExternalStore(subscribe, () => page);
