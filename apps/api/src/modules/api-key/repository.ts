import { statement } from '../../db/statement.ts';
import type { Queryable, TenantTransaction } from '../../db/transaction.ts';

/** A key as it is stored: its hash, and what it may do. */
interface NewApiKey {
  userId: number;
  keyHash: Buffer;
  label: string;
  scopes: readonly string[];
  /** Null for any. */
  allowedAddresses: readonly string[] | null;
  lastFour: string;
  createdAt: Date;
  /** Null for never. */
  expiresAt: Date | null;
}

const makeKey = statement<{ id: number | null }>(
  'make_practice_key',
  'select make_practice_key($1, $2, $3, $4, $5, $6, $7, $8, $9) as id',
);
const revokeKey = statement<{ label: string | null }>(
  'revoke_practice_key',
  'select revoke_practice_key($1, $2) as label',
);
const moveKey = statement<{ label: string | null }>(
  'move_practice_key',
  'select move_practice_key($1, $2, $3) as label',
);
const rotateKey = statement<{ label: string | null }>(
  'rotate_practice_key',
  'select rotate_practice_key($1, $2, $3, $4, $5) as label',
);
const forgetKeys = statement<{ forgotten: number }>(
  'forget_old_keys',
  'select forget_old_keys($1, $2) as forgotten',
);

/** Stores a key of the practice that is set, and answers its id; null when there are `most` good ones already. */
export async function insertApiKey(
  tx: TenantTransaction,
  { userId, keyHash, label, scopes, allowedAddresses, lastFour, createdAt, expiresAt }: NewApiKey,
  most: number,
): Promise<number | null> {
  const values = [userId, keyHash, label, scopes, allowedAddresses, lastFour, createdAt, expiresAt, most];
  return (await tx.row(makeKey, values))?.id ?? null;
}

/** Ends a good key of the practice that is set. Answers what it is called; null for one that is not there. */
export const endApiKey = async (tx: TenantTransaction, keyId: number, now: Date): Promise<string | null> =>
  (await tx.row(revokeKey, [keyId, now]))?.label ?? null;

/** Has a good key work in the name of a person. Answers what it is called; null for one that is not there. */
export const moveApiKey = async (
  tx: TenantTransaction,
  keyId: number,
  userId: number,
  now: Date,
): Promise<string | null> => (await tx.row(moveKey, [keyId, userId, now]))?.label ?? null;

/**
 * Gives a good key a new secret; the present one goes on opening it until a moment, or no more. Answers what the key is
 * called; null for one that is not there.
 */
export async function replaceSecret(
  tx: TenantTransaction,
  keyId: number,
  secret: { keyHash: Buffer; lastFour: string; keepOldUntil: Date | null },
  now: Date,
): Promise<string | null> {
  const { keyHash, lastFour, keepOldUntil } = secret;
  return (await tx.row(rotateKey, [keyId, keyHash, lastFour, keepOldUntil, now]))?.label ?? null;
}

const mostAtOnce = 500;

/** Deletes, in all practices, keys of any kind that were over before a moment, longest first. Answers how many. */
export async function deleteOldKeys(control: Queryable, before: Date): Promise<number> {
  const answer = await control.row(forgetKeys, [before, mostAtOnce]);
  return answer?.forgotten ?? 0;
}
