import type pg from 'pg';
import type { PgBoss, Queue } from 'pg-boss';
import bossPackage from 'pg-boss/package.json' with { type: 'json' };
import type { JobPayloads } from '../lib/job-payloads.ts';
import { statement } from './statement.ts';
import type { Queryable } from './transaction.ts';

/** The schema of the job queue. Its tables hold ids and nothing that was written about anybody. */
export const jobSchema = 'pgboss';

/** What is done by itself, by name: jobs that were put into the queue, and what the clock puts there. */
export interface QueuePayloads extends JobPayloads {
  /** A refund that was tried as often as it may be. */
  refund_given_up: JobPayloads['refund'];
  plan_reminders: null;
  clear_up: null;
  back_up: null;
}
export type QueueName = keyof QueuePayloads;

/** The layout of the tables that this release of pg-boss knows. */
const layout: number = bossPackage.pgboss.schema;

// A job whose process was killed is noticed by its missing heartbeat, and goes to another one.
const each = { heartbeatSeconds: 10, expireInSeconds: 60 };

// Tried again after 15 seconds, then twice as late each time, up to an hour.
const patient = { ...each, retryBackoff: true, retryDelay: 15, retryDelayMax: 3600 };

// 'short': of the jobs of one key that have not begun, there is one. 'exclusive': there is one, waiting or under way.
const queues: Record<QueueName, Omit<Queue, 'name'>> = {
  refund_given_up: { ...patient, policy: 'standard', retryLimit: 100 },
  refund: { ...patient, policy: 'short', retryLimit: 12, deadLetter: 'refund_given_up' },
  deposit_check: { ...patient, policy: 'short', retryLimit: 100 },
  subscription_check: { ...patient, policy: 'short', retryLimit: 100 },
  // Long work of few: a turn of an import is over after 20 seconds, a check goes through a whole file.
  import: { ...patient, policy: 'short', retryLimit: 100, expireInSeconds: 600 },
  // Retried for a quarter of an hour only, because someone is waiting for it.
  password_mail: { ...patient, policy: 'standard', retryLimit: 6 },
  plan_reminders: { ...each, policy: 'exclusive', retryLimit: 0 },
  clear_up: { ...each, policy: 'exclusive', retryLimit: 0, expireInSeconds: 240 },
  // A large installation takes hours, and whoever makes the backup shows all the time that it does.
  back_up: { ...each, policy: 'exclusive', retryLimit: 0, expireInSeconds: 82_800 },
};
export const queueNames = Object.keys(queues) as QueueName[];

/** When the clock puts a job into a queue, as cron says it. */
const schedules: Partial<Record<QueueName, string>> = {
  plan_reminders: '* * * * *',
  clear_up: '*/5 * * * *',
  // Whether one is due is looked at each time.
  back_up: '*/5 * * * *',
};

const installedLayout = statement<{ version: number }>(
  'job_schema_version',
  `select v.version from ${jobSchema}.version v`,
);

/**
 * Whether the job queue in the database is one that this release can work with. Answers what is wrong, or nothing.
 * @param mayBeNewer for whoever works with it already, while an upgrade goes round
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

// PostgreSQL's words for a table that is not there, and for a schema that may not be entered.
const isMissing = (error: unknown): boolean =>
  ['42P01', '3F000', '42501'].includes((error as { code?: string } | undefined)?.code ?? '');

/**
 * Brings the job queue up to date: its tables, its queues and their settings, the schedules, and what the API's role may
 * do there. Each step is one transaction and can be done again, so a run that was killed is finished by the next one.
 * @param owner connection of the schema's owner, which holds the lock that keeps others from migrating
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

/** Uses pg-boss on one connection, in its transaction if there is one, for what is asked of it and nothing else. */
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

/** A job that is to be done, as it is kept in a backup. */
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
 * Puts jobs back into the queues, to be tried as often as new ones. Of several that have one key, one is kept, as ever.
 * @param client connection of the schema's owner; the jobs are there if its transaction commits
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
 * The plan of an upgrade, which builds indexes after its transaction and beside the work that goes on. Inside it they hold
 * that work up for as long as a look at a few thousand rows takes, and a run that is killed leaves nothing half-done.
 */
function inOneTransaction(plan: string): string {
  const [upgrade, indexes, ...more] = plan.replaceAll('INDEX CONCURRENTLY', 'INDEX').split('COMMIT;');
  if (indexes === undefined || more.length > 0)
    throw new Error('The upgrade of the job queue is not as expected.');
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
