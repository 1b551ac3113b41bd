import { useRef, type TouchEvent } from 'react';

const distance = 60;

/** Handlers that notice a swipe to the left (1) or right (-1), and not a scroll. */
export function useSwipe(onSwipe: (by: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0];
      start.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0];
      if (!start.current || !touch) return;
      const [x, y] = [touch.clientX - start.current.x, touch.clientY - start.current.y];
      if (Math.abs(x) > distance && Math.abs(x) > 2 * Math.abs(y)) onSwipe(x < 0 ? 1 : -1);
    },
  };
}
