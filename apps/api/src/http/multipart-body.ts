import { readFile, rm } from 'node:fs/promises';
import { maxFileBytes } from '@burrow/contracts/file-limits';
import type { Request, Response } from 'express';
import multer, { MulterError, type StorageEngine } from 'multer';
import { AppError, invalidField } from '../lib/app-error.ts';
import { writeTemporary } from '../lib/temporary-files.ts';
import { arrivalError, type UploadAdmission, type KnownCaller } from './upload-admission.ts';

/** Room for the names, the boundaries and the other fields beside the file. */
const maxBytes = maxFileBytes + 512 * 1024;

/** Writes the file to the disk as it arrives. */
const toDisk: StorageEngine = {
  _handleFile: (_req, { stream }, done) => {
    writeTemporary(stream).then(
      (path) => done(null, { path }),
      (error: unknown) => done(error),
    );
  },
  _removeFile: (_req, { path }, done) => {
    rm(path, { force: true }).then(() => done(null), done);
  },
};

const readParts = multer({
  storage: toDisk,
  defParamCharset: 'utf8',
  limits: {
    fileSize: maxFileBytes,
    files: 1,
    fields: 20,
    parts: 21,
    fieldSize: 8 * 1024,
    fieldNameSize: 100,
  },
}).single('file');

/**
 * Reads a multipart form: its file is received on the disk, and read into memory in turn. The body is left as if the
 * file had come in the field `file_data`.
 */
export async function readMultipart(
  req: Request,
  res: Response,
  admission: UploadAdmission,
  caller: KnownCaller | undefined,
): Promise<void> {
  if (Number(req.headers['content-length']) > maxBytes) throw new AppError('file_too_large');
  const turn = admission.begin(req, res, caller);
  await receive(req, res);
  const { file } = req;
  if (!file) throw invalidField('file_data', 'Choose a file.');
  delete req.file;
  try {
    await turn();
    const fields = { ...(req.body as Record<string, unknown>) };
    fields['filename'] ||= file.originalname;
    req.body = { ...fields, file_data: await readFile(file.path) };
  } finally {
    await rm(file.path, { force: true });
  }
}

const receive = (req: Request, res: Response): Promise<void> =>
  new Promise((resolve, reject) => {
    readParts(req, res, (error?: unknown) => (error ? reject(partsError(error)) : resolve()));
  });

/** An error of the parser, as a refusal of the upload. */
function partsError(error: unknown): AppError {
  if (!(error instanceof MulterError)) return arrivalError(error);
  if (error.code === 'LIMIT_FILE_SIZE') return new AppError('file_too_large');
  if (error.code === 'LIMIT_UNEXPECTED_FILE' || error.code === 'LIMIT_FILE_COUNT') {
    return invalidField('file', 'Send one file, as the part named file.');
  }
  return new AppError('malformed_body', {}, { cause: error });
}
