import { existsSync } from 'node:fs';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Env } from '../config/env.ts';
import { createDatabase, type Queryable } from '../db/database.ts';
import { jobSchema, jobSchemaProblem } from '../db/job-schema.ts';
import { whyAway } from '../db/patience.ts';
import { isolationProblem, roleProblem, schemaProblem } from '../db/preconditions.ts';
import { statement } from '../db/statement.ts';
import { hasSuperadmin } from '../db/superadmins.ts';
import { createFileStorage, newStorageKey } from '../integrations/storage/storage.ts';
import { createLogger } from '../lib/logger.ts';
import type { Finding } from './findings.ts';
import { providerFindings } from './provider-findings.ts';

/** PostgreSQL 16, as the server says it. */
const oldestPostgres = 160_000;

const serverVersion = statement<{ number: number; version: string }>(
  'doctor_server_version',
  `select current_setting('server_version_num')::int as number, current_setting('server_version') as version`,
);

const overdueJobs = statement<{ waiting: number }>(
  'doctor_overdue_jobs',
  `select count(*) as waiting from ${jobSchema}.job j
   where j.state in ('created', 'retry') and j.start_after < now() - interval '5 minutes'`,
);

/**
 * Looks at everything that an installation needs, changes nothing that stays, and says what it found. No value of a
 * setting is told.
 * @param read reads the settings, or throws what is wrong with them
 */
export async function inspect(read: () => Env): Promise<Finding[]> {
  let env: Env;
  try {
    env = read();
  } catch (error) {
    return [{ what: 'settings', state: 'wrong', said: messageOf(error) }];
  }
  return [
    { what: 'settings', state: 'ok', said: 'every variable is usable' },
    ...(await databaseFindings(env)),
    await storageFinding(env),
    await temporaryFolderFinding(),
    webFinding(env),
    ...providerFindings(env),
  ];
}

async function databaseFindings(env: Env): Promise<Finding[]> {
  const log = createLogger('silent');
  const database = createDatabase({ url: env.DATABASE_URL, poolSize: 2, prepared: false, log });
  try {
    const reached = await reachedFinding(database.control);
    if (reached.state === 'wrong') return [reached, await ownerFinding(env)];
    const look = async (
      what: string,
      well: string,
      findProblem: (database: Queryable) => Promise<string | undefined>,
    ): Promise<Finding> => {
      const problem = await findProblem(database.control).catch(messageOf);
      return { what, state: problem ? 'wrong' : 'ok', said: problem ?? well };
    };
    return [
      reached,
      await look('role', 'cannot step around row-level security', roleProblem),
      await look('row-level security', 'holds the server to one practice on every table', isolationProblem),
      await look('migrations', 'all are there', schemaProblem),
      await look('job queue', 'fits this release', jobSchemaProblem),
      await workFinding(database.control),
      await ownerFinding(env),
    ];
  } finally {
    await database.close();
  }
}

async function reachedFinding(database: Queryable): Promise<Finding> {
  const what = 'database';
  try {
    const server = await database.row(serverVersion);
    const isOld = (server?.number ?? 0) < oldestPostgres;
    const said = `PostgreSQL ${server?.version}${isOld ? ': 16 or later is needed' : ''}`;
    return { what, state: isOld ? 'wrong' : 'ok', said };
  } catch (error) {
    return { what, state: 'wrong', said: messageOf(error) };
  }
}

/** Work that nobody has begun, though it was due five minutes ago. */
async function workFinding(database: Queryable): Promise<Finding> {
  const what = 'work by itself';
  try {
    const waiting = (await database.row(overdueJobs))?.waiting ?? 0;
    if (waiting === 0) return { what, state: 'ok', said: 'no job is overdue' };
    const said = `${waiting} jobs are overdue: does a process run with WORKER=inline or WORKER=only?`;
    return { what, state: 'note', said };
  } catch (error) {
    return { what, state: 'wrong', said: messageOf(error) };
  }
}

async function ownerFinding({ DATABASE_OWNER_URL: ownerUrl }: Env): Promise<Finding> {
  const what = 'superadmin';
  if (!ownerUrl) return { what, state: 'note', said: 'not looked at: DATABASE_OWNER_URL is not given here' };
  try {
    if (await hasSuperadmin(ownerUrl)) return { what, state: 'ok', said: 'there is one' };
    return { what, state: 'note', said: 'there is none: create-superadmin makes one' };
  } catch (error) {
    return { what, state: 'wrong', said: `as the schema’s owner: ${messageOf(error)}` };
  }
}

/** Puts a small file where the files go, reads it and takes it away. */
async function storageFinding(env: Env): Promise<Finding> {
  const what = 'file storage';
  const storage = createFileStorage(env);
  const { target } = storage;
  if (target === 'database') return { what, state: 'ok', said: 'in the database' };
  // Of no practice.
  const key = newStorageKey(0);
  const content = Buffer.from('doctor');
  try {
    await storage.put(target, key, content);
    const found = await storage.get(target, key);
    await storage.remove(target, key);
    if (!found.equals(content))
      return { what, state: 'wrong', said: `${target}: what is read is not what was written` };
    return { what, state: 'ok', said: `${target}: can be written, read and deleted` };
  } catch (error) {
    return { what, state: 'wrong', said: `${target}: ${messageOf(error)}` };
  }
}

/** Uploads wait here while they arrive. */
async function temporaryFolderFinding(): Promise<Finding> {
  const what = 'temporary folder';
  try {
    const folder = await mkdtemp(join(tmpdir(), 'burrow-doctor-'));
    await writeFile(join(folder, 'file'), 'doctor');
    await rm(folder, { recursive: true });
    const { bavail, bsize } = await statfs(tmpdir());
    const free = Math.floor((bavail * bsize) / 2 ** 20);
    const isTight = free < 500;
    const said = `${free} MB free${isTight ? ': sixty uploads at once may need 2,500' : ''}`;
    return { what, state: isTight ? 'note' : 'ok', said };
  } catch (error) {
    return { what, state: 'wrong', said: `cannot be written: ${messageOf(error)}` };
  }
}

function webFinding({ WEB_ROOT: root }: Env): Finding {
  const what = 'web app';
  if (!root) return { what, state: 'note', said: 'not served: WEB_ROOT is not given' };
  const isBuilt = existsSync(join(root, 'index.html'));
  return {
    what,
    state: isBuilt ? 'ok' : 'wrong',
    said: isBuilt ? 'is built' : 'WEB_ROOT has no index.html: it is not built',
  };
}

/** The reason itself where an error only says that something is away. */
function messageOf(error: unknown): string {
  const away = whyAway(error);
  if (away !== undefined) return away;
  const { cause } = error as { cause?: unknown };
  if (cause instanceof Error) return cause.message;
  return error instanceof Error ? error.message : String(error);
}
