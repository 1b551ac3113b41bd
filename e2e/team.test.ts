import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  defaultPassword,
  makeAccount,
  makeInvited,
  makeSessionKey,
  makeUser,
} from '../packages/dev/src/factory-people.ts';
import { makeCalendarFeed } from '../packages/dev/src/factory-records.ts';
import { makePractice } from '../packages/dev/src/factories.ts';
import { desktop, expectAccessible, phone, useBrowser, type Screen } from './browser.ts';
import type { Session } from '../apps/web/src/lib/session.ts';
import { openAsStaff, signIn } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;
// Chromium reports every refused request in its console; these are asked for.
const refused = /Failed to load resource.*(400|401|409|410)/;

async function practiceWithAdmin() {
  const practice = await makePractice(db());
  const account = await makeAccount(db(), { name: 'Ada Admin' });
  await makeUser(db(), { tenant: practice.tenant, account, role: 'admin' });
  return { ...practice, account };
}

async function openTeam(screen: Screen, email: string): Promise<Page> {
  const page = await openPage(screen);
  await openAsStaff(page, email, '/app/admin/settings?category=team');
  await page.getByRole('heading', { name: 'People', exact: true, level: 2 }).waitFor();
  return page;
}

async function choose(page: Page, person: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${person}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function openAccount(page: Page, screen: Screen) {
  if (screen === phone) {
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'My account' }).click();
  } else await page.getByRole('button', { name: 'My account' }).click();
  return page.getByRole('dialog', { name: 'My account' });
}

describe.each([desktop, phone])('on a $name', (screen) => {
  it('a person is invited, joins by the link, and is signed out when disabled', async () => {
    expectConsole(refused);
    const { tenant, account } = await practiceWithAdmin();
    const name = `Nora ${screen.name}`;
    const email = `nora-${screen.name}@example.test`;
    const admin = await openTeam(screen, account.email);
    await expectAccessible(admin);
    await admin.getByRole('button', { name: 'Invite' }).click();
    const form = admin.getByRole('dialog', { name: 'Invite someone' });
    await form.getByRole('button', { name: 'Create invitation' }).click();
    await form.getByText('Enter a name.').waitFor();
    await expectAccessible(admin);
    await form.getByLabel('Name').fill(name);
    await form.getByLabel('Email').fill(email);
    await form.getByRole('button', { name: 'Create invitation' }).click();
    const ready = admin.getByRole('dialog', { name: 'Invitation ready' });
    const link = await ready.getByLabel('One-time link').inputValue();
    expect(link).toMatch(/^http:\/\/[\d.:]+\/app\/welcome#[\w-]{43}$/);
    await expectAccessible(admin);
    await ready.getByRole('button', { name: 'Done' }).click();
    await admin.getByText('Hasn’t joined yet').waitFor();

    const newcomer = await openPage(screen);
    await newcomer.goto(link);
    await newcomer.getByRole('heading', { name: `Welcome to ${tenant.tenant_name}` }).waitFor();
    expect(newcomer.url()).toMatch(/\/app\/welcome$/);
    expect(await newcomer.evaluate(() => window.history.length)).toBeLessThanOrEqual(2);
    await expectAccessible(newcomer);
    await newcomer.getByLabel('New password').fill('a-first-phrase');
    await newcomer.getByLabel('Confirm password').fill('another-phrase');
    await newcomer.getByRole('button', { name: 'Join' }).click();
    await newcomer.getByText('Passwords do not match').waitFor();
    await expectAccessible(newcomer);
    await newcomer.getByLabel('Confirm password').fill('a-first-phrase');
    await newcomer.getByRole('button', { name: 'Join' }).click();
    await newcomer.waitForURL('**/app/admin');
    await newcomer.getByRole('heading', { name: /Today/ }).first().waitFor();

    const again = await openPage(screen);
    await again.goto(link);
    await again.getByRole('heading', { name: 'This link has expired' }).waitFor();
    await expectAccessible(again);

    await admin.reload();
    await choose(admin, name, 'Disable');
    const question = admin.getByRole('alertdialog', { name: `Disable ${name}?` });
    await expectAccessible(admin);
    await question.getByRole('button', { name: 'Disable' }).click();
    await admin.getByText('Disabled', { exact: true }).waitFor();
    await newcomer.getByRole('link', { name: 'Clients' }).first().click();
    await newcomer.waitForURL('**/app/login');
    await choose(admin, name, 'Enable');
    await admin.getByText('Disabled', { exact: true }).waitFor({ state: 'detached' });
  });

  it('everyone changes their own password and sees where they are signed in', async () => {
    expectConsole(refused);
    const { tenant } = await makePractice(db());
    const account = await makeAccount(db());
    const user = await makeUser(db(), { tenant, account });
    await makeSessionKey(db(), { user });
    const page = await openPage(screen);
    await openAsStaff(page, account.email, '/app/admin');
    const dialog = await openAccount(page, screen);
    await dialog.getByText('Chrome on Linux').waitFor();
    await dialog.getByText('This session').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await dialog.getByText('You aren’t signed in anywhere else.').waitFor();

    await makeSessionKey(db(), { user });
    await page.reload();
    await openAccount(page, screen);
    await dialog.getByText('Unknown device').waitFor();
    await dialog.getByLabel('Current password').fill('not-the-one');
    await dialog.getByLabel('New password').fill('a-better-phrase');
    await dialog.getByLabel('Confirm password').fill('a-better-phrase');
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await dialog.getByText('Your current password is incorrect.').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Current password').fill(defaultPassword);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed').waitFor();
    await dialog.getByText('You aren’t signed in anywhere else.').waitFor();
    const other = await openPage(screen);
    await signIn(other, account.email, 'a-better-phrase');
    await other.waitForURL('**/app/admin');
  });

  it('a person with an account joins with the password they have', async () => {
    expectConsole(refused);
    const account = await makeAccount(db());
    await makeUser(db(), { account });
    const { link, user } = await makeInvited(db(), { account });
    const page = await openPage(screen);
    // Some programs put a slash before the fragment.
    await page.goto(`/app/welcome/#${link.token}`);
    await page.getByLabel('Password', { exact: false }).first().waitFor();
    expect(page.url()).toMatch(/\/app\/welcome$/);
    await page.getByText('Enter the password you sign in with').waitFor();
    const password = page.locator('input[name=password]');
    await password.fill('not-the-one');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByText('The password is incorrect.').waitFor();
    await expectAccessible(page);
    await password.fill(defaultPassword);
    await page.getByRole('button', { name: 'Join' }).click();
    await page.waitForURL('**/app/admin');
    const stored = await page.evaluate(
      () => JSON.parse(localStorage.getItem('auth') ?? '{}') as { tenantId: number },
    );
    expect(stored.tenantId).toBe(user.tenant_id);
  });
});

