import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeBooking, makePayment } from '../packages/dev/src/factory-bookings.ts';
import { makeAccount, makeClient, makeUser } from '../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../packages/dev/src/factory-records.ts';
import type { Columns, TenantRow } from '../packages/dev/src/factory-rows.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import { formatsFor, defaultPracticeLocale } from '../apps/web/src/lib/format.ts';
import {
  dayFromNow,
  desktop,
  expectAccessible,
  holdBack,
  phone,
  useBrowser,
  type Screen,
} from './browser.ts';
import { openAsStaff } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;
const formats = formatsFor(defaultPracticeLocale);

// A week that ended yesterday, so that its days do not change during the test.
const week = Array.from({ length: 7 }, (_, index) => dayFromNow(index - 7));
const day = (index: number): string => week[index] ?? '';
const noonOf = (date: string): Date => new Date(`${date}T12:00:00Z`);
const rangeOf = (from: string, to: string) => `period=custom&start_date=${from}&end_date=${to}`;
const wholeWeek = rangeOf(day(0), day(6));

async function makeDesk(columns: Columns<TenantRow> = {}): Promise<Practice> {
  return makePractice(db(), { tenant_name: 'Willow Lane Vets', ...columns });
}

/**
 * Two bookings and £100.00 on the first day, £50.00 on the third, of which £20.00 was refunded on the fifth, when
 * another client came for the first time.
 */
async function makeBusyWeek(practice: Practice): Promise<void> {
  const { animal, tenant } = practice;
  const client = await makeClient(db(), { tenant, created_at: noonOf(day(4)) });
  const newcomer = await makeAnimal(db(), { tenant, client });
  const at = (date: string, booking_time: string, price_pence: number, visitor = animal) =>
    makeBooking(db(), {
      animal: visitor,
      status: 'confirmed',
      booking_date: date,
      booking_time,
      price_pence,
    });
  const early = await at(day(0), '09:00', 6000);
  const late = await at(day(0), '14:30', 4000);
  const third = await at(day(2), '11:00', 5000);
  await at(day(4), '11:00', 4500, newcomer);
  await makePayment(db(), { booking: early, taken_at: noonOf(day(0)) });
  await makePayment(db(), { booking: late, taken_at: noonOf(day(0)) });
  const { id } = await makePayment(db(), { booking: third, taken_at: noonOf(day(2)) });
  await makePayment(db(), {
    booking: third,
    kind: 'refund',
    amount_pence: -2000,
    reverses_payment_id: id,
    taken_at: noonOf(day(4)),
  });
}

async function openAnalytics(
  screen: Screen,
  { tenant }: Practice,
  query: string,
  role: 'admin' | 'staff' = 'admin',
): Promise<Page> {
  const account = await makeAccount(db());
  await makeUser(db(), { tenant, account, role });
  const page = await openPage(screen);
  await openAsStaff(page, account.email, `/app/admin/analytics?${query}`);
  return page;
}

const panel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const figure = (within: Locator, name: string): Locator => within.locator(`dt:text-is("${name}") + dd`);

/** The cells of a panel's table, a list for each row; including a visually hidden table. */
const tableOf = (within: Locator): Promise<string[][]> =>
  within
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));

interface BarBox {
  height: number;
  middle: number;
  fill: string;
}

/** Scrolls to a panel: on a phone, a chart is drawn once it is scrolled to. */
async function seeChart(within: Locator): Promise<void> {
  await within.getByRole('figure').first().scrollIntoViewIfNeeded();
  await within.locator('.recharts-surface').waitFor();
}

/** The bars of a panel's chart. */
async function barsOf(within: Locator): Promise<BarBox[]> {
  await seeChart(within);
  const bars = within.locator('.recharts-bar-rectangle path');
  await bars.first().waitFor({ state: 'attached' });
  return bars.evaluateAll((paths) =>
    paths.map((path) => {
      const { height, top } = path.getBoundingClientRect();
      return { height, middle: top + height / 2, fill: getComputedStyle(path).fill };
    }),
  );
}

