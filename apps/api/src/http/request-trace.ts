import type { RequestHandler } from 'express';
import type { Tracing } from '../lib/tracing.ts';
import { isFailure, unwatched } from './request-log.ts';

declare module 'http' {
  interface IncomingMessage {
    traceId?: string;
    /** The provider of a callback, once it is known. */
    webhook?: string;
  }
}

/**
 * Traces each request except health checks. The trace is named after the action, never after an address.
 * @param trustsProxy whether a caller's trace is continued
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
        isFailure: isFailure(status, req.refusedAs),
      });
    });
    request.run(next);
  };
}
