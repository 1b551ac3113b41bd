import type { Action } from '@burrow/contracts/action';
import { actionNamed, type ActionName } from '@burrow/contracts/actions';
import type { Request, Response } from 'express';
import { isRetryable } from '../db/constraint-errors.ts';
import type { TenantTransaction, Transaction } from '../db/database.ts';
import { AppError } from '../lib/app-error.ts';
import { callerNetwork } from '../lib/caller-network.ts';
import type {
  Ctx,
  Dependencies,
  OutsideContext,
  PortalPractice,
  PublicContext,
  Session,
} from '../lib/context.ts';
import { partyOf } from '../lib/party.ts';
import { subscriptionState } from '../lib/subscription.ts';
import { auditEntry } from './audit.ts';
import { isOwnId, takeCredentials, type Credentials } from './credentials.ts';
import type { AllHandlers, EventSource } from '../lib/handlers.ts';
import type { EventStreams } from './event-streams.ts';
import { decodeFile } from './file-body.ts';
import { sendFromDisk, type LargeAnswers } from './large-answers.ts';
import { cookieOf, setCookie } from './cookies.ts';
import { openPortal } from './open-portal.ts';
import { openSession } from './open-session.ts';
import type { RateLimits } from './rate-limits.ts';
import { fieldsOf, type RequestStep } from './request-body.ts';
import { limitReading } from './sending-time.ts';
import { requestIdOf } from './request-log.ts';
import { inputError } from './error-answer.ts';

/** A handler as the runner sees it, whatever its action. */
interface AnyHandler {
  prepare?(ctx: unknown, input: unknown): Promise<unknown>;
  run(ctx: unknown, input: unknown, prepared: unknown): Promise<unknown>;
  finish?(ctx: unknown, ran: unknown): Promise<unknown>;
  undo?(ctx: unknown, prepared: unknown): Promise<void>;
}

interface Call {
  name: ActionName;
  action: Action;
  handler: AnyHandler;
  deps: Dependencies;
  limits: RateLimits;
  largeAnswers: LargeAnswers;
  streams: EventStreams;
  req: Request;
  res: Response;
  /** Whether the handler said that its answer is large. */
  answersLarge: boolean;
  fields: Record<string, unknown>;
  now: Date;
}

/** How often a transaction that lost a race is done again. */
const attempts = 3;

/**
 * Runs one action: session, role, subscription, limits, parse, transaction, handler, output, commit, answer.
 * The order matters: nothing of the input is looked at before the caller may be there at all, and the output is
 * checked before the commit, so that a wrong answer changes nothing.
 */
export function runAction(
  name: ActionName,
  handlers: AllHandlers,
  deps: Dependencies,
  limits: RateLimits,
  largeAnswers: LargeAnswers,
  streams: EventStreams,
): RequestStep {
  const action = actionNamed(name);
  const given: unknown = handlers[name];
  const handler = (typeof given === 'function' ? { run: given } : given) as AnyHandler;
  return async (req, res) => {
    const call: Call = {
      name,
      action,
      handler,
      deps,
      limits,
      largeAnswers,
      streams,
      req,
      res,
      answersLarge: false,
      fields: fieldsOf(req.body),
      now: deps.clock.now(),
    };
    // A file is read from the fields from here on; its text must not be kept twice.
    if (action.accepts) req.body = undefined;
    if (action.returns === 'events') return answerEvents(call);
    const output = action.access === 'public' ? await runPublic(call) : await runInPractice(call);
    await answer(call, output);
  };
}

async function runPublic(call: Call): Promise<unknown> {
  const { action, handler, deps, now } = call;
  const input = await parseLimited(call);
  const ctx: PublicContext = {
    requestId: requestIdOf(call.req),
    now,
    log: deps.log,
    deps,
    control: deps.database.control,
    userAgent: call.req.headers['user-agent'],
    host: call.req.hostname,
    cookie: (name) => cookieOf(call.req, name),
    setCookie: (cookie) => setCookie(call, cookie),
    inPractice: (tenantId, work) => inPortal(call, tenantId, work),
  };
  return parseOutput(action, await handler.run(ctx, input, undefined));
}

