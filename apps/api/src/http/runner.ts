import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { documentTypeOf, documentTypes, type Action } from '@burrow/contracts/action';
import { actionNamed, type ActionName } from '@burrow/contracts/actions';
import compression from 'compression';
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
import { recordCall } from './audit.ts';
import type { AnyHandler, Call } from './call.ts';
import { takeCredentials, type Credentials } from './credentials.ts';
import { DocumentOnDisk } from './document-on-disk.ts';
import type { EventStreams } from './event-streams.ts';
import { outsideContext, PracticeContext, publicContext } from './handler-contexts.ts';
import { holdForRequest } from './request-resources.ts';
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
import { limitReading } from './request-timeout.ts';

/**
 * Runs one action: session, role, subscription, limits, parse, transaction, handler, output, commit, answer. The
 * order matters: the input is not read before the caller is admitted, and the output is checked before the commit, so
 * that an invalid answer changes nothing.
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
    // From here on the file is in the fields; its text must not be kept twice.
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
  // The slow part holds no connection: check the session first, do the work, then run the transaction.
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
  // Another request with the same key was faster.
  if (ran.replay) await handler.undo?.(outside, prepared.value);
  return finish(call, credentials, ran);
}

/** The handler returns the source of the events; the stream begins after its transaction. */
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
      // If the check fails, the caller stays until the next one.
      if (!(error instanceof AppError)) deps.log.error({ err: error }, 'a stream could not be checked');
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

/** The results of the work before the transaction. */
interface Prepared {
  input: unknown;
  keyed: KeyedRequest | undefined;
  value: unknown;
}

/** The results of the transaction. */
interface Ran {
  session: Session;
  keyed: KeyedRequest | undefined;
  /** Nothing was executed: the stored answer is repeated. */
  replay: Replay | undefined;
  output: unknown;
}

/** The transaction; one that lost a race is retried. */
async function inTransactions(
  call: Call,
  credentials: Credentials,
  prepared: Prepared | undefined,
): Promise<Ran> {
  const { database } = call.deps;
  const admitted =
    call.action.mayReadReplica && database.replica?.isHealthy()
      ? await admitToReplica(call, credentials, prepared)
      : undefined;
  const ran = admitted && (await database.replica?.read(admitted, (tx) => runAdmitted(call, tx, admitted)));
  if (ran) return ran.value;
  // Counting and parsing for the replica is not repeated.
  const known = admitted ?? prepared;
  return withRetries(database, () =>
    database.transaction(call.action.kind === 'query', (tx) => inTransaction(call, tx, credentials, known)),
  );
}

/** The caller of a read from the replica, and the position that it must have reached. */
interface Admitted extends Prepared {
  session: Session;
  tenantId: number;
  position: string;
}

/**
 * Admits a caller on the primary: a revoked key stays refused, however far behind the replica is. The position of the
 * log covers everything that was acknowledged to the caller. Undefined for a caller without a practice.
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
  // Events are checked one by one, as they are sent.
  const output = handler.finish || action.returns === 'events' ? ran : parseOutput(action, ran);
  recordCall(call, ctx, input, output);
  if (keyed) keepAnswer(tx, keyed, handler.finish ? knownAnswer(call, ran) : output);
  return { session, keyed, replay, output };
}

/** The answer of `finish`, if it is already known. */
const knownAnswer = ({ action, handler }: Call, ran: unknown): unknown =>
  handler.answerOf && parseOutput(action, handler.answerOf(ran));

/** The work left outside the database after the commit; it makes the answer. */
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

/** The checked answer; a handler that answers nothing has succeeded. */
function parseOutput(action: Action, output: unknown = { success: true }): unknown {
  const parsed = action.output.safeParse(output);
  if (parsed.success) return parsed.data;
  throw new Error(`The response does not match its declaration: ${parsed.error.message}`);
}

/** From this many bytes or characters on, an answer is spooled to the disk for slow readers. */
const largeSize = 512_000;

/**
 * From this many bytes on, JSON is compressed for callers who accept it: only of queries, because a command can answer with
 * a new key, code or link, and compression would let the length of an answer reveal a secret beside a guess.
 */
const compressedSize = 1024;
const compress = compression({ threshold: compressedSize, filter: () => true });

async function answer(call: Call, output: unknown): Promise<void> {
  const { req, res, action, answersLarge } = call;
  const documentType = documentTypeOf(action);
  // Express' own method would look for a charset, a tag and a cached copy first.
  const headers = new Map([['Content-Type', 'application/json; charset=utf-8']]);
  let content: string | Uint8Array | DocumentOnDisk | DocumentInStream;
  if (documentType === null) {
    content = JSON.stringify(output);
    if (action.kind === 'query' && content.length >= compressedSize) compress(req, res, () => undefined);
  } else {
    const document = output as { filename: string; content: Uint8Array | DocumentOnDisk | DocumentInStream };
    content = document.content;
    headers.set('Content-Type', documentTypes[documentType]);
    headers.set('Content-Disposition', `attachment; filename="${document.filename}"`);
  }
  if (isWhole(content) && (answersLarge || content.length > largeSize)) {
    const onDisk = new DocumentOnDisk(res);
    holdForRequest(req, () => onDisk.discard());
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

/** Sends a document while it is generated. An incomplete one is aborted, so that it cannot pass for complete. */
async function sendWhileMade({ req, res, deps, name }: Call, document: DocumentInStream): Promise<void> {
  // Its duration depends on the caller's connection, not on our speed.
  req.streams = true;
  try {
    await pipeline(Readable.from(document, { objectMode: false }), res);
  } catch (error) {
    res.destroy();
    // A caller who disconnects meanwhile is no error.
    if ((error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    deps.log.warn({ err: error, request_id: requestIdOf(req), action: name }, 'a response was cut off');
  }
}
