import { buffer } from 'node:stream/consumers';
import type { Download, Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { insertRows } from '../packages/dev/src/factory-insert.ts';
import { makeBooking, makePayment } from '../packages/dev/src/factory-bookings.ts';
import { makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
import type { Columns, PaymentRow, TenantRow, UserRow } from '../packages/dev/src/factory-rows.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import { makePaidDeposit } from '../apps/api/src/testing/paid-deposit.ts';
import { pdfText } from '../apps/api/src/testing/pdf-text.ts';
import { readPdf } from '../apps/api/src/integrations/pdf/testing/read-pdf.ts';
import { dayFromNow, desktop, expectAccessible, phone, useBrowser, type Screen } from './browser.ts';
import { signInAsStaff } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

interface Office {
  practice: Practice;
  page: Page;
}

/** A practice, and a person of it who has signed in. */
async function openOffice(
  screen: Screen,
  { role = 'admin', ...columns }: Columns<TenantRow> & Pick<Partial<UserRow>, 'role'> = {},
): Promise<Office> {
  const practice = await makePractice(db(), { tenant_name: 'Willow Lane Vets', ...columns });
  const account = await makeAccount(db());
  await makeUser(db(), { tenant: practice.tenant, account, role, name: 'Petra Present' });
  const page = await openPage(screen);
  await signInAsStaff(page, account.email);
  return { practice, page };
}

/** An appointment some days ago at an hour, and its payment some minutes ago. */
async function sell(
  { animal, checkUp, staff }: Practice,
  { daysAgo = 0, hour = 10, seller = staff }: { daysAgo?: number; hour?: number; seller?: UserRow },
  ...payments: Columns<PaymentRow>[]
) {
  const booking = await makeBooking(db(), {
    animal,
    service: checkUp,
    staff: seller,
    status: 'completed',
    booking_date: dayFromNow(-daysAgo),
    booking_time: `${String(hour).padStart(2, '0')}:00`,
  });
  for (const payment of payments) await makePayment(db(), { booking, ...payment });
  return booking;
}

/** A sale of each kind: paid by card, in part by two methods, refunded, by a person who has left; and a kept deposit. */
async function sellThings(practice: Practice) {
  const left = await makeUser(db(), {
    tenant: practice.tenant,
    name: 'Gregory Gone',
    disabled_at: new Date().toISOString(),
  });
  const byCard = await sell(practice, { hour: 8 }, { taken_at: minutesAgo(5) });
  const inTwoWays = await sell(
    practice,
    { hour: 9 },
    { method: 'Cash', amount_pence: 2000, taken_at: minutesAgo(20) },
    { method: 'BACS', amount_pence: 1550, taken_at: minutesAgo(10) },
  );
  const refunded = await sell(practice, { daysAgo: 20 });
  const paid = await makePayment(db(), { booking: refunded, taken_at: minutesAgo(20 * 24 * 60) });
  await makePayment(db(), {
    booking: refunded,
    kind: 'refund',
    amount_pence: -4500,
    reverses_payment_id: paid.id,
    taken_at: minutesAgo(15),
  });
  const byGregory = await sell(practice, { seller: left }, { method: 'Cash', taken_at: minutesAgo(30) });
  await makePaidDeposit(api, practice);
  return { byCard, inTwoWays, refunded, byGregory, left };
}

const generate = (page: Page) => page.getByRole('button', { name: 'Generate Report' }).click();
const shows = (page: Page, line: string) => page.getByText(line, { exact: true }).waitFor();
/** The row of an appointment. */
const rowOf = (page: Page, { id }: { id: number }): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: `Booking ${id}`, exact: true }) });
const words = async (locator: Locator) => (await locator.innerText()).replaceAll(/\s+/g, ' ').trim();

async function saved(page: Page, type: 'CSV' | 'PDF'): Promise<Download> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Paid Bookings Report' }).click();
  await page.getByRole('menuitem', { name: type }).click();
  return downloading;
}
const contentOf = async (download: Download) =>
  new Uint8Array(await buffer(await download.createReadStream()));

