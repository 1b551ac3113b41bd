import { weekdayKeyOf } from '../packages/contracts/src/weekdays.ts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import { makeClient, makeSessionKey } from '../packages/dev/src/factory-people.ts';
import { makeAnimal, makeHoliday } from '../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import { addDays, addToMonth, monthOf } from '../packages/contracts/src/calendar-day.ts';
import { defaultPracticeLocale, formatsFor } from '../apps/web/src/lib/format.ts';
import {
  alwaysOpen,
  dayFromNow,
  desktop,
  expectAccessible,
  phone,
  useBrowser,
  type Screen,
} from './browser.ts';
import { signedInAsClient } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;
const { longDay, month } = formatsFor(defaultPracticeLocale);

const [tomorrow, closedDay, holiday] = [dayFromNow(1), dayFromNow(2), dayFromNow(3)];
/** Open but on one day of the week. */
const hours = { ...alwaysOpen, [weekdayKeyOf(closedDay)]: [] };

async function open(
  screen: Screen,
  path = '/app/cp/booking/create',
  columns: Parameters<typeof makePractice>[1] = {},
): Promise<{ practice: Practice; page: Page }> {
  const practice = await makePractice(db(), { business_hours: hours, ...columns });
  const page = await openPage(screen);
  await signedInAsClient(page, practice.clientKey);
  await page.goto(path);
  return { practice, page };
}

/** The button of a day, in its month. */
async function dayButton(page: Page, day: string) {
  await page.getByRole('grid').waitFor();
  if (!(await page.getByRole('grid', { name: month(monthOf(day)) }).isVisible())) {
    const isLater = await page.getByRole('grid', { name: month(monthOf(dayFromNow(0))) }).isVisible();
    await page.getByRole('button', { name: isLater ? 'Next month' : 'Previous month' }).click();
  }
  return page.getByRole('button', { name: longDay(day) });
}
const chooseDay = async (page: Page, day: string) => (await dayButton(page, day)).click();
const slot = (page: Page, time: string) => page.getByRole('radio', { name: new RegExp(`^${time}`) });
/** The radio itself is visually hidden; people press its label. */
const chooseTime = (page: Page, time: string) => page.locator('label', { has: slot(page, time) }).click();
const submit = (page: Page) => page.getByRole('button', { name: 'Request Appointment' }).click();
/** An error that asks to try again. */
const busy = {
  status: 503,
  contentType: 'application/json',
  body: '{"code":"unavailable","message":"Busy."}',
};
const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });
const summary = (page: Page) => page.getByRole('region', { name: 'Selected Appointment' });

