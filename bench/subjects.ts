import { apiEnvironment, apiNodeFlags } from '../scripts/api-node-flags.ts';
import type { Addresses, BenchDatabase } from './database.ts';
import { startServer, type Server } from './servers.ts';

/** The compared servers, in the order of the report. */
export const subjects = ['bare', 'express', 'burrow', 'burrowWarn'] as const;
export type Subject = (typeof subjects)[number];

/** Burrow as `main.ts` runs it: its log, an info line per request, goes to /dev/null. */
export const startBurrow = (
  { appUrl, ownerUrl }: Addresses,
  env: Readonly<Record<string, string>> = {},
): Promise<Server> =>
  startServer({
    file: 'apps/api/src/main.ts',
    nodeFlags: apiNodeFlags,
    env: {
      ...apiEnvironment,
      DATABASE_URL: appUrl,
      DATABASE_OWNER_URL: ownerUrl,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'info',
      // Sign-ins are limited by address; the benchmark's callers send theirs as a proxy would.
      TRUST_PROXY: '1',
      ...env,
    },
  });

/** Starts the compared servers; a stopped server answers nothing and costs nothing. */
export function startSubject(subject: Subject, database: BenchDatabase): Promise<Server> {
  const { ownerUrl, appUrl, practice } = database;
  if (subject === 'bare') {
    return startServer({ file: 'bench/rivals/bare-node.ts', args: [ownerUrl, String(practice.tenantId)] });
  }
  if (subject === 'express') return startServer({ file: 'bench/rivals/plain-express.ts', args: [appUrl] });
  return startBurrow(database, subject === 'burrowWarn' ? { LOG_LEVEL: 'warn' } : {});
}
