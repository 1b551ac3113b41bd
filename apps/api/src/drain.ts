import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Dependencies } from './context/context.ts';
import type { Lifecycle } from './http/health.ts';
import type { Worker } from './jobs/worker.ts';

/** How long requests under way may take after a stop was asked for. */
const drainMs = 10_000;

/** How long the job queue and the pools may take to close after that: a database that hangs says no good-bye. */
const closeMs = 4000;
const lastMs = 1000;

/** The last one: the process that started us may vanish without a word. */
const endings = ['SIGTERM', 'SIGINT', 'disconnect'] as const;

interface Drained {
  server: Server;
  /** Serves until everything else has ended. */
  metricsServer?: Server | undefined;
  worker: Worker;
  deps: Dependencies;
  lifecycle: Lifecycle;
}

/**
 * Has SIGTERM, SIGINT or the end of whoever started us end the process at once, for as long as it starts: nothing is under
 * way that the next start would not do again. Without a word from us a container's first process would not hear them.
 * @returns what ends that
 */
export function exitOnSignal(): () => void {
  const exit = (): void => process.exit(0);
  for (const signal of endings) process.on(signal, exit);
  return () => {
    for (const signal of endings) process.off(signal, exit);
  };
}

/**
 * On SIGTERM or SIGINT: no new connections and no new work, what is under way is finished, then the job queue and the
 * pools close and we are gone.
 */
export function drainOnSignal({ server, metricsServer, worker, deps, lifecycle }: Drained): void {
  const { database, jobs, log, providerRecord, tracing } = deps;
  const drain = async (): Promise<void> => {
    if (lifecycle.draining) return;
    lifecycle.draining = true;
    log.info('draining');
    const unclean = (what: string) => (error: unknown) =>
      log.error({ err: error }, `${what} did not end cleanly`);
    // Streams have no end of their own; their listeners come back to another process.
    database.live.close().catch(unclean('live updates'));
    await Promise.all([closeServer(server), worker.stop().catch(unclean('the work that goes on by itself'))]);
    metricsServer?.close();
    metricsServer?.closeAllConnections();
    const closed = providerRecord
      .close()
      .catch(unclean('the record of the providers'))
      .then(() => jobs.close())
      .catch(unclean('the job queue'))
      .then(() => database.close())
      .catch(unclean('the database'));
    const late = pause(closeMs, undefined, { ref: false });
    await Promise.all([Promise.race([closed, late]), tracing?.close()]);
    log.info('stopped');
    if (process.connected) process.disconnect();
    // A database that hangs does not close its end of a connection, which would keep us here.
    setTimeout(() => process.exit(0), lastMs).unref();
  };
  for (const signal of endings) process.on(signal, drain);
}

/**
 * A turn of the event loop that took no longer found nothing to do. What reaches the port between the last look and its
 * closing is cut, so the turn must be short: with 0.5 ms, a stop beside busy clients cut a connection now and then.
 */
const quietTurnMs = 0.1;
const longestWaitMs = 1000;

/** How long a connection that has been made may take to bring its request once there are no new ones. */
const firstRequestMs = 500;

/**
 * Waits until every connection that has reached us is taken. One that still waits when the port is closed is cut, with a
 * request that is on its way already, and no proxy may send that again.
 */
async function allTaken(server: Server): Promise<void> {
  let taken = 0;
  const count = (): void => void (taken += 1);
  server.on('connection', count);
  const began = performance.now();
  for (let now = began; now - began < longestWaitMs;) {
    const [before, turn] = [taken, now];
    await nextTurn();
    now = performance.now();
    if (taken === before && now - turn < quietTurnMs) break;
  }
  server.off('connection', count);
}

/**
 * Resolves when every request under way is answered, or was cut off because it took too long. A connection that was just
 * made counts as idle for Node, but is not: its request is on its way, and no proxy may send that again.
 */
async function closeServer(server: Server): Promise<void> {
  await allTaken(server);
  // Not Node's own way to close a server, which would close the idle ones at once.
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  const overdue = setTimeout(() => server.closeAllConnections(), drainMs);
  // Whoever is answered from now on learns that the connection ends, and those whose answer is still to come with it.
  server.prependListener('request', (_req, res: ServerResponse) => res.setHeader('Connection', 'close'));
  server.keepAliveTimeout = 1;
  const unused = setTimeout(() => server.closeIdleConnections(), firstRequestMs);
  await closed;
  clearTimeout(overdue);
  clearTimeout(unused);
}
