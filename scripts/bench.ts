import { join } from 'node:path';
import { compareWorks } from '../bench/compare.ts';
import { measureCost } from '../bench/cost.ts';
import { measureDashboard } from '../bench/dashboard.ts';
import {
  openBenchCluster,
  openBenchDatabase,
  type BenchCluster,
  type BenchDatabase,
} from '../bench/database.ts';
import { diarySection, measureDiary } from '../bench/diary.ts';
import { diaryPageSection } from '../bench/diary-page-section.ts';
import { measureDiaryPage } from '../bench/diary-page.ts';
import { deskSearchSection } from '../bench/desk-search-section.ts';
import { measureDeskSearch } from '../bench/desk-search.ts';
import { measureFootprint } from '../bench/footprint.ts';
import { growthSection } from '../bench/growth-section.ts';
import { measureGrowth } from '../bench/growth.ts';
import { loadNow, machineLines } from '../bench/machine.ts';
import { readOptions, type BenchOptions } from '../bench/options.ts';
import { measureMessages } from '../bench/messages.ts';
import { fetchLighthouse } from '../bench/lighthouse.ts';
import { measureProcesses, processesSection } from '../bench/processes.ts';
import { measurePages } from '../bench/pages.ts';
import { checkPlans } from '../bench/plans.ts';
import {
  costSection,
  dashboardSection,
  footprintSection,
  messagesSection,
  pagesSection,
  plansSection,
  worksSection,
  writeReport,
  type Section,
} from '../bench/report.ts';
import { measureRecord, recordSection } from '../bench/record.ts';
import { measureReports } from '../bench/reports.ts';
import { reportsSection } from '../bench/reports-section.ts';
import { stopServers } from '../bench/servers.ts';
import { measureSignIn, signInSection } from '../bench/sign-in.ts';
import { works } from '../bench/works.ts';

// `npm run bench`: measures the API against the bare driver and a plain Express server on this machine.

const others = {
  dashboard: async (database: BenchDatabase, options: BenchOptions) =>
    dashboardSection(await measureDashboard(database, options)),
  cost: async (database: BenchDatabase, options: BenchOptions) =>
    costSection(await measureCost(database, options)),
  'sign-in': async (database: BenchDatabase, options: BenchOptions) =>
    signInSection(await measureSignIn(database, options)),
  footprint: async (database: BenchDatabase, options: BenchOptions) =>
    footprintSection(await measureFootprint(database, options)),
  processes: async (database: BenchDatabase, options: BenchOptions) =>
    processesSection(await measureProcesses(database, options)),
  pages: async (database: BenchDatabase, options: BenchOptions) =>
    pagesSection(await measurePages(database, options)),
  plans: async (database: BenchDatabase) => plansSection(await checkPlans(database)),
  // The last on this database, because it leaves ten thousand appointments behind.
  messages: async (database: BenchDatabase, options: BenchOptions) =>
    messagesSection(await measureMessages(database, options)),
};

/** The parts with databases of their own. */
const apart = {
  reports: async (server: BenchCluster, options: BenchOptions) =>
    reportsSection(await measureReports(server, options, say)),
  'desk-search': async (server: BenchCluster, options: BenchOptions) =>
    deskSearchSection(await measureDeskSearch(server, options)),
  diary: async (server: BenchCluster, options: BenchOptions) =>
    diarySection(await measureDiary(server, options)),
  record: async (server: BenchCluster, options: BenchOptions) =>
    recordSection(await measureRecord(server, options)),
  'diary-page': async (server: BenchCluster, options: BenchOptions) =>
    diaryPageSection(await measureDiaryPage(server, options)),
  growth: async (server: BenchCluster, options: BenchOptions) =>
    growthSection(await measureGrowth(server, options, say)),
};

const say = (line: string): void => console.log(line);
let cluster: BenchCluster | undefined;
const toUndo: (() => Promise<void>)[] = [];
let closing: Promise<void> | undefined;

/** Ends the started processes, the last first. */
async function close(): Promise<void> {
  await stopServers();
  for (const undo of toUndo.toReversed()) await undo();
}

async function measure(options: BenchOptions): Promise<Section[]> {
  const wanted = (part: string): boolean => options.only.length === 0 || options.only.includes(part);
  if (wanted('pages')) await fetchLighthouse();
  say('Starting PostgreSQL and filling it …');
  const atTheEnd = (undo: () => Promise<void>): number => toUndo.push(undo);
  const server = await openBenchCluster(atTheEnd);
  cluster = server;
  const sections: Section[] = [];
  const compared = works.filter(({ name }) => wanted(name));
  const usual = Object.entries(others).filter(([part]) => wanted(part));
  if (compared.length > 0 || usual.length > 0) {
    const database = await openBenchDatabase(server, atTheEnd);
    if (compared.length > 0) {
      say('Answers a second: bare Node, plain Express, Burrow, Burrow without a request log');
      const results = await compareWorks(database, compared, options, say);
      sections.push(worksSection(results, database.practice.month.bookings));
    }
    for (const [part, run] of usual) sections.push(await measurePart(part, () => run(database, options)));
  }
  for (const [part, run] of Object.entries(apart).filter(([name]) => wanted(name)))
    sections.push(await measurePart(part, () => run(server, options)));
  return sections;
}

/** One part. If it fails, the report says so, and the other parts are measured all the same. */
async function measurePart(part: string, run: () => Promise<Section>): Promise<Section> {
  say(`Measuring ${part} …`);
  try {
    return await run();
  } catch (error) {
    if (closing) throw error;
    console.error(`${part} failed:`, error);
    process.exitCode = 1;
    return {
      title: `Not measured: ${part}`,
      lines: ['It failed; the run’s output says why.'],
      missed: [part],
    };
  }
}

function head({ rounds, seconds }: BenchOptions, loadBefore: string): string[] {
  return [
    `- ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC; load average of the machine before the run ${loadBefore}`,
    ...machineLines(cluster?.version ?? 'unknown').map((line) => `- ${line}`),
    `- ${rounds} fresh starts of each server, ${seconds} s a measurement, four keep-alive connections, one after the other in changing order; figures are medians, a ratio is the median of each start's ratio`,
    '- One practice of 20,000 bookings and 5,000 clients among fifty others, unless a part says otherwise; PostgreSQL with its usual settings, on the same machine as the servers and the load',
    '- Bare Node: `http` and `pg`, the same SQL on a connection that sees everything. Plain Express: Express and `pg`, a key look-up, a transaction with row-level security, the same SQL, nothing else. Burrow: `main.ts` with its request log (level info) going to /dev/null',
  ];
}

async function interrupted(): Promise<void> {
  await (closing ??= close());
  process.exit(130);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void interrupted());

const options = readOptions(process.argv.slice(2), [
  ...works.map(({ name }) => name),
  ...Object.keys(others),
  ...Object.keys(apart),
]);
const loadBefore = loadNow();
try {
  const sections = await measure(options);
  const lines = head(options, loadBefore);
  for (const { title, lines: body } of sections) say(`\n${title}\n\n${body.join('\n')}`);
  const missed = sections.flatMap((section) => section.missed);
  say(missed.length > 0 ? `\nMissed: ${missed.join(', ')}.` : '\nEvery goal was met.');
  // A partial run must not replace the page of a complete one.
  if (options.only.length === 0 && !options.quick) {
    writeReport(join(import.meta.dirname, '../bench/RESULTS.md'), lines, sections);
    say('Written to bench/RESULTS.md.');
  }
} catch (error) {
  // An interrupted run fails somewhere, because its servers end under it.
  if (!closing) throw error;
} finally {
  await (closing ??= close());
}
