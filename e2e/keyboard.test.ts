import { expect, it } from 'vitest';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import { makeAccount, makeClient, makeUser } from '../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../packages/dev/src/factory-records.ts';
import { makePractice } from '../packages/dev/src/factories.ts';
import { alwaysOpen, desktop, focusIsOn, useBrowser } from './browser.ts';
import { answerLate, moments } from './late-answers.ts';
import { signInAsStaff } from './sign-in.ts';

const { api, openPage } = useBrowser();
const db = () => api.testDatabase.owner;

/** A person at the desk of a practice with one animal. */
async function openDesk() {
  const practice = await makePractice(db(), { business_hours: alwaysOpen });
  const account = await makeAccount(db());
  await makeUser(db(), { tenant: practice.tenant, account, role: 'admin' });
  const client = await makeClient(db(), { tenant: practice.tenant });
  const bella = await makeAnimal(db(), { client, name: 'Bella', species_id: practice.dog.id });
  const page = await openPage(desktop);
  await signInAsStaff(page, account.email);
  const focused = (name: string) =>
    page.waitForFunction((text) => document.activeElement?.textContent?.includes(text) ?? false, name);
  return { practice, bella, page, focused };
}

it('finds an animal and continues to the service without the mouse', async () => {
  const { page, focused } = await openDesk();
  await page.goto('/app/admin');
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

it.each(moments)(
  'keeps the focus among the actions when the pressed one is gone: answer after $command ms, reading after $reading ms',
  async ({ command, reading }) => {
    const { practice, bella, page } = await openDesk();
    const booking = await makeBooking(db(), {
      tenant: practice.tenant,
      animal: bella,
      service: practice.checkUp,
      status: 'pending',
    });
    await page.goto(`/app/admin/booking/${booking.id}`);
    // By its text: for a moment a busy button has no name.
    const confirm = page.getByRole('button').filter({ hasText: /^Confirm/ });
    const start = page.getByRole('button').filter({ hasText: /^Start/ });
    await confirm.waitFor();
    await answerLate(page, { booking_status_update: command, booking: reading });
    await confirm.press('Enter');
    await confirm.waitFor({ state: 'detached' });
    await page.keyboard.press('Tab');
    await focusIsOn(start);

    const edit = page.getByRole('button', { name: 'Edit Booking' });
    await edit.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Edit Booking' });
    await dialog.waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'booking_date');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await focusIsOn(edit);
  },
);

it('lets Tab reach the next action while the one before it is in progress', async () => {
  const { practice, bella, page } = await openDesk();
  const booking = await makeBooking(db(), {
    tenant: practice.tenant,
    animal: bella,
    service: practice.checkUp,
    status: 'pending',
  });
  await page.goto(`/app/admin/booking/${booking.id}`);
  const confirm = page.getByRole('button').filter({ hasText: /^Confirm/ });
  const start = page.getByRole('button').filter({ hasText: /^Start/ });
  await confirm.waitFor();
  await answerLate(page, { booking_status_update: 1500, booking: 300 });
  await confirm.press('Enter');
  await page.keyboard.press('Tab');
  await focusIsOn(start);
  // It can have the focus, but does nothing yet.
  await page.keyboard.press('Enter');
  await confirm.waitFor({ state: 'detached' });
  await focusIsOn(start);
  const { rows } = await db().query('select status from bookings where id = $1', [booking.id]);
  expect(rows).toEqual([{ status: 'confirmed' }]);
});

it.each(moments)(
  'keeps the focus among a client’s actions when Archive is gone: answer after $command ms, reading after $reading ms',
  async ({ command, reading }) => {
    const { bella, page } = await openDesk();
    await page.goto(`/app/admin/client/${bella.client_id}`);
    const archive = page.getByRole('button', { name: 'Archive client' });
    await archive.waitFor();
    await answerLate(page, { client_archive: command, client: reading, 'bookings/by_client': reading });
    await archive.press('Enter');
    const asking = page.getByRole('alertdialog');
    await asking.getByRole('button', { name: 'Archive Client' }).press('Enter');
    await asking.waitFor({ state: 'hidden' });
    await archive.waitFor({ state: 'detached' });
    const restore = page.getByRole('button', { name: 'Restore Client' });
    await restore.waitFor();
    await page.keyboard.press('Tab');
    await focusIsOn(restore);
    await page.keyboard.press('Enter');
    await archive.waitFor();
    await page.keyboard.press('Tab');
    await focusIsOn(page.getByRole('link', { name: 'Schedule Appointment' }));
  },
);
