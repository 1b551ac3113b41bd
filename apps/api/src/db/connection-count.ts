import { webProcesses, type Env } from '../config/env.ts';
import type { Logger } from '../lib/logger.ts';
import { statement } from './statement.ts';
import type { Queryable } from './transaction.ts';

/** Of a process beside DATABASE_POOL: four for sign-ins and limits, three for jobs, one for live updates. */
const besidePool = 8;

const connectionLimit = statement<{ available: number }>(
  'connection_limit',
  `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - current_setting('reserved_connections')::int as available`,
);

/**
 * Warns at the start when the processes of this server may open more connections than PostgreSQL accepts. Through a
 * pooler (DATABASE_LISTEN_URL) they are the pooler's, which has limits of its own.
 */
export async function warnOfTooFewConnections(
  database: Queryable,
  env: Pick<Env, 'DATABASE_POOL' | 'DATABASE_LISTEN_URL' | 'WEB_CONCURRENCY' | 'WORKER'>,
  log: Logger,
): Promise<void> {
  if (env.DATABASE_LISTEN_URL) return;
  const needed = webProcesses(env) * (env.DATABASE_POOL + besidePool);
  const { available = needed } = (await database.row(connectionLimit)) ?? {};
  if (needed > available) {
    log.warn(
      { needed, available },
      'this server may open more connections than the database accepts: lower DATABASE_POOL or WEB_CONCURRENCY, or raise max_connections',
    );
  }
}
