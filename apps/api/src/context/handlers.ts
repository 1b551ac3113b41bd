import type { ActionName, Actions, OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx, OutsideContext, PublicContext } from './context.ts';

/** What the handler of an action with events answers: where they come from, for as long as somebody reads them. */
export interface EventSource<Data> {
  /**
   * Begins to listen: `send` sends an event, `end` says that no more will come. Answers how to stop, which is called
   * once, in any case.
   */
  open(send: (event: string, data: Data) => void, end: () => void): () => void;
}

/** What a handler answers. */
type AnswerOf<Name extends ActionName> = Actions[Name] extends { returns: 'events' }
  ? EventSource<OutputOf<Name>>
  : OutputOf<Name>;

type ContextOf<Name extends ActionName> = Actions[Name]['access'] extends 'public' ? PublicContext : Ctx;

/**
 * Answers one action. It runs inside the runner's transaction and awaits nothing outside the database, except for the
 * disk, to which it writes what is too large for memory.
 */
type Handler<Name extends ActionName> = (
  ctx: ContextOf<Name>,
  input: ParsedInputOf<Name>,
) => Promise<AnswerOf<Name>>;

/**
 * A handler whose slow part (hashing, a provider) must not happen inside the transaction: `prepare` runs before it,
 * after the session and the input were checked, and what it answers is handed to `run`.
 */
interface PreparedHandler<Name extends ActionName, Prepared = unknown> {
  prepare(ctx: OutsideContext, input: ParsedInputOf<Name>): Promise<Prepared>;
  /**
   * Whether a call with these fields, which nobody has looked at, has anything to prepare; always unless given. Otherwise
   * its transaction begins at once, and `run` is handed nothing.
   */
  isPrepared?(fields: Readonly<Record<string, unknown>>): boolean;
  run(ctx: ContextOf<Name>, input: ParsedInputOf<Name>, prepared: Prepared): Promise<OutputOf<Name>>;
  /** Takes back what `prepare` did outside when the transaction failed. It must not throw. */
  undo?(ctx: OutsideContext, prepared: Prepared): Promise<void>;
}

/** Ties the two halves of a handler together: `run` gets exactly what `prepare` answers. */
export const prepared = <Name extends ActionName, Prepared>(
  handler: PreparedHandler<Name, Prepared>,
): PreparedHandler<Name> => handler;

/**
 * A handler that has something left to do outside the database once its transaction has committed: `finish` is handed
 * what `run` answers and answers the caller.
 */
interface StagedHandler<Name extends ActionName, Prepared = unknown, Ran = unknown> {
  prepare?(ctx: OutsideContext, input: ParsedInputOf<Name>): Promise<Prepared>;
  run(ctx: ContextOf<Name>, input: ParsedInputOf<Name>, prepared: Prepared): Promise<Ran>;
  finish(ctx: OutsideContext, ran: Ran): Promise<OutputOf<Name>>;
  /**
   * What `finish` will answer, where that is known before it does anything: kept with the commit for the caller's key. An
   * action that takes keys and has none must bear that everything is done again when `finish` was interrupted.
   */
  answerOf?(ran: Ran): OutputOf<Name>;
  undo?(ctx: OutsideContext, prepared: Prepared): Promise<void>;
}

/** Ties the parts of a handler together: each gets exactly what the one before it answers. */
export const staged = <Name extends ActionName, Prepared, Ran>(
  handler: StagedHandler<Name, Prepared, Ran>,
): StagedHandler<Name> => handler;

/** The handlers of a group of actions. */
export type Handlers<Group> = {
  [Name in keyof Group & ActionName]: Handler<Name> | PreparedHandler<Name> | StagedHandler<Name>;
};

/** A handler for every declared action, and for none that is not declared. */
export type AllHandlers = Handlers<Actions>;
