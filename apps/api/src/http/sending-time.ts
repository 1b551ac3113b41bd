import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';

/** How long a request may take to arrive, unless more is known of it. */
const usualMs = 60_000;

/** The most that any request is given: 10 MB over a line of 280 kbit/s. */
export const longestMs = 300_000;

/** How long nothing of an answer may move before its caller counts as gone. */
const stalledMs = 60_000;

const deadlines = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Cuts a request off whose body has not arrived in `ms`; asked again, the time begins anew. */
export function limitSending(req: IncomingMessage, ms: number): void {
  if (deadlines.has(req)) clearTimeout(deadlines.get(req));
  else req.once('close', () => clearTimeout(deadlines.get(req)));
  deadlines.set(req, setTimeout(cutOff, ms, req).unref());
}

/** Gives every request with a body the usual time to send it. */
export const limitSendingTime: RequestHandler = (req, _res, next) => {
  const { headers } = req;
  if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0) {
    limitSending(req, usualMs);
  }
  next();
};

/**
 * Cuts off a caller who stops reading the answer, which would stay in memory for them; a slow one may take its time. To
 * be called when the answer begins: until then the connection is quiet because of us.
 */
export function limitReading(res: ServerResponse, ms: number = stalledMs): void {
  res.setTimeout(ms, () => res.destroy());
}

/** As the server itself does with a request whose headers do not come to an end. */
function cutOff({ complete, socket }: IncomingMessage): void {
  if (complete) return;
  socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => socket.destroy());
}
