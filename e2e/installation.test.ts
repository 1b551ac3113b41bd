import { describe, expect, it } from 'vitest';
import { defaultPassword, makeAccount } from '../packages/dev/src/factory-people.ts';
import { desktop, expectAccessible, phone, useBrowser, type Screen } from './browser.ts';
import { signIn } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();

async function openInstallation(screen: Screen) {
  const account = await makeAccount(api.testDatabase.owner, { is_superadmin: true });
  const page = await openPage(screen);
  await signIn(page, account.email, defaultPassword);
  await page.waitForURL('**/app/superadmin');
  await page.getByRole('link', { name: 'Installation' }).click();
  await page.waitForURL('**/app/superadmin/installation');
  await page.getByRole('heading', { name: 'Providers' }).waitFor();
  return page;
}

describe('the operator', () => {
  it('sees on a phone whether all checks pass, and tests a working provider and a failing one', async () => {
    const page = await openInstallation(phone);
    await page.getByRole('heading', { name: 'Everything is working' }).waitFor();
    await expectAccessible(page);
    // Chromium reports every refused request in its console; one is asked for.
    expectConsole(/Failed to load resource.*400/);
    await page.getByRole('button', { name: 'Send test: Text messages' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send a test text message' });
    await dialog.getByLabel('Mobile number').fill('12');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByText('Enter a phone number.').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Mobile number').fill('07700 900011');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Twilio accepted the message.').waitFor();
    expect(api.smsTo('07700900011')).toHaveLength(1);
    api.sandbox.stripe.mood = 'outage';
    await page.getByRole('button', { name: 'Test Stripe: Card payments' }).click();
    await page.getByText('Stripe has a problem.').first().waitFor();
    // The screen refetches after a test.
    await page.getByRole('heading', { name: '1 problem found' }).waitFor();
    await expectAccessible(page);
  });

  it('keeps the figures while the database is unavailable, and sees them recover', async () => {
    const page = await openInstallation(desktop);
    await page.getByRole('columnheader', { name: 'Largest tables' }).waitFor();
    expectConsole(/Failed to load resource.*(503|500)/);
    await page.route('**/api/superadmin/installation', (route) =>
      route.fulfill({ status: 503, json: { message: 'Away.', code: 'unavailable', request_id: 'none' } }),
    );
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('is not responding').waitFor();
    expect(await page.getByRole('heading', { name: 'Providers' }).isVisible()).toBe(true);
    await page.unroute('**/api/superadmin/installation');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('is not responding').waitFor({ state: 'detached' });
    await expectAccessible(page);
  });
});
