import knexFactory, { type Knex } from 'knex';
import type pg from 'pg';
import { AppError } from '../lib/app-error.ts';
import type { Logger } from '../lib/logger.ts';
import type { TracedPart, Tracing } from '../lib/tracing.ts';
import { isReadOnlyDatabase, isTimeout, toAppError } from './constraint-errors.ts';
import { createLiveUpdates, type LiveUpdates } from './live-updates.ts';
import { answerMs, openPool, poolActivity, type PoolActivity } from './pool.ts';
import { Replica, type ReplicaActivity } from './replica.ts';
import type { Statement } from './statement.ts';
import type { Queryable, TenantTransaction, Transaction } from './transaction.ts';

/** Builds SQL; it has no connection of its own. */
export const sql: Knex = knexFactory({ client: 'pg' });

interface DatabaseOptions {
  url: string;
  /** Bypasses a transaction pooler, to listen for notifications; `url` unless given. */
  listenUrl?: string | undefined;
  /** A streaming standby of it. */
  replicaUrl?: string | undefined;
  poolSize: number;
  /** False sends statements unnamed. */
  prepared: boolean;
  log: Logger;
  tracing?: Tracing | undefined;
}

/** A standby that does not accept a connection at once is not used. */
const replicaConnectMs = 500;

/** The time waited for a connection is subtracted from the statement timeout. */
const longWaitMs = 500;

