import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import { makeClient } from '../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import { defaultPracticeLocale, formatsFor } from '../apps/web/src/lib/format.ts';
import { alwaysOpen, dayFromNow, expectAccessible, phone, useBrowser } from './browser.ts';
import { signedInAsClient } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;
const stripe = () => api.sandbox.stripe;
const { longDay, month } = formatsFor(defaultPracticeLocale);
const tomorrow = dayFromNow(1);

// The desk learns of a payment by the webhook only when a test sends it.
beforeEach(() => {
  stripe().webhooks = 'hold';
});

const modal = (page: Page) => page.getByRole('dialog', { name: 'Deposit Payment Required' });
const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });
const payDeposit = (page: Page) => modal(page).getByRole('button', { name: 'Pay Deposit' }).click();
const request = (page: Page) => page.getByRole('button', { name: 'Request Appointment' }).click();
const onPaymentPage = (page: Page) => page.waitForURL(`${api.sandbox.url}/c/pay/**`);
const press = (page: Page, name: RegExp) => page.getByRole('button', { name }).click();

/** A practice that asks for £10, and the request form of its one pet owner, filled in for tomorrow at a time. */
async function readyToRequest(time: string): Promise<{ practice: Practice; page: Page }> {
  const practice = await makePractice(db(), {
    business_hours: alwaysOpen,
    deposit_required: true,
    deposit_pence: 1000,
  });
  const page = await openPage(phone);
  await signedInAsClient(page, practice.clientKey);
  await page.goto(`/app/cp/booking/create?tenant=${practice.tenant.id}`);
  await page.getByLabel('Service Required').selectOption({ label: 'Consultation – £45.00 – 30 mins' });
  await page.getByRole('grid').waitFor();
  const isNextMonth = !(await page.getByText(month(tomorrow.slice(0, 7)), { exact: true }).isVisible());
  if (isNextMonth) await page.getByRole('button', { name: 'Next month' }).click();
  await page.getByRole('button', { name: longDay(tomorrow) }).click();
  await page.locator('label', { has: page.getByRole('radio', { name: new RegExp(`^${time}`) }) }).click();
  await page.getByLabel('Additional Notes').fill('Limps a little');
  return { practice, page };
}

/** The appointments and the money of the practice. */
async function booksOf({ tenant }: Practice) {
  const { rows } = await db().query<{ booked: string; notes: string | null; deposit: number; back: number }>(
    `select count(b.id) as booked, max(b.notes) as notes,
            (select coalesce(sum(p.amount_pence), 0)::int from payments p where p.tenant_id = $1) as deposit,
            (select count(*)::int from refunds r where r.tenant_id = $1) as back
     from bookings b where b.tenant_id = $1 and b.booking_date = $2 and b.status <> 'cancelled'`,
    [tenant.id, tomorrow],
  );
  return { ...rows[0], booked: Number(rows[0]?.booked) };
}

/** The provider sends its webhooks until they are accepted. */
const tell = async () => {
  for (const event of stripe().events) expect(await stripe().deliver(event)).toEqual([200]);
};

