import { BurrowError, errorOf } from './burrow-error.ts';
import { eventsOf, type ServerEvent } from './server-events.ts';

/** What the client knows of an action beside its types. */
export interface ActionFacts {
  kind: 'query' | 'command';
  /** Takes an idempotency key. */
  idempotent?: true;
  /** Takes a file. */
  accepts?: 'file';
  /** Answers with something other than JSON. */
  returns?: 'document' | 'events';
}

/** By name, the types of the actions. */
export type ActionTypes = Record<
  string,
  { input: object; output: unknown; returns: 'json' | 'document' | 'events' }
>;

type NamesOf<Actions extends ActionTypes, Returns extends ActionTypes[string]['returns']> = {
  [Name in keyof Actions & string]: Actions[Name]['returns'] extends Returns ? Name : never;
}[keyof Actions & string];

/** The input, which may be omitted if no field is required. */
type InputArgument<Input> =
  Partial<Input> extends Input
    ? [input?: Input, options?: CallOptions]
    : [input: Input, options?: CallOptions];

export interface ClientOptions {
  /** The address of the installation, such as `https://burrow.example.com`. */
  url: string;
  /** A key made in Settings → Integrations, or of a sign-in. Without one only public actions can be called. */
  apiKey?: string;
  /** How long one attempt may take, in milliseconds (30,000). It covers a document or a stream only until it begins. */
  timeoutMs?: number;
  /** How often a call is retried when that is safe (3). */
  retries?: number;
  /** Instead of the runtime's own. */
  fetch?: typeof fetch;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Under which an idempotent command is executed once; generated unless given. */
  idempotencyKey?: string;
}

/** A document as the server sent it. */
export interface BurrowDocument {
  filename: string;
  type: string;
  content: Blob;
}

export interface BurrowClient<Actions extends ActionTypes> {
  /**
   * Calls an action and returns its answer. A query, and a command with an idempotency key, is retried after no
   * answer, 429, 502, 503 or 504, unless the server asks for a wait of more than 30 seconds (`retryAfter` of the error);
   * any other command is not, since it may have been done.
   * @throws BurrowError
   */
  call<Name extends NamesOf<Actions, 'json'>>(
    name: Name,
    ...[input, options]: InputArgument<Actions[Name]['input']>
  ): Promise<Actions[Name]['output']>;
  /**
   * Calls an action that answers with a document.
   * @throws BurrowError
   */
  document<Name extends NamesOf<Actions, 'document'>>(
    name: Name,
    ...[input, options]: InputArgument<Actions[Name]['input']>
  ): Promise<BurrowDocument>;
  /**
   * Listens to an action that answers with events. The loop over them ends when the server ends the stream or the signal
   * aborts it.
   * @throws BurrowError also when the connection breaks: `unreachable`
   */
  events<Name extends NamesOf<Actions, 'events'>>(
    name: Name,
    ...[input, options]: InputArgument<Actions[Name]['input']>
  ): AsyncGenerator<ServerEvent<Actions[Name]['output']>>;
}

interface Sent {
  body: BodyInit;
  headers: Record<string, string>;
}

/** JSON; or the parts of a form if there is a file, which JSON would make a third larger. */
function bodyOf(facts: ActionFacts, input: Record<string, unknown>): Sent {
  const { file, ...fields } = input;
  if (facts.accepts !== 'file' || !(file instanceof Blob)) {
    return { body: JSON.stringify(input), headers: { 'content-type': 'application/json' } };
  }
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null)
      form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  // The part's own name is the file's unless a field says otherwise.
  form.append(
    'file',
    file,
    typeof fields['filename'] === 'string' ? fields['filename'] : file instanceof File ? file.name : 'file',
  );
  return { body: form, headers: {} };
}

const passingStatus = new Set([0, 429, 502, 503, 504]);
/** A longer wait is left to the caller. */
const maxRestMs = 30_000;

/**
 * Before the attempt after the `failures`-th failure: the wait the server asks for, or an exponential delay with
 * jitter.
 */
