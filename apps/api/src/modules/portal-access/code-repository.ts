import type { Dependencies } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import type { TenantTransaction } from '../../db/transaction.ts';

export type CodePurpose = 'register' | 'reset' | 'sign_in';

/** The place of a code, which has one valid code at a time. */
export interface CodePlace {
  tenantId: number;
  purpose: CodePurpose;
  /** In the format of clients.phone. */
  phone: string;
}

/** A code as it is stored: of six digits, only this. */
interface StoredCode {
  salt: Buffer;
  /** HMAC of the place, the salt and the code; its key is not in the database. */
  code_hash: Buffer;
}

/** A replaced code, with everything needed to restore it. */
interface FormerCode extends StoredCode {
  tries: number;
  sent_at: Date | null;
  expires_at: Date;
  used_at: Date | null;
}

const valuesOf = ({ tenantId, purpose, phone }: CodePlace): unknown[] => [tenantId, purpose, phone];

// Locked, so that no attempt and no use is lost when it is restored.
const lockCodeRow = statement<FormerCode>(
  'lock_phone_code',
  `select c.salt, c.code_hash, c.tries, c.sent_at, c.expires_at, c.used_at
   from phone_codes c where c.tenant_id = $1 and c.purpose = $2 and c.phone = $3
   for update`,
);
// Two simultaneous requests meet at the row: the second waits for the first and then finds its code too recent.
const replaceCodeRow = statement<{ sent: number }>(
  'replace_phone_code',
  `insert into phone_codes as c (tenant_id, purpose, phone, salt, code_hash, sent_at, expires_at)
   values ($1, $2, $3, $4, $5, $6::timestamptz, $6::timestamptz + make_interval(secs => $7))
   on conflict (tenant_id, purpose, phone) do update set
     salt = excluded.salt, code_hash = excluded.code_hash, tries = 0, used_at = null,
     sent_at = excluded.sent_at, expires_at = excluded.expires_at
   where c.sent_at is null or c.sent_at <= $6::timestamptz - make_interval(secs => $8)
   returning 1 as sent`,
);
const codeWait = statement<{ seconds: number }>(
  'phone_code_wait',
  `select ceil(extract(epoch from c.sent_at - $4::timestamptz))::integer + $5::integer as seconds
   from phone_codes c where c.tenant_id = $1 and c.purpose = $2 and c.phone = $3`,
);
// A code whose attempts are used up stays so.
const ofUnsent = `c.tenant_id = $1 and c.purpose = $2 and c.phone = $3 and c.code_hash = $4 and c.used_at is null`;
const takeBackCodeRow = statement(
  'take_back_phone_code',
  `update phone_codes c set sent_at = null where ${ofUnsent}`,
);
// Attempts in between count for the restored code: requesting codes gives no more attempts.
const putBackCodeRow = statement(
  'put_back_phone_code',
  `update phone_codes c set salt = $5, code_hash = $6, tries = c.tries + $7, sent_at = $8, expires_at = $9, used_at = $10
   where ${ofUnsent}`,
);
const deleteOldCodeRows = statement(
  'delete_old_phone_codes',
  `delete from phone_codes c using (
     select o.tenant_id, o.purpose, o.phone from phone_codes o
     where o.tenant_id = $1 and greatest(o.expires_at, o.proof_expires_at) < $2
     limit 20 for update skip locked) o
   where c.tenant_id = o.tenant_id and c.purpose = o.purpose and c.phone = o.phone`,
);
// Counts and decides in one statement, so that simultaneous attempts cannot exceed the limit.
const countTryRow = statement<StoredCode>(
  'count_phone_code_try',
  `update phone_codes c set tries = c.tries + 1
   where c.tenant_id = $1 and c.purpose = $2 and c.phone = $3 and c.sent_at is not null and c.used_at is null
     and c.expires_at > $4 and c.tries < $5
   returning c.salt, c.code_hash`,
);
const useCodeRow = statement<{ used: number }>(
  'use_phone_code',
  `update phone_codes c set used_at = $4
   where c.tenant_id = $1 and c.purpose = $2 and c.phone = $3 and c.code_hash = $5 and c.used_at is null
     and c.expires_at > $4
   returning 1 as used`,
);
const storeProofRow = statement(
  'store_phone_proof',
  `update phone_codes c set proof_hash = $4, proof_expires_at = $5
   where c.tenant_id = $1 and c.purpose = $2 and c.phone = $3`,
);
const ofProof = `c.tenant_id = $1 and c.purpose = $2 and c.phone = $3 and c.proof_hash = $4 and c.proof_expires_at > $5`;
const hasProofRow = statement<{ found: number }>(
  'has_phone_proof',
  `select 1 as found from phone_codes c where ${ofProof}`,
);
const useProofRow = statement<{ used: number }>(
  'use_phone_proof',
  `update phone_codes c set proof_hash = null, proof_expires_at = null where ${ofProof} returning 1 as used`,
);

