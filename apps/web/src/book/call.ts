import type { InputOf, OutputOf } from '@burrow/contracts/actions';
import { errorFromAnswer, unreachable } from '../lib/api-error.ts';
import type { JsonAction } from '../lib/api.ts';

interface CallOptions {
  /** The key of the person's session. */
  apiKey?: string | undefined;
  signal?: AbortSignal;
  /** The idempotency key, for actions that take one. */
  idempotencyKey?: string;
  /** Let the call finish although the page is being closed. */
  keepalive?: boolean;
}

/**
 * Calls an action and returns its JSON. Rejects with an `ApiError`. In the frame of another site there may be no cookies and
 * no storage, so this sends neither: the app's own `callAction` needs both.
 */
export async function call<Name extends JsonAction>(
  name: Name,
  input: InputOf<Name>,
  { apiKey, signal, idempotencyKey, keepalive = false }: CallOptions = {},
): Promise<OutputOf<Name>> {
  let response: Response;
  try {
    response = await fetch(`/api/${name}`, {
      method: 'POST',
      credentials: 'omit',
      headers: {
        'content-type': 'application/json',
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      body: JSON.stringify(input),
      signal: signal ?? null,
      keepalive,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable();
  }
  if (!response.ok) {
    throw errorFromAnswer(response.status, await response.text(), response.headers.get('Retry-After'));
  }
  return response.json() as Promise<OutputOf<Name>>;
}
