interface Request {
  key: string;
  /** The response to the request sent; null before it, and again after a failure. */
  answer: Promise<unknown> | null;
  succeeded: boolean;
}

/** Deduplicates the requests of one place, such as a dialog. */
export interface Requests {
  /**
   * Sends a request with an idempotency key of its own. While it is in flight, and until the screen has shown its
   * success, the same input gets the same response. A retry after a failure uses the same key if nothing else was sent
   * since, so that a request whose response was lost runs once.
   */
  once<Answer>(input: unknown, send: (key: string) => Promise<Answer>): Promise<Answer>;
  /** Call when the screen shows the result: the same input is then a new request. */
  shown(): void;
}

export function createRequests(): Requests {
  const requests = new Map<string, Request>();
  const forget = (isOver: (request: Request) => boolean) => {
    for (const [text, request] of requests) if (isOver(request)) requests.delete(text);
  };
  return {
    once: <Answer>(input: unknown, send: (key: string) => Promise<Answer>) => {
      const text = JSON.stringify(input) ?? '';
      const request = requests.get(text) ?? { key: newKey(), answer: null, succeeded: false };
      if (!requests.has(text)) forget(({ answer }) => answer === null);
      requests.set(text, request);
      const answer = request.answer ?? attempt(request, send);
      return answer as Promise<Answer>;
    },
    shown: () => forget(({ succeeded }) => succeeded),
  };
}

function attempt(request: Request, send: (key: string) => Promise<unknown>): Promise<unknown> {
  request.answer = send(request.key).then(
    (answer) => {
      request.succeeded = true;
      return answer;
    },
    (error: unknown) => {
      request.answer = null;
      throw error;
    },
  );
  return request.answer;
}

/** Not `randomUUID`, which browsers only offer over HTTPS. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
