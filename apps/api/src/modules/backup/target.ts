import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { jobSchema } from '../../db/job-schema.ts';
import { BackupError } from './backup-error.ts';

interface Found {
  name: string;
  tables: number;
  /** Whether they belong to this product. */
  ours: boolean;
  /** Connections of other sessions. */
  others: number;
}

const whatIsThere = `
  select current_database() as name,
         (select count(*)::int from pg_class c
          where c.relnamespace in (select n.oid from pg_namespace n where n.nspname in ('public', '${jobSchema}'))
            and c.relkind in ('r', 'p', 'v', 'm')
            and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')) as tables,
         to_regclass('public.migrations') is not null as ours,
         (select count(*)::int from pg_stat_activity a
          where a.datname = current_database() and a.pid <> pg_backend_pid() and a.usesysid is not null
            and coalesce(a.backend_type, 'client backend') = 'client backend') as others`;

/** How long the connection of a killed process may take to end. */
const lingerMs = 10_000;
const lookEveryMs = 500;

async function look(client: pg.Client): Promise<Found> {
  const { rows } = await client.query<Found>(whatIsThere);
  return rows[0] ?? { name: '', tables: 0, ours: false, others: 0 };
}

async function lookWhenAlone(client: pg.Client): Promise<Found> {
  for (const until = performance.now() + lingerMs; ; await sleep(lookEveryMs)) {
    const found = await look(client);
    if (found.others === 0) return found;
    if (performance.now() < until) continue;
    throw new BackupError(`Database ${found.name} has other connections. Stop the servers first.`);
  }
}

/**
 * Refuses a database that contains data, or in which a backup of these migrations cannot be loaded. Empty includes one
 * without any account or practice, such as after an interrupted restore.
 * @param replace whether losing the existing data was requested
 */
export async function checkTarget(
  client: pg.Client,
  migrations: readonly string[],
  replace: boolean,
): Promise<void> {
  const { name, tables, ours } = await lookWhenAlone(client);
  if (tables === 0 || replace) return;
  if (!ours || (await isUsed(client))) {
    throw new BackupError(
      `The database ${name} is not empty. Restore into a new one, or delete everything in it with --replace ${name}.`,
    );
  }
  const applied = await client.query<{ name: string }>(
    'select m.name from public.migrations m order by m.name',
  );
  const beyond = applied.rows.filter((row) => !migrations.includes(row.name));
  if (beyond.length === 0) return;
  throw new BackupError(
    `The database ${name} is empty but newer than the backup (${beyond[0]?.name}). Restore into a new one, or add --replace ${name}.`,
  );
}

/** Whether the database is in use. The owner sees practices only while their policies do not apply to it. */
async function isUsed(client: pg.Client): Promise<boolean> {
  await client.query('begin');
  await client.query('alter table if exists public.tenants no force row level security');
  const found = await hasAnybody(client);
  await client.query('rollback');
  return found;
}

/** Whether an account or a practice exists. Either table may not exist yet. */
async function hasAnybody(client: pg.Client): Promise<boolean> {
  for (const asked of [
    { table: 'public.tenants', rows: 'select 1 from public.tenants limit 1' },
    { table: 'public.accounts', rows: 'select 1 from public.accounts limit 1' },
  ]) {
    const { rows: found } = await client.query<{ there: boolean }>(
      'select to_regclass($1) is not null as there',
      [asked.table],
    );
    if (found[0]?.there && (await client.query(asked.rows)).rows.length > 0) return true;
  }
  return false;
}

/**
 * Refuses a database that has come into use since the first check. Call it while the policies do not limit the owner and
 * others cannot write.
 */
export async function checkStillEmpty(client: pg.Client): Promise<void> {
  if (!(await hasAnybody(client))) return;
  throw new BackupError('Something connected to the database during the restore. Stop the servers first.');
}

const dropQueue = `drop schema if exists ${jobSchema} cascade`;

/** Removes every table, function and type of the product, and the other contents of its schemas. */
export async function removeEverything(client: pg.Client): Promise<void> {
  await client.query('begin');
  await client.query(dropQueue);
  await client.query('drop schema public cascade');
  await client.query('create schema public');
  await client.query('grant usage on schema public to public');
  await client.query('commit');
}
