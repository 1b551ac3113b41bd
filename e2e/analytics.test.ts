import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { rangeMessages } from '../packages/contracts/src/report-period.ts';
import { makeBooking, makePayment } from '../packages/dev/src/factory-bookings.ts';
import { makeAccount, makeTenant, makeUser } from '../packages/dev/src/factory-people.ts';
import { readPdf } from '../apps/api/src/integrations/pdf/testing/read-pdf.ts';
import { dayBegins } from '../apps/api/src/lib/clock.ts';
import type { TenantRow } from '../packages/dev/src/factory-rows.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import {
  alwaysOpen,
  dayFromNow,
  desktop,
  expectAccessible,
  holdBack,
  phone,
  useBrowser,
  type Screen,
} from './browser.ts';
import { signInAsStaff } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;

/** A person of a practice, signed in. */
async function enter(screen: Screen, tenant: TenantRow, role: 'admin' | 'staff' = 'admin'): Promise<Page> {
  const account = await makeAccount(db());
  await makeUser(db(), { tenant, account, role, name: 'Robin Reader' });
  const page = await openPage(screen);
  await signInAsStaff(page, account.email);
  return page;
}

/** An appointment some days ago that was paid on its day. */
async function makePaid({ animal, checkUp }: Practice, daysAgo: number): Promise<void> {
  const booking = await makeBooking(db(), {
    animal,
    service: checkUp,
    status: 'completed',
    booking_date: dayFromNow(-daysAgo),
    booking_time: '00:00',
  });
  await makePayment(db(), { booking, taken_at: dayBegins(dayFromNow(-daysAgo), 'Europe/London') });
}

/** A practice that was paid £45.00 today, £90.00 yesterday and £45.00 the day before. */
async function makeBusyPractice(): Promise<Practice> {
  const practice = await makePractice(db(), { tenant_name: 'Willow Lane Vets', business_hours: alwaysOpen });
  for (const daysAgo of [0, 1, 1, 2]) await makePaid(practice, daysAgo);
  return practice;
}

async function openAnalytics(page: Page, search = ''): Promise<void> {
  await page.goto(`/app/admin/analytics${search}`);
  await page.getByRole('heading', { level: 1, name: 'Analytics' }).waitFor();
}

const summary = (page: Page): Locator => page.getByRole('region', { name: 'Summary' });
const panel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const period = (page: Page, name: string): Locator => page.getByRole('radio', { name, exact: true });

/** A summary card, by its name. */
const card = (page: Page, name: string): Locator =>
  summary(page)
    .locator('dl')
    .filter({ has: page.locator('dt', { hasText: name }) })
    .locator('..');

/** Waits until a card contains all of these. */
async function says(page: Page, name: string, ...texts: string[]): Promise<void> {
  for (const text of texts) await card(page, name).getByText(text, { exact: true }).waitFor();
}

const isFocused = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element === document.activeElement);

/** The reports that the page requests from now on. */
function reportsAsked(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const report = /\/api\/(reports\/\w+)/.exec(request.url())?.[1];
    if (report !== undefined) asked.push(report);
  });
  return asked;
}

/** 'Up 100.0% on 19 Nov', with the year if it is not the current one. */
const growthOn = (day: string): RegExp =>
  new RegExp(
    `^Up 100\\.0% on ${new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' }).format(new Date(day))}( \\d{4})?$`,
  );

/** From any screen by the Analytics tab, without reloading the app. */
async function goToAnalytics(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Reports' }).click();
  await page.getByRole('link', { name: /^View Analytics/ }).click();
  await page.waitForURL('**/app/admin/analytics');
}

const readsAgain = async (page: Page): Promise<void> => {
  const refresh = page.getByRole('button', { name: 'Refresh' });
  await expect.poll(() => refresh.isDisabled()).toBe(false);
  await refresh.click();
};

const hideRevenue = ({ tenant }: Practice, isHidden = true) =>
  db().query('update tenants set hide_revenue_from_staff = $2 where id = $1', [tenant.id, isHidden]);

const address = (page: Page): string => new URL(page.url()).search;

