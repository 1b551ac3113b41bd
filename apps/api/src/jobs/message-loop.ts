import { messageChannels } from '@burrow/contracts/message-text';
import type { Dependencies } from '../context/context.ts';
import { createMessageSender, maxConcurrency } from '../modules/message/public.ts';
import { keepSending, type SendingLoop } from './sending-loop.ts';

/** Sends messages, each channel in its own loop: a slow or hanging provider does not delay the other channel. */
export function startMessageLoop(deps: Dependencies): SendingLoop {
  const stopping = new AbortController();
  const sender = createMessageSender(deps);
  const ended = messageChannels.map((channel) =>
    keepSending(
      {
        maxConcurrency: maxConcurrency[channel],
        begin: (most) => sender.begin(channel, most),
        failed: (log, error) => log.warn({ err: error, channel }, 'messages could not be sent'),
      },
      deps.log,
      stopping.signal,
    ),
  );
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(ended);
    },
  };
}
