import { generateVolume, type VolumePractice } from './generate-volume.ts';
import type { Addresses, BenchCluster } from './database.ts';
import { isIndexScan, nodesOf, type PlanNode } from './plan-check.ts';
import type { RanPlan } from './explaining-connection.ts';
import { openCaller, percentile, type Call, type Caller } from './load.ts';
import type { BenchOptions } from './options.ts';
import { plansOfCalls } from './plans.ts';
import { paidBookingsCalls, panelCalls, reportPeriods, type ReportCall } from './report-calls.ts';
import { startBurrow } from './subjects.ts';

/** Milliseconds. */
export interface Times {
  p50: number;
  p95: number;
}

export interface CallResult {
  call: ReportCall;
  /** At the practice of a million appointments. */
  large: Times;
  /** At one of twenty thousand beside it. */
  small: Times;
  /** At the same one when it was the only practice in the database. */
  alone: Times;
}

/** How a statement read its rows. */
export interface StatementLine {
  /** Its name; `(inside)` for what it calls. */
  statement: string;
  /** The nodes of its plan, from the top down, indexes by their name. */
  shape: string;
  /** Rows read from indexes and tables. */
  rows: number;
  /** Pages of 8 kB, in memory or not. */
  pages: number;
  /** Temporary pages written because a sort or a hash did not fit into its memory. */
  spilled: number;
  /** Heap fetches of an index-only scan because their page has changed lately. */
  heapFetches: number;
  ms: number;
}

export interface ReportsResult {
  bookings: { large: number; small: number; all: number };
  calls: CallResult[];
  /** The analytics page: all of its calls at once. */
  pages: { period: string; large: Times; small: Times }[];
  statements: (StatementLine & { call: ReportCall })[];
}

const smallPractices = 199;
const sizes = { large: 1_000_000, small: 20_100, largeClients: 60_000, smallClients: 2000 };

/**
 * Measures reports at a practice of a million appointments among 199 of twenty thousand (a tenth of all that with
 * `quick`), and at one of these, before and after the others came.
 */
export async function measureReports(
  cluster: BenchCluster,
  { quick }: BenchOptions,
  say: (line: string) => void,
): Promise<ReportsResult> {
  const share = quick ? 0.1 : 1;
  // A person may request each report 240 times a minute; here it is requested for three periods, alone and with a page.
  const repeats = quick ? 10 : 20;
  const addresses = await cluster.createDatabase('bench_reports');
  const fill = (practices: number, bookings: number, clients: number): Promise<VolumePractice[]> =>
    generateVolume(addresses.ownerUrl, {
      practices,
      bookingsPerPractice: bookings * share,
      clientsPerPractice: clients * share,
      messages: false,
    });
  const [small] = (await fill(1, sizes.small, sizes.smallClients)) as [VolumePractice];
  const alone = await measurePractice(addresses, small, repeats);
  say('  filling it with 200 practices …');
  await fill(smallPractices - 1, sizes.small, sizes.smallClients);
  const [large] = (await fill(1, sizes.large, sizes.largeClients)) as [VolumePractice];
  const beside = await measurePractice(addresses, small, repeats);
  const measured = await measurePractice(addresses, large, repeats);
  const calls = callsOf(large);
  const plans = await plansOfCalls(addresses, large, calls);
  return {
    bookings: {
      large: sizes.large * share,
      small: sizes.small * share,
      all: (sizes.large + smallPractices * sizes.small) * share,
    },
    calls: calls.map((call, index) => ({
      call,
      large: measured.calls[index] as Times,
      small: beside.calls[index] as Times,
      alone: alone.calls[index] as Times,
    })),
    pages: measured.pages.map(({ period, times }, index) => ({
      period,
      large: times,
      small: beside.pages[index]?.times as Times,
    })),
    statements: plans.flatMap((ran, index) =>
      statementLines(ran).map((line) => ({ ...line, call: calls[index] as ReportCall })),
    ),
  };
}

