import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import { samplePicture } from '../apps/api/src/testing/sample-files.ts';
import { alwaysOpen, dayFromNow, desktop, expectAccessible, phone, useBrowser } from './browser.ts';
import { openAsStaff } from './sign-in.ts';

// From an unknown phone number to an appointment that the desk accepted, through the screens of both.

const { api, openPage } = useBrowser();
const db = () => api.testDatabase.owner;
const number = '07700900417';

/** The desk, with the dashboard open. */
async function openDesk(practice: Practice): Promise<Page> {
  const account = await makeAccount(db());
  await makeUser(db(), { tenant: practice.tenant, account, role: 'admin', name: 'Ada Desk' });
  const page = await openPage(desktop);
  await openAsStaff(page, account.email, '/app/admin');
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
  return page;
}

/** Reads the code on the page of the sandbox, as a person without a phone does. */
async function readCode(): Promise<string> {
  const inbox = await openPage(desktop);
  await inbox.goto(`${api.sandbox.url}/`);
  const message = await inbox.getByText(/is your verification code for Willow Lane Vets/).textContent();
  return /\b\d{6}\b/.exec(message ?? '')?.[0] ?? '';
}

async function createAccount(page: Page, practice: Practice): Promise<void> {
  await page.goto(`/app/cp/signup?tenant=${practice.tenant.id}`);
  await page.getByLabel('UK Mobile Number').fill(number);
  await page.getByRole('button', { name: 'Send Code' }).click();
  await page.getByRole('heading', { name: 'Verify your number' }).waitFor();
  const code = page.getByLabel('Verification Code');
  expect(await code.getAttribute('autocomplete')).toBe('one-time-code');
  await code.fill(await readCode());
  await page.getByRole('button', { name: 'Verify Code' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Jo Petlover');
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('a-furry-friend');
  await page.getByRole('textbox', { name: 'Confirm Password' }).fill('a-furry-friend');
  await page.getByRole('button', { name: 'Create Account', exact: true }).click();
  await page.waitForURL(`**/app/cp/login?tenant=${practice.tenant.id}`);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('a-furry-friend');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL(`**/app/cp?tenant=${practice.tenant.id}`);
}

/** The first pet, with a photo; ends on the page for requesting an appointment. */
async function addPet(page: Page, practice: Practice): Promise<void> {
  await page.getByRole('link', { name: 'My Pets' }).first().click();
  await page
    .getByRole('link', { name: /Add.*Pet/ })
    .first()
    .click();
  await page.getByRole('textbox', { name: /Name/ }).fill('Biscuit');
  await page.getByRole('combobox', { name: /^Species/ }).selectOption(String(practice.dog.id));
  await page.getByRole('textbox', { name: /Breed/ }).fill('Beagle');
  await page.getByRole('button', { name: 'Add Pet' }).click();
  await page.getByRole('heading', { name: 'Pet Added Successfully!' }).waitFor();
  const photo = { name: 'biscuit.png', mimeType: 'image/png', buffer: await samplePicture('png', 300, 300) };
  await page.locator('input[type=file]').setInputFiles(photo);
  await page.getByText('Photo updated').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Yes, Request Appointment' }).click();
  await page.waitForURL('**/app/cp/booking/create*');
}

async function requestAppointment(page: Page, practice: Practice): Promise<void> {
  await page.getByRole('combobox', { name: /^Service Required/ }).selectOption(String(practice.checkUp.id));
  const day = dayFromNow(1);
  const isNextMonth = day.slice(0, 7) !== dayFromNow(0).slice(0, 7);
  if (isNextMonth) await page.getByRole('button', { name: 'Next month' }).click();
  await page.locator(`button[data-day="${day}"], [data-day="${day}"] button`).click();
  await page.locator('label', { hasText: /^10:00/ }).click();
  await page.getByRole('textbox', { name: 'Additional Notes' }).fill('Scratches his left ear');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Request Appointment' }).click();
  await page.getByRole('heading', { name: 'Appointment Request Submitted!' }).waitFor();
  await page.waitForURL('**/app/cp/bookings*');
}

it('leads from an unknown phone to an appointment that the desk has accepted', async () => {
  const practice = await makePractice(db(), { tenant_name: 'Willow Lane Vets', business_hours: alwaysOpen });
  const desk = await openDesk(practice);
  const page = await openPage(phone);
  await createAccount(page, practice);
  await page.getByText('Jo Petlover').first().waitFor();
  await expectAccessible(page);
  await addPet(page, practice);
  await requestAppointment(page, practice);
  await page.getByText('Awaiting Confirmation').waitFor();
  await expectAccessible(page);

  // Without a reload: the desk is notified, and the request is on its dashboard.
  await desk.getByRole('button', { name: 'Notifications: 1 unread' }).waitFor();
  const requests = desk.getByRole('region', { name: /Pending Booking Requests/ });
  await requests.getByText('Biscuit').first().waitFor();
  await desk.getByRole('button', { name: 'Notifications: 1 unread' }).click();
  await desk
    .getByRole('link', { name: /Biscuit/ })
    .first()
    .click();
  await desk.waitForURL(/\/app\/admin\/booking\/\d+$/);
  await desk.getByText('Scratches his left ear').first().waitFor();
  await desk.getByRole('button', { name: 'Accept', exact: true }).click();
  await desk.getByText('Provisional').first().waitFor({ state: 'detached' });
  await desk.getByRole('main').getByText('Confirmed', { exact: true }).first().waitFor();

  await page.reload();
  await page.getByText('Confirmed').first().waitFor();
  await page
    .getByRole('link', { name: /Biscuit/ })
    .first()
    .click();
  await page.getByRole('heading', { name: /^Appointment #\d+/ }).waitFor();
  await page.getByText('Scratches his left ear').waitFor();
  await expectAccessible(page);
});
