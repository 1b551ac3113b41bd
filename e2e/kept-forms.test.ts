import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import { defaultPassword, makeAccount, makeClient, makeUser } from '../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import { defaultPracticeLocale, formatsFor } from '../apps/web/src/lib/format.ts';
import { alwaysOpen, dayFromNow, desktop, expectAccessible, phone, useBrowser } from './browser.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;
const { longDay, month } = formatsFor(defaultPracticeLocale);

async function person(practice: Practice): Promise<string> {
  const account = await makeAccount(db());
  await makeUser(db(), { tenant: practice.tenant, account, role: 'admin' });
  return account.email;
}

/** An admin of a practice with the client Ann Lee and her dog Bella. */
async function openDesk() {
  const practice = await makePractice(db(), { business_hours: alwaysOpen });
  const ann = await makeClient(db(), { tenant: practice.tenant, name: 'Ann Lee' });
  const bella = await makeAnimal(db(), { client: ann, name: 'Bella' });
  const email = await person(practice);
  const page = await openPage(desktop);
  expectConsole(/Failed to load resource.*401/);
  return { practice, ann, bella, email, page, address: `/app/admin/client/${ann.id}` };
}

type Desk = Awaited<ReturnType<typeof openDesk>>;

/** Signs in on the open page. */
async function fillSignIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(defaultPassword);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Ends every session of a practice, and presses a button unless the page has already noticed. */
async function endSession(page: Page, tenantId: number, button: Locator): Promise<void> {
  await db().query('update api_keys set revoked_at = now() where tenant_id = $1', [tenantId]);
  void button.click().catch(() => undefined);
  await page.waitForURL(/\/app\/(cp\/)?login/);
}

const editing = (page: Page) => page.getByRole('dialog', { name: 'Edit Client' });
const openEdit = (page: Page) => page.getByRole('button', { name: 'Edit Client' }).click();
const pageNote = (page: Page) => page.getByText(/We’ve kept what you were entering/);
const formNote = (page: Page) => page.getByText(/We’ve restored what you entered earlier/);

/** What this tab keeps of unfinished forms, as text. */
const keptIn = (page: Page) =>
  page.evaluate(() =>
    Object.entries(sessionStorage)
      .filter(([key]) => key.startsWith('draft:'))
      .map(([, value]) => String(value))
      .join(),
  );

/** Types an address into the client's form, and ends the session on saving it. */
async function interrupt(desk: Desk): Promise<void> {
  const { page, email, address } = desk;
  await page.goto(address);
  await fillSignIn(page, email);
  await openEdit(page);
  await editing(page).getByLabel('Address').fill('7 Long Typed Road');
  await endSession(
    page,
    desk.practice.tenant.id,
    editing(page).getByRole('button', { name: 'Save Changes' }),
  );
}

it('signs out after idling, and restores the forms of the same person in every tab', async () => {
  const { practice, ann, bella, email, page, address } = await openDesk();
  await page.clock.install();
  await page.goto(address);
  await fillSignIn(page, email);
  await openEdit(page);
  await editing(page).getByLabel('Address').fill('7 Long Typed Road');
  const booking = await page.context().newPage();
  await booking.goto(`/app/admin/booking/create?client_id=${ann.id}`);
  await booking.getByText('Bella').first().waitFor();
  await booking.getByRole('combobox', { name: /^Service/ }).selectOption(String(practice.checkUp.id));
  await booking.getByLabel(/^Date/).fill(dayFromNow(3));
  await booking.getByLabel(/^Time/).fill('10:00');
  await booking.getByRole('textbox', { name: 'Additional Notes' }).fill('Limping since Sunday');

  // The server's clock, then the page's.
  api.clock.set(new Date(Date.now() + 12 * 3_600_000).toISOString());
  await page.clock.fastForward('12:00:00');
  await page.waitForURL('**/app/login');
  await page.getByText('Your session has ended. Please sign in again.').waitFor();
  await booking.waitForURL('**/app/login');
  expect(await page.getByText('7 Long Typed Road').count()).toBe(0);

  await fillSignIn(page, email);
  await page.waitForURL(`**${address}`);
  await pageNote(page).waitFor();
  await expectAccessible(page);
  await openEdit(page);
  await formNote(page).waitFor();
  expect(await pageNote(page).count()).toBe(0);
  expect(await editing(page).getByLabel('Address').inputValue()).toBe('7 Long Typed Road');
  await expectAccessible(page);
  await editing(page).getByRole('button', { name: 'Save Changes' }).click();
  await editing(page).waitFor({ state: 'detached' });
  expect(await keptIn(page)).toBe('');

  await booking.getByText(/We’ve restored your unfinished appointment for Ann Lee/).waitFor();
  await booking.getByRole('button', { name: 'Create Booking' }).click();
  await booking.waitForURL(/\/app\/admin\/booking\/\d+$/);
  const { rows: booked } = await db().query(
    'select animal_id::int, notes from bookings where tenant_id = $1',
    [practice.tenant.id],
  );
  expect(booked).toEqual([{ animal_id: bella.id, notes: 'Limping since Sunday' }]);
  const { rows: saved } = await db().query(
    "select details->'changed' as changed from audit_log where tenant_id = $1 and action = 'client_update'",
    [practice.tenant.id],
  );
  expect(saved).toEqual([{ changed: ['address'] }]);
});

