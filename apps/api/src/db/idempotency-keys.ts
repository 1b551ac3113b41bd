import { statement } from './statement.ts';
import type { Queryable, Transaction } from './transaction.ts';

/** A request with a key, as stored in the table. */
export interface KeyedRequest {
  tenantId: number;
  /** SHA-256 of the practice, the action, the caller and the key. */
  keyHash: Buffer;
  /** SHA-256 of the input. */
  requestHash: Buffer;
  now: Date;
}

/** The outcome of the first request with a key. */
export interface KeptAnswer {
  request_hash: Buffer;
  /** JSON, or null while it is unknown. */
  answer: string | null;
  /** For an unknown answer: whether a process may still be making it. Otherwise that process has died. */
  may_be_under_way: boolean;
}

const keptMs = 24 * 3_600_000;

/** The maximum time for an answer made after the commit: longer than the timeout of any provider. */
const underWayMs = 60_000;

/** Longest answer that is stored, in bytes. Those of the actions that take a key have a few hundred. */
const maxBytes = 64 * 1024;

/** How many are deleted at a time; the next call deletes more. */
const maxBatch = 10_000;

const lockStatement = statement<{ is_free: boolean }>(
  'lock_idempotency_key',
  'select pg_try_advisory_xact_lock($1::bigint) as is_free',
);
const findStatement = statement<KeptAnswer>(
  'find_idempotency_key',
  `select k.request_hash, k.answer, k.expires_at > $4 as may_be_under_way from idempotency_keys k
   where k.tenant_id = $1 and k.key_hash = $2 and k.expires_at > $3`,
);
// The existing row has expired, or its process died before the answer was known.
const keepStatement = statement(
  'keep_idempotency_key',
  `insert into idempotency_keys (tenant_id, key_hash, request_hash, answer, expires_at) values ($1, $2, $3, $4, $5)
   on conflict (tenant_id, key_hash) do update set
     request_hash = excluded.request_hash, answer = excluded.answer, expires_at = excluded.expires_at`,
);
const completeStatement = statement(
  'complete_idempotency_key',
  `update idempotency_keys k set answer = $4
   where k.tenant_id = $1 and k.key_hash = $2 and k.request_hash = $3`,
);
const releaseStatement = statement(
  'release_idempotency_key',
  `delete from idempotency_keys k
   where k.tenant_id = $1 and k.key_hash = $2 and k.request_hash = $3 and k.answer is null`,
);
const forgetStatement = statement<{ forgotten: number }>(
  'forget_idempotency_keys',
  'select forget_idempotency_keys($1, $2) as forgotten',
);

/** The stored record of the key, if any. */
export const findKept = (
  tx: Queryable,
  { tenantId, keyHash, now }: KeyedRequest,
): Promise<KeptAnswer | undefined> => {
  const expiryOfAbandoned = new Date(now.getTime() + keptMs - underWayMs);
  return tx.row(findStatement, [tenantId, keyHash, now, expiryOfAbandoned]);
};

/**
 * Reserves the key for this transaction, without waiting for another holder, and reads its stored record. Two
 * statements sent together: only one that begins after the lock was taken sees what the last holder committed.
 */
export async function takeKey(
  tx: Queryable,
  request: KeyedRequest,
): Promise<{ isFree: boolean; kept: KeptAnswer | undefined }> {
  const lockKey = request.keyHash.readBigInt64BE().toString();
  const [lock, kept] = await Promise.all([tx.row(lockStatement, [lockKey]), findKept(tx, request)]);
  return { isFree: lock?.is_free === true, kept };
}

/**
 * Stores the answer (or, while there is none, that there will be one) with the commit of its work.
 * @throws Error for an answer that is too long
 */
export function keepAnswer(tx: Transaction, request: KeyedRequest, answer: unknown): void {
  const { tenantId, keyHash, requestHash, now } = request;
  const expiresAt = new Date(now.getTime() + keptMs);
  tx.beforeCommit(keepStatement, [tenantId, keyHash, requestHash, jsonOf(answer), expiresAt]);
}

/** Adds the answer of work that was stored without one. @throws Error for an answer that is too long */
export async function completeKey(tx: Queryable, request: KeyedRequest, answer: unknown): Promise<void> {
  await tx.rows(completeStatement, [request.tenantId, request.keyHash, request.requestHash, jsonOf(answer)]);
}

/** Deletes the record of work without an answer: it failed, and may be retried with a different input. */
export async function releaseKey(tx: Queryable, request: KeyedRequest): Promise<void> {
  await tx.rows(releaseStatement, [request.tenantId, request.keyHash, request.requestHash]);
}

/** Deletes expired keys of all practices. Safe to run in several processes at once. */
export async function forgetExpiredKeys(control: Queryable, now: Date): Promise<number> {
  const answer = await control.row(forgetStatement, [now, maxBatch]);
  return answer?.forgotten ?? 0;
}

function jsonOf(answer: unknown): string | null {
  if (answer === undefined) return null;
  const text = JSON.stringify(answer);
  if (Buffer.byteLength(text) > maxBytes)
    throw new Error('The response is too long to be stored for its idempotency key.');
  return text;
}
