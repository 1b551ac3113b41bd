import type { RequestHandler } from 'express';
import type { Tracing } from '../lib/tracing.ts';
import { unwatched } from './request-log.ts';

declare module 'http' {
  interface IncomingMessage {
    /** The trace that the request belongs to, where traces are taken. */
    traceId?: string;
    /** The provider that tells something by itself, once it is known to be one. */
    webhook?: string;
  }
}

/**
 * Makes a trace of each request but those that ask after the server's health. It is named after the action, never after
 * an address.
 * @param trustsProxy whether a trace that the caller names is continued
 */
export function traceRequests(tracing: Tracing, trustsProxy: boolean): RequestHandler {
  return (req, res, next) => {
    if (unwatched.has(req.path)) {
      next();
      return;
    }
    const { traceparent } = req.headers;
    const request = tracing.beginRequest(
      trustsProxy && typeof traceparent === 'string' ? traceparent : undefined,
    );
    req.traceId = request.traceId;
    res.once('close', () => {
      const isLeft = !res.writableFinished && req.streams !== true;
      const status = res.statusCode;
      const tenant = req.caller?.tenant_id ?? null;
      request.end({
        name: req.action ?? (req.webhook === undefined ? 'unknown' : `webhook ${req.webhook}`),
        attributes: {
          'http.request.method': req.method,
          'http.response.status_code': status,
          'burrow.request_id': req.id,
          ...(tenant === null ? {} : { 'burrow.tenant_id': tenant }),
          ...(isLeft ? { 'burrow.left': true } : {}),
        },
        errorType: req.refusedAs,
        isFailure: status >= 500,
      });
    });
    request.run(next);
  };
}
