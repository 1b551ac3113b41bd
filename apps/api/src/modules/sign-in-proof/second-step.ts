import { secondSteps, type Factor, type SecondStep } from '@burrow/contracts/factor';
import type { PublicContext } from '../../context/context.ts';
import { countAttempts, type AttemptLimit } from '../../db/attempt-count.ts';
import { hashKey } from '../../lib/api-key.ts';
import { AppError } from '../../lib/app-error.ts';
import { rateLimited } from '../../lib/rate-limited.ts';
import { recordRefusal, type TraceContext } from '../security-log/public.ts';
import { decryptSecret, stepOfCode } from './authenticator-app.ts';
import { newChallenge } from './challenge.ts';
import { knownCaller } from './known-caller.ts';
import { relyingParty, requestOptions, verifyPasskey } from './passkeys.ts';
import { bareCode, recoveryCodeHash } from './recovery-codes.ts';
import {
  accountOfPasskey,
  countWrongCode,
  openChallenge,
  proofsOf,
  recoveryCodesLeft,
  useProof,
  type PasskeyProof,
  type Proof,
  type ProvedAccount,
} from './repository.ts';

/** How many codes can be tried in a minute, over all processes. Passkeys cannot be guessed. */
const tries = { most: 10, seconds: 60 };
/** Recovery codes of an account from all devices that it doesn't know: comparing one takes 16 MB. */
const triesOfStrangers = { most: 60, seconds: 60 };
/** How many wrong codes in a row before those of the app are refused: a guesser's chance stays below one in 3,000. */
const maxWrongCodes = 100;

/** Whose sign-in was proved, and how. */
interface Proved {
  account: ProvedAccount;
  factors: Factor[];
  /** After a sign-in with a recovery code: how many codes are left. */
  recoveryCodesLeft: number | null;
}

type Context = Pick<PublicContext, 'control' | 'deps' | 'now' | 'host'>;
type ProvingContext = TraceContext & Pick<PublicContext, 'control' | 'host' | 'cookie' | 'network'>;

/** What a person is asked for in addition to the password, or instead of it. */
interface Asked {
  challenge: string;
  factors: SecondStep[];
  passkey_options?: Record<string, unknown>;
}

/** A new challenge for an account with a second factor; null without one. */
export async function challengeSecondStep(
  ctx: Context,
  account: Pick<ProvedAccount, 'account_id' | 'password_hash'>,
  purpose: 'second_step' | 'step_up',
): Promise<Asked | null> {
  const { control, deps, host } = ctx;
  const proofs = await proofsOf(control, account.account_id);
  if (proofs.length === 0) return null;
  const party = relyingParty(deps.env, host);
  const passkeys = proofs.filter(
    (proof) => proof.kind === 'passkey' && proof.rp_id === party?.id,
  ) as PasskeyProof[];
  const options = party && passkeys.length > 0 ? await requestOptions(party, passkeys) : null;
  const challenge = await newChallenge(ctx, {
    purpose,
    accountId: account.account_id,
    comparedHash: account.password_hash,
    // Without a passkey for this host there is nothing to sign.
    webauthnChallenge: options?.challenge ?? '',
  });
  const usable = (kind: SecondStep): boolean =>
    kind === 'passkey' ? passkeys.length > 0 : proofs.some((proof) => proof.kind === kind);
  return {
    challenge,
    factors: secondSteps.filter(usable),
    ...(options && { passkey_options: { ...options } }),
  };
}

/**
 * Asks for the second step of a sign-in after the correct password. Does nothing for an account without a second factor.
 * @throws AppError `second_factor_required` with what the person can answer
 */
export async function demandSecondStep(
  ctx: Context,
  account: Pick<ProvedAccount, 'account_id' | 'password_hash'>,
): Promise<void> {
  const asked = await challengeSecondStep(ctx, account, 'second_step');
  if (asked) throw new AppError('second_factor_required', { ...asked });
}

