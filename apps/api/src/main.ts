import { createServer, type Server } from 'node:http';
import { createApp } from './app.ts';
import { readEnv, type Env } from './config/env.ts';
import { createDatabase, type Database } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { createDependencies } from './dependencies.ts';
import { checkPreconditions } from './db/preconditions.ts';
import { longestMs } from './http/sending-time.ts';
import { systemClock } from './lib/clock.ts';
import { createLogger, type Logger } from './lib/logger.ts';
import { removeLeftFolders } from './lib/temporary-files.ts';
import { removeForgottenFiles } from './modules/file/clear-up-service.ts';

/** How long requests under way may take after a stop was asked for. */
const drainMs = 10_000;

/** How often what no file names any more is looked for in the stores. */
const clearUpEveryMs = 5 * 60_000;

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
  const app = createApp(deps, lifecycle);
  const clearUp = (): void => void removeForgottenFiles(deps);
  setInterval(clearUp, clearUpEveryMs).unref();
  clearUp();
  // Slow senders are cut off before they can hold places that others need; the app itself gives most of them less.
  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: longestMs, connectionsCheckingInterval: 2000 },
    app,
  );
  // Whatever is quiet for so long is gone, also what reads a page; answers of the API notice sooner.
  server.timeout = longestMs;
  server.once('error', (error: NodeJS.ErrnoException) => {
    refuseToStart(error.code === 'EADDRINUSE' ? `Port ${env.PORT} is taken; PORT chooses another.` : error);
  });
  server.listen(env.PORT, env.HOST, () => {
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : env.PORT;
    log.info({ host: env.HOST, port }, 'listening');
    // Whoever started this process (the demo, a test) learns that it serves, and where.
    process.send?.({ listening: port });
  });
  drainOnSignal(server, database, lifecycle, log);
}

async function migrateIfAsked(env: Env, log: Logger): Promise<void> {
  if (!env.MIGRATE_ON_START || !env.DATABASE_OWNER_URL) return;
  const applied = await migrate({ ownerUrl: env.DATABASE_OWNER_URL, appUrl: env.DATABASE_URL });
  for (const name of applied) log.info({ migration: name }, 'migrated');
}

/** On SIGTERM or SIGINT: no new connections, requests under way are answered, then the pools close and we are gone. */
function drainOnSignal(
  server: Server,
  database: Database,
  lifecycle: { draining: boolean },
  log: Logger,
): void {
  const drain = (): void => {
    if (lifecycle.draining) return;
    lifecycle.draining = true;
    log.info('draining');
    // Streams have no end of their own; their listeners come back to another process.
    database.live
      .close()
      .catch((error: unknown) => log.warn({ err: error }, 'live updates did not end cleanly'));
    const overdue = setTimeout(() => server.closeAllConnections(), drainMs);
    server.close(() => {
      clearTimeout(overdue);
      database
        .close()
        .catch((error: unknown) => log.error({ err: error }, 'the database did not close cleanly'))
        .finally(() => {
          log.info('stopped');
          if (process.connected) process.disconnect();
        });
    });
    server.closeIdleConnections();
    // A connection whose answer is still to come is let go right after it.
    server.keepAliveTimeout = 1;
  };
  process.on('SIGTERM', drain);
  process.on('SIGINT', drain);
  // The process that started us may vanish without a word.
  process.on('disconnect', drain);
}

/** Nothing serves yet: one clear line for whoever starts it, and a code for whatever watches it. */
function refuseToStart(reason: unknown): void {
  console.error(reason instanceof Error ? reason.message : reason);
  process.exit(1);
}

start().catch(refuseToStart);
