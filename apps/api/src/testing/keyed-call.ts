import type { ActionName, InputOf, OutputOf } from '@burrow/contracts/actions';
import type { ErrorBody } from '@burrow/contracts/errors';
import type { Caller, TestApi } from './harness.ts';

export interface KeyedAnswer<Body> {
  status: number;
  body: Body;
  error: ErrorBody;
  /** Whether the server reports that nothing was done. */
  isReplay: boolean;
  retryAfter: string | null;
}

/** Posts an action as JSON under an idempotency key. */
export async function keyedCall<Name extends ActionName>(
  api: TestApi,
  name: Name,
  input: InputOf<Name>,
  caller: Caller,
  key: string,
): Promise<KeyedAnswer<OutputOf<Name>>> {
  const response = await api.post(`/api/${name}`, JSON.stringify(input), {
    'Content-Type': 'application/json',
    Authorization: `Bearer ${caller.apiKey}`,
    'Idempotency-Key': key,
  });
  const body: unknown = await response.json();
  return {
    status: response.status,
    body: body as OutputOf<Name>,
    error: body as ErrorBody,
    isReplay: response.headers.get('Idempotent-Replayed') === 'true',
    retryAfter: response.headers.get('Retry-After'),
  };
}
