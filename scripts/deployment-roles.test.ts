import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnv } from '../apps/api/src/config/env.ts';
import { createDatabase } from '../apps/api/src/db/database.ts';
import { migrate } from '../apps/api/src/db/migrate.ts';
import { checkPreconditions } from '../apps/api/src/db/preconditions.ts';
import { makeFirstSuperadmin } from '../apps/api/src/db/superadmins.ts';
import { createLogger } from '../apps/api/src/lib/logger.ts';
import { createPasswordHasher } from '../apps/api/src/lib/password-hasher.ts';
import { serverFolder, startPostgres, type PostgresServer } from '../packages/dev/src/postgres-server.ts';
import { checkout } from './source-files.ts';

// The logins of infra/postgres, on a separate PostgreSQL, because all databases of a server share roles.

const folder = serverFolder(checkout, `test-postgres-${process.pid}-own`);
let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres({ folder, settings: ['fsync=off', 'full_page_writes=off'] });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The statements of a psql script, with its variables from the environment. */
function statementsOf(path: string, environment: Record<string, string>): string[] {
  let text = readFileSync(join(checkout, path), 'utf8').replaceAll(/^--.*$/gm, '');
  for (const [line, name = '', variable = ''] of text.matchAll(/^\\getenv (\w+) (\w+)$/gm)) {
    text = text.replace(line, '').replaceAll(`:'${name}'`, pg.escapeLiteral(environment[variable] ?? ''));
  }
  return text.split(';').filter((statement) => statement.trim());
}

const loginUrl = (user: string, password: string): string => {
  const url = new URL(server.url('burrow'));
  url.username = user;
  url.password = password;
  return url.href;
};

describe('the logins of a new database', () => {
  it('are enough to migrate it, to create the first superadmin and to serve, without a superuser', async () => {
    const superuser = new pg.Client({ connectionString: server.url('postgres') });
    await superuser.connect();
    const environment = { BURROW_OWNER_PASSWORD: "owner's own" };
    for (const statement of statementsOf('infra/postgres/01-owner.sql', environment)) {
      await superuser.query(statement);
    }
    const { rows } = await superuser.query(
      "select rolsuper, rolbypassrls, rolcreatedb from pg_roles where rolname = 'burrow_owner'",
    );
    expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreatedb: false }]);
    await superuser.end();

    const env = readEnv({
      DATABASE_URL: loginUrl('burrow_app', 'app-password-1'),
      DATABASE_OWNER_URL: loginUrl('burrow_owner', "owner's own"),
      FIRST_SUPERADMIN_EMAIL: 'root@burrow.test',
      FIRST_SUPERADMIN_PASSWORD: 'tall-ship-9-harbour',
    });
    const migrateAgain = () => migrate({ ownerUrl: env.DATABASE_OWNER_URL ?? '', appUrl: env.DATABASE_URL });
    expect(await migrateAgain()).toContain('0001_foundation.sql');
    expect(await migrateAgain()).toEqual([]);
    const passwords = createPasswordHasher(4);
    expect(await makeFirstSuperadmin(env, passwords)).toBe('made');
    expect(await makeFirstSuperadmin(env, passwords)).toBe('not needed');

    const log = createLogger('silent');
    const database = createDatabase({ url: env.DATABASE_URL, poolSize: 2, prepared: true, log });
    await expect(checkPreconditions(database.control)).resolves.toBeUndefined();
    await database.close();
  });

  it('exclude every other login', async () => {
    const superuser = new pg.Client({ connectionString: server.url('burrow') });
    await superuser.connect();
    await superuser.query("create role stranger login password 'stranger'");
    await superuser.end();
    const stranger = new pg.Client({ connectionString: loginUrl('stranger', 'stranger') });
    await expect(stranger.connect()).rejects.toThrow('permission denied for database "burrow"');
  });
});
