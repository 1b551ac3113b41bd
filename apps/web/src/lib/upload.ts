import type { Actions, InputOf, OutputOf } from '@burrow/contracts/actions';
import { failure, type CommandAction } from './api.ts';
import { unreachable } from './api-error.ts';
import { credentialsFor } from './form-body.ts';
import { createRequestKeys, type RequestKeys } from './request-keys.ts';
import { sessionStore } from './session-store.ts';

/** Actions that take a file. */
export type UploadAction = {
  [Name in CommandAction]: Actions[Name] extends { accepts: 'file' } ? Name : never;
}[CommandAction];

/** What goes along with the file; its name is the file's own. */
export type UploadFields<Name extends UploadAction> = Omit<InputOf<Name>, 'file_data' | 'filename'>;

export interface UploadOptions {
  /** Called with how much of the file has left, from 0 to 1. */
  onProgress?: (done: number) => void;
  signal?: AbortSignal;
}

/** A file that is sent again after its answer was lost is kept once. */
const keysOfFiles = new WeakMap<File, RequestKeys>();

function keysOf(file: File): RequestKeys {
  const keys = keysOfFiles.get(file) ?? createRequestKeys();
  keysOfFiles.set(file, keys);
  return keys;
}

/**
 * Uploads a file as the person who is signed in and answers the action's JSON. Rejects with an `ApiError`; with an
 * `AbortError` when `signal` says so.
 */
export function uploadFile<Name extends UploadAction>(
  name: Name,
  fields: UploadFields<Name>,
  file: File,
  { onProgress, signal }: UploadOptions = {},
): Promise<OutputOf<Name>> {
  const keys = sessionStore.get();
  const { api_key: apiKey, ...own } = credentialsFor(name, keys);
  const form = new FormData();
  for (const [field, value] of Object.entries({ ...fields, ...own })) form.append(field, String(value));
  form.append('file', file);
  const requestKeys = keysOf(file);
  const idempotencyKey = requestKeys.keyOf([name, fields]);
  return new Promise((resolve, reject) => {
    // fetch cannot tell how much of a body has left.
    const request = new XMLHttpRequest();
    request.open('POST', `/api/${name}`);
    // In the head, so that the server knows who sends it before it reads megabytes.
    if (apiKey !== undefined) request.setRequestHeader('Authorization', `Bearer ${apiKey}`);
    request.setRequestHeader('Idempotency-Key', idempotencyKey);
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total);
    });
    request.addEventListener('load', () => {
      if (request.status !== 200) return reject(failure(request.status, request.responseText, keys));
      requestKeys.succeeded(idempotencyKey);
      resolve(JSON.parse(request.responseText) as OutputOf<Name>);
    });
    request.addEventListener('error', () => reject(unreachable()));
    request.addEventListener('abort', () =>
      reject(new DOMException('The upload was stopped.', 'AbortError')),
    );
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    if (signal?.aborted) request.abort();
    else request.send(form);
  });
}
