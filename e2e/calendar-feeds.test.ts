import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import { makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
import { makePractice } from '../packages/dev/src/factories.ts';
import { alwaysOpen, dayFromNow, desktop, expectAccessible, phone, useBrowser } from './browser.ts';
import { openAsStaff } from './sign-in.ts';

const { api, openPage } = useBrowser();
const db = () => api.testDatabase.owner;

const practiceAndPerson = async (role: 'staff' | 'admin') => {
  const practice = await makePractice(db(), { tenant_name: 'Willow Lane Vets', business_hours: alwaysOpen });
  const account = await makeAccount(db());
  const user = await makeUser(db(), { tenant: practice.tenant, account, role, name: 'Pat Person' });
  const { animal, checkUp } = practice;
  await makeBooking(db(), { animal, service: checkUp, staff: user, booking_date: dayFromNow(2) });
  return { practice, account };
};

/** The text that a calendar program reads at the shown address. */
async function readShown(page: Page): Promise<{ status: number; text: string }> {
  const field = page.getByRole('textbox', { name: 'Address for your calendar app' });
  const answer = await fetch(await field.inputValue());
  return { status: answer.status, text: await answer.text() };
}

it('is made for the whole practice by an admin, shown once, and revoked', async () => {
  const { practice, account } = await practiceAndPerson('admin');
  const page = await openPage(desktop);
  await openAsStaff(page, account.email, '/app/admin/settings?category=integrations');
  const card = page.getByRole('region', { name: 'Calendar feeds', exact: true });
  await card.getByText('No feeds yet.').waitFor();
  await card.getByRole('button', { name: 'New feed' }).click();
  await expectAccessible(page);
  await card.getByRole('radio', { name: /^Service, animal and client/ }).check();
  await card.getByLabel(/^Name/).fill('Reception');
  await card.getByRole('button', { name: 'Create address' }).click();
  await card.getByText('you won’t see it again').waitFor();
  await expectAccessible(page);
  const made = await readShown(page);
  expect([made.status, made.text.includes(practice.client.name)]).toEqual([200, true]);
  await card.getByRole('button', { name: 'Done' }).click();
  await page.reload();
  await card
    .getByText(/Reception · Service, animal and client · created by Pat Person.* · last read/)
    .waitFor();
  expect(await page.getByRole('textbox', { name: 'Address for your calendar app' }).count()).toBe(0);
  await card.getByRole('button', { name: 'Revoke: The whole practice, Reception' }).click();
  await page
    .getByRole('alertdialog', { name: 'Revoke this feed?' })
    .getByRole('button', { name: 'Revoke' })
    .click();
  await card.getByText('No feeds yet.').waitFor();
});

it('is made for their own diary by staff on a phone, under My account', async () => {
  const { practice, account } = await practiceAndPerson('staff');
  const page = await openPage(phone);
  await openAsStaff(page, account.email, '/app/admin');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'My account' }).click();
  const dialog = page.getByRole('dialog', { name: 'My account' });
  await dialog.getByRole('button', { name: 'New feed' }).click();
  expect(await dialog.getByLabel('Whose appointments').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Create address' }).click();
  await dialog.getByText('you won’t see it again').waitFor();
  await expectAccessible(page);
  const { status, text } = await readShown(page);
  expect([status, text.includes(`SUMMARY:Consultation · ${practice.animal.name}`)]).toEqual([200, true]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.getByRole('button', { name: 'Revoke: Service and animal' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await dialog.getByText('No feeds yet.').waitFor();
});
