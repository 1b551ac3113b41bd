import { useEffect, useRef, type RefObject } from 'react';

/** Runs `onEscape` when Escape is pressed inside an element and nothing inside has handled it. */
export function useEscape(element: RefObject<HTMLElement | null>, onEscape: () => void): void {
  const latest = useRef(onEscape);
  useEffect(() => {
    latest.current = onEscape;
  });
  useEffect(() => {
    const within = element.current;
    if (!within) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.stopPropagation();
      latest.current();
    };
    within.addEventListener('keydown', onKey);
    return () => within.removeEventListener('keydown', onKey);
  }, [element]);
}