it('deletes it without showing it when another person signs in', async () => {
  const desk = await openDesk();
  const { page, practice, ann, address } = desk;
  await interrupt(desk);
  expect(await keptIn(page)).toContain('7 Long Typed Road');
  await fillSignIn(page, await person(practice));
  await page.waitForURL(`**${address}`);
  await openEdit(page);
  const typed = editing(page).getByLabel('Address');
  expect(await typed.inputValue()).not.toContain('7 Long Typed Road');
  expect([await pageNote(page).count(), await formNote(page).count()]).toEqual([0, 0]);
  expect(await keptIn(page)).toBe('');
  const { rows } = await db().query('select address from clients where id = $1', [ann.id]);
  expect(JSON.stringify(rows)).not.toContain('7 Long Typed Road');
});

it('deletes it when the same person signs in to another practice', async () => {
  const desk = await openDesk();
  const { page, practice } = desk;
  const account = await makeAccount(db());
  const { tenant: other } = await makePractice(db(), { tenant_name: 'Clover Grooming' });
  await makeUser(db(), { tenant: practice.tenant, account, role: 'admin' });
  await makeUser(db(), { tenant: other, account, role: 'admin' });
  const picker = page.getByRole('dialog', { name: 'Select Tenant' });
  await page.goto(desk.address);
  await fillSignIn(page, account.email);
  await picker.getByRole('button', { name: new RegExp(practice.tenant.tenant_name) }).click();
  await openEdit(page);
  await editing(page).getByLabel('Address').fill('7 Long Typed Road');
  await endSession(
    page,
    desk.practice.tenant.id,
    editing(page).getByRole('button', { name: 'Save Changes' }),
  );
  expectConsole(/Failed to load resource.*404/);
  await fillSignIn(page, account.email);
  await picker.getByRole('button', { name: /Clover Grooming/ }).click();
  await page.getByText('Clover Grooming').first().waitFor();
  expect(await keptIn(page)).toBe('');
});

it('discards it on request, and on signing out in any tab', async () => {
  const desk = await openDesk();
  const { page, email } = desk;
  await interrupt(desk);
  await fillSignIn(page, email);
  await pageNote(page).waitFor();
  await openEdit(page);
  await formNote(page).waitFor();
  await editing(page).getByRole('button', { name: 'Discard' }).click();
  await formNote(page).waitFor({ state: 'detached' });
  expect(await editing(page).getByLabel('Address').inputValue()).not.toContain('7 Long Typed Road');

  await editing(page).getByLabel('Address').fill('8 Other Road');
  const other = await page.context().newPage();
  await other.goto('/app/admin');
  await other.getByRole('button', { name: 'Logout' }).click();
  await Promise.all([page, other].map((tab) => tab.waitForURL('**/app/login')));
  await expect.poll(() => keptIn(page)).toBe('');
});

it('discards it when the sign-out of another tab is seen after the end of the session', async () => {
  const desk = await openDesk();
  const { page } = desk;
  await interrupt(desk);
  expect(await keptIn(page)).toContain('7 Long Typed Road');
  const other = await page.context().newPage();
  await other.goto('/robots.txt');
  await other.evaluate(() => localStorage.setItem('signedOut', '1'));
  await expect.poll(() => keptIn(page)).toBe('');
});

it('warns if the record has changed since', async () => {
  const desk = await openDesk();
  const { page, ann, email } = desk;
  await interrupt(desk);
  await db().query("update clients set address = '1 Newer Street' where id = $1", [ann.id]);
  await fillSignIn(page, email);
  await openEdit(page);
  await page.getByText(/Someone else has changed this since: please check before you save/).waitFor();
  await editing(page).getByRole('button', { name: 'Discard' }).click();
  expect(await editing(page).getByLabel('Address').inputValue()).toBe('1 Newer Street');
});

