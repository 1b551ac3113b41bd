import type { RequestListener, Server } from 'node:http';
import { createApp, createHealthApp, createStartingApp } from './app.ts';
import { readEnv, type Env } from './config/env.ts';
import type { Dependencies } from './context/context.ts';
import { createDatabase } from './db/database.ts';
import { asLogin } from './db/login-refusals.ts';
import { migrate } from './db/migrate.ts';
import { whenDatabaseAnswers } from './db/wait-for-database.ts';
import { checkPreconditions } from './db/preconditions.ts';
import { makeFirstSuperadmin } from './db/superadmins.ts';
import { createDependencies } from './dependencies.ts';
import { drainOnSignal, exitOnSignal } from './drain.ts';
import { EventStreams } from './http/event-streams.ts';
import { listen } from './http/listen.ts';
import type { RequestMeter } from './http/request-meter.ts';
import { noWorker, startWorker } from './jobs/worker.ts';
import { systemClock } from './lib/clock.ts';
import { createLogger } from './lib/logger.ts';
import { removeLeftFolders } from './lib/temporary-files.ts';
import type { Tracing } from './lib/tracing.ts';
import { version } from './lib/version.ts';
import { noteCutOffBackups } from './modules/backup/public.ts';
import { asksForTraces, startTracing } from './tracing/start-tracing.ts';

/** How long a start may take before its port is opened anyway. */
const quickStartMs = 15_000;

async function start(): Promise<void> {
  const endStart = exitOnSignal();
  const env = readEnv();
  // Made first: lines of the log contain the id of their trace.
  let tracing: Tracing | undefined;
  const traceFields = (): object => tracing?.logFields() ?? {};
  const log = createLogger(env.LOG_LEVEL, asksForTraces(env) ? traceFields : undefined);
  tracing = await startTracing(env, log);
  const database = createDatabase({
    url: env.DATABASE_URL,
    listenUrl: env.DATABASE_LISTEN_URL,
    replicaUrl: env.DATABASE_REPLICA_URL,
    poolSize: env.DATABASE_POOL,
    prepared: env.DATABASE_PREPARED,
    log,
    tracing,
  });
  const lifecycle = { starting: true, draining: false };
  const deps = createDependencies({ env, database, clock: systemClock, log, tracing });
  let app: RequestListener = createStartingApp(deps, lifecycle);
  const door = createDoor((req, res) => app(req, res), env);
  // A slow start opens its port so that liveness checks succeed. A fast one opens it when it serves: a proxy sends
  // requests to an open port, which other processes could answer.
  const soon = setTimeout(() => door.open().catch(refuseToStart), quickStartMs);
  await whenDatabaseAnswers(() => prepareDatabase(deps), {
    forMs: env.START_PATIENCE_SECONDS * 1000,
    onWait: (reason) => {
      log.warn({ reason }, 'waiting for the database');
      door.open().catch(refuseToStart);
    },
  });
  clearTimeout(soon);
  await removeLeftFolders(log);
  const streams = new EventStreams();
  const metrics = await startMetrics(deps, streams);
  app =
    env.WORKER === 'only'
      ? createHealthApp(deps, lifecycle)
      : createApp(deps, lifecycle, streams, metrics?.meter);
  lifecycle.starting = false;
  const { server, port } = await door.open();
  log.info({ host: env.HOST, port, worker: env.WORKER, build: env.BURROW_TAG ?? version }, 'listening');
  deps.jobs.startEarly();
  const worker = env.WORKER === 'off' ? noWorker : startWorker(deps);
  endStart();
  drainOnSignal({ server, metricsServer: metrics?.server, worker, deps, lifecycle });
  // The parent process (the demo, a test) learns the address once it serves.
  process.send?.({ listening: port, metrics: metrics?.port });
}

/** Listens from the first call on. */
function createDoor(app: RequestListener, { HOST: host, PORT: port }: Env) {
  let opened: ReturnType<typeof listen> | undefined;
  return { open: () => (opened ??= listen(app, { host, port })) };
}

/** Serves the metrics on a separate port, if configured; otherwise nothing is counted or loaded. */
async function startMetrics(
  deps: Dependencies,
  streams: EventStreams,
): Promise<{ meter: RequestMeter; server: Server; port: number } | undefined> {
  const { METRICS_HOST: host, METRICS_PORT: wanted } = deps.env;
  if (wanted === undefined) return undefined;
  const { createMetrics } = await import('./metrics/metrics-server.ts');
  const { meter, serve } = createMetrics(deps, streams);
  const { server, port } = await listen(serve, { host, port: wanted, setting: 'METRICS_PORT' });
  deps.log.info({ host, port }, 'serving metrics');
  return { meter, server, port };
}

/** Migrates the database and checks that this release can serve from it, or refuses. */
async function prepareDatabase({ env, database, passwords, clock, log }: Dependencies): Promise<void> {
  const { DATABASE_OWNER_URL: ownerUrl, DATABASE_URL: appUrl, BACKUP_DATABASE_URL: backupUrl } = env;
  if (env.MIGRATE_ON_START && ownerUrl) {
    for (const name of await migrate({ ownerUrl, appUrl, backupUrl })) {
      log.info({ migration: name }, 'migrated');
    }
  }
  await asLogin('DATABASE_URL', appUrl, () => checkPreconditions(database.control));
  await noteCutOffBackups({ database, clock, log });
  const outcome = await makeFirstSuperadmin(env, passwords);
  if (outcome === 'made') log.info('created the first superadmin');
  if (outcome === 'address taken') {
    log.error('FIRST_SUPERADMIN_EMAIL already belongs to another account: no superadmin was created');
  }
}

/** Nothing serves yet: print one clear line for the operator, and exit with a code for the supervisor. */
function refuseToStart(reason: unknown): void {
  console.error(reason instanceof Error ? reason.message : reason);
  process.exit(1);
}

start().catch(refuseToStart);
