import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
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
  close(): Promise<void>;
}

/**
 * Starts a PostgreSQL of its own with its usual settings, so that a commit is on the disk when it is answered, and
 * fills it: one practice of 20,000 bookings and 5,000 clients among fifty smaller ones.
 */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const folder = serverFolder(checkout, 'bench-postgres');
  rmSync(folder, { recursive: true, force: true });
  const server = await startPostgres({ folder });
  try {
    const admin = new pg.Client({ connectionString: server.url('postgres') });
    await admin.connect();
    await admin.query('create database bench');
    await admin.end();
    const ownerUrl = server.url('bench');
    const app = new URL(ownerUrl);
    app.username = 'burrow_app';
    app.password = randomBytes(24).toString('base64url');
    await migrate({ ownerUrl, appUrl: app.href });
    await generateVolume(ownerUrl, { practices: 50, bookingsPerPractice: 400, clientsPerPractice: 100 });
    await generateVolume(ownerUrl, {
      practices: 1,
      bookingsPerPractice: 20_000,
      clientsPerPractice: 5000,
      // About 400 a month.
      bookingsPerDay: 18,
    });
    const owner = new pg.Pool({ connectionString: ownerUrl, max: 4 });
    const practice = await openPractice(owner);
    await owner.query('vacuum analyze');
    const { rows } = await owner.query<{ server_version: string }>('show server_version');
    return {
      ownerUrl,
      appUrl: app.href,
      owner,
      version: rows[0]?.server_version ?? 'unknown',
      practice,
      close: async () => {
        await owner.end();
        await server.stop();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
