import { createParser } from 'eventsource-parser';

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
  quietMs: number;
}

/** Reads server-sent events to their end. Rejects when the connection breaks. */
export async function readEvents(
  body: ReadableStream<BufferSource>,
  { onEvent, onRetry, onQuiet, quietMs }: ReadOptions,
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
