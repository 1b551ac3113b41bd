import type { Database } from '../../db/database.ts';
import { jobSchema, jobSchemaProblem } from '../../db/job-schema.ts';
import { unavailableReason } from '../../db/wait-for-database.ts';
import { isolationProblem, roleProblem, schemaProblem } from '../../db/preconditions.ts';
import { walPosition, type ReplicaState } from '../../db/replica.ts';
import { statement } from '../../db/statement.ts';
import type { Queryable } from '../../db/transaction.ts';
import type { Finding } from './finding.ts';

/** PostgreSQL 16, in the server's own number. */
const oldestPostgres = 160_000;

const serverVersion = statement<{ number: number; version: string }>(
  'doctor_server_version',
  `select current_setting('server_version_num')::int as number, current_setting('server_version') as version`,
);

const overdueJobs = statement<{ waiting: number }>(
  'doctor_overdue_jobs',
  `select count(*) as waiting from ${jobSchema}.job j
   where j.state in ('created', 'retry') and j.start_after < now() - interval '5 minutes'`,
);

/**
 * Checks the database: whether it answers, is of a supported release, limits the server to one practice, and has the
 * schema and the queue of this release. Never rejects. If it does not answer, that is the only finding.
 */
export async function databaseFindings({
  control: database,
  replica,
}: Pick<Database, 'control' | 'replica'>): Promise<Finding[]> {
  const reached = await reachedFinding(database);
  if (reached.state === 'wrong') return [reached];
  const look = async (
    what: string,
    well: string,
    findProblem: (database: Queryable) => Promise<string | undefined>,
    todo: string,
  ): Promise<Finding> => {
    const problem = await findProblem(database).catch(messageOf);
    return problem ? { what, state: 'wrong', said: problem, todo } : { what, state: 'ok', said: well };
  };
  const migrate = 'Run this release’s `migrate`.';
  return [
    reached,
    await look(
      'role',
      'can’t bypass row-level security',
      roleProblem,
      'Set DATABASE_URL to the burrow_app login.',
    ),
    await look(
      'row-level security',
      'restricts every table to one practice',
      isolationProblem,
      'The tables were changed by hand. Restore their policies before anyone signs in.',
    ),
    await look('migrations', 'all applied', schemaProblem, migrate),
    await look('job queue', 'matches this release', jobSchemaProblem, migrate),
    await workFinding(database),
    ...(replica ? [await replicaFinding(database, replica)] : []),
  ];
}

const replicaSaid: Record<ReplicaState, string> = {
  ok: 'in sync',
  behind: 'lagging: reports use the primary database until it catches up',
  away: 'unavailable or not a standby: reports use the primary database',
};

/** Nothing depends on the replica, so it is never a failure. */
async function replicaFinding(
  database: Queryable,
  replica: NonNullable<Database['replica']>,
): Promise<Finding> {
  const what = 'read replica';
  try {
    const state = await replica.state(await walPosition(database));
    if (state === 'ok') return { what, state: 'ok', said: replicaSaid.ok };
    const todo = 'Check that the standby at DATABASE_REPLICA_URL is running and replicating.';
    return { what, state: 'note', said: replicaSaid[state], todo };
  } catch (error) {
    return { what, state: 'note', said: messageOf(error) };
  }
}

async function reachedFinding(database: Queryable): Promise<Finding> {
  const what = 'database';
  try {
    const server = await database.row(serverVersion);
    const isOld = (server?.number ?? 0) < oldestPostgres;
    const said = `PostgreSQL ${server?.version}${isOld ? ': 16 or later is needed' : ''}`;
    return { what, state: isOld ? 'wrong' : 'ok', said };
  } catch (error) {
    return { what, state: 'wrong', said: messageOf(error) };
  }
}

/** Jobs that have not begun though they were due five minutes ago. */
async function workFinding(database: Queryable): Promise<Finding> {
  const what = 'background jobs';
  try {
    const waiting = (await database.row(overdueJobs))?.waiting ?? 0;
    if (waiting === 0) return { what, state: 'ok', said: 'none overdue' };
    const todo =
      'Check that a process runs with WORKER=inline or WORKER=only, and look for errors in its log.';
    return { what, state: 'note', said: `${waiting} overdue`, todo };
  } catch (error) {
    return { what, state: 'wrong', said: messageOf(error) };
  }
}

/** The underlying reason, if an error only says that something is unavailable. */
export function messageOf(error: unknown): string {
  const away = unavailableReason(error);
  if (away !== undefined) return away;
  const { cause } = error as { cause?: unknown };
  if (cause instanceof Error) return cause.message;
  return error instanceof Error ? error.message : String(error);
}
