import type { ActionName } from '@burrow/contracts/actions';
import type { ErrorCode } from '@burrow/contracts/errors';
import type { RequestHandler } from 'express';
import { isFailure, unwatched } from './request-log.ts';

/** The outcome of a request. All values come from fixed sets, never from the caller: no path, no id. */
export interface EndedRequest {
  /** 'unknown' for any request without an action: a page, a webhook, an unknown address. */
  action: ActionName | 'unknown';
  /**
   * Class of the answer's status; 'left' when the caller disconnected before its end. '5xx' only for failures: '4xx' while
   * a practice is being moved.
   */
  status: '2xx' | '3xx' | '4xx' | '5xx' | 'left';
  seconds: number;
  /** Why it was refused, if it was. */
  refusedAs: ErrorCode | undefined;
  /** Whether the answer was a stream, whose duration is no measure of speed. */
  isStream: boolean;
}

/** Counts every request. */
export interface RequestMeter {
  begun(): void;
  ended(request: EndedRequest): void;
}

const classes = { 2: '2xx', 3: '3xx', 4: '4xx' } as const;

function classOf(status: number, refusedAs: ErrorCode | undefined): '2xx' | '3xx' | '4xx' | '5xx' {
  if (isFailure(status, refusedAs)) return '5xx';
  return classes[Math.floor(status / 100) as keyof typeof classes] ?? '4xx';
}

/** Reports each request to the meter, except health checks. */
export function measureRequests(meter: RequestMeter): RequestHandler {
  return (req, res, next) => {
    if (!unwatched.has(req.path)) {
      const began = performance.now();
      meter.begun();
      res.once('close', () => {
        meter.ended({
          action: req.action ?? 'unknown',
          status: res.writableFinished ? classOf(res.statusCode, req.refusedAs) : 'left',
          seconds: (performance.now() - began) / 1000,
          refusedAs: req.refusedAs,
          isStream: req.streams === true,
        });
      });
    }
    next();
  };
}