it('keeps notes and settings, but never a password', async () => {
  const desk = await openDesk();
  const { page, email, address } = desk;
  await page.goto(address);
  await fillSignIn(page, email);
  await page.getByRole('button', { name: 'Edit notes' }).click();
  await page.getByRole('textbox', { name: 'Client notes' }).fill('Rings before eight');
  await endSession(page, desk.practice.tenant.id, page.getByRole('button', { name: 'Save', exact: true }));
  await fillSignIn(page, email);
  await page.getByRole('button', { name: 'Edit notes' }).click();
  expect(await page.getByRole('textbox', { name: 'Client notes' }).inputValue()).toBe('Rings before eight');

  await page.goto('/app/admin/settings?category=account');
  await page.getByLabel('Current password').fill('typed-old-secret');
  await page.getByLabel('New password').fill('typed-new-secret');
  await page.getByLabel('Confirm password').fill('typed-new-secret');
  await endSession(page, desk.practice.tenant.id, page.getByRole('button', { name: 'Change password' }));
  expect(await keptIn(page)).not.toContain('secret');
});

/** A phone of a pet owner, who signs in with their password. */
async function openPhone({ tenant }: Practice) {
  const client = await makeClient(db(), { tenant, phone: '07700900511', password: defaultPassword });
  const pet = await makeAnimal(db(), { client, name: 'Rex' });
  const page = await openPage(phone);
  expectConsole(/Failed to load resource.*401/);
  const login = async () => {
    await page.getByLabel(/phone|mobile/i).fill('07700900511');
    await page.getByLabel(/^Password/).fill(defaultPassword);
    await page.getByRole('button', { name: /^(Login|Sign in|Log in)$/i }).click();
  };
  return { pet, page, login };
}

it('keeps what a pet owner chose and typed to move or cancel an appointment', async () => {
  const practice = await makePractice(db(), { business_hours: alwaysOpen, self_change: 'request' });
  const { tenant, checkUp: service } = practice;
  const { pet: animal, page, login } = await openPhone(practice);
  const { id } = await makeBooking(db(), {
    animal,
    service,
    booking_date: dayFromNow(1),
    booking_time: '10:00',
    status: 'confirmed',
  });
  const appointment = `/app/cp/booking/${id}`;
  await page.goto(`${appointment}/move?tenant=${tenant.id}`);
  await login();
  const time = page.getByRole('radio', { name: /^11:00/ });
  const message = page.getByLabel('Message to the practice (optional)');
  await page.getByRole('grid').waitFor();
  const day = dayFromNow(1);
  if (!(await page.getByText(month(day.slice(0, 7)), { exact: true }).isVisible()))
    await page.getByRole('button', { name: 'Next month' }).click();
  await page.getByRole('button', { name: longDay(day) }).click();
  await page.locator('label', { has: time }).click();
  await message.fill('We are away in the morning');
  const isKept = async () => {
    await expect.poll(() => time.isChecked()).toBe(true);
    expect(await message.inputValue()).toBe('We are away in the morning');
  };
  await page.reload();
  await isKept();
  await endSession(page, tenant.id, page.getByRole('button', { name: 'Ask to move' }));
  await login();
  await isKept();
  await page.getByRole('button', { name: 'Ask to move' }).click();
  await page.waitForURL(`**${appointment}?**`);
  expect(await keptIn(page)).toBe('');

  const asking = page.getByRole('dialog', { name: 'Ask to cancel this appointment?' });
  const open = () => page.getByRole('button', { name: 'Ask to cancel' }).click();
  await open();
  await message.fill('Rex is well again');
  await endSession(page, tenant.id, asking.getByRole('button', { name: 'Ask to cancel' }));
  await login();
  await pageNote(page).waitFor();
  await open();
  expect(await message.inputValue()).toBe('Rex is well again');
  await expectAccessible(page);
});

it('restores a pet owner’s form about their pet', async () => {
  const practice = await makePractice(db());
  const { tenant } = practice;
  const { pet, page, login } = await openPhone(practice);
  await page.goto(`/app/cp/animal/${pet.id}?tenant=${tenant.id}`);
  await login();
  await page.getByRole('button', { name: /Edit/ }).first().click();
  await page.getByRole('textbox', { name: 'Allergies' }).fill('Penicillin, and chicken');
  await endSession(page, tenant.id, page.getByRole('dialog').getByRole('button', { name: /Save/ }));
  await login();
  await pageNote(page).waitFor();
  await page.getByRole('button', { name: /Edit/ }).first().click();
  expect(await page.getByRole('textbox', { name: 'Allergies' }).inputValue()).toBe('Penicillin, and chicken');
  await expectAccessible(page);
});
