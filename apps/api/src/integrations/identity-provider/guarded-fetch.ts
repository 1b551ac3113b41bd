import http from 'node:http';
import https from 'node:https';
import { ProviderFailure } from '../../lib/ports/identity-providers.ts';
import { version } from '../../lib/version.ts';
import { addressesOf, lookupWithin, NotConnected } from '../webhook-post/guarded-lookup.ts';
import { privateRefusal as privateWebhookRefusal, refusalOfUrl } from '../webhook-post/public-address.ts';

/** The largest answer that is read; the largest known discovery documents and key sets have some 20 kB. */
const maxBytes = 256 * 1024;
/** The maximum number of interim responses (1xx); a stream of them would keep the process busy. */
const maxPreliminary = 10;

const privateRefusal =
  'This address isn’t on the internet. Ask your system administrator to add it to SSO_PRIVATE_ISSUERS.';

/** The used part of the client library's options. */
interface Asked {
  method: string;
  headers: Record<string, string>;
  body?: unknown;
}

/** Why an address of a provider is not allowed; null when it is. */
export function refusalOfProvider(url: string, mayBePrivate: (origin: string) => boolean): string | null {
  if (!URL.canParse(url)) return 'Enter a URL such as https://login.example.com.';
  const { origin, username, password } = new URL(url);
  if (username !== '' || password !== '') return 'Remove the username and password.';
  const refusal = refusalOfUrl(url, mayBePrivate(origin));
  return refusal === privateWebhookRefusal ? privateRefusal : refusal;
}

/**
 * A fetch for a provider's protocol: only to public addresses or allowed origins, without redirects, up to 256 kB,
 * and until `deadline`.
 */
export const guardedFetch =
  (mayBePrivate: (origin: string) => boolean, deadline: AbortSignal) =>
  async (url: string, { method, headers, body }: Asked): Promise<Response> => {
    const refusal = refusalOfProvider(url, mayBePrivate);
    if (refusal !== null) throw new ProviderFailure('unreachable', refusal);
    const target = new URL(url);
    const text = body instanceof URLSearchParams || typeof body === 'string' ? body.toString() : '';
    const request = (target.protocol === 'https:' ? https : http).request(target, {
      method,
      // A new connection each time, so that a connection to another address is never reused.
      agent: false,
      lookup: lookupWithin({ addressesOf, toPrivateNetworks: mayBePrivate(target.origin) }, privateRefusal),
      signal: deadline,
      headers: { ...headers, 'Content-Length': Buffer.byteLength(text), 'User-Agent': `Burrow/${version}` },
    });
    try {
      return await exchange(request, text);
    } catch (error) {
      throw failureOf(error);
    } finally {
      request.destroy();
    }
  };

const exchange = (request: http.ClientRequest, text: string): Promise<Response> =>
  new Promise((resolve, reject) => {
    let preliminary = 0;
    request.on('error', reject);
    request.on('information', () => {
      preliminary += 1;
      if (preliminary > maxPreliminary)
        reject(new NotConnected('It sent interim responses but never a final one.'));
    });
    // By default Node emits nothing after an answer that upgrades the protocol.
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      reject(new NotConnected('It didn’t respond as a sign-in provider should.'));
    });
    request.on('response', (response) => {
      wholeOf(response)
        .then((bytes) => resolve(responseOf(response, bytes)))
        .catch((error: unknown) => reject(error as Error));
    });
    request.end(text);
  });

async function wholeOf(response: http.IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > maxBytes) throw new NotConnected('Its response is too large.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function responseOf({ statusCode = 0, headers }: http.IncomingMessage, bytes: Buffer): Response {
  // No Response can have another status.
  if (statusCode < 200 || statusCode > 599)
    throw new NotConnected('Its response isn’t that of a sign-in provider.');
  const isEmpty = [204, 205, 304].includes(statusCode);
  return new Response(isEmpty ? null : new Uint8Array(bytes), {
    status: statusCode,
    headers: { 'content-type': headers['content-type'] ?? '' },
  });
}

const timedOut = 'It didn’t respond in time.';
const codesOfTime: ReadonlySet<unknown> = new Set(['ABORT_ERR', 'ETIMEDOUT', 'ETIMEOUT']);

/** The error, without internal addresses. */
export function failureOf(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const { code, name } = error as { code?: string; name?: string };
  const message =
    error instanceof NotConnected
      ? error.message
      : codesOfTime.has(code) || name === 'TimeoutError'
        ? timedOut
        : 'It couldn’t be reached.';
  return new ProviderFailure('unreachable', message, { cause: error });
}
