import { useEffect, useState } from 'react';
import { useFormats } from './practice.ts';

const halfMinute = 30_000;

/** The practice's clock, `YYYY-MM-DDTHH:MM`; draws anew when the minute changes. */
export function useNow(): string {
  const { now } = useFormats();
  const [shown, setShown] = useState(now);
  useEffect(() => {
    const tick = () => setShown(now());
    tick();
    const timer = setInterval(tick, halfMinute);
    return () => clearInterval(timer);
  }, [now]);
  return shown;
}