describe('a deposit on a phone', () => {
  it('is paid, and the appointment is in the list', async () => {
    const { practice, page } = await readyToRequest('10:00');
    await page.getByText('This practice asks for a deposit of £10.00, which you pay by card').waitFor();
    await request(page);
    await modal(page).getByText('£10.00').waitFor();
    for (const text of [
      /deposit is required to confirm your booking/,
      /remaining balance is due/,
      /Your request is sent when you’ve paid. The practice then confirms your appointment./,
      'You can cancel free of charge until the appointment starts.',
      /practice declines your request, we refund the deposit automatically/,
      'Secure payment processing',
    ])
      await modal(page).getByText(text).waitFor();
    await expectAccessible(page);
    await payDeposit(page);
    await onPaymentPage(page);
    await press(page, /^Pay £10.00/);
    await said(page, 'Payment Successful!').waitFor();
    await said(page, 'Redirecting to your bookings...').waitFor();
    await expectAccessible(page);
    await page.waitForURL('**/app/cp/bookings?**');
    await page.getByText('Awaiting Confirmation').first().waitFor();
    expect(new URL(page.url()).searchParams.get('tenant')).toBe(String(practice.tenant.id));
    expect(await booksOf(practice)).toEqual({ booked: 1, notes: 'Limps a little', deposit: 1000, back: 0 });
    expect(
      await page.evaluate(() => [
        localStorage.getItem('pending_checkout_id'),
        localStorage.getItem('pending_booking_data'),
      ]),
    ).toEqual([null, null]);
    // The webhook comes late, and changes nothing.
    await tell();
    expect(await booksOf(practice)).toMatchObject({ booked: 1, deposit: 1000 });
    await page.goto('/app/cp/booking/create');
    expect(await page.getByLabel('Additional Notes').inputValue()).toBe('');
  });

  it('that has changed is shown with its terms before it is paid', async () => {
    const { practice, page } = await readyToRequest('12:00');
    const { id } = practice.tenant;
    await request(page);
    await modal(page).getByText('£10.00').waitFor();
    await db().query('update tenants set deposit_pence = 2500 where id = $1', [id]);
    await payDeposit(page);
    const changed = modal(page).getByText(
      'The deposit or its terms have changed since you opened this page.',
    );
    await changed.waitFor();
    await modal(page).getByText('£25.00').waitFor();
    await db().query("update tenants set cancel_keep = 'sum', cancel_keep_value = 2000 where id = $1", [id]);
    await payDeposit(page);
    await modal(page)
      .getByText(/the practice keeps £20\.00 of your deposit\./)
      .waitFor();
    await changed.waitFor();
    await expectAccessible(page);
    const { rows } = await db().query('select id from deposits where tenant_id = $1', [id]);
    expect(rows).toEqual([]);
    await payDeposit(page);
    await onPaymentPage(page);
    await page.getByRole('button', { name: /^Pay £25\.00/ }).waitFor();
  });

  it('that is paid without returning is booked by the webhook', async () => {
    const { practice, page } = await readyToRequest('11:00');
    await request(page);
    await payDeposit(page);
    await onPaymentPage(page);
    await press(page, /never return/);
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    expect(await booksOf(practice)).toMatchObject({ booked: 0 });
    await tell();
    expect(await booksOf(practice)).toMatchObject({ booked: 1, notes: 'Limps a little', deposit: 1000 });
    // Returning afterwards finds it done.
    await page.getByRole('link', { name: 'Return to Burrow' }).click();
    await said(page, 'Payment Successful!').waitFor();
    expect(await booksOf(practice)).toMatchObject({ booked: 1, deposit: 1000 });
  });

  it('that is paid without returning is not requested again', async () => {
    const { practice, page } = await readyToRequest('16:00');
    await request(page);
    await payDeposit(page);
    await onPaymentPage(page);
    await press(page, /never return/);
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    await page.goto('/app/cp/booking/create');
    await said(page, 'Your deposit is paid and your appointment request has been sent.').waitFor();
    expect(await page.getByLabel('Additional Notes').inputValue()).toBe('');
    expect(await page.evaluate(() => localStorage.getItem('pending_checkout_id'))).toBeNull();
    await expectAccessible(page);
    expect(await booksOf(practice)).toMatchObject({ booked: 1, deposit: 1000 });
    await page.getByRole('link', { name: 'My Appointments' }).click();
    await page.getByText('Awaiting Confirmation').first().waitFor();
    await page
      .getByRole('link', { name: /Biscuit|Consultation/ })
      .first()
      .click();
    const information = page.getByRole('region', { name: 'Appointment Information' });
    await information.getByText('Deposit paid').waitFor();
    expect(await information.textContent()).toMatch(
      /Deposit paid£10\.00Balance due at the appointment£35\.00/,
    );
    await information.getByText('Your deposit comes off your bill.').waitFor();
    await expectAccessible(page);
  });

  it('for a pet that already has an appointment then leads to the appointments', async () => {
    expectConsole(/Failed to load resource.*409/);
    const { practice, page } = await readyToRequest('17:00');
    const { animal } = practice;
    await makeBooking(db(), { animal, booking_date: tomorrow, booking_time: '17:00', status: 'confirmed' });
    await request(page);
    await payDeposit(page);
    const alert = modal(page).getByRole('alert');
    await alert.getByText('This pet already has an appointment at that time.').waitFor();
    await expectAccessible(page);
    await alert.getByRole('link', { name: 'My Appointments' }).click();
    await page.getByRole('heading', { name: 'My Appointments' }).waitFor();
  });

  it('is paid with another card after one was declined', async () => {
    const { practice, page } = await readyToRequest('12:00');
    await request(page);
    await payDeposit(page);
    await onPaymentPage(page);
    await press(page, /declined card/);
    await page.getByText('Your card was declined.').waitFor();
    await press(page, /^Pay £10.00/);
    await said(page, 'Payment Successful!').waitFor();
    expect(await booksOf(practice)).toMatchObject({ booked: 1, deposit: 1000 });
  });

  it('that is not paid leaves the request unchanged, ready to be paid for again', async () => {
    const { practice, page } = await readyToRequest('13:00');
    await request(page);
    await payDeposit(page);
    await onPaymentPage(page);
    const first = page.url();
    await page.getByRole('link', { name: 'Cancel payment' }).click();
    await said(page, 'The payment wasn’t completed. Nothing was charged.').waitFor();
    await expectAccessible(page);
    expect(await page.getByLabel('Additional Notes').inputValue()).toBe('Limps a little');
    // The time is held while they pay, so it is not reported as taken.
    await page.getByRole('region', { name: 'Selected Appointment' }).getByText('13:00').waitFor();
    await request(page);
    await payDeposit(page);
    await onPaymentPage(page);
    expect(page.url()).toBe(first);
    await page.goBack();
    await page.getByRole('button', { name: 'Request Appointment' }).waitFor();
    expect(await page.getByLabel('Additional Notes').inputValue()).toBe('Limps a little');
    if (!(await modal(page).isVisible())) await request(page);
    await payDeposit(page);
    await onPaymentPage(page);
    await press(page, /^Pay £10.00/);
    await said(page, 'Payment Successful!').waitFor();
    expect(await booksOf(practice)).toMatchObject({ booked: 1, deposit: 1000 });
  });

  it('whose checkout has ended is shown as failed, and can be started again', async () => {
    const { practice, page } = await readyToRequest('15:00');
    await request(page);
    await payDeposit(page);
    await onPaymentPage(page);
    stripe().expire(page.url().split('/').at(-1) ?? '');
    await page.goto(`/app/cp/booking/payment-callback?tenant=${practice.tenant.id}`);
    await said(page, 'Payment failed. Please try again or contact support.').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Try Again' }).click();
    expect(await page.getByLabel('Additional Notes').inputValue()).toBe('Limps a little');
    await request(page);
    await payDeposit(page);
    await onPaymentPage(page);
    await press(page, /^Pay £10.00/);
    await said(page, 'Payment Successful!').waitFor();
    expect(await booksOf(practice)).toMatchObject({ booked: 1, deposit: 1000 });
  });

  it('for a time that another client got is refunded to the card, and shown so', async () => {
    const { practice, page } = await readyToRequest('14:00');
    await request(page);
    await payDeposit(page);
    await onPaymentPage(page);
    // The hold is over, and another request is faster.
    await db().query('update deposits set held_until = created_at where tenant_id = $1', [
      practice.tenant.id,
    ]);
    const animal = await makeAnimal(db(), { client: await makeClient(db(), { tenant: practice.tenant }) });
    await makeBooking(db(), { animal, booking_date: tomorrow, booking_time: '14:00', status: 'confirmed' });
    await press(page, /^Pay £10.00/);
    await page.getByRole('heading', { name: 'Payment Issue' }).waitFor();
    await said(page, 'Your deposit of £10.00 is being refunded to your card.').waitFor();
    await expectAccessible(page);
    await api.runJobs();
    expect(stripe().refunds).toMatchObject([{ amount: 1000, status: 'succeeded' }]);
    await page.getByRole('link', { name: 'Try Again' }).click();
    await page.getByText('14:00 is not available').waitFor();
  });
});

