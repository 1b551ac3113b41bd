import type { Page } from 'playwright-core';
import { expect, describe, it } from 'vitest';
import { defaultPassword, makeAccount } from '../apps/api/src/testing/factory-people.ts';
import { makePractice } from '../apps/api/src/testing/factories.ts';
import type { TenantRow } from '../apps/api/src/testing/factory-rows.ts';
import { desktop, expectAccessible, phone, useBrowser, type Screen } from './browser.ts';
import { signIn } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;

async function openAsSuperadmin(screen: Screen) {
  const account = await makeAccount(db(), { name: 'Robin Root', is_superadmin: true });
  const page = await openPage(screen);
  await signIn(page, account.email, defaultPassword);
  await page.waitForURL('**/app/superadmin');
  return page;
}

/** A superadmin who has just been let into a practice to help out. */
async function openForSupport(screen: Screen): Promise<{ page: Page; tenant: TenantRow }> {
  const { tenant } = await makePractice(db());
  const page = await openAsSuperadmin(screen);
  await page.getByLabel('Search practices').fill(tenant.tenant_name);
  await page.getByRole('button', { name: `Actions for ${tenant.tenant_name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Support access' }).click();
  const dialog = page.getByRole('dialog', { name: `Support access to ${tenant.tenant_name}` });
  await dialog.getByLabel('Reason').fill('The printer prints nothing');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Open practice' }).click();
  await page.waitForURL('**/app/admin');
  await page.getByRole('heading', { name: /Today/ }).first().waitFor();
  return { page, tenant };
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
    await dialog.getByText('Please enter the name of the practice.').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Name of the practice').fill(name);
    await dialog.getByLabel('Name of the first admin').fill('Fay First');
    await dialog.getByLabel('Email of the first admin').fill(`fay-${screen.name}@example.test`);
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
    await question.getByText('Nothing in it is lost.').waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Suspend practice' }).click();
    await page.getByLabel('Status', { exact: true }).selectOption('Suspended');
    await menu.click();
    await page.getByRole('menuitem', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Resume practice' }).click();
    await page.getByText('No practices found').waitFor();
  });

  it('opens a practice for support, and comes back by Switch Tenant', async () => {
    const { page, tenant } = await openForSupport(screen);
    const { rows } = await db().query<{ details: object }>(
      "select details from audit_log where tenant_id = $1 and action = 'superadmin/support_access'",
      [tenant.id],
    );
    expect(rows).toMatchObject([{ details: { by: 'Robin Root', reason: 'The printer prints nothing' } }]);

    const switchName = { name: 'Switch Tenant' };
    const direct = page.getByRole('button', switchName);
    if (!(await direct.isVisible())) await page.getByRole('button', { name: /Menu|Account/ }).click();
    await direct.or(page.getByRole('menuitem', switchName)).click();
    await page
      .getByRole('dialog', { name: 'Switch Tenant' })
      .getByRole('button', { name: /superadmin/ })
      .click();
    await page.waitForURL('**/app/superadmin');
    await page.getByRole('heading', { name: 'Practices', exact: true }).waitFor();
  });

  it('is back among the practices when the time for support is over', async () => {
    const { page, tenant } = await openForSupport(screen);
    await db().query(
      "update users set support_until = now() - interval '1 second' where tenant_id = $1 and support_until is not null",
      [tenant.id],
    );
    expectConsole(/401/);
    await page.getByRole('navigation').getByRole('link', { name: 'Clients' }).click();
    await page.waitForURL('**/app/superadmin');
    await page.getByRole('heading', { name: 'Practices', exact: true }).waitFor();
  });
});
