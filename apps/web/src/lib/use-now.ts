import { useEffect, useState } from 'react';
import { useFormats } from './practice.ts';

const halfMinute = 30_000;

/** What a practice's clock shows, as `now` tells it; draws anew when the minute changes. */
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

/** The practice's clock, `YYYY-MM-DDTHH:MM`; draws anew when the minute changes. */
export const useNow = (): string => useClock(useFormats().now);

/** The present instant, drawn anew twice a minute. */
export function useInstant(): Date {
  const [shown, setShown] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setShown(new Date()), halfMinute);
    return () => clearInterval(timer);
  }, []);
  return shown;
}
