import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { createApp } from '../app.ts';
import { readEnv, type Env } from '../config/env.ts';
import { createDatabase, type Database } from '../db/database.ts';
import { createDependencies } from '../dependencies.ts';
import type { TestApi } from './harness.ts';

/**
 * A second server on the database of `api`, as another process would be: it shares nothing with the first in memory.
 * @returns its address, during the tests
 */
export function useSecondServer(
  api: TestApi,
  settings: Partial<Record<keyof Env, string>> = {},
): () => string {
  let database: Database;
  let server: Server;
  let url = '';
  beforeAll(async () => {
    const log = pino({ level: 'silent' });
    const env = readEnv({ DATABASE_URL: api.testDatabase.appUrl, BCRYPT_COST: '4', ...settings });
    database = createDatabase({ url: env.DATABASE_URL, poolSize: env.DATABASE_POOL, prepared: true, log });
    server = createServer(createApp(createDependencies({ env, database, clock: api.clock, log })));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await database.close();
  });
  return () => url;
}
