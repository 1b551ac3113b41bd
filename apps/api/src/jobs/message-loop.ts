import { setTimeout as sleep } from 'node:timers/promises';
import type { Dependencies } from '../lib/context.ts';
import { sendDueMessages } from '../modules/message/service.ts';

/** How long nobody looks for messages while there are some: the pace of a channel allows the next few soon. */
const shortRestMs = 100;
/** How long when there have been none for so many looks. */
const restMs = 1000;
const quietLooks = 10;
/** How long is waited at most when it fails again and again, as while the database is away. */
const longestRestMs = 30_000;

export interface MessageLoop {
  /** Takes no more messages in hand; resolves when those that it has are done with. */
  stop(): Promise<void>;
}

/** Sends what is due, soon again while there is more, and looks every second when there is not. */
export function startMessageLoop(deps: Dependencies): MessageLoop {
  const stopping = new AbortController();
  const { signal } = stopping;
  // Ends early, and quietly, when the loop is to stop.
  const rest = (ms: number): Promise<void> => sleep(ms, undefined, { signal }).catch(() => undefined);
  const run = async (): Promise<void> => {
    let failures = 0;
    let quiet = quietLooks;
    while (!signal.aborted) {
      try {
        const taken = await sendDueMessages(deps);
        failures = 0;
        quiet = taken > 0 ? 0 : quiet + 1;
        await rest(quiet < quietLooks ? shortRestMs : restMs);
      } catch (error) {
        deps.log.warn({ err: error }, 'messages could not be sent');
        await rest(Math.min(longestRestMs, restMs * 2 ** failures));
        failures += 1;
      }
    }
  };
  const ended = run();
  return {
    stop: () => {
      stopping.abort();
      return ended;
    },
  };
}
