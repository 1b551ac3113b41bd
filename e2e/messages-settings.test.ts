import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeBooking, makeComms, makeNotification } from '../packages/dev/src/factory-bookings.ts';
import { makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import {
  alwaysOpen,
  dayFromNow,
  desktop,
  expectAccessible,
  holdBack,
  phone,
  useBrowser,
  type Screen,
} from './browser.ts';
import { openAsStaff } from './sign-in.ts';

const { api, openPage } = useBrowser();
const db = () => api.testDatabase.owner;

/** The settings of a practice's messages, opened by its admin. */
async function openMessages(
  screen: Screen,
  prepare: (practice: Practice) => Promise<unknown> = async () => undefined,
): Promise<{ practice: Practice; page: Page }> {
  const practice = await makePractice(db(), { tenant_name: 'Willow Lane Vets', business_hours: alwaysOpen });
  await prepare(practice);
  const account = await makeAccount(db());
  await makeUser(db(), { tenant: practice.tenant, account, role: 'admin', name: 'Ada Admin-Desk' });
  const page = await openPage(screen);
  await openAsStaff(page, account.email, '/app/admin/settings?category=messages');
  await page.getByRole('heading', { name: 'Messages', level: 1 }).waitFor();
  return { practice, page };
}

const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const bar = (page: Page): Locator => page.getByRole('region', { name: 'Unsaved changes' });

/** Reminders that failed, of one client. */
const withFailures =
  (count: number) =>
  async ({ animal, client }: Practice): Promise<void> => {
    const booking = await makeBooking(db(), { animal, status: 'confirmed', booking_date: dayFromNow(1) });
    for (let made = 0; made < count; made += 1) {
      await makeComms(db(), {
        booking,
        kind: 'booking_reminder',
        status: 'failed',
        recipient: client.phone ?? '',
        last_error: `Not in service (${made}).`,
      });
    }
  };

describe.each([desktop, phone])('on a $name', (screen) => {
  it('sets reminders, quiet hours, and the daily limit', async () => {
    const { practice, page } = await openMessages(screen);
    const reminders = card(page, 'Reminders');
    await reminders.getByText('Clients are reminded 1 day before their appointment.').waitFor();
    await expectAccessible(page);
    await reminders.getByRole('button', { name: 'Add another reminder' }).click();
    await reminders.getByRole('combobox', { name: 'Reminder 2' }).selectOption({ label: '3 hours before' });
    await reminders.getByText('Clients are reminded 1 day and 3 hours before their appointment.').waitFor();
    await page.getByLabel(/^Until/).fill('');
    await page.getByLabel(/^Text messages a day/).fill('5001');
    await bar(page).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Enter a time.').waitFor();
    await page.getByText('Enter a whole number from 0 to 5,000.').waitFor();
    await expect
      .poll(() => page.getByLabel(/^Until/).evaluate((until) => until === document.activeElement))
      .toBe(true);
    await page.getByLabel(/^Until/).fill('07:30');
    await page.getByLabel(/^Text messages a day/).fill('120');
    await expectAccessible(page);
    await bar(page).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved').waitFor();
    await card(page, 'Sending').getByText('0 of 120 today').waitFor();
    const { body } = await api.call('tenant', {}, practice.adminKey);
    expect(body).toMatchObject([
      { reminder_hours: [24, 3], quiet_from: '21:00', quiet_until: '07:30', sms_daily_cap: 120 },
    ]);
    await reminders.getByRole('button', { name: 'Remove the reminder 1 day before' }).click();
    await reminders.getByRole('button', { name: 'Remove the reminder 3 hours before' }).click();
    await reminders.getByText('Clients are not reminded of their appointments.').waitFor();
    await bar(page).getByRole('button', { name: 'Save' }).click();
    await bar(page).waitFor({ state: 'hidden' });
    await page.reload();
    await reminders.getByRole('button', { name: 'Add a reminder' }).waitFor();
  });

  it('shows failed messages, dismisses one and undoes that', async () => {
    const { page } = await openMessages(screen, withFailures(1));
    const failed = card(page, 'Failed messages');
    await failed.getByText('Not in service (0).').waitFor();
    await expectAccessible(page);
    await failed.getByRole('button', { name: /^Dismiss/ }).click();
    await failed.getByText(/^No failed messages/).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Undo' }).click();
    await failed.getByText('Not in service (0).').waitFor();
    await failed.getByRole('button', { name: /^Send again/ }).click();
    await failed.getByText(/^No failed messages/).waitFor();
    await card(page, 'Sending').getByText('Queued').waitFor();
  });
});

it('pages through failed messages, and leads to the appointment', async () => {
  const { page } = await openMessages(desktop, withFailures(22));
  const rows = card(page, 'Failed messages').getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(20);
  await page.getByRole('button', { name: 'Load More (20)' }).click();
  await expect.poll(() => rows.count()).toBe(22);
  await rows.first().getByRole('link').nth(1).click();
  await page.waitForURL(/\/app\/admin\/booking\/\d+$/);
});

it('keeps unsaved rules while a text is edited, and fills in the amount of a deposit', async () => {
  const { page } = await openMessages(desktop);
  await page.getByLabel(/^Text messages a day/).fill('99');
  await page.getByRole('button', { name: 'Edit Deposit refunded, SMS' }).click();
  const editor = page.getByRole('region', { name: 'Deposit refunded by SMS' });
  await editor.getByLabel(/^Text/).fill('Your {{nope}}');
  await editor.getByRole('region', { name: 'Preview' }).getByText('{{nope}}').waitFor();
  await editor.getByText('{{nope}} isn’t a known variable.').waitFor();
  await expectAccessible(page);
  await editor.getByLabel(/^Text/).fill('Your ');
  await editor.getByRole('button', { name: 'Amount' }).click();
  await editor.getByRole('region', { name: 'Preview' }).getByText('Your £10.00').waitFor();
  await expectAccessible(page);
  await editor.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Message saved').waitFor();
  expect(await page.getByLabel(/^Text messages a day/).inputValue()).toBe('99');
  await page.getByRole('link', { name: 'Clients' }).first().click();
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor();
});

it('saves only what was edited of a message, also if a colleague has just changed the rest', async () => {
  const { page, practice } = await openMessages(desktop);
  const refund = { kind: 'deposit_returned', channel: 'email' } as const;
  const change = async (input: { body: string; enabled?: '0' }) => {
    const { status } = await api.call('message_template_update', { ...refund, ...input }, practice.adminKey);
    expect(status).toBe(200);
  };
  const stored = async () =>
    (await api.call('message_templates', {}, practice.adminKey)).body.find(
      ({ kind, channel }) => kind === refund.kind && channel === refund.channel,
    );
  await page.getByRole('button', { name: 'Edit Deposit refunded, Email' }).click();
  const editor = page.getByRole('region', { name: 'Deposit refunded by Email' });
  await editor.getByLabel('Subject').fill('Your refund');
  const showFirst = await holdBack(page, 'message_templates*');
  await change({ body: 'Refunded to your card.', enabled: '0' });
  await editor.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Message saved').waitFor();
  const saved = { subject: 'Your refund', body: 'Refunded to your card.', enabled: '0' };
  expect(await stored()).toMatchObject(saved);
  showFirst();
  const send = page.getByRole('checkbox', { name: 'Send Deposit refunded, Email' });
  await expect.poll(() => send.isChecked()).toBe(false);
  const showSecond = await holdBack(page, 'message_templates*');
  await change({ body: 'Refunded.' });
  const answered = page.waitForResponse('**/api/message_template_update');
  await page.getByText('Send Deposit refunded, Email').click();
  await answered;
  expect(await stored()).toMatchObject({ ...saved, body: 'Refunded.', enabled: '1' });
  showSecond();
});

it('leads from a notification without an appointment to the page that can resolve it', async () => {
  const { page, practice } = await openMessages(desktop, async ({ tenant, client }) => {
    const about = { tenant, details: { client_name: client.name }, created_at: new Date() };
    await makeNotification(db(), { ...about, kind: 'message_failed' });
    await makeNotification(db(), {
      ...about,
      kind: 'message_failed',
      details: { client_name: 'Joan Petlover', client_id: client.id },
    });
    await makeNotification(db(), {
      ...about,
      kind: 'refund_failed',
      details: { client_name: client.name, amount_pence: 1000 },
    });
  });
  const bell = page.getByRole('button', { name: /^Notifications/ });
  await bell.click();
  await page.getByRole('link', { name: /^Joan Petlover did not get your message/ }).click();
  await page.waitForURL(/\/app\/admin\/messages\?client=\d+$/);
  await bell.click();
  await page.getByRole('link', { name: new RegExp(`^${practice.client.name} did not get`) }).click();
  await page.waitForURL('**/app/admin/settings?category=messages');
  await bell.click();
  await page.getByRole('link', { name: /the refund of £10.00/ }).click();
  await page.waitForURL(/\/app\/admin\/clients\?q=/);
});
