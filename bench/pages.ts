import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from 'playwright-core';
import { migrate } from '../apps/api/src/db/migrate.ts';
import { chromiumProgram } from '../e2e/chromium.ts';
import { signIn } from '../e2e/sign-in.ts';
import { apiEnvironment, apiNodeFlags } from '../scripts/api-node-flags.ts';
import { buildWeb, webRoot } from '../scripts/build-web.ts';
import { demoSignIns, seedDemo } from '../seeds/demo.ts';
import type { BenchDatabase } from './database.ts';
import { auditPage, type Device, type PageScores } from './lighthouse.ts';
import type { BenchOptions } from './options.ts';
import { startServer } from './servers.ts';

const checkout = join(import.meta.dirname, '..');

interface MeasuredPage {
  title: string;
  path: string;
  area: 'portal' | 'admin' | 'public';
  /** Text on the loaded page. */
  heading: RegExp;
  /** A phone by default. */
  devices?: readonly Device[];
}

export interface PageResult extends MeasuredPage {
  device: Device;
  /** Medians of the loads. */
  scores: PageScores;
}

const signedOut: readonly MeasuredPage[] = [
  { title: 'booking page', path: '/book/willow', area: 'public', heading: /Book an appointment/ },
  { title: 'portal: sign-in', path: '/app/cp/login?tenant=1', area: 'portal', heading: /Customer Portal/ },
  { title: 'admin: sign-in', path: '/app/login', area: 'admin', heading: /./ },
];
const asPetOwner: readonly MeasuredPage[] = [
  { title: 'portal: home', path: '/app/cp', area: 'portal', heading: /./ },
  { title: 'portal: My Pets', path: '/app/cp/animals', area: 'portal', heading: /Pets/ },
  {
    title: 'portal: Request Appointment',
    path: '/app/cp/booking/create',
    area: 'portal',
    heading: /Appointment/,
  },
];
const both: readonly Device[] = ['phone', 'desktop'];
const asAdmin: readonly MeasuredPage[] = [
  { title: 'admin: dashboard', path: '/app/admin', area: 'admin', heading: /./, devices: both },
  {
    title: 'admin: client',
    // The demo's own client, with pets and a year of appointments; 'Client' is the title of an empty page.
    path: '/app/admin/client/1',
    area: 'admin',
    heading: /^(?!Client$)/,
    devices: both,
  },
  {
    title: 'admin: analytics',
    path: '/app/admin/analytics',
    area: 'admin',
    heading: /Analytics/,
    devices: both,
  },
];

/** Audits the demo's pages with Lighthouse, each loaded for the first time, in the Chromium of the browser tests. */
export async function measurePages(database: BenchDatabase, options: BenchOptions): Promise<PageResult[]> {
  await buildWeb(checkout);
  const server = await startServer({
    file: 'apps/api/src/main.ts',
    nodeFlags: apiNodeFlags,
    env: {
      ...apiEnvironment,
      DATABASE_URL: await demoDatabase(database),
      MIGRATE_ON_START: 'off',
      PORT: '0',
      LOG_LEVEL: 'warn',
      WEB_ROOT: webRoot(checkout),
    },
  });
  const profile = mkdtempSync(join(tmpdir(), 'burrow-lighthouse-'));
  const port = await freePort();
  const { executablePath, args } = await chromiumProgram();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [...args, `--remote-debugging-port=${port}`],
    env: { ...process.env, HOME: profile },
    baseURL: server.url,
  });
  const results: PageResult[] = [];
  const look = async (pages: readonly MeasuredPage[]): Promise<void> => {
    for (const page of pages) {
      await expectHeading(context, page);
      for (const device of page.devices ?? ['phone']) {
        const loads: PageScores[] = [];
        for (let load = 0; load < options.rounds; load += 1) {
          loads.push(await auditPage(`${server.url}${page.path}`, device, port, profile));
        }
        results.push({ ...page, device, scores: medianOf(loads) });
      }
    }
  };
  try {
    await look(signedOut);
    await signInPetOwner(context);
    await look(asPetOwner);
    await signInAdmin(context);
    await look(asAdmin);
    return results;
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
    await server.stop();
  }
}

/** A database beside the large one, for the pages as the demo shows them. Returns its address for the API. */
async function demoDatabase({ owner, ownerUrl, appUrl }: BenchDatabase): Promise<string> {
  const name = `pages_${randomBytes(4).toString('hex')}`;
  await owner.query(`create database ${name}`);
  const [ofOwner, ofApp] = [ownerUrl, appUrl].map((address) => {
    const url = new URL(address);
    url.pathname = `/${name}`;
    return url.href;
  }) as [string, string];
  await migrate({ ownerUrl: ofOwner, appUrl: ofApp });
  await seedDemo({ ownerUrl: ofOwner, now: new Date(), bcryptCost: 4 });
  return ofApp;
}

function freePort(): Promise<number> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** Without a session the page would redirect, and its target be measured instead. */
async function expectHeading(context: BrowserContext, { path, heading }: MeasuredPage): Promise<void> {
  const page = await context.newPage();
  await page.goto(path);
  await page.getByRole('heading', { level: 1, name: heading }).first().waitFor();
  const shown = new URL(page.url()).pathname;
  if (shown !== path.split('?')[0]) throw new Error(`${path} leads to ${shown}.`);
  await page.close();
}

const passwordOf = (login: string): string =>
  demoSignIns.find((person) => person.login === login)?.password ?? '';

async function signInPetOwner(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto('/app/cp/login?tenant=1');
  await page.getByLabel('UK Mobile Number').fill('07700900001');
  await page.getByLabel(/^Password/).fill(passwordOf('07700900001'));
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/app/cp');
  await page.close();
}

async function signInAdmin(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto('/app/login');
  await page.evaluate(() => localStorage.clear());
  await signIn(page, 'admin@willow.demo', passwordOf('admin@willow.demo'));
  await page.waitForURL((url) => url.pathname === '/app/admin');
  await page.close();
}

function medianOf(loads: readonly PageScores[]): PageScores {
  const median = (figure: (scores: PageScores) => number): number =>
    loads.map(figure).toSorted((a, b) => a - b)[Math.trunc(loads.length / 2)] ?? 0;
  return {
    performance: median(({ performance }) => performance),
    accessibility: median(({ accessibility }) => accessibility),
    bestPractices: median(({ bestPractices }) => bestPractices),
    seo: median(({ seo }) => seo),
    largestPaint: median(({ largestPaint }) => largestPaint),
    blocked: median(({ blocked }) => blocked),
    shift: median(({ shift }) => shift),
    scriptBytes: median(({ scriptBytes }) => scriptBytes),
    scripts: median(({ scripts }) => scripts),
    faults: [...new Set(loads.flatMap(({ faults }) => faults))],
  };
}