function callsOf({ userId }: VolumePractice): ReportCall[] {
  const now = new Date();
  const panels = Object.entries(reportPeriods(now)).flatMap(([period, body]) => panelCalls(period, body));
  return [...panels, ...paidBookingsCalls(now, userId)];
}

interface PracticeTimes {
  calls: Times[];
  pages: { period: string; times: Times }[];
}

async function measurePractice(
  addresses: Addresses,
  practice: VolumePractice,
  repeats: number,
): Promise<PracticeTimes> {
  const server = await startBurrow(addresses);
  const one = openCaller(server, practice.apiKey, 1);
  const browser = openCaller(server, practice.apiKey);
  try {
    const calls: Times[] = [];
    for (const call of callsOf(practice)) {
      const turns = Math.min(repeats, call.maxRepeats ?? repeats);
      calls.push(await timesOf(() => post(one, [call]), turns));
    }
    const pages: PracticeTimes['pages'] = [];
    for (const [period, body] of Object.entries(reportPeriods(new Date()))) {
      const page = panelCalls(period, body);
      pages.push({ period, times: await timesOf(() => post(browser, page), repeats) });
    }
    return { calls, pages };
  } finally {
    one.close();
    browser.close();
    await server.stop();
  }
}

/** PostgreSQL chooses one plan for all values with the sixth run of a statement on a connection. */
const rehearsals = 6;

/** The times of `repeats` runs, after enough others for PostgreSQL to have chosen its plan. */
export async function timesOf(run: () => Promise<void>, repeats: number): Promise<Times> {
  for (let turn = 0; turn < rehearsals; turn += 1) await run();
  const times: number[] = [];
  for (let turn = 0; turn < repeats; turn += 1) {
    const began = performance.now();
    await run();
    times.push(performance.now() - began);
  }
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}

/** @throws Error when one is not answered with 200 */
export async function post(caller: Caller, calls: readonly (Call & { title: string })[]): Promise<void> {
  const answers = await Promise.all(calls.map((call) => caller.post(call)));
  const refused = answers.findIndex(({ status }) => status !== 200);
  if (refused < 0) return;
  throw new Error(`${calls[refused]?.title} was answered with ${answers[refused]?.status}.`);
}

/** A row for each statement that reads the call's own figures, not its caller's; of many runs the most expensive. */
export function statementLines(plans: readonly RanPlan[]): StatementLine[] {
  const asked = plans.filter(({ statement }) => !everyCallAsks.has(statement));
  const lines = asked.map(({ statement, nested, plan }): StatementLine => {
    const nodes = nodesOf(plan);
    const sum = (of: (node: PlanNode) => number): number => nodes.reduce((all, node) => all + of(node), 0);
    return {
      statement: nested ? `${statement} (inside)` : statement,
      shape: shapeOf(nodes),
      rows: sum((node) => (isLeaf(node) ? (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 1) : 0)),
      pages: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
      spilled: plan['Temp Written Blocks'] ?? 0,
      heapFetches: sum((node) => node['Heap Fetches'] ?? 0),
      ms: plan['Actual Total Time'] ?? 0,
    };
  });
  return [...Map.groupBy(lines, ({ statement }) => statement).values()].map(
    (runs) => runs.toSorted((one, other) => other.ms - one.ms)[0] as StatementLine,
  );
}

const isLeaf = (node: PlanNode): boolean => isIndexScan(node) || node['Node Type'] === 'Seq Scan';
const everyCallAsks = new Set(['open_session', 'report_practice']);
const passingOn = new Set(['Result', 'Append', 'Subquery Scan', 'Function Scan', 'CTE Scan', 'Limit']);

/** The kinds of nodes from the top down, each once with its count. */
function shapeOf(nodes: readonly PlanNode[]): string {
  const names = nodes
    .filter((node) => !passingOn.has(node['Node Type']))
    .map((node) =>
      [node['Node Type'], node['Index Name'] ?? node['Relation Name']].filter(Boolean).join(' '),
    );
  return [...Map.groupBy(names, (name) => name)]
    .map(([name, { length }]) => (length > 1 ? `${length} × ${name}` : name))
    .join(', ');
}
