import express, { type Router } from 'express';
import { isReadOnlyDatabase } from '../db/constraint-errors.ts';
import type { Database } from '../db/database.ts';
import { jobSchemaProblem } from '../db/job-schema.ts';
import { schemaProblem } from '../db/preconditions.ts';
import { walPosition, type ReplicaState } from '../db/replica.ts';
import { statement } from '../db/statement.ts';
import type { Queryable } from '../db/transaction.ts';
import { version } from '../lib/version.ts';

// Fails in a read-only session, whose connection the pool then closes.
const writeNothing = statement('write_nothing', 'update work_marks set name = name where false');

/** The state that `main` reports to the health page: draining means no new work should be sent here. */
export interface Lifecycle {
  draining: boolean;
  /** From the start until requests are answered. */
  starting?: boolean;
}

/**
 * `/api/health`: this process lives. `/api/ready`: it can serve (database reachable, schema and job queue current, not
 * starting, not draining). A read-only database is reported and does not affect readiness: no other server could do better.
 */
export function healthRoutes(database: Pick<Database, 'control' | 'replica'>, lifecycle: Lifecycle): Router {
  const { control } = database;
  const router = express.Router();
  router.get('/health', (_req, res) => {
    res.json({ status: 'ok', version });
  });
  router.get('/ready', async (_req, res) => {
    const checks = { database: 'ok', migrations: 'ok', queue: 'ok', draining: lifecycle.draining };
    try {
      // A running server continues after the next release has migrated; otherwise all would be out of service before
      // one of that release is up.
      const serving = { mayBeNewer: !lifecycle.starting };
      const [state, migrations, queue] = await Promise.all([
        databaseState(control),
        schemaProblem(control, serving),
        jobSchemaProblem(control, serving),
      ]);
      checks.database = state;
      checks.migrations = migrations ?? 'ok';
      checks.queue = queue ?? 'ok';
    } catch {
      // The logs of the affected requests contain the error; here only that the database does not answer.
      checks.database = 'unreachable';
      checks.migrations = 'unknown';
      checks.queue = 'unknown';
    }
    const ready =
      checks.database !== 'unreachable' &&
      [checks.migrations, checks.queue].every((check) => check === 'ok') &&
      !checks.draining &&
      !lifecycle.starting;
    const replica = await replicaState(database);
    res
      .status(ready ? 200 : 503)
      .json({ status: ready ? 'ready' : 'not ready', checks: { ...checks, ...(replica && { replica }) } });
  });
  return router;
}

/** Whether the primary accepts writes: with a full disk, or after a failover, it may be read-only. */
async function databaseState(control: Queryable): Promise<'ok' | 'read-only'> {
  try {
    await control.rows(writeNothing);
    return 'ok';
  } catch (error) {
    if (!isReadOnlyDatabase(error)) throw error;
    return 'read-only';
  }
}

/** The state of the read replica, which does not affect readiness: without it everything is read from the primary. */
async function replicaState({
  control,
  replica,
}: Pick<Database, 'control' | 'replica'>): Promise<ReplicaState | 'unknown' | undefined> {
  if (!replica) return undefined;
  const position = await walPosition(control).catch(() => undefined);
  return position === undefined ? 'unknown' : replica.state(position);
}
