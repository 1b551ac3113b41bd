import { setTimeout as pause } from 'node:timers/promises';
import type { BenchDatabase } from './database.ts';
import { load, median, openCaller } from './load.ts';
import type { BenchOptions } from './options.ts';
import { memoryOf } from './servers.ts';
import { startBurrow } from './subjects.ts';
import { works } from './works.ts';

export interface FootprintResult {
  /** Milliseconds from the start of the process until `/api/ready` answered 200. */
  readyMs: number;
  /** MB a few seconds after the start, without a request. */
  restMb: number;
  /** Peak MB during all works and documents, sixteen at once. */
  peakMb: number;
  /** MB after that. */
  afterMb: number;
}

/** Measures new starts: how soon they serve and how much memory they use. */
export async function measureFootprint(
  database: BenchDatabase,
  { rounds, seconds }: BenchOptions,
): Promise<FootprintResult | undefined> {
  const measured: FootprintResult[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    const server = await startBurrow(database);
    const ready = await fetch(`${server.url}/api/ready`);
    const readyMs = performance.now() - began;
    if (ready.status !== 200) throw new Error(`/api/ready answers ${ready.status}.`);
    await pause(2000);
    const rest = memoryOf(server.pid);
    await heavyUse(database, server, seconds);
    const used = memoryOf(server.pid);
    await server.stop();
    if (!rest || !used) return undefined;
    measured.push({ readyMs, restMb: rest.now, peakMb: used.peak, afterMb: used.now });
  }
  const middle = (of: (one: FootprintResult) => number): number => median(measured.map(of));
  return {
    readyMs: middle((one) => one.readyMs),
    restMb: middle((one) => one.restMb),
    peakMb: Math.max(...measured.map((one) => one.peakMb)),
    afterMb: middle((one) => one.afterMb),
  };
}

async function heavyUse(
  { practice }: BenchDatabase,
  server: Awaited<ReturnType<typeof startBurrow>>,
  seconds: number,
): Promise<void> {
  const options = { server, apiKey: practice.apiKey, seconds: Math.min(seconds, 2), connections: 16 };
  for (const work of works.filter((one) => !one.writes))
    await load({ ...options, calls: work.calls(practice) });
  await load({ ...options, calls: [{ path: '/api/clients', body: {} }] });
  const documents = practice.bookingIds.slice(0, 40);
  const caller = openCaller(server, practice.apiKey, 8);
  await Promise.all(
    documents.map(async (id) => {
      const { status } = await caller.post({ path: '/api/booking_referral', body: { booking_id: id } });
      if (status !== 200) throw new Error(`A document was answered with ${status}.`);
    }),
  );
  caller.close();
}
