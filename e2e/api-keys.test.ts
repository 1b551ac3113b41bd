import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeAccount, makeSessionKey, makeUser } from '../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import { desktop, expectAccessible, focusIsInContent, phone, useBrowser, type Screen } from './browser.ts';
import { openAsStaff } from './sign-in.ts';

const { api, expectConsole, openPage } = useBrowser();
const db = () => api.testDatabase.owner;

/** The integrations of a practice, opened by one of its admins. */
async function openIntegrations(
  screen: Screen,
  prepare: (practice: Practice) => Promise<unknown> = async () => undefined,
): Promise<{ practice: Practice; page: Page }> {
  const practice = await makePractice(db(), { tenant_name: 'Willow Lane Vets' });
  await prepare(practice);
  const account = await makeAccount(db());
  await makeUser(db(), { tenant: practice.tenant, account, role: 'admin', name: 'Olga Other' });
  const page = await openPage(screen);
  await openAsStaff(page, account.email, '/app/admin/settings?category=integrations');
  await page.getByRole('heading', { name: 'Integrations', level: 1 }).waitFor();
  return { practice, page };
}

const card = (page: Page): Locator => page.getByRole('region', { name: 'API keys', exact: true });

/** Whether nothing covers the middle of an element. */
function isInSight(element: HTMLElement | SVGElement): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}

describe.each([desktop, phone])('on a $name', (screen) => {
  it('makes a key, shows it once, and revokes it', async () => {
    const { page } = await openIntegrations(screen);
    await card(page).getByText('No API keys').waitFor();
    await expectAccessible(page);
    await card(page).getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('Enter a name for the key.').waitFor();
    await dialog.getByText('Choose what the key can do.').waitFor();
    await dialog.getByLabel('Name').fill('Website');
    await dialog.getByRole('button', { name: 'Website bookings' }).click();
    await dialog.getByRole('checkbox', { name: 'Animals: write' }).uncheck();
    await dialog.getByText('Only from certain network addresses').click();
    expectConsole(/400/);
    await dialog.getByLabel('Addresses').fill('127.0.0.1, somewhere');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText(/^Enter addresses such as/).waitFor();
    await dialog.getByLabel('Addresses').fill('127.0.0.0/8');
    // The error of an unavailable server is in view, anywhere in the long form.
    expectConsole(/ERR_FAILED/);
    await page.route('**/api/api_key/create', (route) => route.abort());
    await dialog.getByLabel('Name').scrollIntoViewIfNeeded();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const problem = dialog.getByRole('alert').filter({ hasText: 'Couldn’t reach the server.' });
    await expect.poll(() => problem.evaluate(isInSight)).toBe(true);
    await page.unroute('**/api/api_key/create');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const apiKey = await page
      .getByRole('dialog', { name: 'Your new API key' })
      .getByLabel('API key')
      .inputValue();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Done' }).click();
    const row = card(page).getByRole('listitem').filter({ hasText: 'Website' });
    for (const granted of ['Appointments: write', 'Clients: write', 'Services: read', 'Practice: read'])
      await row.getByText(granted, { exact: true }).waitFor();
    await row.getByText('Only from 127.0.0.0/8').waitFor();
    expect(await page.content()).not.toContain(apiKey);
    await expectAccessible(page);
    expect((await api.call('booking_types', {}, { apiKey })).status).toBe(200);
    await row.getByRole('button', { name: 'Actions for Website' }).click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Website is revoked').waitFor();
    await expect.poll(() => focusIsInContent(page)).toBe(true);
    await card(page).getByText('No API keys').waitFor();
    await card(page).getByText('1 expired or revoked').click();
    await card(page)
      .getByRole('list', { name: 'Expired and revoked API keys' })
      .getByText('Revoked', { exact: true })
      .waitFor();
    expect((await api.call('booking_types', {}, { apiKey })).status).toBe(401);
  });
});

it('takes over the key of a person who has left, as the team page announced', async () => {
  const { practice, page } = await openIntegrations(desktop, async ({ admin }) =>
    makeSessionKey(db(), { user: admin, kind: 'integration', label: 'Accounts', scopes: ['payments:read'] }),
  );
  await page.goto('/app/admin/settings?category=team');
  await page.getByRole('button', { name: 'Actions for Ada Admin' }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await page.getByText('1 API key acts as them and stops working too.').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click();
  await page.getByText('Ada Admin is disabled').waitFor();
  await page.goto('/app/admin/settings?category=integrations');
  const row = card(page).getByRole('listitem').filter({ hasText: 'Accounts' });
  await row.getByText('Stopped', { exact: true }).waitFor();
  await row.getByText(/^Ada Admin can no longer sign in here/).waitFor();
  await row.getByRole('button', { name: 'Actions for Accounts' }).click();
  await page.getByRole('menuitem', { name: 'Take over' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take over' }).click();
  const made = page.getByRole('dialog', { name: 'New secret for Accounts' });
  await made.getByText(/^The key now acts as you/).waitFor();
  const apiKey = await made.getByLabel('API key').inputValue();
  await expectAccessible(page);
  await made.getByRole('button', { name: 'Done' }).click();
  await row.getByText(/^Acts as you/).waitFor();
  const { rows } = await db().query(
    'select 1 from users u join api_keys k on k.user_id = u.id where u.name = $1 and k.label = $2 and u.tenant_id = $3',
    ['Olga Other', 'Accounts', practice.tenant.id],
  );
  expect(rows).toHaveLength(1);
  expect((await api.call('client_account', { client_id: practice.client.id }, { apiKey })).status).toBe(200);
});

it.each([desktop, phone])(
  'rotates a key on a $name, and shows how long the old secret works',
  async (screen) => {
    const { practice, page } = await openIntegrations(screen);
    const { api_key: first } = (
      await api.call(
        'api_key/create',
        { label: 'Website', scopes: 'services:read', expires_in: 'never' },
        practice.adminKey,
      )
    ).body;
    await page.reload();
    const row = card(page).getByRole('listitem').filter({ hasText: 'Website' });
    await row.getByRole('button', { name: 'Actions for Website' }).click();
    await page.getByRole('menuitem', { name: 'New secret' }).click();
    const question = page.getByRole('alertdialog', { name: 'Create a new secret for Website?' });
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Create secret' }).click();
    const made = page.getByRole('dialog', { name: 'New secret for Website' });
    await made.getByText(/^The old secret works until/).waitFor();
    const second = await made.getByLabel('API key').inputValue();
    await expectAccessible(page);
    await made.getByRole('button', { name: 'Done' }).click();
    await row.getByText(/^Old secret works until/).waitFor();
    await row.getByText(`…${second.slice(-4)}`).waitFor();
    const statusOf = async (apiKey: string) => (await api.call('booking_types', {}, { apiKey })).status;
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200]);
    await row.getByRole('button', { name: 'Actions for Website' }).click();
    await page.getByRole('menuitem', { name: 'New secret' }).click();
    await question.getByText('End the old secret now').click();
    await question.getByRole('button', { name: 'Create secret' }).click();
    await made.getByText(/^The old secret no longer works/).waitFor();
    await made.getByRole('button', { name: 'Done' }).click();
    await row.getByText(/^Old secret works until/).waitFor({ state: 'detached' });
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 401]);
  },
);
