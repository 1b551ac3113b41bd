import { errors } from '@burrow/contracts/errors';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../lib/app-error.ts';
import { createLogger } from '../lib/logger.ts';
import { makeBooking } from '../../../../packages/dev/src/factory-bookings.ts';
import { makeClient } from '../../../../packages/dev/src/factory-people.ts';
import { makePractice } from '../../../../packages/dev/src/factories.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { errorByConstraint, isRetryable, toAppError } from './constraint-errors.ts';
import { createDatabase, type Database } from './database.ts';
import { statement } from './statement.ts';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = createDatabase({
    url: testDatabase.appUrl,
    poolSize: 2,
    prepared: true,
    log: createLogger('silent'),
  });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** The error that PostgreSQL throws for a statement. */
async function thrown(sql: string): Promise<Error> {
  const client = new pg.Client({ connectionString: testDatabase.ownerUrl });
  await client.connect();
  try {
    await client.query(sql);
  } catch (error) {
    return error as Error;
  } finally {
    await client.end();
  }
  throw new Error(`Nothing was thrown by: ${sql}`);
}

const codeOf = (error: unknown): string => (error instanceof AppError ? error.code : 'as it is');

describe("the database's refusals", () => {
  it('of two appointments at once for one person are staff_busy', async () => {
    const { client, animal, staff } = await makePractice(testDatabase.owner);
    await makeBooking(testDatabase.owner, { client, animal, staff });
    const second = await makeBooking(testDatabase.owner, { client, animal, staff }).catch(
      (error: unknown) => error,
    );
    expect(codeOf(toAppError(second))).toBe('staff_busy');
    expect((toAppError(second) as AppError).cause).toBe(second);
  });

  it('of a row whose person was deleted meanwhile are a conflict', async () => {
    const { tenant } = await makePractice(testDatabase.owner);
    const gone = await thrown(
      `insert into setup_links (tenant_id, user_id, purpose, token_hash, expires_at)
       values (${tenant.id}, 7000000, 'join', sha256('gone'), now())`,
    );
    expect(codeOf(toAppError(gone))).toBe('conflict');
  });

  it('of a phone number that another client of the practice has are phone_taken', async () => {
    const { tenant } = await makePractice(testDatabase.owner);
    const phone = '07700900790';
    await makeClient(testDatabase.owner, { tenant, phone });
    const second = await makeClient(testDatabase.owner, { tenant, phone }).catch((error: unknown) => error);
    expect(codeOf(toAppError(second))).toBe('phone_taken');
  });

  it.each([
    ['a statement that takes too long', 'set statement_timeout = 20; select pg_sleep(5)', 'unavailable'],
    ['a syntax error', 'selekt 1', 'as it is'],
    ['a division by zero', 'select 1 / 0', 'as it is'],
    ['an unmapped constraint', "insert into tenants (tenant_name) values ('')", 'as it is'],
    ['a missing table', 'select 1 from nowhere', 'as it is'],
  ])('for %s', async (_what, sql, code) => {
    expect(codeOf(toAppError(await thrown(sql)))).toBe(code);
  });

  it('are named after constraints that exist', async () => {
    const { rows } = await testDatabase.owner.query<{ name: string }>(
      `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
       where c.relname = any($1) and (i.indisunique or i.indisexclusion)`,
      [Object.keys(errorByConstraint)],
    );
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(errorByConstraint).toSorted());
  });

  it.each(['08006', '53300', '57P01', '57P03', '55P03', '58030', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT'])(
    'with %s mean that the database is unavailable or busy',
    (code) => {
      const error = Object.assign(new Error('x'), { code });
      const refused = toAppError(error);
      expect(codeOf(refused)).toBe('unavailable');
      expect(errors.unavailable.status).toBe(503);
    },
  );

  it.each([
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Connection terminated unexpectedly',
  ])('reported by the pool as "%s" mean the same', (message) => {
    expect(codeOf(toAppError(new Error(message)))).toBe('unavailable');
  });

  it('keep an AppError, and a value that is no error, unchanged', () => {
    const answer = new AppError('not_found');
    expect(toAppError(answer)).toBe(answer);
    expect(toAppError('text')).toBe('text');
  });

  it('allow a retry after a lost race only', async () => {
    const lost = ['40001', '40P01'].map((code) => Object.assign(new Error('x'), { code }));
    const others = [new Error('x'), Object.assign(new Error('x'), { code: '23505' }), 'x', null];
    expect(lost.map(isRetryable)).toEqual([true, true]);
    expect(others.map(isRetryable)).toEqual([false, false, false, false]);
  });
});

describe('a transaction', () => {
  const insert = statement('test_insert_limit', 'insert into rate_limits (key, points) values ($1, 1)');
  const count = statement<{ count: number }>(
    'test_count_limits',
    'select count(*) as count from rate_limits',
  );
  const fail = statement('test_fail', 'select 1 / 0');

  const counted = async (): Promise<number | undefined> => (await database.control.row(count))?.count;

  it('leaves nothing behind when the work fails, or the last statement does, and its connection stays usable', async () => {
    const before = await counted();
    const failures = [
      database.transaction(false, async (tx) => {
        await tx.rows(insert, ['a']);
        throw new Error('changed my mind');
      }),
      database.transaction(false, async (tx) => {
        await tx.rows(insert, ['b']);
        tx.beforeCommit(fail, []);
      }),
      database.transaction(false, async (tx) => {
        await tx.rows(insert, ['c']);
        // The work catches the error, yet the transaction is lost.
        await tx.rows(fail).catch(() => undefined);
      }),
    ];
    const outcomes = await Promise.allSettled(failures);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await counted()).toBe(before);
    for (const key of ['d', 'e', 'f']) await database.transaction(false, (tx) => tx.rows(insert, [key]));
    expect(await counted()).toBe((before ?? 0) + 3);
  });

  it('that is read only cannot write', async () => {
    const written = database.transaction(true, (tx) => tx.rows(insert, ['g']));
    await expect(written).rejects.toMatchObject({ code: '25006' });
  });

  it('waits seconds at most for a connection, and then reports that the server is busy', async () => {
    const small = createDatabase({
      url: testDatabase.appUrl,
      poolSize: 1,
      prepared: true,
      log: createLogger('silent'),
    });
    let release: () => void = () => undefined;
    const held = small.transaction(true, () => new Promise<void>((resolve) => (release = resolve)));
    const waiting = small.transaction(true, async (tx) => tx.rows(count));
    await expect(waiting).rejects.toMatchObject({ code: 'unavailable' });
    release();
    await held;
    expect(await small.transaction(true, async (tx) => (await tx.rows(count)).length)).toBe(1);
    await small.close();
  });
});
