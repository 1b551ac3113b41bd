import type { Server } from 'node:http';
import type { Lifecycle } from './http/health.ts';
import type { Worker } from './jobs/worker.ts';
import type { Dependencies } from './lib/context.ts';

/** How long requests under way may take after a stop was asked for. */
const drainMs = 10_000;

interface Drained {
  server: Server;
  worker: Worker;
  deps: Dependencies;
  lifecycle: Lifecycle;
}

/**
 * On SIGTERM or SIGINT: no new connections and no new work, what is under way is finished, then the job queue and the
 * pools close and we are gone.
 */
export function drainOnSignal({ server, worker, deps, lifecycle }: Drained): void {
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
    await jobs.close().catch(unclean('the job queue'));
    await database.close().catch(unclean('the database'));
    log.info('stopped');
    if (process.connected) process.disconnect();
  };
  process.on('SIGTERM', drain);
  process.on('SIGINT', drain);
  // The process that started us may vanish without a word.
  process.on('disconnect', drain);
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
