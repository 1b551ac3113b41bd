import pg from 'pg';
import { familyMs, processTimes } from './cost.ts';
import { generateVolume, type VolumePractice } from './generate-volume.ts';
import type { Addresses, BenchCluster } from './database.ts';
import { openCaller, type Call } from './load.ts';
import type { BenchOptions } from './options.ts';
import { plansOfCalls } from './plans.ts';
import { post, statementLines, timesOf, type StatementLine, type Times } from './reports.ts';
import { startBurrow } from './subjects.ts';

export interface SearchCall extends Call {
  /** What is searched for. */
  title: string;
}

/** What a call takes over HTTP, one at a time. */
export interface Measured {
  times: Times;
  /** Milliseconds of processor time per call, which other work on the machine hardly changes: server and PostgreSQL. */
  processorMs: number;
}

export interface SearchLine extends Measured {
  call: SearchCall;
  /** The statement of the search and those inside its functions. */
  statements: StatementLine[];
}

export interface DeskSearchResult {
  clients: number;
  bookings: number;
  searches: SearchLine[];
}

const searchFor = (title: string, q: string): SearchCall => ({ title, path: '/api/search', body: { q } });

/** From what matches one record to what matches all. */
const searches: readonly SearchCall[] = [
  searchFor('an animal and a surname', 'bella haworth'),
  searchFor('a surname', 'haworth'),
  searchFor("an animal's name", 'bella'),
  searchFor('a breed', 'labrador'),
  searchFor('a phone number', '+44 7000 012 345'),
  searchFor('the beginning of every phone number', '0700'),
  searchFor('a part of every email address', 'volume'),
  searchFor('one letter', 'a'),
  searchFor('two letters', 'be'),
  searchFor('two letters that nothing has', 'qq'),
  searchFor('words that nothing has', 'xylophone quartz'),
];

const sizes = { clients: 20_000, bookings: 80_000 };

/** Measures the search of the desk at a practice of 20,000 clients among fifty small ones. */
export async function measureDeskSearch(
  cluster: BenchCluster,
  { quick }: BenchOptions,
): Promise<DeskSearchResult> {
  const addresses = await cluster.createDatabase('bench_search');
  const fill = (practices: number, bookings: number, clients: number): Promise<VolumePractice[]> =>
    generateVolume(addresses.ownerUrl, {
      practices,
      bookingsPerPractice: bookings,
      clientsPerPractice: clients,
      messages: false,
    });
  await fill(50, 400, 100);
  const [practice] = (await fill(1, sizes.bookings, sizes.clients)) as [VolumePractice];
  const measured = await measureCalls(addresses, practice.apiKey, searches, quick ? 20 : 100);
  const plans = await plansOfCalls(addresses, practice, searches);
  return {
    ...sizes,
    searches: searches.map((call, index) => ({
      call,
      ...(measured[index] as Measured),
      statements: statementLines(plans[index] ?? []),
    })),
  };
}

export async function measureCalls(
  addresses: Addresses,
  apiKey: string,
  calls: readonly SearchCall[],
  repeats: number,
): Promise<Measured[]> {
  const postmaster = await postmasterOf(addresses.ownerUrl);
  const server = await startBurrow(addresses);
  const caller = openCaller(server, apiKey, 1);
  const usedMs = (): number => (processTimes(server.pid)?.ms ?? 0) + familyMs(postmaster);
  try {
    const measured: Measured[] = [];
    for (const call of calls) {
      let made = 0;
      const before = usedMs();
      const run = async (): Promise<void> => {
        made += 1;
        await post(caller, [call]);
      };
      const times = await timesOf(run, repeats);
      measured.push({ times, processorMs: (usedMs() - before) / made });
    }
    return measured;
  } finally {
    caller.close();
    await server.stop();
  }
}

/** The process id of PostgreSQL. */
export async function postmasterOf(ownerUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = processTimes(rows[0]?.pid ?? 0)?.parent ?? 0;
  await client.end();
  return postmaster;
}
