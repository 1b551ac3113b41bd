/** An event as the database stores it. */
interface KeptEvent {
  event_id: string;
  type: string;
  occurred_at: string;
  data: Record<string, unknown>;
}

/** The body that is posted for an event: the same each time, as declared in `webhookPayload`. */
export const payloadOf = (tenantId: number, { event_id, type, occurred_at, data }: KeptEvent): string =>
  JSON.stringify({ id: event_id, type, occurred_at, tenant_id: tenantId, data });
