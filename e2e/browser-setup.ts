import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sparticuz from '@sparticuz/chromium';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { buildWeb } from '../scripts/build-web.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the one Chromium of the run listens. */
    browserEndpoint: string;
  }
}

/** A Chromium that talks to nobody but the page it is shown. */
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-gpu',
];

/** Drawing on a simulated graphics card stalls for half a minute at times; everything in one process even more so. */
const unwanted =
  /^--(single-process|in-process-gpu|ignore-gpu-blocklist|use-gl|use-angle|enable-unsafe-swiftshader)/;

/** Builds the web app as `npm start` does and starts one Chromium for all browser tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildWeb(join(import.meta.dirname, '..'));
  const executablePath = process.env['CHROMIUM_PATH'] ?? (await sparticuz.executablePath());
  const home = mkdtempSync(join(tmpdir(), 'burrow-chromium-'));
  const server = await chromium.launchServer({
    executablePath,
    args: [...sparticuz.args.filter((arg) => !unwanted.test(arg)), ...quiet],
    env: { ...process.env, HOME: home },
    headless: true,
  });
  project.provide('browserEndpoint', server.wsEndpoint());
  return async () => {
    await server.close();
    rmSync(home, { recursive: true, force: true });
  };
}
