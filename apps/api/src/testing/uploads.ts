import { request } from 'node:http';
import type { ActionName } from '@burrow/contracts/actions';
import type { ErrorBody } from '@burrow/contracts/errors';
import type { Caller, TestApi } from './harness.ts';

export interface UploadAnswer extends Partial<ErrorBody> {
  status: number;
  file_id?: number;
}

/** Posts a file as the part `file` of a multipart form. */
export async function sendParts(
  api: TestApi,
  action: ActionName,
  fields: Record<string, string | number>,
  file: { name: string; content: Uint8Array } | null,
  caller?: Caller,
): Promise<UploadAnswer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  if (file) form.append('file', new Blob([new Uint8Array(file.content)]), file.name);
  const response = await api.post(`/api/${action}`, form, authorization(caller));
  return { status: response.status, ...((await response.json()) as object) };
}

/** Posts a file as base64 in an urlencoded form, with every character escaped that the form requires. */
export async function sendForm(
  api: TestApi,
  action: ActionName,
  fields: Record<string, string | number>,
  caller?: Caller,
): Promise<UploadAnswer> {
  const pairs = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  const response = await api.post(`/api/${action}`, pairs.join('&'), {
    'Content-Type': 'application/x-www-form-urlencoded',
    ...authorization(caller),
  });
  return { status: response.status, ...((await response.json()) as object) };
}

const authorization = (caller?: Caller): Record<string, string> =>
  caller ? { Authorization: `Bearer ${caller.apiKey}` } : {};

/** Starts a request that declares a body of this length and sends none of it; returns the status it gets anyway. */
export function sendHeadersOnly(
  api: TestApi,
  action: ActionName,
  headers: Record<string, string | number>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(`${api.url}/api/${action}`, { method: 'POST', headers }, (response) => {
      resolve(response.statusCode ?? 0);
      sent.destroy();
    });
    sent.on('error', reject);
    sent.flushHeaders();
  });
}
