import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../lib/logger.ts';

/** How long nobody looks for more while there is some: the pace of a channel allows the next few soon. */
const shortRestMs = 100;
/** How long when there has been none for so many looks, which is longer than a slow pace makes the next one wait. */
const restMs = 1000;
const quietLooks = 20;
/** How long is waited at most when it fails again and again, as while the database is away. */
const longestRestMs = 30_000;

/** Work that goes on until it is stopped. */
export interface SendingLoop {
  /** Takes nothing more in hand; resolves when what it has is done with. */
  stop(): Promise<void>;
}

/** What leaves by a loop, and waits in the database until it does. */
export interface Sending {
  /** How much may be under way at once. */
  mostAtOnce: number;
  /** Takes the next in hand, so many at most, and answers each; it resolves when that is over, however it went. */
  begin(most: number): Promise<Promise<void>[]>;
  /** Says that nothing could be taken in hand. */
  failed(log: Logger, error: unknown): void;
}

/**
 * Keeps what is due under way while there is some, and looks every second when there is none. Resolves after the signal,
 * when what is under way is done with.
 */
export async function keepSending(sending: Sending, log: Logger, signal: AbortSignal): Promise<void> {
  const underWay = new Set<Promise<void>>();
  // Ends early, and quietly, when the loop is to stop.
  const rest = (ms: number): Promise<void> => sleep(ms, undefined, { signal }).catch(() => undefined);
  let failures = 0;
  let quiet = quietLooks;
  while (!signal.aborted) {
    try {
      const room = sending.mostAtOnce - underWay.size;
      const begun = await sending.begin(room);
      for (const one of begun) {
        underWay.add(one);
        void one.then(() => underWay.delete(one));
      }
      failures = 0;
      quiet = begun.length > 0 ? 0 : quiet + 1;
      if (begun.length === room) await Promise.race(underWay);
      else await rest(quiet < quietLooks ? shortRestMs : restMs);
    } catch (error) {
      sending.failed(log, error);
      await rest(Math.min(longestRestMs, restMs * 2 ** failures));
      failures += 1;
    }
  }
  await Promise.all(underWay);
}
