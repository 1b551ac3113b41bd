import { keptTries } from '@burrow/contracts/webhook-limits';
import { columns, insertion, insertRow, type RowOf } from '../../db/columns.ts';
import { sql } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import type { Work } from '../../db/rows.ts';
import { statement } from '../../db/statement.ts';
import type { Queryable, TenantTransaction } from '../../db/transaction.ts';

/** A delivery claimed by a process until its lease ends. */
export interface Claim {
  tenantId: number;
  endpointId: number;
  deliveryId: number;
  /** The number of this attempt, from 1. */
  attempt: number;
  /** Whether the endpoint's last attempt failed. */
  isFailing: boolean;
}

const failWaitingRows = statement(
  'fail_waiting_webhook_deliveries',
  `update webhook_deliveries d set status = 'failed', finished_at = $3, claimed_until = null, last_error = $4
   where d.tenant_id = $1 and d.endpoint_id = $2 and d.status = 'waiting'`,
);

/** Fails all pending deliveries of an endpoint. One in progress may still arrive. */
export async function failWaiting(
  { tx, tenantId, now }: Work,
  endpointId: number,
  reason: string,
): Promise<void> {
  await tx.rows(failWaitingRows, [tenantId, endpointId, now, reason]);
}

const insertTestRow = insertion(
  'insert_webhook_test',
  columns('webhook_deliveries', 'endpoint_id, type, occurred_at'),
  'id',
  (value) => ({
    event_id: 'gen_random_uuid()',
    due_at: value.occurred_at,
    asked_at: value.occurred_at,
    data: "'{}'",
  }),
);

/** @returns the id of the delivery */
export async function insertTest(
  { tx, tenantId, now }: Work,
  endpointId: number,
  type: string,
): Promise<number> {
  const test = { endpoint_id: endpointId, type, occurred_at: now };
  return (await insertRow(tx, insertTestRow, tenantId, test)).id;
}

const again = `update webhook_deliveries d
   set status = 'waiting', due_at = $3, asked_at = $3, round_attempts = 0, finished_at = null
   where d.tenant_id = $1 and d.endpoint_id = $2`;

// One in progress is left alone: it is being sent already.
const resendRow = statement<{ id: number }>(
  'resend_webhook_delivery',
  `${again} and d.id = $4 and d.claimed_until is null returning d.id`,
);
const resendFailedRows = statement<{ id: number }>(
  'resend_failed_webhook_deliveries',
  `${again} and d.status = 'failed' returning d.id`,
);

export async function resendOne(
  tx: TenantTransaction,
  { tenantId, endpointId, deliveryId }: Omit<Claim, 'attempt' | 'isFailing'>,
  now: Date,
): Promise<void> {
  await tx.rows(resendRow, [tenantId, endpointId, now, deliveryId]);
}

/** @returns how many are resent */
export async function resendAllFailed({ tx, tenantId, now }: Work, endpointId: number): Promise<number> {
  return (await tx.rows(resendFailedRows, [tenantId, endpointId, now])).length;
}

const claimRows = statement<{
  tenant_id: number;
  endpoint_id: number;
  delivery_id: number;
  attempt: number;
  is_failing: boolean;
}>(
  'claim_webhook_deliveries',
  `select c.tenant_id, c.endpoint_id, c.delivery_id, c.attempt, c.is_failing
   from claim_webhook_deliveries($1, $2::float8 * interval '1 second', $3, $4, $5) c`,
);

/**
 * Claims the next due deliveries, over all practices.
 * @param most how many at most, and how many of those to failing endpoints
 * @param each how many to one endpoint may be in progress over all processes
 */
export async function claimDeliveries(
  control: Queryable,
  wanted: { now: Date; leaseSeconds: number; most: number; maxFailing: number; each: number },
): Promise<Claim[]> {
  const rows = await control.rows(claimRows, [
    wanted.now,
    wanted.leaseSeconds,
    wanted.most,
    wanted.maxFailing,
    wanted.each,
  ]);
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    endpointId: row.endpoint_id,
    deliveryId: row.delivery_id,
    attempt: row.attempt,
    isFailing: row.is_failing,
  }));
}

