import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import { desktop, phone, useBrowser, type Screen } from './browser.ts';
import { signInAsStaff } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;

async function openFor({ tenant }: Practice, screen: Screen): Promise<Page> {
  const account = await makeAccount(db());
  await makeUser(db(), { tenant, account, role: 'staff' });
  const page = await openPage(screen);
  await signInAsStaff(page, account.email);
  return page;
}

const clientsNamed = async ({ tenant }: Practice, name: string): Promise<number> => {
  const { rowCount } = await db().query('select 1 from clients where tenant_id = $1 and name = $2', [
    tenant.id,
    name,
  ]);
  return rowCount ?? 0;
};

describe.each([desktop, phone])('on a $name', (screen) => {
  it('an answer that is lost makes no second record when the request is repeated', async () => {
    const practice = await makePractice(db());
    const page = await openFor(practice, screen);
    expectConsole(/Failed to load resource/);
    await page.goto('/app/admin/clients');
    await page.getByRole('button', { name: 'Add Client' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Client', exact: true });
    await dialog.getByLabel('Name').fill('Nell Twice');
    const lose = async (route: Route): Promise<void> => {
      await route.fetch();
      await route.abort();
    };
    await page.route('**/api/client_create', lose, { times: 1 });
    await dialog.getByRole('button', { name: 'Add Client' }).click();
    await dialog
      .getByText('Couldn’t reach the server. Check your internet connection and try again.')
      .waitFor();
    expect(await clientsNamed(practice, 'Nell Twice')).toBe(1);
    await dialog.getByRole('button', { name: 'Add Client' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await clientsNamed(practice, 'Nell Twice')).toBe(1);
  });

  it('the same input twice makes two records when both were answered', async () => {
    const practice = await makePractice(db());
    const page = await openFor(practice, screen);
    for (const times of [1, 2]) {
      await page.goto('/app/admin/clients');
      await page.getByRole('button', { name: 'Add Client' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add Client', exact: true });
      await dialog.getByLabel('Name').fill('Sam Smith');
      await dialog.getByRole('button', { name: 'Add Client' }).click();
      await dialog.waitFor({ state: 'hidden' });
      expect(await clientsNamed(practice, 'Sam Smith')).toBe(times);
    }
  });
});
