import type { Action } from '@burrow/contracts/action';
import type { ActionName } from '@burrow/contracts/actions';
import type { Request, Response } from 'express';
import type { Dependencies } from '../context/context.ts';
import type { EventStreams } from './event-streams.ts';
import type { LargeAnswers } from './large-answers.ts';
import type { RateLimits } from './rate-limits.ts';

/** A handler as the runner sees it, whatever its action. */
export interface AnyHandler {
  prepare?(ctx: unknown, input: unknown): Promise<unknown>;
  isPrepared?(fields: Readonly<Record<string, unknown>>): boolean;
  run(ctx: unknown, input: unknown, prepared: unknown): Promise<unknown>;
  finish?(ctx: unknown, ran: unknown): Promise<unknown>;
  answerOf?(ran: unknown): unknown;
  undo?(ctx: unknown, prepared: unknown): Promise<void>;
}

/** The key as it was sent, unchecked. */
export interface GivenKey {
  header: string | undefined;
  field: unknown;
}

/** One request for an action. */
export interface Call {
  name: ActionName;
  action: Action;
  handler: AnyHandler;
  deps: Dependencies;
  limits: RateLimits;
  largeAnswers: LargeAnswers;
  streams: EventStreams;
  req: Request;
  res: Response;
  /** Whether the handler declared its answer large. */
  answersLarge: boolean;
  /** Whether its key's rate limit has counted it: a call is admitted more than once. */
  isCounted: boolean;
  fields: Record<string, unknown>;
  /** The key under which the caller may repeat this request. */
  givenKey: GivenKey | undefined;
  now: Date;
}