/** What answers a challenge: a code or a passkey. */
interface Answer {
  challenge: string;
  code?: string | undefined;
  passkey?: { id: string } | undefined;
}

/** What an answer is for. */
type Purpose = 'sign_in' | 'step_up' | 'link';

/** The event of a refused answer. */
const failures: Readonly<Record<Purpose, string>> = {
  sign_in: 'second_factor_failed',
  step_up: 'step_up_failed',
  link: 'link_refused',
};

/** The reason to record for a refusal of each kind of answer. */
const reasons: Readonly<Record<SecondStep, Readonly<Partial<Record<string, string>>>>> = {
  passkey: { passkey_not_valid: 'passkey_refused' },
  totp: { code_not_valid: 'wrong_code', rate_limited: 'code_limit', codes_blocked: 'codes_blocked' },
  recovery_code: { code_not_valid: 'wrong_recovery_code', rate_limited: 'recovery_code_limit' },
};

/** Records the refusal of an answer, of an account or (null) an unknown passkey. */
async function recordingRefusal<T>(
  ctx: ProvingContext,
  { purpose, kind, accountId }: { purpose: Purpose; kind: SecondStep; accountId: number | null },
  prove: () => Promise<T>,
): Promise<T> {
  try {
    return await prove();
  } catch (error) {
    const reason = error instanceof AppError ? reasons[kind][error.code] : undefined;
    // Wrong codes are limited, so each network gets a row.
    const per = reason?.startsWith('wrong') ? 'network' : 'wide network';
    if (reason !== undefined) recordRefusal(ctx, { event: failures[purpose], reason, accountId, per });
    throw error;
  }
}

/**
 * Checks the answer to a challenge of a sign-in, or of a step-up, and uses it up. A challenge for one is refused for
 * the other, because a step-up needs no password.
 * @throws AppError `challenge_expired`, `code_not_valid`, `codes_blocked`, `passkey_not_valid`, `rate_limited`
 */
export async function proveSecondStep(
  ctx: ProvingContext,
  { challenge, code, passkey }: Answer,
  purpose: Purpose,
): Promise<Proved> {
  const tokenHash = hashKey(challenge);
  const open = await openChallenge(ctx.control, tokenHash, ctx.now);
  if (!open || (open.purpose === 'step_up') !== (purpose === 'step_up'))
    throw new AppError('challenge_expired');
  const before: Factor[] = open.purpose === 'second_step' ? ['password'] : [];
  if (passkey) {
    const known = open.purpose !== 'passkey' ? open : await accountOfPasskey(ctx.control, passkey.id);
    const about = { purpose, kind: 'passkey', accountId: known?.account_id ?? null } as const;
    const account = await recordingRefusal(ctx, about, async () => {
      if (!known) throw unknownPasskey();
      await provePasskey(ctx, tokenHash, known.account_id, passkey, open.webauthn_challenge);
      return known;
    });
    return { account, factors: [...before, 'passkey'], recoveryCodesLeft: null };
  }
  if (code === undefined || open.purpose === 'passkey') throw wrongCode('Enter a code.');
  const { account_id: accountId } = open;
  const kind = /^\d{6}$/.test(bareCode(code)) ? 'totp' : 'recovery_code';
  await recordingRefusal(ctx, { purpose, kind, accountId }, () =>
    proveCode(ctx, { tokenHash, accountId, kind, code }),
  );
  const left = kind === 'recovery_code' ? await recoveryCodesLeft(ctx.control, accountId) : null;
  return { account: open, factors: [...before, kind], recoveryCodesLeft: left };
}

const unknownPasskey = (): AppError =>
  new AppError('passkey_not_valid', {
    message: 'This passkey is no longer registered. Sign in another way, then add it again.',
  });

const wrongCode = (message: string): AppError =>
  new AppError('code_not_valid', { message, fields: { code: message } });

