import { hash } from 'node:crypto';
import type { Action } from '@burrow/contracts/action';
import type { Request } from 'express';
import type { OutsideContext } from '../context/context.ts';
import {
  completeKey,
  findKept,
  releaseKey,
  takeKey,
  type KeptAnswer,
  type KeyedRequest,
} from '../db/idempotency-keys.ts';
import type { Transaction } from '../db/transaction.ts';
import { AppError, invalidField } from '../lib/app-error.ts';
import type { Session } from '../lib/session.ts';
import type { Call, GivenKey } from './call.ts';

/**
 * Takes the key out of a request: the header `Idempotency-Key`, or the field `idempotency_key` for a form. Undefined when
 * there is none, and for an action that takes none.
 */
export function takeIdempotencyKey(
  { idempotent }: Pick<Action, 'idempotent'>,
  { headers }: Pick<Request, 'headers'>,
  fields: Record<string, unknown>,
): GivenKey | undefined {
  if (!idempotent) return undefined;
  const header = headers['idempotency-key'] as string | undefined;
  const field = fields['idempotency_key'];
  delete fields['idempotency_key'];
  return header === undefined && field === undefined ? undefined : { header, field };
}

const printable = /^[ -~]{1,200}$/;

/**
 * The intended key: as it is, or as a quoted string of structured headers.
 * @throws AppError `invalid_input`
 */
export function keyOf({ header, field }: GivenKey): string {
  const keys = [header, field].filter((given) => given !== undefined).map(oneKey);
  const [key] = keys;
  if (key === undefined || keys.some((other) => other !== key)) {
    throw invalidField('idempotency_key', 'The header and the field have different keys.');
  }
  return key;
}

function oneKey(given: unknown): string {
  const key = typeof given === 'string' ? unquoted(given) : undefined;
  if (key === undefined || !printable.test(key)) {
    throw invalidField('idempotency_key', 'Use 1 to 200 printable ASCII characters.');
  }
  return key;
}

/** Undefined for unbalanced quotes. */
function unquoted(given: string): string | undefined {
  if (!given.startsWith('"')) return given;
  const inside = /^"((?:[^"\\]|\\["\\])*)"$/.exec(given)?.[1];
  return inside?.replaceAll(/\\(["\\])/g, '$1');
}

/**
 * A request with a key, once its session and its input are known; undefined for one without.
 * @throws AppError `invalid_input` for an invalid key
 */
export function keyedRequest(
  { givenKey, name, now }: Call,
  session: Session,
  input: unknown,
): KeyedRequest | undefined {
  if (givenKey === undefined) return undefined;
  const { tenantId } = session;
  if (tenantId === null) throw new Error(`${name} takes a key and needs a practice`);
  const owned = JSON.stringify([tenantId, name, ...ownerOf(session), keyOf(givenKey)]);
  return {
    tenantId,
    keyHash: hash('sha256', owned, 'buffer'),
    requestHash: hash('sha256', JSON.stringify(canonical(input)), 'buffer'),
    now,
  };
}

/**
 * The owner of the key: a person, in any session, or one API key. The programs of one admin are unaware of each other
 * and may both count from 1, and continue when a colleague takes them over.
 */
const ownerOf = ({ kind, keyId, clientId, userId, accountId }: Session): unknown[] =>
  kind === 'integration' ? ['program', keyId] : [clientId, userId, accountId];

/** The same for equivalent inputs: fields in one order, and files as their digest. */
function canonical(value: unknown): unknown {
  if (value instanceof Uint8Array) return hash('sha256', value);
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields.map(([field, member]) => [field, canonical(member)]));
}

/** The stored answer. */
export interface Replay {
  answer: unknown;
}

/**
 * The stored answer of the key, looked up before anything is prepared for its request.
 * @throws AppError `idempotency_key_reused`, `idempotency_in_progress`
 */
export const answeredBefore = async (
  outside: OutsideContext,
  request: KeyedRequest,
): Promise<Replay | undefined> => replayOf(request, await outside.inPractice((tx) => findKept(tx, request)));

/**
 * The stored answer of the key; otherwise this transaction reserves the key.
 * @throws AppError `idempotency_key_reused`, `idempotency_in_progress`
 */
export async function replayOrTakeKey(tx: Transaction, request: KeyedRequest): Promise<Replay | undefined> {
  const { isFree, kept } = await takeKey(tx, request);
  const replay = replayOf(request, kept);
  if (!replay && !isFree) throw new AppError('idempotency_in_progress');
  return replay;
}

function replayOf({ requestHash }: KeyedRequest, kept: KeptAnswer | undefined): Replay | undefined {
  if (!kept) return undefined;
  if (!kept.request_hash.equals(requestHash)) throw new AppError('idempotency_key_reused');
  if (kept.answer !== null) return { answer: JSON.parse(kept.answer) as unknown };
  if (kept.may_be_under_way) throw new AppError('idempotency_in_progress');
  return undefined;
}

/** Makes an answer that was not known at the commit, and stores it; if that fails, the key is free again. */
export async function answerLater(
  outside: OutsideContext,
  request: KeyedRequest,
  make: () => Promise<unknown>,
): Promise<unknown> {
  try {
    const answer = await make();
    await outside.inPractice((tx) => completeKey(tx, request, answer));
    return answer;
  } catch (error) {
    await outside
      .inPractice((tx) => releaseKey(tx, request))
      .catch((unreleased: unknown) => outside.log.warn({ err: unreleased }, 'a key could not be released'));
    throw error;
  }
}