interface NewCode extends StoredCode {
  now: Date;
  goodForSeconds: number;
  /** The minimum age of the previous code. */
  apartSeconds: number;
}

/**
 * Replaces the current code.
 * @returns the previous one, null without one; false while that one is too recent
 */
export async function replaceCode(
  tx: TenantTransaction,
  place: CodePlace,
  code: NewCode,
): Promise<FormerCode | null | false> {
  const { salt, code_hash, now, goodForSeconds, apartSeconds } = code;
  const values = [...valuesOf(place), salt, code_hash, now, goodForSeconds, apartSeconds];
  const [former, replaced] = await Promise.all([
    tx.row(lockCodeRow, valuesOf(place)),
    tx.row(replaceCodeRow, values),
  ]);
  return replaced !== undefined && (former ?? null);
}

/** Seconds until the next code may be sent, `apartSeconds` after the current one. */
export async function secondsToNextCode(
  tx: TenantTransaction,
  place: CodePlace,
  now: Date,
  apartSeconds: number,
): Promise<number> {
  return (await tx.row(codeWait, [...valuesOf(place), now, apartSeconds]))?.seconds ?? apartSeconds;
}

/** Cancels an unsent code, and restores the previous one. No effect when another one has replaced it. */
export async function takeBackCode(
  tx: TenantTransaction,
  place: CodePlace,
  codeHash: Buffer,
  former: FormerCode | null,
): Promise<void> {
  const values = [...valuesOf(place), codeHash];
  if (!former) {
    await tx.rows(takeBackCodeRow, values);
    return;
  }
  const { salt, code_hash, tries, sent_at, expires_at, used_at } = former;
  await tx.rows(putBackCodeRow, [...values, salt, code_hash, tries, sent_at, expires_at, used_at]);
}

/** Deletes some of the practice's expired codes, with their proofs. */
export async function deleteOldCodes(tx: TenantTransaction, tenantId: number, now: Date): Promise<void> {
  await tx.rows(deleteOldCodeRows, [tenantId, now]);
}

const deleteExpiredCodes = statement(
  'delete_expired_phone_codes',
  'select delete_expired_phone_codes($1, $2) as deleted',
);

/** How many are deleted at a time; the next call deletes more. */
const maxBatch = 10_000;

/** Deletes, for all practices, expired codes with their proofs. Safe to run in several processes at once. */
export async function forgetExpiredCodes({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  await database.control.row(deleteExpiredCodes, [clock.now(), maxBatch]);
}

/** Counts an attempt at the current code. @returns undefined for none, or one with `maxTries` attempts */
export const countTry = (
  tx: TenantTransaction,
  place: CodePlace,
  now: Date,
  maxTries: number,
): Promise<StoredCode | undefined> => tx.row(countTryRow, [...valuesOf(place), now, maxTries]);

/** Uses a code up. @returns false when it has been used, replaced or has expired */
export const consumeCode = async (
  tx: TenantTransaction,
  place: CodePlace,
  codeHash: Buffer,
  now: Date,
): Promise<boolean> => (await tx.row(useCodeRow, [...valuesOf(place), now, codeHash])) !== undefined;

/** Stores the proof that a person has the number; it invalidates the previous one. */
export async function storeProof(
  tx: TenantTransaction,
  place: CodePlace,
  proofHash: Buffer,
  expiresAt: Date,
): Promise<void> {
  await tx.rows(storeProofRow, [...valuesOf(place), proofHash, expiresAt]);
}

/** Whether a proof of the number is valid. */
export const hasProof = async (
  tx: TenantTransaction,
  place: CodePlace,
  proofHash: Buffer,
  now: Date,
): Promise<boolean> => (await tx.row(hasProofRow, [...valuesOf(place), proofHash, now])) !== undefined;

/** Uses a proof up. @returns false for an invalid one */
export const useUpProof = async (
  tx: TenantTransaction,
  place: CodePlace,
  proofHash: Buffer,
  now: Date,
): Promise<boolean> => (await tx.row(useProofRow, [...valuesOf(place), proofHash, now])) !== undefined;
