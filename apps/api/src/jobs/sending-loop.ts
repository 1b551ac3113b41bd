import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../lib/logger.ts';

/** The pause between polls while there is work: the rate of a channel allows the next few soon. */
const shortRestMs = 100;
/** The pause after this many empty polls in a row, which is longer than a slow rate delays the next one. */
const restMs = 1000;
const quietLooks = 20;
/** The maximum pause after repeated failures, as while the database is unavailable. */
const maxRestMs = 30_000;

/** A background task that runs until it is stopped. */
export interface SendingLoop {
  /** Claims nothing more; resolves when the work under way is done. */
  stop(): Promise<void>;
}

/** A source of work for a loop, queued in the database. */
export interface Sending {
  /** The maximum concurrency. */
  maxConcurrency: number;
  /** Claims at most so many, and returns a promise for each, which resolves when it is done, whatever the outcome. */
  begin(most: number): Promise<Promise<void>[]>;
  /** Reports that claiming failed. */
  failed(log: Logger, error: unknown): void;
}

/**
 * Keeps due work under way while there is some, and polls every second when there is none. Resolves after the signal,
 * when the work under way is done.
 */
export async function keepSending(sending: Sending, log: Logger, signal: AbortSignal): Promise<void> {
  const underWay = new Set<Promise<void>>();
  // Ends early, without an error, when the loop is to stop.
  const rest = (ms: number): Promise<void> => sleep(ms, undefined, { signal }).catch(() => undefined);
  let failures = 0;
  let quiet = quietLooks;
  while (!signal.aborted) {
    try {
      const room = sending.maxConcurrency - underWay.size;
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
      await rest(Math.min(maxRestMs, restMs * 2 ** failures));
      failures += 1;
    }
  }
  await Promise.all(underWay);
}
