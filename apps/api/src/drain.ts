import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Dependencies } from './context/context.ts';
import type { Lifecycle } from './http/health.ts';
import type { Worker } from './jobs/worker.ts';

/** How long requests in progress may take after a stop. */
const drainMs = 10_000;

/**
 * How long the job queue and the pools may take to close after that: a database that hangs does not close its
 * connections.
 */
const closeMs = 4000;
const lastMs = 1000;

/** The last one: the parent process may exit without a signal. */
export const endings = ['SIGTERM', 'SIGINT', 'disconnect'] as const;

interface Drained {
  server: Server;
  /** Serves until everything else has ended. */
  metricsServer?: Server | undefined;
  worker: Worker;
  deps: Dependencies;
  lifecycle: Lifecycle;
}

/**
 * Makes SIGTERM, SIGINT or the parent's exit end the process at once while it starts: the next start repeats all its
 * work. Without a handler, process 1 of a container ignores these signals.
 * @returns a function that removes the handlers
 */
export function exitOnSignal(): () => void {
  const exit = (): void => process.exit(0);
  for (const signal of endings) process.on(signal, exit);
  return () => {
    for (const signal of endings) process.off(signal, exit);
  };
}

/** Nothing serves yet: print one clear line for the operator, and exit with a code for the supervisor. */
export function refuseToStart(reason: unknown): void {
  console.error(reason instanceof Error ? reason.message : reason);
  process.exit(1);
}

/**
 * On SIGTERM or SIGINT: refuse new connections and new work, finish the work in progress, close the job queue and the
 * pools, exit.
 */
export function drainOnSignal({ server, metricsServer, worker, deps, lifecycle }: Drained): void {
  const { database, jobs, log, providerRecord, tracing } = deps;
  const drain = async (): Promise<void> => {
    if (lifecycle.draining) return;
    lifecycle.draining = true;
    log.info('draining');
    const unclean = (what: string) => (error: unknown) =>
      log.error({ err: error }, `${what} did not end cleanly`);
    // Streams have no end of their own; their listeners reconnect to another process.
    database.live.close().catch(unclean('live updates'));
    await Promise.all([closeServer(server), worker.stop().catch(unclean('background jobs'))]);
    metricsServer?.close();
    metricsServer?.closeAllConnections();
    const closed = providerRecord
      .close()
      .catch(unclean('the provider record'))
      .then(() => jobs.close())
      .catch(unclean('the job queue'))
      .then(() => database.close())
      .catch(unclean('the database'));
    const late = pause(closeMs, undefined, { ref: false });
    await Promise.all([Promise.race([closed, late]), tracing?.close()]);
    log.info('stopped');
    if (process.connected) process.disconnect();
    // A database that hangs does not close its end of a connection, which would delay the exit.
    setTimeout(() => process.exit(0), lastMs).unref();
  };
  for (const signal of endings) process.on(signal, drain);
}

/**
 * A turn of the event loop shorter than this found nothing to do. A connection between the last check and the closing of
 * the port is cut, so the turn must be short: with 0.5 ms, a stop beside busy clients cut a connection now and then. On
 * a machine that is too busy for that, longer turns have to do after a while: with none at all, a stop cut every
 * connection that had arrived during the last turn of some hundred milliseconds.
 */
const quietTurnMs = [
  { untilMs: 1000, turnMs: 0.1 },
  { untilMs: 1500, turnMs: 1 },
  { untilMs: 2000, turnMs: 10 },
];

/** How long an open connection may take to send its request once no new ones are accepted. */
const firstRequestMs = 500;

/**
 * Waits until every connection that has reached us is accepted. One that still waits when the port is closed is cut,
 * together with a request on its way, which no proxy may send again.
 */
async function allTaken(server: Server): Promise<void> {
  let taken = 0;
  const count = (): void => void (taken += 1);
  server.on('connection', count);
  const began = performance.now();
  for (let now = began; ;) {
    const quiet = quietTurnMs.find(({ untilMs }) => now - began < untilMs);
    if (!quiet) break;
    const [before, turn] = [taken, now];
    await nextTurn();
    now = performance.now();
    if (taken === before && now - turn < quiet.turnMs) break;
  }
  server.off('connection', count);
}

/**
 * Resolves when every request in progress is answered, or was aborted because it took too long. Node considers a new
 * connection idle, but its request may be on its way, and no proxy may send that again.
 */
async function closeServer(server: Server): Promise<void> {
  await allTaken(server);
  // Not Node's own way to close a server, which would close idle connections at once.
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  const overdue = setTimeout(() => server.closeAllConnections(), drainMs);
  // From now on answers announce that the connection closes, including those in progress.
  server.prependListener('request', (_req, res: ServerResponse) => res.setHeader('Connection', 'close'));
  server.keepAliveTimeout = 1;
  const unused = setTimeout(() => server.closeIdleConnections(), firstRequestMs);
  await closed;
  clearTimeout(overdue);
  clearTimeout(unused);
}