describe.each([desktop, phone])('on a $name', (screen) => {
  it('shows payments, by the filters in its address', async () => {
    const { practice, page } = await openOffice(screen);
    const { byCard, inTwoWays, refunded, byGregory, left } = await sellThings(practice);
    await page.goto('/app/admin/reports');
    await page.getByRole('heading', { name: 'Paid Bookings Report' }).waitFor();
    expect(await page.getByLabel('Date From').inputValue()).toBe(dayFromNow(-7));
    expect(await page.getByLabel('Date To').inputValue()).toBe(dayFromNow(0));
    expect(await page.getByLabel('Date To').getAttribute('max')).toBe(dayFromNow(0));
    expect(await page.getByRole('button', { name: 'Print this page' }).count()).toBe(0);
    await expectAccessible(page);

    await generate(page);
    await shows(page, 'Showing 4 paid bookings | Total £90.50');
    expect(await words(rowOf(page, byCard))).toMatch(/£45\.00(?! of)/);
    expect(await words(rowOf(page, inTwoWays))).toContain('£35.50 of £45.00');
    expect(await rowOf(page, inTwoWays).getByTitle('Cash').count()).toBe(1);
    expect(await rowOf(page, inTwoWays).getByTitle('BACS').count()).toBe(1);
    expect(await words(rowOf(page, refunded))).toContain('-£45.00 of £45.00');
    expect(await words(rowOf(page, byGregory))).toContain('Gregory Gone');
    expect(await words(page.getByRole('row', { name: /Deposits without an appointment/ }))).toContain(
      '£10.00',
    );
    await expectAccessible(page);
    const address = page.url();

    await page.getByLabel('Payment Type').selectOption('Cash');
    await page.getByText('Filters changed.').waitFor();
    await shows(page, 'Showing 4 paid bookings | Total £90.50');
    await generate(page);
    await shows(page, 'Showing 2 paid bookings | Total £65.00');
    expect(await page.getByText('Filters changed.').count()).toBe(0);
    await page.getByLabel('Staff Member').selectOption({ label: 'Gregory Gone (disabled)' });
    await generate(page);
    await shows(page, 'Showing 1 paid booking | Total £45.00');
    expect(new URL(page.url()).searchParams.get('staff')).toBe(String(left.id));
    await page.reload();
    await shows(page, 'Showing 1 paid booking | Total £45.00');
    expect(await page.getByLabel('Payment Type').inputValue()).toBe('Cash');

    await page.goBack();
    await page.goBack();
    await shows(page, 'Showing 4 paid bookings | Total £90.50');
    expect(page.url()).toBe(address);
    expect(await page.getByLabel('Payment Type').inputValue()).toBe('');
    await page.goForward();
    await shows(page, 'Showing 2 paid bookings | Total £65.00');
    await page.getByRole('link', { name: `Booking ${byGregory.id}`, exact: true }).click();
    await page.waitForURL(`**/app/admin/booking/${byGregory.id}`);
    await page.getByRole('button', { name: 'Back' }).click();
    await shows(page, 'Showing 2 paid bookings | Total £65.00');
  });

  it('distinguishes payments marked unpaid from refunds, and shows the total of each method', async () => {
    const { practice, page } = await openOffice(screen);
    const { refunded } = await sellThings(practice);
    const before = minutesAgo(20 * 24 * 60);
    const unpaid = await sell(practice, { daysAgo: 20, hour: 12 }, { taken_at: before });
    const paid = await makePayment(db(), { booking: unpaid, taken_at: before, amount_pence: 0 });
    await makePayment(db(), {
      booking: unpaid,
      kind: 'void',
      amount_pence: -4500,
      reverses_payment_id: paid.id,
      taken_at: minutesAgo(3),
    });
    await page.goto(`/app/admin/reports?date_from=${dayFromNow(-1)}&date_to=${dayFromNow(0)}`);
    await shows(page, 'Showing 5 paid bookings | Total £45.50');
    expect(await words(rowOf(page, unpaid))).toContain('-£45.00 of £45.00');
    expect(await words(rowOf(page, unpaid))).toMatch(/marked unpaid \d/);
    expect(await words(rowOf(page, refunded))).toMatch(/ refunded \d/);
    const foot = async () =>
      (await page.locator('tfoot tr').allInnerTexts()).map((line) => line.split(/\s+/));
    expect(await foot()).toEqual([
      ['Total', '£45.50'],
      ['Cash', '£65.00'],
      ['Card', '-£35.00'],
      ['BACS', '£15.50'],
    ]);
    await expectAccessible(page);
    const row = rowOf(page, unpaid);
    const [name, day] = [row.getByText(practice.animal.name), row.getByText(/^marked unpaid \d/)];
    const left = async (text: Locator) => (await text.boundingBox())?.x ?? Number.NaN;
    // On a desktop they have their own columns.
    expect(screen === phone ? (await left(day)) - (await left(name)) : 0).toBeCloseTo(0, 0);

    await page.getByLabel('Payment Type').selectOption('Cash');
    await generate(page);
    await shows(page, 'Showing 2 paid bookings | Total £65.00');
    expect(await foot()).toEqual([['Total', '£65.00']]);
  });

  it('offers whole ranges, and stays at its tab with an appointment of the report', async () => {
    const { practice, page } = await openOffice(screen);
    const { byCard } = await sellThings(practice);
    await page.goto('/app/admin/reports');
    await page.getByRole('button', { name: 'Last year' }).click();
    const lastYear = Number(dayFromNow(0).slice(0, 4)) - 1;
    expect(await page.getByLabel('Date From').inputValue()).toBe(`${lastYear}-01-01`);
    expect(await page.getByLabel('Date To').inputValue()).toBe(`${lastYear}-12-31`);
    await page.goto(`/app/admin/reports?date_from=${dayFromNow(-1)}&date_to=${dayFromNow(0)}`);
    await page.getByRole('link', { name: `Booking ${byCard.id}`, exact: true }).click();
    await page.waitForURL(`**/app/admin/booking/${byCard.id}`);
    const tab = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]');
    expect(await tab.innerText()).toContain('Reports');
    await page.goto('/app/admin');
    await page.goto(`/app/admin/booking/${byCard.id}`);
    expect(await tab.innerText()).toContain('Dashboard');
  });

  it('shows the error of the days, and of the report', async () => {
    const { page } = await openOffice(screen);
    await page.goto('/app/admin/reports');
    const from = page.getByLabel('Date From');
    const to = page.getByLabel('Date To');
    await from.fill('');
    await generate(page);
    await shows(page, 'Please select both start and end dates');
    expect(await from.evaluate((field) => field === document.activeElement)).toBe(true);
    await expectAccessible(page);
    await from.fill(dayFromNow(0));
    expect(await page.getByText('Please select both start and end dates').count()).toBe(0);
    await to.fill(dayFromNow(-1));
    await generate(page);
    await shows(page, 'Start date must be before end date');
    await to.fill(dayFromNow(1));
    await generate(page);
    await shows(page, 'End date cannot be in the future');
    await to.fill(dayFromNow(0));
    await from.fill(dayFromNow(-731));
    await generate(page);
    await shows(page, 'Date range cannot exceed 2 years');
    await expectAccessible(page);
    await page.goto(`/app/admin/reports?date_from=2026-02-30&date_to=${dayFromNow(0)}`);
    await shows(page, 'Please select both start and end dates');

    await from.fill(dayFromNow(-730));
    await generate(page);
    await shows(page, 'No bookings found for the selected criteria');
    await shows(page, 'Showing 0 paid bookings | Total £0.00');
    await expectAccessible(page);

    expectConsole(/404|500/);
    await page.goto(
      `/app/admin/reports?date_from=${dayFromNow(-1)}&date_to=${dayFromNow(0)}&staff=987654321`,
    );
    await shows(page, 'Staff member not found.');
    await expectAccessible(page);
    await page.getByLabel('Staff Member').selectOption({ label: 'All Staff' });
    await page.route('**/api/reports/bookings_between_dates', (route) =>
      route.fulfill({ status: 500, body: '<h1>Bad gateway</h1>' }),
    );
    await generate(page);
    await shows(page, 'Failed to generate report');
    await expectAccessible(page);
    await page.unroute('**/api/reports/bookings_between_dates');
    await page.getByRole('button', { name: 'Retry' }).click();
    await shows(page, 'No bookings found for the selected criteria');
  });

  it('hides revenue from staff when the practice does, and requests none', async () => {
    const { page } = await openOffice(screen, { role: 'staff', hide_revenue_from_staff: true });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`/app/admin/reports?date_from=${dayFromNow(-7)}&date_to=${dayFromNow(0)}`);
    await page.getByText('Only admins can see revenue at your practice').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'View Analytics' }).last().click();
    await page.waitForURL('**/app/admin/analytics');
    expect(asked.filter((url) => url.includes('bookings_between_dates'))).toEqual([]);
  });
});

