import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type pg from 'pg';
import { getRollbackPlans } from 'pg-boss';
import { describe, expect, it } from 'vitest';
import { idsEach } from './installation-ids.ts';
import { compareMigrations, migrate } from './migrate.ts';
import {
  allMigrations as all,
  optionsFor,
  startsOfParts,
  twoAppointments,
  useMigrationDatabases,
} from '../testing/migration-databases.ts';

const { connected, emptyDatabase, databaseBefore, schemaOf, expectedSchema } = useMigrationDatabases();

/** Starts to migrate in another process, kills it when it waits for a transaction that is in the way, and ends that. */
async function killMigrating(url: string, watcher: pg.Client, inTheWay: pg.Client): Promise<void> {
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `const { migrate } = await import(${JSON.stringify(join(import.meta.dirname, 'migrate.ts'))});
       await migrate(${JSON.stringify(optionsFor(url))});`,
    ],
    { stdio: 'ignore' },
  );
  const gone = once(child, 'exit');
  const others = async (state: string): Promise<number> => {
    const { rows } = await watcher.query<{ count: string }>(
      `select count(*) from pg_stat_activity a
       where a.datname = current_database() and a.pid not in (pg_backend_pid(), $1) and ${state}`,
      [(inTheWay as unknown as { processID: number }).processID],
    );
    return Number(rows[0]?.count);
  };
  await expect.poll(() => others("a.wait_event_type = 'Lock'"), { timeout: 20_000 }).toBe(1);
  child.kill('SIGKILL');
  await gone;
  await inTheWay.query('rollback');
  await expect.poll(() => others('true'), { timeout: 20_000 }).toBe(0);
}

async function layoutOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>('select v.version from pgboss.version v');
  return rows[0]?.version ?? 0;
}

describe('migrations', () => {
  it('are applied once, however many servers start together', async () => {
    const url = await emptyDatabase();
    const applied = await Promise.all([1, 2, 3].map(() => migrate(optionsFor(url))));
    expect(applied.map((names) => names.length).toSorted((a, b) => a - b)).toEqual([0, 0, all.length]);
    expect(applied.flat()).toEqual(all);
    expect(await schemaOf(url)).toEqual(await expectedSchema());
    expect(await migrate(optionsFor(url))).toEqual([]);
  });

  it('give each id once in a numbered installation, however often they run', async () => {
    const options = { ...optionsFor(await emptyDatabase()), installationNumber: 1 };
    const owner = await connected(options.ownerUrl);
    const insert = async (): Promise<number> => {
      await migrate(options);
      const { rows } = await owner.query<{ id: string }>(
        "insert into tenants (tenant_name) values ('Willow Vets') returning id",
      );
      return Number(rows[0]?.id);
    };
    const ids = [await insert(), await insert(), await insert()];
    const [first = 0] = ids;
    expect(ids).toEqual([first, first + 1, first + 2]);
    expect(Math.floor(first / idsEach)).toBe(1);
  });

  it('give no id again that a numbered installation was set back to', async () => {
    const options = { ...optionsFor(await emptyDatabase()), installationNumber: 1 };
    await migrate(options);
    const owner = await connected(options.ownerUrl);
    await owner.query(
      "insert into tenants (id, tenant_name) overriding system value values ($1, 'Willow Vets')",
      [idsEach + 1],
    );
    await owner.query("select setval('tenants_id_seq', $1, false)", [idsEach + 1]);
    await migrate(options);
    await owner.query("insert into tenants (tenant_name) values ('Oak Vets')");
    expect((await owner.query('select from tenants')).rowCount).toBe(2);
  });

  it('that were killed midway leave nothing half-done, and continue at the next start', async () => {
    const url = await emptyDatabase();
    const watcher = await connected(url);
    // Another transaction creates the second migration's table and does not finish, so that migration has to wait.
    const inTheWay = await connected(url);
    await inTheWay.query('begin');
    await inTheWay.query(
      'create function protect_tenant_table(regclass, name) returns void language sql return null',
    );

    await killMigrating(url, watcher, inTheWay);

    // An upgrade is all or nothing: the migration that had already run is rolled back too.
    const { rows: left } = await watcher.query(
      "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname !~ '^migrations'",
    );
    const { rows: kept } = await watcher.query('select name from migrations');
    expect({ left, kept }).toEqual({ left: [], kept: [] });

    expect(await migrate(optionsFor(url))).toEqual(all);
    expect(await schemaOf(url)).toEqual(await expectedSchema());
  });

  it('that commit in steps continue after they were killed', async () => {
    const { url, owner } = await databaseBefore('0043');
    await owner.query(twoAppointments);
    const inTheWay = await connected(url);
    // 0048 has to wait for this name.
    await inTheWay.query('begin');
    await inTheWay.query('create table bookings_here ()');
    await killMigrating(url, owner, inTheWay);
    const { rows: kept } = await owner.query<{ name: string }>('select name from migrations order by name');
    expect(kept.map(({ name }) => name)).toEqual(all.filter((name) => name < '0048'));
    expect((await owner.query(startsOfParts)).rows).toEqual([{ id: 1, time: '10:00:00' }]);

    expect(await migrate(optionsFor(url))).toEqual(all.filter((name) => name >= '0048'));
    expect(await schemaOf(url)).toEqual(await expectedSchema());
  });

  it('of a newer release stop an older one', async () => {
    const url = await emptyDatabase();
    await migrate(optionsFor(url));
    const owner = await connected(url);
    await owner.query(
      "insert into migrations (name, batch, migration_time) values ('9999_from_the_future.sql', 9, now())",
    );
    await expect(migrate(optionsFor(url))).rejects.toThrow(
      'The database is newer than this release: 9999_from_the_future.sql. Run the newer build, or restore a backup',
    );
    await owner.query("delete from migrations where name like '9999%'");
    expect(await migrate(optionsFor(url))).toEqual([]);
  });

  it('bring the job queue of an older release up to date, with its jobs, and leave one of a newer release alone', async () => {
    const url = await emptyDatabase();
    await migrate(optionsFor(url));
    const owner = await connected(url);
    const now = await layoutOf(owner);
    await owner.query(
      "insert into pgboss.job (name, policy, data) values ('refund', 'short', '{\"tenantId\": 1, \"refundId\": 2}')",
    );
    await owner.query(getRollbackPlans('pgboss', now));
    expect(await layoutOf(owner)).toBe(now - 1);
    await Promise.all([migrate(optionsFor(url)), migrate(optionsFor(url))]);
    expect(await layoutOf(owner)).toBe(now);
    const { rows } = await owner.query("select j.data from pgboss.job j where j.name = 'refund'");
    expect(rows).toEqual([{ data: { tenantId: 1, refundId: 2 } }]);

    await owner.query('update pgboss.version set version = version + 1');
    await expect(migrate(optionsFor(url))).rejects.toThrow('The job queue is newer than this release');
    expect(await layoutOf(owner)).toBe(now + 1);
  });

  it('require the API to connect as its own role', async () => {
    const url = await emptyDatabase();
    await expect(migrate({ ownerUrl: url, appUrl: url })).rejects.toThrow(
      'DATABASE_URL must connect as the role burrow_app.',
    );
  });

  it('are compared by name on both sides', () => {
    expect(compareMigrations(all)).toEqual({ pending: [], unknown: [] });
    expect(compareMigrations([...all, '9999_x.sql'])).toEqual({ pending: [], unknown: ['9999_x.sql'] });
    expect(compareMigrations(all.slice(1)).pending).toEqual(all.slice(0, 1));
  });
});
