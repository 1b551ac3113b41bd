import type { Actions, InputOf, OutputOf } from '@burrow/contracts/actions';
import { failure, type CommandAction } from './api.ts';
import { unreachable } from './api-error.ts';
import { checkConnection } from './connection.ts';
import { credentialsFor } from './form-body.ts';
import { createRequests, type Requests } from './requests.ts';
import { sessionStore } from './session-store.ts';

/** Actions that take a file. */
export type UploadAction = {
  [Name in CommandAction]: Actions[Name] extends { accepts: 'file' } ? Name : never;
}[CommandAction];

/** The fields sent with the file; its name is the file's own. */
export type UploadFields<Name extends UploadAction> = Omit<InputOf<Name>, 'file_data' | 'filename'>;

export interface UploadOptions {
  /** Called with the uploaded part of the file, from 0 to 1. */
  onProgress?: (done: number) => void;
  signal?: AbortSignal;
}

/** A file that is sent again after its response was lost is stored once. */
const requestsOfFiles = new WeakMap<File, Requests>();

function requestsOf(file: File): Requests {
  const requests = requestsOfFiles.get(file) ?? createRequests();
  requestsOfFiles.set(file, requests);
  return requests;
}

/**
 * Uploads a file as the signed-in person and returns the action's JSON. Rejects with an `ApiError`; with an
 * `AbortError` if `signal` is aborted.
 */
export async function uploadFile<Name extends UploadAction>(
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
  const send = (key: string) =>
    new Promise<OutputOf<Name>>((resolve, reject) => {
      // fetch cannot report upload progress.
      const request = new XMLHttpRequest();
      const known = sessionStore.demands();
      request.open('POST', `/api/${name}`);
      // In a header, so that the server identifies the sender before it reads megabytes.
      if (apiKey !== undefined) request.setRequestHeader('Authorization', `Bearer ${apiKey}`);
      request.setRequestHeader('Idempotency-Key', key);
      request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
        if (lengthComputable && total > 0) onProgress?.(loaded / total);
      });
      request.addEventListener('load', () => {
        if (request.status !== 200) return reject(failure(request.status, request.responseText, keys, known));
        resolve(JSON.parse(request.responseText) as OutputOf<Name>);
      });
      request.addEventListener('error', () => {
        checkConnection();
        reject(unreachable());
      });
      request.addEventListener('abort', () =>
        reject(new DOMException('The upload was stopped.', 'AbortError')),
      );
      signal?.addEventListener('abort', () => request.abort(), { once: true });
      if (signal?.aborted) request.abort();
      else request.send(form);
    });
  const requests = requestsOf(file);
  const answer = await requests.once([name, fields], send);
  requests.shown();
  return answer;
}
