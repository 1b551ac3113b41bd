import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../apps/api/src/testing/harness.ts';
import { SoftPasskey } from '../apps/api/src/testing/soft-passkey.ts';
import { personAt, ssoSignIns } from '../apps/api/src/testing/sso-sign-ins.ts';
import { subjectOf } from '../packages/sandbox/src/oidc/oidc.ts';
import { sandboxClient } from '../packages/sandbox/src/sandbox.ts';
import { makePractice } from '../packages/dev/src/factories.ts';
import {
  defaultPassword,
  makeAccount,
  makeInvited,
  makeSessionKey,
  makeUser,
} from '../packages/dev/src/factory-people.ts';
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
  await page.getByText('Your email already has a Burrow account.').waitFor();
  await expectAccessible(page);
});

/** Adds a passkey. @returns a recovery code */
async function addSecondFactor(caller: Caller): Promise<string> {
  const { body } = await api.call('second_factor/add', { kind: 'passkey' }, caller);
  const passkey = new SoftPasskey(api.url).create(body.passkey_options) as never;
  const answer = { challenge: body.challenge ?? '', passkey };
  const confirmed = await api.call('second_factor/confirm', answer, caller);
  return confirmed.body.recovery_codes?.[0] ?? '';
}

describe.each([desktop, phone])(
  'a link to join a practice that allows only single sign-on, on a $name',
  (screen) => {
    it('leads a new person to the provider, without a password', async () => {
      const { tenant } = await ssoSignIns(api).ssoOnlyPractice();
      const { account, link } = await makeInvited(db(), { tenant, role: 'admin' });
      const page = await browser.openPage(screen);
      await page.goto(`${api.url}/app/welcome#${link.token}`);
      await page.getByText(`Sign in with Work account as ${account.email} to join the team.`).waitFor();
      expect(await page.getByLabel(/password/i).count()).toBe(0);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Sign in with Work account' }).click();
      await answerAtProvider(page, account.email);
      await page.waitForURL('**/app/admin');
      // Next time, the sign-in page knows the practice.
      await page.evaluate(() => localStorage.removeItem('auth'));
      await page.goto(`${api.url}/app/login`);
      await page.getByRole('button', { name: 'Sign in with Work account' }).waitFor();
    });

    it('asks a person with a password and a second factor for both first', async () => {
      const { tenant } = await ssoSignIns(api).ssoOnlyPractice();
      const account = await makeAccount(db());
      const elsewhere = await makeUser(db(), { account });
      const recoveryCode = await addSecondFactor(await makeSessionKey(db(), { user: elsewhere }));
      const { link } = await makeInvited(db(), { tenant, account, role: 'admin' });
      const page = await browser.openPage(screen);
      browser.expectConsole(/401/);
      await page.goto(`${api.url}/app/welcome#${link.token}`);
      await page.getByLabel(/^Password/).fill('a-wrong-guess');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('The password is incorrect.').waitFor();
      await expectAccessible(page);
      await page.getByLabel(/^Password/).fill(defaultPassword);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor();
      await page.getByLabel('Recovery code').fill(recoveryCode);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Continue' }).click();
      await answerAtProvider(page, 'known-by-another@example.test');
      await page.waitForURL('**/app/admin');
    });
  },
);

it('opens a link to join at the address that providers redirect to', async () => {
  const { tenant } = await ssoSignIns(api).ssoOnlyPractice();
  const { account, link } = await makeInvited(db(), { tenant, role: 'admin' });
  const page = await browser.openPage(phone);
  await page.goto(`${api.url.replace('127.0.0.1', 'localhost')}/app/welcome#${link.token}`);
  await page.getByText('To join the team, you’ll sign in with Work account.').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Sign in with Work account' }).click();
  await answerAtProvider(page, account.email);
  await page.waitForURL(`${api.url}/app/admin`);
});

