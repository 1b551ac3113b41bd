import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

// Fetched when it is wanted: 185 MB, which nobody else needs.
export const lighthouseVersion = '13.5.0';
const npx = ['-y', `lighthouse@${lighthouseVersion}`];

export interface PageScores {
  /** Of a hundred. */
  performance: number;
  accessibility: number;
  bestPractices: number;
  /** When the largest thing on the page stood there, in ms. */
  largestPaint: number;
  /** How long the page could not have answered a touch while it loaded, in ms. */
  blocked: number;
  /** How far things moved while it loaded; 0.1 is where it begins to annoy. */
  shift: number;
  /** All scripts as they came over the wire, with the headers of their answers, in bytes. */
  scriptBytes: number;
  scripts: number;
  /** What costs points in accessibility and best practices. */
  faults: string[];
}

interface Report {
  runtimeError?: { message: string };
  categories: Record<
    'performance' | 'accessibility' | 'best-practices',
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
 * Fetches Lighthouse from the npm registry, so that its absence is known before anything is measured.
 * @throws Error when it can not be had
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

/** As which device a page is looked at: a phone on a slow connection, or a desktop on a cable. */
export type Device = 'phone' | 'desktop';

/**
 * Looks at a page as a device would load it for the first time.
 * @param browserPort where a Chromium takes debuggers; its profile stays as it is, with who is signed in
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
    '--only-categories=performance,accessibility,best-practices',
    '--output=json',
    `--output-path=${file}`,
    '--no-enable-error-reporting',
    '--quiet',
  ]);
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  if (report.runtimeError) throw new Error(`${url}: ${report.runtimeError.message}`);
  const { performance, accessibility, 'best-practices': bestPractices } = report.categories;
  const figure = (audit: string): number => report.audits[audit]?.numericValue ?? 0;
  const scripts = (report.audits['network-requests']?.details?.items ?? []).filter(
    ({ resourceType }) => resourceType === 'Script',
  );
  return {
    performance: points(performance),
    accessibility: points(accessibility),
    bestPractices: points(bestPractices),
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
