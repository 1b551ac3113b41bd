import { addDays } from '../packages/contracts/src/calendar-day.ts';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Locator, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { useDevices } from './devices.ts';
import { useTestApi, type Interceptor, type TestApi } from '../apps/api/src/testing/harness.ts';
import { localMoment } from '../apps/api/src/lib/clock.ts';
import { weekdays } from '../packages/contracts/src/weekdays.ts';
import { webRoot } from '../scripts/build-web.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const axePath = '/axe-for-tests.js';

/** The sites that serve axe: a page loads it from there several times faster than from the test. */
const sitesWithAxe = new Set<string>();

const serveAxe: Interceptor = ({ url }, response) => {
  if (url !== axePath) return false;
  response.setHeader('Content-Type', 'text/javascript').end(axeSource);
  return true;
};

/** @returns false when the page could not load it, for example without a connection */
const loadAxe = (page: Page): Promise<boolean> =>
  page.evaluate(
    (src) =>
      new Promise<boolean>((resolve) => {
        const script = document.createElement('script');
        script.addEventListener('load', () => resolve(true), { once: true });
        script.addEventListener('error', () => resolve(false), { once: true });
        document.head.append(Object.assign(script, { src }));
      }),
    axePath,
  );

export const desktop = { name: 'desktop', width: 1280, height: 900 };
export const phone = { name: 'phone', width: 390, height: 844 };
export type Screen = typeof desktop;

export interface TestBrowser {
  api: TestApi;
  /**
   * A new, signed-out page on a device without any data of the site; an unexpected console message fails the test.
   * Service workers only run on a new device.
   */
  openPage: (screen: Screen, options?: { newDevice: true; serviceWorkers?: 'allow' }) => Promise<Page>;
  /** Declares that this test expects console messages that match. */
  expectConsole: (pattern: RegExp) => void;
}

/**
 * Holds the requests of an action back.
 * @param action as in its address; a `*` at its end is for a query
 * @returns a function that lets them go on
 */
