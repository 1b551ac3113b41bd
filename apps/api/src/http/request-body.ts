import express, { type Request, type Response } from 'express';
import { AppError } from '../lib/app-error.ts';

/** Most bytes of a body. The longest text field takes 5,000 characters; a form of them all stays far below this. */
export const bodyLimit = 512 * 1024;

/** The steps that process a request, in order. */
export type RequestStep = (req: Request, res: Response) => Promise<void>;

const readForm = express.urlencoded({ extended: false, limit: bodyLimit });
const readJson = express.json({ limit: bodyLimit });

/** Reads a form or JSON into `req.body`; refuses any other type, and a body without one. */
export const readBody: RequestStep = async (req, res) => {
  const type = req.headers['content-type'];
  if (!type) {
    if (hasBody(req)) throw new AppError('unsupported_media_type');
    return;
  }
  const [, kind] = /^application\/(x-www-form-urlencoded|json)\s*(?:;|$)/i.exec(type) ?? [];
  if (!kind) throw new AppError('unsupported_media_type');
  const read = kind.toLowerCase() === 'json' ? readJson : readForm;
  await new Promise<void>((resolve, reject) => {
    read(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
  });
};

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * The fields of a request. Empty values count as omitted: a form posts every input, filled or not.
 * @throws AppError `malformed_body` unless it is a record
 */
export function fieldsOf(body: unknown): Record<string, unknown> {
  if (body === undefined) return {};
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AppError('malformed_body');
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== ''));
}
