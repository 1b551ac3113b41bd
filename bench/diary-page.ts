import { join } from 'node:path';
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core';
import type { Session } from '../apps/web/src/lib/session.ts';
import { localMoment } from '../apps/api/src/lib/clock.ts';
import { addDays } from '../packages/contracts/src/calendar-day.ts';
import { chromiumProgram } from '../e2e/chromium.ts';
import { buildWeb, webRoot } from '../scripts/build-web.ts';
import type { BenchCluster } from './database.ts';
import { fillBusyPractice, type BusyPractice } from './diary.ts';
import type { BenchOptions } from './options.ts';
import { startBurrow } from './subjects.ts';

const checkout = join(import.meta.dirname, '..');
/** Appointments on the day. */
export const cards = 300;
/** Days around the one that is shown are there, but hidden. */
const shownCards = '.diary-column:not([style*="display: none"]) [data-card]';
const dragSteps = 60;
const scrollSteps = 60;

/** Processor time of the page's main thread, in milliseconds: other work on the machine hardly changes it. */
export interface Work {
  script: number;
  /** Styles and layout. */
  layout: number;
  all: number;
}

/** A piece of work, and how long a person waits until its result is painted. */
export interface Step extends Work {
  shown: number;
}

export interface Round {
  /** From the dashboard to the day, with the page's files in the cache. */
  opened: Step;
  /** The day before and after, which are read ahead. */
  days: Step[];
  /** Per move of the mouse while a card is dragged. */
  move: Work;
  /** Until the drop mark is painted, for each move. */
  moves: number[];
  /** Per step of scrolling through the day. */
  scroll: Work;
  /** Between the frames of these steps. */
  frames: number[];
}

/** Measures the diary screen with a day of twelve people and 300 appointments, in the Chromium of the browser tests. */
export async function measureDiaryPage(cluster: BenchCluster, { rounds }: BenchOptions): Promise<Round[]> {
  const today = localMoment(new Date(), 'Europe/London').date;
  const dates = [-1, 0, 1].map((days) => addDays(today, days)) as [string, string, string];
  const busy = await fillBusyPractice(cluster, 'bench_diary_page', dates);
  await buildWeb(checkout);
  const server = await startBurrow(busy.addresses, { LOG_LEVEL: 'warn', WEB_ROOT: webRoot(checkout) });
  const browser = await chromium.launch(await chromiumProgram());
  try {
    const results: Round[] = [];
    // The first warms up the server.
    for (let n = 0; n <= rounds; n += 1) results.push(await measureRound(browser, server.url, busy, dates));
    return results.slice(1);
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function measureRound(
  browser: Browser,
  baseURL: string,
  { practice }: BusyPractice,
  [yesterday, today, tomorrow]: readonly [string, string, string],
): Promise<Round> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 900 } });
  try {
    const page = await context.newPage();
    const session: Session = {
      apiKey: practice.apiKey,
      userId: practice.userId,
      tenantId: practice.tenantId,
      role: 'admin',
      tenantName: '',
      availableTenants: [],
    };
    await page.addInitScript((stored) => localStorage.setItem('auth', stored), JSON.stringify(session));
    await page.goto('/app/admin/diary');
    await page
      .locator(shownCards)
      .nth(cards - 1)
      .waitFor();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto('/app/admin');
    await page.getByRole('heading', { name: 'Calendar' }).waitFor();
    await settle(page);
    // By a key on the link: looking for it is work of the page too.
    await page.getByRole('link', { name: 'Diary', exact: true }).focus();
    const opened = await stepOf(page, devtools, today, () => page.keyboard.press('Enter'));
    const days: Step[] = [];
    for (const [key, date] of [
      [']', tomorrow],
      ['[', today],
      ['[', yesterday],
      [']', today],
    ] as const) {
      await settle(page);
      days.push(await stepOf(page, devtools, date, () => page.keyboard.press(key)));
    }
    await settle(page);
    const drag = await dragged(page, devtools);
    await settle(page);
    return { opened, days, ...drag, ...(await scrolled(page, devtools)) };
  } finally {
    await context.close();
  }
}

