import type { Schema } from '../../db/schema.ts';

type KeptEvent = Pick<Schema['webhook_deliveries'], 'event_id' | 'type' | 'occurred_at' | 'data'>;

/** The body that is posted for an event: the same each time, as declared in `webhookPayload`. */
export const payloadOf = (tenantId: number, { event_id, type, occurred_at, data }: KeptEvent): string =>
  JSON.stringify({ id: event_id, type, occurred_at, tenant_id: tenantId, data });
