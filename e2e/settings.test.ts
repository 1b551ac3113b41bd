import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import { makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
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

/** A practice with a signed-in person. */
async function openPractice(
  screen: Screen,
  role: 'admin' | 'staff' = 'admin',
): Promise<{ practice: Practice; page: Page }> {
  const practice = await makePractice(db(), { tenant_name: 'Willow Lane Vets', business_hours: alwaysOpen });
  const account = await makeAccount(db());
  await makeUser(db(), { tenant: practice.tenant, account, role, name: 'Ada Admin-Desk' });
  const page = await openPage(screen);
  await signInAsStaff(page, account.email);
  return { practice, page };
}

const openCategory = async (page: Page, category: string, heading: string): Promise<void> => {
  await page.goto(`/app/admin/settings?category=${category}`);
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
};

const save = async (page: Page): Promise<void> => {
  await page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved').waitFor();
};

/** The same weekday in a week, as the settings name it. */
const weekdayOf = (date: string): string =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  );

it('keep unsaved input and open panels when the window becomes narrow or wide', async () => {
  const { page } = await openPractice(desktop);
  await page.goto('/app/admin/settings');
  await page.getByLabel(/^Practice name/).fill('Willow & Oak');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: 'All settings' }).waitFor();
  expect(await page.getByLabel(/^Practice name/).inputValue()).toBe('Willow & Oak');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('navigation', { name: 'Settings' }).waitFor();
  expect(await page.getByLabel(/^Practice name/).inputValue()).toBe('Willow & Oak');
  await save(page);
  await openCategory(page, 'holidays', 'Holidays');
  await page.getByRole('button', { name: 'Add holiday' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add holiday' });
  await dialog.getByLabel(/^Name/).fill('Team day');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: 'All settings', includeHidden: true }).waitFor();
  expect(await dialog.getByLabel(/^Name/).inputValue()).toBe('Team day');
});

it('require the amount of a deposit only when one is required', async () => {
  const { page } = await openPractice(desktop);
  await openCategory(page, 'booking', 'Booking rules');
  const asked = page.getByRole('checkbox', { name: /^Ask clients for a deposit/ });
  const amount = page.getByLabel(/^Amount/);
  await asked.check();
  await amount.fill('');
  await page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Enter the deposit amount.').waitFor();
  await asked.uncheck();
  await page.getByLabel(/^Gap between appointments/).fill('20');
  await save(page);
});

it('explain the rules of online appointments by an example', async () => {
  const { page } = await openPractice(desktop);
  await openCategory(page, 'booking', 'Booking rules');
  const example = page.getByRole('paragraph').filter({ hasText: 'For example:' });
  const fill = async (slot: string, gap: string, places: string) => {
    await page.getByLabel(/^Slot length/).fill(slot);
    await page.getByLabel(/^Gap between appointments/).fill(gap);
    await page.getByLabel(/^Appointments at the same time/).fill(places);
  };
  await fill('30', '0', '1');
  expect(await example.textContent()).toBe(
    'For example: if you open at 09:00, clients are offered 09:00, 09:30, 10:00 and so on. When a client books 09:00 for an hour, the next appointment can start at 10:00.',
  );
  await fill('30', '5', '1');
  expect(await example.textContent()).toMatch(/the next appointment can start at 10:30\.$/);
  await fill('45', '0', '2');
  expect(await example.textContent()).toMatch(
    /offered 09:00, 09:45, 10:30 and so on\. When 2 clients have booked 09:00 for an hour, .* start at 10:30\.$/,
  );
  for (const [slot, gap, places] of [
    ['', '0', '1'],
    ['4', '0', '1'],
    ['60', '-1', '1'],
    ['60', '0', '0'],
  ] as const) {
    await fill(slot, gap, places);
    await page.getByText('Enter all three numbers to see an example.').waitFor();
    expect(await example.count()).toBe(0);
  }
});