/** Does `work` in a practice on behalf of somebody without a session; one that lost a race is done again. */
async function inPortal<T>(
  { deps }: Call,
  tenantId: number,
  work: (tx: TenantTransaction, practice: PortalPractice) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await deps.database.transaction(false, async (tx) => work(tx, await openPortal(tx, tenantId)));
    } catch (error) {
      if (attempt === attempts || !isRetryable(error)) throw error;
    }
  }
}

async function runInPractice(call: Call): Promise<unknown> {
  const { handler, deps } = call;
  const credentials = takeCredentials(call.action, call.req, call.fields);
  if (!handler.prepare) {
    const ran = await inTransactions(call, credentials, undefined);
    return handler.finish ? finish(call, credentials, ran) : ran.output;
  }
  // The slow part holds no connection: a first look at the session, the work, then the transaction proper.
  const session = await deps.database.transaction(true, (tx) => admit(call, tx, credentials));
  const input = await parseLimited(call);
  const outside = outsideContext(call, credentials, session);
  const prepared = { input, value: await handler.prepare(outside, input) };
  const ran = await inTransactions(call, credentials, prepared).catch(async (error: unknown) => {
    await handler.undo?.(outside, prepared.value);
    throw error;
  });
  return handler.finish ? finish(call, credentials, ran) : ran.output;
}

/** The handler says where the events come from; the stream begins when its transaction is over. */
async function answerEvents(call: Call): Promise<void> {
  const { action, deps, req, res } = call;
  const credentials = takeCredentials(action, req, call.fields);
  const { session, output } = await inTransactions(call, credentials, undefined);
  const mayStay = async (): Promise<boolean> => {
    const again = { ...call, now: deps.clock.now() };
    try {
      await deps.database.transaction(true, (tx) => admit(again, tx, credentials));
      return true;
    } catch (error) {
      // Whoever cannot be looked at just now stays until the next look.
      if (!(error instanceof AppError)) deps.log.error({ err: error }, 'a stream could not be looked at');
      return !(error instanceof AppError) || error.code === 'unavailable';
    }
  };
  call.streams.begin({
    req,
    res,
    session: session.keyId,
    source: output as EventSource<unknown>,
    shape: (data) => parseOutput(action, data),
    mayStay,
  });
}

interface Ran {
  session: Session;
  output: unknown;
}

/** The transaction proper; one that lost a race is done again. */
async function inTransactions(
  call: Call,
  credentials: Credentials,
  prepared: { input: unknown; value: unknown } | undefined,
): Promise<Ran> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call.deps.database.transaction(call.action.kind === 'query', (tx) =>
        inTransaction(call, tx, credentials, prepared),
      );
    } catch (error) {
      if (attempt === attempts || !isRetryable(error)) throw error;
    }
  }
}

/** What is left to do outside the database after the commit; it makes the answer. */
async function finish(call: Call, credentials: Credentials, { session, output }: Ran): Promise<unknown> {
  return parseOutput(
    call.action,
    await call.handler.finish?.(outsideContext(call, credentials, session), output),
  );
}

const outsideContext = (call: Call, credentials: Credentials, session: Session): OutsideContext => ({
  deps: call.deps,
  now: call.now,
  log: call.deps.log,
  session,
  inPractice: (work) =>
    call.deps.database.transaction(false, async (tx) => {
      await openSession(tx, call.deps, credentials, call.now);
      return work(tx);
    }),
  beginLargeAnswer: () => {
    call.answersLarge = true;
    return call.largeAnswers.begin(call.req, call.res, partyOf(session));
  },
});

/**
 * What a handler gets. A class, because a getter written into each context would give each a shape of its own, which
 * keeps whole requests in memory until the next full collection.
 */
class PracticeContext implements Ctx {
  readonly requestId: string;
  readonly now: Date;
  readonly log: Dependencies['log'];
  readonly deps: Dependencies;
  readonly session: Session;
  readonly tx: Transaction;
  /** What the handler adds to the audit log. */
  details: Record<string, unknown> | null = null;
  readonly action: ActionName;

  constructor({ name, req, now, deps }: Call, session: Session, tx: Transaction) {
    this.requestId = requestIdOf(req);
    this.now = now;
    this.log = deps.log;
    this.deps = deps;
    this.session = session;
    this.tx = tx;
    this.action = name;
  }

