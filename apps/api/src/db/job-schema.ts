import type pg from 'pg';
import type { PgBoss, Queue } from 'pg-boss';
import bossPackage from 'pg-boss/package.json' with { type: 'json' };
import type { JobPayloads } from '../lib/job-payloads.ts';
import { statement } from './statement.ts';
import type { Queryable } from './transaction.ts';

/** The schema of the job queue. Its tables contain ids and no personal data. */
export const jobSchema = 'pgboss';

/** The queues by name: enqueued jobs, and scheduled ones. */
export interface QueuePayloads extends JobPayloads {
  /** A refund whose attempts are used up. */
  refund_given_up: JobPayloads['refund'];
  plan_reminders: null;
  plan_gaps: null;
  plan_recalls: null;
  clear_up: null;
  back_up: null;
}
export type QueueName = keyof QueuePayloads;

/** The version of pg-boss's tables that this release requires. */
const layout: number = bossPackage.pgboss.schema;

// The job of a killed process misses its heartbeat and is given to another one.
const each = { heartbeatSeconds: 10, expireInSeconds: 60 };

// Retried after 15 seconds, then with twice the delay each time, up to an hour.
const patient = { ...each, retryBackoff: true, retryDelay: 15, retryDelayMax: 3600 };

// 'short': of the jobs of one key that have not begun, there is one. 'exclusive': there is one, waiting or under way.
const queues: Record<QueueName, Omit<Queue, 'name'>> = {
  refund_given_up: { ...patient, policy: 'standard', retryLimit: 100 },
  refund: { ...patient, policy: 'short', retryLimit: 12, deadLetter: 'refund_given_up' },
  deposit_check: { ...patient, policy: 'short', retryLimit: 100 },
  booking_change_lapse: { ...patient, policy: 'short', retryLimit: 100 },
  subscription_check: { ...patient, policy: 'short', retryLimit: 100 },
  // Few and long: a step of an import ends after 20 seconds, a check reads a whole file.
  import: { ...patient, policy: 'short', retryLimit: 100, expireInSeconds: 600 },
  // Retried for a quarter of an hour only, because the user is waiting.
  password_mail: { ...patient, policy: 'standard', retryLimit: 6 },
  account_mail: { ...patient, policy: 'standard', retryLimit: 12 },
  fill_gaps: { ...patient, policy: 'short', retryLimit: 20 },
  plan_reminders: { ...each, policy: 'exclusive', retryLimit: 0 },
  plan_recalls: { ...each, policy: 'exclusive', retryLimit: 0, expireInSeconds: 240 },
  plan_gaps: { ...each, policy: 'exclusive', retryLimit: 0 },
  clear_up: { ...each, policy: 'exclusive', retryLimit: 0, expireInSeconds: 240 },
  // A large installation takes hours; the backup sends heartbeats all the time.
  back_up: { ...each, policy: 'exclusive', retryLimit: 0, expireInSeconds: 82_800 },
};
export const queueNames = Object.keys(queues) as QueueName[];

/** The schedule of a queue, in cron syntax. */
const schedules: Partial<Record<QueueName, string>> = {
  plan_reminders: '* * * * *',
  plan_gaps: '* * * * *',
  plan_recalls: '* * * * *',
  clear_up: '*/5 * * * *',
  // Each run checks whether one is due.
  back_up: '*/5 * * * *',
};

const installedLayout = statement<{ version: number }>(
  'job_schema_version',
  `select v.version from ${jobSchema}.version v`,
);

/**
 * Whether this release can work with the job queue in the database. Returns the problem, or undefined.
 * @param mayBeNewer for a running process, while an upgrade is in progress
 */
export async function jobSchemaProblem(
  database: Queryable,
  { mayBeNewer = false }: { mayBeNewer?: boolean } = {},
): Promise<string | undefined> {
  const installed = await database.row(installedLayout).catch((error: { cause?: unknown; code?: string }) => {
    if (isMissing(error) || isMissing(error.cause)) return undefined;
    throw error;
  });
  if (!installed) return 'The job queue is not installed: run the pending migrations.';
  if (installed.version > layout && !mayBeNewer)
    return `The job queue is newer than this release: ${installed.version}.`;
  if (installed.version < layout) return `The job queue is behind this release: ${installed.version}.`;
  return undefined;
}

