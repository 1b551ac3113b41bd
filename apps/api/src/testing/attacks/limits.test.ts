import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApi } from '../harness.ts';

// Attempts to bypass the limits, and the cost of counting.

const api = useTestApi({ TRUST_PROXY: '1', DATABASE_PREPARED: 'off' });
const db = () => api.testDatabase.owner;
beforeEach(() => db().query('truncate rate_limits'));

async function attempt(address: string, email = `${randomUUID()}@example.test`): Promise<number> {
  const body = new URLSearchParams({ email, password: 'wrong-guess' });
  const response = await api.post('/api/auth', body, { 'X-Forwarded-For': address });
  await response.arrayBuffer();
  return response.status;
}

/** One after another, because one network may have only a few at once. */
async function attempts(count: number, address: (n: number) => string, email?: (n: number) => string) {
  const statuses: number[] = [];
  for (let n = 0; n < count; n += 1) statuses.push(await attempt(address(n), email?.(n)));
  return statuses;
}

const refused = (statuses: number[]): number => statuses.filter((status) => status === 429).length;

describe('the limit of an address', () => {
  it('is that of the whole network of an IPv6 address', async () => {
    expect(refused(await attempts(105, (n) => `2001:db8:1:2:${n.toString(16)}::1`))).toBe(5);
    expect(await attempt('2001:db8:1:3::1')).toBe(401);
  });

  it('trusts no forwarded address but the one the proxy added', async () => {
    expect(refused(await attempts(105, (n) => `10.0.0.${n}, 203.0.113.7`))).toBe(5);
  });
});

describe('the limit of an account', () => {
  it.each([
    ['in capitals', (email: string) => email.toUpperCase()],
    ['with spaces', (email: string) => `\u00a0 ${email}\t`],
    ['with a letter that is lower-cased to a plain one', (email: string) => email.replace('k', '\u212a')],
  ])('is one limit when its name is written %s', async (_what, written) => {
    const email = 'kim@example.test';
    const statuses = await attempts(
      12,
      () => '10.9.0.1',
      (n) => (n % 2 ? email : written(email)),
    );
    expect(refused(statuses)).toBe(2);
  });
});

describe('counting', () => {
  it('deletes expired counts, so that strangers cannot fill the database', async () => {
    await db().query("insert into rate_limits select 'old' || n, 1, 1000 from generate_series(1, 100) n");
    const kept = await attempts(6, (n) => `10.8.0.${n}`);
    expect(kept).toEqual(kept.map(() => 401));
    const left = async () =>
      (await db().query("select 1 from rate_limits where key like 'old%'")).rows.length;
    await expect.poll(left).toBe(0);
    expect((await db().query('select 1 from rate_limits')).rows).toHaveLength(36);
  });

  it('uses no named statements if those are switched off', async () => {
    await attempt('10.8.1.1');
    const prepared = { name: 'prepared_now', text: 'select p.name from pg_prepared_statements p' };
    expect(await api.database.control.rows(prepared)).toEqual([]);
  });
});
