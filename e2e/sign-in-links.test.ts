import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { defaultPassword, makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
import { makePractice } from '../packages/dev/src/factories.ts';
import { desktop, expectAccessible, phone, useBrowser } from './browser.ts';
import { signIn } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;

const storedSession = (page: Page) => page.evaluate(() => localStorage.getItem('auth'));

/** Serves a page of another site. @returns its address */
async function otherWebsite(html: string): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  onTestFinished(() => void server.close());
  return `http://localhost:${(server.address() as AddressInfo).port}/`;
}

describe('a link that signs in', () => {
  it('signs in from the address, and removes the password from it first', async () => {
    const { tenant } = await makePractice(db());
    const account = await makeAccount(db());
    await makeUser(db(), { tenant, account });
    const page = await openPage(desktop);
    const seen: string[] = [];
    page.on('request', (request) => seen.push(`${request.url()} ${request.headers()['referer'] ?? ''}`));
    const query = new URLSearchParams({ username: account.email, password: defaultPassword });
    await page.goto(`/app/login?${query}`);
    await page.waitForURL('**/app/admin');
    expect(seen.filter((line) => line.includes(defaultPassword))).toHaveLength(1);
    await page.goBack();
    expect(page.url()).not.toContain(defaultPassword);
    expect(api.logLines.join('\n')).not.toContain(defaultPassword);
  });

  it('keeps the session when a link of another site asks to sign in, and fills in the form', async () => {
    const { tenant } = await makePractice(db(), { tenant_name: 'Willow Vets' });
    const { tenant: other } = await makePractice(db(), { tenant_name: 'Look-alike Vets' });
    const [own, stranger] = [await makeAccount(db()), await makeAccount(db())];
    await makeUser(db(), { tenant, account: own });
    await makeUser(db(), { tenant: other, account: stranger });
    const page = await openPage(desktop);
    await signIn(page, own.email, defaultPassword);
    await page.waitForURL('**/app/admin');
    const before = await page.evaluate(() => localStorage.getItem('auth'));
    const openLink = async () => {
      const query = new URLSearchParams({ username: stranger.email, password: defaultPassword, fts: '1' });
      await page.goto(`/app/login?${query}`);
      await page.getByText(`This link will sign you in as ${stranger.email}`).waitFor();
    };

    await openLink();
    await page.getByText('You’re already signed in to Willow Vets').waitFor();
    await expectAccessible(page);
    expect(await page.evaluate(() => localStorage.getItem('auth'))).toBe(before);
    await page.getByRole('button', { name: 'Stay signed in' }).click();
    await page.waitForURL('**/app/admin');
    await page.getByText('Willow Vets').first().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem('auth'))).toBe(before);

    await openLink();
    await page.getByRole('button', { name: 'Login' }).click();
    await page.waitForURL('**/app/admin');
    await page.getByText('Look-alike Vets').first().waitFor();
  });

  it('removes a password without an email from the address, keeps the rest, and demands a new password only for fts=1', async () => {
    const { tenant } = await makePractice(db());
    const account = await makeAccount(db());
    await makeUser(db(), { tenant, account });
    const page = await openPage(desktop);
    await page.goto('/app/login?password=secret&fts=0&lang=en');
    await page.getByLabel('Email').fill(account.email);
    expect(new URL(page.url()).search).toBe('?lang=en');
    await page.getByLabel('Password').fill(defaultPassword);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.waitForURL('**/app/admin');
    await page.getByRole('heading', { name: /Today/ }).first().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('from another website does not move a signed-in desk, however it is opened', async () => {
    const { tenant } = await makePractice(db(), { tenant_name: 'Willow Vets' });
    const { tenant: other } = await makePractice(db(), { tenant_name: 'Look-alike Vets' });
    const [own, stranger] = [await makeAccount(db()), await makeAccount(db())];
    await makeUser(db(), { tenant, account: own });
    const { id: userId } = await makeUser(db(), { tenant: other, account: stranger });
    const desk = await openPage(desktop);
    await signIn(desk, own.email, defaultPassword);
    await desk.waitForURL('**/app/admin');
    const before = await storedSession(desk);
    const query = new URLSearchParams({ username: stranger.email, password: defaultPassword, fts: '1' });
    const link = JSON.stringify(`${api.url}/app/login?${query}`);
    // A frame of Burrow in another website is refused.
    expectConsole(/frame|X-Frame-Options|Content Security Policy|ERR_BLOCKED_BY_RESPONSE/i);
    const ways = {
      redirect: `<script>location.replace(${link})</script>`,
      refresh: `<meta http-equiv="refresh" content='0;url=${api.url}/app/login?${query}'>`,
      frame: `<h1>Free vouchers</h1><iframe src=${link}></iframe>`,
      post: `<form method="get" action="${api.url}/app/login">${[...query].map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`).join('')}</form><script>document.forms[0].submit()</script>`,
    };
    for (const [way, html] of Object.entries(ways)) {
      const victim = await desk.context().newPage();
      await victim.goto(await otherWebsite(html));
      if (way === 'frame') await victim.getByText('Free vouchers').waitFor();
      else await victim.getByText(`This link will sign you in as ${stranger.email}`).waitFor();
      expect([way, await storedSession(victim.url().startsWith(api.url) ? victim : desk)]).toEqual([
        way,
        before,
      ]);
      await victim.close();
    }
    await desk.reload();
    await desk.getByText('Willow Vets').first().waitFor();
    expect(await desk.getByRole('dialog').count()).toBe(0);
    const { rowCount } = await db().query('select from api_keys where user_id = $1', [userId]);
    expect(rowCount).toBe(0);
  });
});

describe.each([desktop, phone])('the first sign-in by a link with fts=1 on a $name', (screen) => {
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Set your password' });

  async function arrive() {
    const { tenant } = await makePractice(db());
    const account = await makeAccount(db());
    await makeUser(db(), { tenant, account });
    const page = await openPage(screen);
    await page.goto(
      `/app/login?${new URLSearchParams({ username: account.email, password: defaultPassword, fts: '1' })}`,
    );
    await dialogOf(page).waitFor();
    return { account, tenant, page, dialog: dialogOf(page) };
  }

  it('asks for the current password, which the server needs, and then lets the person in', async () => {
    const { account, page, dialog } = await arrive();
    expectConsole(/Failed to load resource.*400/);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    expect(await dialog.isVisible()).toBe(true);
    await dialog.getByLabel('New password').fill('a-better-phrase');
    await dialog.getByLabel('Confirm password').fill('a-better-phrase');
    const save = dialog.getByRole('button', { name: 'Save password' });
    await save.click();
    await dialog.getByText('Enter your current password.').waitFor();
    await dialog.getByLabel('Current password').fill('not-the-one');
    await save.click();
    await dialog.getByText('Your current password is incorrect.').waitFor();
    await dialog.getByLabel('Current password').fill(defaultPassword);
    await save.click();
    await dialog.waitFor({ state: 'hidden' });
    await page.reload();
    await page.getByRole('heading', { name: /Today/ }).first().waitFor();
    expect(await dialog.count()).toBe(0);
    const { status } = await api.call('auth', { email: account.email, password: 'a-better-phrase' });
    expect(status).toBe(200);
  });

  it('still demands the new password after a reload, in every tab', async () => {
    const { page, dialog } = await arrive();
    await page.reload();
    await dialog.waitFor();
    await dialog.getByLabel('Current password').waitFor();
    const other = await page.context().newPage();
    await other.goto('/app/admin/clients');
    await dialogOf(other).waitFor();
  });

  it('can be left by logging out, and asks nothing of the next person', async () => {
    const { tenant, page, dialog } = await arrive();
    const next = await makeAccount(db());
    await makeUser(db(), { tenant, account: next });
    await dialog.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/app/login');
    await signIn(page, next.email, defaultPassword);
    await page.getByRole('heading', { name: /Today/ }).first().waitFor();
    expect(await dialog.count()).toBe(0);
  });

  it('asks nothing of the next person when the session ends without a reload', async () => {
    const { tenant, page, dialog } = await arrive();
    const next = await makeAccount(db());
    await makeUser(db(), { tenant, account: next });
    await dialog.getByLabel('New password').waitFor();
    expectConsole(/Failed to load resource.*401/);
    await dialog.getByLabel('Current password').fill(defaultPassword);
    await dialog.getByLabel('New password').fill('a-better-phrase');
    await dialog.getByLabel('Confirm password').fill('a-better-phrase');
    await db().query('update api_keys set revoked_at = now() where tenant_id = $1', [tenant.id]);
    // The page may notice it before.
    void dialog
      .getByRole('button', { name: 'Save password' })
      .click()
      .catch(() => undefined);
    await page.waitForURL('**/app/login');
    await page.getByLabel('Email').fill(next.email);
    await page.getByLabel('Password').fill(defaultPassword);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByRole('heading', { name: /Today/ }).first().waitFor();
    expect(await dialog.count()).toBe(0);
  });

  it('demands the new password also when the form was reloaded before signing in', async () => {
    const { tenant } = await makePractice(db());
    const account = await makeAccount(db());
    await makeUser(db(), { tenant, account });
    const page = await openPage(screen);
    await page.goto('/app/login?fts=1');
    await page.reload();
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password').fill(defaultPassword);
    await page.getByRole('button', { name: 'Login' }).click();
    await dialogOf(page).waitFor();
  });

  it('asks for no current password where the server forced the change, also after a reload', async () => {
    const { tenant } = await makePractice(db());
    const account = await makeAccount(db(), { must_change_password: true });
    await makeUser(db(), { tenant, account });
    expectConsole(/Failed to load resource.*403/);
    const page = await openPage(screen);
    await signIn(page, account.email, defaultPassword);
    await dialogOf(page).waitFor();
    await page.reload();
    const dialog = dialogOf(page);
    await dialog.getByLabel('New password').fill('a-better-phrase');
    await dialog.getByLabel('Confirm password').fill('a-better-phrase');
    expect(await dialog.getByLabel('Current password').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Save password' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('heading', { name: /Today/ }).first().waitFor();
  });
});
