import { request } from 'node:http';
import bcrypt from 'bcrypt';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  makeAccount,
  makeClient,
  makeTenant,
  makeUser,
} from '../../../../../packages/dev/src/factory-people.ts';
import { useTestApi } from '../harness.ts';

// Passwords take a noticeable time to hash, as in production. Attackers must neither learn who has an account nor
// block other sign-ins.

/** Low enough that a busy machine does not distort the measurements. */
const cost = 7;
/** How many known and unknown names are tried. */
const each = 200;
/** Of those who sign in during the storm. */
const slowCost = 9;
const password = 'a-long-walk-by-the-river';
const api = useTestApi({ BCRYPT_COST: String(cost), TRUST_PROXY: '1' }, 'system');
const db = () => api.testDatabase.owner;
beforeEach(() => db().query('truncate rate_limits, known_devices'));

interface Answer {
  status: number;
  ms: number;
}

/** A call from an address of this machine, through a proxy that sends `forwarded`. */
function call(action: string, input: object, localAddress: string, forwarded?: string): Promise<Answer> {
  const began = performance.now();
  const headers = {
    'Content-Type': 'application/json',
    ...(forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded }),
  };
  return new Promise((resolve, reject) => {
    const asked = request(`${api.url}/api/${action}`, { method: 'POST', localAddress, headers }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, ms: performance.now() - began }));
    });
    asked.once('error', reject);
    asked.end(JSON.stringify(input));
  });
}

const signIn = (email: string, given: string, localAddress: string, forwarded?: string): Promise<Answer> =>
  call('auth', { email, password: given }, localAddress, forwarded);

async function makePeople(count: number, rounds: number): Promise<string[]> {
  const hash = await bcrypt.hash(password, rounds);
  const emails: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const account = await makeAccount(db(), { password: null });
    await db().query('update accounts set password_hash = $2 where id = $1', [account.id, hash]);
    await makeUser(db(), { account });
    emails.push(account.email);
  }
  return emails;
}

const quantile = (answers: readonly Answer[], part: number): number =>
  answers.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor((answers.length - 1) * part)] ?? 0;

/** Wrong passwords, for someone with an account and someone without in turn; the gap of the medians of their answers. */
async function gapOf(tryOne: (n: number, isKnown: boolean, address: string) => Promise<Answer>) {
  const answers: { known: Answer[]; unknown: Answer[] } = { known: [], unknown: [] };
  // The first comparisons are measured for those that follow.
  for (let n = 0; n < 8; n += 1) await tryOne(1000 + n, false, `192.0.2.${n}`);
  // Alternating, so that other load on this machine slows both equally.
  for (let n = 0; n < each; n += 1) {
    const address = `198.51.${n}.`;
    answers.known.push(await tryOne(n, true, `${address}1`));
    answers.unknown.push(await tryOne(n, false, `${address}2`));
  }
  for (const { status } of [...answers.known, ...answers.unknown]) expect(status).toBe(401);
  return Math.abs(quantile(answers.known, 0.5) - quantile(answers.unknown, 0.5));
}

describe('a wrong password', () => {
  it('is refused as fast for an unknown email: 200 of each, medians within 5 ms', async () => {
    const known = await makePeople(each, cost);
    const nameOf = (n: number, isKnown: boolean) => (isKnown ? known[n] : `u-${n}@example.test`) ?? '';
    const gap = await gapOf((n, isKnown, address) =>
      signIn(nameOf(n, isKnown), 'wrong-guess', '127.0.0.1', address),
    );
    expect(gap).toBeLessThan(5);
  }, 300_000);

  it('is refused as fast for an unknown number in the portal: 200 of each, medians within 5 ms', async () => {
    const tenant = await makeTenant(db());
    const hash = await bcrypt.hash(password, cost);
    const known: string[] = [];
    for (let n = 0; n < each; n += 1) {
      const client = await makeClient(db(), { tenant, password });
      known.push(client.phone ?? '');
    }
    await db().query('update client_logins set password_hash = $2 where tenant_id = $1', [tenant.id, hash]);
    const gap = await gapOf((n, isKnown, address) => {
      const phone = (isKnown ? known[n] : `078009${String(n).padStart(5, '0')}`) ?? '';
      const input = { tenant_id: tenant.id, phone, password: 'wrong-guess' };
      return call('auth_customer', input, '127.0.0.1', address);
    });
    expect(gap).toBeLessThan(5);
  }, 300_000);
});

describe('six addresses with ten sign-ins a second', () => {
  it('do not delay other sign-ins: 95 of 100 within a second', async () => {
    const people = await makePeople(40, slowCost);
    const victims = await makePeople(10, slowCost);
    const over = new AbortController();
    const flood: Promise<Answer>[] = [];
    let sent = 0;
    // Unknown names and known ones, each address in its turn.
    const next = (): void => {
      const name = sent % 2 ? `flood-${sent}@example.test` : (victims[sent % victims.length] ?? '');
      flood.push(signIn(name, 'wrong-guess', `127.0.1.${(sent % 6) + 1}`));
      sent += 1;
    };
    const timer = setInterval(next, 100);
    over.signal.addEventListener('abort', () => clearInterval(timer));
    const answers: Answer[] = [];
    for (const [n, email] of people.entries())
      answers.push(await signIn(email, password, `127.0.2.${n + 1}`));
    over.abort();
    await Promise.all(flood);
    expect(sent).toBeGreaterThan(10);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(quantile(answers, 0.95)).toBeLessThan(1000);
  }, 120_000);
});
