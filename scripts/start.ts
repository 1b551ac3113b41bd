import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import pg from 'pg';
import { migrate } from '../apps/api/src/db/migrate.ts';
import { demoSignIns, seedDemo } from '../seeds/demo.ts';
import { apiEnvironment, apiNodeFlags } from './api-node-flags.ts';
import { buildWeb, webRoot } from './build-web.ts';
import { serverFolder, startPostgres, type PostgresServer } from './postgres-server.ts';

// `npm start`: the whole product on this machine, with two demo practices. Keeps its data in `.data/`.

const checkout = join(import.meta.dirname, '..');
// Beside the checkout when root keeps it from everybody else; then it is said where.
const dataFolder = serverFolder(checkout, 'postgres');
const port = process.env['PORT'] ?? '8080';
const host = process.env['HOST'] ?? '127.0.0.1';

/** The password of the API's database role, made once and kept beside the data. */
function appPassword(): string {
  const file = join(checkout, '.data/app-password');
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  }
  return readFileSync(file, 'utf8').trim();
}

/** The database to use: your own when DATABASE_URL says so, or an embedded one. */
async function openDatabase(): Promise<{ ownerUrl: string; server: PostgresServer | undefined }> {
  const own = process.env['DATABASE_URL'];
  if (own) return { ownerUrl: own, server: undefined };
  const server = await startPostgres({ folder: dataFolder });
  const client = new pg.Client({ connectionString: server.url('postgres') });
  await client.connect();
  const { rowCount } = await client.query("select 1 from pg_database where datname = 'burrow'");
  if (!rowCount) await client.query('create database burrow');
  await client.end();
  return { ownerUrl: server.url('burrow'), server };
}

function appUrlFrom(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.username = 'burrow_app';
  url.password = appPassword();
  return url.href;
}

let server: PostgresServer | undefined;
let api: ChildProcess | undefined;
let stopping = false;

async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  if (api?.connected || (api && api.exitCode === null)) {
    const gone = new Promise((resolve) => api?.once('exit', resolve));
    api.kill('SIGTERM');
    await gone;
  }
  await server?.stop();
  process.exit(code);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));

function serve(env: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = fork(join(checkout, 'apps/api/src/main.ts'), {
      execArgv: [...apiNodeFlags],
      env: { ...apiEnvironment, ...process.env, ...env },
      cwd: checkout,
    });
    api = child;
    child.once('message', (message: { listening: number }) => resolve(message.listening));
    child.once('exit', (code) => {
      reject(new Error(`The server stopped by itself (exit code ${code}).`));
      void stop(1);
    });
  });
}

try {
  console.log('Starting PostgreSQL and building the web app …');
  const [database] = await Promise.all([openDatabase(), buildWeb(checkout)]);
  server = database.server;
  const { ownerUrl } = database;
  const appUrl = appUrlFrom(ownerUrl);
  await migrate({ ownerUrl, appUrl });
  const seeded = await seedDemo({ ownerUrl, now: new Date() });
  const listening = await serve({
    DATABASE_URL: appUrl,
    MIGRATE_ON_START: 'off',
    HOST: host,
    PORT: port,
    WEB_ROOT: webRoot(checkout),
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
  });
  const address = `http://${host === '0.0.0.0' || host === '127.0.0.1' ? 'localhost' : host}:${listening}`;
  console.log(`
Burrow is running${seeded ? ', with a fresh demo' : ''}.

  Staff sign in        ${address}/app/login
  API reference        ${address}/api/docs

${demoSignIns.map(({ who, email, password }) => `  ${who.padEnd(34)} ${email.padEnd(22)} ${password}`).join('\n')}

Ctrl-C stops everything; the data stays in ${process.env['DATABASE_URL'] ? 'your database' : relative(checkout, dataFolder)}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  await stop(1);
}
