import pg from 'pg';
import { inject } from 'vitest';
import { appUrl, databaseUrl, templateDatabase } from './postgres-for-tests.ts';

export interface TestDatabase {
  /** Superuser's address: sees every practice. */
  ownerUrl: string;
  /** The API's address. */
  appUrl: string;
  /** Superuser's connections, for factories and for checking the rows. */
  owner: pg.Pool;
  drop(): Promise<void>;
}

let created = 0;

/** A fresh, migrated, empty database for one test file. */
export const createTestDatabase = (): Promise<TestDatabase> => createDatabaseFrom(templateDatabase);

/** An empty database without any migration. */
export const createEmptyDatabase = (): Promise<TestDatabase> => createDatabaseFrom('template0');

async function createDatabaseFrom(template: string): Promise<TestDatabase> {
  const serverUrl = inject('postgresUrl');
  const name = `burrow_${process.pid}_${(created += 1)}`;
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  // Two simultaneous clones would each find the other connected to the template.
  await admin.query('select pg_advisory_lock(1)');
  await admin.query(`create database ${name} template ${template}`);
  await admin.end();
  const ownerUrl = databaseUrl(serverUrl, name);
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 4 });
  return {
    ownerUrl,
    appUrl: appUrl(ownerUrl),
    owner,
    drop: async () => {
      await owner.end();
      const dropper = new pg.Client({ connectionString: serverUrl });
      await dropper.connect();
      // Waits for connections that are closing, and fails when a test left one open.
      await dropper.query(`drop database ${name}`);
      await dropper.end();
    },
  };
}
