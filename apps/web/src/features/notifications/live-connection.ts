import { createParser } from 'eventsource-parser';
import { ApiError, unreachable } from '../../lib/api-error.ts';
import { post, type Keys, type OutputOf } from '../../lib/api.ts';

/** A change in the practice; without an action, changes may have been missed. */
type Change = OutputOf<'notifications/stream'>;

interface Listener {
  /** The key of the session that subscribes. */
  keys: Keys;
  onChange: (change: Change) => void;
  /** Called when the stream connects or breaks. */
  onUp: (isUp: boolean) => void;
}

/** Twice the server's heartbeat and a little. */
const quietMs = 60_000;
/** How long a hidden page keeps its connection. */
const hiddenMs = 30 * 60_000;
/** The delay before a reconnect, unless the server sets another one. */
const usualWaitMs = 2000;
const maxWaitMs = 60_000;

const somethingMissed: Change = { action: null, notification_id: null };

/** Whether a retry with the same key is pointless. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.isFromServer &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 429;

/** A received event, with its data as text. */
interface ServerEvent {
  name: string;
  data: string;
}

interface ReadOptions {
  onEvent: (event: ServerEvent) => void;
  /** The delay in milliseconds that the server asks for before a reconnect. */
  onRetry: (milliseconds: number) => void;
  /** Called when nothing was received for `quietMs`, so the connection is dead. */
  onQuiet: () => void;
}

/** Reads server-sent events until the stream ends. Rejects when the connection breaks. */
async function readEvents(
  body: ReadableStream<BufferSource>,
  { onEvent, onRetry, onQuiet }: ReadOptions,
): Promise<void> {
  const parser = createParser({
    onEvent: ({ event = 'message', data }) => onEvent({ name: event, data }),
    onRetry,
    maxBufferSize: 100_000,
  });
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let watch: ReturnType<typeof setTimeout> | undefined;
  try {
    for (;;) {
      clearTimeout(watch);
      watch = setTimeout(onQuiet, quietMs);
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(value);
    }
  } finally {
    clearTimeout(watch);
  }
}

/** Resolves after a delay, as soon as the browser is online again, or when the signal is aborted. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      window.removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
    window.addEventListener('online', done);
  });
}

const isShown = (): boolean => document.visibilityState === 'visible';

/** Resolves once the page is visible (`afterLeaving`: hidden and visible again), or when the signal is aborted. */
function untilShown(signal: AbortSignal, afterLeaving: boolean): Promise<void> {
  if (!afterLeaving && isShown()) return Promise.resolve();
  return new Promise((resolve) => {
    const look = () => {
      if (!isShown() && !signal.aborted) return;
      document.removeEventListener('visibilitychange', look);
      signal.removeEventListener('abort', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', look);
  });
}

/** Calls back when the page has been hidden for this long. @returns a function that stops watching */
function whenHidden(milliseconds: number, onLong: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (!isShown()) timer = setTimeout(onLong, milliseconds);
  };
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

interface Attempt {
  /** Whether the stream had connected. */
  opened: boolean;
  /** Another tab has taken over the stream. */
  replaced: boolean;
  refused: boolean;
  /** The delay before the next attempt, in milliseconds. */
  waitMs: number;
}

async function listenOnce(signal: AbortSignal, listener: Listener, onOpen: () => void): Promise<Attempt> {
  const attempt: Attempt = { opened: false, replaced: false, refused: false, waitMs: usualWaitMs };
  const own = new AbortController();
  const leave = () => own.abort();
  const stopWatching = whenHidden(hiddenMs, leave);
  try {
    const { body } = await post(
      'notifications/stream',
      {},
      { as: listener.keys, signal: AbortSignal.any([signal, own.signal]) },
    );
    if (body === null) throw unreachable();
    attempt.opened = true;
    listener.onUp(true);
    onOpen();
    await readEvents(body, {
      onEvent: ({ name, data }) => {
        if (name === 'changed') listener.onChange(JSON.parse(data) as Change);
        if (name === 'replaced') attempt.replaced = true;
      },
      onRetry: (milliseconds) => {
        attempt.waitMs = milliseconds;
      },
      onQuiet: leave,
    });
  } catch (error) {
    // A broken connection is retried; only a refusal ends it.
    attempt.refused = isRefusal(error);
  } finally {
    stopWatching();
    if (attempt.opened) listener.onUp(false);
  }
  return attempt;
}

/**
 * Subscribes to the practice's changes until `signal` is aborted or the server refuses. Reconnects after a break, with a
 * longer delay after each failure, and not while the page is hidden. After each break, changes count as missed.
 */
export async function keepListening(signal: AbortSignal, listener: Listener): Promise<void> {
  let failures = 0;
  let openedBefore = false;
  let replaced = false;
  while (!signal.aborted) {
    await untilShown(signal, replaced);
    if (signal.aborted) return;
    const attempt = await listenOnce(signal, listener, () => {
      if (openedBefore) listener.onChange(somethingMissed);
      openedBefore = true;
    });
    if (attempt.refused) return;
    failures = attempt.opened ? 0 : failures + 1;
    replaced = attempt.replaced;
    // A random delay, because all streams of a server end together when it is replaced.
    const wait = Math.min(maxWaitMs, attempt.waitMs * 2 ** failures);
    if (!replaced) await pause(wait * (0.5 + Math.random() / 2), signal);
  }
}
