import { useEffect, useSyncExternalStore } from 'react';

interface Page {
  name: string;
  back: string | null;
}

const product = 'Burrow';

let page: Page = { name: '', back: null };
/** The practice or product in the title of the browser's tab. */
let site = product;
/** The unread count at the start of the tab's title. */
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

/** Sets whose pages the tab's title names, while the calling component is mounted. */
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

/** Sets the unread count in the tab's title ('2', '99+'; '' for none), while the calling component is mounted. */
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
 * Sets the name of the page in the header and the tab's title. With `back` (a path) the header has a Back button. Call
 * it once in every page, also while it loads.
 */
export function usePage(name: string, back: string | null = null): void {
  useEffect(() => {
    page = { name, back };
    nameTab();
    for (const listener of listeners) listener();
  }, [name, back]);
}

/** The name and Back address of the current page. */
export const useCurrentPage = (): Page => useSyncExternalStore(subscribe, () => page);