describe('shared calendar feeds', () => {
  it('are announced to end before their maker is disabled or becomes staff', async () => {
    const { tenant, account } = await practiceWithAdmin();
    const user = await makeUser(db(), { tenant, role: 'admin', name: 'Fay Feeds' });
    await makeCalendarFeed(db(), { maker: user });
    const page = await openTeam(desktop, account.email);
    const ends = /^1 calendar feed they created for the whole practice .* will stop working for good/;
    await choose(page, 'Fay Feeds', 'Edit');
    const form = page.getByRole('dialog', { name: 'Edit staff member' });
    expect(await form.getByText(ends).count()).toBe(0);
    await form.getByLabel('Role').selectOption('staff');
    await form.getByText(ends).waitFor();
    await expectAccessible(page);
    await form.getByLabel('Role').selectOption('admin');
    await form.getByText(ends).waitFor({ state: 'detached' });
    await form.getByRole('button', { name: 'Cancel' }).click();
    await choose(page, 'Fay Feeds', 'Disable');
    await page.getByRole('alertdialog').getByText(ends).waitFor();
  });
});

describe('the sessions of a person', () => {
  it('contain no API key, which one press would revoke', async () => {
    const { tenant, account } = await practiceWithAdmin();
    const user = await makeUser(db(), { tenant, role: 'admin', name: 'Kim Keys' });
    await makeSessionKey(db(), { user, kind: 'integration', label: 'Website' });
    const page = await openTeam(desktop, account.email);
    await choose(page, 'Kim Keys', 'Sessions');
    const dialog = page.getByRole('dialog', { name: 'Sessions' });
    await dialog.getByText('Not signed in anywhere').waitFor();
    expect(await dialog.getByText('Website').count()).toBe(0);
  });
});