it('set the length of portal passwords', async () => {
  const { page } = await openPractice(desktop);
  await openCategory(page, 'booking', 'Booking rules');
  const minimum = page.getByLabel(/^Minimum portal password/);
  expect(await minimum.inputValue()).toBe('6');
  await minimum.fill('5');
  expectConsole(/400/);
  await page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Enter 6 or more.').waitFor();
  await minimum.fill('10');
  await save(page);
  await page.reload();
  await expect.poll(() => minimum.inputValue()).toBe('10');
});

it('show an invalid field above the save bar, and fit a long name on a phone', async () => {
  const { page } = await openPractice(phone);
  await openCategory(page, 'practice', 'Practice');
  await page.getByLabel(/^Practice name/).fill('The Veterinary Surgery of Upper and Lower Slaughter');
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await overflow()).toBe(0);
  const email = page.getByRole('textbox', { name: /^Email/ });
  await email.fill('nobody');
  expectConsole(/400/);
  const bar = page.getByRole('region', { name: 'Unsaved changes' });
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await bar.getByRole('button', { name: 'Save' }).click();
  await bar.getByText('Please correct the highlighted fields.').waitFor();
  await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true);
  const [field, over] = [await email.boundingBox(), await bar.boundingBox()];
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(over?.y ?? 0);
});

