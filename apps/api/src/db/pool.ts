import pg from 'pg';
import type { Logger } from '../lib/logger.ts';
import { BatchingSocket } from './batching-socket.ts';
import { valueParsers } from './value-parsers.ts';

/**
 * How long the server waits for a connection, and for an answer, before it says that it is busy. The database itself
 * gives up a little earlier (`statement_timeout` of the API's role); waiting longer means that nothing answers at all.
 */
const connectMs = 4000;
export const answerMs = 4500;

/** Connections of a pool. */
export interface PoolActivity {
  /** Which it may have at the most. */
  size: number;
  /** Which it has. */
  total: number;
  /** Of these, which nobody uses. */
  idle: number;
  /** Callers that wait for one. */
  waiting: number;
}

interface PoolOptions {
  url: string;
  max: number;
  /** What the database calls its connections. */
  name: string;
  log: Logger;
  /** How long a connection is waited for. */
  patienceMs?: number;
}

/** Opens a pool that outlives the loss of its connections. */
export function openPool({ url, max, name, log, patienceMs = connectMs }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    pipeline: true,
    stream: () => new BatchingSocket(),
    types: valueParsers,
    application_name: name,
    connectionTimeoutMillis: patienceMs,
    query_timeout: answerMs,
    keepAlive: true,
  });
  const onLost = (error: Error): void => log.warn({ err: error }, 'a database connection was lost');
  pool.on('error', onLost);
  // One that is in use says so itself, besides failing the statements that wait on it; unheard it would end the process.
  pool.on('connect', (client) => client.on('error', onLost));
  return pool;
}

/** What a pool is doing. */
export const poolActivity = ({ options, totalCount, idleCount, waitingCount }: pg.Pool): PoolActivity => ({
  size: options.max,
  total: totalCount,
  idle: idleCount,
  waiting: waitingCount,
});
