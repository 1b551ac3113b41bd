import { describe, expect, it } from 'vitest';
import { makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
import { makePractice } from '../packages/dev/src/factories.ts';
import { desktop, expectAccessible, phone, useBrowser } from './browser.ts';
import { signedInAsClient, openAsStaff } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;
const offline = /You’re offline/;

describe.each([desktop, phone])('on a $name', (screen) => {
  it('reports a lost connection, keeps what was entered, and recovers when it is back', async () => {
    expectConsole(/Failed to load resource|ERR_INTERNET_DISCONNECTED/);
    const { tenant, client } = await makePractice(db());
    const account = await makeAccount(db());
    await makeUser(db(), { tenant, account, role: 'admin' });
    const page = await openPage(screen);
    await openAsStaff(page, account.email, '/app/admin/clients');
    await page.goto(`/app/admin/client/${client.id}`);
    await page.getByRole('button', { name: 'Edit notes' }).click();
    await page.getByLabel('Client notes').fill('Prefers mornings');
    await page.context().setOffline(true);
    await page.getByText(offline).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^Failed to update client details\. Couldn’t reach the server/).waitFor();
    await expectAccessible(page);
    await page.context().setOffline(false);
    await page.getByText('You’re back online.').waitFor();
    await page.getByText(offline).waitFor({ state: 'detached' });
    expect(await page.getByLabel('Client notes').inputValue()).toBe('Prefers mornings');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Prefers mornings').first().waitFor();
  });

  it('reloads what failed as soon as the network is back', async () => {
    expectConsole(/Failed to load resource|ERR_INTERNET_DISCONNECTED/);
    const { clientKey } = await makePractice(db());
    const page = await openPage(screen);
    await signedInAsClient(page, clientKey);
    await page.goto('/app/cp/animals');
    await page.goto('/app/cp/bookings');
    await page.context().setOffline(true);
    await page.getByText(offline).waitFor();
    await page.getByRole('link', { name: /Pets/ }).first().click();
    await page
      .getByText(/Couldn’t reach the server/)
      .first()
      .waitFor();
    await page.context().setOffline(false);
    await page.getByRole('list', { name: 'Your pets', exact: true }).waitFor();
    expect(await page.getByText(/Couldn’t reach the server/).count()).toBe(0);
  });
});

it('keeps the page and what was entered when a dialog can’t be loaded', async () => {
  expectConsole(/Failed to load resource|ERR_FAILED/);
  const { tenant, client } = await makePractice(db());
  const account = await makeAccount(db());
  await makeUser(db(), { tenant, account, role: 'admin' });
  const page = await openPage(desktop);
  await page.route('**/assets/search-dialog-*.js', (route) => route.abort());
  await openAsStaff(page, account.email, '/app/admin');
  await page.goto(`/app/admin/client/${client.id}`);
  await page.getByRole('button', { name: 'Edit notes' }).click();
  const notes = page.getByLabel('Client notes');
  await notes.fill('Prefers mornings');
  const search = page.getByRole('button', { name: 'Search', exact: true });
  await search.click();
  const message = page.getByRole('dialog', { name: 'Couldn’t open this' });
  await message.getByText('The server may be unavailable').waitFor();
  await expectAccessible(page);
  await message.getByRole('button', { name: 'Close' }).last().click();
  await message.waitFor({ state: 'detached' });
  expect(await notes.inputValue()).toBe('Prefers mornings');

  await search.click();
  await page.context().setOffline(true);
  await message.getByText('You’re offline. Retry once you’re back online.').waitFor();
  expect(await message.getByRole('button', { name: 'Retry' }).isDisabled()).toBe(true);
  await page.context().setOffline(false);
  await page.unroute('**/assets/search-dialog-*.js');
  await message.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('We’ve kept what you were entering.').waitFor();
  await page.getByRole('button', { name: 'Edit notes' }).click();
  expect(await notes.inputValue()).toBe('Prefers mornings');
  await search.click();
  await page.getByRole('combobox', { name: 'Search' }).waitFor();
});

it('does not treat one failed request as a lost connection', async () => {
  expectConsole(/Failed to load resource/);
  const { clientKey } = await makePractice(db());
  const page = await openPage(phone);
  await signedInAsClient(page, clientKey);
  await page.route('**/api/cp/bookings*', (route) => route.abort());
  await page.goto('/app/cp/bookings');
  await page
    .getByText(/Couldn’t reach the server/)
    .first()
    .waitFor();
  expect(await page.getByText(offline).count()).toBe(0);
});

it('notices a lost connection although the first check of it still succeeded', async () => {
  expectConsole(/Failed to load resource|ERR_INTERNET_DISCONNECTED/);
  const { clientKey } = await makePractice(db());
  const page = await openPage(phone);
  await signedInAsClient(page, clientKey);
  await page.goto('/app/cp/bookings');
  await page.route('**/api/health', (route) => route.fulfill({ status: 200 }), { times: 1 });
  await page.context().setOffline(true);
  await page.getByText(offline).waitFor();
});
