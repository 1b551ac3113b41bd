import { webhookEventTypes } from '@burrow/contracts/webhook-event-types';
import type { Caller, TestApi } from './harness.ts';

/** An endpoint as an admin adds it: for all events unless `events` is given. */
export async function addEndpoint(
  api: TestApi,
  admin: Caller,
  { url, events = webhookEventTypes }: { url: string; events?: readonly string[] },
): Promise<{ id: number; secret: string }> {
  const { status, body, error } = await api.call(
    'webhook_endpoint_create',
    { url, events: [...events] },
    admin,
  );
  if (status !== 200) throw new Error(`The endpoint was refused: ${error.message}`);
  return { id: body.endpoint_id, secret: body.signing_secret };
}
