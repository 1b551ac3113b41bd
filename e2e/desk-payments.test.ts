import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sendDueMessages } from '../apps/api/src/modules/message/sender.ts';
import { makeBooking, makeComms, makePayment } from '../packages/dev/src/factory-bookings.ts';
import { makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
import type { BookingRow, Columns } from '../packages/dev/src/factory-rows.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import { makePaidDeposit } from '../apps/api/src/testing/paid-deposit.ts';
import {
  alwaysOpen,
  dayFromNow,
  desktop,
  expectAccessible,
  phone,
  useBrowser,
  type Screen,
} from './browser.ts';
import { signInAsStaff } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;

/** A practice with a person at the desk, and an appointment tomorrow. */
async function openDesk(
  screen: Screen,
  columns: Columns<BookingRow> = {},
): Promise<{ practice: Practice; booking: BookingRow; page: Page }> {
  const practice = await makePractice(db(), { tenant_name: 'Willow Lane Vets', business_hours: alwaysOpen });
  const account = await makeAccount(db());
  await makeUser(db(), { tenant: practice.tenant, account, role: 'admin', name: 'Ada Admin-Desk' });
  const booking = await makeBooking(db(), {
    animal: practice.animal,
    service: practice.checkUp,
    status: 'confirmed',
    booking_date: dayFromNow(1),
    ...columns,
  });
  const page = await openPage(screen);
  await signInAsStaff(page, account.email);
  return { practice, booking, page };
}

const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

async function openBooking(page: Page, { id }: BookingRow): Promise<Locator> {
  await page.goto(`/app/admin/booking/${id}`);
  const payments = card(page, 'Payments');
  await payments.waitFor();
  return payments;
}

/** The value below a label of the card, such as 'Balance due'. */
const sum = (payments: Locator, word: string): Locator => payments.locator(`dt:text-is("${word}") + dd`);

async function sendMessages(): Promise<void> {
  while ((await sendDueMessages(api.deps)) > 0);
}

describe.each([desktop, phone])('on a $name', (screen) => {
  it('takes a part payment, refunds some of it, and voids a mistake', async () => {
    const { booking, page } = await openDesk(screen);
    const payments = await openBooking(page, booking);
    await payments.getByText('Nothing paid yet').waitFor();
    await payments.getByRole('button', { name: 'Record payment' }).click();
    const record = page.getByRole('dialog', { name: 'Record payment' });
    expect(await record.getByLabel(/^Amount/).inputValue()).toBe('45.00');
    await record.getByLabel(/^Amount/).fill('45.01');
    await record.getByRole('button', { name: 'Record payment' }).click();
    await record.getByText('Choose how it was paid.').waitFor();
    await record.getByText('Only £45.00 is due. Please enter that or less.').waitFor();
    await expectAccessible(page);
    await record.getByText('Cash').click();
    await record.getByLabel(/^Amount/).fill('20');
    await record.getByRole('button', { name: 'Record payment' }).click();
    await record.waitFor({ state: 'hidden' });
    await expect.poll(() => sum(payments, 'Balance due').textContent()).toBe('£25.00');
    await page.getByText('Payment of £20.00 recorded').waitFor();

    await payments.getByRole('button', { name: 'Payment of £20.00: more' }).click();
    await page.getByRole('menuitem', { name: 'Refund…' }).click();
    const refund = page.getByRole('dialog', { name: 'Refund', exact: true });
    expect(await refund.getByLabel(/^Amount/).inputValue()).toBe('20.00');
    await refund.getByText('Pay the client back yourself').waitFor();
    await refund.getByLabel(/^Amount/).fill('5');
    await expectAccessible(page);
    await refund.getByRole('button', { name: 'Refund' }).click();
    await refund.waitFor({ state: 'hidden' });
    await payments.getByText('-£5.00').waitFor();
    await expect.poll(() => sum(payments, 'Balance due').textContent()).toBe('£30.00');
    await expectAccessible(page);

    await payments.getByRole('button', { name: 'Record payment' }).click();
    await record.getByText('BACs').click();
    await record.getByRole('button', { name: 'Record payment' }).click();
    await record.waitFor({ state: 'hidden' });
    await expect.poll(() => sum(payments, 'Paid').textContent()).toBe('£45.00');
    expect(await payments.getByRole('button', { name: 'Record payment' }).count()).toBe(0);
    await payments.getByRole('button', { name: 'Payment of £30.00: more' }).click();
    await page.getByRole('menuitem', { name: 'Void' }).click();
    const question = page.getByRole('alertdialog', { name: 'Void this payment?' });
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Void' }).click();
    await question.waitFor({ state: 'hidden' });
    await payments.getByText('-£30.00').waitFor();
    await expect.poll(() => sum(payments, 'Paid').textContent()).toBe('£15.00');
  });

  it('refunds a deposit to its card when the appointment is cancelled, and shows the progress', async () => {
    const { practice, booking, page } = await openDesk(screen);
    await makePaidDeposit(api, practice, { booking });
    api.sandbox.stripe.refundOutcomes.push('refused');
    const payments = await openBooking(page, booking);
    await page.getByRole('button', { name: 'Cancel Booking' }).click();
    const question = page.getByRole('alertdialog', { name: /cancel this booking/ });
    expect(await question.getByRole('radio', { name: 'The practice' }).isChecked()).toBe(true);
    await question.getByText('The deposit of £10.00 is refunded to the card').waitFor();
    await question.getByRole('radio', { name: 'The client' }).check();
    await question.getByText('The client has paid a deposit of £10.00 by card.').waitFor();
    expect(await question.getByRole('radio', { name: /^Refund £10.00/ }).isChecked()).toBe(true);
    await question.getByRole('checkbox', { name: 'Notify client' }).uncheck();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Cancel Booking' }).click();
    await question.waitFor({ state: 'hidden' });
    await payments.getByText('Refund of £10.00 in progress').waitFor();
    await api.runJobs();
    await payments.getByText('Refund of £10.00 failed').waitFor();
    expect(await page.getByText('of the deposit was kept').count()).toBe(0);
    await expectAccessible(page);
    await payments.getByRole('button', { name: 'Try again: refund of £10.00' }).click();
    await payments.getByText('Refund of £10.00 in progress').waitFor();
    await api.runJobs();
    await payments.getByText('-£10.00').waitFor();
    await expect.poll(() => payments.getByText('Refund of £10.00').count()).toBe(0);
    expect(await card(page, 'Communications Log').getByText('No communications yet').count()).toBe(1);
  });

  it('rejects a request with a reason, and refunds its deposit', async () => {
    const { practice, booking, page } = await openDesk(screen, { status: 'pending', is_provisional: true });
    await makePaidDeposit(api, practice, { booking });
    await page.goto('/app/admin');
    await page.getByText('£10.00 paid', { exact: true }).waitFor();
    await page.getByRole('button', { name: /^Reject/ }).click();
    const question = page.getByRole('alertdialog', { name: 'Reject this request?' });
    await question.getByText('The deposit of £10.00 is refunded to the card.').waitFor();
    await question.getByLabel('Reason (optional)').fill('Sam is away that day.');
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Reject request' }).click();
    await question.waitFor({ state: 'hidden' });
    await api.runJobs();
    const payments = await openBooking(page, booking);
    await payments.getByText('-£10.00').waitFor();
    await card(page, 'Moves and cancellation').getByText('“Sam is away that day.”').waitFor();
  });

  it('shows the payments when an appointment is completed, and takes the rest', async () => {
    const { practice, booking, page } = await openDesk(screen);
    await makePaidDeposit(api, practice, { booking });
    const payments = await openBooking(page, booking);
    await page.getByRole('button', { name: 'Mark Complete (Paid)' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Continue' }).click();
    const payment = page.getByRole('dialog', { name: 'Payment Method' });
    await payment.getByText('£10.00 already paid').waitFor();
    await payment.getByText('Balance due: £35.00.').waitFor();
    await expectAccessible(page);
    await payment.getByRole('button', { name: 'Cash' }).click();
    await payment.waitFor({ state: 'hidden' });
    await payments.getByText('£35.00').waitFor();
    await expect.poll(() => sum(payments, 'Balance due').textContent()).toBe('£0.00');
    await page.getByRole('button', { name: 'Mark Unpaid' }).click();
    await page.getByText('£35.00 Cash will be voided. The deposit is kept.').waitFor();
  });

  it('notifies the client that their animal is ready, and shows the message as sent', async () => {
    const { practice, booking, page } = await openDesk(screen);
    await db().query('update clients set likes_email = false where id = $1', [practice.client.id]);
    await openBooking(page, booking);
    const log = card(page, 'Communications Log');
    await log.getByText('No communications yet').waitFor();
    const ready = page.getByRole('button', { name: 'Ready for Collection' });
    await ready.click();
    const question = page.getByRole('alertdialog', { name: 'Ready for collection already?' });
    await question.getByText(`Notify the client now that ${practice.animal.name} is ready?`).waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Notify client' }).click();
    await question.waitFor({ state: 'hidden' });
    await page.getByText('Pet is now ready for collection notification sent!', { exact: true }).waitFor();
    await page.getByText(`${practice.client.name} will get it by SMS.`).waitFor();
    await log.getByText('Ready for collection').waitFor();
    await log.getByText('Sending').waitFor();
    await expectAccessible(page);
    await sendMessages();
    const [text] = api.smsTo(practice.client.phone ?? '');
    expect(text?.body).toContain('ready');
    // Without a reload, by a live update.
    await log.getByText(text?.body ?? '').waitFor();
    await ready.click();
    await question.getByRole('button', { name: 'Notify client' }).click();
    await page.getByText(/^Client already notified at \d\d:\d\d\.$/).waitFor();
  });

  it("resends a failed message, and shows the client's replies apart", async () => {
    const { practice, booking, page } = await openDesk(screen);
    const about = { booking, recipient: practice.client.phone ?? '' };
    await makeComms(db(), { ...about, direction: 'in', kind: null, body: 'Yes please', status: 'confirmed' });
    await makeComms(db(), {
      ...about,
      kind: 'ready_for_collection',
      status: 'failed',
      last_error: 'The number is not in service.',
    });
    await openBooking(page, booking);
    const log = card(page, 'Communications Log');
    await log.getByText(`${practice.client.name} replied`).waitFor();
    await log.getByText('The number is not in service.').waitFor();
    await expectAccessible(page);
    await log.getByRole('button', { name: /^Send again/ }).click();
    await log.getByText('Sending').waitFor();
    await sendMessages();
    await expect.poll(() => log.getByText('Failed', { exact: true }).count()).toBe(0);
    await log
      .getByText(/^(Sent|Delivered)$/)
      .first()
      .waitFor();
  });

  it("shows a client's balance and payments on their page", async () => {
    const { practice, booking, page } = await openDesk(screen, {
      status: 'completed',
      booking_date: dayFromNow(-3),
    });
    await makePayment(db(), { booking, method: 'Cash', amount_pence: 2000 });
    const mistake = await makePayment(db(), { booking, method: 'Cash', amount_pence: 700 });
    await api.call('payment_void', { payment_id: mistake.id }, practice.staffKey);
    await db().query('update clients set likes_sms = false where id = $1', [practice.client.id]);
    await page.goto(`/app/admin/client/${practice.client.id}`);
    const account = card(page, 'Account');
    await account.getByText('Balance due £25.00').waitFor();
    await account.getByText('£25.00 due').waitFor();
    await account.getByText('Last payments').click();
    await account.getByText('£20.00').waitFor();
    await account.getByText('£7.00', { exact: true }).waitFor();
    expect(await account.getByText('-£7.00').count()).toBe(0);
    await page.getByText('No texts (SMS off)').waitFor();
    await expectAccessible(page);
    await account.getByRole('list', { name: 'Appointments with a balance due' }).getByRole('link').click();
    await page.waitForURL(`**/app/admin/booking/${booking.id}`);
    const payments = card(page, 'Payments');
    await payments.getByRole('button', { name: 'Record payment' }).click();
    const record = page.getByRole('dialog', { name: 'Record payment' });
    await record.getByText('Card').click();
    await record.getByRole('button', { name: 'Record payment' }).click();
    await record.waitFor({ state: 'hidden' });
    await page.goto(`/app/admin/client/${practice.client.id}`);
    await account.getByText('Settled').waitFor();
  });
});

it('records a refused refund of a deposit without an appointment as refunded in cash', async () => {
  const { practice, page } = await openDesk(desktop);
  const { paymentId } = await makePaidDeposit(api, practice);
  api.sandbox.stripe.refundOutcomes.push('refused');
  expect((await api.call('payment_refund', { payment_id: paymentId }, practice.staffKey)).status).toBe(200);
  await api.runJobs();
  await page.goto(`/app/admin/client/${practice.client.id}`);
  const account = card(page, 'Account');
  await account.getByText('Refund of £10.00 failed').waitFor();
  await account.getByRole('button', { name: 'Refund another way: refund of £10.00' }).click();
  const dialog = page.getByRole('dialog', { name: 'Refund another way' });
  await dialog.getByRole('button', { name: 'Record refund' }).click();
  await dialog.getByText('Choose how it was refunded.').waitFor();
  await dialog.getByText('Cash').click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Record refund' }).click();
  await page.getByText('Refund of £10.00 recorded').waitFor();
  await expect.poll(() => account.getByText('Refund of £10.00 failed').count()).toBe(0);
  await account.getByText('Last payments').click();
  await account.getByText('-£10.00').waitFor();
});

it('shows why a client cannot be notified that their animal is ready', async () => {
  const { practice, booking, page } = await openDesk(desktop);
  await db().query('update clients set likes_email = false, likes_sms = false where id = $1', [
    practice.client.id,
  ]);
  expectConsole(/409/);
  await openBooking(page, booking);
  await page.getByRole('button', { name: 'Ready for Collection' }).click();
  const question = page.getByRole('alertdialog', { name: 'Ready for collection already?' });
  await question.getByRole('button', { name: 'Notify client' }).click();
  await question.getByText(/This client can’t receive texts or emails/).waitFor();
  await expectAccessible(page);
});

it('marks the amount when another payment was faster', async () => {
  const { practice, booking, page } = await openDesk(desktop);
  const payments = await openBooking(page, booking);
  await payments.getByRole('button', { name: 'Record payment' }).click();
  const record = page.getByRole('dialog', { name: 'Record payment' });
  await record.getByText('Cash').click();
  // The page gets live updates; here the answer comes before one could.
  await page.route('**/api/booking', (route) => route.abort());
  expectConsole(/409|ERR_FAILED/);
  const taken = { booking_id: booking.id, method: 'Card', amount: '40.00' } as const;
  expect((await api.call('payment_record', taken, practice.staffKey)).status).toBe(200);
  await record.getByRole('button', { name: 'Record payment' }).click();
  await record.getByText('Only £5.00 is due. Enter that or less.').waitFor();
  await expectAccessible(page);
  await page.unroute('**/api/booking');
  await record.getByLabel(/^Amount/).fill('5');
  await record.getByRole('button', { name: 'Record payment' }).click();
  await record.waitFor({ state: 'hidden' });
  await expect.poll(() => sum(payments, 'Balance due').textContent()).toBe('£0.00');
});

it('notifies the client of a new time, unless the desk turns that off', async () => {
  const { booking, page } = await openDesk(desktop);
  await openBooking(page, booking);
  const log = card(page, 'Communications Log');
  const edit = page.getByRole('dialog', { name: 'Edit Booking' });
  const move = async (time: string, tells: boolean) => {
    await page.getByRole('button', { name: 'Edit Booking' }).click();
    await edit.getByLabel(/^Time/).fill(time);
    await edit.getByRole('checkbox', { name: 'Notify client' }).setChecked(tells);
    await edit.getByRole('button', { name: 'Save Changes' }).click();
    await edit.waitFor({ state: 'hidden' });
    await page.getByText(`${time}–`).first().waitFor();
  };
  await move('14:00', false);
  expect(await log.getByText('No communications yet').count()).toBe(1);
  await move('15:00', true);
  await log.getByText('Appointment changed').first().waitFor();
});
