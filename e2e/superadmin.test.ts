import type { Page } from 'playwright-core';
import { expect, describe, it } from 'vitest';
import { defaultPassword, makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
import { makePractice } from '../packages/dev/src/factories.ts';
import type { TenantRow } from '../packages/dev/src/factory-rows.ts';
import { addDays } from '../packages/contracts/src/calendar-day.ts';
import { defaultPracticeLocale, formatsFor } from '../apps/web/src/lib/format.ts';
import { dayFromNow, desktop, expectAccessible, phone, useBrowser, type Screen } from './browser.ts';
import { signIn } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;
const formats = formatsFor(defaultPracticeLocale);

async function openAsSuperadmin(screen: Screen) {
  const account = await makeAccount(db(), { name: 'Robin Root', is_superadmin: true });
  const page = await openPage(screen);
  await signIn(page, account.email, defaultPassword);
  await page.waitForURL('**/app/superadmin');
  return page;
}

async function openSupport(page: Page, tenant: TenantRow): Promise<void> {
  await page.getByLabel('Search practices').fill(tenant.tenant_name);
  await page.getByRole('button', { name: `Actions for ${tenant.tenant_name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Support access' }).click();
  const dialog = page.getByRole('dialog', { name: `Support access to ${tenant.tenant_name}` });
  await dialog.getByLabel('Reason').fill('The printer prints nothing');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Open practice' }).click();
  // The page reloads with the other key, which aborts its requests; the next steps wait for it.
  await page.waitForURL('**/app/admin', { waitUntil: 'commit' });
  await page.getByRole('heading', { name: /Today/ }).first().waitFor();
}

/** A superadmin with new support access to a practice. */
async function openForSupport(screen: Screen): Promise<{ page: Page; tenant: TenantRow }> {
  const { tenant } = await makePractice(db());
  const page = await openAsSuperadmin(screen);
  await openSupport(page, tenant);
  return { page, tenant };
}

async function openSwitchTenant(page: Page) {
  const name = 'Switch Tenant';
  const direct = page.getByRole('button', { name });
  if (!(await direct.isVisible())) await page.getByRole('button', { name: /Menu|Account/ }).click();
  await direct.or(page.getByRole('menuitem', { name })).click();
  return page.getByRole('dialog', { name });
}

describe.each([desktop, phone])('a superadmin on a $name', (screen) => {
  it('creates a practice, and is shown its one-time link once', async () => {
    const name = `Harbour Vets ${screen.name}`;
    const page = await openAsSuperadmin(screen);
    await page.getByRole('heading', { name: 'Practices', exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'New practice' }).click();
    const dialog = page.getByRole('dialog', { name: 'New practice' });
    expectConsole(/400/);
    await dialog.getByRole('button', { name: 'Create practice' }).click();
    await dialog.getByText('Enter the practice name.').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Practice name').fill(name);
    await dialog.getByLabel('First admin’s name').fill('Fay First');
    await dialog.getByLabel('First admin’s email').fill(`fay-${screen.name}@example.test`);
    await dialog.getByRole('button', { name: 'Create practice' }).click();
    const created = page.getByRole('dialog', { name: 'Practice created' });
    expect(await created.getByLabel('One-time link').inputValue()).toMatch(
      /^http:\/\/[\d.:]+\/app\/welcome#[\w-]{43}$/,
    );
    await expectAccessible(page);
    await created.getByRole('button', { name: 'Done' }).click();
    await page.getByText(name).waitFor();
    await page.getByRole('button', { name: 'Account', exact: true }).click();
    await page.getByRole('menuitem', { name: 'My account' }).click();
    const account = page.getByRole('dialog', { name: 'My account' });
    await account.getByText('Robin Root').first().waitFor();
    await expectAccessible(page);
    await account.getByRole('button', { name: 'Close' }).first().click();
    await page.getByLabel('Search practices').fill('no such practice');
    await page.getByText('No practices found').waitFor();
  });

  it('suspends a practice after asking, and resumes it', async () => {
    const { tenant } = await makePractice(db());
    const page = await openAsSuperadmin(screen);
    await page.getByLabel('Search practices').fill(tenant.tenant_name);
    const menu = page.getByRole('button', { name: `Actions for ${tenant.tenant_name}`, exact: true });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Suspend' }).click();
    const question = page.getByRole('alertdialog', { name: `Suspend ${tenant.tenant_name}?` });
    await question.getByText('No data is lost.').waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Suspend practice' }).click();
    await page.getByLabel('Status', { exact: true }).selectOption('Suspended');
    await menu.click();
    await page.getByRole('menuitem', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Resume practice' }).click();
    await page.getByText('No practices found').waitFor();
  });

  it('sees which practices are being moved or have moved, and can change nothing of them', async () => {
    const { tenant } = await makePractice(db(), { suspended_at: new Date() });
    await db().query('insert into practice_moves (tenant_id, started_at) values ($1, now())', [tenant.id]);
    const page = await openAsSuperadmin(screen);
    await page.getByLabel('Search practices').fill(tenant.tenant_name);
    const name = page.getByText(tenant.tenant_name, { exact: true });
    const entry = page.getByRole('row').or(page.getByRole('listitem')).filter({ has: name });
    await entry.getByText('Moving', { exact: true }).waitFor();
    expect(await entry.getByRole('button').count()).toBe(0);
    await db().query(
      "update practice_moves set moved_at = now(), moved_to = 'https://b.example.com' where tenant_id = $1",
      [tenant.id],
    );
    await page.reload();
    await entry.getByText('Moved', { exact: true }).waitFor();
    await entry.getByText('now at https://b.example.com').waitFor();
    await expectAccessible(page);
  });

  it('resets a sign-in, and the person chooses a new password by the link', async () => {
    expectConsole(/404/);
    const { tenant } = await makePractice(db());
    const person = await makeAccount(db());
    await makeUser(db(), { tenant, account: person });
    const page = await openAsSuperadmin(screen);
    await page.getByRole('button', { name: 'Reset a sign-in' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reset a sign-in' });
    await dialog.getByLabel('Email they sign in with').fill('nobody@example.test');
    await dialog.getByRole('button', { name: 'Reset and create link' }).click();
    await dialog.getByText('No account uses this email.').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Email they sign in with').fill(person.email);
    await dialog.getByRole('button', { name: 'Reset and create link' }).click();
    const done = page.getByRole('dialog', { name: 'Sign-in reset' });
    const link = await done.getByLabel('One-time link').inputValue();
    await expectAccessible(page);

    const newcomer = await openPage(screen);
    await newcomer.goto(link);
    await newcomer.getByRole('heading', { name: 'Choose a new password' }).waitFor();
    await newcomer.getByLabel('New password').fill('a-better-phrase');
    await newcomer.getByLabel('Confirm password').fill('a-better-phrase');
    await newcomer.getByRole('button', { name: 'Save password' }).click();
    await newcomer.getByRole('heading', { name: /Today/ }).first().waitFor();
  });

  it('leaves a practice by signing out of it, and is back among the practices', async () => {
    const { page } = await openForSupport(screen);
    const logout = { name: 'Logout' };
    const direct = page.getByRole('button', logout);
    if (!(await direct.isVisible())) await page.getByRole('button', { name: /Menu|Account/ }).click();
    await direct.or(page.getByRole('menuitem', logout)).click();
    await page.waitForURL('**/app/superadmin');
    await page.getByRole('heading', { name: 'Practices', exact: true }).waitFor();
  });

  it('gives a practice its own host, unless another has it', async () => {
    const { tenant } = await makePractice(db());
    const taken = `taken.${screen.name}.example`;
    await makePractice(db(), { custom_host: taken });
    const page = await openAsSuperadmin(screen);
    await page.getByLabel('Search practices').fill(tenant.tenant_name);
    await page.getByRole('button', { name: `Actions for ${tenant.tenant_name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit practice', exact: true });
    const host = dialog.getByLabel('Custom domain');
    const save = () => dialog.getByRole('button', { name: 'Save' }).click();
    expectConsole(/400|409/);
    await host.fill('not a host');
    await save();
    await dialog.getByText('Enter a host name such as pets.example.com.').waitFor();
    await expectAccessible(page);
    await host.fill(taken);
    await save();
    await dialog.getByText('This domain is already used by another practice.').waitFor();
    await host.fill(`Own.${screen.name}.example`);
    await save();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(`own.${screen.name}.example`).waitFor();
  });

  it('extends a trial, from its current last day on the practice’s clock', async () => {
    const ends = dayFromNow(10);
    const { tenant } = await makePractice(db(), {
      time_zone: 'America/Los_Angeles',
      trial_ends_at: `${addDays(ends, 1)}T06:59:59Z`,
    });
    const page = await openAsSuperadmin(screen);
    await page.getByLabel('Search practices').fill(tenant.tenant_name);
    const name = page.getByText(tenant.tenant_name, { exact: true });
    const entry = page.getByRole('row').or(page.getByRole('listitem')).filter({ has: name });
    await entry.getByText(formats.day(ends)).waitFor();
    await page.getByRole('button', { name: `Actions for ${tenant.tenant_name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Extend trial' }).click();
    const dialog = page.getByRole('dialog', { name: 'Extend trial', exact: true });
    await dialog.getByText(`ends on ${formats.day(ends)}.`).waitFor();
    const day = dialog.getByLabel('Trial end date');
    expect(await day.inputValue()).toBe(addDays(ends, 14));
    await expectAccessible(page);
    await dialog.getByRole('button', { name: '+30 days' }).click();
    expect(await day.inputValue()).toBe(addDays(ends, 30));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(`The trial of ${tenant.tenant_name} ends on`).waitFor();
  });

  it('reads that a trial waits for the end of a subscription', async () => {
    const { tenant } = await makePractice(db(), { subscription_status: 'active' });
    const page = await openAsSuperadmin(screen);
    await page.getByLabel('Search practices').fill(tenant.tenant_name);
    await page.getByRole('button', { name: `Actions for ${tenant.tenant_name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Extend trial' }).click();
    const dialog = page.getByRole('dialog', { name: 'Extend trial', exact: true });
    await dialog.getByText('It has a subscription, so a trial only counts once that ends.').waitFor();
    await expectAccessible(page);
  });

  it('opens a practice for support, and returns by Switch Tenant', async () => {
    const { page, tenant } = await openForSupport(screen);
    const { rows } = await db().query<{ details: object }>(
      "select details from audit_log where tenant_id = $1 and action = 'superadmin/support_access'",
      [tenant.id],
    );
    expect(rows).toMatchObject([{ details: { by: 'Robin Root', reason: 'The printer prints nothing' } }]);

    const first = await openSwitchTenant(page);
    await first.getByRole('button', { name: /superadmin/ }).click();
    await page.waitForURL('**/app/superadmin');
    await page.getByRole('heading', { name: 'Practices', exact: true }).waitFor();

    await openSupport(page, tenant);
    const second = await openSwitchTenant(page);
    await second.getByRole('button', { name: /superadmin/ }).waitFor();
    expect(await second.getByRole('button', { name: tenant.tenant_name }).count()).toBe(1);
  });

  it('is back among the practices when the time for support is over', async () => {
    const { page, tenant } = await openForSupport(screen);
    await db().query(
      "update users set support_until = now() - interval '1 second' where tenant_id = $1 and support_until is not null",
      [tenant.id],
    );
    expectConsole(/401/);
    // The next request detects it: of the next screen, or of the live updates.
    const back = page.waitForURL('**/app/superadmin');
    await Promise.any([back, page.getByRole('navigation').getByRole('link', { name: 'Clients' }).click()]);
    await back;
    await page.getByRole('heading', { name: 'Practices', exact: true }).waitFor();
  });
});
