import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { documentTypeOf, documentTypes, type Action } from '@burrow/contracts/action';
import { actionNamed, type ActionName } from '@burrow/contracts/actions';
import type { DocumentInStream } from '@burrow/contracts/wire';
import type { Dependencies } from '../context/context.ts';
import type { AllHandlers, EventSource } from '../context/handlers.ts';
import { keepAnswer, type KeyedRequest } from '../db/idempotency-keys.ts';
import { walPosition } from '../db/replica.ts';
import { withRetries } from '../db/retries.ts';
import type { Transaction } from '../db/transaction.ts';
import { AppError } from '../lib/app-error.ts';
import type { Session } from '../lib/session.ts';
import { admit, parseLimited, refuseOtherSites } from './admission.ts';
import { auditEntry } from './audit.ts';
import type { AnyHandler, Call } from './call.ts';
import { takeCredentials, type Credentials } from './credentials.ts';
import { DocumentOnDisk } from './document-on-disk.ts';
import type { EventStreams } from './event-streams.ts';
import { outsideContext, PracticeContext, publicContext } from './handler-contexts.ts';
import { holdFor } from './held.ts';
import {
  answeredBefore,
  answerLater,
  keyedRequest,
  replayOrTakeKey,
  takeIdempotencyKey,
  type Replay,
} from './idempotency.ts';
import type { LargeAnswers } from './large-answers.ts';
import type { RateLimits } from './rate-limits.ts';
import { fieldsOf, type RequestStep } from './request-body.ts';
import { requestIdOf } from './request-log.ts';
import { limitReading } from './sending-time.ts';

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
    const fields = fieldsOf(req.body);
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
      isCounted: false,
      fields,
      givenKey: takeIdempotencyKey(action, req, fields),
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
  const { action, handler } = call;
  refuseOtherSites(call);
  const input = await parseLimited(call, null);
  return parseOutput(action, await handler.run(publicContext(call), input, undefined));
}

async function runInPractice(call: Call): Promise<unknown> {
  const { handler, deps } = call;
  const credentials = takeCredentials(call.action, call.req, call.fields);
  if (!handler.prepare || handler.isPrepared?.(call.fields) === false) {
    return finish(call, credentials, await inTransactions(call, credentials, undefined));
  }
  // The slow part holds no connection: a first look at the session, the work, then the transaction proper.
  const session = await deps.database.transaction(true, (tx) => admit(call, tx, credentials));
  const input = await parseLimited(call, session);
  const outside = outsideContext(call, credentials, session);
  const keyed = keyedRequest(call, session, input);
  const replay = keyed && (await answeredBefore(outside, keyed));
  if (replay) return finish(call, credentials, { session, keyed, replay, output: undefined });
  const prepared = { input, keyed, value: await handler.prepare(outside, input) };
  const ran = await inTransactions(call, credentials, prepared).catch(async (error: unknown) => {
    await handler.undo?.(outside, prepared.value);
    throw error;
  });
  // Somebody with the same key was quicker.
  if (ran.replay) await handler.undo?.(outside, prepared.value);
  return finish(call, credentials, ran);
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
    practice: session.tenantId,
    source: output as EventSource<unknown>,
    shape: (data) => parseOutput(action, data),
    mayStay,
  });
}

/** What was done before the transaction. */
interface Prepared {
  input: unknown;
  keyed: KeyedRequest | undefined;
  value: unknown;
}

/** What came of the transaction. */
interface Ran {
  session: Session;
  keyed: KeyedRequest | undefined;
  /** Nothing was done: the same request had been answered before. */
  replay: Replay | undefined;
  output: unknown;
}

/** The transaction proper; one that lost a race is done again. */
async function inTransactions(
  call: Call,
  credentials: Credentials,
  prepared: Prepared | undefined,
): Promise<Ran> {
  const { database } = call.deps;
  const admitted =
    call.action.mayReadReplica && database.replica?.isWorthAsking()
      ? await admitToReplica(call, credentials, prepared)
      : undefined;
  const ran = admitted && (await database.replica?.read(admitted, (tx) => runAdmitted(call, tx, admitted)));
  if (ran) return ran.value;
  // What was counted and parsed for the replica is not counted and parsed again.
  const known = admitted ?? prepared;
  return withRetries(database, () =>
    database.transaction(call.action.kind === 'query', (tx) => inTransaction(call, tx, credentials, known)),
  );
}

/** Who may read from the replica, and since when it has to have everything. */
interface Admitted extends Prepared {
  session: Session;
  tenantId: number;
  position: string;
}

/**
 * Lets a caller in as the database itself knows them: a key that was ended opens nothing, however far behind the replica is.
 * Where the log stands comes after what the caller was told is done. Undefined for who has no practice.
 */