describe.each([phone, desktop])('on a $name', (screen) => {
  it('an appointment is requested and shown in the list', async () => {
    const { practice, page } = await open(screen);
    const { client, dog } = practice;
    await makeHoliday(db(), { tenant: practice.tenant, name: 'Founders Day', start_date: holiday });
    const pet = await makeAnimal(db(), { client, species: dog, name: 'Bella', breed: 'Beagle' });
    await makeBooking(db(), { animal: pet, booking_date: tomorrow, booking_time: '10:00' });
    await page.reload();
    await submit(page);
    for (const wrong of ['Please select a pet', 'Please select a service', 'Please select a date and time'])
      await page.getByText(wrong).waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe(
      await page.getByLabel('Select Pet').getAttribute('id'),
    );
    await expectAccessible(page);

    await page.getByLabel('Select Pet').selectOption('Bella (Beagle)');
    await page.getByLabel('Service Required').selectOption('Vaccination – £62.50 – 60 mins');
    await page.getByText('Final price may vary based on actual requirements').waitFor();
    const closed = await dayButton(page, closedDay);
    await expect.poll(() => closed.isDisabled()).toBe(true);
    expect(await closed.getAttribute('aria-label')).toContain('Business closed');
    const shut = await dayButton(page, holiday);
    await expect.poll(() => shut.isDisabled()).toBe(true);
    expect(await shut.getAttribute('aria-label')).toContain('Holiday: Founders Day');
    // Out from under the bar at the bottom.
    await shut.evaluate((button) => button.scrollIntoView({ block: 'center' }));
    await shut.click({ force: true });
    await said(page, `${longDay(holiday)} – Holiday: Founders Day`).waitFor();
    await expectAccessible(page);
    await (await dayButton(page, closedDay)).focus();
    await said(page, `${longDay(closedDay)} – Business closed`).waitFor();

    await page.reload();
    expect(await page.getByLabel('Select Pet').inputValue()).toBe(String(pet.id));
    await chooseDay(page, tomorrow);
    await page.getByRole('heading', { name: `Available Times for ${longDay(tomorrow)}` }).waitFor();
    await page.getByText('Business hours for', { exact: false }).waitFor();
    await said(page, new RegExp(String.raw`^\d+ times available on ${longDay(tomorrow)}$`)).waitFor();
    expect(await slot(page, '10:00').isDisabled()).toBe(true);
    await chooseTime(page, '11:00');
    await summary(page)
      .getByText(`${longDay(tomorrow)} at 11:00`)
      .waitFor();
    await summary(page).getByText('for Bella', { exact: true }).waitFor();
    await page.getByLabel('Additional Notes').fill('Bella is shy.');
    await expectAccessible(page);
    await submit(page);
    await page.getByRole('heading', { name: 'Appointment Request Submitted!' }).waitFor();
    await expectAccessible(page);
    await page.waitForURL('**/app/cp/bookings');
    const { body } = await api.call('bookings_pending', {}, practice.staffKey);
    expect(body).toMatchObject([
      {
        animal_id: pet.id,
        booking_date: tomorrow,
        booking_time: '11:00',
        duration_minutes: 60,
        notes: 'Bella is shy.',
        is_provisional: 1,
      },
    ]);
  });

  it('the calendar opens at the first month with an open day, and stays at the one chosen', async () => {
    const { practice, page } = await open(screen, '/app');
    const [today, thisMonth] = [dayFromNow(0), monthOf(dayFromNow(0))];
    const next = addToMonth(thisMonth, 1);
    const end_date = addDays(`${next}-01`, -1);
    await makeHoliday(db(), { tenant: practice.tenant, name: 'Refit', start_date: today, end_date });
    await page.goto('/app/cp/booking/create');
    await page.getByRole('grid', { name: month(next) }).waitFor();
    await page.getByRole('button', { name: 'Previous month' }).click();
    await (await dayButton(page, end_date)).waitFor();
    expect(await page.getByRole('grid', { name: month(thisMonth) }).isVisible()).toBe(true);
  });

  it('a time that another client has just requested is shown as taken, and all else stays', async () => {
    expectConsole(/409/);
    const { practice, page } = await open(screen);
    await page.getByLabel('Service Required').selectOption({ index: 1 });
    await page.getByLabel('Additional Notes').fill('A long story');
    await chooseDay(page, tomorrow);
    await chooseTime(page, '12:00');
    const other = await makeClient(db(), { tenant: practice.tenant });
    const pet = await makeAnimal(db(), { client: other });
    const quicker = await api.call(
      'cp/booking_create',
      {
        animal_id: pet.id,
        service_id: practice.checkUp.id,
        booking_date: tomorrow,
        booking_time: '12:00',
      },
      await makeSessionKey(db(), { client: other }),
    );
    expect(quicker.status).toBe(200);
    await submit(page);
    await page.getByText('That time has just been taken. Please choose another.').waitFor();
    await expect.poll(() => slot(page, '12:00').isDisabled()).toBe(true);
    expect(await page.getByLabel('Additional Notes').inputValue()).toBe('A long story');
    expect(await summary(page).count()).toBe(0);
    await expectAccessible(page);
    await chooseTime(page, '13:00');
    await submit(page);
    await page.getByRole('link', { name: 'View My Appointments' }).click();
    await page.waitForURL('**/app/cp/bookings');
  });
});