export interface Database {
  /** Runs `work` in a transaction; commits when it resolves, rolls back when it rejects. */
  transaction<T>(readOnly: boolean, work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Runs `work`, which only reads, in a transaction with one snapshot, however long it takes. */
  snapshot<T>(work: (transaction: TenantTransaction) => Promise<T>): Promise<T>;
  /** Single statements outside any practice: sign-in functions, limits, health. */
  control: Queryable;
  /** A standby for large read-only queries; undefined without one. */
  replica: Replica | undefined;
  /** Notifications from the transactions of all processes; closed first when the process ends. */
  live: LiveUpdates;
  /** Statistics for monitoring. */
  activity(): DatabaseActivity;
  /** Counts a retried transaction. */
  noteRetry: () => void;
  close(): Promise<void>;
}

/** The current pools, and counts since the start. */
export interface DatabaseActivity {
  pools: Record<'requests' | 'control', PoolActivity> & { replica?: PoolActivity };
  /** Undefined without a replica. */
  replica: ReplicaActivity | undefined;
  /** Transactions retried after a conflict. */
  retried: number;
  /** Statements that took too long. */
  timedOut: number;
  /** Statements, and waits for a connection, that failed because the database was unavailable or too busy. */
  unavailable: number;
}

type Counts = Omit<DatabaseActivity, 'pools' | 'replica'>;

/** Opens the pools. Two, because a limit or a sign-in must not wait for the connections that transactions hold. */
export function createDatabase(options: DatabaseOptions): Database {
  const { url, listenUrl, replicaUrl, poolSize, prepared, log, tracing } = options;
  const tenantPool = openPool({ url, max: poolSize, name: 'burrow', log });
  const controlPool = openPool({ url, max: 4, name: 'burrow-control', log });
  const live = createLiveUpdates({ url: listenUrl ?? url, log });
  const counts: Counts = { retried: 0, timedOut: 0, unavailable: 0 };
  const answering: Answering = { prepared, counts, tracing };
  const replicaPool = replicaUrl
    ? openPool({ url: replicaUrl, max: poolSize, name: 'burrow-reports', log, patienceMs: replicaConnectMs })
    : undefined;
  const replica = replicaPool && createReplica(replicaPool, { prepared, tracing }, log);
  return {
    control: queryable(controlPool, answering),
    live,
    replica,
    transaction: (readOnly, work) => {
      const run = () => inTransaction(tenantPool, answering, readOnly ? 'begin read only' : 'begin', work);
      return tracing ? tracing.part(transactionPart(readOnly), run) : run();
    },
    snapshot: (work) => {
      const beginning = 'begin isolation level repeatable read, read only';
      const run = () => inTransaction(tenantPool, answering, beginning, work);
      return tracing ? tracing.part(transactionPart(true), run) : run();
    },
    activity: () => ({
      pools: {
        requests: poolActivity(tenantPool),
        control: poolActivity(controlPool),
        ...(replicaPool ? { replica: poolActivity(replicaPool) } : {}),
      },
      replica: replica?.activity(),
      ...counts,
    }),
    noteRetry: () => {
      counts.retried += 1;
      tracing?.event('retry');
    },
    close: async () => {
      await Promise.all([live.close(), tenantPool.end(), controlPool.end(), replicaPool?.end()]);
    },
  };
}

/** Failures of a standby are counted separately: they do not concern the primary. */
function createReplica(
  pool: pg.Pool,
  { prepared, tracing }: Omit<Answering, 'counts'>,
  log: Logger,
): Replica {
  const counts = { retried: 0, timedOut: 0, unavailable: 0 };
  const answering: Answering = { prepared, counts, tracing, readOnly: true };
  return new Replica({
    transaction: (work) => {
      const run = () => inTransaction(pool, answering, 'begin read only', work);
      return tracing ? tracing.part(transactionPart(true), run) : run();
    },
    control: queryable(pool, answering),
    log,
  });
}

async function inTransaction<T>(
  pool: pg.Pool,
  answering: Answering,
  beginning: string,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const { counts, tracing } = answering;
  const asked = performance.now();
  const client = await pool.connect().catch((error: unknown) => {
    counts.unavailable += 1;
    throw unavailable(error);
  });
  const waitedMs = performance.now() - asked;
  tracing?.event('connected');
  // BEGIN is sent with the first statement; its own failure shows when the transaction ends.
  const begun = settled(client.query(beginning));
  if (waitedMs > longWaitMs) void settled(client.query(shorterPatience(waitedMs)));
  const lastStatements: [Statement<unknown>, readonly unknown[]][] = [];
  let broken: Error | undefined;
  // Of statements sent together the first failure gives the reason; the others only report that the transaction is
  // aborted.
  const failures: unknown[] = [];
  const noted = { ...answering, failures, readOnly: beginning.endsWith('read only') };
  try {
    const answers = queryable(client, noted);
    const result = await work({
      ...answers,
      run: async (builder) => {
        const { sql: text, bindings } = builder.toSQL().toNative();
        const name = tracing ? builtName(text) : '';
        const answer = await told(noted, name, () => client.query({ text, values: [...bindings] }));
        return answer.rows;
      },
      beforeCommit: (last, values) => lastStatements.push([last, values]),
    });
    const last = lastStatements.map(([statement, values]) => settled(answers.rows(statement, values)));
    const commit = () => client.query('commit');
    const ended = await settled(tracing ? tracing.statement(databasePart('commit'), commit) : commit());
    for (const outcome of [await begun, ...(await Promise.all(last)), ended]) {
      if (outcome.status === 'rejected') throw outcome.reason;
    }
    // PostgreSQL answers COMMIT with ROLLBACK when a statement before it failed.
    if (ended.status === 'fulfilled' && (ended.value as pg.QueryResult).command === 'ROLLBACK') {
      throw new Error('The transaction was rolled back at commit.');
    }
    return result;
  } catch (error) {
    const undone = await settled(client.query('rollback'));
    if (undone.status === 'rejected') broken = new Error('rollback failed', { cause: undone.reason });
    else if (failures.some(isReadOnlyDatabase)) broken = new Error('the database is read-only');
    throw toAppError(isAborted(error) ? (failures[0] ?? error) : error, noted);
  } finally {
    // A connection that could not roll back is closed, not reused; so is one that refuses writes, because it may refuse
    // them even after the database accepts them again, or lead to a server that is no longer the primary.
    client.release(broken);
  }
}

/** For this transaction: the rest of the time within which every caller gets an answer. */
const shorterPatience = (waitedMs: number): string =>
  `set local statement_timeout = ${Math.max(longWaitMs, Math.round(answerMs - waitedMs))}`;

function queryable(client: pg.Pool | pg.PoolClient, answering: Answering): Queryable {
  const { prepared } = answering;
  const rows = async <Row>(asked: Statement<Row>, values: readonly unknown[] = []): Promise<Row[]> => {
    const query = { text: asked.text, values: [...values], ...(prepared ? { name: asked.name } : {}) };
    const answer = await told(answering, asked.name, () => client.query(query));
    return answer.rows as Row[];
  };
  return { rows, row: async (asked, values) => (await rows(asked, values))[0] };
}

/** How statements are sent, and where they are reported. */
interface Answering {
  prepared: boolean;
  counts: Counts;
  tracing: Tracing | undefined;
  /** See {@link toAppError}. */
  readOnly?: boolean;
  /** Collects the failures of a transaction's statements, in order. */
  failures?: unknown[];
}

/** PostgreSQL's error for a statement after a failed one. */
const isAborted = (error: unknown): boolean =>
  error instanceof Error && (error as Error & { code?: string }).code === '25P02';

const transactionPart = (readOnly: boolean): TracedPart => ({
  name: 'transaction',
  attributes: { 'burrow.read_only': readOnly },
});

/** What a trace records of a statement: its name, never its values. */
const databasePart = (name: string): TracedPart => ({
  name,
  attributes: { 'db.system.name': 'postgresql', 'db.query.summary': name },
});

/** The name of a built statement: 'insert into bookings'. Its text contains no values. */
const builtName = (text: string): string =>
  /^(?:insert into|update|delete from) "\w+"/.exec(text)?.[0].replaceAll('"', '') ?? 'statement';

/** Sends a statement at once; a current trace records its duration. */
const told = <T>(answering: Answering, name: string, send: () => Promise<T>): Promise<T> =>
  answering.tracing
    ? answering.tracing.statement(databasePart(name), () => guarded(send(), answering))
    : guarded(send(), answering);

async function guarded<T>(answer: Promise<T>, answering: Answering): Promise<T> {
  const { counts, failures } = answering;
  try {
    return await answer;
  } catch (error) {
    const meant = toAppError(error, answering);
    failures?.push(meant);
    if (isTimeout(error)) counts.timedOut += 1;
    else if (meant instanceof AppError && meant.code === 'unavailable') counts.unavailable += 1;
    throw meant;
  }
}

const settled = async <T>(promise: Promise<T>): Promise<PromiseSettledResult<T>> => {
  const [outcome] = await Promise.allSettled([promise]);
  return outcome;
};

const unavailable = (error: unknown): AppError => new AppError('unavailable', {}, { cause: error });