describe.each([desktop, phone])('on a $name', (screen) => {
  it('leads an admin from the tab to the figures of the month', async () => {
    const page = await enter(screen, (await makeBusyPractice()).tenant);
    await page.goto('/app/admin');
    const tab = page.getByRole('button', { name: 'Reports' });
    await tab.click();
    const dialog = page.getByRole('dialog', { name: 'Select View', exact: true });
    await dialog.getByText('Business reports and documentation').waitFor();
    await dialog.getByText('Business insights and performance metrics').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => isFocused(tab)).toBe(true);

    await tab.click();
    await dialog.getByRole('link', { name: /^View Analytics/ }).click();
    await page.waitForURL('**/app/admin/analytics');
    await dialog.waitFor({ state: 'hidden' });
    expect(await period(page, 'This Month').isChecked()).toBe(true);
    expect(await tab.getAttribute('aria-current')).toBe('page');
    await says(page, "Today's Revenue", '£45.00');
    await says(page, "Today's Bookings", '1');
    await says(page, 'New Clients', 'this month', '1 active client');
    await says(page, 'Total Patients', '1');
    await page.getByText(/^Last updated \d\d:\d\d$/).waitFor();
    await panel(page, 'Client Growth & Activity').waitFor();
    await expectAccessible(page);

    await page.getByRole('link', { name: 'View Reports' }).click();
    await page.waitForURL('**/app/admin/reports');
    expect(await tab.getAttribute('aria-current')).toBe('page');
  });

  it('shows a custom range with its growth, and refuses an invalid one without a request', async () => {
    const page = await enter(screen, (await makeBusyPractice()).tenant);
    await openAnalytics(page);
    await says(page, "Today's Revenue", '£45.00');
    await page.getByText('Custom Range', { exact: true }).click();
    const [from, to] = [page.getByLabel('From', { exact: true }), page.getByLabel('To', { exact: true })];
    expect([await from.inputValue(), await to.inputValue()]).toEqual([dayFromNow(-30), dayFromNow(0)]);
    expect([await from.getAttribute('max'), await to.getAttribute('max')]).toEqual([
      dayFromNow(0),
      dayFromNow(0),
    ]);
    await card(page, "Today's Revenue")
      .getByText(/^£180\.00 /)
      .waitFor();
    await to.fill(dayFromNow(-1));
    await from.fill(dayFromNow(-1));
    await card(page, "Today's Revenue")
      .getByText(/^£90\.00 /)
      .waitFor();
    for (const name of ["Today's Revenue", "Today's Bookings"]) {
      await card(page, name)
        .getByText(growthOn(dayFromNow(-2)))
        .waitFor();
    }
    await panel(page, 'Revenue Trends')
      .getByText(growthOn(dayFromNow(-2)))
      .waitFor();
    expect(await to.getAttribute('min')).toBe(dayFromNow(-1));
    await expectAccessible(page);

    const refresh = page.getByRole('button', { name: 'Refresh' });
    await expect.poll(() => refresh.isDisabled()).toBe(false);
    const asked = reportsAsked(page);
    const refuses = async (start: string, end: string, message: string) => {
      await from.fill(start);
      await to.fill(end);
      await page.getByRole('alert').getByText(message, { exact: true }).waitFor();
      expect(await refresh.isDisabled()).toBe(true);
    };
    await refuses('', dayFromNow(-1), rangeMessages.missing);
    await page.getByText('Nothing to show for these dates').waitFor();
    expect(await summary(page).count()).toBe(0);
    await expectAccessible(page);
    await refuses('', '', rangeMessages.missing);
    await page.reload();
    await refuses(dayFromNow(-1), dayFromNow(-2), rangeMessages.reversed);
    await refuses(dayFromNow(0), dayFromNow(1), rangeMessages.future);
    await refuses(dayFromNow(-731), dayFromNow(0), rangeMessages.tooLong);
    expect(asked).toEqual([]);
    await from.fill(dayFromNow(-2));
    await card(page, "Today's Revenue")
      .getByText(/^£180\.00 /)
      .waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('shows that a practice has no figures', async () => {
    const page = await enter(screen, await makeTenant(db()));
    await openAnalytics(page);
    await says(page, "Today's Revenue", '£0.00', '£0.00 this month', 'No earlier figure');
    await says(page, "Today's Bookings", '0', '0 this month', 'No earlier figure');
    await says(page, 'New Clients', '0', '0 active clients');
    await says(page, 'Total Patients', '0', '0 upcoming appointments');
    for (const [name, text] of [
      ['Revenue Trends', 'No revenue data available'],
      ['Popular Services', 'No service data available'],
      ['Payment Methods', 'No payment method data available'],
      ['Booking Patterns', 'No booking pattern data available'],
      ['Client Retention', 'No client retention data available'],
      ['Animal Demographics', 'No animal demographics data available'],
      ['Client Growth & Activity', 'No client data available'],
    ] as const) {
      await panel(page, name).getByText(text, { exact: true }).waitFor();
    }
    await expectAccessible(page);
  });
});

it('keeps the period in the address: back, forward, a pasted link, and nonsense', async () => {
  const page = await enter(desktop, (await makeBusyPractice()).tenant);
  await openAnalytics(page);
  await page.getByText('This Week', { exact: true }).click();
  await page.waitForURL('**/analytics?period=week');
  await page.getByText('Today', { exact: true }).click();
  await page.waitForURL('**/analytics?period=today');
  await says(page, "Today's Revenue", '£45.00 today');
  await page.goBack();
  await expect.poll(() => period(page, 'This Week').isChecked()).toBe(true);
  await page.goForward();
  await expect.poll(() => period(page, 'Today').isChecked()).toBe(true);

  const range = `?period=custom&start_date=${dayFromNow(-2)}&end_date=${dayFromNow(-1)}`;
  await openAnalytics(page, range);
  expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe(dayFromNow(-2));
  await card(page, "Today's Revenue")
    .getByText(/^£135\.00 /)
    .waitFor();
  await page.getByText('This Year', { exact: true }).click();
  await page.goBack();
  await expect.poll(() => address(page)).toBe(range);
  await card(page, "Today's Revenue")
    .getByText(/^£135\.00 /)
    .waitFor();

  for (const nonsense of ['?period=custom&start_date=yesterday&end_date=%00', '?period=century', '?days=7']) {
    await openAnalytics(page, nonsense);
    await expect.poll(() => address(page)).toBe('?period=month');
    expect(await period(page, 'This Month').isChecked()).toBe(true);
  }
  await says(page, "Today's Revenue", '£45.00');
  await openAnalytics(page, '?period=custom');
  await expect
    .poll(() => address(page))
    .toBe(`?period=custom&start_date=${dayFromNow(-30)}&end_date=${dayFromNow(0)}`);
  await openAnalytics(page);
  await says(page, "Today's Revenue", '£45.00');
  expect(address(page)).toBe('');
});

it('chooses whole weeks, months and years with one press', async () => {
  const { tenant } = await makeBusyPractice();
  await db().query("update tenants set week_starts_on = 'monday' where id = $1", [tenant.id]);
  const page = await enter(phone, tenant);
  await openAnalytics(page, '?period=custom');
  const weekday = new Date(dayFromNow(0)).getUTCDay();
  const monday = dayFromNow(-((weekday + 6) % 7) - 7);
  const sunday = dayFromNow(-((weekday + 6) % 7) - 1);
  await page.getByRole('button', { name: 'Last week' }).click();
  await expect.poll(() => address(page)).toBe(`?period=custom&start_date=${monday}&end_date=${sunday}`);
  expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe(monday);
  expect(await page.getByLabel('To', { exact: true }).inputValue()).toBe(sunday);
  const lastYear = Number(dayFromNow(0).slice(0, 4)) - 1;
  await page.getByRole('button', { name: 'Last year' }).click();
  await card(page, 'New Clients').getByText(`from 1 Jan ${lastYear} to 31 Dec ${lastYear}`).waitFor();
  await expectAccessible(page);
});

it('announces to a screen reader when the requested figures have arrived, each time', async () => {
  const page = await enter(desktop, (await makeBusyPractice()).tenant);
  await openAnalytics(page, '?period=today');
  await says(page, "Today's Revenue", '£45.00 today');
  const notice = page.getByRole('status').filter({ hasText: /^Figures for .+ updated$/ });
  expect(await notice.count()).toBe(0);
  const long = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  const today = new Intl.DateTimeFormat('en-GB', long).format(new Date(dayFromNow(0)));
  for (const round of [1, 2]) {
    const release = await holdBack(page, 'reports/dashboard_overview*');
    await readsAgain(page);
    await expect.poll(() => notice.count(), { message: `round ${round}` }).toBe(0);
    release();
    await notice.waitFor({ state: 'attached' });
    expect(await notice.textContent()).toBe(`Figures for ${today} updated`);
  }
  await page.getByText('This Year', { exact: true }).click();
  const begin = today.startsWith('1 Jan ') ? '' : `1 Jan ${today.slice(-4)} to `;
  await page
    .getByText(`Figures for ${begin}${today} updated`, { exact: true })
    .waitFor({ state: 'attached' });
});

it('shows a recent payment', async () => {
  const practice = await makeBusyPractice();
  const booking = await makeBooking(db(), {
    animal: practice.animal,
    service: practice.checkUp,
    status: 'confirmed',
    booking_date: dayFromNow(0),
    booking_time: '00:00',
  });
  const page = await enter(desktop, practice.tenant);
  await page.goto(`/app/admin/booking/${booking.id}`);
  const complete = page.getByRole('button', { name: 'Mark Complete (Paid)' });
  await complete.waitFor();
  await goToAnalytics(page);
  await says(page, "Today's Revenue", '£45.00');
  await panel(page, 'Payment Methods').getByText('Card', { exact: true }).waitFor();
  await page.goBack();
  await complete.click();
  const payment = page.getByRole('dialog', { name: 'Payment Method' });
  await payment.getByRole('button', { name: 'Cash' }).click();
  await payment.waitFor({ state: 'hidden' });
  await page.getByText('Completed').first().waitFor();
  await goToAnalytics(page);
  await says(page, "Today's Revenue", '£90.00');
  await panel(page, 'Payment Methods').getByText('Cash', { exact: true }).waitFor();
});

it('shows an error in place of the failed panel only, and recovers by Retry', async () => {
  const practice = await makeBusyPractice();
  const page = await enter(desktop, practice.tenant);
  expectConsole(/Failed to load resource/);
  const [overview, methods] = ['**/api/reports/dashboard_overview*', '**/api/reports/payment_methods*'];
  await page.route(overview, (route) => route.fulfill({ status: 500, body: '<h1>Bad gateway</h1>' }));
  await page.route(methods, (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'The figures are being counted.' } }),
  );
  const patterns = '**/api/reports/booking_patterns*';
  await page.route(patterns, (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }));
  await openAnalytics(page);
  await summary(page).getByRole('heading', { name: 'Summary' }).waitFor();
  await panel(page, 'Booking Patterns')
    .getByText('Failed to fetch booking patterns data', { exact: true })
    .waitFor();
  await page.unroute(patterns);
  await panel(page, 'Payment Methods').getByText('The figures are being counted.').waitFor();
  await summary(page).getByText('Failed to fetch dashboard data', { exact: true }).waitFor();
  await panel(page, 'Popular Services').getByText('Consultation').first().waitFor();
  await expectAccessible(page);
  await page.unroute(overview);
  await page.unroute(methods);
  await page.getByRole('button', { name: 'Retry: Booking Patterns', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Retry: Summary', exact: true }).click();
  await says(page, "Today's Revenue", '£45.00');
  await panel(page, 'Payment Methods').getByText('The figures are being counted.').waitFor();
  await page.getByRole('button', { name: 'Retry: Payment Methods', exact: true }).click();
  await panel(page, 'Payment Methods').getByText('Card', { exact: true }).first().waitFor();

  // The figures stay, marked as not current.
  await page.route(overview, (route) => route.abort());
  await page.getByRole('button', { name: 'Refresh' }).click();
  await summary(page)
    .getByRole('alert')
    .getByText(/Couldn’t reach the server.*may be out of date/)
    .waitFor();
  await says(page, "Today's Revenue", '£45.00');
  await expectAccessible(page);
});

