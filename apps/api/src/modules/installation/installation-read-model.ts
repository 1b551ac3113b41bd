import type { OutputOf } from '@burrow/contracts/actions';
import type { ProviderName } from '@burrow/contracts/installation';
import { jobSchema, queueNames } from '../../db/job-schema.ts';
import { statement } from '../../db/statement.ts';
import type { Queryable } from '../../db/transaction.ts';
import { keptDays } from './provider-record.ts';
import { explain } from './provider-words.ts';

type Installation = OutputOf<'superadmin/installation'>;
type DatabaseFacts = NonNullable<Installation['database']>;
type ProviderCalls = NonNullable<Installation['providers'][number]['calls']>;
export type FailedWork = NonNullable<Installation['failed']>[number];

const hourMs = 3_600_000;
/** Tables shown by their size. */
const shownTables = 6;

const databaseFacts = statement<{
  version: string;
  migration: string | null;
  installed_at: string | null;
  bytes: number;
  allowed: number;
  used: number;
  at: string;
  connected: { name: string; connections: number }[];
}>(
  'installation_database',
  `select current_setting('server_version') as version, (select max(m.name) from migrations m) as migration,
          (select min(m.migration_time) from migrations m) as installed_at,
          pg_database_size(current_database()) as bytes,
          current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as allowed,
          (select sum(d.numbackends) from pg_stat_database d) as used,
          clock_timestamp() as at,
          (select coalesce(jsonb_agg(jsonb_build_object('name', a.name, 'connections', a.connections)
                                     order by a.connections desc, a.name), '[]')
           from (select coalesce(nullif(application_name, ''), 'unnamed') as name, count(*) as connections
                 from pg_stat_activity where datname = current_database() group by 1
                 order by 2 desc limit 12) a) as connected`,
);

// The planner's estimate, which is free; -1 for a table without statistics.
const largestTables = statement<{ name: string; bytes: number; rows: number | null }>(
  'installation_largest_tables',
  `select c.relname as name, pg_total_relation_size(c.oid) as bytes,
          case when c.reltuples >= 0 then c.reltuples::bigint end as rows
   from pg_class c
   where c.relkind = 'r' and c.relnamespace = any(array['public'::regnamespace, to_regnamespace($2)]::oid[])
   order by 2 desc
   limit $1`,
);

/** PostgreSQL's own statistics. @param clock the server's own, to compare with the database's */
export async function readDatabaseFacts(
  control: Queryable,
  clock: () => Date,
): Promise<DatabaseFacts | null> {
  const asked = clock().getTime();
  const facts = await control.row(databaseFacts);
  const answered = clock().getTime();
  const largest = await control.rows(largestTables, [shownTables, jobSchema]);
  if (!facts) return null;
  const { version, migration, installed_at, bytes, allowed, used, at, connected } = facts;
  return {
    version,
    migration: migration ?? 'none',
    installed_at,
    bytes,
    connections: { allowed, used },
    connected,
    clock_ahead_ms: Math.round(Date.parse(at) - (asked + answered) / 2),
    largest,
  };
}

const providerCalls = statement<{
  provider: ProviderName;
  last_worked_at: string | null;
  last_failed_at: string | null;
  last_failure: string | null;
  failed_last_day: number;
}>(
  'installation_provider_calls',
  `select p.provider, max(p.last_worked_at) as last_worked_at, max(p.last_failed_at) as last_failed_at,
          (array_agg(p.last_failure order by p.last_failed_at desc) filter (where p.last_failure is not null))[1] as last_failure,
          coalesce(sum(p.failed) filter (where p.hour > $1), 0) as failed_last_day
   from provider_outcomes p
   where p.hour >= $2
   group by p.provider`,
);

/** The results of the calls to each provider. The last day is counted in whole hours. */
export async function readProviderCalls(
  control: Queryable,
  now: Date,
): Promise<ReadonlyMap<ProviderName, ProviderCalls>> {
  const since = (hours: number): Date => new Date(now.getTime() - hours * hourMs);
  const rows = await control.rows(providerCalls, [since(24), since(keptDays * 24)]);
  return new Map(
    rows.map(({ provider, last_worked_at, last_failed_at, last_failure, failed_last_day }) => [
      provider,
      {
        last_worked_at,
        last_failed_at,
        last_failure:
          last_failure === null ? null : { code: last_failure, ...explain(provider, last_failure) },
        failed_last_day,
      },
    ]),
  );
}

// Only queues with some by the queue's own count are read: most jobs in the table are done.
const failedJobs = statement<FailedWork>(
  'installation_failed_jobs',
  `select 'job' as kind, j.name as part, coalesce(j.output ->> 'failed', 'cut off, or too slow') as reason,
          count(*) as count, max(j.completed_on) as latest_at
   from ${jobSchema}.queue q
   join ${jobSchema}.job j on j.name = q.name and j.state = 'failed'
   where q.name = any($1) and q.failed_count > 0
   group by 2, 3
   order by 4 desc, 2, 3
   limit 20`,
);

const operatorFailures = statement<Omit<FailedWork, 'count'> & { amount: number }>(
  'operator_failures',
  'select f.kind, f.part, f.reason, f.amount, f.latest_at from operator_failures($1, $2) f',
);

/** Failed work: which, why and how often. It reveals no practice to a superadmin. */
export async function readFailedWork(control: Queryable, keyHash: Buffer, now: Date): Promise<FailedWork[]> {
  const jobs = await control.rows(failedJobs, [queueNames]);
  const others = await control.rows(operatorFailures, [keyHash, now]);
  return [...jobs, ...others.map(({ amount, ...failed }) => ({ ...failed, count: amount }))];
}
