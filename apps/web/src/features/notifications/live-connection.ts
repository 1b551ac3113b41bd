import { createParser } from 'eventsource-parser';
import { ApiError } from '../../lib/api-error.ts';
import { openEvents, type Keys, type OutputOf } from '../../lib/api.ts';

/** Something that happened in the practice; without an action, something may have been missed. */
type Change = OutputOf<'notifications/stream'>;

interface Listener {
  /** Whose changes are heard. */
  keys: Keys;
  onChange: (change: Change) => void;
  /** Whether changes are heard as they happen. */
  onUp: (isUp: boolean) => void;
}

/** Twice the server's heartbeat and a little. */
const quietMs = 60_000;
/** How long a page that nobody looks at goes on listening. */
const hiddenMs = 30 * 60_000;
/** Until the server says something else. */
const usualWaitMs = 2000;
const longestWaitMs = 60_000;

const somethingMissed: Change = { action: null, notification_id: null };

/** Whether asking again with the same key is pointless. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

/** An event as it came, its data still text. */
interface ServerEvent {
  name: string;
  data: string;
}

interface ReadOptions {
  onEvent: (event: ServerEvent) => void;
  /** How many milliseconds the server asks to wait before coming back. */
  onRetry: (milliseconds: number) => void;
  /** Called when nothing at all has come for `quietMs`: the line is dead. */
  onQuiet: () => void;
}

/** Reads server-sent events to their end. Rejects when the connection breaks. */
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

/** Resolves after a time, as soon as the browser is online again, or when the signal is aborted. */
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

/** Resolves once the page is looked at (`afterLeaving`: left and shown again), or when the signal is aborted. */
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

/** Calls back when the page has been hidden for so long. Answers how to stop watching. */
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
  /** Whether the stream was there at all. */
  opened: boolean;
  /** Another tab took its place. */
  replaced: boolean;
  refused: boolean;
  /** How long to wait before the next one, in milliseconds. */
  waitMs: number;
}

async function listenOnce(signal: AbortSignal, listener: Listener, onOpen: () => void): Promise<Attempt> {
  const attempt: Attempt = { opened: false, replaced: false, refused: false, waitMs: usualWaitMs };
  const own = new AbortController();
  const leave = () => own.abort();
  const stopWatching = whenHidden(hiddenMs, leave);
  try {
    const body = await openEvents(
      'notifications/stream',
      {},
      { as: listener.keys, signal: AbortSignal.any([signal, own.signal]) },
    );
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
    // A broken line is what coming back is for; only a refusal ends it.
    attempt.refused = isRefusal(error);
  } finally {
    stopWatching();
    if (attempt.opened) listener.onUp(false);
  }
  return attempt;
}

/**
 * Listens to the practice's changes until `signal` is aborted or the server refuses: comes back after breaks, later each
 * time it fails, and not while nobody looks at the page. After each break something counts as missed.
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
    // Not everybody at once: all streams of a server end together when it is replaced.
    const wait = Math.min(longestWaitMs, attempt.waitMs * 2 ** failures);
    if (!replaced) await pause(wait * (0.5 + Math.random() / 2), signal);
  }
}
