import { useEffect, useState } from 'react';

export const halfMinute = 30_000;

/** The time of a practice's clock, as `now` returns it; re-renders when the minute changes. */
export function useClock(now: () => string): string {
  const [shown, setShown] = useState(now);
  useEffect(() => {
    const tick = () => setShown(now());
    tick();
    const timer = setInterval(tick, halfMinute);
    return () => clearInterval(timer);
  }, [now]);
  return shown;
}
