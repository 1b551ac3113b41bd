import type { DocumentType } from '@burrow/contracts/action';
import type { ActionName, Actions, InputOf, OutputOf } from '@burrow/contracts/actions';
import { isBackground } from './activity.ts';
import { ApiError, errorFromAnswer, unreachable } from './api-error.ts';
import { checkConnection } from './connection.ts';
import { credentialsFor, encodeBody, type FormInput } from './form-body.ts';
import { sessionStore, type Demands } from './session-store.ts';

/** Actions that return a document. */
export type DocumentAction = {
  [Name in ActionName]: Actions[Name] extends { returns: DocumentType } ? Name : never;
}[ActionName];
/** Actions that return a stream of events. */
type EventsAction = {
  [Name in ActionName]: Actions[Name] extends { returns: 'events' } ? Name : never;
}[ActionName];
/** Actions that return JSON. */
export type JsonAction = Exclude<ActionName, DocumentAction | EventsAction>;
export type QueryAction = {
  [Name in JsonAction]: Actions[Name] extends { kind: 'query' } ? Name : never;
}[JsonAction];
export type CommandAction = Exclude<JsonAction, QueryAction>;

export type { InputOf, OutputOf };

export interface Keys {
  apiKey: string;
  userId: number;
}

interface CallOptions {
  signal?: AbortSignal;
  /** Use these keys (or none) instead of the session's. */
  as?: Keys | null;
  /** Let the call finish although the page is being closed. */
  keepalive?: boolean;
  /** The idempotency key, for actions that take one. */
  idempotencyKey?: string;
}

let onSubscriptionRequired: (error: ApiError) => void = () => undefined;

/** Registers the handler of status 402. The failed call still rejects with its error. */
export function setSubscriptionRequiredHandler(handler: (error: ApiError) => void): void {
  onSubscriptionRequired = handler;
}

let askForProof: () => Promise<boolean> = () => Promise.resolve(false);

/** Registers the handler that asks the person to confirm who they are. Resolves to whether they did; false if they cancelled. */
export function setConfirmIdentityHandler(handler: typeof askForProof): void {
  askForProof = handler;
}

/** Asks the person to confirm who they are. Resolves to whether they did. */
export const confirmIdentity = (): Promise<boolean> => askForProof();

/**
 * Turns a failed response into its error, after running the handlers for its kind.
 * @param known what was demanded when the request was sent: a late refusal must not demand again what has been done since
 */
export function failure(
  status: number,
  body: string,
  keys: Keys | null,
  known: Demands,
  retryAfter: string | null = null,
): ApiError {
  const error = errorFromAnswer(status, body, retryAfter);
  const session = sessionStore.get();
  // The response to an older key must not end the session that replaced it.
  const current = keys !== null && session?.apiKey === keys.apiKey;
  if (current && error.status === 401 && error.isFromServer) sessionStore.expire();
  if (current && error.code === 'password_change_required' && !known.mustChangePassword) {
    sessionStore.setMustChangePassword(true);
  }
  if (current && error.code === 'second_factor_setup_required' && !known.mustSetUpSecondFactor) {
    sessionStore.setMustSetUpSecondFactor(true);
  }
  if (error.subscriptionRequired) onSubscriptionRequired(error);
  return error;
}

/** Sends a request and returns its response. If the server asks for a fresh proof, sends it again after the person has confirmed who they are. */
export async function post(action: string, input: FormInput, options: CallOptions): Promise<Response> {
  const keys = options.as === undefined ? sessionStore.get() : options.as;
  try {
    return await send(action, input, keys, options);
  } catch (error) {
    const isAsked = error instanceof ApiError && error.code === 'step_up_required';
    if (!isAsked || !(await confirmIdentity())) throw error;
    return send(action, input, keys, options);
  }
}

let turn = Promise.resolve();

/**
 * Resolves at once for the first request of a moment, and for each further one a task later. Handing a request over blocks
 * the page, most on a small phone, so the dozen requests of a screen would freeze it if they left together.
 */
function ownTurn(): Promise<void> {
  const mine = turn;
  turn = mine.then(nextTask);
  return mine;
}

/** Resolves in a task of its own. Safari has only timers for that, which it delays by some milliseconds when they are chained. */
const nextTask = (): Promise<void> =>
  'scheduler' in globalThis
    ? scheduler.postTask(() => undefined)
    : new Promise((resolve) => {
        setTimeout(resolve);
      });

async function send(
  action: string,
  input: FormInput,
  keys: Keys | null,
  options: CallOptions,
): Promise<Response> {
  const { contentType, body } = encodeBody(input, credentialsFor(action, keys));
  let response: Response;
  if (!options.keepalive) await ownTurn();
  const known = sessionStore.demands();
  try {
    response = await fetch(`/api/${action}`, {
      method: 'POST',
      headers: {
        'content-type': contentType,
        ...(isBackground() && { 'x-burrow-background': '1' }),
        ...(options.idempotencyKey !== undefined && { 'idempotency-key': options.idempotencyKey }),
      },
      body,
      signal: options.signal ?? null,
      keepalive: options.keepalive ?? false,
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    checkConnection();
    throw unreachable();
  }
  if (!response.ok) {
    throw failure(response.status, await response.text(), keys, known, response.headers.get('Retry-After'));
  }
  return response;
}

/** Calls in flight: pressing a button twice before it is shown as busy sends one request. */
const underWay = new Map<string, Promise<unknown>>();

/**
 * Calls an action as the signed-in person and returns its JSON. Rejects with an `ApiError`: the server's 401 also ends the
 * session, 402 also runs the registered handler. Waits while the person confirms who they are.
 */
export async function callAction<Name extends JsonAction>(
  name: Name,
  input: InputOf<Name>,
  options: CallOptions = {},
): Promise<OutputOf<Name>> {
  const ask = async () => (await post(name, input, options)).json() as Promise<OutputOf<Name>>;
  // Abortable calls only read, and each must be abortable on its own, so they are not deduplicated.
  if (options.signal) return ask();
  const keys = options.as === undefined ? sessionStore.get() : options.as;
  const call = JSON.stringify([name, input, keys?.apiKey]);
  const same = underWay.get(call) as Promise<OutputOf<Name>> | undefined;
  if (same) return same;
  const answer = ask().finally(() => underWay.delete(call));
  underWay.set(call, answer);
  return answer;
}
