import type { ActionName } from '@burrow/contracts/actions';
import type { ErrorCode } from '@burrow/contracts/errors';
import type { RequestHandler } from 'express';
import { unwatched } from './request-log.ts';

/** How a request ended. Nothing in it grows with what callers send: no path, no id. */
export interface EndedRequest {
  /** 'unknown' for whatever is no action: a page, a webhook, an address that leads nowhere. */
  action: ActionName | 'unknown';
  /** Class of the answer's status; 'left' when the caller was gone before it was through. */
  status: '2xx' | '3xx' | '4xx' | '5xx' | 'left';
  seconds: number;
  /** Why it was refused, if it was. */
  refusedAs: ErrorCode | undefined;
  /** Whether the answer was a stream, whose length says nothing about speed. */
  isStream: boolean;
}

/** Is told of every request. */
export interface RequestMeter {
  begun(): void;
  ended(request: EndedRequest): void;
}

const classes = { 2: '2xx', 3: '3xx', 4: '4xx' } as const;

/** Tells the meter of each request but those that ask after the server's health. */
export function measureRequests(meter: RequestMeter): RequestHandler {
  return (req, res, next) => {
    if (!unwatched.has(req.path)) {
      const began = performance.now();
      meter.begun();
      res.once('close', () => {
        const hundreds = Math.floor(res.statusCode / 100) as keyof typeof classes;
        meter.ended({
          action: req.action ?? 'unknown',
          status: res.writableFinished ? (classes[hundreds] ?? '5xx') : 'left',
          seconds: (performance.now() - began) / 1000,
          refusedAs: req.refusedAs,
          isStream: req.streams === true,
        });
      });
    }
    next();
  };
}
