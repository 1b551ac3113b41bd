import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import { dayMs } from '@burrow/contracts/calendar-day';
import { maxPasskeys } from '@burrow/contracts/factor';
import type { Ctx, OutsideContext } from '../../context/context.ts';
import { hashKey } from '../../lib/api-key.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { ownEmail, recordAccountChange, refusePracticeOnly } from '../session/public.ts';
import {
  bareCode,
  canKeepSecrets,
  creationOptions,
  decryptSecret,
  encryptSecret,
  makeRecoveryCodes,
  newChallenge,
  newSecret,
  otpauthUri,
  requireParty,
  stepOfCode,
  verifyNewPasskey,
  type RecoveryCodes,
} from '../sign-in-proof/public.ts';
import {
  addPasskey,
  beginApp,
  confirmApp,
  ownFactors,
  ownRecoveryCodesLeft,
  passkeyChallenge,
  removeFactor,
  replaceRecoveryCodes,
  setRequired,
  type OwnFactor,
} from './repository.ts';

const conflict = (message: string): AppError => new AppError('conflict', { message });
const appExists = (): AppError => conflict('You already have an authenticator app. Remove it first.');
const wrongCode = (message: string): AppError =>
  new AppError('code_not_valid', { message, fields: { code: message } });
const full = (): AppError =>
  conflict(`You already have ${maxPasskeys} passkeys, the most allowed. Remove one first.`);

/** The account whose factors these are. */
function accountOf({ session }: Pick<Ctx, 'session'>): number {
  if (session.accountId === null) throw new Error('This staff session has no account.');
  return session.accountId;
}

const isActive = ({ state }: OwnFactor): boolean => state === 'active';

/** The caller's passkeys and authenticator app. */
export async function describeOwnFactors({ tx, session, deps }: Ctx): Promise<OutputOf<'second_factor'>> {
  const factors = await ownFactors(tx, session.keyHash);
  return {
    factors: factors.filter(isActive),
    recovery_codes_left: await ownRecoveryCodesLeft(tx, session.keyHash),
    authenticator_app_available: canKeepSecrets(deps.env),
  };
}

type Added = OutputOf<'second_factor/add'>;

/**
 * Begins to add a passkey or an authenticator app.
 * @throws AppError `conflict` when the caller has the maximum, or this server or address doesn't support them;
 * `forbidden` in a session that is valid for one practice only
 */
export async function beginFactor(ctx: OutsideContext, kind: 'totp' | 'passkey'): Promise<Added> {
  const { session, deps, now } = ctx;
  const accountId = accountOf(ctx);
  const { control } = deps.database;
  await refusePracticeOnly(control, session.keyHash);
  const email = (await ownEmail(control, session.keyHash)) ?? session.name;
  if (kind === 'totp') {
    if (!canKeepSecrets(deps.env))
      throw conflict('Authenticator apps aren’t available on this server. Add a passkey instead.');
    const secret = newSecret();
    const encrypted = encryptSecret(deps.env, accountId, secret);
    if (!(await beginApp(control, session.keyHash, encrypted, 'Authenticator app', now))) throw appExists();
    return { secret, otpauth_uri: otpauthUri(secret, email), challenge: null, passkey_options: null };
  }
  const party = requireParty(ctx);
  const passkeys = (await ownFactors(control, session.keyHash)).filter((one) => one.kind === 'passkey');
  if (passkeys.length >= maxPasskeys) throw full();
  const owner = {
    handle: String(accountId),
    userName: email,
    displayName: session.name,
    partyName: 'Burrow',
  };
  const existing = passkeys.flatMap(({ credential_id: id, rp_id, transports }) =>
    id !== null && rp_id === party.id ? [{ id, transports }] : [],
  );
  const options = await creationOptions(party, owner, existing);
  const challenge = await newChallenge(
    { control, now },
    { purpose: 'add_passkey', accountId, comparedHash: null, webauthnChallenge: options.challenge },
  );
  return { secret: null, otpauth_uri: null, challenge, passkey_options: { ...options } };
}

/** A factor that was checked and can be stored, and recovery codes unless there is another factor already. */
interface CheckedFactor {
  store: (ctx: Ctx) => Promise<void>;
  codes: RecoveryCodes | null;
}

/**
 * Checks a new passkey, or the first code of an authenticator app.
 * @throws AppError `code_not_valid`, `challenge_expired`, `passkey_not_valid`, `conflict`
 */
export async function checkFactor(
  ctx: OutsideContext,
  input: ParsedInputOf<'second_factor/confirm'>,
): Promise<CheckedFactor> {
  const { control } = ctx.deps.database;
  const own = await ownFactors(control, ctx.session.keyHash);
  const store = input.passkey ? await checkPasskey(ctx, input) : checkApp(ctx, own, input.code);
  // Hashed slowly, so before the transaction, which decides whether they are needed.
  return { store, codes: own.some(isActive) ? null : await makeRecoveryCodes() };
}

