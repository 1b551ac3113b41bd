import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import { useTestApi, type TestApi } from '../../apps/api/src/testing/harness.ts';
import { webRoot } from '../../scripts/build-web.ts';
import { openChromium } from './chromium.ts';
import { connectFirefox, endFirefox, openFirefox } from './firefox.ts';
import { Tab, type Engine } from './tab.ts';
import { openWebKit } from './webkit.ts';

type BrowserName = 'WebKit' | 'Firefox' | 'Chromium';

const webkit = inject('webkit');
const firefoxUrl = inject('firefoxUrl');

/** The browsers of this machine. */
export const browsers: BrowserName[] = [
  ...(webkit ? (['WebKit'] as const) : []),
  ...(firefoxUrl === null ? [] : (['Firefox'] as const)),
  'Chromium',
];

interface Connected {
  open: () => Promise<Engine>;
  end: () => Promise<void>;
}

async function connect(name: BrowserName): Promise<Connected> {
  if (name === 'WebKit' && webkit) {
    return { open: () => openWebKit(webkit.driverUrl, webkit.browser), end: () => Promise.resolve() };
  }
  if (name === 'Firefox' && firefoxUrl !== null) {
    const { firefox, name: version } = await connectFirefox(firefoxUrl);
    return { open: () => openFirefox(firefox, version), end: () => endFirefox(firefox) };
  }
  const browser = await chromium.connect(inject('browserEndpoint'));
  return { open: () => openChromium(browser), end: () => browser.close() };
}

export interface Browsers {
  api: TestApi;
  /** A new page at the width of a phone, signed out, with nothing stored. */
  openTab: (browser: BrowserName, origin?: string) => Promise<Tab>;
}

/** Gives a file of ways the built web app on a real server, and the browsers to drive it. */
export function useBrowsers(): Browsers {
  const root = join(import.meta.dirname, '../..');
  const api = useTestApi({ WEB_ROOT: webRoot(root), QUERY_STRING_LOGIN: 'on' }, 'system');
  const connected = new Map<BrowserName, Connected>();
  const open: Engine[] = [];

  beforeAll(async () => {
    for (const name of browsers) connected.set(name, await connect(name));
  });
  afterEach(async ({ task }) => {
    const failed = task.result?.state === 'fail';
    for (const engine of open.splice(0)) {
      if (failed) {
        const picture = join(tmpdir(), `burrow-${engine.name}-${task.name}.png`.replaceAll(/[^\w.-]/g, '-'));
        writeFileSync(picture, await engine.screenshot());
        console.log(`${engine.name}, ${task.name}: the page when it failed is in ${picture}`);
      }
      await engine.close();
    }
  });
  afterAll(async () => {
    for (const { end } of connected.values()) await end();
  });

  return {
    api,
    openTab: async (browser, origin = api.url) => {
      const engine = await connected.get(browser)?.open();
      if (engine === undefined) throw new Error(`${browser} is not connected.`);
      open.push(engine);
      return new Tab(engine, origin);
    },
  };
}