export async function holdBack(page: Page, action: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**/api/${action}`, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/**
 * A day `days` from today on the practice's clock, YYYY-MM-DD. Page and server run by the real time here: a faked clock
 * in the page also stops its animations and messages.
 */
export const dayFromNow = (days: number): string =>
  addDays(localMoment(new Date(), 'Europe/London').date, days);

/** A time zone in which it is `hour` o’clock or up to an hour later, for what happens at a time of day. */
export function zoneAt(hour: number): string {
  const ahead = ((hour - new Date().getUTCHours() + 35) % 24) - 11;
  // The names have the opposite sign.
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

/** Opening hours without end, so that a test may run on any day. */
export const alwaysOpen = Object.fromEntries(
  weekdays.map((day): [string, [string, string][]] => [day, [['06:00', '22:00']]]),
);

/** How long a newly opened screen may still load before it is checked; a slow one is checked as it is then. */
const settlesWithinMs = 1500;

/** What Playwright says of a service worker that a test does not want. */
const blockedWorker = 'Service Worker registration blocked by Playwright';

/** `E2E_CPU_SLOWDOWN=4` runs every page as on a processor four times slower. */
const cpuSlowdown = Number(process.env['E2E_CPU_SLOWDOWN'] ?? '1');

async function slowDown(page: Page): Promise<void> {
  if (cpuSlowdown <= 1) return;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
}

/** Makes the steps after opening an address see the loaded screen, and not an earlier state. */
function seeSettled(page: Page): void {
  const open = page.goto.bind(page);
  page.goto = async (...address) => {
    const answer = await open(...address);
    const isFilled = () =>
      document.querySelector('h1, h2') !== null &&
      !/Loading\.\.\.|Validating session/.test(document.body.textContent);
    // A test may delay answers on purpose; it then waits itself.
    await page.waitForFunction(isFilled, undefined, { timeout: settlesWithinMs }).catch(() => undefined);
    return answer;
  };
}

/** Gives a test file the built web app on a real server and a browser to drive it. */
export function useBrowser(env: Parameters<typeof useTestApi>[0] = {}): TestBrowser {
  const api = useTestApi(
    { WEB_ROOT: webRoot(join(import.meta.dirname, '..')), QUERY_STRING_LOGIN: 'on', ...env },
    'system',
    serveAxe,
  );
  const contexts: BrowserContext[] = [];
  const complaints: string[] = [];
  const expected: RegExp[] = [];
  let browser: Browser;

  const openContext = ({ width, height }: Screen, serviceWorkers: 'allow' | 'block' = 'block') =>
    browser.newContext({
      viewport: { width, height },
      baseURL: api.url,
      locale: 'en-GB',
      timezoneId: 'Europe/London',
      hasTouch: width < 768,
      reducedMotion: 'reduce',
      // `page.route` does not see what a service worker answers.
      serviceWorkers,
    });

  const devices = useDevices(openContext);

  const openNewDevice = async (screen: Screen, serviceWorkers?: 'allow'): Promise<Page> => {
    const context = await openContext(screen, serviceWorkers);
    contexts.push(context);
    return context.newPage();
  };

  beforeAll(async () => {
    browser = await chromium.connect(inject('browserEndpoint'));
    sitesWithAxe.add(api.url);
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    await devices.clear();
    const patterns = expected.splice(0);
    expect(complaints.splice(0).filter((line) => !patterns.some((pattern) => pattern.test(line)))).toEqual(
      [],
    );
  });
  afterAll(() => browser.close());

  return {
    api,
    expectConsole: (pattern) => expected.push(pattern),
    openPage: async (screen, options) => {
      const page = options
        ? await openNewDevice(screen, options.serviceWorkers)
        : await devices.openPage(screen);
      seeSettled(page);
      await slowDown(page);
      page.setDefaultTimeout(15_000);
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()) && message.text() !== blockedWorker)
          complaints.push(`${message.text()} ${message.location().url}`);
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      return page;
    },
  };
}

/** Whether the focus is in the content of the page, so that Tab continues there and not at the top. */
export const focusIsInContent = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement?.closest('main') != null);

/** Waits until the focus is on an element. */
export const focusIsOn = (control: Locator): Promise<void> =>
  expect
    .poll(() => control.evaluate((element) => element === document.activeElement), { timeout: 10_000 })
    .toBe(true);

interface Violation {
  id: string;
  nodes: {
    target: string[];
    any: { data: { messageKey?: string } | null; relatedNodes: { target: string[] }[] }[];
  }[];
}

/**
 * The findings of axe for WCAG 2.2 AA and its best practices, a line per rule. A control that an open pop-up partly
 * covers does not count as too small: the user opened the pop-up, and closing it uncovers the control.
 */
async function violationsOf(page: Page): Promise<string[]> {
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: Violation[] }> };
    };
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const isInPopUp = (target: string[]) =>
      document.querySelector(target.join(' '))?.closest('[role="dialog"]') != null;
    const isCovered = ({ any }: Violation['nodes'][number]) =>
      any.some(
        ({ data, relatedNodes }) =>
          data?.messageKey === 'partiallyObscured' &&
          relatedNodes.every((related) => isInPopUp(related.target)),
      );
    // Without the details of what passed, which take most of the time on a long page, and without reading the style sheets
    // again, which only a rule about turned screens needs.
    const options = { runOnly: tags, resultTypes: ['violations'], preload: false };
    return (await axe.run(options)).violations.flatMap(({ id, nodes }) => {
      const wrong = id === 'target-size' ? nodes.filter((node) => !isCovered(node)) : nodes;
      return wrong.length === 0 ? [] : [{ id, nodes: wrong }];
    });
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

/**
 * Checks the page for WCAG 2.2 AA, and for sideways scrolling. A page in transition, or fading in, is checked again
 * until it has settled; real errors remain.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const isLoaded = await page.evaluate(() => 'axe' in globalThis);
  const canLoad = !isLoaded && sitesWithAxe.has(new URL(page.url()).origin);
  if (!isLoaded && !(canLoad && (await loadAxe(page)))) await page.evaluate(axeSource);
  await expect.poll(() => violationsOf(page), { timeout: 15_000, interval: 300 }).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, 'the page scrolls sideways').toBeLessThanOrEqual(0);
}
