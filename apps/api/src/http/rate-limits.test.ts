import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { actionNamed, actionNames, type ActionName } from '@burrow/contracts/actions';
import bcrypt from 'bcrypt';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { readEnv } from '../config/env.ts';
import { createDatabase, type Database } from '../db/database.ts';
import { createDependencies } from '../dependencies.ts';
import type { PasswordHasher } from '../lib/password-hasher.ts';
import { defaultPassword, makeAccount, makeUser } from '../../../../packages/dev/src/factory-people.ts';
import { useTestApi } from '../testing/harness.ts';
import { createRateLimits } from './rate-limits.ts';

// Two servers on one database, each with a hasher that counts: the attempts below the limit are those that reach the
// hasher.

const api = useTestApi();
const db = () => api.testDatabase.owner;

interface Instance {
  url: string;
  server: Server;
  database: Database;
}

const compared: (string | null)[] = [];
const countingHasher: PasswordHasher = {
  hash: (password) => bcrypt.hash(password, 4),
  matches: async (password, hash) => {
    compared.push(hash);
    return hash !== null && bcrypt.compare(password, hash);
  },
  queue: () => ({ running: 0, waiting: 0 }),
};

const instances: Instance[] = [];

async function startInstance(): Promise<Instance> {
  const log = pino({ level: 'silent' });
  const env = readEnv({ DATABASE_URL: api.testDatabase.appUrl, BCRYPT_COST: '4', TRUST_PROXY: '1' });
  const database = createDatabase({ url: env.DATABASE_URL, poolSize: 5, prepared: true, log });
  const deps = createDependencies({ env, database, clock: api.clock, log });
  const server = createServer(createApp({ ...deps, passwords: countingHasher }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, database, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

beforeAll(async () => {
  instances.push(await startInstance(), await startInstance());
});
beforeEach(async () => {
  compared.length = 0;
  await db().query('truncate rate_limits');
});
afterAll(async () => {
  for (const { server, database } of instances) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await database.close();
  }
});

/** One attempt to sign in on one of the two servers; its status. */
async function attempt(number: number, email: string, password: string, address = '10.0.0.1') {
  const response = await fetch(`${instances[number % 2]?.url}/api/auth`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
    body: JSON.stringify({ email, password }),
  });
  await response.arrayBuffer();
  return response.status;
}

const tally = (statuses: number[]): Record<string, number> =>
  Object.fromEntries(
    [...new Set(statuses)].map((status) => [status, statuses.filter((other) => other === status).length]),
  );

describe('limits of sign-in', () => {
  it('compare ten of sixty wrong attempts on one account from one network, over two servers', async () => {
    const account = await makeAccount(db());
    await makeUser(db(), { account });
    const statuses = await Promise.all(
      Array.from({ length: 60 }, (_, n) => attempt(n, account.email, `wrong-guess-${n}`, '10.1.0.1')),
    );
    expect(tally(statuses)).toEqual({ 401: 10, 429: 50 });
    expect(compared).toHaveLength(10);
    // Nor is the right password checked once the attempts are used up, however the name is written.
    expect(await attempt(0, ` ${account.email.toUpperCase()}`, defaultPassword, '10.1.0.1')).toBe(429);
    expect(compared).toHaveLength(10);
    expect(await attempt(0, account.email, defaultPassword, '10.2.0.1')).toBe(200);
  });

  it('are separate for each account', async () => {
    const [one, two] = [await makeAccount(db()), await makeAccount(db())];
    await makeUser(db(), { account: two });
    await Promise.all(Array.from({ length: 12 }, (_, n) => attempt(n, one.email, 'wrong-guess')));
    expect(await attempt(1, two.email, defaultPassword)).toBe(200);
  });

  it('stop one address that tries many accounts', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 120 }, (_, n) =>
        attempt(n, `nobody-${n}@example.test`, 'wrong-guess', '10.3.0.1'),
      ),
    );
    expect(tally(statuses)).toEqual({ 401: 100, 429: 20 });
    expect(await attempt(0, 'nobody@example.test', 'wrong-guess', '10.3.0.2')).toBe(401);
  });

  it('are counted in the database, without addresses and names in it', async () => {
    await attempt(0, 'somebody@example.test', 'wrong-guess', '10.4.0.1');
    const { rows } = await db().query<{ key: string }>('select key from rate_limits');
    expect(rows.length).toBe(6);
    for (const { key } of rows) expect(key).not.toMatch(/somebody|10\.4/);
  });

  it('end a minute later', async () => {
    const account = await makeAccount(db());
    await makeUser(db(), { account });
    await Promise.all(Array.from({ length: 11 }, (_, n) => attempt(n, account.email, 'wrong-guess')));
    expect(await attempt(0, account.email, defaultPassword)).toBe(429);
    // Each count is stored with its end, in milliseconds.
    await db().query('update rate_limits set expire = expire - 60000');
    expect(await attempt(0, account.email, defaultPassword)).toBe(200);
  });
});

describe('a sign-in', () => {
  it('compares one hash for known and unknown people, so that its duration reveals nothing', async () => {
    const account = await makeAccount(db());
    await attempt(0, account.email, 'wrong-guess');
    expect(compared).toEqual([account.password_hash]);
    await attempt(0, 'nobody@example.test', 'wrong-guess');
    expect(compared).toEqual([account.password_hash, null]);
    const disabled = await makeAccount(db(), { disabled_at: new Date() });
    await attempt(0, disabled.email, defaultPassword);
    const invited = await makeAccount(db(), { password: null });
    await attempt(0, invited.email, defaultPassword);
    expect(compared).toEqual([account.password_hash, null, null, null]);
  });
});

describe('two limits of one action by the same thing', () => {
  it('both count', async () => {
    const { database } = instances[0]!;
    const log = pino({ level: 'silent' });
    const env = readEnv({ DATABASE_URL: api.testDatabase.appUrl });
    const limits = createRateLimits(createDependencies({ env, database, clock: api.clock, log }));
    const ofDay = { per: 'address', points: 3, seconds: 86_400 } as const;
    const consume = () =>
      limits.consume('two_limits', [{ per: 'address', points: 5, seconds: 60 }, ofDay], () => '10.9.0.1');
    for (let count = 0; count < 3; count += 1) await consume();
    await expect(consume()).rejects.toMatchObject({
      code: 'rate_limited',
      extra: { message: 'Too many attempts. Try again in about 24 hours.' },
    });
  });
});

describe('every limit of the contract', () => {
  const limited = actionNames.flatMap((name) =>
    (actionNamed(name).limit ?? []).map((limit) => ({ name, limit })),
  );

  it.each(limited)('of $name per $limit.per names an existing field', ({ name, limit }) => {
    const field = /^field:(.+)$/.exec(limit.per)?.[1];
    expect(field === undefined || field in actionNamed(name).input.shape).toBe(true);
    expect(limit.points).toBeGreaterThan(0);
    expect(limit.seconds).toBeGreaterThan(0);
  });

  it('is set on every public action', () => {
    const open = actionNames.filter((name) => actionNamed(name).access === 'public');
    const unlimited = open.filter((name) => !actionNamed(name).limit?.some(({ per }) => per === 'address'));
    const expected: ActionName[] = [];
    expect(unlimited).toEqual(expected);
  });
});
