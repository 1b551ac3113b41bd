import type { Dependencies } from '../context/context.ts';
import { createWebhookSender, maxConcurrency } from '../modules/webhook-out/public.ts';
import { keepSending, type SendingLoop } from './sending-loop.ts';

/** Delivers outgoing webhooks, beside messages: an endpoint that hangs does not delay a text message. */
export function startWebhookLoop(deps: Dependencies): SendingLoop {
  const stopping = new AbortController();
  const sender = createWebhookSender(deps);
  const failed = (log: Dependencies['log'], error: unknown): void =>
    log.warn({ err: error }, 'webhooks could not be sent');
  const ended = keepSending(
    { maxConcurrency, begin: (most) => sender.begin(most), failed },
    deps.log,
    stopping.signal,
  );
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}