it('refetches everything on Refresh, which waits for it', async () => {
  const practice = await makeBusyPractice();
  const page = await enter(desktop, practice.tenant);
  await openAnalytics(page);
  await says(page, "Today's Revenue", '£45.00');
  const refresh = page.getByRole('button', { name: 'Refresh' });
  await expect.poll(() => refresh.isDisabled()).toBe(false);
  await makePaid(practice, 0);
  const asked = reportsAsked(page);
  const release = await holdBack(page, 'reports/dashboard_overview*');
  await refresh.click();
  await expect.poll(() => refresh.isDisabled()).toBe(true);
  await says(page, "Today's Revenue", '£45.00');
  release();
  await says(page, "Today's Revenue", '£90.00');
  await expect.poll(() => refresh.isDisabled()).toBe(false);
  expect(asked.toSorted()).toEqual(
    [
      'animal_demographics',
      'booking_patterns',
      'cancellations',
      'client_growth',
      'client_retention',
      'dashboard_overview',
      'gaps_filled',
      'payment_methods',
      'popular_services',
      'recall',
      'revenue_trends',
      'utilisation',
    ].map((report) => `reports/${report}`),
  );
});

it('shows no money to staff if the practice hides it', async () => {
  const practice = await makePractice(db(), { hide_revenue_from_staff: true });
  await makePaid(practice, 0);
  const page = await enter(desktop, practice.tenant, 'staff');
  await page.goto('/app/admin');
  expect(await page.getByRole('navigation', { name: 'Main' }).getByText('Reports').count()).toBe(0);
  const asked = reportsAsked(page);
  await openAnalytics(page);
  await says(page, "Today's Revenue", 'Shown to admins only');
  await says(page, "Today's Bookings", '1');
  await panel(page, 'Popular Services').getByText('Consultation').first().waitFor();
  await panel(page, 'Animal Demographics').getByText('Dog', { exact: true }).first().waitFor();
  await panel(page, 'Booking Patterns').waitFor();
  expect(await panel(page, 'Revenue Trends').count()).toBe(0);
  expect(await panel(page, 'Payment Methods').count()).toBe(0);
  expect(await page.getByRole('main').textContent()).not.toContain('£');
  expect(asked).not.toContain('reports/revenue_trends');
  expect(asked).not.toContain('reports/payment_methods');
  expect(await page.getByRole('link', { name: 'View Reports' }).count()).toBe(0);
  await page.getByText('How these figures are counted').click();
  const terms = await page.locator('details dt').allTextContents();
  expect(terms).toEqual(expect.arrayContaining(['Bookings', 'Growth', 'Retention']));
  for (const name of ['Revenue', 'Unpaid', 'Average revenue', 'Paid bookings'])
    expect(terms).not.toContain(name);
  await expectAccessible(page);
});

