import { useEffect, useRef, type RefObject } from 'react';

/** How long a finger must be held on a card to move it. */
const holdMs = 450;
/** How far a held finger may move, in pixels. */
export const tremble = 10;

interface Resting {
  x: number;
  y: number;
  timer: ReturnType<typeof setTimeout>;
}

const leave = (resting: RefObject<Resting | null>) => {
  clearTimeout(resting.current?.timer);
  resting.current = null;
};

/**
 * Distinguishes a held finger that then drags from one that scrolls: once held, the page stays in place. `onHeld`
 * returns whether there is something to drag.
 */
export function useTouchHold(element: RefObject<HTMLElement | null>, onHeld: () => boolean) {
  const latest = useRef(onHeld);
  useEffect(() => {
    latest.current = onHeld;
  });
  const resting = useRef<Resting | null>(null);
  const isHeld = useRef(false);
  useEffect(() => {
    const within = element.current;
    if (!within) return undefined;
    const onMove = (event: TouchEvent) => {
      if (isHeld.current) return event.preventDefault();
      const [touch] = event.touches;
      const from = resting.current;
      if (touch && from && Math.hypot(touch.clientX - from.x, touch.clientY - from.y) > tremble)
        leave(resting);
      return undefined;
    };
    const onEnd = (event: TouchEvent) => {
      leave(resting);
      // A sideways drag is not a swipe to another column.
      if (isHeld.current) event.stopPropagation();
      isHeld.current = false;
    };
    // React adds passive listeners, which cannot prevent scrolling.
    within.addEventListener('touchmove', onMove, { passive: false });
    within.addEventListener('touchend', onEnd);
    within.addEventListener('touchcancel', onEnd);
    return () => {
      leave(resting);
      within.removeEventListener('touchmove', onMove);
      within.removeEventListener('touchend', onEnd);
      within.removeEventListener('touchcancel', onEnd);
    };
  }, [element]);
  /** A finger was put down on a card. */
  return (x: number, y: number) => {
    leave(resting);
    const timer = setTimeout(() => {
      resting.current = null;
      isHeld.current = latest.current();
    }, holdMs);
    resting.current = { x, y, timer };
  };
}