describe.each([desktop, phone])('the settings on a $name', (screen) => {
  it('are reached from the tabs, and opened category by category', async () => {
    const { page } = await openPractice(screen);
    await page.goto('/app/admin');
    await page.goto('/app/admin');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
    await page.waitForURL('**/app/admin/settings');
    await page
      .getByRole('navigation', { name: 'Settings' })
      .getByRole('link', { name: /^Opening hours/ })
      .click();
    await page.waitForURL('**/settings?category=hours');
    await page.getByRole('heading', { name: 'Opening hours', level: 1 }).waitFor();
    await expectAccessible(page);
  });

  it('change the hours of a day, and with them the bookable times', async () => {
    const { practice, page } = await openPractice(screen);
    const date = dayFromNow(7);
    const day = weekdayOf(date);
    await openCategory(page, 'hours', 'Opening hours');
    await page.getByLabel(`${day}: opens`, { exact: true }).fill('09:00');
    await page.getByLabel(`${day}: closes`, { exact: true }).fill('12:00');
    await page.getByRole('button', { name: `${day}: add hours` }).click();
    await page.getByLabel(`${day}, range 2: opens`).fill('11:00');
    await page.getByLabel(`${day}, range 2: closes`).fill('16:00');
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    await bar.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Enter the hours of a day in order, without overlaps.').waitFor();
    await expectAccessible(page);
    await page.getByLabel(`${day}, range 2: opens`).fill('14:00');
    await save(page);
    await bar.waitFor({ state: 'detached' });
    const { body } = await api.call('bookings/free_times', { date, duration_minutes: 60 }, practice.adminKey);
    const free = body.times.map(({ time }) => time);
    expect([free[0], free.includes('12:00'), free.includes('14:00'), free.at(-1)]).toEqual([
      '09:00',
      false,
      true,
      '15:00',
    ]);
  });

  it('keep what is typed while the changes before it are being saved', async () => {
    const { page, practice } = await openPractice(screen);
    await openCategory(page, 'practice', 'Practice');
    const name = page.getByLabel(/^Practice name/);
    const email = page.getByLabel(/^Email/);
    await name.fill('Willow & Oak');
    await email.fill('desk@willow.example');
    const letGo = await holdBack(page, 'tenant_update');
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    await bar.getByRole('button', { name: 'Save' }).click();
    await bar.getByRole('button', { name: 'Saving...' }).waitFor();
    await email.fill('hello@willow.example');
    await page.getByLabel(/^Phone/).fill('01632 960555');
    letGo();
    await page.getByRole('banner').getByText('Willow & Oak').waitFor();
    await bar.getByRole('button', { name: 'Save', exact: true }).waitFor();
    expect(await email.inputValue()).toBe('hello@willow.example');
    expect(await page.getByLabel(/^Phone/).inputValue()).toBe('01632 960555');
    await bar.getByRole('button', { name: 'Save', exact: true }).click();
    await bar.waitFor({ state: 'detached' });
    const { rows } = await db().query('select tenant_name, email, phone from tenants where id = $1', [
      practice.tenant.id,
    ]);
    expect(rows).toEqual([
      { tenant_name: 'Willow & Oak', email: 'hello@willow.example', phone: '01632960555' },
    ]);
  });

  it('keep unsaved input until the person discards it', async () => {
    const { page } = await openPractice(screen);
    await openCategory(page, 'practice', 'Practice');
    await page.getByLabel(/^Practice name/).fill('Willow & Oak');
    const away =
      screen === phone
        ? page.getByRole('link', { name: 'All settings' })
        : page.getByRole('link', { name: 'Dashboard' });
    await away.click();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay here' }).click();
    expect(await page.getByLabel(/^Practice name/).inputValue()).toBe('Willow & Oak');
    await page.getByRole('textbox', { name: /^Colour of your documents/ }).fill('#ffee88');
    await page.getByText(/White text on this colour would be hard to read/).waitFor();
    await expectAccessible(page);
    await save(page);
    await page.getByRole('banner').getByText('Willow & Oak').waitFor();
    await away.click();
    await question.waitFor({ state: 'detached' });
    await page.waitForURL(screen === phone ? '**/app/admin/settings' : '**/app/admin');
  });

  it('ask before the search leaves them, with unsaved input', async () => {
    const { page } = await openPractice(screen);
    await openCategory(page, 'practice', 'Practice');
    const name = page.getByLabel(/^Practice name/);
    await name.fill('Willow & Oak');
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    const search = page.getByRole('combobox', { name: 'Search' });
    const type = async (text: string) => {
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await search.fill(text);
    };
    await type('calendar');
    await page.getByRole('option', { name: /^Calendar/ }).click();
    await question.getByRole('button', { name: 'Stay here' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await search.count()).toBe(0);
    expect(await name.inputValue()).toBe('Willow & Oak');

    await type('clients');
    await search.press('Enter');
    await question.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL('**/app/admin/clients');
    expect(await search.count()).toBe(0);
  });

  it('add a holiday, warn of its appointments, and restore a deleted one', async () => {
    const { practice, page } = await openPractice(screen);
    const date = dayFromNow(10);
    await makeBooking(db(), { animal: practice.animal, booking_date: date });
    await openCategory(page, 'holidays', 'Holidays');
    await page.getByText('No holidays planned').waitFor();
    await page.getByRole('button', { name: 'Add holiday' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add holiday' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Enter a name.').waitFor();
    await dialog.getByLabel(/^Name/).fill('Team day');
    await dialog.getByLabel(/^First day/).fill(date);
    await dialog.getByLabel(/^Every year/).check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('1 appointment falls on Team day.').waitFor();
    const list = page.getByRole('list', { name: 'Upcoming holidays' });
    await list.getByText('Every year').waitFor();
    await list.getByRole('button', { name: 'Delete Team day' }).click();
    await page.getByText('No holidays planned').waitFor();
    // The toast outlives its page, and shows the result of Undo.
    await page.getByRole('link', { name: 'Clients' }).first().click();
    await list.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Team day restored').first().waitFor();
    await openCategory(page, 'holidays', 'Holidays');
    await list.getByText('Team day').waitFor();
  });

  it('write a message with a variable, and preview it', async () => {
    const { page } = await openPractice(screen);
    await openCategory(page, 'messages', 'Messages');
    await page.getByRole('button', { name: 'Edit Reminder, SMS' }).click();
    const editor = page.getByRole('region', { name: 'Reminder by SMS' });
    const text = editor.getByLabel(/^Text/);
    await text.fill('See you soon, ');
    await editor.getByRole('button', { name: 'Animal', exact: true }).click();
    expect(await text.inputValue()).toBe('See you soon, {{animal_name}}');
    const preview = editor.getByRole('region', { name: 'Preview' });
    await preview.getByText('See you soon, Biscuit').waitFor();
    await preview.getByText('About 21 characters, sent as 1 message.').waitFor();
    await expectAccessible(page);
    await text.fill('See you, {{dog}}');
    await editor.getByRole('button', { name: 'Save' }).click();
    await editor.getByText('{{dog}} isn’t a known variable.').waitFor();
    await text.fill('See you, {{animal_name}}');
    await editor.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Message saved').waitFor();
    await page.getByRole('button', { name: 'Reset Reminder, SMS' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reset text' }).click();
    await page.getByText('Standard text restored').waitFor();
  });

  it('show the audit log, filtered by the kind of record, and by a person whose support access has ended', async () => {
    const { practice, page } = await openPractice(screen);
    const { tenant, client, adminKey } = practice;
    const account = await makeAccount(db(), { is_superadmin: true, name: 'Abe Support' });
    const ended = { role: 'admin', support_until: '2026-01-10T10:00:00Z' } as const;
    const helper = await makeUser(db(), { tenant, account, ...ended });
    await db().query(
      `insert into audit_log (tenant_id, at, user_id, action, entity, request_id)
       values ($1, now(), $2, 'medicines_load_starter', 'medicine', 'support')`,
      [tenant.id, helper.id],
    );
    await api.call('client_update', { client_id: client.id, notes: 'Prefers mornings' }, adminKey);
    await api.call('tenant_update', { grace: 15 }, adminKey);
    await openCategory(page, 'audit', 'Audit log');
    const log = screen === phone ? page.getByRole('list', { name: 'Audit log' }) : page.getByRole('table');
    await log.getByText(/changed the practice settings/i).waitFor();
    await expectAccessible(page);
    await page.getByLabel('Person').selectOption('Abe Support (support)');
    await log.getByText(/changed the practice settings/i).waitFor({ state: 'detached' });
    await log.getByText(/added the starter list of medicines/i).waitFor();
    await page.getByLabel('Person').selectOption('Everyone');
    await page.getByLabel('Kind of record').selectOption('Clients');
    await log.getByText(/changed the practice settings/i).waitFor({ state: 'detached' });
    const until = page.getByLabel('To', { exact: true });
    await until.focus();
    await page.keyboard.type('01012025');
    await page.getByText('No activity matches these filters.').waitFor();
    expect(await until.inputValue()).toBe('2025-01-01');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await log.getByText(/changed the practice settings/i).waitFor();
    expect(await until.inputValue()).toBe('');
    await page.getByLabel('Kind of record').selectOption('Clients');
    await log.getByText(/changed the practice settings/i).waitFor({ state: 'detached' });
    await log.getByRole('link', { name: client.name }).click();
    await page.waitForURL(`**/app/admin/client/${client.id}`);
  });

  it('choose another region, previewed before it is saved', async () => {
    const { practice, page } = await openPractice(screen);
    await openCategory(page, 'regional', 'Region');
    const zone = page.getByRole('combobox', { name: /^Time zone/ });
    await zone.fill('new york');
    await page.getByRole('option', { name: /New York/ }).click();
    await page.getByText(/stays at ten o’clock/).waitFor();
    await page.getByLabel('Language and region').selectOption('en-US');
    await page.getByText(/^For example:/).waitFor();
    await expectAccessible(page);
    await save(page);
    const [saved] = (await api.call('tenant', {}, practice.adminKey)).body;
    expect(saved).toMatchObject({ time_zone: 'America/New_York', locale: 'en-US' });
  });

  it('are not for staff', async () => {
    const { page } = await openPractice(screen, 'staff');
    await page.goto('/app/admin');
    await page.goto('/app/admin');
    const tabs = page.getByRole('navigation', { name: 'Main' });
    await tabs.getByRole('link', { name: 'Clients' }).waitFor();
    expect(await tabs.getByRole('link', { name: 'Settings' }).count()).toBe(0);
    await page.goto('/app/admin/settings?category=team');
    await page.waitForURL('**/app/admin');
  });
});

describe('the trial banner', () => {
  it('leads to the subscription in the settings', async () => {
    const { page } = await openPractice(desktop);
    await page.goto('/app/admin');
    await page.goto('/app/admin');
    await page.getByRole('link', { name: 'View subscription' }).click();
    await page.waitForURL('**/app/admin/settings?category=subscription');
    await page.getByText(/Your trial runs until/).waitFor();
    await expectAccessible(page);
  });
});
