import pg from 'pg';
import type { Logger } from '../lib/logger.ts';
import { BatchingSocket } from './batching-socket.ts';
import { valueParsers } from './value-parsers.ts';

/**
 * How long the server waits for a connection, and for an answer, before it reports that it is busy. The database
 * itself stops a little earlier (`statement_timeout` of the API's role); waiting longer means that nothing answers.
 */
const connectMs = 4000;
export const answerMs = 4500;

export interface PoolActivity {
  /** The maximum number. */
  size: number;
  /** The current number. */
  total: number;
  /** The idle ones among them. */
  idle: number;
  /** Callers waiting for one. */
  waiting: number;
}

interface PoolOptions {
  url: string;
  max: number;
  /** The application name of the connections. */
  name: string;
  log: Logger;
  /** The timeout for a connection. */
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
  // A connection in use emits an error besides failing its statements; unhandled it would end the process.
  pool.on('connect', (client) => client.on('error', onLost));
  return pool;
}

/** The current figures of a pool. */
export const poolActivity = ({ options, totalCount, idleCount, waitingCount }: pg.Pool): PoolActivity => ({
  size: options.max,
  total: totalCount,
  idle: idleCount,
  waiting: waitingCount,
});
