import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, inject } from 'vitest';
import { appUrl, databaseUrl } from './postgres-for-tests.ts';
import { createTestDatabase } from './test-database.ts';
import { compareMigrations, migrationsFolder } from '../db/migrate.ts';

/** Every migration of this build. */
export const allMigrations = compareMigrations([]).pending;
let made = 0;

export const optionsFor = (ownerUrl: string) => ({ ownerUrl, appUrl: appUrl(ownerUrl) });

/** A practice with an appointment tomorrow and one last year, both at 10:00. */
export const twoAppointments = `
  insert into tenants (id, tenant_name) values (1, 'Willow Vets');
  insert into clients (tenant_id, id, name) values (1, 1, 'Ann');
  insert into animals (tenant_id, id, client_id, name) values (1, 1, 1, 'Biscuit');
  insert into bookings (tenant_id, id, client_id, animal_id, booking_date, booking_time, duration_minutes, starts_at)
  select 1, n, 1, 1, day, '10:00', 30, day + interval '10 hours'
  from (values (1, current_date + 1), (2, current_date - 365)) v (n, day);`;
/** When each part of an appointment begins. */
export const startsOfParts =
  'select p.booking_id::int as id, lower(p.during)::time::text as time from booking_parts p';

/** Databases on the test server that a test migrates itself; they are dropped after it. */
export function useMigrationDatabases() {
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
    const before = allMigrations.filter((name) => name < migration);
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

  async function expectedSchema(): Promise<string[]> {
    const database = await createTestDatabase();
    cleanups.push(() => database.drop());
    return schemaOf(database.ownerUrl);
  }

  return { connected, emptyDatabase, databaseBefore, schemaOf, expectedSchema };
}