const admitToReplica = (
  call: Call,
  credentials: Credentials,
  prepared: Prepared | undefined,
): Promise<Admitted | undefined> =>
  call.deps.database.transaction(true, async (tx) => {
    const [session, position] = await Promise.all([admit(call, tx, credentials), walPosition(tx)]);
    if (session.tenantId === null) return undefined;
    const input = prepared ? prepared.input : await parseLimited(call, session);
    return { session, tenantId: session.tenantId, position, input, keyed: undefined, value: prepared?.value };
  });

async function runAdmitted(call: Call, tx: Transaction, { session, input, value }: Admitted): Promise<Ran> {
  const ran = await call.handler.run(new PracticeContext(call, session, tx), input, value);
  const output = call.handler.finish ? ran : parseOutput(call.action, ran);
  return { session, keyed: undefined, replay: undefined, output };
}

async function inTransaction(
  call: Call,
  tx: Transaction,
  credentials: Credentials,
  prepared: Prepared | undefined,
): Promise<Ran> {
  const { action, handler } = call;
  const session = await admit(call, tx, credentials);
  const input = prepared ? prepared.input : await parseLimited(call, session);
  const keyed = prepared ? prepared.keyed : keyedRequest(call, session, input);
  const replay = keyed && (await replayOrTakeKey(tx, keyed));
  if (replay) return { session, keyed, replay, output: undefined };
  const ctx = new PracticeContext(call, session, tx);
  const ran = await handler.run(ctx, input, prepared?.value);
  // Events are looked at one by one, as they are sent.
  const output = handler.finish || action.returns === 'events' ? ran : parseOutput(action, ran);
  if (action.audit && session.tenantId !== null) {
    const { statement, values } = auditEntry(ctx, call.name, action.audit, input, output, ctx.details);
    tx.beforeCommit(statement, values);
  }
  if (keyed) keepAnswer(tx, keyed, handler.finish ? knownAnswer(call, ran) : output);
  return { session, keyed, replay, output };
}

/** What `finish` will answer, where that is known by now. */
const knownAnswer = ({ action, handler }: Call, ran: unknown): unknown =>
  handler.answerOf && parseOutput(action, handler.answerOf(ran));

/** What is left to do outside the database after the commit; it makes the answer. */
async function finish(call: Call, credentials: Credentials, ran: Ran): Promise<unknown> {
  const { action, handler, res } = call;
  const { session, keyed, replay, output } = ran;
  if (replay) {
    res.setHeader('Idempotent-Replayed', 'true');
    return replay.answer;
  }
  if (!handler.finish) return output;
  const outside = outsideContext(call, credentials, session);
  const finished = async (): Promise<unknown> => parseOutput(action, await handler.finish?.(outside, output));
  return keyed && !handler.answerOf ? answerLater(outside, keyed, finished) : finished();
}

function parseOutput(action: Action, output: unknown): unknown {
  const parsed = action.output.safeParse(output);
  if (parsed.success) return parsed.data;
  throw new Error(`The answer does not fit its declaration: ${parsed.error.message}`);
}

/** From this many bytes or characters on, an answer waits on the disk for whoever reads it slowly. */
const largeSize = 512_000;

async function answer(call: Call, output: unknown): Promise<void> {
  const { req, res, action, answersLarge } = call;
  const documentType = documentTypeOf(action);
  // Express' own way would look for a charset, a tag and a cached copy first.
  const headers = new Map([['Content-Type', 'application/json; charset=utf-8']]);
  let content: string | Uint8Array | DocumentOnDisk | DocumentInStream;
  if (documentType === null) content = JSON.stringify(output);
  else {
    const document = output as { filename: string; content: Uint8Array | DocumentOnDisk | DocumentInStream };
    content = document.content;
    headers.set('Content-Type', documentTypes[documentType]);
    headers.set('Content-Disposition', `attachment; filename="${document.filename}"`);
  }
  if (isWhole(content) && (answersLarge || content.length > largeSize)) {
    const onDisk = new DocumentOnDisk(res);
    holdFor(req, () => onDisk.discard());
    await onDisk.write([content]);
    content = onDisk;
  }
  res.setHeader('Cache-Control', 'no-store');
  res.setHeaders(headers);
  limitReading(res);
  if (content instanceof DocumentOnDisk) await content.send();
  else if (isWhole(content)) res.end(content);
  else await sendWhileMade(call, content);
}

const isWhole = (content: unknown): content is string | Uint8Array =>
  typeof content === 'string' || content instanceof Uint8Array;

/** Sends a document while it is made. One that breaks off is cut, so that nobody takes it for whole. */
async function sendWhileMade({ req, res, deps, name }: Call, document: DocumentInStream): Promise<void> {
  // It takes as long as the caller's line does, which says nothing about our speed.
  req.streams = true;
  try {
    await pipeline(Readable.from(document, { objectMode: false }), res);
  } catch (error) {
    res.destroy();
    // Whoever goes away meanwhile is nobody's fault.
    if ((error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    deps.log.warn({ err: error, request_id: requestIdOf(req), action: name }, 'an answer broke off');
  }
}
