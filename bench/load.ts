import { Agent, request } from 'node:http';
import autocannon from 'autocannon';
import type { Server } from './servers.ts';

/** A call of the API. */
export interface Call {
  path: string;
  body: Readonly<Record<string, unknown>>;
  headers?: Readonly<Record<string, string>>;
}

export interface Load {
  /** Successful answers a second. */
  perSecond: number;
  /** Milliseconds; 99 of 100 answers arrived within. */
  p99: number;
  /** Answers other than 2xx, timeouts and broken connections. */
  failures: number;
  good: number;
}

export interface LoadOptions {
  server: Server;
  apiKey: string;
  seconds: number;
  /** A fixed set to repeat, or a function that makes a new call each time. */
  calls: readonly Call[] | (() => Call);
  connections?: number;
}

/** Keeps `connections` keep-alive connections busy with one call after the other. */
export async function load({ server, apiKey, seconds, calls, connections = 4 }: LoadOptions): Promise<Load> {
  const prepared = ({ path, body }: Call) => ({ method: 'POST' as const, path, body: JSON.stringify(body) });
  const result = await autocannon({
    url: server.url,
    connections,
    duration: seconds,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${apiKey}` },
    requests:
      typeof calls === 'function'
        ? [{ method: 'POST', setupRequest: (given) => ({ ...given, ...prepared(calls()) }) }]
        : calls.map(prepared),
  });
  const good = result['2xx'];
  return {
    perSecond: good / result.duration,
    p99: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
    good,
  };
}

export interface Answer {
  status: number;
  body: unknown;
  ms: number;
}

/** One caller with connections of its own. */
export interface Caller {
  post(call: Call): Promise<Answer>;
  close(): void;
}

/** A caller that keeps up to `connections` open; a browser keeps six. */
export function openCaller(server: Server, apiKey: string, connections = 6): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const post = ({ path, body, headers }: Call): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const began = performance.now();
      const sent = request(
        `${server.url}${path}`,
        {
          agent,
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${apiKey}`, ...headers },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            const isJson = response.headers['content-type']?.startsWith('application/json');
            const ms = performance.now() - began;
            resolve({ status: response.statusCode ?? 0, body: isJson ? JSON.parse(text) : text, ms });
          });
        },
      );
      sent.on('error', reject);
      sent.end(JSON.stringify(body));
    });
  return { post, close: () => agent.destroy() };
}

/** The median of some figures. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2
    ? (sorted[Math.floor(middle)] ?? NaN)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}

/** The figure that `share` (0 to 1) of the figures do not exceed. */
export const percentile = (figures: readonly number[], share: number): number =>
  figures.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(figures.length * share) - 1)] ?? NaN;
