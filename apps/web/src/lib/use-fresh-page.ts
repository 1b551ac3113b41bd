import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** A dialog that stays open; one that closes is still on the page for the length of its animation. */
const openDialog = ':is([role="dialog"], [role="alertdialog"]):not([data-closed])';

/** Focuses an element of a page that has arrived, unless the focus is in a dialog that was opened meanwhile. */
export function focusOnArrival(element: HTMLElement | null): void {
  if (!document.activeElement?.closest(openDialog)) element?.focus({ preventScroll: true });
}

/**
 * For the `main` of a frame around pages. After following a link: to the top, and the focus to the new content, as with
 * a page of its own.
 */
export function useFreshPage() {
  const { pathname } = useLocation();
  const how = useNavigationType();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // A page may already have put the focus where its work begins.
    if (!main.current?.contains(document.activeElement)) focusOnArrival(main.current);
    if (how !== 'POP') window.scrollTo(0, 0);
  }, [pathname, how]);
  return main;
}
