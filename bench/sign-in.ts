import { createPasswordHasher } from '../apps/api/src/lib/password-hasher.ts';
import type { BenchDatabase } from './database.ts';
import { load, median, openCaller, percentile, type Answer, type Load } from './load.ts';
import type { BenchOptions } from './options.ts';
import { count, ms, perSecond, table, verdict, type Section } from './report.ts';
import type { Server } from './servers.ts';
import { startBurrow } from './subjects.ts';
import { works } from './works.ts';

/** The server's default work factor. */
const cost = 12;
const password = 'a-long-walk-by-the-river';
const accounts = 40;

export interface SignInResult {
  cost: number;
  /** Comparisons a second by bcrypt alone, four at once. */
  bare: number;
  /** Sign-ins a second over HTTP, four at once. */
  signIns: number;
  ratio: number;
  /** Reads of a booking's detail while four sign-ins are always in progress, and without any. */
  readsMeanwhile: { perSecond: number; p99: number };
  readsAlone: { perSecond: number; p99: number };
  storm: StormResult;
}

/** Sign-ins of other people while six addresses send ten wrong passwords a second together. */
interface StormResult {
  /** Wrong passwords sent. */
  sent: number;
  /** Sign-ins of others, each on a new device at an address of its own, and how many of them failed. */
  others: number;
  failures: number;
  p50: number;
  p95: number;
}

/** Signs people in as fast as possible, and measures the effect on others. */
export async function measureSignIn(
  database: BenchDatabase,
  { rounds, seconds, quick }: BenchOptions,
): Promise<SignInResult> {
  // As the server's, but as patient as the machine is slow.
  const hasher = createPasswordHasher(cost, undefined, 120_000);
  const hash = await hasher.hash(password);
  await makeAccounts(database, hash);
  const many = quick ? 12 : 24;
  const measured: { bare: number; signIns: number; readsAlone: Load; readsMeanwhile: Load }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const server = await startBurrow(database);
    await fourAtOnce(4, () => signIn(server));
    const bare = await fourAtOnce(many, () => hasher.matches(password, hash));
    const signIns = await fourAtOnce(many, () => signIn(server));
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
    storm: await measureStorm(database, rounds, quick ? 8 : 25),
  };
}

/**
 * Six addresses, ten wrong passwords a second: every one for an account, because an unknown email needs no hash, and few
 * enough for each account and address that nothing but the turns of hashing limits them. One other person signs in a second.
 */
async function measureStorm(database: BenchDatabase, rounds: number, seconds: number): Promise<StormResult> {
  const answers: Answer[] = [];
  let sent = 0;
  for (let round = 0; round < rounds; round += 1) {
    await database.owner.query('truncate rate_limits');
    const server = await startBurrow(database);
    await fourAtOnce(4, () => signIn(server));
    const flood = every(100, seconds, async (n) => {
      await attempt(server, { person: n, given: 'wrong-guess', address: `198.51.100.${n % 6}` });
    });
    const others = every(1000, seconds, (n) =>
      attempt(server, { person: n, given: password, address: `203.0.113.${n}` }),
    );
    answers.push(...(await others));
    sent += (await flood).length;
    await server.stop();
  }
  const times = answers.map((answer) => answer.ms);
  return {
    sent,
    others: answers.length,
    failures: answers.filter(({ status }) => status !== 200).length,
    p50: median(times),
    p95: percentile(times, 0.95),
  };
}

/** Starts `work` each `interval` (in milliseconds) for some seconds, however long it takes; returns the results. */
async function every<T>(interval: number, seconds: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const started: Promise<T>[] = [];
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      started.push(work(started.length));
      if (started.length * interval < seconds * 1000) return;
      clearInterval(timer);
      resolve();
    }, interval);
  });
  return Promise.all(started);
}

const readCalls = ({ practice }: BenchDatabase) => works[0]?.calls(practice) ?? [];

/** Runs `work` so many `times`, four at once; returns the rate per second. */
async function fourAtOnce(times: number, work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  let left = times;
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (left > 0) {
        left -= 1;
        await work();
      }
    }),
  );
  return (times * 1000) / (performance.now() - began);
}

let turns = 0;

/** Signs the next person in, from a new address: the limits are ten a minute per person, a hundred per address. */
async function signIn(server: Server): Promise<void> {
  const turn = (turns += 1);
  const { status } = await attempt(server, {
    person: turn,
    given: password,
    address: `192.0.2.${turn % 250}`,
  });
  if (status !== 200) throw new Error(`A sign-in was answered with ${status}.`);
}

interface Attempt {
  person: number;
  given: string;
  address: string;
}

async function attempt(server: Server, { person, given, address }: Attempt): Promise<Answer> {
  const caller = openCaller(server, '', 1);
  const answer = await caller.post({
    path: '/api/auth',
    body: { email: emailOf(person % accounts), password: given },
    headers: { 'X-Forwarded-For': address },
  });
  caller.close();
  return answer;
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

/** Sign-in, and its effect on other calls. */
export function signInSection(result: SignInResult): Section {
  const { bare, signIns, ratio, readsAlone, readsMeanwhile, storm } = result;
  const isStormHeld = storm.p95 < 1000 && storm.failures === 0;
  const rows = [
    [
      `sign-ins (bcrypt, cost ${result.cost})`,
      perSecond(bare),
      perSecond(signIns),
      ratio.toFixed(2),
      `≥ 0.9 ${verdict(ratio >= 0.9)}`,
    ],
  ];
  const reads = [
    ['without sign-ins', perSecond(readsAlone.perSecond), ms(readsAlone.p99), ''],
    [
      'with four always under way',
      perSecond(readsMeanwhile.perSecond),
      ms(readsMeanwhile.p99),
      `< 100 ms ${verdict(readsMeanwhile.p99 < 100)}`,
    ],
  ];
  return {
    title: 'Sign-in',
    lines: [
      ...table(['Work', 'bare bcrypt', 'Burrow', 'ratio', 'goal'], rows),
      '',
      "Bare bcrypt compares passwords on as many cores as a server does, and does nothing else. Meanwhile others read bookings' details:",
      '',
      ...table(['Reads of a detail', 'speed', 'p99', 'goal (p99)'], reads),
      '',
      `Six addresses send ${count(storm.sent)} wrong passwords of known accounts, ten a second together. Meanwhile one person a second signs in on a new device, each at an address of their own:`,
      '',
      ...table(
        ['Sign-ins of others', 'p50', 'p95', 'failures', 'goal (p95)'],
        [
          [
            count(storm.others),
            ms(storm.p50),
            ms(storm.p95),
            String(storm.failures),
            `< 1,000 ms ${verdict(isStormHeld)}`,
          ],
        ],
      ),
    ],
    missed: [
      ...(ratio < 0.9 ? ['sign-in'] : []),
      ...(readsMeanwhile.p99 >= 100 ? ['reads during sign-ins'] : []),
      ...(isStormHeld ? [] : ['sign-in during a storm']),
    ],
  };
}
