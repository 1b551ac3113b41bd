import { expect, it } from 'vitest';
import { makeBooking } from '../apps/api/src/testing/factory-bookings.ts';
import {
  defaultPassword,
  makeAccount,
  makeClient,
  makeUser,
} from '../apps/api/src/testing/factory-people.ts';
import { makeAnimal } from '../apps/api/src/testing/factory-records.ts';
import { makePractice } from '../apps/api/src/testing/factories.ts';
import { alwaysOpen, desktop, useBrowser } from './browser.ts';
import { signIn } from './sign-in.ts';

const { api, openPage } = useBrowser();
const db = () => api.testDatabase.owner;

/** Somebody at the desk of a practice with one animal. */
async function openDesk() {
  const practice = await makePractice(db(), { business_hours: alwaysOpen });
  const account = await makeAccount(db());
  await makeUser(db(), { tenant: practice.tenant, account, role: 'admin' });
  const client = await makeClient(db(), { tenant: practice.tenant });
  const bella = await makeAnimal(db(), { client, name: 'Bella', species_id: practice.dog.id });
  const page = await openPage(desktop);
  await signIn(page, account.email, defaultPassword);
  await page.waitForURL('**/app/admin');
  const focused = (name: string) =>
    page.waitForFunction((text) => document.activeElement?.textContent?.includes(text) ?? false, name);
  return { practice, bella, page, focused };
}

it('finds an animal and goes on to the service without the mouse', async () => {
  const { page, focused } = await openDesk();
  await page.getByRole('link', { name: 'New Appointment' }).first().click();
  const search = page.getByRole('combobox', { name: 'Find Client & Animal' });
  await search.waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox');
  await page.keyboard.type('bel');
  await page.getByRole('option', { name: /Bella/ }).waitFor();
  await page.keyboard.press('Enter');
  await focused('Select a service');
  await page.getByRole('button', { name: 'Change client' }).press('Enter');
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox');
  expect(await search.inputValue()).toBe('');
});

it('keeps the focus among the actions when the one that was pressed is gone', async () => {
  const { practice, bella, page } = await openDesk();
  const booking = await makeBooking(db(), {
    tenant: practice.tenant,
    animal: bella,
    service: practice.checkUp,
    status: 'pending',
  });
  await page.goto(`/app/admin/booking/${booking.id}`);
  const confirm = page.getByRole('button', { name: 'Confirm' });
  await confirm.press('Enter');
  await confirm.waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement !== document.body);
  await page.keyboard.press('Tab');
  const start = page.getByRole('button', { name: 'Start' });
  await expect.poll(() => start.evaluate((button) => button === document.activeElement)).toBe(true);

  const edit = page.getByRole('button', { name: 'Edit Booking' });
  await edit.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit Booking' });
  await dialog.waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'booking_date');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => edit.evaluate((button) => button === document.activeElement)).toBe(true);
});
