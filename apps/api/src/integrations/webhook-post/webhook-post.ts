import http from 'node:http';
import https from 'node:https';
import type { Env } from '../../config/env.ts';
import type { PostOutcome, WebhookPost } from '../../lib/ports/webhook-post.ts';
import { version } from '../../lib/version.ts';
import { addressesOf, lookupWithin, NotConnected, noName } from './guarded-lookup.ts';
import { privateRefusal, refusalOfUrl } from './public-address.ts';

/** The timeout from the look-up of the name to the last byte that is read. */
const patienceMs = 10_000;
/** How much of an answer is read, and how much of that is stored. */
const maxRead = 8192;
const maxKept = 1024;
/** The maximum number of interim responses (1xx); a stream of them would keep the process busy. */
const maxPreliminary = 10;

/** Overrides for tests. */
interface Outside {
  patienceMs: number;
  /** The addresses of a name. Rejects when there are none. */
  addressesOf(hostname: string): Promise<string[]>;
}

/** Makes the sender for the given settings. */
export function createWebhookPost(
  { WEBHOOKS_TO_PRIVATE_NETWORKS: toPrivateNetworks }: Pick<Env, 'WEBHOOKS_TO_PRIVATE_NETWORKS'>,
  outside: Partial<Outside> = {},
): WebhookPost {
  const allowed = { patienceMs, addressesOf, toPrivateNetworks, ...outside };
  const counts = { accepted: 0, refused: 0, unreachable: 0 };
  const refusalOf = (url: string): string | null => refusalOfUrl(url, toPrivateNetworks);
  return {
    refusalOf,
    activity: () => counts,
    post: async (url, body, headers) => {
      const began = performance.now();
      // An address that was allowed when it was entered may be forbidden now.
      const refusal = refusalOf(url);
      const answer = refusal
        ? unreachable(refusal)
        : await exchange(new URL(url), body, headers, allowed).catch((error: unknown) =>
            unreachable(wordsFor(error)),
          );
      counts[answer.kind] += 1;
      return { ...answer, durationMs: Math.round(performance.now() - began) };
    },
  };
}

type Answer = Omit<PostOutcome, 'durationMs'>;

const unreachable = (error: string): Answer => ({ kind: 'unreachable', status: null, error, answer: null });

async function exchange(
  url: URL,
  body: string | Uint8Array,
  headers: Record<string, string>,
  allowed: Outside & { toPrivateNetworks: boolean },
): Promise<Answer> {
  const signal = AbortSignal.timeout(allowed.patienceMs);
  // An address instead of a name was checked before; it is connected to without a look-up.
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    method: 'POST',
    // A new connection each time, so that a connection to another address is never reused.
    agent: false,
    lookup: lookupWithin(allowed, privateRefusal),
    signal,
    headers: {
      'Content-Type': 'application/json',
      ...headers,
      'Content-Length': Buffer.byteLength(body),
      'User-Agent': `Burrow/${version}`,
    },
  });
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    let preliminary = 0;
    request.on('information', () => {
      preliminary += 1;
      if (preliminary <= maxPreliminary) return;
      reject(new NotConnected(noAnswer));
      request.destroy();
    });
    // By default Node emits nothing after an answer that upgrades the protocol.
    request.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve(outcomeOf(response.statusCode ?? 0, ''));
    });
    request.on('response', (response) => {
      // From here on the answer itself reports an aborted connection.
      request.off('error', reject).on('error', () => undefined);
      void readBeginning(response).then((text) => {
        resolve(outcomeOf(response.statusCode ?? 0, text));
        // The rest of the answer is not read.
        request.destroy();
      });
    });
    request.end(body);
  });
}

/** Never rejects: the status is the result, so the beginning of an aborted answer suffices. */
async function readBeginning(response: http.IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      pieces.push(piece);
      length += piece.length;
      if (length >= maxRead) break;
    }
  } catch {
    // Keep the part received until then.
  }
  // PostgreSQL stores every character but this one.
  return Buffer.concat(pieces).toString('utf8').slice(0, maxKept).toWellFormed().replaceAll('\u0000', '');
}

function outcomeOf(status: number, text: string): Answer {
  const answer = text === '' ? null : text;
  if (status >= 200 && status < 300) return { kind: 'accepted', status, error: null, answer };
  const error =
    status >= 300 && status < 400
      ? `It responded with ${status}, a redirect. Redirects aren’t followed: enter the final URL.`
      : status === 410
        ? 'It responded with 410 Gone, so no more events are sent.'
        : `It responded with ${status}${http.STATUS_CODES[status] ? ` ${http.STATUS_CODES[status]}` : ''}.`;
  return { kind: 'refused', status, error, answer };
}

const noAnswer = 'It sent interim responses but never a final one.';

const wordsByCode: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused: nothing is listening at this address.',
  ECONNRESET: 'The connection was closed before it responded.',
  EPIPE: 'The connection was closed before it responded.',
  ENOTFOUND: noName,
  ENODATA: noName,
  EHOSTUNREACH: 'This address can’t be reached.',
  ENETUNREACH: 'This address can’t be reached.',
  ETIMEOUT: 'The DNS server didn’t respond.',
  ESERVFAIL: 'The DNS server couldn’t look up this name.',
  CERT_HAS_EXPIRED: 'Its certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its certificate is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: 'Its certificate is self-signed.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Its certificate can’t be verified: the issuer’s certificate is missing.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for a different name.',
};

/** The error, without internal addresses. */
function wordsFor(error: unknown): string {
  if (error instanceof NotConnected) return error.message;
  const { name, code } = error as { name?: string; code?: string };
  if (name === 'TimeoutError' || name === 'AbortError' || code === 'ABORT_ERR' || code === 'ETIMEDOUT')
    return 'It didn’t respond within ten seconds.';
  const known = code === undefined ? undefined : wordsByCode[code];
  if (known) return known;
  if (code?.startsWith('ERR_SSL') || code === 'EPROTO') return 'Couldn’t make a secure connection.';
  return code?.startsWith('HPE_') ? 'Its response isn’t HTTP.' : 'It couldn’t be reached.';
}