const sumOf = (money: string): number => Number(money.replaceAll(/[^\d.-]/g, ''));

/** Expects the height of each bar, relative to the highest, to match its number, relative to the greatest. */
function expectHeights(bars: readonly BarBox[], numbers: readonly number[]): void {
  const highest = Math.max(...bars.map(({ height }) => height));
  const greatest = Math.max(...numbers.map(Math.abs));
  expect(bars).toHaveLength(numbers.length);
  bars.forEach(({ height }, index) => {
    const due = (highest * Math.abs(numbers[index] ?? 0)) / greatest;
    expect(Math.abs(height - due), `bar ${index} is ${height} high, not ${due}`).toBeLessThan(1.5);
  });
}

describe.each([desktop, phone])('on a $name', (screen) => {
  it('draws the revenue of the table, refunds below the line', async () => {
    const practice = await makeDesk();
    await makeBusyWeek(practice);
    const page = await openAnalytics(screen, practice, wholeWeek);
    const revenue = panel(page, 'Revenue Trends');
    await revenue.getByText(/^Revenue from .+: £130\.00 in 7 days, highest on /).waitFor();
    expect(await figure(revenue, 'Revenue').textContent()).toBe('£130.00');
    expect(await figure(revenue, 'Growth').textContent()).toBe('No earlier figure');
    const sums = ['£100.00', '£0.00', '£50.00', '£0.00', '-£20.00', '£0.00', '£0.00'];
    const counts = ['2', '0', '1', '0', '1', '0', '0'];
    const rows = await tableOf(revenue);
    expect(rows).toEqual(week.map((date, index) => [formats.longDay(date), sums[index], counts[index]]));
    const bars = (await barsOf(revenue)).filter(({ height }) => height > 0);
    expectHeights(
      bars,
      rows.map(([, sum = '']) => sumOf(sum)).filter((sum) => sum !== 0),
    );
    const [first, third, refund] = bars;
    expect(refund?.middle).toBeGreaterThan(first?.middle ?? Infinity);
    expect(third?.fill).toBe(first?.fill);
    expect(refund?.fill).not.toBe(first?.fill);

    await expectAccessible(page);
    await revenue.getByRole('button', { name: /^Show as table/ }).click();
    expect(await revenue.getByRole('row').allInnerTexts()).toContain('Total\t£130.00\t4');
    expect(await revenue.locator('.recharts-surface').count()).toBe(0);
    await expectAccessible(page);
    await revenue.getByRole('button', { name: /^Show as chart/ }).click();
    await seeChart(revenue);
  });

  it('labels a bar on hover or touch', async () => {
    const practice = await makeDesk();
    await makeBusyWeek(practice);
    const page = await openAnalytics(screen, practice, wholeWeek);
    // In the first page of a tab a pretended mouse stands in the corner, and takes the label away after a tap.
    await page.reload();
    const revenue = panel(page, 'Revenue Trends');
    await seeChart(revenue);
    const bar = revenue.locator('.recharts-bar-rectangle path').first();
    await (screen === phone ? bar.tap() : bar.hover());
    const tip = revenue.locator('.recharts-tooltip-wrapper');
    await tip.getByText('£100.00').waitFor();
    await tip.getByText(formats.longDay(day(0))).waitFor();
    await expectAccessible(page);
  });

  it('shows which weekdays are busy, at what hours, and their revenue', async () => {
    const practice = await makeDesk();
    await makeBusyWeek(practice);
    const page = await openAnalytics(screen, practice, wholeWeek);
    const patterns = panel(page, 'Booking Patterns');
    const weekday = formats.longDay(day(0)).replace(/[, ].*/, '');
    await patterns
      .getByText(`4 bookings from ${formats.day(day(0))} to ${formats.day(day(6))}, most on ${weekday} (2).`)
      .waitFor();
    const row = patterns.getByRole('row').filter({ hasText: weekday });
    expect(await row.getByRole('cell').allTextContents()).toEqual([
      weekday,
      '2',
      '09:00–10:0014:00–15:00',
      '£50.00',
    ]);
    const rows = await tableOf(patterns);
    expectHeights(
      (await barsOf(patterns)).filter(({ height }) => height > 0),
      rows.map(([, count]) => Number(count)).filter((count) => count > 0),
    );
  });

  it('stacks new clients on returning ones', async () => {
    const practice = await makeDesk();
    const { tenant } = practice;
    const regular = await makeClient(db(), { tenant, created_at: noonOf(dayFromNow(-30)) });
    const animal = await makeAnimal(db(), { tenant, client: regular });
    await makeBooking(db(), { animal, status: 'completed', booking_date: dayFromNow(-30) });
    await makeBusyWeek({ ...practice, animal });
    const page = await openAnalytics(screen, practice, wholeWeek);
    const growth = panel(page, 'Client Growth & Activity');
    const [begin, end] = [formats.day(day(0)), formats.day(day(6))];
    await growth
      .getByText(
        `Clients from ${begin} to ${end}: 1 new, 1 returning (seen before ${begin}), 2 active on ${end}. For each day, returning clients had visited before that day.`,
      )
      .waitFor();
    expect(await figure(growth, 'New').textContent()).toBe('1');
    expect(await figure(growth, 'Returning clients').textContent()).toBe('1');
    expect(await figure(growth, 'Total active').textContent()).toBe(`2 on ${end}`);
    const rows = await tableOf(growth);
    expect(rows.map(([, fresh, returning]) => [fresh, returning])).toEqual([
      ['0', '1'],
      ['0', '0'],
      ['0', '1'],
      ['0', '0'],
      ['1', '0'],
      ['0', '0'],
      ['0', '0'],
    ]);
    expect(await growth.locator('ul').allInnerTexts()).toEqual([expect.stringMatching(/New\s+Returning/)]);
    const heights = (await barsOf(growth)).filter(({ height }) => height > 1).map(({ fill }) => fill);
    expect(heights).toHaveLength(3);
    expect(new Set(heights).size).toBe(2);
  });
});

