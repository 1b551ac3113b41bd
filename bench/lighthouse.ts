import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

// Fetched on demand: 185 MB, which nothing else needs.
export const lighthouseVersion = '13.5.0';
const npx = ['-y', `lighthouse@${lighthouseVersion}`];

export interface PageScores {
  /** Of a hundred. */
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  /** When the largest element of the page was painted, in ms. */
  largestPaint: number;
  /** How long the main thread was blocked while loading, in ms. */
  blocked: number;
  /** Cumulative layout shift while loading; up to 0.1 is good. */
  shift: number;
  /** The transfer size of all scripts, with the headers of their answers, in bytes. */
  scriptBytes: number;
  scripts: number;
  /** The failed audits of accessibility and best practices. */
  faults: string[];
}

interface Report {
  runtimeError?: { message: string };
  categories: Record<
    'performance' | 'accessibility' | 'best-practices' | 'seo',
    { score: number | null; auditRefs: { id: string; weight: number }[] }
  >;
  audits: Record<
    string,
    {
      title: string;
      score: number | null;
      numericValue?: number;
      details?: { items?: { resourceType?: string; transferSize?: number }[] };
    }
  >;
}

/**
 * Fetches Lighthouse from the npm registry, before anything is measured.
 * @throws Error when it is unavailable
 */
export async function fetchLighthouse(): Promise<void> {
  await run('npx', [...npx, '--version']).catch((error: unknown) => {
    throw new Error(
      'Lighthouse can not be fetched from the npm registry; --only chooses what else is measured.',
      {
        cause: error,
      },
    );
  });
}

const maxLoadMs = 15_000;

/** The device of a page load: a phone on a slow connection, or a desktop on a cable. */
export type Device = 'phone' | 'desktop';

/**
 * Audits a page as a device would load it for the first time.
 * @param browserPort where a Chromium accepts debuggers; its profile stays as it is, including its session
 * @param folder for the report
 */
export async function auditPage(
  url: string,
  device: Device,
  browserPort: number,
  folder: string,
): Promise<PageScores> {
  const file = join(folder, 'report.json');
  await run('npx', [
    ...npx,
    url,
    `--port=${browserPort}`,
    ...(device === 'desktop' ? ['--preset=desktop'] : []),
    '--only-categories=performance,accessibility,best-practices,seo',
    '--output=json',
    `--output-path=${file}`,
    '--no-enable-error-reporting',
    // The admin area keeps a connection open for live updates, so its pages never fall silent.
    `--max-wait-for-load=${maxLoadMs}`,
    '--quiet',
  ]);
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  if (report.runtimeError) throw new Error(`${url}: ${report.runtimeError.message}`);
  const { performance, accessibility, 'best-practices': bestPractices, seo } = report.categories;
  const figure = (audit: string): number => report.audits[audit]?.numericValue ?? 0;
  const scripts = (report.audits['network-requests']?.details?.items ?? []).filter(
    ({ resourceType }) => resourceType === 'Script',
  );
  return {
    performance: points(performance),
    accessibility: points(accessibility),
    bestPractices: points(bestPractices),
    seo: points(seo),
    largestPaint: figure('largest-contentful-paint'),
    blocked: figure('total-blocking-time'),
    shift: figure('cumulative-layout-shift'),
    scriptBytes: scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
    scripts: scripts.length,
    faults: [accessibility, bestPractices]
      .flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0))
      .map(({ id }) => report.audits[id])
      .filter((audit) => audit !== undefined && audit.score !== null && audit.score < 1)
      .map((audit) => audit?.title ?? ''),
  };
}

const points = ({ score }: { score: number | null }): number => Math.round((score ?? 0) * 100);
