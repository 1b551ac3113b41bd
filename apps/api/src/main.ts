import { createApp, createHealthApp } from './app.ts';
import { readEnv, type Env } from './config/env.ts';
import { createDatabase } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { createDependencies } from './dependencies.ts';
import { checkPreconditions } from './db/preconditions.ts';
import { drainOnSignal } from './drain.ts';
import { listen } from './http/listen.ts';
import { noWorker, startWorker } from './jobs/worker.ts';
import { systemClock } from './lib/clock.ts';
import { createLogger, type Logger } from './lib/logger.ts';
import { removeLeftFolders } from './lib/temporary-files.ts';

async function start(): Promise<void> {
  const env = readEnv();
  const log = createLogger(env.LOG_LEVEL);
  await migrateIfAsked(env, log);
  const database = createDatabase({
    url: env.DATABASE_URL,
    listenUrl: env.DATABASE_LISTEN_URL,
    poolSize: env.DATABASE_POOL,
    prepared: env.DATABASE_PREPARED,
    log,
  });
  await checkPreconditions(database.control);
  await removeLeftFolders(log);
  const lifecycle = { draining: false };
  const deps = createDependencies({ env, database, clock: systemClock, log });
  const app = env.WORKER === 'only' ? createHealthApp(deps, lifecycle) : createApp(deps, lifecycle);
  const { server, port } = await listen(app, { host: env.HOST, port: env.PORT });
  log.info({ host: env.HOST, port, worker: env.WORKER }, 'listening');
  deps.jobs.startEarly();
  const worker = env.WORKER === 'off' ? noWorker : startWorker(deps);
  drainOnSignal({ server, worker, deps, lifecycle });
  // Whoever started this process (the demo, a test) learns that it serves, and where.
  process.send?.({ listening: port });
}

async function migrateIfAsked(env: Env, log: Logger): Promise<void> {
  if (!env.MIGRATE_ON_START || !env.DATABASE_OWNER_URL) return;
  const applied = await migrate({ ownerUrl: env.DATABASE_OWNER_URL, appUrl: env.DATABASE_URL });
  for (const name of applied) log.info({ migration: name }, 'migrated');
}

/** Nothing serves yet: one clear line for whoever starts it, and a code for whatever watches it. */
function refuseToStart(reason: unknown): void {
  console.error(reason instanceof Error ? reason.message : reason);
  process.exit(1);
}

start().catch(refuseToStart);
