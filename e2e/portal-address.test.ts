import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeAccount, makeClient, makeUser } from '../packages/dev/src/factory-people.ts';
import { makePractice } from '../packages/dev/src/factories.ts';
import type { TenantRow } from '../packages/dev/src/factory-rows.ts';
import { desktop, expectAccessible, phone, useBrowser, type Screen } from './browser.ts';
import { signInAsStaff } from './sign-in.ts';

const { api, openPage } = useBrowser();
const db = () => api.testDatabase.owner;

async function openAdmin(screen: Screen, columns: Partial<TenantRow> = {}) {
  const practice = await makePractice(db(), columns);
  const account = await makeAccount(db());
  await makeUser(db(), { tenant: practice.tenant, account, role: 'admin' });
  const page = await openPage(screen);
  await signInAsStaff(page, account.email);
  return { ...practice, page, address: `${api.url}/app/cp?tenant=${practice.tenant.id}` };
}

const opensPortal = async (page: Page, address: string, practice: string): Promise<void> => {
  await page.goto(address);
  await page.getByRole('heading', { name: `${practice} Customer Portal` }).waitFor();
};

describe.each([desktop, phone])('the address of the portal on a $name', (screen) => {
  it('is in Settings, with buttons to copy and open it, and leads to this practice', async () => {
    const { page, address, tenant } = await openAdmin(screen);
    await page.goto('/app/admin/settings?category=practice');
    expect(await page.getByLabel('Portal address').inputValue()).toBe(address);
    expect(await page.getByRole('link', { name: 'Open the portal' }).getAttribute('href')).toBe(address);
    await expectAccessible(page);
    const visitor = await openPage(screen);
    await opensPortal(visitor, address, tenant.tenant_name);
  });

  it('is on the page of a client, beside whether they have signed up', async () => {
    const { page, address, tenant } = await openAdmin(screen);
    const [fresh, known] = [
      await makeClient(db(), { tenant }),
      await makeClient(db(), { tenant, password: 'petlover' }),
    ];
    for (const [client, standing] of [
      [fresh, 'Not signed up'],
      [known, 'Signed up'],
    ] as const) {
      await page.goto(`/app/admin/client/${client.id}`);
      const info = page.getByRole('region', { name: 'Client Info' });
      await info.getByText(standing, { exact: true }).waitFor();
      expect(await info.getByRole('link', { name: address }).getAttribute('href')).toBe(address);
      await info.getByRole('button', { name: 'Copy portal address' }).waitFor();
    }
    await expectAccessible(page);
  });

  it('is in the setup checklist', async () => {
    const { page, address } = await openAdmin(screen, { fts_complete: false });
    await page.goto('/app/admin');
    await page.goto('/app/admin');
    await page.keyboard.press('Escape');
    await page
      .getByRole('region', { name: 'Set up your practice' })
      .getByRole('link', { name: address })
      .waitFor();
    await expectAccessible(page);
  });

  it('can be inserted into a message, and the preview shows it', async () => {
    const { page, address } = await openAdmin(screen);
    await page.goto('/app/admin/settings?category=messages');
    await page.getByRole('button', { name: 'Edit Deposit refunded, SMS' }).click();
    await page.getByRole('button', { name: 'Portal address' }).click();
    await page.getByText(address).first().waitFor();
  });
});