it('distinguishes clients who return within a period from those who return to it', async () => {
  const practice = await makeDesk();
  for (const date of [day(0), day(4)]) {
    await makeBooking(db(), { animal: practice.animal, status: 'completed', booking_date: date });
  }
  const page = await openAnalytics(desktop, practice, rangeOf(day(0), dayFromNow(0)));
  const growth = panel(page, 'Client Growth & Activity');
  await growth
    .getByText(/: 1 new, 0 returning \(seen before .+\), 1 active in all\. For each week, /)
    .waitFor();
  await page.goto(`/app/admin/analytics?${wholeWeek}`);
  await growth.getByText(/ For each day, returning clients had visited before that day\.$/).waitFor();
  expect((await tableOf(growth)).map(([, fresh, returning]) => `${fresh} ${returning}`)).toEqual([
    '1 0',
    '0 0',
    '0 0',
    '0 0',
    '0 1',
    '0 0',
    '0 0',
  ]);
  expect(await growth.locator('tfoot td').allTextContents()).toEqual([
    'Whole period, each client counted once',
    '1',
    '0',
    expect.any(String),
  ]);
  await growth.getByRole('button', { name: /^How this is counted/ }).click();
  await page
    .getByRole('dialog')
    .getByText(/In a chart, each bar counts its own days/)
    .waitFor();
});

it('shows the figures of clients in a period without visits', async () => {
  const page = await openAnalytics(desktop, await makeDesk(), 'period=month');
  const growth = panel(page, 'Client Growth & Activity');
  await growth.getByText('No client data available', { exact: true }).waitFor();
  expect(await figure(growth, 'New').textContent()).toBe('0');
  expect(await figure(growth, 'Returning clients').textContent()).toBe('0');
  expect(await figure(growth, 'Total active').textContent()).toBe('1');
  expect(await growth.locator('.recharts-surface').count()).toBe(0);
  await expectAccessible(page);
});

