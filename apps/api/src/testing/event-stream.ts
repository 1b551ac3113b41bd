export interface StreamedEvent {
  event: string;
  data: unknown;
}

/** A stream of server-sent events that a test reads. */
export interface ReadStream {
  status: number;
  headers: Headers;
  /** The next event, without heartbeats; undefined when the stream has ended. */
  next(): Promise<StreamedEvent | undefined>;
  /** The next block of text of any kind, a comment too; undefined when the stream has ended. */
  nextBlock(): Promise<string | undefined>;
  leave(): void;
}

/** Opens a stream with a key; the server ends it, or `leave` does. */
export async function readStream(
  address: string,
  { apiKey }: { apiKey: string } = { apiKey: '' },
): Promise<ReadStream> {
  const leaving = new AbortController();
  const response = await fetch(address, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}` },
    signal: leaving.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = '';
  const nextBlock = async (): Promise<string | undefined> => {
    for (;;) {
      const end = waiting.indexOf('\n\n');
      if (end >= 0) {
        const block = waiting.slice(0, end);
        waiting = waiting.slice(end + 2);
        return block;
      }
      const read = await reader?.read();
      if (!read || read.done) return undefined;
      waiting += read.value;
    }
  };
  const next = async (): Promise<StreamedEvent | undefined> => {
    for (;;) {
      const block = await nextBlock();
      if (block === undefined) return undefined;
      const found = /^event: (\w+)\ndata: (.*)$/.exec(block);
      if (found?.[1] && found[2]) return { event: found[1], data: JSON.parse(found[2]) as unknown };
    }
  };
  return {
    status: response.status,
    headers: response.headers,
    next,
    nextBlock,
    leave: () => leaving.abort(),
  };
}