const contentColumns = columns('webhook_deliveries', 'event_id, type, occurred_at, data');
const addressColumns = columns('webhook_endpoints', 'url, secret, old_secret, old_secret_until');

export type ClaimedDelivery = RowOf<typeof contentColumns> & RowOf<typeof addressColumns>;

const claimedRow = statement<ClaimedDelivery>(
  'claimed_webhook_delivery',
  `select ${contentColumns.of('d')}, ${addressColumns.of('e')}
   from webhook_deliveries d
   join webhook_endpoints e on e.tenant_id = d.tenant_id and e.id = d.endpoint_id and e.is_on
   where d.tenant_id = $1 and d.endpoint_id = $2 and d.id = $3 and d.attempts = $4 and d.status = 'waiting'`,
);

/** The delivery of a claim; undefined when it is no longer pending, or another process has claimed it. */
export const claimedDelivery = (tx: TenantTransaction, claim: Claim): Promise<ClaimedDelivery | undefined> =>
  tx.row(claimedRow, valuesOf(claim));

/** A delivery at the time its outcome is recorded, locked until the transaction ends. */
type HeldDelivery = Pick<Schema['webhook_deliveries'], 'round_attempts' | 'asked_at'>;

const holdRow = statement<HeldDelivery>(
  'hold_webhook_delivery',
  `select d.round_attempts, d.asked_at from webhook_deliveries d
   where d.tenant_id = $1 and d.endpoint_id = $2 and d.id = $3 and d.attempts = $4 and d.status = 'waiting'
   for update`,
);

/** The delivery, unless another process has claimed it or it has failed meanwhile. */
export const holdDelivery = (tx: TenantTransaction, claim: Claim): Promise<HeldDelivery | undefined> =>
  tx.row(holdRow, valuesOf(claim));

const valuesOf = ({ tenantId, endpointId, deliveryId, attempt }: Claim): unknown[] => [
  tenantId,
  endpointId,
  deliveryId,
  attempt,
];

const insertAttemptRow = statement(
  'insert_webhook_attempt',
  `insert into webhook_attempts
     (tenant_id, endpoint_id, delivery_id, number, at, duration_ms, status, error, answer)
   select d.tenant_id, d.endpoint_id, d.id, $4, $5, $6, $7, $8, $9 from webhook_deliveries d
   where d.tenant_id = $1 and d.endpoint_id = $2 and d.id = $3
   on conflict do nothing`,
);

const forgetAttemptRows = statement(
  'forget_webhook_attempts',
  `delete from webhook_attempts a
   where a.tenant_id = $1 and a.endpoint_id = $2 and a.delivery_id = $3 and a.number <= $4::integer - ${keptTries}`,
);

/** Records an attempt, and deletes the oldest of very many; no effect when its delivery was deleted. */
export async function insertAttempt(
  tx: TenantTransaction,
  claim: Claim,
  tried: { at: Date; durationMs: number; status: number | null; error: string | null; answer: string | null },
): Promise<void> {
  await tx.rows(insertAttemptRow, [
    ...valuesOf(claim),
    tried.at,
    tried.durationMs,
    tried.status,
    tried.error,
    tried.answer,
  ]);
  if (claim.attempt > keptTries) await tx.rows(forgetAttemptRows, valuesOf(claim));
}

/** Records the outcome of a delivery: done, failed, or waiting for its next attempt. */
export async function noteOutcome(
  tx: TenantTransaction,
  { tenantId, endpointId, deliveryId }: Claim,
  outcome:
    | { status: 'delivered'; error: null }
    | { status: 'failed'; error: string }
    | { status: 'waiting'; error: string; dueAt: Date },
  now: Date,
): Promise<void> {
  const isOver = outcome.status !== 'waiting';
  await tx.run(
    sql('webhook_deliveries')
      .where({ tenant_id: tenantId, endpoint_id: endpointId, id: deliveryId })
      .update({
        status: outcome.status,
        last_error: outcome.error,
        claimed_until: null,
        finished_at: isOver ? now : null,
        ...(outcome.status === 'waiting' ? { due_at: outcome.dueAt } : {}),
      }),
  );
}