// SQLSTATEs of a missing table, and of a schema without access.
const isMissing = (error: unknown): boolean =>
  ['42P01', '3F000', '42501'].includes((error as { code?: string } | undefined)?.code ?? '');

/**
 * Upgrades the job queue: its tables, its queues and their settings, the schedules, and the grants of the API's role.
 * Each step is one idempotent transaction, so the next run completes a killed one.
 * @param owner connection of the schema's owner, which holds the migration lock
 * @throws Error for a queue that a newer release has installed
 */
export async function installJobQueues(owner: pg.Client): Promise<void> {
  const { PgBoss, getConstructionPlans, getMigrationPlans } = await import('pg-boss');
  const found = await installedVersion(owner);
  if (found === undefined) await owner.query(getConstructionPlans(jobSchema));
  else if (found > layout) throw new Error(`The job queue is newer than this release: ${found}.`);
  else if (found < layout) await owner.query(inOneTransaction(getMigrationPlans(jobSchema, found)));
  await withBoss(owner, PgBoss, async (boss) => {
    for (const name of queueNames) {
      const { policy, ...settings } = queues[name];
      await boss.createQueue(name, { ...settings, policy });
      await boss.updateQueue(name, settings);
      const cron = schedules[name];
      if (cron) await boss.schedule(name, cron);
    }
  });
  for (const grant of grants) await owner.query(grant);
}

/** Uses pg-boss on one connection, in its transaction if there is one, without any of its background work. */
async function withBoss(
  client: pg.Client,
  Boss: typeof PgBoss,
  work: (boss: PgBoss) => Promise<void>,
): Promise<void> {
  const boss = new Boss({
    db: { executeSql: (text, values) => client.query(text, values) },
    schema: jobSchema,
    migrate: false,
    supervise: false,
    schedule: false,
  });
  let failure: unknown;
  boss.on('error', (error) => (failure ??= error));
  await boss.start();
  await work(boss);
  await boss.stop();
  if (failure) throw failure;
}

/** A pending job in a backup. */
export interface JobToDo {
  id: string;
  name: QueueName;
  data: object;
  priority: number;
  singletonKey?: string;
  /** ISO 8601. */
  startAfter: string;
}

/**
 * Restores jobs to the queues, with as many attempts as new ones. Of several with one key, one is kept, as usual.
 * @param client connection of the schema's owner; the jobs exist if its transaction commits
 */
export async function putJobs(client: pg.Client, jobs: readonly JobToDo[]): Promise<void> {
  if (jobs.length === 0) return;
  const { PgBoss } = await import('pg-boss');
  await withBoss(client, PgBoss, async (boss) => {
    for (const queue of queueNames) {
      const its = jobs.filter(({ name }) => name === queue);
      if (its.length > 0) await boss.insert(queue, its);
    }
  });
}

/**
 * The plan of an upgrade, which builds indexes concurrently after its transaction. Inside the transaction they lock
 * the table for as long as reading a few thousand rows takes, and a killed run leaves nothing half-done.
 */
function inOneTransaction(plan: string): string {
  const [upgrade, indexes, ...more] = plan.replaceAll('INDEX CONCURRENTLY', 'INDEX').split('COMMIT;');
  if (indexes === undefined || more.length > 0) throw new Error('The job queue has an unexpected upgrade.');
  return `${upgrade}${indexes}\nCOMMIT;`;
}

const grants = [
  `grant usage on schema ${jobSchema} to burrow_app, burrow_backup`,
  `grant select, insert, update, delete on all tables in schema ${jobSchema} to burrow_app`,
  `grant usage, select on all sequences in schema ${jobSchema} to burrow_app`,
  `grant execute on all functions in schema ${jobSchema} to burrow_app`,
  `grant select on all tables in schema ${jobSchema} to burrow_backup`,
  `grant select on all sequences in schema ${jobSchema} to burrow_backup`,
];

async function installedVersion(owner: pg.Client): Promise<number | undefined> {
  const { rows } = await owner.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
    `${jobSchema}.version`,
  ]);
  if (!rows[0]?.found) return undefined;
  const answer = await owner.query<{ version: number }>(installedLayout.text);
  return answer.rows[0]?.version;
}
