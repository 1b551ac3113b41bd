import type { Page } from 'playwright-core';
import { defaultPassword, makeAccount } from '../packages/dev/src/factory-people.ts';
import type { Screen, TestBrowser } from './browser.ts';
import { signIn } from './sign-in.ts';

/** As the operator: creates a new practice. Returns the link for its first admin. */
export async function createPractice(
  { api, openPage }: TestBrowser,
  screen: Screen,
  name: string,
): Promise<string> {
  const account = await makeAccount(api.testDatabase.owner, { is_superadmin: true });
  const page = await openPage(screen);
  await signIn(page, account.email, defaultPassword);
  await page.getByRole('button', { name: 'New practice' }).click();
  const dialog = page.getByRole('dialog', { name: 'New practice' });
  await dialog.getByLabel('Practice name').fill(name);
  await dialog.getByLabel('First admin’s name').fill('Fay First');
  await dialog.getByLabel('First admin’s email').fill(`fay-${account.id}@example.test`);
  await dialog.getByRole('button', { name: 'Create practice' }).click();
  return page.getByRole('dialog', { name: 'Practice created' }).getByLabel('One-time link').inputValue();
}

/** Opens the link as the first admin, chooses a password and arrives at the dashboard. */
export async function joinAsFirstAdmin(
  { openPage }: TestBrowser,
  screen: Screen,
  link: string,
  practiceName: string,
): Promise<Page> {
  const page = await openPage(screen);
  await page.goto(link);
  await page.getByRole('heading', { name: `Welcome to ${practiceName}` }).waitFor();
  await page.getByLabel('New password', { exact: false }).first().fill('a-first-phrase-9');
  await page.getByLabel(/confirm/i).fill('a-first-phrase-9');
  await page.getByRole('button', { name: 'Join' }).click();
  await page.waitForURL('**/app/admin');
  return page;
}
