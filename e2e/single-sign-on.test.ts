import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sandboxClient } from '../packages/sandbox/src/sandbox.ts';
import { makePractice } from '../packages/dev/src/factories.ts';
import { defaultPassword, makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
import { desktop, expectAccessible, phone, useBrowser, type Screen } from './browser.ts';
import { signIn } from './sign-in.ts';

const browser = useBrowser();
const { api } = browser;
const db = () => api.testDatabase.owner;

async function signedInAs(screen: Screen, email: string): Promise<Page> {
  const page = await browser.openPage(screen);
  await signIn(page, email, defaultPassword);
  await page.waitForURL('**/app/admin');
  return page;
}

/** An admin with a password, in a practice of their own. */
async function makeAdmin() {
  const { tenant } = await makePractice(db());
  const account = await makeAccount(db(), { name: 'Ada Admin' });
  await makeUser(db(), { tenant, account, role: 'admin', name: 'Ada Admin' });
  return { tenant, account };
}

async function answerAtProvider(page: Page, email: string): Promise<void> {
  await page.waitForURL(`${api.sandbox.url}/oidc/**`);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

it.each([desktop, phone])(
  'sets up a provider, connects it and signs in with it on a $name',
  async (screen) => {
    const { tenant, account } = await makeAdmin();
    const page = await signedInAs(screen, account.email);

    await page.goto(`${api.url}/app/admin/settings?category=single-sign-on`);
    await page.getByRole('button', { name: 'Set up single sign-on' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Work account');
    await dialog.getByLabel('Issuer').fill(`${api.sandbox.url}/oidc/practice-${tenant.id}`);
    await dialog.getByLabel('Client ID').fill(sandboxClient.clientId);
    await dialog.getByLabel('Client secret').fill(sandboxClient.clientSecret);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Test' }).click();
    await page.getByText('The provider responds.').waitFor();
    const redirect = await page.getByLabel('Redirect address').inputValue();
    expect(redirect).toBe(`${api.url}/api/sso/callback`);
    await expectAccessible(page);
    const signInPage = await page.getByLabel('Sign-in page').inputValue();

    await page.goto(`${api.url}/app/admin/settings?category=account`);
    await page.getByRole('button', { name: 'Connect Work account' }).click();
    await answerAtProvider(page, account.email);
    await page.getByRole('heading', { name: 'Single sign-on connected' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.waitForURL('**/app/admin');

    const other = await browser.openPage(screen);
    await other.goto(signInPage);
    await expectAccessible(other);
    await other.getByRole('button', { name: 'Sign in with Work account' }).click();
    await answerAtProvider(other, account.email);
    await other.waitForURL('**/app/admin');
    expect(other.url()).not.toContain('#');
    await other.goto(`${api.url}/app/admin/settings?category=account`);
    await other.getByRole('button', { name: 'Disconnect' }).waitFor();
    await expectAccessible(other);
  },
);

it('explains on the sign-in page why the provider did not sign a person in', async () => {
  const { tenant, account } = await makeAdmin();
  const { body } = await api.call('auth', { email: account.email, password: defaultPassword });
  const saved = await api.call(
    'identity_provider/save',
    {
      name: 'Work account',
      issuer: `${api.sandbox.url}/oidc/practice-${tenant.id}`,
      application: sandboxClient.clientId,
      client_secret: sandboxClient.clientSecret,
    },
    { apiKey: body.api_key },
  );
  expect(saved.status).toBe(200);
  const page = await browser.openPage(phone);
  browser.expectConsole(/403/);
  await page.goto(`${api.url}/app/login?practice=${tenant.id}`);
  await page.getByRole('button', { name: 'Sign in with Work account' }).click();
  await answerAtProvider(page, account.email);
  await page.getByText('Your account has a password. Sign in with it once').waitFor();
  await expectAccessible(page);
});
