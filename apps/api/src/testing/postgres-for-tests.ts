import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import {
  isAlive,
  serverFolder,
  startPostgres,
  type PostgresServer,
} from '../../../../packages/dev/src/postgres-server.ts';
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

type TestServer = Pick<PostgresServer, 'url' | 'stop'>;

// A test's data need not survive a power cut.
const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_wal_size=2GB'];

async function startEmbedded(): Promise<TestServer> {
  const folder = serverFolder(checkout, `test-postgres-${process.pid}`);
  removeAbandonedFolders(dirname(folder));
  const server = await startPostgres({ folder, settings });
  return {
    url: (database) => server.url(database),
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The image that docker-compose.yml runs, or the one of POSTGRES_IMAGE. */
function composeImage(): string {
  const compose = readFileSync(join(checkout, 'docker-compose.yml'), 'utf8');
  const image = process.env['POSTGRES_IMAGE'] ?? /\$\{POSTGRES_IMAGE:-([^}]+)\}/.exec(compose)?.[1];
  if (!image) throw new Error('docker-compose.yml names no image of PostgreSQL.');
  return image;
}

async function startContainer(): Promise<TestServer> {
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
  const flags = ['max_connections=200', ...settings].flatMap((setting) => ['-c', setting]);
  const container = await new PostgreSqlContainer(composeImage())
    .withUsername('postgres')
    .withCommand(['postgres', ...flags])
    .start();
  return {
    url: (database) => databaseUrl(container.getConnectionUri(), database),
    stop: async () => {
      await container.stop();
    },
  };
}

/**
 * Starts one PostgreSQL for a whole run and migrates the template: the npm registry's, or with TEST_DATABASE=container
 * that of docker-compose.yml. Concurrent runs do not interfere.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await (process.env['TEST_DATABASE'] === 'container' ? startContainer() : startEmbedded());
  const serverUrl = server.url('postgres');
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database ${templateDatabase}`);
  await client.end();
  const templateUrl = databaseUrl(serverUrl, templateDatabase);
  await migrate({ ownerUrl: templateUrl, appUrl: appUrl(templateUrl) });
  project.provide('postgresUrl', serverUrl);
  return () => server.stop();
}
