import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import type { Logger } from '../lib/logger.ts';

declare module 'http' {
  interface IncomingMessage {
    /** Set when the answer is a stream, which ends by being left. */
    streams?: true;
    /** Names the request in the log and in its answer. */
    id: string;
    /** Set by the runner once the session is open. */
    caller?: { tenant_id: number | null; user_id: number | null; client_id: number | null };
  }
}

/** Asked every few seconds by whoever watches the server; a line each would bury the rest. */
const unlogged = new Set(['/api/health', '/api/ready']);

/** Gives each request an id (answered as X-Request-Id) and logs one line for it: no query string, no headers, no body. */
export function requestLog(log: Logger): RequestHandler {
  return (req, res, next) => {
    const began = performance.now();
    const { method, path } = req;
    req.id = randomUUID();
    res.setHeader('X-Request-Id', req.id);
    const tell = (message: string): void => {
      const line = {
        request_id: req.id,
        method,
        path,
        status: res.statusCode,
        ms: Math.round((performance.now() - began) * 10) / 10,
        ...req.caller,
      };
      if (res.statusCode >= 500) log.error(line, message);
      else log.info(line, message);
    };
    if (!unlogged.has(path)) {
      res.once('finish', () => tell('answered'));
      res.once('close', () => {
        if (!res.writableFinished) tell(req.streams ? 'left' : 'broken off');
      });
    }
    next();
  };
}

/** The id that names a request in the log and in its answer. */
export const requestIdOf = ({ id }: Pick<Request, 'id'>): string => id;
