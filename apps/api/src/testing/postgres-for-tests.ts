import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { isAlive, serverFolder, startPostgres } from '../../../../scripts/postgres-server.ts';
import { migrate } from '../db/migrate.ts';
import { unmountLeftDisk } from './small-disk.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser's address of the test server's database `postgres`. */
    postgresUrl: string;
  }
}

/** Name of the migrated template database, which is cloned for every test file. */
export const templateDatabase = 'burrow_template';
const appPassword = 'test-app-password';

/** The address under which the API connects to `database`. */
export function appUrl(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.username = 'burrow_app';
  url.password = appPassword;
  return url.href;
}

export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

const checkout = join(import.meta.dirname, '../../../..');

/** Folders left behind by killed runs; the name ends with the run's process id. */
function removeAbandonedFolders(parent: string): void {
  if (!existsSync(parent)) return;
  for (const name of readdirSync(parent)) {
    const pid = Number(/^test-postgres-(\d+)(?:-own|-standby)?$/.exec(name)?.[1]);
    const postmaster = join(parent, name, 'data/postmaster.pid');
    if (!pid || isAlive(pid)) continue;
    if (existsSync(postmaster)) {
      const server = Number(readFileSync(postmaster, 'utf8').split('\n', 1)[0]);
      if (isAlive(server)) process.kill(server, 'SIGQUIT');
    }
    unmountLeftDisk(join(parent, name));
    rmSync(join(parent, name), { recursive: true, force: true });
  }
}

/** Starts one PostgreSQL for a whole run and migrates the template. Concurrent runs do not interfere. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = serverFolder(checkout, `test-postgres-${process.pid}`);
  removeAbandonedFolders(dirname(folder));
  const server = await startPostgres({
    folder,
    // A test's data need not survive a power cut.
    settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_wal_size=2GB'],
  });
  const serverUrl = server.url('postgres');
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database ${templateDatabase}`);
  await client.end();
  const templateUrl = databaseUrl(serverUrl, templateDatabase);
  await migrate({ ownerUrl: templateUrl, appUrl: appUrl(templateUrl) });
  project.provide('postgresUrl', serverUrl);
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
