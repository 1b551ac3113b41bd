import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import { makeAccount, makeClient, makeTenant, makeUser } from '../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../packages/dev/src/factory-records.ts';
import { makePractice } from '../packages/dev/src/factories.ts';
import type { TenantRow } from '../packages/dev/src/factory-rows.ts';
import {
  dayFromNow,
  desktop,
  expectAccessible,
  focusIsOn,
  holdBack,
  phone,
  useBrowser,
  type Screen,
} from './browser.ts';
import { signInAsStaff } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;

/** A page on which one of the practice's staff is signed in. */
async function openFor(tenant: TenantRow, screen: Screen): Promise<Page> {
  const account = await makeAccount(db());
  await makeUser(db(), { tenant, account, role: 'staff' });
  const page = await openPage(screen);
  await signInAsStaff(page, account.email);
  return page;
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name') ?? null);
const figure = (page: Page, label: string) =>
  page.locator('dl > div').filter({ hasText: label }).locator('dd');

describe.each([desktop, phone])('on a $name', (screen) => {
  it('adds a client, names the client with a taken phone number, and changes the details', async () => {
    const { tenant } = await makePractice(db());
    const ann = await makeClient(db(), { tenant, name: 'Ann Lee', phone: '07700900701' });
    const page = await openFor(tenant, screen);
    expectConsole(/Failed to load resource.*(?:400|409)/);
    await page.goto('/app/admin/clients');
    await page.getByRole('button', { name: 'Add Client' }).click();
    const adding = dialog(page, 'Add Client');
    await adding.getByRole('button', { name: 'Add Client' }).click();
    await adding.getByText('Enter a name.').waitFor();
    await expect.poll(() => focused(page)).toBe('name');
    await expectAccessible(page);
    await adding.getByLabel('Name').fill('Zoë O’Brien');
    await adding.getByLabel('Phone').fill('12');
    await adding.getByRole('textbox', { name: 'Email' }).fill('zoe@farm.test');
    await adding.getByLabel('Notes').fill('Rings in the evening');
    await adding.getByLabel('By SMS').uncheck();
    await adding.getByLabel('Notes').press('Control+Enter');
    await adding.getByText('Enter a phone number such as 07700 900001.').waitFor();
    await expect.poll(() => focused(page)).toBe('phone');
    await adding.getByLabel('Phone').fill('+44 7700 900701');
    await adding.getByRole('button', { name: 'Add Client' }).click();
    await adding.getByText('Another client, Ann Lee, already has this phone number.').waitFor();
    const holder = adding.getByRole('link', { name: 'Go to the client with this number' });
    expect(await holder.getAttribute('href')).toBe(`/app/admin/client/${ann.id}`);
    await adding.getByText('Leave the phone empty here, or add the animal to that client.').waitFor();
    await expectAccessible(page);
    await adding.getByLabel('Phone').fill('07700 900702');
    await adding.getByRole('button', { name: 'Add Client' }).click();
    await page.waitForURL(/\/app\/admin\/client\/\d+$/);
    await page.getByRole('heading', { name: 'Zoë O’Brien' }).waitFor();
    await page.getByRole('link', { name: '07700 900702' }).waitFor();
    expect(await figure(page, 'SMS enabled').textContent()).toBe('No');
    await page.getByText('No animals yet').waitFor();
    const addAnimal = page.getByRole('link', { name: 'Add Animal' });
    expect(await addAnimal.getAttribute('href')).toMatch(/\/app\/admin\/animal\/create\?client_id=\d+$/);

    await page.getByRole('button', { name: 'Edit notes' }).click();
    await page.getByLabel('Client notes').fill('Prefers mornings');
    await page.getByLabel('Client notes').press('Control+Enter');
    await page.getByLabel('Client notes').waitFor({ state: 'detached' });
    await page.getByText('Prefers mornings').waitFor();
    await page.getByRole('button', { name: 'Edit Client' }).click();
    const editing = dialog(page, 'Edit Client');
    await editing.getByLabel('Address').fill('3 Back Lane\nOakham');
    await editing.getByRole('textbox', { name: 'Email' }).fill('');
    await editing.getByLabel('By SMS').check();
    await expectAccessible(page);
    await editing.getByRole('button', { name: 'Save Changes' }).click();
    await editing.waitFor({ state: 'detached' });
    await page.getByText('3 Back Lane').waitFor();
    await page.getByText('No email address').waitFor();
    await expect.poll(() => figure(page, 'SMS enabled').textContent()).toBe('Yes');
    await expectAccessible(page);
  });

  it('archives a client with the upcoming appointments, and restores the client', async () => {
    const practice = await makePractice(db());
    const { tenant, checkUp } = practice;
    const client = await makeClient(db(), { tenant, name: 'Olu Adeyemi' });
    const rex = await makeAnimal(db(), { client, name: 'Rex', species_id: practice.dog.id });
    const visit = { animal: rex, service: checkUp, status: 'confirmed' } as const;
    await makeBooking(db(), { ...visit, booking_date: dayFromNow(-3) });
    const soon = await makeBooking(db(), { ...visit, booking_date: dayFromNow(2) });
    await makeBooking(db(), { ...visit, booking_date: dayFromNow(9) });
    const page = await openFor(tenant, screen);
    await page.goto(`/app/admin/client/${client.id}`);
    await page.getByRole('button', { name: 'Archive client' }).click();
    const asking = page.getByRole('alertdialog', { name: 'Archive Olu Adeyemi?' });
    const listed = asking.getByRole('list', { name: 'Upcoming appointments' }).getByRole('listitem');
    await expect.poll(() => listed.count()).toBe(2);
    expect(await listed.first().textContent()).toContain('Rex · Consultation');
    await asking.getByLabel('Cancel the upcoming appointments').check();
    await expectAccessible(page);
    await asking.getByRole('button', { name: 'Archive Client' }).click();
    await page.getByText('This client is archived.').waitFor();
    await page.getByText('2 appointments cancelled.').waitFor();
    expect(await page.getByRole('link', { name: 'Schedule Appointment' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Add Animal' }).count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Schedule Appointment' }).waitFor();
    await page.goto(`/app/admin/booking/${soon.id}`);
    await page.getByText('Cancelled').first().waitFor();

    await page.goto(`/app/admin/client/${client.id}`);
    await page.getByRole('button', { name: 'Archive client' }).click();
    await asking.getByRole('button', { name: 'Archive Client' }).click();
    await page.getByText('This client is archived.').waitFor();
    await page.goto('/app/admin/clients?q=adeyemi');
    await page.getByText('No clients found').waitFor();
    await page.getByRole('link', { name: 'Search all clients' }).click();
    await page.waitForURL('**/app/admin/clients?q=adeyemi&status=all');
    await page.getByRole('link', { name: 'Olu Adeyemi' }).click();
    await page.getByRole('button', { name: 'Restore Client' }).click();
    await page.getByRole('link', { name: 'Schedule Appointment' }).waitFor();
    await expectAccessible(page);
  });

  it('shows a new practice its next step, and each status its own clients', async () => {
    const tenant = await makeTenant(db());
    const page = await openFor(tenant, screen);
    await page.goto('/app/admin/clients');
    await page.getByText('No clients found').waitFor();
    expect(await page.getByRole('button', { name: 'Add Client' }).count()).toBe(2);
    await expectAccessible(page);
    await makeClient(db(), { tenant, name: 'Ann Lee' });
    await makeClient(db(), { tenant, name: 'Ben Old', archived_at: new Date() });
    await page.reload();
    const names = page.getByRole('link', { name: /^(?:Ann|Ben)/ });
    await expect.poll(() => names.allTextContents()).toEqual(['Ann Lee']);
    await page.getByRole('link', { name: 'Archived' }).click();
    await expect.poll(() => names.allTextContents()).toEqual(['Ben Old']);
    await expect.poll(() => figure(page, 'Total Clients').textContent()).toBe('2');
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await expect.poll(() => names.allTextContents()).toEqual(['Ann Lee', 'Ben Old']);
    expect(await page.getByText('Search Results').count()).toBe(0);
    await page.getByRole('searchbox').fill('old');
    await expect.poll(() => figure(page, 'Search Results').textContent()).toBe('1');
    await expectAccessible(page);
  });
});

it('archives a client only once the upcoming appointments are known', async () => {
  const { tenant, client, animal, checkUp } = await makePractice(db());
  await makeBooking(db(), { animal, service: checkUp, booking_date: dayFromNow(2) });
  const page = await openFor(tenant, desktop);
  const letGo = await holdBack(page, 'bookings_by_client*');
  await page.goto(`/app/admin/client/${client.id}`);
  await page.getByRole('button', { name: 'Archive client' }).click();
  const asking = page.getByRole('alertdialog');
  const confirm = asking.getByRole('button', { name: 'Archive Client' });
  expect(await confirm.isDisabled()).toBe(true);
  letGo();
  await asking.getByLabel('Cancel this appointment').check();
  await confirm.click();
  await page.getByText('1 appointment cancelled.').waitFor();
});

it('says when the upcoming appointments of a client to archive can’t be loaded', async () => {
  const { tenant, client, animal, checkUp } = await makePractice(db());
  await makeBooking(db(), { animal, service: checkUp, booking_date: dayFromNow(2) });
  const page = await openFor(tenant, desktop);
  expectConsole(/Failed to load resource/);
  await page.route('**/api/bookings_by_client*', (route) => route.abort());
  await page.goto(`/app/admin/client/${client.id}`);
  await page.getByRole('button', { name: 'Archive client' }).click();
  const asking = page.getByRole('alertdialog');
  await asking.getByText('Couldn’t load the upcoming appointments.').waitFor();
  await asking.getByLabel('Cancel the upcoming appointments').waitFor();
  await expectAccessible(page);
  await page.unroute('**/api/bookings_by_client*');
  await asking.getByRole('button', { name: 'Retry' }).click();
  await asking.getByLabel('Cancel this appointment').waitFor();
  expect(await asking.getByText('Couldn’t load the upcoming appointments.').count()).toBe(0);
});

it('keeps the input when it cannot be saved, and shows why', async () => {
  const { tenant, client } = await makePractice(db());
  const page = await openFor(tenant, desktop);
  expectConsole(/Failed to load resource/);
  await page.goto(`/app/admin/client/${client.id}`);
  await page.route('**/api/client_*', (route) => route.abort());
  const failure = /^Failed to update client details\. Couldn’t reach the server/;
  await page.getByRole('button', { name: 'Edit notes' }).click();
  await page.getByLabel('Client notes').fill('Prefers mornings');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(failure).waitFor();
  expect(await page.getByLabel('Client notes').inputValue()).toBe('Prefers mornings');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Edit Client' }).click();
  const editing = dialog(page, 'Edit Client');
  await editing.getByLabel('Name').fill('Somebody Else');
  await editing.getByRole('button', { name: 'Save Changes' }).click();
  await editing.getByText(failure).waitFor();
  expect(await editing.getByLabel('Name').inputValue()).toBe('Somebody Else');
  await expectAccessible(page);
  await editing.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Archive client' }).click();
  const asking = page.getByRole('alertdialog');
  await asking.getByRole('button', { name: 'Archive Client' }).click();
  await asking.getByText(/^Couldn’t archive the client\./).waitFor();
  await page.unroute('**/api/client_*');
  await asking.getByRole('button', { name: 'Archive Client' }).click();
  const restore = page.getByRole('button', { name: 'Restore Client' });
  await restore.waitFor();
  // The pressed button is gone: Tab continues with the next action.
  await asking.waitFor({ state: 'hidden' });
  await page.keyboard.press('Tab');
  await focusIsOn(restore);
});
