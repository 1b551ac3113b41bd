import type { BenchDatabase } from './database.ts';
import { openCaller, percentile, type Call, type Caller } from './load.ts';
import type { BenchOptions } from './options.ts';
import { startBurrow } from './subjects.ts';

export interface DashboardResult {
  /** How many people load it at the same time, each as soon as the last load is done. */
  people: number;
  /** Milliseconds from the first request out to the last answer in. */
  p50: number;
  p95: number;
  loads: number;
}

/** All requests of the dashboard when it opens. */
function dashboardCalls({ practice }: BenchDatabase): Call[] {
  const { year, month } = practice.month;
  return [
    { path: '/api/tenant', body: {} },
    { path: '/api/subscription/status', body: {} },
    { path: '/api/admin/dashboard/stats', body: {} },
    { path: '/api/bookings_pending', body: {} },
    { path: '/api/bookings_today', body: {} },
    { path: '/api/bookings', body: { year, month } },
    { path: '/api/staff', body: {} },
    { path: '/api/booking_types', body: {} },
  ];
}

/** Loads the dashboard as a browser does: all calls at once, over six connections. */
export async function measureDashboard(
  database: BenchDatabase,
  { rounds, quick }: BenchOptions,
): Promise<DashboardResult[]> {
  const calls = dashboardCalls(database);
  const times = new Map<number, number[]>([
    [1, []],
    [4, []],
  ]);
  for (let round = 0; round < rounds; round += 1) {
    const server = await startBurrow(database);
    for (const [people, measured] of times) {
      const callers = Array.from({ length: people }, () => openCaller(server, database.practice.apiKey));
      await Promise.all(callers.map((caller) => loadsOf(caller, calls, 30)));
      const each = await Promise.all(callers.map((caller) => loadsOf(caller, calls, quick ? 40 : 100)));
      measured.push(...each.flat());
      for (const caller of callers) caller.close();
    }
    await server.stop();
  }
  return [...times].map(([people, measured]) => ({
    people,
    p50: percentile(measured, 0.5),
    p95: percentile(measured, 0.95),
    loads: measured.length,
  }));
}

async function loadsOf(caller: Caller, calls: readonly Call[], count: number): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const began = performance.now();
    const answers = await Promise.all(calls.map((call) => caller.post(call)));
    times.push(performance.now() - began);
    const refused = answers.find(({ status }) => status !== 200);
    if (refused) throw new Error(`A call of the dashboard was answered with ${refused.status}.`);
  }
  return times;
}
