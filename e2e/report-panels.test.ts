import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeBooking, makePayment } from '../packages/dev/src/factory-bookings.ts';
import { makeAccount, makeClient, makeTenant, makeUser } from '../packages/dev/src/factory-people.ts';
import { makeCareDue, makeCareType, makeRecall } from '../packages/dev/src/factory-care.ts';
import { makeAbsence, makeResource, makeShift } from '../packages/dev/src/factory-diary.ts';
import { makeAnimal, makeService, makeSpecies } from '../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import type { AnimalRow, BookingRow, ServiceRow, TenantRow } from '../packages/dev/src/factory-rows.ts';
import { formatsFor, defaultPracticeLocale } from '../apps/web/src/lib/format.ts';
import { dayFromNow, desktop, expectAccessible, phone, useBrowser, type Screen } from './browser.ts';
import { signInAsStaff } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;

const first = dayFromNow(-9);
const yesterday = dayFromNow(-1);
/** Within the ten days before the ten of the test. */
const dayBefore = dayFromNow(-15);
const noonOf = (day: string) => new Date(`${day}T12:00:00Z`);
const longName = 'Dental treatment under anaesthesia with everything that belongs to it '
  .repeat(3)
  .slice(0, 200);

/** Open on weekends too, so that a test does not depend on its weekday. */
const everyDay = Object.fromEntries(
  ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'].map((day): [string, [string, string][]] => [
    day,
    [['09:00', '17:00']],
  ]),
);

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** The texts of the rows of a list in a panel, each as one line. */
async function rowsOf(page: Page, name: string): Promise<string[]> {
  const rows = panel(page, name).getByRole('listitem');
  await rows.first().waitFor();
  return (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
}

const figure = (page: Page, name: string, label: string) =>
  panel(page, name).locator('dl > div').filter({ hasText: label }).locator('dd').innerText();

async function openAnalytics(
  screen: Screen,
  tenant: TenantRow,
  role: 'admin' | 'staff' = 'admin',
): Promise<Page> {
  const account = await makeAccount(db());
  await makeUser(db(), { tenant, account, role });
  const page = await openPage(screen);
  await signInAsStaff(page, account.email);
  return page;
}

const showTenDays = (page: Page) =>
  page.goto(`/app/admin/analytics?period=custom&start_date=${first}&end_date=${dayFromNow(0)}`);

/**
 * Ten days, and the ten before: three of four clients return, one service gains, one stays and one loses, an old payment
 * is refunded in cash, and one appointment is unpaid.
 */
async function tenDays({ tenant, animal, cat, checkUp, vaccination }: Practice): Promise<void> {
  const ben = await makeAnimal(db(), { client: await makeClient(db(), { tenant }), species: cat });
  const cleo = await makeAnimal(db(), { client: await makeClient(db(), { tenant }), species: cat });
  const newcomer = await makeAnimal(db(), { client: await makeClient(db(), { tenant }) });
  const dental = await makeService(db(), { tenant, name: longName, base_price_pence: 123_456 });
  let minute = 0;
  const book = (
    day: string,
    pet: AnimalRow,
    service: ServiceRow,
    status: BookingRow['status'] = 'completed',
    is_provisional = false,
  ): Promise<BookingRow> => {
    minute += 1;
    const booking_time = `09:${String(minute).padStart(2, '0')}`;
    return makeBooking(db(), {
      tenant,
      animal: pet,
      service,
      status,
      is_provisional,
      booking_date: day,
      booking_time,
    });
  };
  const pay = (booking: BookingRow, method: 'Card' | 'Cash' | 'BACS', day: string) =>
    makePayment(db(), { booking, method, taken_at: noonOf(day) });

  const given = await book(dayBefore, animal, checkUp);
  const takenThen = await pay(given, 'Cash', dayBefore);
  await book(dayBefore, animal, dental);
  await book(dayBefore, ben, dental);
  await book(dayBefore, ben, vaccination);
  await book(dayBefore, cleo, vaccination);

  await pay(await book(yesterday, animal, checkUp), 'Card', yesterday);
  await pay(await book(yesterday, ben, checkUp), 'Card', yesterday);
  await book(yesterday, newcomer, checkUp, 'confirmed');
  await book(yesterday, newcomer, checkUp, 'cancelled');
  await pay(await book(yesterday, animal, dental), 'BACS', yesterday);
  await book(yesterday, ben, dental, 'pending', true);
  await pay(await book(yesterday, newcomer, vaccination), 'Card', yesterday);
  await makePayment(db(), {
    booking: given,
    kind: 'refund',
    method: 'Cash',
    amount_pence: -takenThen.amount_pence,
    reverses_payment_id: takenThen.id,
    taken_at: noonOf(yesterday),
  });
}

describe.each([desktop, phone])('the panels on a $name', (screen) => {
  it('show the figures of the diary and the ledger', async () => {
    const practice = await makePractice(db());
    await tenDays(practice);
    const page = await openAnalytics(screen, practice.tenant);
    await showTenDays(page);

    expect(await rowsOf(page, 'Popular Services')).toEqual([
      '1 Consultation 3 bookings 50.0% of all bookings Revenue £45.00 Up on the previous period',
      `2 ${longName.trim()} 2 bookings 33.3% of all bookings Revenue £1,234.56 About the same as the previous period`,
      '3 Vaccination 1 booking 16.7% of all bookings Revenue £62.50 Down on the previous period',
    ]);
    expect(await figure(page, 'Popular Services', 'All bookings')).toBe('6');
    expect(await figure(page, 'Popular Services', 'Previous period')).toBe('5');

    expect(await rowsOf(page, 'Payment Methods')).toEqual([
      'Card 3 transactions 10.6% £152.50',
      'Cash 0 transactions 0.0% -£45.00 Refunds exceed payments.',
      'BACS 1 transaction 86.2% £1,234.56',
      'Unpaid 1 appointment 3.1% £45.00',
    ]);
    expect(await figure(page, 'Payment Methods', 'Total taken')).toBe('£1,342.06');
    expect(await figure(page, 'Payment Methods', 'Unpaid')).toBe('£45.00');

    const { shortMonth } = formatsFor(defaultPracticeLocale);
    const months = [...new Set([first, yesterday, dayFromNow(0)].map((day) => day.slice(0, 7)))];
    expect(await rowsOf(page, 'Client Retention')).toEqual(
      months.map((month) => {
        const cameIn = yesterday.startsWith(month) ? '2 clients 66.7%' : '0 clients 0.0%';
        return `${shortMonth(month)} ${cameIn}`;
      }),
    );
    // Two of a group of three, and not the longest possible bar.
    const shares = panel(page, 'Client Retention').getByRole('listitem').locator('[style]');
    const widths = await shares.evaluateAll((bars: HTMLElement[]) =>
      bars.map(({ style }) => parseFloat(style.width)),
    );
    expect(widths).toEqual([expect.closeTo(66.67, 1)]);
    expect(await figure(page, 'Client Retention', 'Total Clients')).toBe('3');
    expect(await figure(page, 'Client Retention', 'Returned Clients')).toBe('2');
    expect(await figure(page, 'Client Retention', 'Retention Rate')).toBe('66.7%');

    expect(await rowsOf(page, 'Animal Demographics')).toEqual([
      'Cat 2 animals 50.0%',
      'Dog 1 animal 25.0%',
      'Unknown 1 animal 25.0%',
    ]);
    expect(await figure(page, 'Animal Demographics', 'Total Animals')).toBe('4');
    const bars = panel(page, 'Animal Demographics').getByRole('listitem').locator('[style]');
    expect(await bars.evaluateAll((drawn: HTMLElement[]) => drawn.map(({ style }) => style.width))).toEqual([
      '100%',
      '50%',
      '50%',
    ]);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);

    await panel(page, 'Payment Methods').getByRole('link', { name: 'Card' }).click();
    await page.getByRole('heading', { name: 'Paid Bookings Report', level: 1 }).waitFor();
    await page.getByText('Showing 3 paid bookings | Total £152.50').waitFor();
  });

  it('show the day of the animal counts if the period is over', async () => {
    const practice = await makePractice(db());
    const { client } = practice;
    await makeAnimal(db(), { client, created_at: noonOf(dayBefore) });
    const page = await openAnalytics(screen, practice.tenant);
    await page.goto(`/app/admin/analytics?period=custom&start_date=${dayBefore}&end_date=${yesterday}`);
    const { day } = formatsFor(defaultPracticeLocale);
    await panel(page, 'Animal Demographics')
      .getByText(`registered by ${day(yesterday)}`)
      .waitFor();
    expect(await figure(page, 'Animal Demographics', 'Total Animals')).toMatch(/^1\s+registered by/);
    await expectAccessible(page);
    await showTenDays(page);
    await expect
      .poll(() => figure(page, 'Animal Demographics', 'Total Animals'), { timeout: 10_000 })
      .toBe('2');
  });

  it('draw no arrow without earlier figures to compare with', async () => {
    const { tenant, animal, checkUp, vaccination } = await makePractice(db());
    for (const service of [checkUp, checkUp, vaccination])
      await makeBooking(db(), { tenant, animal, service, booking_date: yesterday });
    const page = await openAnalytics(screen, tenant);
    await showTenDays(page);
    expect(await rowsOf(page, 'Popular Services')).toEqual([
      '1 Consultation 2 bookings 66.7% of all bookings Revenue £0.00',
      '2 Vaccination 1 booking 33.3% of all bookings Revenue £0.00',
    ]);
    expect(await figure(page, 'Popular Services', 'Previous period')).toBe('No earlier figure');
    await expectAccessible(page);

    // With any earlier booking, a new service counts as gaining.
    await makeBooking(db(), { tenant, animal, service: checkUp, booking_date: dayBefore });
    await page.reload();
    expect((await rowsOf(page, 'Popular Services'))[1]).toMatch(/ Up on the previous period$/);
    expect(await figure(page, 'Popular Services', 'Previous period')).toBe('1');
  });

  it('of a new practice show that there is no data yet', async () => {
    const page = await openAnalytics(screen, await makeTenant(db()));
    await page.goto('/app/admin/analytics');
    for (const [name, text] of [
      ['Popular Services', 'No service data available'],
      ['Payment Methods', 'No payment method data available'],
      ['Client Retention', 'No client retention data available'],
      ['Animal Demographics', 'No animal demographics data available'],
    ] as const)
      await panel(page, name).getByText(text, { exact: true }).waitFor();
    await expectAccessible(page);
  });

  it('compare appointments with working hours, by person, room and week', async () => {
    const practice = await makePractice(db(), { business_hours: everyDay });
    const { tenant, staff, animal, checkUp } = practice;
    await makeResource(db(), { tenant, name: 'Theatre', places: 2 });
    await makeShift(db(), { user: staff, date: yesterday, hours: [['10:00', '14:00']] });
    for (const booking_time of ['10:00', '13:45'])
      await makeBooking(db(), { animal, service: checkUp, staff, booking_date: yesterday, booking_time });
    const page = await openAnalytics(screen, tenant);
    await db().query("update users set takes_bookings = name = 'Stefan Staff' where tenant_id = $1", [
      tenant.id,
    ]);
    await page.goto(`/app/admin/analytics?period=custom&start_date=${yesterday}&end_date=${yesterday}`);
    expect(await rowsOf(page, 'Utilisation')).toEqual([
      'Stefan Staff 18.8% 45 min of 4 h booked · 15 min outside hours',
      'Theatre 0.0% 0 min of 16 h booked',
    ]);
    expect(await figure(page, 'Utilisation', 'Outside hours')).toBe('15 min');
    const bar = panel(page, 'Utilisation').getByRole('listitem').locator('[style]');
    expect(await bar.evaluateAll((drawn: HTMLElement[]) => drawn.map(({ style }) => style.width))).toEqual([
      '18.75%',
    ]);
    await panel(page, 'Utilisation').getByText('Show as table').click();
    const table = panel(page, 'Utilisation').getByRole('table', { name: 'Utilisation by week' });
    const { day } = formatsFor(defaultPracticeLocale);
    expect((await table.getByRole('row').allInnerTexts()).map((row) => row.split(/\s*\t\s*/))).toEqual([
      ['Week', 'Available', 'Booked', 'Outside hours', 'Utilisation'],
      [day(yesterday), '4 h', '45 min', '15 min', '18.8%'],
      ['Whole period', '4 h', '45 min', '15 min', '18.8%'],
    ]);
    await expectAccessible(page);
    await panel(page, 'Utilisation')
      .getByRole('button', { name: 'How this is counted: Utilisation, Outside hours' })
      .click();
    const hint = page.getByRole('dialog', { name: 'How this is counted', exact: true });
    await hint.getByText(/^The share of working time that is booked/).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await hint.waitFor({ state: 'hidden' });

    const file = page.waitForEvent('download');
    await panel(page, 'Utilisation').getByRole('button', { name: 'Export Utilisation' }).click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    expect((await file).suggestedFilename()).toBe(`utilisation-${yesterday}-to-${yesterday}.csv`);

    await makeAbsence(db(), { tenant, from: `${dayBefore} 00:00`, until: `${dayBefore} 24:00` });
    await page.goto(`/app/admin/analytics?period=custom&start_date=${dayBefore}&end_date=${dayBefore}`);
    await panel(page, 'Utilisation').getByText('No working hours in this period.', { exact: true }).waitFor();
    await expectAccessible(page);
  });

  it('show recalls and the appointments that followed, and the gaps that the waitlist filled', async () => {
    const practice = await makePractice(db(), { hide_revenue_from_staff: true });
    const { tenant, animal, checkUp, vaccination } = practice;
    const page = await openAnalytics(screen, tenant);
    await showTenDays(page);
    await panel(page, 'Recalls').getByText('No recalls in this period.').waitFor();
    const gaps = panel(page, 'Gaps Filled');
    await gaps.getByText('The waitlist is off, so times that come free aren’t recorded.').waitFor();
    await db().query("update tenants set waitlist_mode = 'staff' where id = $1", [tenant.id]);
    await page.reload();
    await gaps.getByText('No times came free in this period.').waitFor();

    const longType = longName.slice(0, 60).trim();
    const long = await makeCareType(db(), { tenant, name: longType, service_id: checkUp.id });
    const booster = await makeCareType(db(), { tenant, name: 'Booster', service_id: vaccination.id });
    for (const type of [long, booster]) {
      const due = await makeCareDue(db(), { animal, type, due_on: first, state: 'told' });
      await makeRecall(db(), { animal, due, day: type === long ? first : dayFromNow(-8) });
    }
    const booking = await makeBooking(db(), {
      animal,
      service: vaccination,
      status: 'completed',
      booking_date: yesterday,
      created_at: noonOf(yesterday),
    });
    await makePayment(db(), { booking, taken_at: noonOf(yesterday) });
    await db().query(
      `insert into freed_times (tenant_id, cause, during, freed_at)
       values ($1, 'opened', tsrange($2::date + '10:00'::time, $2::date + '11:30'::time), $3)`,
      [tenant.id, dayFromNow(1), noonOf(yesterday)],
    );
    await page.reload();
    const types = panel(page, 'Recalls').getByRole('table', { name: 'Recalls by type' });
    await types.getByText(longType).waitFor();
    const shown = screen === desktop ? ['0', '0'] : ['0'];
    expect(
      (await types.getByRole('row').allInnerTexts()).map((row) => row.split(/\s*\t\s*/).slice(1)),
    ).toEqual([
      ['Due dates', 'Booked', ...(screen === desktop ? ['Completed'] : []), 'Revenue'],
      ['1', '1', ...(screen === desktop ? ['1'] : []), '£62.50'],
      ['1', ...shown, '£0.00'],
    ]);
    expect(await figure(page, 'Recalls', 'Recalls sent')).toBe('2');
    expect(await figure(page, 'Recalls', 'Booked within 60 days')).toBe('1');
    expect(await figure(page, 'Gaps Filled', 'Times that came free')).toBe('1\n1 h 30 min');
    expect(await rowsOf(page, 'Gaps Filled')).toEqual([
      'Offered to the waitlist 0.0% 0 of 1 times that came free',
      'Offers accepted – 0 of 0 offers made',
    ]);
    await expectAccessible(page);
    for (const [name, file] of [
      ['Recalls', 'recalls'],
      ['Gaps Filled', 'gaps-filled'],
    ] as const) {
      const download = page.waitForEvent('download');
      await panel(page, name)
        .getByRole('button', { name: `Export ${name}` })
        .click();
      await page.getByRole('menuitem', { name: 'CSV' }).click();
      expect((await download).suggestedFilename()).toBe(`${file}-${first}-to-${dayFromNow(0)}.csv`);
    }
    const staff = await openAnalytics(screen, tenant, 'staff');
    await showTenDays(staff);
    await panel(staff, 'Recalls').getByText('Booster').waitFor();
    await panel(staff, 'Gaps Filled').getByRole('listitem').first().waitFor();
    expect(await staff.getByRole('main').innerText()).not.toContain('£');
  });

  it('show the most frequent species, and all of them on request', async () => {
    const { tenant, client } = await makePractice(db());
    for (let count = 11; count > 0; count -= 1)
      await makeAnimal(db(), { client, species: await makeSpecies(db(), { tenant, name: `Kind ${count}` }) });
    const page = await openAnalytics(screen, tenant);
    await page.goto('/app/admin/analytics');
    const rows = panel(page, 'Animal Demographics').getByRole('listitem');
    await rows.first().waitFor();
    expect(await rows.count()).toBe(8);
    await panel(page, 'Animal Demographics').getByRole('button', { name: 'Show all 12 species' }).click();
    await expect.poll(() => rows.count()).toBe(12);
    await expectAccessible(page);
    await panel(page, 'Animal Demographics').getByRole('button', { name: 'Show fewer' }).click();
    await expect.poll(() => rows.count()).toBe(8);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => rows.count()).toBe(12);
  });
});

