import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** An open dialog; one that is closing stays on the page during its animation. */
const openDialog = ':is([role="dialog"], [role="alertdialog"]):not([data-closed])';

/** Focuses an element of a newly opened page, unless the focus is in a dialog that was opened in the meantime. */
export function focusOnArrival(element: HTMLElement | null): void {
  if (!document.activeElement?.closest(openDialog)) element?.focus({ preventScroll: true });
}

/**
 * For the `main` of a frame around pages. After following a link: scrolls to the top and focuses the new content, like
 * a full page load.
 */
export function useFreshPage() {
  const { pathname } = useLocation();
  const how = useNavigationType();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // A page may already have focused its first control.
    if (!main.current?.contains(document.activeElement)) focusOnArrival(main.current);
    if (how !== 'POP') window.scrollTo(0, 0);
  }, [pathname, how]);
  return main;
}
