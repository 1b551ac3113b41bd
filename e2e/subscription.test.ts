import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import { dayFromNow, desktop, expectAccessible, phone, useBrowser, type Screen } from './browser.ts';
import { signInAsStaff } from './sign-in.ts';

const { api, openPage } = useBrowser();
const db = () => api.testDatabase.owner;

const badge = (page: Page, text: string) => page.getByText(text, { exact: true }).first();
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

/** The subscription page of a practice whose trial ends so many days from now, as its admin or a staff member. */
async function open(
  screen: Screen,
  trialDays: number,
  who: 'admin' | 'staff' = 'admin',
): Promise<{ practice: Practice; page: Page }> {
  const practice = await makePractice(db(), { trial_ends_at: `${dayFromNow(trialDays)}T12:00:00Z` });
  const account = await makeAccount(db());
  await makeUser(db(), { tenant: practice.tenant, account, role: who });
  const page = await openPage(screen);
  await signInAsStaff(page, account.email);
  return { practice, page };
}

const onPage = async (page: Page) => {
  await page.goto('/app/admin/subscription');
  await page.getByRole('heading', { name: 'Subscription', exact: true }).waitFor();
};

/** Presses a button on the page that manages the subscription, and returns. */
async function manage(page: Page, name: RegExp) {
  await press(page, /^(Manage billing|Resume or change)$/);
  await page.waitForURL(`${api.sandbox.url}/p/session/**`);
  await press(page, name);
  await page.goto('/app/admin/subscription');
  await press(page, 'Refresh');
}

describe.each([phone, desktop])('on a $name', (screen) => {
  it('an admin subscribes in the trial, cancels, and resumes', async () => {
    const { page } = await open(screen, 10);
    await page.goto('/app/admin');
    await page.getByRole('link', { name: 'View subscription' }).click();
    await page.getByRole('link', { name: 'View subscription' }).click();
    await badge(page, 'Trial').waitFor();
    await expectAccessible(page);
    await press(page, 'Subscribe');
    await page.waitForURL(`${api.sandbox.url}/c/pay/**`);
    await page.getByRole('link', { name: 'Cancel payment' }).click();
    await page.getByText('You haven’t subscribed. Nothing was charged.').waitFor();
    await press(page, 'Subscribe');
    await page.waitForURL(`${api.sandbox.url}/c/pay/**`);
    await press(page, /^Start the free trial/);
    await page.getByText('Your subscription has started. Thank you!').waitFor();
    await badge(page, 'Subscribed').waitFor();
    await page.getByText('£39.00 a month').waitFor();
    await page.getByText(/^£39\.00 on /).waitFor();
    await page
      .getByRole('row', { name: /£0\.00/ })
      .getByText('Trial', { exact: true })
      .waitFor();
    const invoice = page.getByRole('link', { name: /View invoice/ });
    expect(await invoice.getAttribute('rel')).toContain('noopener');
    await expectAccessible(page);
    await manage(page, /^Cancel the subscription/);
    await badge(page, 'Cancelled').waitFor();
    await page.getByText('Your subscription has been cancelled. You can use everything until').waitFor();
    await page.getByRole('button', { name: 'Resume or change' }).waitFor();
    await expectAccessible(page);
    await manage(page, /^Do not cancel/);
    await badge(page, 'Subscribed').waitFor();
  });

  it('a practice whose trial is over sees what stays, and is active again by subscribing', async () => {
    const { practice, page } = await open(screen, -10);
    await onPage(page);
    await badge(page, 'Expired').waitFor();
    await page.getByText('You can still:').waitFor();
    await expectAccessible(page);
    await press(page, 'Subscribe');
    await page.waitForURL(`${api.sandbox.url}/c/pay/**`);
    await press(page, /^Subscribe/);
    await badge(page, 'Subscribed').waitFor();
    await manage(page, /^Use a card that will be declined/);
    await manage(page, /^Skip to the end of the period/);
    await badge(page, 'Payment overdue').waitFor();
    await expectAccessible(page);
    expect((await api.call('subscription/status', {}, practice.adminKey)).body.status).toBe('past_due');
  });
});

it('staff are referred to an admin', async () => {
  const { page } = await open(desktop, -10, 'staff');
  await page.goto('/app/admin');
  await page.getByText('Please ask an admin at your practice to do this.').waitFor();
});