describe('a panel', () => {
  it.each([
    ['Popular Services', 'popular_services'],
    ['Payment Methods', 'payment_methods'],
    ['Client Retention', 'client_retention'],
    ['Animal Demographics', 'animal_demographics'],
    ['Utilisation', 'utilisation'],
  ])('%s that fails shows why, and is retried alone', async (name, action) => {
    const practice = await makePractice(db());
    await tenDays(practice);
    const page = await openAnalytics(desktop, practice.tenant);
    expectConsole(/403/);
    const refusal = { code: 'forbidden', message: 'The figures are being counted.' };
    await page.route(`**/api/reports/${action}**`, (route) => route.fulfill({ status: 403, json: refusal }));
    await showTenDays(page);
    await panel(page, name).getByRole('alert').getByText(refusal.message).waitFor();
    for (const other of [
      'Popular Services',
      'Payment Methods',
      'Client Retention',
      'Animal Demographics',
      'Utilisation',
    ])
      if (other !== name) await panel(page, other).getByRole('listitem').first().waitFor();
    await expectAccessible(page);

    const asked: string[] = [];
    page.on('request', (request) => {
      const [, called] = /\/api\/reports\/(\w+)/.exec(request.url()) ?? [];
      if (called) asked.push(called);
    });
    await page.unroute(`**/api/reports/${action}**`);
    await panel(page, name).getByRole('button', { name: 'Retry' }).click();
    await panel(page, name).getByRole('listitem').first().waitFor();
    expect(asked).toEqual([action]);
  });

  it('shows a general error without a reason', async () => {
    const page = await openAnalytics(desktop, await makeTenant(db()));
    expectConsole(/502/);
    await page.route('**/api/reports/**', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
    await page.goto('/app/admin/analytics');
    for (const [name, text] of [
      ['Popular Services', 'Failed to fetch popular services data'],
      ['Payment Methods', 'Failed to fetch payment methods data'],
      ['Client Retention', 'Failed to fetch client retention data'],
      ['Animal Demographics', 'Failed to fetch animal demographics data'],
      ['Utilisation', 'Failed to fetch utilisation data'],
    ] as const)
      await panel(page, name).getByRole('alert').getByText(text, { exact: true }).waitFor();
  });

  it('shows no money to staff if it is hidden', async () => {
    const practice = await makePractice(db(), { hide_revenue_from_staff: true });
    await tenDays(practice);
    const page = await openAnalytics(phone, practice.tenant, 'staff');
    await showTenDays(page);
    expect(await rowsOf(page, 'Popular Services')).toEqual([
      '1 Consultation 3 bookings 50.0% of all bookings Up on the previous period',
      `2 ${longName.trim()} 2 bookings 33.3% of all bookings About the same as the previous period`,
      '3 Vaccination 1 booking 16.7% of all bookings Down on the previous period',
    ]);
    await panel(page, 'Animal Demographics').getByRole('listitem').first().waitFor();
    expect(await panel(page, 'Payment Methods').count()).toBe(0);
    expect(await page.getByRole('main').innerText()).not.toContain('£');
    await expectAccessible(page);
  });
});
