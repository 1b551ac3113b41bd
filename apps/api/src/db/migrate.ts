import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import knexFactory, { type Knex } from 'knex';
import pg from 'pg';
import { numberIds } from './installation-ids.ts';
import { installJobQueues } from './job-schema.ts';
import { isRetryable } from './constraint-errors.ts';
import { asLogin } from './login-refusals.ts';

/** Folder of the migrations, append-only `NNNN_name.sql`. */
export const migrationsFolder = join(import.meta.dirname, '../../../../migrations');

const migrationNames = (): string[] =>
  readdirSync(migrationsFolder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();

const sqlOf = (name: string): string => readFileSync(join(migrationsFolder, name), 'utf8');

/** Whether a migration commits in steps, by its first line. It is one statement, and can be run again. */
const commitsInSteps = (name: string): boolean => sqlOf(name).startsWith('-- transaction: none\n');

/**
 * Lets every request wait before its first statement, which reads its session: one that holds locks already would wait for
 * those of the migrations while these wait for its own, a deadlock. An empty database has no sessions yet.
 */
const holdRequests = `do $$ begin
  if to_regclass('api_keys') is not null then lock table api_keys in access exclusive mode; end if;
end $$`;

const migrationSource = (names: readonly string[]): Knex.MigrationSource<string> => ({
  getMigrations: async () => [...names],
  getMigrationName: (name) => name,
  getMigration: async (name) => ({
    config: { transaction: !commitsInSteps(name) },
    up: async (knex) => {
      if (!commitsInSteps(name)) await knex.raw(holdRequests);
      // Knex reads ? as a placeholder; a migration is plain SQL and has none.
      await knex.raw(sqlOf(name).replaceAll('?', '\\?'));
    },
    down: async () => {
      throw new Error('Migrations can’t be reversed. Restore a backup to go back.');
    },
  }),
});

// Any number that nothing else in the database locks.
const migrationLock = 4_711_002;

interface MigrateOptions {
  /** Login that owns the schema. */
  ownerUrl: string;
  /** The API's login; its password becomes that of the role burrow_app. */
  appUrl: string;
  /** The login of backups; its password becomes that of the role burrow_backup, which cannot log in without one. */
  backupUrl?: string | undefined;
  /** The last migration to apply; all of them unless given. */
  upTo?: string;
  /** See `numberIds`; 0 unless given. */
  installationNumber?: number;
}

/**
 * Migrates the schema, once, however many processes start together: an advisory lock of the session makes the others
 * wait. A killed run leaves nothing half-done, and the next run continues from there.
 * @returns the names of the newly applied migrations
 */
export const migrate = (options: MigrateOptions): Promise<string[]> =>
  asLogin('DATABASE_OWNER_URL', options.ownerUrl, () => migrateAsOwner(options));

async function migrateAsOwner({
  ownerUrl,
  appUrl,
  backupUrl,
  upTo,
  installationNumber = 0,
}: MigrateOptions): Promise<string[]> {
  const lock = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5000 });
  // A lost connection fails the pending statement, and those of Knex: the whole run is retried.
  lock.on('error', () => undefined);
  await lock.connect();
  const knex = knexFactory({ client: 'pg', connection: ownerUrl, pool: { min: 0, max: 2 } });
  try {
    await lock.query('select pg_advisory_lock($1)', [migrationLock]);
    await refuseNewerDatabase(lock);
    await createRoles(lock, appUrl, backupUrl);
    const names = migrationNames().filter((name) => upTo === undefined || name <= upTo);
    const applied = await applyMigrations(knex, names);
    await lock.query('grant select on migrations to burrow_app, burrow_backup');
    await installJobQueues(lock);
    await numberIds(lock, installationNumber);
    return applied;
  } finally {
    await knex.destroy();
    await lock.end();
  }
}

/** @throws Error when a newer release has migrated the database; Knex would call the folder of migrations corrupt */
async function refuseNewerDatabase(client: pg.Client): Promise<void> {
  const { rowCount: hasRun } = await client.query("select where to_regclass('migrations') is not null");
  if (!hasRun) return;
  const { rows } = await client.query<{ name: string }>('select m.name from migrations m order by m.name');
  const problem = newerProblem(compareMigrations(rows.map(({ name }) => name)).unknown);
  if (problem === undefined) return;
  throw new Error(
    `${problem} Run the newer build, or restore a backup from before the upgrade: see ` +
      'docs/operating/upgrade-and-roll-back.md.',
  );
}

