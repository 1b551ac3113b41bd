import { useLayoutEffect, useState } from 'react';

/** The usual wait before another code, in seconds. */
export const cooldown = 60;

const minute = 60;
const hour = 3600;

/** The remaining wait in seconds, as text for a button: '42s', '12 min', '3 h'. */
export function shortWait(seconds: number): string {
  if (seconds <= cooldown) return `${seconds}s`;
  return seconds <= hour ? `${Math.ceil(seconds / minute)} min` : `${Math.ceil(seconds / hour)} h`;
}

/** Whole seconds from one instant to another (milliseconds since 1970); 0 if it has passed or is null. */
export const secondsLeft = (endsAt: number | null, now: number): number =>
  endsAt === null ? 0 : Math.max(0, Math.ceil((endsAt - now) / 1000));

/** Whole seconds until `endsAt` (milliseconds since 1970); re-renders once a second until then. */
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
