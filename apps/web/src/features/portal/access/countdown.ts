import { useLayoutEffect, useState } from 'react';

/** Whole seconds until an instant (milliseconds since 1970), from another; 0 when it is over or there is none. */
export const secondsLeft = (endsAt: number | null, now: number): number =>
  endsAt === null ? 0 : Math.max(0, Math.ceil((endsAt - now) / 1000));

/** Whole seconds until `endsAt` (milliseconds since 1970); draws anew once a second until it is over. */
export function useCountdown(endsAt: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  useLayoutEffect(() => {
    if (endsAt === null) return undefined;
    const tick = () => {
      setNow(Date.now());
      if (Date.now() >= endsAt) clearInterval(timer);
    };
    const timer = setInterval(tick, 1000);
    tick();
    return () => clearInterval(timer);
  }, [endsAt]);
  return secondsLeft(endsAt, now);
}