it('draws a chart on a phone once it is scrolled to, and prints its table until then', async () => {
  const practice = await makeDesk();
  await makeBusyWeek(practice);
  const page = await openAnalytics(phone, practice, wholeWeek);
  const growth = panel(page, 'Client Growth & Activity');
  const table = growth.getByRole('table');
  await table.waitFor();
  expect(await growth.locator('.recharts-surface').count()).toBe(0);
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 688, height: 1000 });
  const [card, printed] = [await growth.boundingBox(), await table.boundingBox()];
  expect(printed?.height).toBeGreaterThan(100);
  expect(printed?.width).toBeLessThanOrEqual(card?.width ?? 0);
  const clips = await table.evaluate(
    (seen) => getComputedStyle(seen.closest('figure > div > div') ?? seen).clipPath,
  );
  expect(clips).toBe('none');
  await page.emulateMedia({ media: 'screen' });
  await seeChart(growth);
  expect(await growth.locator('.recharts-bar-rectangle path').count()).toBeGreaterThan(0);
});

it('shows which panels are empty', async () => {
  const page = await openAnalytics(desktop, await makeDesk(), wholeWeek);
  await panel(page, 'Revenue Trends').getByText('No revenue data available').waitFor();
  await panel(page, 'Booking Patterns').getByText('No booking pattern data available').waitFor();
  await expectAccessible(page);
});

it('shows one failed panel, and retries that one', async () => {
  expectConsole(/50[02]/);
  const practice = await makeDesk();
  await makeBusyWeek(practice);
  const page = await openPage(phone);
  await page.route('**/api/reports/revenue_trends*', (route) =>
    route.fulfill({ status: 502, body: 'Bad gateway' }),
  );
  await page.route('**/api/reports/booking_patterns*', (route) =>
    route.fulfill({ status: 500, json: { error: 'x', message: 'The database is being moved.' } }),
  );
  const account = await makeAccount(db());
  await makeUser(db(), { tenant: practice.tenant, account, role: 'admin' });
  await openAsStaff(page, account.email, `/app/admin/analytics?${wholeWeek}`);
  const revenue = panel(page, 'Revenue Trends');
  await revenue.getByRole('alert').getByText('Failed to fetch revenue data').waitFor();
  await panel(page, 'Booking Patterns')
    .getByRole('alert')
    .getByText('The database is being moved.')
    .waitFor();
  await seeChart(panel(page, 'Client Growth & Activity'));
  await expectAccessible(page);

  await page.unroute('**/api/reports/revenue_trends*');
  await revenue.getByRole('button', { name: 'Retry' }).click();
  await seeChart(revenue);
  expect(await panel(page, 'Booking Patterns').getByRole('alert').count()).toBe(1);
});

it('keeps the figures when refetching fails, and shows the error', async () => {
  expectConsole(/502/);
  const practice = await makeDesk();
  await makeBusyWeek(practice);
  const page = await openAnalytics(phone, practice, wholeWeek);
  const revenue = panel(page, 'Revenue Trends');
  await seeChart(revenue);
  await page.route('**/api/reports/revenue_trends*', (route) =>
    route.fulfill({ status: 502, body: 'Bad gateway' }),
  );
  await page.getByRole('button', { name: 'Refresh' }).click();
  const note = revenue.getByRole('alert');
  await note.getByText('Failed to fetch revenue data. These figures may be out of date.').waitFor();
  expect(await figure(revenue, 'Revenue').textContent()).toBe('£130.00');
  await expectAccessible(page);
  await page.unroute('**/api/reports/revenue_trends*');
  await note.getByRole('button', { name: 'Retry' }).click();
  await note.waitFor({ state: 'hidden' });
});

