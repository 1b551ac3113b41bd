import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';

/** The default time for a request to arrive. */
const usualMs = 60_000;

/** The maximum for any request: 10 MB over a connection of 280 kbit/s. */
export const maxMs = 300_000;

/** How long an answer may make no progress before its caller counts as disconnected. */
const stalledMs = 60_000;

const deadlines = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Aborts a request whose body has not arrived in `ms`; a second call restarts the time. */
export function limitRequestTime(req: IncomingMessage, ms: number): void {
  if (deadlines.has(req)) clearTimeout(deadlines.get(req));
  else req.once('close', () => clearTimeout(deadlines.get(req)));
  deadlines.set(req, setTimeout(cutOff, ms, req).unref());
}

/** Gives every request with a body the default time. */
export const limitRequestTimes: RequestHandler = (req, _res, next) => {
  const { headers } = req;
  if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0) {
    limitRequestTime(req, usualMs);
  }
  next();
};

/**
 * Disconnects a caller who stops reading the answer, which would stay in memory; a slow one may take any time. Call
 * it when the answer begins: until then the connection is idle because of us.
 */
export function limitReading(res: ServerResponse, ms: number = stalledMs): void {
  res.setTimeout(ms, () => res.destroy());
}

/** As the server itself does with a request whose headers do not end. */
function cutOff({ complete, socket }: IncomingMessage): void {
  if (complete) return;
  socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => socket.destroy());
}
