import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeBooking, makePayment } from '../packages/dev/src/factory-bookings.ts';
import { defaultPassword, makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import {
  alwaysOpen,
  dayFromNow,
  desktop,
  expectAccessible,
  focusIsOn,
  phone,
  useBrowser,
  type Screen,
} from './browser.ts';
import { signInAsStaff } from './sign-in.ts';

const { api, expectConsole, openPage } = useBrowser();
const db = () => api.testDatabase.owner;

/** Opens a screen as an admin whose last proof is `proofAge` old. */
async function openAt(
  screen: Screen,
  address: string | ((practice: Practice) => Promise<string>),
  proofAge = '6 minutes',
): Promise<{ practice: Practice; page: Page }> {
  const practice = await makePractice(db(), { tenant_name: 'Willow Lane Vets', business_hours: alwaysOpen });
  const account = await makeAccount(db());
  await makeUser(db(), { tenant: practice.tenant, account, role: 'admin', name: 'Olga Other' });
  const to = typeof address === 'string' ? address : await address(practice);
  const page = await openPage(screen);
  await signInAsStaff(page, account.email);
  await db().query('update api_keys set created_at = now() - $2::interval where account_id = $1', [
    account.id,
    proofAge,
  ]);
  expectConsole(/40[03]/);
  await page.goto(to);
  return { practice, page };
}

const question = (page: Page): Locator => page.getByRole('dialog', { name: 'Confirm it’s you' });
const password = (page: Page): Locator => question(page).getByRole('textbox', { name: 'Password' });
const confirm = (page: Page): Promise<void> =>
  question(page).getByRole('button', { name: 'Continue' }).click();

/** The idempotency keys of the calls of an action. */
function calls(page: Page, action: string): (string | undefined)[] {
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(`/api/${action}`)) keys.push(request.headers()['idempotency-key']);
  });
  return keys;
}

const keysMade = async ({ tenant }: Practice): Promise<string[]> =>
  (
    await db().query<{ label: string }>(
      "select label from api_keys where tenant_id = $1 and kind = 'integration'",
      [tenant.id],
    )
  ).rows.map(({ label }) => label);

describe.each([desktop, phone])('on a $name', (screen) => {
  it('creates an API key once after the password, and keeps the form after a wrong password or Escape', async () => {
    const { page, practice } = await openAt(screen, '/app/admin/settings?category=integrations');
    const card = page.getByRole('region', { name: 'API keys', exact: true });
    await card.getByRole('button', { name: 'Create key' }).click();
    const form = page.getByRole('dialog', { name: 'Create API key' });
    await form.getByLabel('Name').fill('Website');
    await form.getByRole('button', { name: 'Website bookings' }).click();
    const submit = form.getByRole('button', { name: 'Create key' });
    await submit.click();
    await question(page).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await question(page).waitFor({ state: 'hidden' });
    await form.getByText('Confirm it’s you to continue.').waitFor();
    expect(await form.getByLabel('Name').inputValue()).toBe('Website');
    await submit.click();
    await password(page).fill('not mine');
    await confirm(page);
    await question(page).getByText('Your password is incorrect.').waitFor();
    await expectAccessible(page);
    expect(await keysMade(practice)).toEqual([]);
    await password(page).fill(defaultPassword);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Your new API key' }).waitFor();
    expect(await keysMade(practice)).toEqual(['Website']);
    expect(await question(page).count()).toBe(0);
    await page.getByRole('button', { name: 'Done' }).click();
    // The proof counts for the next one too.
    await card.getByRole('button', { name: 'Create key' }).click();
    await form.getByLabel('Name').fill('Till');
    await form.getByRole('button', { name: 'Website bookings' }).click();
    await submit.click();
    await page.getByRole('dialog', { name: 'Your new API key' }).waitFor();
    expect(await keysMade(practice)).toEqual(['Website', 'Till']);
  });

  it('exports the practice once after the password', async () => {
    const { page } = await openAt(screen, '/app/admin/settings?category=data');
    const exports = calls(page, 'practice_export');
    const button = page.getByRole('button', { name: 'Export everything' });
    await button.click();
    await question(page).getByRole('button', { name: 'Cancel' }).click();
    await question(page).waitFor({ state: 'hidden' });
    expect(await page.getByText('Keep your browser open').count()).toBe(0);
    await button.click();
    await password(page).fill('not mine');
    await confirm(page);
    await question(page).getByText('Your password is incorrect.').waitFor();
    expect(exports).toEqual([]);
    const downloading = page.waitForEvent('download');
    await password(page).fill(defaultPassword);
    await confirm(page);
    expect((await downloading).suggestedFilename()).toMatch(/^burrow-export-/);
    expect(exports).toHaveLength(1);
  });
});

