import type { PublicContext } from '../../context/context.ts';
import { hashKey, newKey } from '../../lib/api-key.ts';
import { AppError } from '../../lib/app-error.ts';
import { relyingParty, requestOptions, type HostedPractice } from './passkeys.ts';
import { insertChallenge } from './repository.ts';

/** How long a person has to answer. */
export const challengeMs = 5 * 60_000;

type NewChallenge = Omit<Parameters<typeof insertChallenge>[1], 'tokenHash' | 'createdAt' | 'expiresAt'>;

/** Stores a challenge. @returns its token, which only the caller has */
export async function newChallenge(
  { control, now }: Pick<PublicContext, 'control' | 'now'>,
  challenge: NewChallenge,
): Promise<string> {
  const token = newKey();
  const expiresAt = new Date(now.getTime() + challengeMs);
  await insertChallenge(control, { ...challenge, tokenHash: hashKey(token), createdAt: now, expiresAt });
  return token;
}

/**
 * Begins a sign-in with a passkey alone.
 * @throws AppError `conflict` at an address that has no passkeys
 */
export async function challengePasskey(
  ctx: Pick<PublicContext, 'control' | 'now' | 'deps' | 'host'>,
): Promise<{ challenge: string; passkey_options: Record<string, unknown> }> {
  const party = requireParty(ctx);
  const options = await requestOptions(party, null);
  const challenge = await newChallenge(ctx, {
    purpose: 'passkey',
    accountId: null,
    comparedHash: null,
    webauthnChallenge: options.challenge,
  });
  return { challenge, passkey_options: { ...options } };
}

/**
 * The host whose passkeys work at this address.
 * @param practice of a portal
 * @param address where they can be used instead
 * @throws AppError `conflict` if there is none
 */
export function requireParty(
  { deps, host }: Pick<PublicContext, 'deps' | 'host'>,
  practice: HostedPractice | null = null,
  address: string | null = deps.env.PUBLIC_URL ?? null,
) {
  const party = relyingParty(deps.env, host, practice);
  if (party) return party;
  throw new AppError('conflict', {
    message: `Passkeys can’t be used at this address. Open ${address ?? ''}.`,
  });
}
