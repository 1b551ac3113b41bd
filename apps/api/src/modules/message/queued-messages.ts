import { mayHaveBeenSent } from './possibly-sent.ts';

/** The values of messages to queue, each SQL over the rows that they are selected from. */
interface QueuedMessages {
  tenant: string;
  client: string;
  /** The column that names what a message is about, and its value. */
  about: readonly ['booking_id' | 'deposit_id' | 'offer_id' | 'recall_id', string];
  type: string;
  kind: string;
  recipient: string;
  /** The key that prevents a repetition. */
  key?: string;
  /** 1 for those that wait behind others. */
  priority?: 1;
  dueAt: string;
  /** The start of the appointment as the client last knew it. */
  told?: string;
  /** Whether it may have been sent before a restore: then it fails, and the practice decides whether to resend it. */
  isPossiblySent?: string;
  now: string;
}

/**
 * SQL that queues messages.
 * @param rest what follows the selected values: their rows, order, and what happens on a conflict
 */
export function queueMessages(
  {
    tenant,
    client,
    about: [column, id],
    type,
    kind,
    recipient,
    key,
    priority,
    dueAt,
    told,
    isPossiblySent = 'false',
    now,
  }: QueuedMessages,
  rest: string,
): string {
  const values = {
    tenant_id: tenant,
    client_id: client,
    [column]: id,
    type,
    status: `case when ${isPossiblySent} then 'failed' else 'pending' end`,
    last_error: `case when ${isPossiblySent} then '${mayHaveBeenSent}' end`,
    kind,
    recipient,
    dedupe_key: key,
    priority,
    due_at: dueAt,
    told_starts_at: told,
    created_at: now,
    updated_at: now,
  };
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return `insert into comms (${given.map(([name]) => name).join(', ')})
   select ${given.map(([, value]) => value).join(', ')}
   ${rest}`;
}