async function provePasskey(
  { control, deps, host, now }: Context,
  tokenHash: Buffer,
  accountId: number,
  answer: { id: string },
  challenge: string,
): Promise<void> {
  const party = relyingParty(deps.env, host);
  const proofs = await proofsOf(control, accountId);
  const passkey = proofs.find(
    (proof): proof is PasskeyProof => proof.kind === 'passkey' && proof.credential_id === answer.id,
  );
  if (!party || !passkey || challenge === '') throw unknownPasskey();
  const counter = await verifyPasskey(party, answer, challenge, passkey);
  const given = { factorId: passkey.id, step: null, counter, recoveryHash: null };
  const outcome = await useProof(control, tokenHash, accountId, given, now);
  if (outcome === 'expired') throw new AppError('challenge_expired');
  if (outcome === 'wrong') throw new AppError('passkey_not_valid');
}

interface GivenCode {
  tokenHash: Buffer;
  accountId: number;
  kind: 'totp' | 'recovery_code';
  code: string;
}

/**
 * Counts a code. Recovery codes are counted by network and known device, because they are too long to guess, and a person
 * who knows the password must not use up the attempts of its owner, whose app they can block.
 * @throws AppError `rate_limited`
 */
async function countCode(ctx: ProvingContext, { accountId, kind }: GivenCode): Promise<void> {
  const limits =
    kind === 'totp' ? [{ ...tries, place: `second-factor:${accountId}` }] : await ofRecovery(ctx, accountId);
  // One after another: what its network refuses does not use up the attempts of others.
  for (const limit of limits) {
    const exceeded = await countAttempts(ctx.control, [limit]);
    if (exceeded) throw rateLimited(exceeded.waitSeconds);
  }
}

async function ofRecovery(ctx: ProvingContext, accountId: number): Promise<AttemptLimit[]> {
  const place = `recovery-code:${accountId}`;
  const { deviceId } = await knownCaller(ctx, accountId);
  if (deviceId !== null) return [{ ...tries, place: `${place}:device ${deviceId}` }];
  return [
    { ...tries, place: `${place}:${ctx.network}` },
    { ...triesOfStrangers, place },
  ];
}

async function proveCode(ctx: ProvingContext, given: GivenCode): Promise<void> {
  const { control, deps, now } = ctx;
  const { tokenHash, accountId, kind, code } = given;
  await countCode(ctx, given);
  const proofs = await proofsOf(control, accountId);
  const proof =
    kind === 'totp'
      ? appCode(deps.env, accountId, proofs, bareCode(code), now)
      : await recoveryCode(proofs, code);
  const outcome = proof ? await useProof(control, tokenHash, accountId, proof, now) : 'wrong';
  if (outcome === 'expired') throw new AppError('challenge_expired');
  if (outcome === 'used') return;
  if (kind === 'recovery_code') throw wrongCode('This recovery code is incorrect or was used before.');
  await countWrongCode(control, accountId);
  throw wrongCode('This code is incorrect or was used before. Wait for the next one in your app.');
}

/** The app's code as a proof to use up; undefined for a wrong one. */
function appCode(
  env: Context['deps']['env'],
  accountId: number,
  proofs: readonly Proof[],
  code: string,
  now: Date,
) {
  const app = proofs.find((proof) => proof.kind === 'totp');
  if (!app) return undefined;
  if (app.wrong_codes >= maxWrongCodes) throw new AppError('codes_blocked');
  const secret = decryptSecret(env, accountId, app.secret);
  const step = secret === null ? null : stepOfCode(secret, code, app.last_step, now);
  return step === null ? undefined : { factorId: app.id, step, counter: null, recoveryHash: null };
}

async function recoveryCode(proofs: readonly Proof[], code: string) {
  const unused = proofs.find((proof) => proof.kind === 'recovery_code');
  if (!unused) return undefined;
  return {
    factorId: null,
    step: null,
    counter: null,
    recoveryHash: await recoveryCodeHash(code, unused.secret),
  };
}
