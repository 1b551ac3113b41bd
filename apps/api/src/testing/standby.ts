import { execFile } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { startPostgres, type PostgresServer } from '../../../../packages/dev/src/postgres-server.ts';
import { appUrl } from './postgres-for-tests.ts';

const run = promisify(execFile);

/** A standby that follows a server by its log, and answers read-only queries. */
export interface Standby extends Pick<PostgresServer, 'stop'> {
  /** Starts it again after it was stopped, on the same port. */
  start(): Promise<void>;
  /** The API's address of the database on it. */
  appUrl: string;
  /** Superuser's connections, which survive a stop. */
  db: pg.Pool;
  /** Stops it and closes the connections. */
  end(): Promise<void>;
}

interface StandbyOptions {
  /** Superuser's connections to the primary. */
  db: pg.Pool;
  /** The folder of the primary, and that of the standby, which is created. */
  primary: string;
  folder: string;
}

/** Copies a running server's data, as a base backup does, and starts a standby on it. */
export async function startStandby({ db, primary, folder }: StandbyOptions): Promise<Standby> {
  await copyData(db, primary, folder);
  const { host, port, user, password } = new pg.Client({ connectionString: addressOf(db) });
  const settings = [
    'fsync=off',
    `primary_conninfo=host=${host} port=${port} user=${user} password=${password}`,
    // The longest time that the tests wait for it.
    'wal_retrieve_retry_interval=100ms',
  ];
  const server = await startPostgres({ folder, settings });
  const ownerUrl = server.url('postgres');
  const own = new pg.Pool({ connectionString: ownerUrl, max: 2 });
  own.on('error', () => undefined);
  return {
    appUrl: appUrl(ownerUrl),
    db: own,
    start: async () => {
      await server.restart('in order');
    },
    stop: () => server.stop(),
    end: async () => {
      await own.end();
      await server.stop();
    },
  };
}

const addressOf = (db: pg.Pool): string => {
  const { connectionString } = db.options;
  if (!connectionString) throw new Error('The pool was given no address.');
  return connectionString;
};

/** The data as it is, the position in the log to follow from, and the signal file of a standby. */
async function copyData(db: pg.Pool, primary: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const [from, data] = [join(primary, 'data'), join(folder, 'data')];
  const { uid, gid } = statSync(from);
  // A backup must begin and end on one connection.
  const client = await db.connect();
  try {
    await client.query("select pg_backup_start('standby', true)");
    await run('cp', ['-a', from, data]);
    await run('cp', ['-a', join(primary, 'password'), folder]);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    rmSync(join(data, 'postmaster.pid'));
    for (const file of readdirSync(join(data, 'pg_wal'), { withFileTypes: true })) {
      if (file.isFile()) rmSync(join(data, 'pg_wal', file.name));
    }
    const written = { backup_label: rows[0]?.labelfile ?? '', 'standby.signal': '' };
    for (const [name, content] of Object.entries(written)) {
      writeFileSync(join(data, name), content, { mode: 0o600 });
      chownSync(join(data, name), uid, gid);
    }
  } finally {
    client.release();
  }
}
