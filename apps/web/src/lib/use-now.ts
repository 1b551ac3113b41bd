import { useEffect, useState } from 'react';
import { useFormats } from './practice.ts';

const halfMinute = 30_000;

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

/** The practice's clock, `YYYY-MM-DDTHH:MM`; re-renders when the minute changes. */
export const useNow = (): string => useClock(useFormats().now);

/** The current instant; re-renders twice a minute. */
export function useInstant(): Date {
  const [shown, setShown] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setShown(new Date()), halfMinute);
    return () => clearInterval(timer);
  }, []);
  return shown;
}