it('removes money that is shown to staff when the practice begins to hide it', async () => {
  const practice = await makeBusyPractice();
  const page = await enter(desktop, practice.tenant, 'staff');
  expectConsole(/Failed to load resource.*403/);
  // The days before today may be in last month.
  await openAnalytics(page, '?period=custom');
  await says(page, "Today's Revenue", '£45.00');
  await panel(page, 'Revenue Trends').getByText('£180.00').first().waitFor();
  await panel(page, 'Payment Methods').getByText('Card', { exact: true }).waitFor();
  await hideRevenue(practice);
  await readsAgain(page);
  await says(page, "Today's Revenue", 'Shown to admins only');
  await panel(page, 'Popular Services').getByText('Consultation').first().waitFor();
  expect(await panel(page, 'Revenue Trends').count()).toBe(0);
  expect(await panel(page, 'Payment Methods').count()).toBe(0);
  await expect.poll(() => page.getByRole('main').textContent()).not.toContain('£');
  expect(await page.getByRole('link', { name: 'View Reports' }).count()).toBe(0);
  await expectAccessible(page);
});

it('removes the paid bookings report too, and shows none of its money again', async () => {
  const practice = await makeBusyPractice();
  const page = await enter(desktop, practice.tenant, 'staff');
  expectConsole(/Failed to load resource.*403/);
  await openAnalytics(page);
  await says(page, "Today's Revenue", '£45.00');
  await page.getByRole('link', { name: 'View Reports' }).click();
  await page.getByRole('button', { name: 'Generate Report' }).click();
  await page.getByText(/^Showing .* Total £180\.00$/).waitFor();
  await hideRevenue(practice);
  await page.getByRole('button', { name: 'Generate Report' }).click();
  await page.getByText('Only admins can see revenue at your practice').waitFor();
  expect(await page.getByRole('table').count()).toBe(0);
  expect(await page.getByRole('button', { name: /Print/ }).count()).toBe(0);
  expect(await page.getByRole('main').textContent()).not.toContain('£');
  await expectAccessible(page);
  const release = await holdBack(page, 'reports/dashboard_overview*');
  await page.getByRole('link', { name: 'View Analytics' }).last().click();
  await page.getByText('Shown to admins only').waitFor();
  expect(await page.getByRole('main').textContent()).not.toContain('£');
  release();
});

