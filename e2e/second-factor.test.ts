import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { defaultPassword, makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
import { makePractice } from '../packages/dev/src/factories.ts';
import { desktop, expectAccessible, phone, useBrowser } from './browser.ts';
import { addAuthenticator, addressForPasskeys } from './virtual-authenticator.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;

const address = (path: string): string => addressForPasskeys(api.url, path);

async function makePerson() {
  const practice = await makePractice(db());
  const account = await makeAccount(db());
  await makeUser(db(), { tenant: practice.tenant, account, role: 'admin' });
  return { practice, account, email: account.email };
}

async function enterPassword(page: Page, email: string) {
  await page.goto(address('/app/login'));
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(defaultPassword);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

async function openAccount(page: Page) {
  await page.getByRole('heading', { name: 'Dashboard' }).first().waitFor();
  await page.getByRole('button', { name: 'My account' }).click();
  await page.getByRole('heading', { name: 'Two-step sign-in' }).waitFor();
}

/** Clears the session of the browser. */
async function leave(page: Page) {
  await page.evaluate(() => localStorage.clear());
}

/** Reads the codes that are shown once, and continues. */
async function keepCodes(page: Page): Promise<string[]> {
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await list.waitFor();
  const codes = await list.getByRole('listitem').allTextContents();
  await page.getByRole('button', { name: 'I’ve saved my codes' }).click();
  return codes;
}

const codeOf = (secret: string, stepsAhead = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsAhead * 30_000 });

/** Starts to add an app. */
const beginApp = (page: Page) => page.getByRole('button', { name: 'Add an authenticator app' }).click();

/** Enters the app's first code. @returns the key of the app */
async function enterAppCode(page: Page): Promise<string> {
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  const secret = await page.getByLabel('Or enter this key').inputValue();
  await expectAccessible(page);
  await page.getByLabel('2. Enter the code that the app shows').fill(codeOf(secret));
  await page.getByRole('button', { name: 'Add app' }).click();
  return secret;
}

async function addApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await beginApp(page);
  const secret = await enterAppCode(page);
  return { secret, codes: await keepCodes(page) };
}

const desk = (page: Page) => page.getByRole('heading', { name: 'Dashboard' }).first().waitFor();

it('sets up an authenticator app and signs in with it', async () => {
  expectConsole(/401/);
  const { email } = await makePerson();
  const page = await openPage(desktop);
  await enterPassword(page, email);
  await openAccount(page);
  const { secret } = await addApp(page);
  await page.getByText('Authenticator app', { exact: true }).waitFor();
  await leave(page);
  await enterPassword(page, email);
  await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor();
  await expectAccessible(page);
  const code = page.getByRole('textbox', { name: /^Code/ });
  expect(await code.getAttribute('inputmode')).toBe('numeric');
  expect(await code.getAttribute('autocomplete')).toBe('one-time-code');
  // The code that confirmed the app is used up, so enter the next one.
  await code.fill(codeOf(secret, 1));
  await page.getByRole('button', { name: 'Continue' }).click();
  await desk(page);
});

it('signs in a person who lost their phone with a recovery code, on a phone’s screen', async () => {
  expectConsole(/401/);
  const { email } = await makePerson();
  const page = await openPage(phone);
  await enterPassword(page, email);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'My account' }).click();
  const { codes } = await addApp(page);
  await leave(page);
  await enterPassword(page, email);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'You have 9 recovery codes left' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Set up a new device' }).click();
  await page.getByRole('button', { name: 'Remove Authenticator app' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('button', { name: 'Add an authenticator app' }).waitFor();
  const recorded = api.logLines.flatMap((line) => (JSON.parse(line) as { event?: string }).event ?? []);
  const changes = recorded.filter((event) => /factor|recovery/.test(event));
  expect(changes).toEqual(['second_factor_added', 'recovery_code_used', 'second_factor_removed']);
});