it('works for staff if revenue is not hidden, by keyboard alone', async () => {
  const { practice, page } = await openOffice(desktop, { role: 'staff' });
  const { byCard } = await sellThings(practice);
  await page.goto('/app/admin/reports');
  await page.getByLabel('Date From').focus();
  await page.keyboard.press('Enter');
  await shows(page, 'Showing 4 paid bookings | Total £90.50');
  await page.getByRole('button', { name: 'Export Paid Bookings Report' }).focus();
  const downloading = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'CSV' }).waitFor();
  await page.keyboard.press('Enter');
  await downloading;
  await page.getByText('How this is counted').focus();
  await page.keyboard.press('Enter');
  await page.getByText(/^Money taken in the period/).waitFor();
  await page.getByRole('link', { name: `Booking ${byCard.id}`, exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/app/admin/booking/${byCard.id}`);
});

/** Makes the page record that it was printed, instead of opening the print dialog. */
const withPrinter = (page: Page) =>
  page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });

it('shows a long report by the hundred, and prints and exports all of it', async () => {
  const { practice, page } = await openOffice(desktop);
  for (let sale = 0; sale < 120; sale += 1) {
    const when = { daysAgo: Math.floor(sale / 12), hour: 8 + (sale % 12) };
    await sell(practice, when, { method: 'Cash', taken_at: minutesAgo(sale + 1) });
  }
  await withPrinter(page);
  await page.goto(`/app/admin/reports?date_from=${dayFromNow(-2)}&date_to=${dayFromNow(0)}`);
  await shows(page, 'Showing 120 paid bookings | Total £5,400.00');
  await shows(page, '100 of 120 shown');
  const rows = page.locator('tbody tr');
  expect(await rows.count()).toBe(100);
  const more = page.getByRole('button', { name: 'Load More (100)' });
  await more.click();
  await expect.poll(() => rows.count()).toBe(120);
  expect(await more.count()).toBe(0);

  await page.reload();
  await shows(page, '100 of 120 shown');
  // The browser's own print.
  await page.evaluate(() =>
    window.addEventListener('beforeprint', () => {
      document.body.dataset['onPaper'] = String(document.querySelectorAll('tbody tr').length);
    }),
  );
  await expect
    .poll(async () => {
      await page.pdf({ format: 'A4' });
      return page.locator('body').getAttribute('data-on-paper');
    })
    .toBe('120');
  await shows(page, '100 of 120 shown');
  await page.getByRole('button', { name: 'Print this page' }).click();
  await page.locator('body[data-printed]').waitFor();
  expect(await rows.count()).toBe(120);
  await page.emulateMedia({ media: 'print' });
  await shows(page, 'Show paid bookings');
  await shows(page, '120 paid bookings | Total £5,400.00');
  await page.getByRole('main').getByText('Willow Lane Vets').waitFor();
  for (const chrome of [
    page.getByRole('banner'),
    page.getByLabel('Date From'),
    page.getByText('Print this page'),
  ]) {
    expect(await chrome.first().isVisible()).toBe(false);
  }
  const { pages } = await readPdf(new Uint8Array(await page.pdf({ format: 'A4' })));
  expect(pages.length).toBeGreaterThan(2);
  for (const { text } of pages) expect(text).toContain('Animal/Customer');
  await page.emulateMedia({ media: 'screen' });

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByRole('region', { name: 'Notifications' }).getByText('Link copied').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());

  const range = `paid-bookings-${dayFromNow(-2)}-to-${dayFromNow(0)}`;
  const csv = await saved(page, 'CSV');
  expect(csv.suggestedFilename()).toBe(`${range}.csv`);
  const lines = new TextDecoder()
    .decode(await contentOf(csv))
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(121);
  expect(lines[0]).toContain('Booking ID');
  expect(lines[1]).toContain('45.00');
  const pdf = await saved(page, 'PDF');
  expect(pdf.suggestedFilename()).toBe(`${range}.pdf`);
  const printed = await pdfText(await contentOf(pdf));
  expect(printed).toContain('Paid Bookings Report');
  expect(printed).toContain('£5,400.00');
});

it('refers to the export when more than two thousand bookings would be printed', async () => {
  const { practice, page } = await openOffice(desktop);
  const { tenant_id, client_id, animal_id, booking_date, booking_time, starts_at, duration_minutes } =
    await makeBooking(db(), { animal: practice.animal });
  const sold = { tenant_id, client_id, animal_id, booking_date, booking_time, starts_at, duration_minutes };
  const bookings = await insertRows(
    db(),
    'bookings',
    Array.from({ length: 2001 }, () => ({ ...sold, price_pence: 4500, status: 'completed' })),
  );
  await insertRows(
    db(),
    'payments',
    bookings.map(({ id }) => ({
      tenant_id,
      booking_id: id,
      kind: 'payment',
      method: 'Card',
      amount_pence: 4500,
      taken_at: minutesAgo(1),
    })),
  );
  await withPrinter(page);
  await page.goto(`/app/admin/reports?date_from=${dayFromNow(-1)}&date_to=${dayFromNow(0)}`);
  await shows(page, 'Showing 2,001 paid bookings | Total £90,045.00');
  await page.keyboard.press('Control+p');
  await page.getByText('More than 2,000 bookings can’t be printed from here.').waitFor();
  await page.getByRole('button', { name: 'Print this page' }).click();
  expect(await page.locator('body[data-printed]').count()).toBe(0);

  expectConsole(/413/);
  await page.getByRole('button', { name: 'Export Paid Bookings Report' }).click();
  await page.getByRole('menuitem', { name: 'PDF' }).click();
  const notice = page.getByRole('region', { name: 'Notifications' });
  await notice.getByText('Couldn’t export Paid Bookings Report as PDF').waitFor();
  await notice.getByText(/^This report has too many rows/).waitFor();
});
