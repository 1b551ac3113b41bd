import { rm } from 'node:fs/promises';
import express, { type Request, type Response } from 'express';
import multer from 'multer';
import { AppError } from '../lib/app-error.ts';
import { FairSemaphore } from '../lib/fair-semaphore.ts';
import { maxMailBytes } from '../lib/ports/mail-reader.ts';
import { temporaryFolderError, writeTemporary } from '../lib/temporary-files.ts';

/** A received message, in a temporary file that the reader of it removes. */
export interface ReceivedMail {
  path: string;
  /** The recipient that the form names; null for none. */
  recipient: string | null;
}

/** Room for a form's other fields. */
const otherFields = 1024 * 1024;
const maxFields = 60;

/** A form is read in memory: one at a time. Raw messages go to the disk as they arrive. */
const forms = new FairSemaphore(1, 60_000);

/** As Latin-1, which keeps every byte of a message that is not UTF-8. */
const readParts = multer({
  storage: multer.memoryStorage(),
  defCharset: 'latin1',
  limits: { fileSize: 0, files: 0, fields: maxFields, parts: maxFields, fieldSize: maxMailBytes },
} as multer.Options).none();
const readUrlencoded = express.urlencoded({
  extended: false,
  // An escape takes three characters for each byte.
  limit: 3 * maxMailBytes + otherFields,
  parameterLimit: maxFields,
});

const rawTypes = new Set(['', 'message/rfc822', 'application/octet-stream', 'text/plain']);

/**
 * Receives a message: raw, or in the field of a form that Mailgun (`body-mime`) or SendGrid (`email`) sends.
 * @throws AppError `payload_too_large`, `unsupported_media_type`, `malformed_body`, `unavailable`
 */
export async function receiveMail(req: Request, res: Response): Promise<ReceivedMail> {
  const type = (req.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  // A few kilobytes could decompress to any size.
  if ((req.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new AppError('unsupported_media_type');
  if (rawTypes.has(type)) return { path: await toDisk(req), recipient: null };
  const [read, encoding] = formTypes.get(type) ?? [];
  if (!read) throw new AppError('unsupported_media_type');
  if (Number(req.headers['content-length'] ?? 0) > 3 * maxMailBytes + otherFields) throw tooLarge();
  return forms.run('forms', async () => {
    await new Promise<void>((resolve, reject) => {
      read(req, res, (error?: unknown) => (error ? reject(formError(error)) : resolve()));
    });
    const field = fieldsOf(req.body);
    req.body = undefined;
    const bytes = Buffer.from(field('body-mime') || field('email'), encoding);
    if (bytes.length === 0) throw new AppError('malformed_body');
    if (bytes.length > maxMailBytes) throw tooLarge();
    return { path: await written([bytes]), recipient: field('recipient') || inEnvelope(field('envelope')) };
  });
}

const formTypes = new Map<string, [express.RequestHandler, BufferEncoding]>([
  ['multipart/form-data', [readParts, 'latin1']],
  ['application/x-www-form-urlencoded', [readUrlencoded, 'utf8']],
]);

const fieldsOf =
  (body: unknown) =>
  (name: string): string => {
    const value = ((body ?? {}) as Record<string, unknown>)[name];
    return typeof value === 'string' ? value : '';
  };

/** The recipient in SendGrid's envelope, such as {"to":["r-…@reply.example.com"],"from":"ann@example.com"}. */
function inEnvelope(envelope: string): string | null {
  try {
    const { to } = JSON.parse(envelope || '{}') as { to?: unknown };
    const first: unknown = Array.isArray(to) ? to[0] : to;
    return typeof first === 'string' ? first : null;
  } catch {
    // Not written as SendGrid does: the message's own headers are read instead.
    return null;
  }
}

async function toDisk(req: Request): Promise<string> {
  if (Number(req.headers['content-length'] ?? 0) > maxMailBytes) throw tooLarge();
  return written(bounded(req.iterator({ destroyOnReturn: false })));
}

async function written(content: AsyncIterable<Buffer> | Buffer[]): Promise<string> {
  try {
    return await writeTemporary(content as AsyncIterable<Buffer>);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const isOfDisk = error instanceof Error && 'syscall' in error && error.syscall !== 'read';
    throw isOfDisk ? temporaryFolderError(error) : new AppError('malformed_body', {}, { cause: error });
  }
}

/** For a body of undeclared length; a refused one stays open for the answer. */
async function* bounded(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > maxMailBytes) throw tooLarge();
    yield piece;
  }
}

const tooLarge = (): AppError => new AppError('payload_too_large');

function formError(error: unknown): AppError {
  // Multer's and Express' names of it.
  const { code, type } = error as { code?: string; type?: string };
  return code === 'LIMIT_FIELD_VALUE' || type === 'entity.too.large'
    ? tooLarge()
    : new AppError('malformed_body', {}, { cause: error });
}

/** Removes the file of a received message. */
export const removeReceived = ({ path }: ReceivedMail): Promise<void> => rm(path, { force: true });