it('removes figures once the server refuses them', async () => {
  const practice = await makeBusyPractice();
  const page = await enter(desktop, practice.tenant);
  expectConsole(/Failed to load resource.*403/);
  await openAnalytics(page);
  const methods = panel(page, 'Payment Methods');
  await methods.getByText('Card', { exact: true }).waitFor();
  await page.route('**/api/reports/{payment_methods,dashboard_overview}*', (route) =>
    route.fulfill({ status: 403, json: { code: 'forbidden', message: 'This is not for you.' } }),
  );
  await readsAgain(page);
  await methods.getByText('This is not for you.').waitFor();
  await summary(page).getByText('This is not for you.').waitFor();
  expect(await methods.textContent()).not.toContain('£');
  expect(await summary(page).textContent()).not.toContain('£');
});

it('is printed in rows of two panels, none of them cut', async () => {
  const page = await enter(desktop, (await makeBusyPractice()).tenant);
  await openAnalytics(page);
  await panel(page, 'Booking Patterns').getByRole('table').waitFor();
  await panel(page, 'Client Growth & Activity').getByText('Total active').first().waitFor();
  await panel(page, 'Utilisation')
    .getByText(/^All staff this month/)
    .waitFor();
  const { pages } = await readPdf(new Uint8Array(await page.pdf({ format: 'A4' })));
  const texts = pages.map(({ text }) => text);
  expect(texts).toHaveLength(4);
  const [first, second, third, fourth] = texts;
  for (const title of ["Today's Revenue", 'Revenue Trends', 'Popular Services', 'Payment Methods', 'Unpaid'])
    expect(first).toContain(title);
  for (const title of ['Client Retention', 'Animal Demographics', 'Booking Patterns', 'Client Growth'])
    expect(second).toContain(title);
  for (const part of ['Utilisation', 'Stefan Staff', 'All staff this month']) expect(third).toContain(part);
  for (const part of ['Cancellations', 'Cancellation rate', 'By notice before the start'])
    expect(fourth).toContain(part);
});

