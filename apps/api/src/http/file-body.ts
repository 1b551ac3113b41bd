import type { Action } from '@burrow/contracts/action';
import { maxFileBytes } from '@burrow/contracts/file-limits';
import type { Request } from 'express';
import type { Dependencies } from '../context/context.ts';
import { AppError, invalidField } from '../lib/app-error.ts';
import { quotaKeyOf } from '../lib/quota-key.ts';
import { checkProgramKey } from './admit-program.ts';
import { UploadAdmission, type KnownCaller } from './upload-admission.ts';
import { readLargeBase64 } from './base64-body.ts';
import { takeCredentials } from './credentials.ts';
import { readMultipart } from './multipart-body.ts';
import { openSession } from './open-session.ts';
import { bodyLimit, readBody, type RequestStep } from './request-body.ts';

/**
 * Makes the readers of bodies with a file. Large ones are received on the disk and processed a few at a time. A body
 * with a Bearer token is read only after its session was checked, so that unauthorised callers occupy no resources.
 */
export function createFileBodyReader(deps: Dependencies) {
  const admission = new UploadAdmission(deps.env.FILE_UPLOADS_AT_ONCE);
  return (action: Action): RequestStep =>
    async (req, res) => {
      const kind = kindOf(req);
      if (!kind || !(kind === 'parts' || isLarge(req))) return readBody(req, res);
      const isKnown = /^Bearer\s/i.test(req.headers.authorization ?? '');
      // JSON can be parsed only as a whole. A form is read in pieces.
      if (kind === 'json' && !isKnown) {
        if (req.headers['content-length'] === undefined) return readBody(req, res);
        throw new AppError('unauthenticated', {
          message: 'For a large JSON request, send the API key as Authorization: Bearer, not in the body.',
        });
      }
      const caller = isKnown ? await knownCaller(deps, action, req) : undefined;
      if (kind === 'parts') await readMultipart(req, res, admission, caller);
      else await readLargeBase64(kind, req, res, admission, caller);
    };
}

const kinds = {
  'application/json': 'json',
  'application/x-www-form-urlencoded': 'form',
  'multipart/form-data': 'parts',
} as const;
type Kind = (typeof kinds)[keyof typeof kinds];

/** The type of the body. An encoded one is refused: a few kilobytes could decompress to any size. */
function kindOf(req: Request): Kind | undefined {
  const type = req.headers['content-type'];
  if (!type) return undefined;
  if ((req.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new AppError('unsupported_media_type');
  const name = /^[^\s;]*/.exec(type)?.[0].toLowerCase() ?? '';
  const kind = Object.hasOwn(kinds, name) ? kinds[name as keyof typeof kinds] : undefined;
  if (!kind) throw new AppError('unsupported_media_type');
  return kind;
}

/** Whether the body may exceed the limit of other actions; one of undeclared length may. */
const isLarge = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > bodyLimit;

/**
 * The caller of the Bearer token, after checking session, role and scopes, before reading the body. The action's
 * transaction checks again.
 */
async function knownCaller(deps: Dependencies, action: Action, req: Request): Promise<KnownCaller> {
  const { access } = action;
  const credentials = takeCredentials(action, req, {});
  return deps.database.transaction(true, async (tx) => {
    const session = await openSession(tx, deps, credentials, deps.clock.now());
    const { role, userId, clientId, keyId, program } = session;
    if (program) checkProgramKey(action, program, req.ip);
    if (access === 'public' || !access.includes(role)) throw new AppError('forbidden');
    const quotaKey = quotaKeyOf(session);
    const person = userId ?? clientId;
    return { quotaKey, person: person === null ? `key ${keyId}` : `${quotaKey}/${person}` };
  });
}

/**
 * Replaces base64 in `file_data` by its bytes; a `data:` address is accepted too. Values of other types are left to
 * the input's own check.
 * @throws AppError `invalid_input` for invalid or empty base64, `file_too_large` before decoding too much
 */
export function decodeFile(fields: Record<string, unknown>): void {
  const given = fields['file_data'];
  if (typeof given === 'string') fields['file_data'] = bytesOf(given);
  const bytes = fields['file_data'];
  if (!(bytes instanceof Uint8Array)) return;
  if (bytes.length === 0) throw invalidField('file_data', 'This file is empty.');
  if (bytes.length > maxFileBytes) throw new AppError('file_too_large');
}

function bytesOf(given: string): Buffer {
  const start = given.startsWith('data:') ? given.indexOf(',') + 1 : 0;
  if (start > 0 && !/;base64,$/i.test(given.slice(0, start))) throw notBase64();
  const padding = /={0,2}$/.exec(given.slice(-2))?.[0].length ?? 0;
  const characters = given.length - start - padding;
  if (Math.floor((characters * 3) / 4) > maxFileBytes) throw new AppError('file_too_large');
  const bytes = Buffer.from(start > 0 ? given.slice(start) : given, 'base64');
  // The decoder skips unknown characters; then bytes are missing.
  if (characters % 4 === 1 || bytes.length !== Math.floor((characters * 3) / 4)) throw notBase64();
  return bytes;
}

const notBase64 = (): AppError => invalidField('file_data', 'This isn’t valid base64.');
