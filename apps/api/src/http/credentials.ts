import type { Request } from 'express';
import { hashKey } from '../lib/api-key.ts';
import { AppError } from '../lib/app-error.ts';

export interface Credentials {
  /** SHA-256 of the key. */
  keyHash: Buffer;
  /** What the caller says to be; must be the key's own. */
  claimedId: unknown;
}

/**
 * Takes the credentials out of a request: `api_key` with `user_id` (`client_id` for the portal's actions) in the
 * body, or a Bearer token. They are removed from `fields`, so that no handler meets a key; an id that is sent beside
 * a key of either kind must be the key's own.
 * @throws AppError `unauthenticated` when there are none
 */
export function takeCredentials(action: string, req: Request, fields: Record<string, unknown>): Credentials {
  const bearer = /^Bearer\s+(\S+)$/i.exec(req.headers.authorization ?? '')?.[1];
  const idField = action.startsWith('cp/') ? 'client_id' : 'user_id';
  const key = bearer ?? fields['api_key'];
  const claimedId = fields[idField];
  delete fields[idField];
  delete fields['api_key'];
  if (typeof key !== 'string' || key.length > 200) throw new AppError('unauthenticated');
  return { keyHash: hashKey(key), claimedId };
}

/** Whether what a caller sent as an id, of whatever type, is `own`. */
export const isOwnId = (sent: unknown, own: number | null): boolean =>
  own !== null && (typeof sent === 'string' || typeof sent === 'number') && String(sent) === String(own);
