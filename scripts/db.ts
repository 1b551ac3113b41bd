import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { isAlive, serverFolder, startPostgres } from '../packages/dev/src/postgres-server.ts';

// The database that `npm start` keeps.
//   npm run db:psql   runs SQL on it as its superuser: typed, or from a file (`npm run -s db:psql < file.sql`)
//   npm run db:reset  deletes it; the next start makes the demo again

const checkout = join(import.meta.dirname, '..');
const folder = serverFolder(checkout, 'postgres');
const [task, ...args] = process.argv.slice(2);

/** The address of the server that runs now; undefined if none does. */
function runningUrl(): string | undefined {
  const pidFile = join(folder, 'data/postmaster.pid');
  if (!existsSync(pidFile) || !isAlive(Number(readFileSync(join(folder, 'started-by'), 'utf8'))))
    return undefined;
  const port = readFileSync(pidFile, 'utf8').split('\n')[3];
  const password = readFileSync(join(folder, 'password'), 'utf8').trim();
  return `postgres://postgres:${password}@127.0.0.1:${port}/burrow`;
}

async function query(url: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const { rows } of [await client.query(statements)].flat()) if (rows.length) console.table(rows);
  } finally {
    await client.end();
  }
}

/** Opens psql; without one on this machine, runs the SQL of standard input and prints its rows. */
async function openPsql(url: string): Promise<number> {
  const { hostname, port, username, password, pathname } = new URL(url);
  // By the environment, because other users of the machine can read arguments.
  const login = { PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password };
  const env = { ...process.env, ...login, PGDATABASE: pathname.slice(1) };
  // Ctrl-C cancels a query and leaves psql open.
  process.on('SIGINT', () => undefined);
  const code = await new Promise<number | null>((resolve) => {
    const child = spawn('psql', args, { stdio: 'inherit', env });
    child.once('error', () => resolve(null));
    child.once('exit', (exitCode) => resolve(exitCode ?? 1));
  });
  if (code !== null) return code;
  if (args.length > 0 || process.stdin.isTTY) {
    console.error(
      'psql isn’t installed (Debian: apt install postgresql-client). SQL from a file works without it.',
    );
    return 1;
  }
  await query(url, await text(process.stdin));
  return 0;
}

async function run(): Promise<number> {
  const running = runningUrl();
  if (running && task === 'reset') {
    console.error('The database is in use. Stop npm start or npm run dev first.');
    return 1;
  }
  if (running) return openPsql(running);
  const server = await startPostgres({ folder });
  try {
    if (task !== 'reset') return await openPsql(server.url('burrow'));
    await query(server.url('postgres'), 'drop database if exists burrow');
    rmSync(join(checkout, '.data/sandbox-stripe.json'), { force: true });
    console.log('The database has been deleted. The next start creates the demo again.');
    return 0;
  } finally {
    await server.stop();
  }
}

process.exitCode = await run();
