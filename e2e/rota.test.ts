import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { addDays, weekdayOf } from '../packages/contracts/src/calendar-day.ts';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import { makeAbsence, makeShift, makeWorkPattern } from '../packages/dev/src/factory-diary.ts';
import { makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
import { makeHoliday } from '../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import type { UserRow } from '../packages/dev/src/factory-rows.ts';
import {
  alwaysOpen,
  dayFromNow,
  desktop,
  expectAccessible,
  phone,
  useBrowser,
  type Screen,
} from './browser.ts';
import { signInAsStaff } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;

/** Monday of next week: every day of it is still to come. */
const nextMonday = (): string => {
  const today = dayFromNow(0);
  return addDays(today, 7 - ((weekdayOf(today) + 6) % 7));
};

const shortDay = (date: string): string =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
    .format(new Date(`${date}T00:00:00Z`))
    .replace(',', '');

const everyDay = Object.fromEntries([1, 2, 3, 4, 5].map((day) => [day, [['09:00', '17:00']]])) as never;

interface Opened {
  practice: Practice;
  person: UserRow;
  page: Page;
}

/** A practice with a rota for two people, and a signed-in person. */
async function openRota(screen: Screen, role: 'admin' | 'staff' = 'admin'): Promise<Opened> {
  const practice = await makePractice(db(), { tenant_name: 'Willow Lane Vets', business_hours: alwaysOpen });
  const { tenant, staff, admin } = practice;
  const account = await makeAccount(db());
  const person = await makeUser(db(), { tenant, account, role, name: 'Casey Vet' });
  await makeWorkPattern(db(), { tenant, user: staff, hours: [everyDay] });
  await makeWorkPattern(db(), {
    tenant,
    user: admin,
    hours: [
      {
        1: [['20:00', '30:00']],
        3: [
          ['09:00', '12:00'],
          ['13:00', '18:00'],
        ],
      },
    ],
  });
  const page = await openPage(screen);
  await signInAsStaff(page, account.email);
  return { practice, person, page };
}

async function showNextWeek(page: Page): Promise<void> {
  await page.goto('/app/admin/rota');
  await page.getByRole('button', { name: 'Next week' }).click();
  await page.getByText(new RegExp(`^${shortDay(nextMonday())} –`)).waitFor();
}

const cell = (page: Page, name: string, date: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^${name}, ${shortDay(date)}:`) });

/** What a cell shows, without the words for the screen reader. */
const shown = (found: Locator): Promise<string> =>
  found.evaluate((element) => {
    const copy = element.cloneNode(true) as Element;
    for (const hidden of copy.querySelectorAll('.sr-only')) hidden.remove();
    return copy.textContent.trim();
  });

describe('the rota on a desktop', () => {
  let opened: Opened;
  beforeEach(async () => {
    opened = await openRota(desktop);
  });

  it('shows a week of the team, with absences, holidays and shifts', async () => {
    const { page, practice } = opened;
    const { tenant, staff } = practice;
    const monday = nextMonday();
    await makeShift(db(), { user: staff, date: addDays(monday, 1), hours: [['10:00', '14:00']] });
    await makeShift(db(), { user: staff, date: addDays(monday, 2) });
    await makeAbsence(db(), {
      tenant,
      user: staff,
      from: `${addDays(monday, 3)} 00:00`,
      until: `${addDays(monday, 4)} 00:00`,
    });
    await makeHoliday(db(), {
      tenant,
      name: 'Founders’ day',
      start_date: addDays(monday, 4),
      end_date: addDays(monday, 4),
    });
    await showNextWeek(page);
    const row = page.getByRole('row', { name: /Stefan Staff/ });
    await expect
      .poll(async () => Promise.all((await row.getByRole('button').all()).map(shown)))
      .toEqual(['Stefan Staff', '09:00–17:00', '10:00–14:00', 'Day off', 'Leave', 'Closed', '–', '–']);
    expect(await page.getByRole('columnheader', { name: /Founders’ day/ }).count()).toBe(1);
    await cell(page, 'Stefan Staff', addDays(monday, 4)).click();
    const dialog = page.getByRole('dialog', { name: /^Stefan Staff/ });
    await dialog.getByText(/^The practice is closed: Founders’ day/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Add absence' }).click();
    const absence = page.getByRole('dialog', { name: 'Add absence' });
    await absence.getByLabel('Last day').fill(addDays(monday, 9));
    await absence.getByLabel('First day').fill(addDays(monday, 2));
    await absence.getByText(`Already closed: ${shortDay(addDays(monday, 4))} (Founders’ day)`).waitFor();
    await absence.getByRole('button', { name: 'Cancel' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Today' }).click();
    await expect
      .poll(() => page.getByRole('columnheader', { name: shortDay(dayFromNow(0)) }).count())
      .toBe(1);
  });

  it('changes a day by keyboard, and asks before appointments would be outside the rota', async () => {
    const { page, practice } = opened;
    const { staff, animal, client } = practice;
    const monday = nextMonday();
    const booking = await makeBooking(db(), {
      animal,
      staff,
      booking_date: monday,
      booking_time: '15:00',
      status: 'confirmed',
    });
    await showNextWeek(page);
    await cell(page, 'Stefan Staff', monday).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: `Stefan Staff, ${shortDay(monday)}` });
    const end = dialog.getByLabel(/ends$/);
    await end.fill('12:00');
    await expectAccessible(page);
    await page.keyboard.press('Control+Enter');
    const question = page.getByRole('alertdialog', { name: '1 appointment would be outside the rota' });
    const link = question.getByRole('link', { name: `${animal.name}, ${client.name}` });
    expect(await link.getAttribute('href')).toBe(`/app/admin/booking/${booking.id}`);
    await question.getByText('Stefan Staff works 09:00–12:00 that day.').waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await end.inputValue()).toBe('12:00');
    await page.keyboard.press('Control+Enter');
    await question.getByRole('button', { name: 'Save anyway' }).click();
    await page.getByText('saved').waitFor();
    await expect.poll(() => shown(cell(page, 'Stefan Staff', monday))).toBe('09:00–12:00');
    await page.getByRole('region', { name: '1 appointment needs attention' }).waitFor();
    await page.goto('/app/admin');
    const card = page.getByRole('region', { name: '1 appointment needs attention' });
    await card.getByRole('link', { name: `${animal.name}, ${client.name}` }).click();
    await page.waitForURL(`**/app/admin/booking/${booking.id}`);
    await page.goto('/app/admin/rota');
    await page.getByRole('button', { name: 'Next week' }).click();
    await cell(page, 'Stefan Staff', monday).click();
    await dialog.getByRole('radio', { name: 'Usual working hours' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => shown(cell(page, 'Stefan Staff', monday))).toBe('09:00–17:00');
    await page.getByRole('region', { name: /attention$/ }).waitFor({ state: 'detached' });
  });

  it('sets working hours in a cycle of two weeks', async () => {
    const { page, person } = opened;
    const monday = nextMonday();
    await showNextWeek(page);
    await page.getByRole('button', { name: 'Casey Vet: working hours' }).click();
    const dialog = page.getByRole('dialog', { name: 'Working hours: Casey Vet' });
    await dialog.getByLabel('First day').fill(addDays(monday, -7));
    await dialog.getByLabel('Repeats').selectOption('2');
    await dialog.getByLabel('Week 1 begins on').fill(monday);
    await dialog.getByLabel('Monday: starts').fill('07:30');
    await dialog.getByRole('button', { name: 'Copy Monday to weekdays' }).click();
    await dialog.getByRole('button', { name: 'Copy week 1 to the others' }).click();
    await dialog.getByRole('button', { name: 'Week 2' }).click();
    expect(await dialog.getByLabel('Friday: starts').inputValue()).toBe('07:30');
    await dialog.getByRole('button', { name: 'Friday: remove these hours' }).click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Working hours of Casey Vet saved').waitFor();
    await expect.poll(() => shown(cell(page, 'Casey Vet', addDays(monday, 4)))).toBe('07:30–17:00');
    await page.getByRole('button', { name: 'Next week' }).click();
    await expect.poll(() => shown(cell(page, 'Casey Vet', addDays(monday, 11)))).toBe('–');
    const { body } = await api.call('work_patterns', { staff_id: person.id }, opened.practice.staffKey);
    expect(body).toMatchObject([{ weeks: 2, anchor: monday, valid_until: null }]);
  });

  it('deletes a period of working hours, showing first which appointments would be outside the rota', async () => {
    const { page, person, practice } = opened;
    const { tenant, animal, client } = practice;
    const monday = nextMonday();
    const hours = [everyDay];
    await makeWorkPattern(db(), { tenant, user: person, hours, valid_until: addDays(monday, -1) });
    await makeWorkPattern(db(), { tenant, user: person, hours, valid_from: monday });
    await makeBooking(db(), {
      animal,
      staff: person,
      booking_date: monday,
      booking_time: '15:00',
      status: 'confirmed',
    });
    await showNextWeek(page);
    await page.getByRole('button', { name: 'Casey Vet: working hours' }).click();
    const dialog = page.getByRole('dialog', { name: 'Working hours: Casey Vet' });
    await dialog.getByLabel('Period').selectOption({ index: 1 });
    await dialog.getByRole('button', { name: 'Delete these hours' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete these working hours of Casey Vet?' });
    await question.getByText('1 appointment would be outside the rota.').waitFor();
    await question.getByRole('link', { name: `${animal.name}, ${client.name}` }).waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Working hours deleted').waitFor();
    await expect.poll(() => shown(cell(page, 'Casey Vet', monday))).toBe('–');
  });

  it('says what is wrong with hours, at the day', async () => {
    const { page } = opened;
    await showNextWeek(page);
    await page.getByRole('button', { name: 'Stefan Staff: working hours' }).click();
    const dialog = page.getByRole('dialog', { name: 'Working hours: Stefan Staff' });
    await dialog.getByRole('button', { name: 'Tuesday: add hours' }).click();
    await dialog.getByLabel('Tuesday, range 2: starts').fill('16:00');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('These hours overlap.').waitFor();
    await dialog.getByLabel('Tuesday, range 2: starts').fill('18:00');
    await dialog.getByLabel('Last day').fill('2020-01-01');
    expectConsole(/400/);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('The last day can’t be before the first.').waitFor();
  });

  it('copies a week, showing first what it replaces', async () => {
    const { page, practice } = opened;
    const { staff } = practice;
    const monday = nextMonday();
    await makeShift(db(), { user: staff, date: monday, hours: [['10:00', '11:00']] });
    await makeShift(db(), { user: staff, date: addDays(monday, 7) });
    await showNextWeek(page);
    await page.getByRole('button', { name: 'Copy week' }).click();
    const dialog = page.getByRole('dialog', { name: 'Copy week' });
    const week = dialog.getByLabel('To the week of');
    const suggested = await week.inputValue();
    await week.fill('20260-01-01');
    await dialog.getByText(/^Monday is /).waitFor({ state: 'detached' });
    await week.fill('');
    await week.focus();
    await page.keyboard.type('010120260');
    await dialog.getByText(/^Monday is /).waitFor();
    expect(await week.inputValue()).toMatch(/^\d{4}-/);
    await week.fill(suggested);
    await dialog.getByRole('button', { name: 'Copy' }).click();
    const question = page.getByRole('alertdialog', { name: 'Replace 1 shift?' });
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Replace' }).click();
    await page.getByText('Week copied: 1 day changed').waitFor();
    await page.getByRole('button', { name: 'Next week' }).click();
    await expect.poll(() => shown(cell(page, 'Stefan Staff', addDays(monday, 7)))).toBe('10:00–11:00');
  });

  it('keeps an appointment outside the rota, and undoes it', async () => {
    const { page, practice } = opened;
    const { animal, checkUp, staff } = practice;
    await makeBooking(db(), {
      animal,
      service: checkUp,
      staff,
      booking_date: nextMonday(),
      booking_time: '19:00',
      status: 'confirmed',
    });
    await page.goto('/app/admin');
    const list = page.getByRole('list', { name: 'Appointments that need attention' });
    await list.getByText('Stefan Staff works 09:00–17:00 that day.').waitFor();
    await expectAccessible(page);
    await list.getByRole('button', { name: /^Keep / }).click();
    await page.getByText(`${animal.name}’s appointment is kept`).waitFor();
    await list.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await list.waitFor();
    expect((await api.call('rota_conflicts', {}, practice.staffKey)).body.total).toBe(1);
  });

  it('adds, changes and deletes an absence', async () => {
    const { page } = opened;
    const monday = nextMonday();
    await showNextWeek(page);
    await page.getByRole('button', { name: 'Add absence' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add absence' });
    await dialog.getByLabel('Who or what').selectOption('Stefan Staff');
    await dialog.getByLabel('Reason').selectOption('Training');
    await dialog.getByLabel('Last day').fill('20260-01-01');
    await dialog.getByLabel('First day').fill(monday);
    await dialog.getByLabel('Last day').fill(monday);
    await dialog.getByLabel('Whole days').uncheck();
    await dialog.getByLabel('Note').fill('First aid');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    const list = page.getByRole('list', { name: 'Absences' });
    await list.getByText('First aid').waitFor();
    await expect.poll(() => shown(cell(page, 'Stefan Staff', monday))).toBe('09:00–17:00Training09:00–17:00');
    await list.getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit absence: Stefan Staff' });
    await edit.getByLabel('Until').fill('12:30');
    await edit.getByRole('button', { name: 'Save' }).click();
    await list.getByText('12:30').waitFor();
    await list.getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No absences planned').waitFor();
  });

  it('is a category of the settings', async () => {
    const { page } = opened;
    await page.goto('/app/admin/settings?category=rota');
    await page.getByRole('heading', { name: 'Rota', level: 1 }).waitFor();
    await page.getByRole('row', { name: /Stefan Staff/ }).waitFor();
    await expectAccessible(page);
  });
});

it('shows one day at a time on a phone', async () => {
  const { page, practice } = await openRota(phone);
  const monday = nextMonday();
  await makeAbsence(db(), {
    tenant: practice.tenant,
    user: practice.staff,
    from: `${monday} 00:00`,
    until: `${addDays(monday, 1)} 00:00`,
  });
  await showNextWeek(page);
  await page.getByRole('button', { name: shortDay(monday), exact: true }).click();
  await expect.poll(() => shown(cell(page, 'Stefan Staff', monday))).toBe('Stefan StaffLeave');
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await overflow()).toBe(0);
  await expectAccessible(page);
  const tuesday = addDays(monday, 1);
  await page.getByRole('button', { name: shortDay(tuesday), exact: true }).click();
  await cell(page, 'Stefan Staff', tuesday).click();
  const dialog = page.getByRole('dialog', { name: `Stefan Staff, ${shortDay(tuesday)}` });
  await dialog.getByRole('radio', { name: 'Day off' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => shown(cell(page, 'Stefan Staff', tuesday))).toBe('Stefan StaffDay off');
});

it('is read by staff, who see their own hours under My account', async () => {
  const { page, practice, person } = await openRota(desktop, 'staff');
  await makeWorkPattern(db(), { tenant: practice.tenant, user: person, hours: [everyDay] });
  await page.goto('/app/admin');
  await page.goto('/app/admin');
  await page.getByRole('button', { name: 'My account' }).click();
  const account = page.getByRole('dialog', { name: 'My account' });
  const own = account.getByRole('list', { name: 'Your next two weeks' });
  await expect.poll(() => own.getByRole('listitem').count()).toBe(14);
  await expect.poll(() => own.getByText('09:00–17:00').count()).toBe(10);
  await expectAccessible(page);
  await account.getByRole('link', { name: 'View the team’s rota' }).click();
  await page.getByRole('row', { name: /Stefan Staff/ }).waitFor();
  expect(
    await page
      .getByRole('row', { name: /Stefan Staff/ })
      .getByRole('button')
      .count(),
  ).toBe(0);
  expect(await page.getByRole('button', { name: /Copy week|Add absence/ }).count()).toBe(0);
});
