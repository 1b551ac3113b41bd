import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { getRollbackPlans } from 'pg-boss';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { appUrl, databaseUrl } from '../testing/postgres-for-tests.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { compareMigrations, migrate, migrationsFolder } from './migrate.ts';

const all = compareMigrations([]).pending;
let made = 0;
const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  cleanups.push(() => client.end());
  return client;
}

/** An empty database on the test server, and the address of its owner. */
async function emptyDatabase(): Promise<string> {
  const server = new pg.Client({ connectionString: inject('postgresUrl') });
  await server.connect();
  const name = `burrow_migrate_${process.pid}_${(made += 1)}`;
  await server.query(`create database ${name}`);
  cleanups.push(async () => {
    await server.query(`drop database ${name} with (force)`);
    await server.end();
  });
  return databaseUrl(inject('postgresUrl'), name);
}

/** A database with the migrations before one, to be filled, and a connection of its owner. */
async function databaseBefore(migration: string): Promise<{ url: string; owner: pg.Client }> {
  const url = await emptyDatabase();
  const owner = await connected(url);
  const before = all.filter((name) => name < migration);
  for (const name of before) await owner.query(readFileSync(join(migrationsFolder, name), 'utf8'));
  await owner.query(
    'create table migrations (id serial primary key, name varchar(255), batch integer, migration_time timestamptz)',
  );
  await owner.query(
    'insert into migrations (name, batch, migration_time) select n, 1, now() from unnest($1::text[]) n',
    [before],
  );
  return { url, owner };
}

const optionsFor = (ownerUrl: string) => ({ ownerUrl, appUrl: appUrl(ownerUrl) });

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

/** A practice with an appointment tomorrow and one last year, both at 10:00. */
const twoAppointments = `
  insert into tenants (id, tenant_name) values (1, 'Willow Vets');
  insert into clients (tenant_id, id, name) values (1, 1, 'Ann');
  insert into animals (tenant_id, id, client_id, name) values (1, 1, 1, 'Biscuit');
  insert into bookings (tenant_id, id, client_id, animal_id, booking_date, booking_time, duration_minutes, starts_at)
  select 1, n, 1, 1, day, '10:00', 30, day + interval '10 hours'
  from (values (1, current_date + 1), (2, current_date - 365)) v (n, day);`;
/** How many sessions wait for a lock on this database's tables. */
const waiting = async (owner: pg.Client): Promise<number | null> =>
  (
    await owner.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
  ).rowCount;
const startsOfParts =
  'select p.booking_id::int as id, lower(p.during)::time::text as time from booking_parts p';

/** The catalogue's description of the schema, as lines. */
async function schemaOf(url: string): Promise<string[]> {
  const client = await connected(url);
  const { rows } = await client.query<{ line: string }>(`
    select format('column %s.%s %s %s %s', c.table_name, c.column_name, c.data_type, c.is_nullable, c.column_default) as line
    from information_schema.columns c where c.table_schema = 'public'
    union all
    select format('constraint %s %s %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid))
    from pg_constraint k where k.connamespace = 'public'::regnamespace
    union all select format('index %s', i.indexdef) from pg_indexes i where i.schemaname = 'public'
    union all
    select format('policy %s %s %s %s %s', p.tablename, p.policyname, p.roles, p.cmd, p.qual) from pg_policies p
    union all
    select format('table %s %s %s %s', c.relname, c.relrowsecurity, c.relforcerowsecurity, c.relacl::text[])
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    union all
    select format('function %s %s %s', pg_get_functiondef(f.oid), f.proowner::regrole, f.proacl::text[])
    from pg_proc f where f.pronamespace = 'public'::regnamespace
      and not exists (select 1 from pg_depend d where d.objid = f.oid and d.deptype = 'e')
    union all select format('migration %s', m.name) from migrations m
    order by 1`);
  return rows.map(({ line }) => line);
}

async function layoutOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>('select v.version from pgboss.version v');
  return rows[0]?.version ?? 0;
}