/** Waits until nothing is read any more (the stream of live updates stays open) and the page is idle. */
const settle = (page: Page): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        let before = -1;
        const look = () => {
          const { length } = performance.getEntriesByType('resource');
          if (length === before) requestIdleCallback(resolve);
          else setTimeout(look, 400);
          before = length;
        };
        look();
      }),
  );

async function workNow(devtools: CDPSession): Promise<Work> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  const of = (name: string): number => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000;
  return {
    script: of('ScriptDuration'),
    layout: of('LayoutDuration') + of('RecalcStyleDuration'),
    all: of('TaskDuration'),
  };
}

const since = (before: Work, after: Work, share = 1): Work => ({
  script: (after.script - before.script) / share,
  layout: (after.layout - before.layout) / share,
  all: (after.all - before.all) / share,
});

/** What it takes until the 300 appointments of a day are painted. */
async function stepOf(
  page: Page,
  devtools: CDPSession,
  date: string,
  act: () => Promise<void>,
): Promise<Step> {
  // It watches from the page, where it costs next to nothing: what the grid shows says which day it is.
  const watched = page.evaluateHandle(
    ([wanted, count, selector]) =>
      new Promise<number>((resolve, reject) => {
        const state = () =>
          [
            document.querySelector('.diary-scroller')?.ariaLabel,
            document.querySelectorAll(selector).length,
            document.querySelector('.diary-desk')?.ariaBusy,
            location.href,
          ].join(', ');
        setTimeout(() => reject(new Error(`The diary of ${wanted} was not shown: ${state()}`)), 30_000);
        let began = 0;
        const begin = () => (began ||= performance.now());
        addEventListener('keydown', begin, { once: true, capture: true });
        const look = () => {
          const isThere =
            began > 0 &&
            document.querySelector('.diary-desk:not([aria-busy])') !== null &&
            document.querySelectorAll(selector).length >= count &&
            document.querySelector('.diary-scroller')?.ariaLabel?.includes(` ${Number(wanted.slice(8))} `);
          // Painted with the frame after.
          if (isThere) requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    [date, cards, shownCards] as const,
  );
  const before = await workNow(devtools);
  await act();
  const shown = await (await watched).jsonValue();
  return { ...since(before, await workNow(devtools)), shown };
}

/** Drags a card over the columns and times, and cancels. */
async function dragged(page: Page, devtools: CDPSession): Promise<Pick<Round, 'move' | 'moves'>> {
  const card = await page.locator(shownCards).first().boundingBox();
  if (!card) throw new Error('There is no appointment to drag.');
  const [x, y] = [card.x + 20, card.y + 6];
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(globalThis, { moveTimes: times });
    addEventListener(
      'pointermove',
      () => {
        const began = performance.now();
        requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - began)));
      },
      { capture: true },
    );
  });
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 6, y + 6);
  await page.locator('[data-drop-mark]').waitFor();
  await settle(page);
  const before = await workNow(devtools);
  for (let n = 1; n <= dragSteps; n += 1) {
    await page.mouse.move(x + n * 10, y + 60 + (n % 20) * 20);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  const after = await workNow(devtools);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  const moves = await page.evaluate(() => (globalThis as unknown as { moveTimes: number[] }).moveTimes);
  return { move: since(before, after, dragSteps), moves: moves.slice(-dragSteps) };
}

/** Scrolls through the day and back, a step a frame. */
async function scrolled(page: Page, devtools: CDPSession): Promise<Pick<Round, 'scroll' | 'frames'>> {
  const before = await workNow(devtools);
  const times = await page.evaluate(async (steps) => {
    const grid = document.querySelector('.diary-scroller');
    grid?.scrollTo(0, 0);
    const shown: number[] = [];
    for (let n = 0; n <= steps; n += 1) {
      grid?.scrollBy(0, n < steps / 2 ? 40 : -40);
      shown.push(await new Promise<number>((resolve) => requestAnimationFrame(resolve)));
    }
    return shown;
  }, scrollSteps);
  const scroll = since(before, await workNow(devtools), scrollSteps);
  return { scroll, frames: times.slice(1).map((time, n) => time - (times[n] ?? time)) };
}
