import { dayMs } from '@burrow/contracts/calendar-day';
import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import { maxApiKeys, type ApiKeyLifetime } from '@burrow/contracts/api-key';
import { repeatedRotationMinutes } from '@burrow/contracts/repeated-rotation';
import type { Ctx, Dependencies } from '../../context/context.ts';
import { hashKey, newProgramKey } from '../../lib/api-key.ts';
import { AppError } from '../../lib/app-error.ts';
import { holdOffTeamChanges } from '../team/public.ts';
import { apiKeyToChange } from './read-model.ts';
import { deleteOldKeys, endApiKey, insertApiKey, moveApiKey, replaceSecret } from './repository.ts';

const days: Record<ApiKeyLifetime, number | null> = {
  '30_days': 30,
  '90_days': 90,
  '1_year': 365,
  never: null,
};

/**
 * The owner of a new key: the calling admin, who must be permanent.
 * @throws AppError `forbidden` during support access, which the key would outlast
 */
async function ownerOf(ctx: Ctx): Promise<number> {
  const { session } = ctx;
  if (session.supportUntil !== null || session.userId === null) {
    throw new AppError('forbidden', {
      message:
        'API keys can’t be created, taken over or given a new secret during support access. Ask an admin of the practice.',
    });
  }
  // Lock, so that two simultaneous calls cannot both take the last place.
  await holdOffTeamChanges(ctx);
  return session.userId;
}

/**
 * Creates an API key. The audit log records its permissions, and never the secret.
 * @throws AppError `too_many_api_keys`, `forbidden` for support
 */
export async function makeApiKey(
  ctx: Ctx,
  { label, scopes, expires_in, allowed_addresses }: ParsedInputOf<'api_key/create'>,
): Promise<OutputOf<'api_key/create'>> {
  const { tx, now } = ctx;
  const userId = await ownerOf(ctx);
  const allowedAddresses = allowed_addresses ?? null;
  const apiKey = newProgramKey();
  const lasts = days[expires_in];
  const expiresAt = lasts === null ? null : new Date(now.getTime() + lasts * dayMs);
  const keyId = await insertApiKey(
    tx,
    {
      userId,
      keyHash: hashKey(apiKey),
      label,
      scopes,
      allowedAddresses,
      lastFour: apiKey.slice(-4),
      createdAt: now,
      expiresAt,
    },
    maxApiKeys,
  );
  if (keyId === null) throw new AppError('too_many_api_keys');
  ctx.auditDetails({ name: label, scopes, expires_at: expiresAt, allowed_addresses: allowedAddresses });
  return { key_id: keyId, api_key: apiKey, expires_at: expiresAt?.toISOString() ?? null };
}

/** Revokes a key of the practice. @throws AppError `not_found` for another's key, or an ended one */
export async function revokeApiKey(ctx: Ctx, keyId: number): Promise<void> {
  noteName(ctx, await endApiKey(ctx.tx, keyId, ctx.now));
}

/**
 * Makes the caller the owner of a key of the practice. The key of a person who has left gets a new secret, because they
 * may have kept the old one; repeated within minutes, another one, because the first answer may have been lost.
 * @returns the new secret; null if the current one stays valid
 * @throws AppError `not_found` for another's key, or an ended one; `forbidden` for support
 */
export async function takeOverApiKey(ctx: Ctx, keyId: number): Promise<string | null> {
  const userId = await ownerOf(ctx);
  const key = await apiKeyToChange(ctx, keyId);
  noteName(ctx, await moveApiKey(ctx.tx, keyId, userId, ctx.now));
  const isRepeat =
    key?.user_id === userId &&
    key.taken_over_at !== null &&
    Date.parse(key.taken_over_at) > repeatsSince(ctx).getTime();
  return key?.is_stopped || isRepeat
    ? newSecretOf(ctx, keyId, { keepOldUntil: null, isTakeOver: true })
    : null;
}

/**
 * Rotates the secret of a key of the practice. Repeated within minutes, it replaces only the new secret, and the one
 * before it keeps its expiry.
 * @throws AppError `not_found` for another's key, or an ended one; `forbidden` for support
 */
export async function rotateApiKey(
  ctx: Ctx,
  { key_id: keyId, old_secret: old }: ParsedInputOf<'api_key/rotate'>,
): Promise<OutputOf<'api_key/rotate'>> {
  await ownerOf(ctx);
  const key = await apiKeyToChange(ctx, keyId);
  if (!key) throw new AppError('not_found');
  const expires = key.expires_at === null ? Infinity : Date.parse(key.expires_at);
  const dayOn = ctx.now.getTime() + dayMs;
  const keepOldUntil = old === 'one_day' ? new Date(Math.min(dayOn, expires)) : null;
  const apiKey = await newSecretOf(ctx, keyId, { keepOldUntil, isTakeOver: false });
  const oldUntil = (await apiKeyToChange(ctx, keyId))?.old_secret_until ?? null;
  ctx.auditDetails({ old_secret_until: oldUntil });
  return {
    key_id: keyId,
    api_key: apiKey,
    old_secret_until: oldUntil,
    expires_at: key.expires_at,
  };
}

/** The moment after which a new secret may be one whose answer was lost. */
const repeatsSince = ({ now }: Ctx): Date => new Date(now.getTime() - repeatedRotationMinutes * 60_000);

async function newSecretOf(
  ctx: Ctx,
  keyId: number,
  how: { keepOldUntil: Date | null; isTakeOver: boolean },
): Promise<string> {
  const apiKey = newProgramKey();
  const secret = {
    keyHash: hashKey(apiKey),
    lastFour: apiKey.slice(-4),
    repeatsSince: repeatsSince(ctx),
    ...how,
  };
  noteName(ctx, await replaceSecret(ctx.tx, keyId, secret, ctx.now));
  return apiKey;
}

/** How long a key that is over can still be looked up. */
const keptMs = 30 * dayMs;

/**
 * Deletes, for all practices, keys of any kind that ended long ago, some hundreds at a time. Safe to run in several
 * processes at once. Returns how many.
 */
export const forgetOldKeys = ({ database, clock }: Dependencies): Promise<number> =>
  deleteOldKeys(database.control, new Date(clock.now().getTime() - keptMs));

function noteName(ctx: Ctx, label: string | null): void {
  if (label === null) throw new AppError('not_found');
  // Log the name, because it cannot be looked up once the key is deleted.
  ctx.auditDetails({ name: label });
}