async function expectedSchema(): Promise<string[]> {
  const database = await createTestDatabase();
  cleanups.push(() => database.drop());
  return schemaOf(database.ownerUrl);
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

  it('add the part of an appointment as a server of the former release moves it', async () => {
    const { url, owner } = await databaseBefore('0048');
    await owner.query(twoAppointments);
    await owner.query('delete from booking_parts');
    const server = await connected(url);
    await server.query('begin');
    await server.query("update bookings set booking_time = '11:00' where id = 1");
    const migrated = migrate(optionsFor(url));
    await expect.poll(() => waiting(owner), { timeout: 20_000 }).toBe(1);
    await server.query('commit');
    await migrated;
    expect((await owner.query(startsOfParts)).rows).toEqual([{ id: 1, time: '11:00:00' }]);
  });

  it('run again after a deadlock with a server of the former release', async () => {
    const { url, owner } = await databaseBefore('0043');
    await owner.query(twoAppointments);
    const server = await connected(url);
    // The migration gives way.
    await server.query("set deadlock_timeout = '10min'");
    await server.query('begin');
    await server.query('select from bookings');
    const migrated = migrate(optionsFor(url));
    await expect.poll(() => waiting(owner), { timeout: 20_000 }).toBe(1);
    expect((await server.query('select from services')).rowCount).toBe(0);
    await server.query('commit');
    expect(await migrated).toEqual(all.filter((name) => name >= '0043'));
  });

  it('of a newer release stop an older one', async () => {
    const url = await emptyDatabase();
    await migrate(optionsFor(url));
    const owner = await connected(url);
    await owner.query(
      "insert into migrations (name, batch, migration_time) values ('9999_from_the_future.sql', 9, now())",
    );
    await expect(migrate(optionsFor(url))).rejects.toThrow(/9999_from_the_future/);
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

  it('give active services that share a name unique names', async () => {
    const { url, owner } = await databaseBefore('0007');
    await owner.query("insert into tenants (id, tenant_name) values (1, 'Willow Vets'), (2, 'Oak Vets')");
    const long = 'x'.repeat(200);
    const services: [tenant: number, name: string, retired: boolean][] = [
      [1, 'Dental', false],
      [1, 'DENTAL', false],
      [1, 'dental (2)', false],
      [1, 'Dental', true],
      [1, 'Dental', false],
      [1, long, false],
      [1, long, false],
      [2, 'Dental', false],
    ];
    for (const [id, [tenant, name, retired]] of services.entries()) {
      await owner.query(
        `insert into services (tenant_id, id, name, base_price_pence, retired_at)
         values ($1, $2, $3, 1000, case when $4 then now() end)`,
        [tenant, id, name, retired],
      );
    }
    await migrate(optionsFor(url));
    const { rows } = await owner.query<{ name: string }>('select name from services order by id');
    expect(rows.map(({ name }) => name)).toEqual([
      'Dental',
      'DENTAL (3)',
      'dental (2)',
      'Dental',
      'Dental (4)',
      long,
      `${'x'.repeat(196)} (2)`,
      'Dental',
    ]);
  });

  it('give ledgers and clients of an older release the values that reports count by', async () => {
    const { url, owner } = await databaseBefore('0013');
    await owner.query(`
      insert into tenants (id, tenant_name) values (1, 'Willow Vets'), (2, 'Oak Vets');
      insert into services (tenant_id, id, name, base_price_pence)
        select t, s, 'Service ' || s, 1000 from unnest(array[1, 2]) t cross join generate_series(1, 3) s;
      insert into clients (tenant_id, id, name)
        select t, c, 'Client ' || c from unnest(array[1, 2]) t cross join generate_series(1, 3) c;
      insert into animals (tenant_id, id, client_id, name)
        select t, c, c, 'Animal ' || c from unnest(array[1, 2]) t cross join generate_series(1, 3) c;
      insert into bookings (tenant_id, id, client_id, animal_id, service_id, booking_date, booking_time,
        duration_minutes, starts_at, status)
      select t, b, c, c, s, day::date, '10:00', 30, day::date, status
      from (values (1, 1, 1, 1, '2026-02-02', 'completed'), (1, 2, 1, 2, '2026-01-01', 'cancelled'),
        (1, 3, 1, null, '2026-03-03', 'pending'), (1, 4, 2, 2, '2026-01-01', 'cancelled'),
        (2, 1, 1, 3, '2025-05-05', 'completed')) v (t, b, c, s, day, status);
      insert into deposits (tenant_id, id, client_id, animal_id, service_id, booking_date, booking_time,
        duration_minutes, starts_at, price_pence, amount_pence, currency, status, held_until, return_origin,
        payment_reference, created_at, updated_at)
      values (1, 1, 1, 1, 3, '2026-02-02', '11:00', 30, now(), 1000, 500, 'GBP', 'returned', now(), '', 'pi', now(), now());
      insert into payments (tenant_id, id, booking_id, deposit_id, kind, method, amount_pence, reverses_payment_id)
      values (1, 1, 1, null, 'payment', 'Cash', 1000, null), (1, 2, 1, null, 'refund', 'Cash', -1000, 1),
        (1, 3, 3, null, 'payment', 'Card', 1000, null), (1, 4, null, 1, 'deposit', 'Card', 500, null),
        (2, 1, 1, null, 'payment', 'Cash', 1000, null)`);
    await migrate(optionsFor(url));
    const { rows: payments } = await owner.query({
      text: 'select p.tenant_id, p.id, p.service_id from payments p order by 1, 2',
      rowMode: 'array',
    });
    expect(payments).toEqual([
      ['1', '1', '1'],
      ['1', '2', '1'],
      ['1', '3', null],
      ['1', '4', '3'],
      ['2', '1', '3'],
    ]);
    const { rows: clients } = await owner.query({
      text: 'select c.tenant_id, c.id, c.first_booking_on::text from clients c order by 1, 2',
      rowMode: 'array',
    });
    expect(clients).toEqual([
      ['1', '1', '2026-02-02'],
      ['1', '2', null],
      ['1', '3', null],
      ['2', '1', '2025-05-05'],
      ['2', '2', null],
      ['2', '3', null],
    ]);
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
