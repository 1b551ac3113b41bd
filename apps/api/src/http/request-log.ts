import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { pinoHttp } from 'pino-http';
import type { Logger } from '../lib/logger.ts';

declare module 'http' {
  interface IncomingMessage {
    /** Set by the runner once the session is open. */
    caller?: { tenant_id: number | null; user_id: number | null; client_id: number | null };
  }
}

const withoutQuery = (url: string | undefined): string => (url ?? '').split('?', 1)[0] ?? '';

/** Gives each request an id (answered as X-Request-Id) and logs one line for it: no query string, no headers, no body. */
export function requestLog(log: Logger): RequestHandler {
  return pinoHttp({
    logger: log,
    genReqId: (_req, res) => {
      const requestId = randomUUID();
      res.setHeader('X-Request-Id', requestId);
      return requestId;
    },
    serializers: {
      req: (req: { id: unknown; method: string; url: string }) => ({
        id: req.id,
        method: req.method,
        path: withoutQuery(req.url),
      }),
      res: (res: { statusCode: number }) => ({ status: res.statusCode }),
    },
    customProps: (req) => req.caller ?? {},
    customLogLevel: (_req, res, error) => {
      if (error || res.statusCode >= 500) return 'error';
      return 'info';
    },
    autoLogging: { ignore: (req) => ['/api/health', '/api/ready'].includes(withoutQuery(req.url)) },
  });
}

/** The id that names a request in the log and in its answer. */
export const requestIdOf = ({ id }: Pick<Request, 'id'>): string => (typeof id === 'string' ? id : '');
