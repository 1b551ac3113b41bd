import { useEffect, useState } from 'react';
import { useFormats } from './practice.ts';
import { halfMinute, useClock } from './use-clock.ts';

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