describe('on a phone', () => {
  it('a time without room for the service chosen after it is dropped, and restored with the old one', async () => {
    const { practice, page } = await open(phone);
    const { client, animal } = practice;
    await makeBooking(db(), {
      animal,
      booking_date: tomorrow,
      booking_time: '10:30',
      duration_minutes: 30,
    });
    expect(await page.getByLabel('Select Pet').inputValue()).toBe(String(animal.id));
    await page.getByLabel('Service Required').selectOption('Consultation – £45.00 – 30 mins');
    await chooseDay(page, tomorrow);
    await chooseTime(page, '10:00');
    await summary(page).waitFor();
    await page.getByLabel('Service Required').selectOption('Vaccination – £62.50 – 60 mins');
    await page.getByText('10:00 is not available for Vaccination. Please choose another time.').waitFor();
    expect(await summary(page).count()).toBe(0);
    await submit(page);
    await page.getByText('Please select a date and time').waitFor();
    await page.getByLabel('Service Required').selectOption('Consultation – £45.00 – 30 mins');
    await summary(page).waitFor();
    const second = await makeAnimal(db(), { client });
    await page.goto(`/app/cp/booking/create?animal_id=${second.id}`);
    await expect.poll(() => page.getByLabel('Select Pet').inputValue()).toBe(String(second.id));
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.waitForURL('**/app/cp/bookings');
  });

  it('the calendar can be used with the keyboard', async () => {
    const { page } = await open(phone);
    await page.getByLabel('Service Required').selectOption({ index: 1 });
    await (await dayButton(page, dayFromNow(0))).focus();
    await page.keyboard.press('PageDown');
    const nextMonth = month(addToMonth(monthOf(dayFromNow(0)), 1));
    await page.getByRole('grid', { name: nextMonth }).waitFor();
    await page.keyboard.press('PageUp');
    await (await dayButton(page, dayFromNow(0))).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: `Available Times for ${longDay(dayFromNow(1))}` }).waitFor();
    await slot(page, '06:00').focus();
    await page.keyboard.press('ArrowRight');
    await summary(page)
      .getByText(`${longDay(dayFromNow(1))} at 07:00`)
      .waitFor();
  });

  it('a client without pets is led to add one, and from there to the request for it', async () => {
    expectConsole(/Failed to load resource.*503/);
    const practice = await makePractice(db(), { business_hours: hours });
    const newcomer = await makeClient(db(), { tenant: practice.tenant });
    const page = await openPage(phone);
    await signedInAsClient(page, await makeSessionKey(db(), { client: newcomer }));
    await page.goto('/app/cp');
    await page.getByRole('link', { name: 'Request Appointment' }).click();
    await page.waitForURL('**/app/cp/animal/create?for=appointment');
    await page.getByText('Please add your pet before requesting an appointment.').waitFor();
    await page.getByLabel('Name').fill('Biscuit');
    await page.getByLabel('Species').selectOption('Dog');
    // Keep the cached list of pets from before this one.
    await page.route('**/api/cp/animals', (route) => route.fulfill(busy));
    await page.getByRole('button', { name: 'Add Pet' }).click();
    await page.getByRole('heading', { name: 'Pet Added Successfully!' }).waitFor();
    await page.unroute('**/api/cp/animals');
    await page.getByRole('link', { name: 'Yes, Request Appointment' }).click();
    await page.waitForURL('**/app/cp/booking/create?animal_id=*');
    await expect
      .poll(() => page.getByLabel('Select Pet').locator('option:checked').textContent())
      .toBe('Biscuit');
    expect(new URL(page.url()).pathname).toBe('/app/cp/booking/create');
    await expectAccessible(page);
  });

  it('a client with only inactive pets sees that, and is led to them', async () => {
    const { practice, page } = await open(phone, '/app/cp');
    await db().query('update animals set active = false where tenant_id = $1', [practice.tenant.id]);
    await page.goto('/app/cp/booking/create');
    await page.getByText('Your pets are inactive').waitFor();
    await expectAccessible(page);
    await page.getByRole('main').getByRole('link', { name: 'My Pets' }).click();
    await page.waitForURL('**/app/cp/animals');
  });

  it('a practice that is not set up yet offers no requests', async () => {
    const { practice, page } = await open(phone, '/app/cp');
    const { animal, tenant } = practice;
    await page.getByText('Book online').waitFor();
    const missing = [
      'update services set online = false where tenant_id = $1',
      "update services set online = true where tenant_id = $1 and name = 'Consultation'",
      'update species set active = false where tenant_id = $1',
      'update species set active = true where tenant_id = $1',
      "update tenants set business_hours = '{}' where id = $1",
    ];
    for (const [step, change] of missing.entries()) {
      await db().query(change, [tenant.id]);
      if (step % 2 === 1) continue;
      await page.goto('/app/cp/booking/create');
      await page.getByText('No services to request yet').waitFor();
      for (const path of ['cp', 'cp/bookings', `cp/animal/${animal.id}`]) {
        await page.goto(`/app/${path}`);
        await page.getByText('To make an appointment, please contact the practice on').waitFor();
        expect(await page.getByRole('link', { name: 'Request Appointment' }).count()).toBe(0);
      }
    }
    await expectAccessible(page);
    await page.goto('/app/cp');
    await page.getByText('Upload photos').waitFor();
    await expect.poll(() => page.getByText('Book online').count()).toBe(0);
    expect(await page.getByText('Closed today').count()).toBe(0);
    await expectAccessible(page);
  });

  it('an error in a month keeps the calendar, and the month is read again on request', async () => {
    expectConsole(/Failed to load resource.*503/);
    const { page } = await open(phone);
    await chooseDay(page, tomorrow);
    await page.route('**/api/cp/booking_availability', (route) => route.fulfill(busy));
    await page.getByRole('button', { name: 'Next month' }).click();
    await page.getByRole('button', { name: 'Next month' }).click();
    await page.getByText('Failed to load booking information').waitFor();
    await expectAccessible(page);
    // The times of another service fail as well, also while another month is shown.
    await page.getByLabel('Service Required').selectOption({ index: 1 });
    await expect
      .poll(() => page.getByText('Failed to load booking information').count(), { timeout: 10_000 })
      .toBe(2);
    expect(await said(page, 'Loading available times...').count()).toBe(0);
    await page.unroute('**/api/cp/booking_availability');
    for (const left of [1, 0]) {
      await page.getByRole('button', { name: 'Retry' }).first().click();
      await expect.poll(() => page.getByText('Failed to load booking information').count()).toBe(left);
    }
    await slot(page, '10:00').waitFor();
  });

  it('a practice that takes no requests shows how else to get an appointment', async () => {
    const lapsed = { trial_ends_at: new Date('2020-01-01T00:00:00Z') };
    const { page } = await open(phone, '/app/cp/booking/create', lapsed);
    await page.getByText('You can’t request appointments here at the moment').waitFor();
    await page.getByRole('link', { name: 'Call 01632 960123' }).waitFor();
    await expectAccessible(page);
  });

  it('a practice that lapses meanwhile shows so instead of an error', async () => {
    expectConsole(/402/);
    const { practice, page } = await open(phone, '/app/cp/booking/create', {
      deposit_required: true,
      deposit_pence: 1000,
    });
    await page.getByLabel('Service Required').selectOption({ index: 1 });
    await chooseDay(page, tomorrow);
    await chooseTime(page, '09:00');
    await db().query("update tenants set trial_ends_at = '2020-01-01' where id = $1", [practice.tenant.id]);
    await submit(page);
    await page.getByRole('button', { name: 'Pay Deposit' }).click();
    await page.getByText('You can’t request appointments here at the moment').waitFor();
  });
});