/**
 * Applies those that are pending: each that commits in steps alone, and those between two of them in one transaction.
 * @returns their names
 */
async function applyMigrations(knex: Knex, names: readonly string[]): Promise<string[]> {
  const configOf = (some: readonly string[]): Knex.MigratorConfig => ({
    migrationSource: migrationSource(some),
    tableName: 'migrations',
  });
  const config = configOf(names);
  // Our own lock suffices; Knex's would outlive a killed process.
  await knex.migrate.currentVersion(config);
  await knex.migrate.forceFreeMigrationsLock(config);
  const [, pending] = (await knex.migrate.list(config)) as [unknown, string[]];
  const ends = pending
    .filter(commitsInSteps)
    .flatMap((name) => [names.indexOf(name), names.indexOf(name) + 1]);
  const applied: string[] = [];
  for (const end of [...ends, names.length]) {
    applied.push(...(await applyTogether(knex, configOf(names.slice(0, end)))));
  }
  return applied;
}

/** A busy server may win many deadlocks in a row. */
const maxAttempts = 20;

/** Applies what is pending in one call of Knex, and retries when it loses a deadlock with a running server. */
async function applyTogether(knex: Knex, config: Knex.MigratorConfig): Promise<string[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const [, applied] = (await knex.migrate.latest(config)) as [number, string[]];
      return applied;
    } catch (error) {
      if (!isRetryable(error) || attempt === maxAttempts) throw error;
    }
  }
}

/** Creates the server-wide roles that the migrations grant to, and gives the API's role its password. */
async function createRoles(client: pg.Client, appUrl: string, backupUrl: string | undefined): Promise<void> {
  const app = new URL(appUrl);
  const password = passwordIn('DATABASE_URL', app, 'burrow_app');
  const ofBackup =
    backupUrl === undefined
      ? undefined
      : passwordIn('BACKUP_DATABASE_URL', new URL(backupUrl), 'burrow_backup');
  for (const role of [
    'burrow_app',
    'burrow_sign_in',
    'burrow_search',
    'burrow_operator',
    'burrow_worker',
    'burrow_backup',
  ]) {
    const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role]);
    if (rowCount) continue;
    await client.query(`create role ${role} nologin`);
    await client.query(`grant ${role} to current_user`);
  }
  await client.query(`alter role burrow_app login password ${password}`);
  if (ofBackup !== undefined) await client.query(`alter role burrow_backup login password ${ofBackup}`);
  // Shorter than the server's own timeout: a statement that waits for a lock fails, and its connection stays usable.
  await client.query("alter role burrow_app set statement_timeout = '4s'");
  await client.query("alter role burrow_app set idle_in_transaction_session_timeout = '30s'");
  // JIT costs a report more than it saves; parallel workers would take the cores from other queries.
  await client.query('alter role burrow_app set jit = off');
  await client.query('alter role burrow_app set max_parallel_workers_per_gather = 0');
  const database = pg.escapeIdentifier(decodeURIComponent(app.pathname.slice(1)));
  await client.query(`grant connect on database ${database} to burrow_app, burrow_backup`);
}

/** The password of a login's address, as an SQL literal. */
function passwordIn(variable: string, { username, password }: URL, role: string): string {
  if (username !== role) throw new Error(`${variable} must connect as the role ${role}.`);
  return pg.escapeLiteral(decodeURIComponent(password));
}

/** Names of migrations that this release has and the database lacks, and the reverse. */
export function compareMigrations(applied: readonly string[]): { pending: string[]; unknown: string[] } {
  const known = migrationNames();
  return {
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
}

/** What is wrong with a database that has migrations unknown to this release; undefined without any. */
export const newerProblem = (unknown: readonly string[]): string | undefined =>
  unknown.length > 0 ? `The database is newer than this release: ${unknown.join(', ')}.` : undefined;
