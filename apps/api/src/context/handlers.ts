import type { ActionName, Actions, OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx, OutsideContext, PublicContext } from './context.ts';

/** The answer of a handler with events: their source, which runs while there is a reader. */
export interface EventSource<Data> {
  /**
   * Starts the source: `send` sends an event, `end` ends the stream. Returns a function that stops it, called exactly
   * once.
   */
  open(send: (event: string, data: Data) => void, end: () => void): () => void;
}

/** The answer of a handler; none where it is only that the command succeeded, which the runner says. */
type AnswerOf<Name extends ActionName> = Actions[Name] extends { returns: 'events' }
  ? EventSource<OutputOf<Name>>
  : { success: true } extends OutputOf<Name>
    ? OutputOf<Name> | void
    : OutputOf<Name>;

type ContextOf<Name extends ActionName> = Actions[Name]['access'] extends 'public' ? PublicContext : Ctx;

/**
 * Handles one action. It runs inside the runner's transaction and awaits nothing outside the database, except for the
 * disk, to which it writes what does not fit in memory.
 */
type Handler<Name extends ActionName> = (
  ctx: ContextOf<Name>,
  input: ParsedInputOf<Name>,
) => Promise<AnswerOf<Name>>;

/**
 * A handler whose slow part (hashing, a provider) must not happen inside the transaction: `prepare` runs before it,
 * after the session and the input were checked, and `run` receives its result.
 */
interface PreparedHandler<Name extends ActionName, Prepared = unknown> {
  prepare(ctx: OutsideContext, input: ParsedInputOf<Name>): Promise<Prepared>;
  /**
   * Whether a call with these unparsed fields needs `prepare`; always unless given. Otherwise its transaction begins
   * at once, and `run` receives undefined.
   */
  isPrepared?(fields: Readonly<Record<string, unknown>>): boolean;
  run(ctx: ContextOf<Name>, input: ParsedInputOf<Name>, prepared: Prepared): Promise<AnswerOf<Name>>;
  /** Undoes the effects of `prepare` when the transaction failed. It must not throw. */
  undo?(ctx: OutsideContext, prepared: Prepared): Promise<void>;
}

/** Links the types of the two parts: `run` gets exactly the result of `prepare`. */
export const prepared = <Name extends ActionName, Prepared>(
  handler: PreparedHandler<Name, Prepared>,
): PreparedHandler<Name> => handler;

/**
 * A handler with work left outside the database after the commit: `finish` receives the result of `run` and answers
 * the caller.
 */
interface StagedHandler<Name extends ActionName, Prepared = unknown, Ran = unknown> {
  prepare?(ctx: OutsideContext, input: ParsedInputOf<Name>): Promise<Prepared>;
  run(ctx: ContextOf<Name>, input: ParsedInputOf<Name>, prepared: Prepared): Promise<Ran>;
  finish(ctx: OutsideContext, ran: Ran): Promise<AnswerOf<Name>>;
  /**
   * The answer of `finish`, if it is known in advance: stored with the commit for the caller's key. An action that
   * takes keys without it must be repeatable as a whole when `finish` was interrupted.
   */
  answerOf?(ran: Ran): AnswerOf<Name>;
  undo?(ctx: OutsideContext, prepared: Prepared): Promise<void>;
}

/** Links the types of the parts: each gets exactly the result of the one before. */
export const staged = <Name extends ActionName, Prepared, Ran>(
  handler: StagedHandler<Name, Prepared, Ran>,
): StagedHandler<Name> => handler;

export type Handlers<Group> = {
  [Name in keyof Group & ActionName]: Handler<Name> | PreparedHandler<Name> | StagedHandler<Name>;
};

/** A handler for every declared action, and no others. */
export type AllHandlers = Handlers<Actions>;
