import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { buildWeb } from '../scripts/build-web.ts';
import { chromiumProgram } from './chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the run's only Chromium. */
    browserEndpoint: string;
  }
}

/** Builds the web app as `npm start` does and starts one Chromium for all browser tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildWeb(join(import.meta.dirname, '..'));
  const program = await chromiumProgram();
  const home = mkdtempSync(join(tmpdir(), 'burrow-chromium-'));
  const server = await chromium.launchServer({
    ...program,
    env: { ...process.env, HOME: home },
    headless: process.env['E2E_HEADED'] !== '1',
  });
  project.provide('browserEndpoint', server.wsEndpoint());
  return async () => {
    await server.close();
    rmSync(home, { recursive: true, force: true });
  };
}
