import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  defaultPassword,
  makeAccount,
  makeClient,
  makeInvited,
  makeUser,
} from '../packages/dev/src/factory-people.ts';
import { makePractice } from '../packages/dev/src/factories.ts';
import { sourceFiles } from '../scripts/source-files.ts';
import { alwaysOpen, desktop, useBrowser } from './browser.ts';
import { signIn } from './sign-in.ts';

// Password fields as password managers and people who paste need them.

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;

/** A field by its label, which a mark may follow. */
const fieldOf = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}`));

/** Pastes a text into a field, as a person does with the keyboard. */
async function paste(page: Page, label: string, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  const field = fieldOf(page, label);
  await field.focus();
  await page.keyboard.press('ControlOrMeta+V');
  expect(await field.inputValue()).toBe(text);
}

/** Type and autocomplete of a field. */
const kindOf = (page: Page, label: string) =>
  fieldOf(page, label).evaluate((field) => [field.getAttribute('type'), field.getAttribute('autocomplete')]);

it('staff paste their password into a masked field', async () => {
  const { tenant } = await makePractice(db());
  const { email, ...account } = await makeAccount(db());
  await makeUser(db(), { tenant, account: { email, ...account } });
  const page = await openPage(desktop);
  await page.goto('/app/login');
  expect(await kindOf(page, 'Email')).toEqual(['email', 'username']);
  expect(await kindOf(page, 'Password')).toEqual(['password', 'current-password']);
  await paste(page, 'Email', email);
  await paste(page, 'Password', defaultPassword);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/app/admin');
});

it('pet owners paste theirs, and can show it', async () => {
  const { tenant } = await makePractice(db(), { business_hours: alwaysOpen });
  const client = await makeClient(db(), { tenant, password: defaultPassword });
  const page = await openPage(desktop);
  await page.goto(`/app/cp/login?tenant=${tenant.id}`);
  expect(await kindOf(page, 'UK Mobile Number')).toEqual(['tel', 'username']);
  await paste(page, 'UK Mobile Number', client.phone ?? '');
  await paste(page, 'Password', defaultPassword);
  expect(await kindOf(page, 'Password')).toEqual(['password', 'current-password']);
  const show = page.getByRole('button', { name: 'Show password' });
  await show.click();
  expect(await kindOf(page, 'Password')).toEqual(['text', 'current-password']);
  await show.click();
  expect(await kindOf(page, 'Password')).toEqual(['password', 'current-password']);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/app/cp?*');
});

it('a new password is pasted twice, and a password manager can store it', async () => {
  const { tenant } = await makePractice(db());
  const { link } = await makeInvited(db(), { tenant });
  const page = await openPage(desktop);
  await page.goto(`/app/welcome#${link.token}`);
  for (const label of ['New password', 'Confirm password']) {
    expect(await kindOf(page, label)).toEqual(['password', 'new-password']);
    await paste(page, label, 'a-long-walk-by-the-river');
  }
});

it('every password field says which password it is for, and none intercepts pasting', () => {
  const files = sourceFiles('apps/web/src/**/*.tsx');
  const plain = files.flatMap(({ path, text }) =>
    [...text.matchAll(/<TextField\b(?:[^>]|=>)*?type="password"(?:[^>]|=>)*?\/>/g)].map(([field]) => ({
      path,
      isNamed: /autoComplete="(?:current|new)-password"/.test(field),
    })),
  );
  expect(plain.length).toBeGreaterThan(3);
  expect(plain.filter(({ isNamed }) => !isNamed)).toEqual([]);
  expect(files.filter(({ text }) => /\bonPaste\b|['"]paste['"]/.test(text)).map(({ path }) => path)).toEqual(
    [],
  );
});

it('a new password is demanded once, although an older request is refused after it was set', async () => {
  const { tenant } = await makePractice(db());
  const account = await makeAccount(db(), { must_change_password: true });
  await makeUser(db(), { tenant, account, role: 'admin' });
  expectConsole(/403/);
  const page = await openPage(desktop);
  const isSet = Promise.withResolvers<void>();
  await page.route(
    '**/api/admin/dashboard/stats',
    async (route) => {
      const response = await route.fetch();
      await isSet.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await signIn(page, account.email, defaultPassword);
  const demand = page.getByRole('dialog', { name: 'Set your password' });
  await demand.getByLabel(/^New password/).fill('a-better-phrase');
  await demand.getByLabel(/^Confirm password/).fill('a-better-phrase');
  await demand.getByRole('button', { name: 'Save password' }).click();
  await demand.waitFor({ state: 'hidden' });
  const refused = page.waitForResponse('**/api/admin/dashboard/stats');
  isSet.resolve();
  expect((await refused).status()).toBe(403);
  // While a dialog is open, nothing behind it can be reached by its role.
  await page.getByRole('link', { name: 'View Clients' }).click();
  await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor();
});