it("keeps a chart until the next period's has loaded", async () => {
  const practice = await makeDesk();
  await makeBusyWeek(practice);
  // In early January there would be nothing of this year yet.
  const booking = await makeBooking(db(), { animal: practice.animal, booking_date: dayFromNow(0) });
  await makePayment(db(), { booking, taken_at: new Date() });
  const page = await openAnalytics(desktop, practice, wholeWeek);
  const revenue = panel(page, 'Revenue Trends');
  await revenue.getByText(/£130\.00 in 7 days/).waitFor();
  const release = await holdBack(page, 'reports/revenue_trends*');
  const drawn = async () => (await barsOf(revenue)).map(({ height, fill }) => [height, fill]);
  const before = await drawn();
  const box = await revenue.boundingBox();
  await page.getByText('This Year').click();
  await revenue.locator('[aria-busy="true"]').waitFor();
  expect(await drawn()).toEqual(before);
  expect(await revenue.getByText(/£130\.00 in 7 days/).isVisible()).toBe(true);
  expect((await revenue.boundingBox())?.height).toBe(box?.height);
  release();
  await revenue.getByText(/^Revenue this year/).waitFor();
  expect((await revenue.boundingBox())?.height).toBe(box?.height);
});

it('has room for large amounts and many months', async () => {
  const practice = await makeDesk();
  const booking = await makeBooking(db(), {
    animal: practice.animal,
    status: 'completed',
    booking_date: dayFromNow(-400),
    price_pence: 99_999_999,
  });
  for (const back of [-700, -400, -20]) {
    await makePayment(db(), { booking, amount_pence: 99_999_999, taken_at: noonOf(dayFromNow(back)) });
  }
  const page = await openAnalytics(
    { name: 'small phone', width: 360, height: 740 },
    practice,
    rangeOf(dayFromNow(-729), dayFromNow(0)),
  );
  const revenue = panel(page, 'Revenue Trends');
  await revenue.getByText(/: £2,999,999\.97 in 2\d months/).waitFor();
  await seeChart(revenue);
  await revenue.locator('.recharts-surface').getByText('£1m').waitFor();
  await expectAccessible(page);
  await revenue.getByRole('button', { name: /^Show as table/ }).click();
  await expectAccessible(page);
});

describe('in other colours', () => {
  it('stands out in dark mode, and fits on paper', async () => {
    const practice = await makeDesk();
    await makeBusyWeek(practice);
    const page = await openAnalytics(desktop, practice, wholeWeek);
    const revenue = panel(page, 'Revenue Trends');
    await seeChart(revenue);
    const fill = async () => (await barsOf(revenue))[0]?.fill;
    const light = await fill();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(fill, { timeout: 10_000 }).not.toBe(light);
    await expectAccessible(page);

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect.poll(fill, { timeout: 10_000 }).toBe(light);
    await page.setViewportSize({ width: 688, height: 1000 });
    const overhang = await page.locator('.recharts-surface').evaluateAll((charts) =>
      charts.map((chart) => {
        const card = chart.closest('section');
        return chart.getBoundingClientRect().right - (card?.getBoundingClientRect().right ?? 0);
      }),
    );
    expect(overhang).toHaveLength(4);
    expect(Math.max(...overhang)).toBeLessThanOrEqual(0);
    expect(await revenue.getByRole('button').count()).toBe(0);
  });
});

it('hides revenue from staff if the practice does', async () => {
  const practice = await makeDesk({ hide_revenue_from_staff: true });
  await makeBusyWeek(practice);
  const page = await openAnalytics(desktop, practice, wholeWeek, 'staff');
  const patterns = panel(page, 'Booking Patterns');
  await patterns.getByRole('table').waitFor();
  expect(await patterns.getByRole('columnheader').allTextContents()).toEqual([
    'Day',
    'Bookings',
    'Peak hours',
  ]);
  expect(await panel(page, 'Revenue Trends').count()).toBe(0);
  expect(await page.locator('main').textContent()).not.toContain('£');
});
