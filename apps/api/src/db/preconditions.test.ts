import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../lib/logger.ts';
import { startAfter } from '../testing/derived/start-after.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { createDatabase } from './database.ts';
import { checkPreconditions, schemaProblem } from './preconditions.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function startOver(url: string): Promise<void> {
  const opened = createDatabase({ url, poolSize: 2, prepared: true, log: createLogger('silent') });
  try {
    await checkPreconditions(opened.control);
  } finally {
    await opened.close();
  }
}

const bypass = 'DATABASE_URL connects as a role that can bypass row-level security. Use burrow_app.';

describe('the start', () => {
  it('accepts a current schema and the role of the API', async () => {
    await expect(startOver(database.appUrl)).resolves.toBeUndefined();
  });

  it('refuses a superuser', async () => {
    await expect(startOver(database.ownerUrl)).rejects.toThrow(bypass);
  });

  it.each([
    ['may bypass row-level security', 'create role visitor bypassrls; grant burrow_app to visitor'],
    [
      'owns a table',
      'create role visitor; grant burrow_app to visitor; grant create on schema public to visitor; alter table species owner to visitor',
    ],
    [
      'is a member of the owner of the tables',
      'create role visitor; grant burrow_app to visitor; grant postgres to visitor',
    ],
  ])('refuses a role that %s', async (_what, breakage) => {
    expect(await startAfter(database.owner, breakage, 'visitor')).toBe(bypass);
  });

  it('refuses a role that can also read what backups read', async () => {
    const breakage = 'create role visitor; grant burrow_app to visitor; grant burrow_backup to visitor';
    expect(await startAfter(database.owner, breakage, 'visitor')).toMatch(
      /^Row-level security does not restrict/,
    );
  });

  it('refuses a schema that is behind, and names what is pending', async () => {
    const breakage = 'delete from migrations where id = (select max(id) from migrations)';
    expect(await startAfter(database.owner, breakage)).toMatch(/^Migrations are pending: \d{4}_\w+\.sql\.$/);
  });

  it('refuses a schema that is ahead, and names the unknown migrations', async () => {
    const breakage = `insert into migrations (name, batch, migration_time) values ('9999_from_the_future.sql', 9, now())`;
    expect(await startAfter(database.owner, breakage)).toBe(
      'The database is newer than this release: 9999_from_the_future.sql.',
    );
  });

  it.each([
    [
      'is missing',
      'drop schema pgboss cascade',
      'The job queue is not installed: run the pending migrations.',
    ],
    ['is behind', 'update pgboss.version set version = 1', 'The job queue is behind this release: 1.'],
    ['is ahead', 'update pgboss.version set version = 999', 'The job queue is newer than this release: 999.'],
  ])('refuses a job queue that %s', async (_how, breakage, problem) => {
    expect(await startAfter(database.owner, breakage)).toBe(problem);
  });

  it('refuses a database without migrations', async () => {
    expect(await startAfter(database.owner, 'drop table migrations')).toContain(
      '"migrations" does not exist',
    );
  });

  it('uses the same check as the readiness page', async () => {
    const opened = createDatabase({
      url: database.appUrl,
      poolSize: 2,
      prepared: false,
      log: createLogger('silent'),
    });
    expect(await schemaProblem(opened.control)).toBeUndefined();
    await opened.close();
  });
});
