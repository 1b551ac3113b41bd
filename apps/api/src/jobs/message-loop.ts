import { setTimeout as sleep } from 'node:timers/promises';
import { messageChannels, type MessageChannel } from '@burrow/contracts/message-text';
import type { Dependencies } from '../lib/context.ts';
import { createMessageSender, mostAtOnce, type MessageSender } from '../modules/message/service.ts';

/** How long nobody looks for messages while there are some: the pace of a channel allows the next few soon. */
const shortRestMs = 100;
/** How long when there have been none for so many looks, which is longer than a slow pace makes the next one wait. */
const restMs = 1000;
const quietLooks = 20;
/** How long is waited at most when it fails again and again, as while the database is away. */
const longestRestMs = 30_000;

export interface MessageLoop {
  /** Takes no more messages in hand; resolves when those that it has are done with. */
  stop(): Promise<void>;
}

/** Sends what is due, each channel by itself: one whose provider is slow, or hangs, does not hold up the other. */
export function startMessageLoop(deps: Dependencies): MessageLoop {
  const stopping = new AbortController();
  const sender = createMessageSender(deps);
  const ended = messageChannels.map((channel) => sendChannel(deps, sender, channel, stopping.signal));
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(ended);
    },
  };
}

/**
 * Keeps messages of a channel under way while there are some that are due, and looks every second when there are none.
 * Resolves after the signal, when those under way are done with.
 */
async function sendChannel(
  deps: Dependencies,
  sender: MessageSender,
  channel: MessageChannel,
  signal: AbortSignal,
): Promise<void> {
  const underWay = new Set<Promise<void>>();
  // Ends early, and quietly, when the loop is to stop.
  const rest = (ms: number): Promise<void> => sleep(ms, undefined, { signal }).catch(() => undefined);
  let failures = 0;
  let quiet = quietLooks;
  while (!signal.aborted) {
    try {
      const room = mostAtOnce[channel] - underWay.size;
      const begun = await sender.begin(channel, room);
      for (const message of begun) {
        underWay.add(message);
        void message.then(() => underWay.delete(message));
      }
      failures = 0;
      quiet = begun.length > 0 ? 0 : quiet + 1;
      if (begun.length === room) await Promise.race(underWay);
      else await rest(quiet < quietLooks ? shortRestMs : restMs);
    } catch (error) {
      deps.log.warn({ err: error, channel }, 'messages could not be sent');
      await rest(Math.min(longestRestMs, restMs * 2 ** failures));
      failures += 1;
    }
  }
  await Promise.all(underWay);
}
