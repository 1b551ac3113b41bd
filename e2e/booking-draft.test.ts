import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { defaultPassword, makeAccount, makeClient, makeUser } from '../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import { alwaysOpen, dayFromNow, desktop, expectAccessible, useBrowser } from './browser.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;

/** Signs in on the open page. */
async function fillSignIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(defaultPassword);
  await page.getByRole('button', { name: 'Login' }).click();
}

async function person(practice: Practice): Promise<string> {
  const account = await makeAccount(db());
  await makeUser(db(), { tenant: practice.tenant, account, role: 'admin' });
  return account.email;
}

/** Ann Lee with Bella, Bob Ray with Rex, and an admin who books for them. */
async function openDesk() {
  const practice = await makePractice(db(), { business_hours: alwaysOpen });
  const { tenant } = practice;
  const ann = await makeClient(db(), { tenant, name: 'Ann Lee' });
  const bella = await makeAnimal(db(), { client: ann, name: 'Bella' });
  const bob = await makeClient(db(), { tenant, name: 'Bob Ray' });
  const rex = await makeAnimal(db(), { client: bob, name: 'Rex' });
  const email = await person(practice);
  const page = await openPage(desktop);
  expectConsole(/Failed to load resource.*401/);
  return { practice, ann, bella, bob, rex, email, page };
}

const addressOf = (client: { id: number }) => `/app/admin/booking/create?client_id=${client.id}`;
const notes = (page: Page) => page.getByRole('textbox', { name: 'Additional Notes' });
const endSessions = (tenant: { id: number }) =>
  db().query('update api_keys set revoked_at = now() where tenant_id = $1', [tenant.id]);

/** Ends the session while the form for Ann's appointment is open. */
async function interruptAnn({ page, practice, ann, email }: Awaited<ReturnType<typeof openDesk>>) {
  await page.goto(addressOf(ann));
  await fillSignIn(page, email);
  await page.getByText('Bella').first().waitFor();
  await page.getByRole('combobox', { name: /^Service/ }).selectOption(String(practice.checkUp.id));
  await page.getByLabel(/^Date/).fill(dayFromNow(3));
  await page.getByLabel(/^Time/).fill('10:00');
  await notes(page).fill('Limping since Sunday');
  await endSessions(practice.tenant);
  await page.getByRole('button', { name: 'Create Booking' }).click();
  await page.waitForURL('**/app/login');
}

const banner = (page: Page) =>
  page.getByText(/We’ve restored your unfinished appointment for Ann Lee, saved at \d\d:\d\d\./);

it('restores the draft for the same client, never for another one', async () => {
  const desk = await openDesk();
  const { page, ann, bob, rex, email } = desk;
  await interruptAnn(desk);
  await fillSignIn(page, email);
  await banner(page).waitFor();
  expect(new URL(page.url()).search).toBe(`?client_id=${ann.id}`);
  expect(await notes(page).inputValue()).toBe('Limping since Sunday');
  expect(await page.getByLabel(/^Time/).inputValue()).toBe('10:00');
  await expectAccessible(page);

  await page.goto(addressOf(bob));
  await page.getByRole('region', { name: 'Animal Selection' }).getByText('Rex').waitFor();
  expect(await banner(page).count()).toBe(0);
  expect(await notes(page).inputValue()).toBe('');
  expect(await page.getByLabel(/^Date/).inputValue()).toBe(dayFromNow(1));
  await page.getByRole('combobox', { name: /^Service/ }).selectOption({ index: 1 });
  await page.getByLabel(/^Time/).fill('11:00');
  await page.getByRole('button', { name: 'Create Booking' }).click();
  await page.waitForURL(/\/app\/admin\/booking\/\d+$/);
  const { rows } = await db().query('select animal_id::int, notes from bookings where tenant_id = $1', [
    desk.practice.tenant.id,
  ]);
  expect(rows).toEqual([{ animal_id: rex.id, notes: null }]);

  await page.goto(addressOf(ann));
  await banner(page).waitFor();
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await banner(page).waitFor({ state: 'detached' });
  expect(await notes(page).inputValue()).toBe('');
  await page.reload();
  await notes(page).waitFor();
  expect(await banner(page).count()).toBe(0);
});

it('keeps the draft also when another request finds that the session has ended', async () => {
  const desk = await openDesk();
  const { page, practice, ann, email } = desk;
  await page.goto(addressOf(ann));
  await fillSignIn(page, email);
  await page.getByText('Bella').first().waitFor();
  await notes(page).fill('Limping since Sunday');
  await endSessions(practice.tenant);
  // Requests that day's times.
  await page.getByRole('button', { name: 'Next day' }).click();
  await page.waitForURL('**/app/login');
  await fillSignIn(page, email);
  await banner(page).waitFor();
  expect(await notes(page).inputValue()).toBe('Limping since Sunday');
});

it('hides the draft from another person, and discards it when they sign in', async () => {
  const desk = await openDesk();
  const { page, practice, ann, email } = desk;
  await interruptAnn(desk);
  await fillSignIn(page, await person(practice));
  await notes(page).waitFor();
  expect(await banner(page).count()).toBe(0);
  expect(await notes(page).inputValue()).toBe('');
  await endSessions(practice.tenant);
  await page.reload();
  await fillSignIn(page, email);
  await notes(page).waitFor();
  expect(new URL(page.url()).search).toBe(`?client_id=${ann.id}`);
  expect(await banner(page).count()).toBe(0);
});

it('discards the draft at the end of the day', async () => {
  const desk = await openDesk();
  const { page, email } = desk;
  await interruptAnn(desk);
  await page.evaluate((yesterday) => {
    for (const [key, value] of Object.entries(sessionStorage)) {
      if (key.startsWith('draft:'))
        sessionStorage.setItem(key, value.replace(/"day":"[^"]+"/, `"day":"${yesterday}"`));
    }
  }, dayFromNow(-1));
  await fillSignIn(page, email);
  await notes(page).waitFor();
  expect(await banner(page).count()).toBe(0);
  expect(await notes(page).inputValue()).toBe('');
});
