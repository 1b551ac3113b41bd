import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

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
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
    if (how !== 'POP') window.scrollTo(0, 0);
  }, [pathname, how]);
  return main;
}
