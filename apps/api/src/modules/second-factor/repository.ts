import type { OutputOf } from '@burrow/contracts/actions';
import { statement } from '../../db/statement.ts';
import type { Queryable } from '../../db/transaction.ts';

type FactorOnWire = OutputOf<'second_factor'>['factors'][number];

/** A factor of the caller's account. */
export interface OwnFactor extends FactorOnWire {
  state: 'pending' | 'active';
  /** The encrypted secret of an app whose set-up is not confirmed yet. */
  secret: Buffer | null;
  credential_id: string | null;
  rp_id: string | null;
  transports: string[];
}

/** A verified passkey to be stored. */
interface NewPasskey {
  tokenHash: Buffer;
  credentialId: string;
  publicKey: Uint8Array;
  /** The host that it belongs to. */
  rpId: string;
  counter: number;
  transports: readonly string[];
  name: string;
}

const ownFactorsStatement = statement<OwnFactor>(
  'own_factors',
  `select f.id, f.kind, f.state, f.name, f.secret, f.credential_id, f.rp_id, f.transports, f.created_at, f.last_used_at
   from own_factors($1) f`,
);
const codesLeftStatement = statement<{ left: number }>(
  'own_recovery_codes_left',
  'select own_recovery_codes_left($1) as left',
);
const beginAppStatement = statement<{ begun: boolean }>(
  'begin_own_app',
  'select begin_own_app($1, $2, $3, $4) as begun',
);
const confirmAppStatement = statement<{ confirmed: boolean }>(
  'confirm_own_app',
  'select confirm_own_app($1, $2, $3, $4) as confirmed',
);
const passkeyChallengeStatement = statement<{ challenge: string | null }>(
  'own_passkey_challenge',
  'select own_passkey_challenge($1, $2, $3) as challenge',
);
const addPasskeyStatement = statement<{ outcome: 'added' | 'expired' | 'full' | 'taken' }>(
  'add_own_passkey',
  'select add_own_passkey($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as outcome',
);
const replaceCodesStatement = statement(
  'replace_own_recovery_codes',
  'select replace_own_recovery_codes($1, $2, $3, $4)',
);
const removeStatement = statement<{ removed: boolean }>(
  'remove_own_factor',
  'select remove_own_factor($1, $2) as removed',
);
const requireStatement = statement<{ changed: number }>(
  'require_second_factor',
  `update tenants t set second_factor_from = $2, updated_at = $3
   where t.id = $1 and (t.second_factor_from is null) <> ($2::timestamptz is null)
   returning 1 as changed`,
);

/** The factors of the key's owner, oldest first, including unconfirmed ones. */
export const ownFactors = (tx: Queryable, keyHash: Buffer): Promise<OwnFactor[]> =>
  tx.rows(ownFactorsStatement, [keyHash]);

/** How many of their recovery codes are unused. */
export const ownRecoveryCodesLeft = async (tx: Queryable, keyHash: Buffer): Promise<number> =>
  (await tx.row(codesLeftStatement, [keyHash]))?.left ?? 0;

/** Begins to add an authenticator app. @returns false if one exists */
export async function beginApp(
  tx: Queryable,
  keyHash: Buffer,
  secret: Buffer,
  name: string,
  now: Date,
): Promise<boolean> {
  return (await tx.row(beginAppStatement, [keyHash, secret, name, now]))?.begun === true;
}

/** Confirms an app with the step of its first code. @returns false if another set-up was started since */
export async function confirmApp(
  tx: Queryable,
  keyHash: Buffer,
  factorId: number,
  step: number,
  now: Date,
): Promise<boolean> {
  return (await tx.row(confirmAppStatement, [keyHash, factorId, step, now]))?.confirmed === true;
}

/** What a new passkey must sign; null for an expired challenge, or another person's. */
export const passkeyChallenge = async (
  tx: Queryable,
  keyHash: Buffer,
  tokenHash: Buffer,
  now: Date,
): Promise<string | null> =>
  (await tx.row(passkeyChallengeStatement, [keyHash, tokenHash, now]))?.challenge ?? null;

/** Stores a passkey, if there are fewer than `most`, and uses up its challenge. */
export async function addPasskey(
  tx: Queryable,
  keyHash: Buffer,
  passkey: NewPasskey,
  now: Date,
  most: number,
): Promise<'added' | 'expired' | 'full' | 'taken'> {
  const { tokenHash, credentialId, publicKey, rpId, counter, transports, name } = passkey;
  const values = [keyHash, tokenHash, credentialId, Buffer.from(publicKey), rpId, counter, transports, name];
  return (await tx.row(addPasskeyStatement, [...values, now, most]))?.outcome ?? 'expired';
}

/** Replaces the recovery codes of the key's owner. */
export async function replaceRecoveryCodes(
  tx: Queryable,
  keyHash: Buffer,
  { salt, hashes }: { salt: Buffer; hashes: Buffer[] },
  now: Date,
): Promise<void> {
  await tx.rows(replaceCodesStatement, [keyHash, salt, hashes, now]);
}

/** Removes a factor; removing the last one also removes the recovery codes. @returns false for another person's */
export const removeFactor = async (tx: Queryable, keyHash: Buffer, factorId: number): Promise<boolean> =>
  (await tx.row(removeStatement, [keyHash, factorId]))?.removed === true;

/** Sets from when everyone at the practice needs a second factor. @returns false if it was already required */
export const setRequired = async (
  tx: Queryable,
  tenantId: number,
  from: Date | null,
  now: Date,
): Promise<boolean> => (await tx.row(requireStatement, [tenantId, from, now])) !== undefined;
