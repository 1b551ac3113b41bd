import type { Schema } from '../../db/schema.ts';
import { statement } from '../../db/statement.ts';
import type { Queryable } from '../../db/transaction.ts';

/** What sign-in needs of an account; it has no password if its person only signs in by single sign-on. */
export interface ProvedAccount extends Pick<
  Schema['accounts'],
  'password_hash' | 'is_superadmin' | 'must_change_password'
> {
  account_id: number;
}

interface CommonProof {
  /** Wrong codes in a row, of the account. */
  wrong_codes: number;
}
interface AppProof extends CommonProof {
  kind: 'totp';
  id: number;
  /** Encrypted. */
  secret: Buffer;
  last_step: number | null;
}
export interface PasskeyProof extends CommonProof {
  kind: 'passkey';
  id: number;
  credential_id: string;
  public_key: Buffer;
  rp_id: string;
  counter: number;
  transports: string[];
}
interface RecoveryProof extends CommonProof {
  kind: 'recovery_code';
  /** The salt of the unused codes. */
  secret: Buffer;
}
/** What an account can prove besides its password. */
export type Proof = AppProof | PasskeyProof | RecoveryProof;

interface NewChallenge {
  /** SHA-256 of the token. */
  tokenHash: Buffer;
  accountId: number | null;
  purpose: 'second_step' | 'step_up' | 'passkey' | 'add_passkey';
  /** What a passkey has to sign, in base64url. */
  webauthnChallenge: string;
  /** The hash of the password that was proved. */
  comparedHash: string | null;
  createdAt: Date;
  expiresAt: Date;
}

type OpenChallenge = { webauthn_challenge: string } & (
  ({ purpose: 'second_step' | 'step_up' } & ProvedAccount) | { purpose: 'passkey' }
);

/** Which proof was given; the others are null. */
interface GivenProof {
  factorId: number | null;
  /** The time step of an authenticator app's code. */
  step: number | null;
  /** The counter of a passkey. */
  counter: number | null;
  /** The hash of a recovery code. */
  recoveryHash: Buffer | null;
}

const proofsStatement = statement<Proof>(
  'sign_in_factors',
  `select f.id, f.kind, f.secret, f.last_step, f.credential_id, f.public_key, f.rp_id, f.counter, f.transports,
          f.wrong_codes
   from sign_in_factors($1) f`,
);
const passkeyStatement = statement<ProvedAccount>(
  'sign_in_passkey',
  'select a.account_id, a.password_hash, a.is_superadmin, a.must_change_password from sign_in_passkey($1) a',
);
const addChallengeStatement = statement(
  'add_sign_in_challenge',
  'select add_sign_in_challenge($1, $2, $3, $4, $5, $6, $7)',
);
const challengeStatement = statement<OpenChallenge>(
  'sign_in_challenge',
  `select c.purpose, c.webauthn_challenge, c.account_id, c.password_hash, c.is_superadmin, c.must_change_password
   from sign_in_challenge($1, $2) c`,
);
const useProofStatement = statement<{ outcome: 'used' | 'wrong' | 'expired' }>(
  'use_sign_in_proof',
  'select use_sign_in_proof($1, $2, $3, $4, $5, $6, $7) as outcome',
);
const countWrongCodeStatement = statement('count_wrong_code', 'select count_wrong_code($1)');
const codesLeftStatement = statement<{ left: number }>(
  'recovery_codes_left',
  'select recovery_codes_left($1) as left',
);

/** What an account can prove besides its password; nothing without a second factor. */
export const proofsOf = (control: Queryable, accountId: number): Promise<Proof[]> =>
  control.rows(proofsStatement, [accountId]);

/** The account that a passkey signs in to; undefined for an unknown passkey or a disabled account. */
export const accountOfPasskey = (
  control: Queryable,
  credentialId: string,
): Promise<ProvedAccount | undefined> => control.row(passkeyStatement, [credentialId]);

/** Stores what a caller has to answer. */
export async function insertChallenge(control: Queryable, challenge: NewChallenge): Promise<void> {
  await control.rows(addChallengeStatement, [
    challenge.tokenHash,
    challenge.accountId,
    challenge.purpose,
    challenge.webauthnChallenge,
    challenge.comparedHash,
    challenge.createdAt,
    challenge.expiresAt,
  ]);
}

/** A sign-in that waits for its answer; undefined if it has expired or the password has changed. */
export const openChallenge = (
  control: Queryable,
  tokenHash: Buffer,
  now: Date,
): Promise<OpenChallenge | undefined> => control.row(challengeStatement, [tokenHash, now]);

/**
 * Uses a proof and the challenge it answers, both once.
 * @returns 'wrong' for a proof, 'expired' for a challenge that was used before
 */
export async function useProof(
  control: Queryable,
  tokenHash: Buffer,
  accountId: number,
  { factorId, step, counter, recoveryHash }: GivenProof,
  now: Date,
): Promise<'used' | 'wrong' | 'expired'> {
  const values = [tokenHash, accountId, factorId, step, counter, recoveryHash, now];
  return (await control.row(useProofStatement, values))?.outcome ?? 'expired';
}

/** Counts a wrong code of an account; a right one resets the count. */
export async function countWrongCode(control: Queryable, accountId: number): Promise<void> {
  await control.rows(countWrongCodeStatement, [accountId]);
}

/** How many recovery codes of an account are unused. */
export const recoveryCodesLeft = async (control: Queryable, accountId: number): Promise<number> =>
  (await control.row(codesLeftStatement, [accountId]))?.left ?? 0;
