/** Names requests to the server, so that one whose answer was lost can be sent again and is done once. */
export interface RequestKeys {
  /** The key for a request: again the same one until it has succeeded, if nothing else was sent since. */
  keyOf(input: unknown): string;
  /** Says that the request with this key has succeeded: the next one is new, even if it says the same. */
  succeeded(key: string): void;
}

/** Keys of what is sent from one place, such as a dialog. */
export function createRequestKeys(): RequestKeys {
  let last: { request: string; key: string } | null = null;
  return {
    keyOf: (input) => {
      const request = JSON.stringify(input) ?? '';
      if (last?.request !== request) last = { request, key: newKey() };
      return last.key;
    },
    succeeded: (key) => {
      if (last?.key === key) last = null;
    },
  };
}

/** Not `randomUUID`, which a browser has on https alone. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
