import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '../app.ts';
import type { Env } from '../config/env.ts';
import type { Dependencies } from '../context/context.ts';
import { createDatabase } from '../db/database.ts';
import { checkPreconditions } from '../db/preconditions.ts';
import { createDependencies } from '../dependencies.ts';
import type { TestApi } from './harness.ts';

/** Serves another database than a test's own, as the server would, and stops. */
export async function whileServed<T>(
  env: Env,
  { clock, deps: { log } }: TestApi,
  work: (url: string, deps: Dependencies) => Promise<T>,
): Promise<T> {
  const database = createDatabase({ url: env.DATABASE_URL, poolSize: 4, prepared: true, log });
  await checkPreconditions(database.control);
  const deps = createDependencies({ env, database, clock, log });
  const server = createServer(createApp(deps));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, deps);
  } finally {
    server.closeAllConnections();
    server.close();
    await deps.jobs.close();
    await database.close();
  }
}
