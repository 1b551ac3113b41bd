import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { migrate } from '../apps/api/src/db/migrate.ts';
import { serverFolder, startPostgres } from '../scripts/postgres-server.ts';
import { generateVolume } from './generate-volume.ts';
import { openPractice, type Practice } from './practice.ts';

const checkout = join(import.meta.dirname, '..');

export interface BenchDatabase {
  /** Superuser's address. */
  ownerUrl: string;
  /** The API's address. */
  appUrl: string;
  owner: pg.Pool;
  /** Of PostgreSQL. */
  version: string;
  practice: Practice;
}

/** Called with what must be undone at the end, as soon as there is something to undo. */
export type AtTheEnd = (undo: () => Promise<void>) => void;

/**
 * Starts a PostgreSQL of its own with its usual settings, so that a commit is on the disk when it is answered, and
 * fills it: one practice of 20,000 bookings and 5,000 clients among fifty smaller ones.
 * @throws Error when another benchmark runs in this checkout
 */
export async function openBenchDatabase(atTheEnd: AtTheEnd): Promise<BenchDatabase> {
  const folder = serverFolder(checkout, 'bench-postgres');
  atTheEnd(takeTurn(`${folder}.pid`));
  const server = await startPostgres({ folder });
  atTheEnd(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const admin = new pg.Client({ connectionString: server.url('postgres') });
  await admin.connect();
  // Left behind by a run that was killed.
  await admin.query('drop database if exists bench with (force)');
  await admin.query('create database bench');
  await admin.end();
  const ownerUrl = server.url('bench');
  const app = new URL(ownerUrl);
  app.username = 'burrow_app';
  app.password = randomBytes(24).toString('base64url');
  await migrate({ ownerUrl, appUrl: app.href });
  await fill(ownerUrl);
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 4 });
  atTheEnd(() => owner.end());
  const practice = await openPractice(owner);
  await owner.query('vacuum analyze');
  const { rows } = await owner.query<{ server_version: string }>('show server_version');
  return { ownerUrl, appUrl: app.href, owner, version: rows[0]?.server_version ?? 'unknown', practice };
}

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
    // Signal 0 reaches nobody: the process is gone.
    return false;
  }
}
