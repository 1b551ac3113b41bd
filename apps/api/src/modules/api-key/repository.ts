import { statement } from '../../db/statement.ts';
import type { Queryable, TenantTransaction } from '../../db/transaction.ts';

/** A key as it is stored: its hash, and its permissions. */
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
  'select rotate_practice_key($1, $2, $3, $4, $5, $6, $7) as label',
);
const forgetKeys = statement<{ forgotten: number }>(
  'forget_old_keys',
  'select forget_old_keys($1, $2) as forgotten',
);

/** Stores a key of the current practice, and returns its id; null if there are `most` valid ones. */
export async function insertApiKey(
  tx: TenantTransaction,
  { userId, keyHash, label, scopes, allowedAddresses, lastFour, createdAt, expiresAt }: NewApiKey,
  most: number,
): Promise<number | null> {
  const values = [userId, keyHash, label, scopes, allowedAddresses, lastFour, createdAt, expiresAt, most];
  return (await tx.row(makeKey, values))?.id ?? null;
}

/** Revokes a valid key of the current practice. Returns its name; null for an unknown one. */
export const endApiKey = async (tx: TenantTransaction, keyId: number, now: Date): Promise<string | null> =>
  (await tx.row(revokeKey, [keyId, now]))?.label ?? null;

/** Transfers a valid key to another person. Returns its name; null for an unknown one. */
export const moveApiKey = async (
  tx: TenantTransaction,
  keyId: number,
  userId: number,
  now: Date,
): Promise<string | null> => (await tx.row(moveKey, [keyId, userId, now]))?.label ?? null;

/** A new secret of a key. */
interface NewSecret {
  keyHash: Buffer;
  lastFour: string;
  /** Until when the previous one stays valid; null ends it. */
  keepOldUntil: Date | null;
  /** A secret made after this is replaced alone: the one before it keeps its expiry. */
  repeatsSince: Date;
  isTakeOver: boolean;
}

/** Rotates a valid key. Returns its name; null for an unknown one. */
export async function replaceSecret(
  tx: TenantTransaction,
  keyId: number,
  { keyHash, lastFour, keepOldUntil, repeatsSince, isTakeOver }: NewSecret,
  now: Date,
): Promise<string | null> {
  const values = [keyId, keyHash, lastFour, keepOldUntil, now, repeatsSince, isTakeOver];
  return (await tx.row(rotateKey, values))?.label ?? null;
}

const maxBatch = 500;

/** Deletes, in all practices, keys of any kind that ended before a moment, oldest first. Returns how many. */
export async function deleteOldKeys(control: Queryable, before: Date): Promise<number> {
  const answer = await control.row(forgetKeys, [before, maxBatch]);
  return answer?.forgotten ?? 0;
}
