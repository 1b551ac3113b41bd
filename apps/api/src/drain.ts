import type { Server } from 'node:http';
import type { Lifecycle } from './http/health.ts';
import type { Worker } from './jobs/worker.ts';
import type { Dependencies } from './lib/context.ts';

/** How long requests under way may take after a stop was asked for. */
const drainMs = 10_000;

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
  const { database, jobs, log } = deps;
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
    await jobs.close().catch(unclean('the job queue'));
    await database.close().catch(unclean('the database'));
    log.info('stopped');
    if (process.connected) process.disconnect();
  };
  for (const signal of endings) process.on(signal, drain);
}

/** Resolves when every request under way is answered, or was cut off because it took too long. */
async function closeServer(server: Server): Promise<void> {
  const overdue = setTimeout(() => server.closeAllConnections(), drainMs);
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  // A connection whose answer is still to come is let go right after it.
  server.keepAliveTimeout = 1;
  await closed;
  clearTimeout(overdue);
}
