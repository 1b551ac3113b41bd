import { readEnv, webProcesses } from './config/env.ts';
import { exitOnSignal, refuseToStart } from './drain.ts';
import type { Place } from './web-processes.ts';

// The server's entry point: one process, or the first of WEB_CONCURRENCY web processes, which starts the others. That
// one serves nothing itself, so it does not load what the server consists of.

async function start(): Promise<void> {
  const endStart = exitOnSignal();
  const env = readEnv();
  const [, , given] = process.argv;
  const place = given === undefined ? undefined : (JSON.parse(given) as Place);
  if (!place && webProcesses(env) > 1) {
    const { startWebProcesses } = await import('./web-processes.ts');
    await startWebProcesses(env, { file: import.meta.filename, endStart });
  } else {
    const { startServer } = await import('./server.ts');
    await startServer(env, { place, endStart });
  }
}

start().catch(refuseToStart);
