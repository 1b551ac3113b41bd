import { request } from 'node:http';
import bcrypt from 'bcrypt';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeAccount, makeUser } from '../../../../../packages/dev/src/factory-people.ts';
import { useTestApi } from '../harness.ts';

// Passwords take a noticeable time to hash, as in production. Attackers must neither learn who has an account nor
// block other sign-ins.

/** Low enough that a busy machine does not distort the measurements. */
const cost = 7;
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

/** A sign-in from an address of this machine, through a proxy that sends `forwarded`. */
function signIn(email: string, given: string, localAddress: string, forwarded?: string): Promise<Answer> {
  const began = performance.now();
  const body = JSON.stringify({ email, password: given });
  const headers = {
    'Content-Type': 'application/json',
    ...(forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded }),
  };
  return new Promise((resolve, reject) => {
    const asked = request(`${api.url}/api/auth`, { method: 'POST', localAddress, headers }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, ms: performance.now() - began }));
    });
    asked.once('error', reject);
    asked.end(body);
  });
}

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

describe('a wrong password', () => {
  it('is refused as fast for an unknown email: 200 of each, medians within 5 ms', async () => {
    const known = await makePeople(200, cost);
    const answers: { known: Answer[]; unknown: Answer[] } = { known: [], unknown: [] };
    // The first comparisons are measured for those that follow.
    for (let n = 0; n < 8; n += 1)
      await signIn(`warm-up-${n}@example.test`, 'x', '127.0.0.1', `192.0.2.${n}`);
    // Alternating, so that other load on this machine slows both equally.
    for (const [n, email] of known.entries()) {
      const address = `198.51.${n}.`;
      answers.known.push(await signIn(email, 'wrong-guess', '127.0.0.1', `${address}1`));
      answers.unknown.push(await signIn(`u-${n}@example.test`, 'wrong-guess', '127.0.0.1', `${address}2`));
    }
    for (const { status } of [...answers.known, ...answers.unknown]) expect(status).toBe(401);
    const gap = quantile(answers.known, 0.5) - quantile(answers.unknown, 0.5);
    expect(Math.abs(gap)).toBeLessThan(5);
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
