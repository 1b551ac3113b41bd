import { useEffect, useRef, type RefObject } from 'react';

/**
 * Keys of a form with text areas, where Enter starts a new line: Ctrl + Enter (or Cmd) submits it from any field, and
 * Escape calls `onEscape`.
 */
export function useFormKeys(form: RefObject<HTMLFormElement | null>, onEscape?: () => void): void {
  const latest = useRef(onEscape);
  useEffect(() => {
    latest.current = onEscape;
  });
  useEffect(() => {
    const element = form.current;
    if (element === null) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        // Otherwise a one-line field would submit it a second time.
        event.preventDefault();
        if (!event.repeat) element.requestSubmit();
      }
      if (event.key === 'Escape') latest.current?.();
    };
    element.addEventListener('keydown', onKeyDown);
    return () => element.removeEventListener('keydown', onKeyDown);
  }, [form]);
}
