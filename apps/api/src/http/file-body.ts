import type { Action } from '@burrow/contracts/action';
import { maxFileBytes } from '@burrow/contracts/file-limits';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import multer, { MulterError } from 'multer';
import { AppError, invalidField } from '../lib/app-error.ts';
import type { Dependencies } from '../lib/context.ts';
import { Places } from '../lib/places.ts';
import { takeCredentials } from './credentials.ts';
import { openSession } from './open-session.ts';
import { bodyLimit } from './request-body.ts';

/** Room for the other fields beside the file. */
const otherFields = 64 * 1024;

/** The worst a form can make of a file: four characters for three bytes, each escaped as three. */
const formLimit = Math.ceil(maxFileBytes / 3) * 4 * 3 + otherFields;

/** How long a large body waits for its turn. */
const waitMs = 20_000;

const readForm = express.urlencoded({ extended: false, limit: formLimit, inflate: false });
const readJson = express.json({ limit: formLimit, inflate: false });
const readParts = multer({
  storage: multer.memoryStorage(),
  defParamCharset: 'utf8',
  limits: {
    fileSize: maxFileBytes,
    files: 1,
    fields: 20,
    parts: 21,
    fieldSize: otherFields,
    fieldNameSize: 100,
  },
}).single('file');

/**
 * Makes the readers of bodies with a file. A few large ones are read at a time, and one that comes with a Bearer token
 * only after its session was looked at: whoever may not be here cannot make the server hold 40 MB.
 */
export function createFileBodyReader(deps: Dependencies) {
  const places = new Places(deps.env.FILE_UPLOADS_AT_ONCE, waitMs);
  return (name: string, access: Action['access']): RequestHandler =>
    async (req, res, next) => {
      const read = readerFor(req);
      if (isLarge(req)) {
        if (/^Bearer\s/i.test(req.headers.authorization ?? '')) await checkCaller(deps, name, access, req);
        if (Number(req.headers['content-length']) > formLimit) throw new AppError('file_too_large');
        await takePlace(places, res);
      }
      read(req, res, (error?: unknown) => (error ? next(bodyError(error)) : next()));
    };
}

/** By the type of the body. An encoded one is refused: a few kilobytes of it could become anything. */
function readerFor(req: Request): (req: Request, res: Response, next: NextFunction) => void {
  const type = req.headers['content-type'];
  if (!type) return (_req, _res, next) => next();
  if ((req.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new AppError('unsupported_media_type');
  const [, kind] =
    /^(application\/x-www-form-urlencoded|application\/json|multipart\/form-data)\s*(?:;|$)/i.exec(type) ??
    [];
  if (!kind) throw new AppError('unsupported_media_type');
  if (/json$/i.test(kind)) return readJson;
  return /urlencoded$/i.test(kind) ? readForm : readMultipart;
}

/** The body of a multipart form as if its file had come in the field `file_data`. */
function readMultipart(req: Request, res: Response, next: NextFunction): void {
  readParts(req, res, (error?: unknown) => {
    if (error) return next(error);
    if (!req.file) return next(invalidField('file_data', 'Please choose a file.'));
    const fields = { ...(req.body as Record<string, unknown>) };
    fields['filename'] ||= req.file.originalname;
    req.body = { ...fields, file_data: req.file.buffer };
    delete req.file;
    next();
  });
}

/** Whether the body may be larger than that of any other action; one that does not say how large it is may. */
const isLarge = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > bodyLimit;

async function takePlace(places: Places, res: Response): Promise<void> {
  const release = await places.take();
  if (res.closed || res.destroyed) release();
  else res.once('close', release);
}

/** The session and the role, before anything of the body. The transaction of the action looks again. */
async function checkCaller(
  deps: Dependencies,
  name: string,
  access: Action['access'],
  req: Request,
): Promise<void> {
  const credentials = takeCredentials(name, req, {});
  await deps.database.transaction(true, async (tx) => {
    const { role } = await openSession(tx, deps, credentials, deps.clock.now());
    if (access === 'public' || !access.includes(role)) throw new AppError('forbidden');
  });
}

/** What the parsers throw, as a refusal that fits a file. */
function bodyError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (error instanceof MulterError) {
    if (error.code === 'LIMIT_FILE_SIZE') return new AppError('file_too_large');
    if (error.code === 'LIMIT_UNEXPECTED_FILE' || error.code === 'LIMIT_FILE_COUNT') {
      return invalidField('file', 'Please send one file, as the part named file.');
    }
    return new AppError('malformed_body', {}, { cause: error });
  }
  if (error instanceof Error && 'type' in error && error.type === 'entity.too.large') {
    return new AppError('file_too_large');
  }
  // Nothing else can go wrong in memory but what the caller sent: a missing boundary, a form that ends too soon.
  return new AppError('malformed_body', {}, { cause: error });
}

/**
 * Replaces base64 in `file_data` by its bytes; a `data:` address is taken too. What is no text is left to the input's
 * own check.
 * @throws AppError `invalid_input` for what is no base64 or nothing at all, `file_too_large` before decoding too much
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
  // The decoder skips what it does not know; then bytes are missing.
  if (characters % 4 === 1 || bytes.length !== Math.floor((characters * 3) / 4)) throw notBase64();
  return bytes;
}

const notBase64 = (): AppError => invalidField('file_data', 'This is not valid base64.');