function checkApp(
  ctx: OutsideContext,
  own: readonly OwnFactor[],
  code: string | undefined,
): CheckedFactor['store'] {
  const { deps, now } = ctx;
  if (code === undefined) throw invalidField('code', 'Enter the code that your app shows.');
  const pending = own.find(({ state }) => state === 'pending');
  if (!pending?.secret) throw wrongCode('No authenticator app is being added. Start again.');
  const secret = decryptSecret(deps.env, accountOf(ctx), pending.secret);
  const step = secret === null ? null : stepOfCode(secret, bareCode(code), null, now);
  if (step === null)
    throw wrongCode('This code is incorrect. Check the time on your phone, and enter the code it shows now.');
  return async ({ tx, session }) => {
    if (!(await confirmApp(tx, session.keyHash, pending.id, step, now))) throw appExists();
  };
}

async function checkPasskey(
  ctx: OutsideContext,
  { challenge, passkey, name }: ParsedInputOf<'second_factor/confirm'>,
): Promise<CheckedFactor['store']> {
  const { deps, session, now } = ctx;
  const tokenHash = hashKey(challenge ?? '');
  const expected = await passkeyChallenge(deps.database.control, session.keyHash, tokenHash, now);
  if (expected === null) throw new AppError('challenge_expired');
  const party = requireParty(ctx);
  const { id, publicKey, counter, transports = [] } = await verifyNewPasskey(party, passkey, expected);
  const added = { tokenHash, credentialId: id, publicKey, rpId: party.id, counter, transports };
  return async ({ tx }) => {
    const outcome = await addPasskey(
      tx,
      session.keyHash,
      { ...added, name: name ?? 'Passkey' },
      now,
      maxPasskeys,
    );
    if (outcome === 'full') throw full();
    if (outcome === 'expired') throw new AppError('challenge_expired');
    if (outcome === 'taken') throw conflict('This passkey has already been added.');
  };
}

/**
 * Stores a checked factor. The first one also ends the account's other sessions that a password alone opened.
 * @returns the recovery codes, with the first factor only
 * @throws AppError `conflict` if every other factor was removed since the check
 */
export async function storeFactor(ctx: Ctx, { store, codes }: CheckedFactor): Promise<string[] | null> {
  const { tx, session, now } = ctx;
  await store(ctx);
  // Storing has locked the account: of two at once the second sees the first.
  const isFirst = (await ownFactors(tx, session.keyHash)).filter(isActive).length === 1;
  if (isFirst && !codes)
    throw conflict('Your other sign-in methods have been removed in the meantime. Start again.');
  const reason = isFirst ? 'first_factor' : undefined;
  await recordAccountChange(ctx, accountOf(ctx), 'second_factor_added', { reason });
  if (!isFirst || !codes) return null;
  await replaceRecoveryCodes(tx, session.keyHash, codes, now);
  return codes.codes;
}

/**
 * Removes one of the caller's factors.
 * @throws AppError `not_found`
 */
export async function removeOwnFactor(ctx: Ctx, factorId: number): Promise<void> {
  if (!(await removeFactor(ctx.tx, ctx.session.keyHash, factorId))) throw new AppError('not_found');
  await recordAccountChange(ctx, accountOf(ctx), 'second_factor_removed');
}

/**
 * Replaces the caller's recovery codes.
 * @throws AppError `conflict` without a second factor
 */
export async function storeRecoveryCodes(ctx: Ctx, codes: RecoveryCodes): Promise<string[]> {
  if (!(await ownFactors(ctx.tx, ctx.session.keyHash)).some(isActive))
    throw conflict('Add a passkey or an authenticator app first.');
  await replaceRecoveryCodes(ctx.tx, ctx.session.keyHash, codes, ctx.now);
  await recordAccountChange(ctx, accountOf(ctx), 'recovery_codes_replaced');
  return codes.codes;
}

/**
 * Requires a second factor of the whole practice after `graceDays`, or stops requiring it. Requiring it again changes
 * nothing.
 */
export async function requireOfPractice(ctx: Ctx, isRequired: boolean, graceDays: number): Promise<void> {
  if (ctx.session.supportUntil !== null) {
    throw new AppError('forbidden', {
      message: 'This can’t be changed during support access. Ask an admin of the practice.',
    });
  }
  const { tx, tenantId, now } = ctx;
  const from = isRequired ? new Date(now.getTime() + graceDays * dayMs) : null;
  if (!(await setRequired(tx, tenantId, from, now))) {
    ctx.skipAudit();
    return;
  }
  ctx.auditDetails(from ? { required_from: from.toISOString() } : { required: false });
}