function restMs({ retryAfter }: BurrowError, failures: number): number {
  if (retryAfter !== undefined) return retryAfter * 1000;
  return Math.min(250 * 2 ** failures, maxRestMs) * (0.5 + Math.random() / 2);
}

function rest(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    function onAbort(): void {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    }
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) onAbort();
  });
}

/** The error as a refusal of the server or as no answer from it. */
const failureOf = (error: unknown, message: string): BurrowError =>
  error instanceof BurrowError
    ? error
    : new BurrowError({ status: 0, code: 'unreachable', message }, { cause: error });

const filenameIn = (disposition: string | null): string =>
  /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? 'document';

/**
 * A client of one installation, for any number of calls. It holds no connection and no state.
 * @param facts of every action, by name
 */
export function createClient<Actions extends ActionTypes>(
  { url, apiKey, timeoutMs = 30_000, retries = 3, fetch: send = fetch }: ClientOptions,
  facts: Readonly<Record<string, ActionFacts>>,
): BurrowClient<Actions> {
  let base = url;
  while (base.endsWith('/')) base = base.slice(0, -1);

  /**
   * One attempt: the answer if it is a success, its body read by `read`.
   * @param isLong whether the body may take longer than the attempt: a document or a stream
   */
  const attempt = async <Result>(
    name: string,
    { body, headers }: Sent,
    signal: AbortSignal | undefined,
    read: (response: Response) => Promise<Result>,
    isLong: boolean,
  ): Promise<Result> => {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), timeoutMs);
    try {
      const response = await send(`${base}/api/${name}`, {
        method: 'POST',
        headers: { ...headers, ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }) },
        body,
        // A redirect to another host must not receive the key.
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
      });
      if (response.ok) {
        if (isLong) clearTimeout(timer);
        return await read(response);
      }
      throw errorOf(response.status, await response.text(), response.headers.get('retry-after'));
    } catch (error) {
      throw failureOf(error, 'The server didn’t respond.');
    } finally {
      clearTimeout(timer);
    }
  };

  const perform = async <Result>(
    name: string,
    input: Record<string, unknown>,
    { signal, idempotencyKey }: CallOptions,
    read: (response: Response) => Promise<Result>,
  ): Promise<Result> => {
    const known = facts[name];
    if (!known) throw new TypeError(`Unknown action: ${name}.`);
    const key = known.idempotent && (idempotencyKey ?? crypto.randomUUID());
    const sent = bodyOf(known, input);
    if (key) sent.headers['idempotency-key'] = key;
    const maySendAgain = known.kind === 'query' || key !== undefined;
    for (let failures = 0; ; failures += 1) {
      try {
        return await attempt(name, sent, signal, read, known.returns === 'document');
      } catch (error) {
        signal?.throwIfAborted();
        const isPassing =
          error instanceof BurrowError &&
          (passingStatus.has(error.status) || error.code === 'idempotency_in_progress');
        // A rate-limited request had no effect, so any action may be retried.
        const isSafe = maySendAgain || (error instanceof BurrowError && error.status === 429);
        if (!isPassing || !isSafe || failures >= retries) throw error;
        const wait = restMs(error, failures);
        if (wait > maxRestMs) throw error;
        await rest(wait, signal);
      }
    }
  };

  return {
    call: (name, ...[input, options]) =>
      perform(name, { ...input }, options ?? {}, (response) => response.json() as Promise<never>),
    document: (name, ...[input, options]) =>
      perform(name, { ...input }, options ?? {}, async (response) => ({
        filename: filenameIn(response.headers.get('content-disposition')),
        type: response.headers.get('content-type') ?? 'application/octet-stream',
        content: await response.blob(),
      })),
    events: async function* (name, ...[input, options]) {
      const known = facts[name];
      if (!known) throw new TypeError(`Unknown action: ${name}.`);
      const { signal } = options ?? {};
      try {
        const body = await attempt(
          name,
          bodyOf(known, { ...input }),
          signal,
          async (response) => response.body,
          true,
        );
        if (body) yield* eventsOf(body);
      } catch (error) {
        if (signal?.aborted) return;
        throw failureOf(error, 'The connection to the server was lost.');
      }
    },
  };
}