it('can be used without a mouse', async () => {
  const page = await enter(desktop, (await makeBusyPractice()).tenant);
  await page.goto('/app/admin');
  await page.getByRole('button', { name: 'Reports' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Select View', exact: true });
  await dialog.waitFor();
  await expect.poll(() => isFocused(dialog.getByRole('link', { name: /^View Reports/ }))).toBe(true);
  await page.keyboard.press('Tab');
  expect(await isFocused(dialog.getByRole('link', { name: /^View Analytics/ }))).toBe(true);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/app/admin/analytics');
  await expect.poll(() => isFocused(page.getByRole('main'))).toBe(true);
  await says(page, "Today's Revenue", '£45.00');

  await period(page, 'This Month').press('ArrowRight');
  await expect.poll(() => address(page)).toBe('?period=year');
  expect(await isFocused(period(page, 'This Year'))).toBe(true);
  await page.getByRole('button', { name: 'Refresh' }).press('Enter');
  expect(await isFocused(page.getByRole('button', { name: 'Refresh' }))).toBe(true);

  const hint = summary(page).getByRole('button', { name: 'How this is counted: Revenue, Growth' });
  await hint.press('Enter');
  const popover = page.getByRole('dialog', { name: 'How this is counted', exact: true });
  await popover.getByText(/^Money taken in the period/).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await popover.waitFor({ state: 'hidden' });
  await expect.poll(() => isFocused(hint)).toBe(true);

  await page.getByText('How these figures are counted').press('Enter');
  await page.getByText(/^Clients whose first appointment/).waitFor();
  await expectAccessible(page);
});
