import type { RequestListener, Server } from 'node:http';
import { createApp, createHealthApp, createStartingApp } from './app.ts';
import type { Env } from './config/env.ts';
import type { Dependencies } from './context/context.ts';
import { createDatabase } from './db/database.ts';
import { asLogin } from './db/login-refusals.ts';
import { migrate } from './db/migrate.ts';
import { whenDatabaseAnswers } from './db/wait-for-database.ts';
import { checkPreconditions } from './db/preconditions.ts';
import { warnOfTooFewConnections } from './db/connection-count.ts';
import { makeFirstSuperadmin } from './db/superadmins.ts';
import { createDependencies } from './dependencies.ts';
import { drainOnSignal, refuseToStart } from './drain.ts';
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
import type { Place } from './web-processes.ts';

/** How long a start may take before its port is opened anyway. */
const quickStartMs = 15_000;

interface Start {
  /** Among several web processes; undefined for a server of one process. */
  place: Place | undefined;
  /** Removes the handlers of signals that end the start. */
  endStart: () => void;
}

/**
 * Starts the server in this process. It resolves when it serves.
 * @throws Error whose message is ready to print
 */
export async function startServer(given: Env, { place, endStart }: Start): Promise<void> {
  const env = place ? { ...given, ...settingsOf(place, given) } : given;
  // Made first: lines of the log contain the id of their trace.
  let tracing: Tracing | undefined;
  const traceFields = (): object => tracing?.logFields() ?? {};
  const log = createLogger(env.LOG_LEVEL, asksForTraces(env) ? traceFields : undefined, place?.number);
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
  const door = createDoor((req, res) => app(req, res), env, place !== undefined);
  // A slow start opens its port so that liveness checks succeed. A fast one opens it when it serves: a proxy sends
  // requests to an open port, which other processes could answer.
  const soon = setTimeout(() => door.open().catch(refuseToStart), quickStartMs);
  if (!place?.isPrepared) {
    await whenDatabaseAnswers(() => prepareDatabase(deps), {
      forMs: env.START_PATIENCE_SECONDS * 1000,
      onWait: (reason) => {
        log.warn({ reason }, 'waiting for the database');
        door.open().catch(refuseToStart);
      },
    });
  }
  clearTimeout(soon);
  await removeLeftFolders(log);
  const streams = new EventStreams();
  const metrics = await startMetrics(deps, streams, place);
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
function createDoor(app: RequestListener, { HOST: host, PORT: port }: Env, isShared: boolean) {
  let opened: ReturnType<typeof listen> | undefined;
  return { open: () => (opened ??= listen(app, { host, port, isShared })) };
}

/** Background jobs run in the first process only, and all share one port. */
const settingsOf = ({ number, port }: Place, { WORKER }: Env): Pick<Env, 'PORT' | 'WORKER'> => ({
  PORT: port,
  WORKER: number === 1 ? WORKER : 'off',
});

/**
 * Serves the metrics on a separate port, if configured; otherwise nothing is counted or loaded. One of several web
 * processes hands them to the first process, which serves them.
 */
async function startMetrics(
  deps: Dependencies,
  streams: EventStreams,
  place: Place | undefined,
): Promise<{ meter: RequestMeter; server?: Server; port?: number } | undefined> {
  const { METRICS_HOST: host, METRICS_PORT: wanted } = deps.env;
  if (wanted === undefined) return undefined;
  const { answerWithMetrics, createMetrics } = await import('./metrics/metrics-server.ts');
  const { meter, serve, collect } = createMetrics(deps, streams);
  if (place) {
    answerWithMetrics(collect, deps.log);
    return { meter };
  }
  const { server, port } = await listen(serve, { host, port: wanted, setting: 'METRICS_PORT' });
  deps.log.info({ host, port }, 'serving metrics');
  return { meter, server, port };
}

/** Migrates the database and checks that this release can serve from it, or refuses. */
async function prepareDatabase({ env, database, passwords, clock, log }: Dependencies): Promise<void> {
  const { DATABASE_OWNER_URL: ownerUrl, DATABASE_URL: appUrl, BACKUP_DATABASE_URL: backupUrl } = env;
  const installationNumber = env.INSTALLATION_NUMBER;
  if (env.MIGRATE_ON_START && ownerUrl) {
    for (const name of await migrate({ ownerUrl, appUrl, backupUrl, installationNumber })) {
      log.info({ migration: name }, 'migrated');
    }
  }
  await asLogin('DATABASE_URL', appUrl, () => checkPreconditions(database.control));
  await warnOfTooFewConnections(database.control, env, log);
  await noteCutOffBackups({ database, clock, log });
  const outcome = await makeFirstSuperadmin(env, passwords);
  if (outcome === 'made') log.info('created the first superadmin');
  if (outcome === 'address taken') {
    log.error('FIRST_SUPERADMIN_EMAIL already belongs to another account: no superadmin was created');
  }
}