describe('by keyboard', () => {
  it('shows the question above a confirmation dialog, keeps the focus inside, and returns it', async () => {
    const { page, practice } = await openAt(desktop, ({ client }) =>
      Promise.resolve(`/app/admin/client/${client.id}`),
    );
    await page.getByRole('button', { name: 'More about this client' }).click();
    await page.getByRole('menuitem', { name: 'Erase this client…' }).click();
    const erasing = page.getByRole('alertdialog', { name: `Erase ${practice.client.name}?` });
    await erasing.getByRole('textbox').fill(practice.client.name);
    const erase = erasing.getByRole('button', { name: 'Erase permanently' });
    await erase.focus();
    await page.keyboard.press('Enter');
    await question(page).waitFor();
    await focusIsOn(password(page));
    for (let tabs = 0; tabs < 12; tabs += 1) {
      await page.keyboard.press('Tab');
      const isOutside = await page.evaluate(() => {
        const { activeElement } = document;
        return activeElement !== document.body && activeElement?.closest('dialog') === null;
      });
      expect(isOutside).toBe(false);
    }
    await page.keyboard.press('Escape');
    await question(page).waitFor({ state: 'hidden' });
    await erasing.getByText('Confirm it’s you to continue.').waitFor();
    await focusIsOn(erase);
    await page.keyboard.press('Enter');
    await password(page).fill(defaultPassword);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Erased client', level: 1 }).waitFor();
  });
});

it('repeats a refund above the limit under the same key, and books it once', async () => {
  const { page } = await openAt(desktop, async ({ animal, checkUp: service }) => {
    const booking = await makeBooking(db(), {
      animal,
      service,
      booking_date: dayFromNow(-1),
      status: 'completed',
      price_pence: 30_000,
    });
    await makePayment(db(), { booking, method: 'Cash', amount_pence: 30_000 });
    return `/app/admin/booking/${booking.id}`;
  });
  const keys = calls(page, 'payment_refund');
  await page.getByRole('button', { name: 'Payment of £300.00: more' }).click();
  await page.getByRole('menuitem', { name: 'Refund…' }).click();
  const refund = page.getByRole('dialog', { name: 'Refund', exact: true });
  await refund.getByRole('button', { name: 'Refund' }).click();
  await password(page).fill(defaultPassword);
  await confirm(page);
  await refund.waitFor({ state: 'hidden' });
  await page.getByText('-£300.00').first().waitFor();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  expect((await db().query("select from payments where kind = 'refund'")).rowCount).toBe(1);
});

it('exports a client’s data from the menu after the password, and asks only once', async () => {
  const { page } = await openAt(desktop, ({ client }) => Promise.resolve(`/app/admin/client/${client.id}`));
  const exportData = async () => {
    await page.getByRole('button', { name: 'More about this client' }).click();
    await page.getByRole('menuitem', { name: 'Export this client’s data' }).click();
  };
  await exportData();
  await password(page).fill(defaultPassword);
  const downloading = page.waitForEvent('download');
  await confirm(page);
  await downloading;
  const again = page.waitForEvent('download');
  await exportData();
  await again;
  expect(await question(page).count()).toBe(0);
});

it('sets the refund limit under Booking rules', async () => {
  const { page, practice } = await openAt(desktop, '/app/admin/settings?category=booking');
  const limit = page.getByLabel('Confirm refunds above (GBP)');
  expect(await limit.inputValue()).toBe('200.00');
  await limit.fill('500');
  await page.getByRole('button', { name: 'Save' }).click();
  await password(page).fill(defaultPassword);
  await confirm(page);
  await expect
    .poll(async () => (await api.call('tenant', {}, practice.adminKey)).body[0]?.step_up_refund_over)
    .toBe('500.00');
});

it('asks a person without a password to sign in again', async () => {
  const { page, practice } = await openAt(desktop, '/app/admin/settings?category=data');
  await db().query(
    'update accounts set password_hash = null where id in (select account_id from users where tenant_id = $1)',
    [practice.tenant.id],
  );
  await page.reload();
  await page.getByRole('button', { name: 'Export everything' }).click();
  expectConsole(/409/);
  await question(page).getByRole('button', { name: 'Sign in again' }).click();
  await question(page).getByText('Single sign-on isn’t set up here.').waitFor();
  await expectAccessible(page);
  await question(page).getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/app/login');
});
