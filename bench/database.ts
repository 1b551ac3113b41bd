import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { migrate } from '../apps/api/src/db/migrate.ts';
import { serverFolder, startPostgres } from '../packages/dev/src/postgres-server.ts';
import { generateVolume } from './generate-volume.ts';
import { openPractice, type Practice } from './practice.ts';

const checkout = join(import.meta.dirname, '..');

/** Of a database. */
export interface Addresses {
  /** Superuser's address. */
  ownerUrl: string;
  /** The API's address. */
  appUrl: string;
}

export interface BenchDatabase extends Addresses {
  owner: pg.Pool;
  practice: Practice;
}

export interface BenchCluster {
  /** Of PostgreSQL. */
  version: string;
  /** Creates a database with the schema only. */
  createDatabase(name: string): Promise<Addresses>;
  dropDatabase(name: string): Promise<void>;
}

/** Receives the clean-up function as soon as there is something to clean up. */
export type AtTheEnd = (undo: () => Promise<void>) => void;

/**
 * Starts a separate PostgreSQL with its usual settings, so that a commit is on the disk when it is answered.
 * @throws Error when another benchmark runs in this checkout
 */
export async function openBenchCluster(atTheEnd: AtTheEnd): Promise<BenchCluster> {
  const folder = serverFolder(checkout, 'bench-postgres');
  atTheEnd(takeTurn(`${folder}.pid`));
  const server = await startPostgres({ folder });
  atTheEnd(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const admin = new pg.Pool({ connectionString: server.url('postgres'), max: 1 });
  atTheEnd(() => admin.end());
  // One for the whole server: its role has one.
  const password = randomBytes(24).toString('base64url');
  const { rows } = await admin.query<{ server_version: string }>('show server_version');
  const dropDatabase = async (name: string): Promise<void> => {
    await admin.query(`drop database if exists ${name} with (force)`);
  };
  return {
    version: rows[0]?.server_version ?? 'unknown',
    dropDatabase,
    createDatabase: async (name) => {
      // Left behind by a run that was killed.
      await dropDatabase(name);
      await admin.query(`create database ${name}`);
      const ownerUrl = server.url(name);
      const app = new URL(ownerUrl);
      app.username = 'burrow_app';
      app.password = password;
      await migrate({ ownerUrl, appUrl: app.href });
      return { ownerUrl, appUrl: app.href };
    },
  };
}

/** A database of one practice of 20,000 bookings and 5,000 clients among fifty smaller ones. */
export async function openBenchDatabase(cluster: BenchCluster, atTheEnd: AtTheEnd): Promise<BenchDatabase> {
  const addresses = await cluster.createDatabase('bench');
  await fill(addresses.ownerUrl);
  const owner = new pg.Pool({ connectionString: addresses.ownerUrl, max: 4 });
  atTheEnd(() => owner.end());
  const practice = await openPractice(owner);
  await owner.query(partsOfAll);
  await owner.query('vacuum analyze');
  return { ...addresses, owner, practice };
}

/** The volume is written without triggers, which would make the parts of each appointment. */
const partsOfAll = `
  insert into booking_parts
    (tenant_id, booking_id, step, need, animal_id, service_id, user_id, during, busy, live, overlap_allowed)
  select b.tenant_id, b.id, 1, 0, b.animal_id, b.service_id, b.staff_id, b.during, b.during, b.status <> 'cancelled',
         b.overlap_allowed
  from bookings b
  on conflict (tenant_id, booking_id, step, need) do nothing`;

async function fill(ownerUrl: string): Promise<void> {
  await generateVolume(ownerUrl, { practices: 50, bookingsPerPractice: 400, clientsPerPractice: 100 });
  await generateVolume(ownerUrl, {
    practices: 1,
    bookingsPerPractice: 20_000,
    clientsPerPractice: 5000,
    // About 400 a month.
    bookingsPerDay: 18,
  });
}

/** Two benchmarks at once would measure each other. */
function takeTurn(file: string): () => Promise<void> {
  const other = existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined;
  if (other !== undefined && isRunning(other)) {
    throw new Error(`A benchmark is running already, as process ${other}.`);
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, String(process.pid));
  return async () => rmSync(file, { force: true });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    // Signal 0 found no process.
    return false;
  }
}