describe('a changed role', () => {
  it('reaches the person’s open browser, and the list of their practices', async () => {
    // Panels that are open at the moment of the change may ask once more.
    expectConsole(/Failed to load resource.*403/);
    const { tenant, account } = await practiceWithAdmin();
    const other = await makeAccount(db());
    const user = await makeUser(db(), { tenant, account: other, name: 'Petra Promoted' });
    const admin = await openTeam(desktop, account.email);
    const page = await openPage(desktop);
    await openAsStaff(page, other.email, '/app/admin');
    await page.getByText('Logged in as staff').waitFor();
    const settings = page.getByRole('link', { name: 'Settings' });
    expect(await settings.count()).toBe(0);

    const changeRole = async (role: string) => {
      await choose(admin, 'Petra Promoted', 'Edit');
      const form = admin.getByRole('dialog', { name: 'Edit staff member' });
      await form.getByLabel('Role').selectOption(role);
      await form.getByRole('button', { name: 'Save changes' }).click();
      await form.waitFor({ state: 'detached' });
    };
    await changeRole('admin');
    await settings.click();
    await page.waitForURL('**/app/admin/settings*');
    const rolesIn = () =>
      page.evaluate((id) => {
        const stored = JSON.parse(localStorage.getItem('auth') ?? '{}') as Session;
        return [stored.role, stored.availableTenants.find(({ userId }) => userId === id)?.role];
      }, user.id);
    expect(await rolesIn()).toEqual(['admin', 'admin']);

    await changeRole('staff');
    await page.waitForURL('**/app/admin');
    await settings.waitFor({ state: 'detached' });
    expect(await rolesIn()).toEqual(['staff', 'staff']);
  });
});

describe('a link', () => {
  it('that is incomplete shows so', async () => {
    const page = await openPage(phone);
    for (const fragment of ['', '#', '#cut-off', '#a token with spaces in it, as mail programs break it']) {
      await page.goto('about:blank');
      await page.goto(`/app/welcome${fragment}`);
      await page.getByRole('heading', { name: 'This link is incomplete' }).waitFor();
    }
    expect(page.url()).toMatch(/\/app\/welcome$/);
    await expectAccessible(page);
  });

  it('for a new password is refused for a person who also works elsewhere, with the reason', async () => {
    expectConsole(refused);
    const { tenant, account } = await practiceWithAdmin();
    const [shared, own] = [await makeAccount(db()), await makeAccount(db())];
    await makeUser(db(), { tenant, account: shared, name: 'Sam Shared' });
    await makeUser(db(), { account: shared });
    await makeUser(db(), { tenant, account: own, name: 'Olga Own' });
    const page = await openTeam(desktop, account.email);
    await choose(page, 'Sam Shared', 'Reset password');
    const refusal = page.getByRole('alertdialog', { name: 'Reset Sam Shared’s password?' });
    await refusal.getByRole('button', { name: 'Create link' }).click();
    await refusal.getByText('also works at another practice').waitFor();
    await expectAccessible(page);
    await refusal.getByRole('button', { name: 'Cancel' }).click();

    await choose(page, 'Olga Own', 'Reset password');
    await page.getByRole('button', { name: 'Create link' }).click();
    const ready = page.getByRole('dialog', { name: 'Password link ready' });
    const link = await ready.getByLabel('One-time link').inputValue();
    const olga = await openPage(phone);
    await olga.goto(link);
    await olga.getByRole('heading', { name: 'Choose a new password' }).waitFor();
    await olga.getByLabel('New password').fill('a-better-phrase');
    await olga.getByLabel('Confirm password').fill('a-better-phrase');
    await olga.getByRole('button', { name: 'Save password' }).click();
    await olga.waitForURL('**/app/admin');
  });
});

describe('support access', () => {
  it('is shown while it lasts, and ends at once on request', async () => {
    expectConsole(refused);
    const { tenant } = await makePractice(db());
    const account = await makeAccount(db(), { is_superadmin: true });
    const page = await openPage(desktop);
    await signIn(page, account.email, defaultPassword);
    await page.waitForURL('**/app/superadmin');
    await page.getByLabel('Search practices').fill(tenant.tenant_name);
    await page.getByRole('button', { name: `Actions for ${tenant.tenant_name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Support access' }).click();
    await page.getByLabel('Reason').fill('The printer prints nothing');
    await page.getByRole('button', { name: 'Open practice' }).click();
    await page.waitForURL('**/app/admin');
    await page.getByText(/Support access until \d\d:\d\d/).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'End now' }).click();
    await page.waitForURL('**/app/superadmin');
    const { rows } = await db().query(
      'select 1 from users where tenant_id = $1 and account_id = $2 and support_until > now()',
      [tenant.id, account.id],
    );
    expect(rows).toEqual([]);
  });
});
