import { createReadStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { maxFileBytes } from '@burrow/contracts/file-limits';
import type { Request, Response } from 'express';
import { AppError } from '../lib/app-error.ts';
import { writeTemporary } from '../lib/temporary-files.ts';
import { arrivalError, type UploadAdmission, type KnownCaller } from './upload-admission.ts';
import { formFields } from './form-fields.ts';
import { mostlyOneText } from './one-long-text.ts';

const otherFields = 64 * 1024;
const base64Bytes = Math.ceil(maxFileBytes / 3) * 4;

/** The longest encoding of base64: in JSON a backslash before each slash; in a form three characters for each. */
const maxBytes = { json: base64Bytes * 2 + otherFields, form: base64Bytes * 3 + otherFields };

/** Reads a large body that contains its file as base64: received on the disk, and parsed in turn. */
export async function readLargeBase64(
  kind: 'json' | 'form',
  req: Request,
  res: Response,
  admission: UploadAdmission,
  caller: KnownCaller | undefined,
): Promise<void> {
  if (Number(req.headers['content-length']) > maxBytes[kind]) throw new AppError('file_too_large');
  const turn = admission.begin(req, res, caller);
  try {
    const body = bounded(req.iterator({ destroyOnReturn: false }), maxBytes[kind]);
    const path = await writeTemporary(kind === 'json' ? mostlyOneText(body) : body);
    try {
      await turn();
      req.body =
        kind === 'form'
          ? await formFields(createReadStream(path), base64Bytes + otherFields)
          : (JSON.parse(await readFile(path, 'utf8')) as unknown);
    } finally {
      await rm(path, { force: true });
    }
  } catch (error) {
    throw arrivalError(error);
  }
}

/** For a body of undeclared length; a refused one stays open for the answer. */
async function* bounded(body: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > most) throw new AppError('file_too_large');
    yield piece;
  }
}