it.each([desktop, phone])(
  'offers a person who has only single sign-on no change of a password on a $name',
  async (screen) => {
    const { tenant, account } = await makeAdmin();
    const { body } = await api.call('auth', { email: account.email, password: defaultPassword });
    const saved = await ssoSignIns(api).saveProvider({ apiKey: body.api_key }, `practice-${tenant.id}`);
    expect(saved.status).toBe(200);
    const { account: invited } = await makeInvited(db(), { tenant, role: 'admin' });
    const page = await browser.openPage(screen);
    await page.goto(`${api.url}/app/login?practice=${tenant.id}`);
    await page.getByRole('button', { name: 'Sign in with Work account' }).click();
    await answerAtProvider(page, invited.email);
    await page.waitForURL('**/app/admin');
    await page.goto(`${api.url}/app/admin/settings?category=account`);
    await page.getByText('You’re signed in with your practice’s single sign-on.').waitFor();
    await page.getByRole('button', { name: 'Disconnect' }).waitFor();
    for (const name of ['Change password', 'Add a passkey', 'Add an authenticator app'])
      expect([name, await page.getByRole('button', { name }).count()]).toEqual([name, 0]);
    await expectAccessible(page);
  },
);

/** An admin whom their practice's provider has signed in without proving that it asked for credentials. */
async function signedInSilently(screen: Screen, mood: 'remembers' | 'no auth_time' = 'remembers') {
  const { tenant, account } = await makeAdmin();
  const { email } = account;
  const { body } = await api.call('auth', { email, password: defaultPassword });
  const caller = { apiKey: body.api_key };
  const sso = ssoSignIns(api);
  api.sandbox.oidc.mood = mood;
  expect((await sso.saveProvider(caller, `practice-${tenant.id}`)).status).toBe(200);
  expect((await sso.connect(caller, personAt(email, { sub: subjectOf(email) }))).status).toBe(200);
  const page = await browser.openPage(screen);
  await page.goto(`${api.url}/app/login?practice=${tenant.id}`);
  await page.getByRole('button', { name: 'Sign in with Work account' }).click();
  if (mood === 'no auth_time') await answerAtProvider(page, email);
  await page.waitForURL('**/app/admin');
  return { page, email };
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' });

/** Begins to create an API key, up to the question. */
async function beginKey(page: Page): Promise<void> {
  browser.expectConsole(/40[03]/);
  await page.goto(`${api.url}/app/admin/settings?category=integrations`);
  const card = page.getByRole('region', { name: 'API keys', exact: true });
  await card.getByRole('button', { name: 'Create key' }).click();
  const form = page.getByRole('dialog', { name: 'Create API key' });
  await form.getByLabel('Name').fill('Website');
  await form.getByRole('button', { name: 'Website bookings' }).click();
  await form.getByRole('button', { name: 'Create key' }).click();
  await question(page).waitFor();
}

it.each([desktop, phone])(
  'confirms who a person is at their provider, in a new tab, and continues on a $name',
  async (screen) => {
    const { page, email } = await signedInSilently(screen);
    await beginKey(page);
    await expectAccessible(page);
    const opened = page.context().waitForEvent('page');
    await question(page).getByRole('button', { name: 'Sign in again' }).click();
    const tab = await opened;
    await question(page).getByText('Waiting for the new tab.').waitFor();
    await expectAccessible(page);
    await tab.waitForURL(`${api.sandbox.url}/oidc/**`);
    expect(new URL(tab.url()).searchParams.get('prompt')).toBe('login');
    await answerAtProvider(tab, email);
    // The form was sent again, as it was.
    await page.getByText('Copy the key now').waitFor();
    await question(page).waitFor({ state: 'hidden' });
  },
);

it('says in the new tab why the provider’s answer confirms nothing, and keeps asking', async () => {
  const { page } = await signedInSilently(phone);
  await beginKey(page);
  api.sandbox.oidc.mood = 'ignores prompt';
  const opened = page.context().waitForEvent('page');
  await question(page).getByRole('button', { name: 'Sign in again' }).click();
  const tab = await opened;
  await tab.getByRole('heading', { name: 'Couldn’t confirm it’s you' }).waitFor();
  await tab.getByText('Your sign-in provider didn’t ask you to sign in again').waitFor();
  await expectAccessible(tab);
  await question(page).getByRole('button', { name: 'Open it again' }).waitFor();
});

it('offers to log out where the provider can’t confirm anything', async () => {
  const { page } = await signedInSilently(desktop, 'no auth_time');
  await beginKey(page);
  await question(page).getByRole('button', { name: 'Sign in again' }).click();
  await question(page).getByText('Log out and sign in with your Burrow password instead.').waitFor();
  await expectAccessible(page);
  await question(page).getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/app/login');
});
