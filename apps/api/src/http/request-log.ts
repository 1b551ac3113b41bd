import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { ActionName } from '@burrow/contracts/actions';
import type { ErrorCode } from '@burrow/contracts/errors';
import type { Request, RequestHandler } from 'express';
import type { Logger } from '../lib/logger.ts';

declare module 'http' {
  interface IncomingMessage {
    /** Set when the answer is a stream, which a disconnect ends normally. */
    streams?: true;
    /** Identifies the request in the log and in its answer. */
    id: string;
    /** The requested action, if it is a declared one. */
    action?: ActionName;
    /** The code of the refusal, if any. */
    refusedAs?: ErrorCode;
    /** Set by the runner once the session is open. */
    caller?: {
      tenant_id: number | null;
      user_id: number | null;
      client_id: number | null;
      /** Of an API key. */
      key_id?: number;
    };
  }
}

/** Health checks run every few seconds; a line each would bury the rest. */
export const unwatched: ReadonlySet<string> = new Set(['/api/health', '/api/ready']);

/** A valid request id of a proxy: long enough to search for, and safe in a log and a header. */
const requestIdShape = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;
/** Version, trace, parent and flags, by the W3C's Trace Context; ids of only zeros are invalid. */
const traceShape = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-|$)/;

/** The id that a proxy gave a request: its own, or else the trace that it belongs to. */
function idByProxy({ 'x-request-id': requestId, traceparent }: IncomingHttpHeaders): string | undefined {
  if (typeof requestId === 'string' && requestIdShape.test(requestId)) return requestId;
  return typeof traceparent === 'string' ? traceShape.exec(traceparent)?.[1] : undefined;
}

/** The addresses of calendar feeds and of links in messages are secrets, so they are not logged. */
const secretPath = /^(\/api\/calendar\/|\/l\/|\/app\/cp\/link\/).+/i;

/**
 * Gives each request an id (answered as X-Request-Id) and logs one line for it: no query string, no headers, no body,
 * no address of a feed or a link.
 * @param trustsProxy whether a well-formed id of the request is accepted
 */
export function requestLog(log: Logger, trustsProxy = false): RequestHandler {
  return (req, res, next) => {
    const began = performance.now();
    const { method } = req;
    const path = req.path.replace(secretPath, '$1…');
    req.id = (trustsProxy ? idByProxy(req.headers) : undefined) ?? randomUUID();
    res.setHeader('X-Request-Id', req.id);
    const tell = (message: string): void => {
      const line = {
        request_id: req.id,
        method,
        path,
        status: res.statusCode,
        ms: Math.round((performance.now() - began) * 10) / 10,
        ...(req.traceId === undefined ? {} : { trace_id: req.traceId }),
        ...req.caller,
      };
      if (isFailure(res.statusCode, req.refusedAs)) log.error(line, message);
      else log.info(line, message);
    };
    if (!unwatched.has(path)) {
      res.once('finish', () => tell('answered'));
      res.once('close', () => {
        if (!res.writableFinished) tell(req.streams ? 'left' : 'broken off');
      });
    }
    next();
  };
}

/** Whether an answer is an error for the operator. Moving a practice is the operator's own doing. */
export const isFailure = (status: number, refusedAs: ErrorCode | undefined): boolean =>
  status >= 500 && refusedAs !== 'practice_moving';

/** The id that names a request in the log and in its answer. */
export const requestIdOf = ({ id }: Pick<Request, 'id'>): string => id;
