import { apiKeyPrefix } from '@burrow/contracts/api-key';
import { isPortalAction, type Action } from '@burrow/contracts/action';
import type { Request } from 'express';
import { hashKey } from '../lib/api-key.ts';
import { AppError } from '../lib/app-error.ts';

export interface Credentials {
  /** SHA-256 of the key. */
  keyHash: Buffer;
  /** Whether it is an API key, which may be sent with its previous secret. */
  isProgram: boolean;
  /** The identity that the caller claims; each id must be the key's own. */
  claimedIds: readonly unknown[];
}

/**
 * Takes the credentials out of a request: `api_key` with `user_id` in the body (in the portal's actions with
 * `client_id` or `user_id`, which are the same there), or a Bearer token. They are removed from `fields`, so that no
 * handler sees a key; an id sent beside a key must be the key's own.
 * @throws AppError `unauthenticated` when there are none
 */
export function takeCredentials(
  action: Pick<Action, 'access'>,
  req: Request,
  fields: Record<string, unknown>,
): Credentials {
  const bearer = /^Bearer\s+(\S+)$/i.exec(req.headers.authorization ?? '')?.[1];
  const idFields = isPortalAction(action) ? ['client_id', 'user_id'] : ['user_id'];
  const key = bearer ?? fields['api_key'];
  const claimedIds = idFields.map((field) => fields[field]).filter((sent) => sent !== undefined);
  for (const field of [...idFields, 'api_key']) delete fields[field];
  if (typeof key !== 'string' || key.length > 200) throw new AppError('unauthenticated');
  return { keyHash: hashKey(key), isProgram: key.startsWith(apiKeyPrefix), claimedIds };
}

/** Whether an id sent by a caller, of whatever type, is `own`. */
export const isOwnId = (sent: unknown, own: number | null): boolean =>
  own !== null && (typeof sent === 'string' || typeof sent === 'number') && String(sent) === String(own);

/**
 * Whether a request counts as use of its session. What a page does on its own does not, or a screen left open would
 * never sign out: its event stream, and what it marks with `X-Burrow-Background: 1`.
 */
export const isUse = (action: Pick<Action, 'returns'>, req: Request): boolean =>
  action.returns !== 'events' && req.headers['x-burrow-background'] !== '1';