it('shows what was paid, refunded or kept with the appointment', async () => {
  const { tenant, animal, clientKey } = await makePractice(db());
  const { id } = await makeBooking(db(), { animal, booking_date: tomorrow, status: 'pending' });
  const page = await openPage(phone);
  let money = {};
  await page.route('**/api/cp/booking', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), ...money } });
  });
  await signedInAsClient(page, clientKey);
  const shown = async (changes: object): Promise<string> => {
    money = { deposit_paid: '10.00', balance_due: '35.00', ...changes };
    await page.goto(`/app/cp/booking/${id}?tenant=${tenant.id}`);
    const information = page.getByRole('region', { name: 'Appointment Information' });
    await information.getByText('Price').waitFor();
    return ((await information.textContent()) ?? '').replace(/^.*Price£[\d.]+/, '');
  };
  expect(await shown({})).toMatch(/^Deposit paid£10\.00Balance due at the appointment£35\.00Your deposit/);
  expect(await shown({ balance_due: '0.00' })).toMatch(/^Deposit paid£10\.00Your deposit/);
  expect(await shown({ status: 'completed' })).toBe('Deposit paid£10.00');
  expect(await shown({ deposit_paid: '0.00' })).toBe('');
  const cancelled = { status: 'cancelled', balance_due: '0.00' };
  expect(await shown({ ...cancelled, deposit_returning: '10.00' })).toBe(
    'Deposit paid£10.00Your deposit is being refunded to your card£10.00',
  );
  expect(await shown({ ...cancelled, deposit_refunded: '10.00' })).toBe(
    'Deposit paid£10.00Deposit refunded£10.00',
  );
  expect(await shown({ ...cancelled, deposit_kept: '10.00' })).toBe(
    'Deposit paid£10.00Deposit kept by the practice£10.00',
  );
});

describe('the return page', () => {
  const open = async (path: string): Promise<Page> => {
    const practice = await makePractice(db(), { business_hours: alwaysOpen });
    const page = await openPage(phone);
    await signedInAsClient(page, practice.clientKey);
    await page.goto(path);
    return page;
  };

  it('leads home when there is no payment to verify', async () => {
    const page = await open('/app/cp/booking/payment-callback');
    await said(page, 'No payment information found. Redirecting to dashboard...').waitFor();
    await expectAccessible(page);
    await page.waitForURL('**/app/cp');
  });

  it('shows how to reach the practice when the payment is unknown', async () => {
    expectConsole(/Failed to load resource.*404/);
    const page = await open('/app/cp/booking/payment-callback?checkout_id=cs_unknown');
    await page.getByRole('heading', { name: 'Payment Issue' }).waitFor();
    const call = page.getByRole('status').getByRole('link', { name: '01632 960123' });
    expect(await call.getAttribute('href')).toBe('tel:01632960123');
    await expectAccessible(page);
  });
});
