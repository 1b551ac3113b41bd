import { createPasswordHasher } from '../apps/api/src/lib/password-hasher.ts';
import type { BenchDatabase } from './database.ts';
import { load, median, openCaller, type Load } from './load.ts';
import type { BenchOptions } from './options.ts';
import type { Server } from './servers.ts';
import { startBurrow } from './subjects.ts';
import { works } from './works.ts';

/** The server's default work factor. */
const cost = 12;
const password = 'a-long-walk-by-the-river';
const accounts = 40;

export interface SignInResult {
  cost: number;
  /** Comparisons a second by bcrypt alone, one at a time. */
  bare: number;
  /** Sign-ins a second over HTTP, four at once. */
  signIns: number;
  ratio: number;
  /** Reads of a booking's detail while four sign-ins are always in progress, and without any. */
  readsMeanwhile: { perSecond: number; p99: number };
  readsAlone: { perSecond: number; p99: number };
}

/** Signs people in as fast as possible, and measures the effect on others. */
export async function measureSignIn(
  database: BenchDatabase,
  { rounds, seconds, quick }: BenchOptions,
): Promise<SignInResult> {
  const hasher = createPasswordHasher(cost);
  const hash = await hasher.hash(password);
  await makeAccounts(database, hash);
  const count = quick ? 12 : 24;
  const measured: { bare: number; signIns: number; readsAlone: Load; readsMeanwhile: Load }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const server = await startBurrow(database);
    await fourAtOnce(4, () => signIn(server));
    const bare = await fourAtOnce(count, () => hasher.matches(password, hash));
    const signIns = await fourAtOnce(count, () => signIn(server));
    const reads = { server, apiKey: database.practice.apiKey, seconds, calls: readCalls(database) };
    const readsAlone = await load(reads);
    const over = new AbortController();
    const meanwhile = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (!over.signal.aborted) await signIn(server);
      }),
    );
    const readsMeanwhile = await load(reads);
    over.abort();
    await meanwhile;
    await server.stop();
    measured.push({ bare, signIns, readsAlone, readsMeanwhile });
  }
  const reads = (of: 'readsAlone' | 'readsMeanwhile') => ({
    perSecond: median(measured.map((one) => one[of].perSecond)),
    p99: median(measured.map((one) => one[of].p99)),
  });
  return {
    cost,
    bare: median(measured.map((one) => one.bare)),
    signIns: median(measured.map((one) => one.signIns)),
    ratio: median(measured.map((one) => one.signIns / one.bare)),
    readsMeanwhile: reads('readsMeanwhile'),
    readsAlone: reads('readsAlone'),
  };
}

const readCalls = ({ practice }: BenchDatabase) => works[0]?.calls(practice) ?? [];

/** Runs `work` `count` times, four at once; returns the rate per second. */
async function fourAtOnce(count: number, work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  let left = count;
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (left > 0) {
        left -= 1;
        await work();
      }
    }),
  );
  return (count * 1000) / (performance.now() - began);
}

let turns = 0;

/** Signs the next person in, from a new address: the limits are ten a minute per person, a hundred per address. */
async function signIn(server: Server): Promise<void> {
  const turn = (turns += 1);
  const caller = openCaller(server, '', 1);
  const { status } = await caller.post({
    path: '/api/auth',
    body: { email: emailOf(turn % accounts), password },
    headers: { 'X-Forwarded-For': `192.0.2.${turn % 250}` },
  });
  caller.close();
  if (status !== 200) throw new Error(`A sign-in was answered with ${status}.`);
}

const emailOf = (number: number): string => `sign-in-${number}@bench.test`;

async function makeAccounts({ owner, practice }: BenchDatabase, hash: string): Promise<void> {
  await owner.query(
    `with people as (
       insert into accounts (email, name, password_hash)
       select e, 'Bench', $1 from unnest($2::text[]) e returning id)
     insert into users (tenant_id, account_id, name, role, takes_bookings)
     select $3, p.id, 'Bench', 'staff', false from people p`,
    [hash, Array.from({ length: accounts }, (_, number) => emailOf(number)), practice.tenantId],
  );
}
