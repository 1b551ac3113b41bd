import { expect, it } from 'vitest';
import { makePractice } from '../packages/dev/src/factories.ts';
import { desktop, useBrowser } from './browser.ts';

const { api, openPage } = useBrowser();

it('shows every group of actions, and tries one with a key', async () => {
  const { adminKey, tenant } = await makePractice(api.testDatabase.owner, {
    tenant_name: 'Willow Lane Vets',
  });
  const page = await openPage(desktop);
  await page.goto('/api/docs');
  await page.getByRole('button', { name: 'Authorize' }).first().click();
  await page.locator('.auth-container input').fill(adminKey.apiKey);
  await page.locator('.auth-container .authorize').click();
  await page.locator('.auth-container .btn-done').click();
  await page.locator('#operations-tag-Practice').click();
  const action = page.locator('#operations-Practice-tenant');
  await action.locator('.opblock-summary-control').click();
  await action.getByRole('button', { name: 'Try it out' }).click();
  await action.getByRole('button', { name: 'Execute' }).click();
  await action.locator('.live-responses-table').getByText(tenant.tenant_name).first().waitFor();
  expect(await page.locator('.opblock-tag').count()).toBeGreaterThan(15);
});

it('is dark in dark mode', async () => {
  const page = await openPage(desktop);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/api/docs');
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(await background()).not.toBe('rgba(0, 0, 0, 0)');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(background).toBe('rgba(0, 0, 0, 0)');
});