it('brings a person who lost their phone back to work in four steps, and emails them', async () => {
  expectConsole(/401/);
  const { email } = await makePerson();
  const first = await openPage(desktop);
  await enterPassword(first, email);
  await openAccount(first);
  const { codes } = await addApp(first);
  await api.runJobs();
  const before = api.mailTo(email).length;

  // Another browser: the phone is gone, the codes are on paper.
  const page = await openPage(desktop);
  let steps = 0;
  await page.exposeFunction('countStep', () => (steps += 1));
  // A step is a press of a button; filling in a form belongs to the press that sends it.
  await page.addInitScript(() => {
    const count = (window as unknown as { countStep?: () => void }).countStep;
    addEventListener('click', ({ target }) => {
      if (target instanceof Element && target.closest('button')) count?.();
    });
  });
  const began = performance.now();
  await enterPassword(page, email);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Not now' }).click();
  await desk(page);
  expect(performance.now() - began).toBeLessThan(120_000);
  expect(steps).toBe(4);
  await api.runJobs();
  const mails = api.mailTo(email).slice(0, api.mailTo(email).length - before);
  expect(mails.map(({ subject }) => subject)).toEqual(['A recovery code for your Burrow account was used']);

  // And the lost phone no longer signs in.
  await openAccount(page);
  await page.getByRole('button', { name: 'Remove Authenticator app' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('button', { name: 'Add an authenticator app' }).waitFor();
  await api.runJobs();
  expect(api.mailTo(email)[0]?.subject).toBe('A sign-in method was removed from your Burrow account');
});

it('adds a passkey, signs in with it alone, and as the second step', async () => {
  expectConsole(/401/);
  const { email } = await makePerson();
  const page = await openPage(desktop);
  await page.goto(address('/app/login'));
  await addAuthenticator(page);
  // On another device, which the first factor signs out.
  expect((await api.call('auth', { email, password: defaultPassword })).status).toBe(200);
  await enterPassword(page, email);
  await openAccount(page);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).waitFor();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name').fill('Front desk laptop');
  await page.getByRole('button', { name: 'Continue' }).click();
  await keepCodes(page);
  await page.getByText('Front desk laptop').waitFor();
  await page.getByText('You aren’t signed in anywhere else.').waitFor();
  await leave(page);
  await page.goto(address('/app/login'));
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await desk(page);
  await leave(page);
  await enterPassword(page, email);
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await desk(page);
});

it('shows only the set-up page when the practice requires two-step sign-in', async () => {
  expectConsole(/403/);
  const { practice, email } = await makePerson();
  const require = (from: string) =>
    db().query('update tenants set second_factor_from = $2 where id = $1', [practice.tenant.id, from]);
  await require(new Date(Date.now() + 86_400_000).toISOString());
  const page = await openPage(desktop);
  await enterPassword(page, email);
  await page.getByText('Set up two-step sign-in by').waitFor();
  await expectAccessible(page);
  await page.goto(address('/app/admin/clients'));
  await page.getByRole('button', { name: 'Add Client' }).click();
  const adding = page.getByRole('dialog', { name: 'Add Client' });
  await adding.getByLabel('Name').fill('Half Typed');
  await require(new Date(Date.now() - 1000).toISOString());
  await adding.getByRole('button', { name: 'Add Client' }).click();
  await page.getByRole('heading', { name: 'Set up two-step sign-in' }).waitFor();
  await expectAccessible(page);
  await addApp(page);
  await page.getByRole('heading', { name: 'Clients' }).first().waitFor();
  await page.getByText('We’ve kept what you were entering.').waitFor();
  await page.getByRole('button', { name: 'Add Client' }).click();
  expect(await adding.getByLabel('Name').inputValue()).toBe('Half Typed');
});

/** Opens the set-up page as a person who signed in two hours ago. */
async function openRequired(): Promise<Page> {
  expectConsole(/403/);
  const { practice, email } = await makePerson();
  const page = await openPage(desktop);
  await enterPassword(page, email);
  await desk(page);
  await db().query(
    `update api_keys set verified_at = now() - interval '2 hours'
     where account_id = (select id from accounts where email = $1)`,
    [email],
  );
  await db().query("update tenants set second_factor_from = now() - interval '1 second' where id = $1", [
    practice.tenant.id,
  ]);
  await page.goto(address('/app/admin/clients'));
  await page.getByRole('heading', { name: 'Set up two-step sign-in' }).waitFor();
  return page;
}

/** Confirms the person's identity with their password. */
async function confirmIdentity(page: Page) {
  const question = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await question.getByRole('textbox', { name: 'Password' }).fill(defaultPassword);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Continue' }).click();
}

it('lets a person who signed in long ago confirm who they are on the set-up page', async () => {
  const page = await openRequired();
  await addAuthenticator(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name').fill('Front desk laptop');
  await page.getByRole('button', { name: 'Continue' }).click();
  await confirmIdentity(page);
  await keepCodes(page);
  await page.getByRole('heading', { name: 'Clients' }).first().waitFor();
});

it('leads on from the set-up page although the answer to the code was lost', async () => {
  const page = await openRequired();
  expectConsole(/Failed to load resource/);
  await page.route(
    '**/api/second_factor/confirm',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  expect(await page.getByRole('button', { name: 'Continue' }).count()).toBe(0);
  await beginApp(page);
  await confirmIdentity(page);
  await enterAppCode(page);
  await page.getByText('Couldn’t reach the server.').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Authenticator app', { exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Clients' }).first().waitFor();
});

it('returns to the password when the choice of practice is cancelled', async () => {
  expectConsole(/401/);
  const { account, email } = await makePerson();
  const { tenant } = await makePractice(db(), { tenant_name: 'Clover Grooming' });
  await makeUser(db(), { tenant, account, role: 'admin' });
  const page = await openPage(desktop);
  const picker = page.getByRole('dialog', { name: 'Select Tenant' });
  const choose = () => picker.getByRole('button', { name: /Clover Grooming/ }).click();
  await enterPassword(page, email);
  await choose();
  await openAccount(page);
  const { secret, codes } = await addApp(page);
  await leave(page);
  await enterPassword(page, email);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Set up a new device' }).click();
  await picker.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('heading', { name: 'You have 9 recovery codes left' }).waitFor({ state: 'detached' });

  // The password is still in the form.
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByRole('textbox', { name: /^Code/ }).fill(codeOf(secret, 1));
  await page.getByRole('button', { name: 'Continue' }).click();
  await choose();
  await desk(page);
  await expectAccessible(page);
  // The cancelled sign-in wanted to open My account.
  expect(await page.getByRole('dialog').count()).toBe(0);
});

it('shows the recovery codes of a factor that is added from the banner', async () => {
  expectConsole(/401/);
  const { practice, email } = await makePerson();
  await db().query("update tenants set second_factor_from = now() + interval '1 day' where id = $1", [
    practice.tenant.id,
  ]);
  const page = await openPage(desktop);
  await enterPassword(page, email);
  await page.getByRole('button', { name: 'Set up now' }).click();
  await page.getByRole('heading', { name: 'Sign-in and security' }).waitFor();
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  const secret = await page.getByLabel('Or enter this key').inputValue();
  await page.getByLabel('2. Enter the code that the app shows').fill(codeOf(secret));
  await page.getByRole('button', { name: 'Add app' }).click();
  // The factor is no longer due.
  await page.getByText('Set up two-step sign-in by').waitFor({ state: 'detached' });
  const codes = await keepCodes(page);
  expect(codes).toHaveLength(10);
  await page.getByText('10 left. Use one if you lose your device.').waitFor();
  await page.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expectAccessible(page);

  await leave(page);
  await enterPassword(page, email);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'You have 9 recovery codes left' }).waitFor();
});

it('requires two-step sign-in for the practice, and lists the people without one', async () => {
  const { email, practice } = await makePerson();
  const account = await makeAccount(db(), { password: null });
  await makeUser(db(), { tenant: practice.tenant, account, name: 'Sasha Sign-on' });
  await db().query(
    `insert into account_identities (account_id, issuer, subject, connected_at)
     values ($1, 'https://login.example.test', 'sasha', now())`,
    [account.id],
  );
  const page = await openPage(desktop);
  await enterPassword(page, email);
  await desk(page);
  await page.goto(address('/app/admin/settings?category=security'));
  await page.getByText('people haven’t set up two-step sign-in').waitFor();
  expect(await page.getByText('Sasha Sign-on').count()).toBe(0);
  await page.getByRole('button', { name: 'Require two-step sign-in' }).click();
  await page.getByLabel('Days to set it up').fill('7');
  await page.getByRole('button', { name: 'Require it' }).click();
  await page.getByText(/^Required for everyone from/).waitFor();
  await expectAccessible(page);
});
