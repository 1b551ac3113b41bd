import { useEffect, useRef, type RefObject } from 'react';

/**
 * Keys of a form that has text areas, where Enter makes a new line: Ctrl + Enter (or Cmd) sends it from anywhere in it, and
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
        // Or a field of one line would send it a second time.
        event.preventDefault();
        if (!event.repeat) element.requestSubmit();
      }
      if (event.key === 'Escape') latest.current?.();
    };
    element.addEventListener('keydown', onKeyDown);
    return () => element.removeEventListener('keydown', onKeyDown);
  }, [form]);
}
