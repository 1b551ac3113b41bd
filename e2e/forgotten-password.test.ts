import { describe, expect, it } from 'vitest';
import {
  defaultPassword,
  makeAccount,
  makeClient,
  makeSessionKey,
  makeUser,
} from '../packages/dev/src/factory-people.ts';
import { makePractice } from '../packages/dev/src/factories.ts';
import { desktop, expectAccessible, phone, useBrowser } from './browser.ts';
import { signedInAsClient, signIn } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;
// Chromium reports every refused request in its console; these are asked for.
const refused = /Failed to load resource.*(400|401)/;

/** A staff member with their own sign-in. */
async function makeMember(name: string) {
  const { tenant } = await makePractice(db());
  const account = await makeAccount(db(), { name });
  const user = await makeUser(db(), { tenant, account, name });
  return { tenant, account, user };
}

const ended = 'Your session has ended. Please sign in again.';

describe.each([desktop, phone])('on a $name', (screen) => {
  it('lets staff reset a forgotten password by email', async () => {
    const { account } = await makeMember('Nora Newcomer');
    const page = await openPage(screen);
    await page.goto('/app/login');
    await page.getByLabel('Email').fill(account.email);
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reset your password' });
    expect(await dialog.getByLabel('Email').inputValue()).toBe(account.email);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Send link' }).click();
    const sent = page.getByRole('dialog', { name: 'Check your email' });
    await sent.getByText(`If ${account.email} has an account`).waitFor();
    await expectAccessible(page);
    await sent.getByRole('button', { name: 'Back to sign-in' }).click();
    await sent.waitFor({ state: 'hidden' });

    await api.runJobs();
    const link = /http\S+\/app\/welcome#\S+/.exec(api.mailTo(account.email)[0]?.body ?? '')?.[0] ?? '';
    await page.goto(link);
    await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
    await page.getByLabel('New password').fill('a-better-phrase');
    await page.getByLabel('Confirm password').fill('a-better-phrase');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.waitForURL('**/app/admin');
    if (screen === phone) await page.getByRole('button', { name: 'Menu' }).click();
    for (const text of ['Nora Newcomer', 'Logged in as staff'])
      await page.getByText(text).filter({ visible: true }).waitFor();
  });

  it('explains at sign-in that the session ended, and leads back', async () => {
    const { account } = await makeMember('Sam Staff');
    expectConsole(refused);
    const page = await openPage(screen);
    await signIn(page, account.email, defaultPassword);
    await page.waitForURL('**/app/admin');
    await page.getByRole('heading', { name: /Today/ }).first().waitFor();
    // No open page may notice the end before the one that is opened next.
    await page.goto('about:blank');
    await db().query('update api_keys set revoked_at = now() where account_id = $1', [account.id]);
    await page.goto('/app/admin/clients');
    await page.getByText(ended).waitFor();
    await expectAccessible(page);
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password').fill(defaultPassword);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.waitForURL('**/app/admin/clients');
  });

  it('explains nothing after signing out or on a first visit', async () => {
    const { account } = await makeMember('Sam Staff');
    const visitor = await openPage(screen);
    await visitor.goto('/app/admin/clients');
    await visitor.getByRole('button', { name: 'Login' }).waitFor();
    expect(await visitor.getByText(ended).count()).toBe(0);
    const page = await openPage(screen);
    await signIn(page, account.email, defaultPassword);
    await page.getByRole('heading', { name: /Today/ }).first().waitFor();
    if (screen === phone) await page.getByRole('button', { name: 'Menu' }).click();
    await page
      .getByRole('button', { name: 'Logout' })
      .or(page.getByRole('menuitem', { name: 'Logout' }))
      .click();
    await page.waitForURL('**/app/login');
    await page.getByRole('button', { name: 'Login' }).waitFor();
    expect(await page.getByText(ended).count()).toBe(0);
  });

  it('explains to a pet owner that the session ended', async () => {
    const { tenant } = await makePractice(db());
    const client = await makeClient(db(), { tenant, password: 'petlover' });
    const key = await makeSessionKey(db(), { client });
    expectConsole(refused);
    const page = await openPage(screen);
    await signedInAsClient(page, key);
    await db().query('update api_keys set revoked_at = now() where id = $1', [key.keyId]);
    await page.goto(`/app/cp/bookings?tenant=${tenant.id}`);
    await page.waitForURL('**/app/cp/login**');
    await page.getByText(ended).waitFor();
    await expectAccessible(page);
  });

  it('asks for the current password with fts=1 if the server demands no change', async () => {
    const { account } = await makeMember('Sam Staff');
    expectConsole(refused);
    const page = await openPage(screen);
    await page.goto('/app/login?fts=1');
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password').fill(defaultPassword);
    await page.getByRole('button', { name: 'Login' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set your password' });
    await dialog.getByLabel('Current password').fill('not-the-one');
    await dialog.getByLabel('New password').fill('a-better-phrase');
    await dialog.getByLabel('Confirm password').fill('a-better-phrase');
    await dialog.getByRole('button', { name: 'Save password' }).click();
    await dialog.getByText('Your current password is incorrect.').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Current password').fill(defaultPassword);
    await dialog.getByRole('button', { name: 'Save password' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const signedIn = await api.call('auth', { email: account.email, password: 'a-better-phrase' });
    expect(signedIn.status).toBe(200);
  });
});