  get tenantId(): number {
    if (this.session.tenantId === null) throw new Error(`${this.action} needs a practice`);
    return this.session.tenantId;
  }

  readonly auditDetails = (added: Record<string, unknown>): void => {
    this.details = { ...this.details, ...added };
  };
}

async function inTransaction(
  call: Call,
  tx: Transaction,
  credentials: Credentials,
  prepared: { input: unknown; value: unknown } | undefined,
): Promise<Ran> {
  const { action, handler } = call;
  const session = await admit(call, tx, credentials);
  const input = prepared ? prepared.input : await parseLimited(call);
  const ctx = new PracticeContext(call, session, tx);
  const ran = await handler.run(ctx, input, prepared?.value);
  // Events are looked at one by one, as they are sent.
  const output = handler.finish || action.returns === 'events' ? ran : parseOutput(action, ran);
  if (action.audit && session.tenantId !== null) {
    const { statement, values } = auditEntry(ctx, call.name, action.audit, input, output, ctx.details);
    tx.beforeCommit(statement, values);
  }
  return { session, output };
}

/** Session, role, forced password, own practice, subscription: may this caller be here at all? */
async function admit(call: Call, tx: Transaction, credentials: Credentials): Promise<Session> {
  const { action, deps, fields, now, req } = call;
  // A screen that is left open listens on by itself: nobody uses it.
  const session = await openSession(tx, deps, credentials, now, action.returns !== 'events');
  // For the request's log line.
  Object.assign(req, {
    caller: { tenant_id: session.tenantId, user_id: session.userId, client_id: session.clientId },
  });
  if (action.access === 'public' || !action.access.includes(session.role)) throw new AppError('forbidden');
  if (session.mustChangePassword && !action.beforePasswordChange)
    throw new AppError('password_change_required');
  for (const field of ['tenant_id', 'tenantId']) {
    if (fields[field] !== undefined && !isOwnId(fields[field], session.tenantId))
      throw new AppError('not_found');
  }
  if (needsSubscription(action, fields) && subscriptionState(session, now) === 'lapsed') {
    throw new AppError(
      'subscription_required',
      session.role === 'customer' ? { message: closedToCustomers } : {},
    );
  }
  return session;
}

/** What a pet owner is told of a practice whose trial is over, which is none of their business. */
const closedToCustomers =
  'Appointments cannot be requested here at the moment. Please contact the practice directly.';

/** Whether this call is one that only a practice in trial or with a subscription may make. */
function needsSubscription({ paid }: Action, fields: Record<string, unknown>): boolean {
  if (!paid || paid === true) return paid === true;
  return !Object.entries(paid.unless).every(([field, value]) => fields[field] === value);
}

/** Limits by address come before the input is read; limits by a field once it is known to be well-formed. */
async function parseLimited(call: Call): Promise<unknown> {
  const { action, limits, name, req } = call;
  const all = action.limit ?? [];
  await limits.consume(
    name,
    all.filter(({ per }) => per === 'address'),
    () => callerNetwork(req.ip),
  );
  if (action.accepts) decodeFile(call.fields);
  const parsed = action.input.safeParse(call.fields);
  if (!parsed.success) throw inputError(parsed.error);
  const input: Record<string, unknown> = parsed.data;
  await limits.consume(
    name,
    all.filter(({ per }) => per !== 'address'),
    (per) => String(input[per.slice('field:'.length)]),
  );
  return input;
}

function parseOutput(action: Action, output: unknown): unknown {
  const parsed = action.output.safeParse(output);
  if (parsed.success) return parsed.data;
  throw new Error(`The answer does not fit its declaration: ${parsed.error.message}`);
}

async function answer({ res, action, answersLarge }: Call, output: unknown): Promise<void> {
  res.setHeader('Cache-Control', 'no-store');
  limitReading(res);
  if (action.returns === 'pdf') {
    const { filename, content } = output as { filename: string; content: Uint8Array };
    res.setHeader('Content-Type', 'application/pdf');
    res.setHeader('Content-Disposition', `attachment; filename="${filename}"`);
    res.end(content);
    return;
  }
  // Express' own way would look for a charset, a tag and a cached copy first.
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  if (answersLarge) await sendFromDisk(res, JSON.stringify(output));
  else res.end(JSON.stringify(output));
}
