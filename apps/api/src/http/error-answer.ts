import { errors, type ErrorBody } from '@burrow/contracts/errors';
import type { ErrorRequestHandler, Response } from 'express';
import { z } from 'zod';
import { AppError } from '../lib/app-error.ts';
import type { Logger } from '../lib/logger.ts';
import { isFailure, requestIdOf } from './request-log.ts';

/** An error of Express' body parsers and file server. */
interface BodyParserError extends Error {
  type?: string;
  status?: number;
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof z.ZodError) return inputError(error);
  if (error instanceof Error) {
    const { type, status } = error as BodyParserError;
    // A file that the web app or the reference page does not have.
    if (status === 404) return new AppError('unknown_action');
    if (status === 413) return new AppError('payload_too_large');
    if (status === 415) return new AppError('unsupported_media_type');
    // Any error that the parsers attribute to the caller: broken JSON, a wrong length, a closed connection, a broken
    // escape.
    if (type !== undefined || (status !== undefined && status >= 400 && status < 500)) {
      return new AppError('malformed_body');
    }
  }
  return new AppError('internal', {}, { cause: error });
}

/** A failed parse as field → message; the first message is also the overall one. */
export function inputError(error: z.ZodError): AppError {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const field = issue.path.map(String).join('.') || 'body';
    fields[field] ??= issue.message.startsWith('Invalid input')
      ? 'This is missing or invalid.'
      : issue.message;
  }
  const [first] = Object.entries(fields);
  const message =
    first && first[1] !== 'This is missing or invalid.' ? first[1] : errors.invalid_input.message;
  return new AppError('invalid_input', { message, fields });
}

/** Answers any error in the documented shape, and logs internal ones. */
export function answerError(res: Response, error: unknown, requestId: string, log: Logger): void {
  const appError = toAppError(error);
  const { code, extra } = appError;
  const { status } = errors[code];
  res.req.refusedAs = code;
  if (isFailure(status, code))
    log.error({ err: appError.cause ?? appError, request_id: requestId }, appError.message);
  // Usually a lost race; the same one often is a bug of ours, which must show.
  else if (code === 'conflict' && appError.cause) {
    log.warn(
      { err: appError.cause, request_id: requestId },
      'a record changed while another one referred to it',
    );
  }
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const body: ErrorBody = { message: appError.message, code, request_id: requestId };
  const { message: _message, retryAfterSeconds, ...named } = extra;
  Object.assign(body, named);
  // The message can name a client or show availability.
  res.setHeader('Cache-Control', 'no-store');
  if (code === 'subscription_required') body.subscription_required = true;
  if (status === 429) res.setHeader('Retry-After', retryAfterSeconds ?? 60);
  if (status === 503) res.setHeader('Retry-After', retryAfterSeconds ?? 5);
  if (code === 'idempotency_in_progress') res.setHeader('Retry-After', 1);
  if (code === 'method_not_allowed') res.setHeader('Allow', 'POST');
  // Unread bytes of the body would precede the next request on this connection.
  if (!res.req.complete) res.once('finish', () => res.req.resume());
  res.status(status).json(body);
}

export const errorHandler =
  (log: Logger): ErrorRequestHandler =>
  (error, req, res, _next) => {
    answerError(res, error, requestIdOf(req), log);
  };
