import { expect, it } from 'vitest';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import { makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
import { makePractice } from '../packages/dev/src/factories.ts';
import { makePaidDeposit } from '../apps/api/src/testing/paid-deposit.ts';
import { alwaysOpen, dayFromNow, desktop, expectAccessible, useBrowser } from './browser.ts';
import { signInAsStaff } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;

it('asks again for a deposit that is being refunded', async () => {
  const practice = await makePractice(db(), { business_hours: alwaysOpen });
  const { tenant, animal, checkUp: service, staffKey } = practice;
  const account = await makeAccount(db());
  await makeUser(db(), { tenant, account, role: 'admin' });
  const booking_date = dayFromNow(-1);
  const booking = await makeBooking(db(), { animal, service, status: 'confirmed', booking_date });
  const { paymentId } = await makePaidDeposit(api, practice, { booking });
  expect((await api.call('payment_refund', { payment_id: paymentId }, staffKey)).status).toBe(200);
  const page = await openPage(desktop);
  await signInAsStaff(page, account.email);
  await page.goto(`/app/admin/booking/${booking.id}`);
  await page.getByRole('button', { name: 'Mark Complete (Paid)' }).click();
  const payment = page.getByRole('dialog', { name: 'Payment Method' });
  await payment.getByText('Balance due: £45.00. How was it paid?').waitFor();
  const lines = await payment.locator('dl').innerText();
  expect(lines.split(/\n+/)).toEqual([
    'Price',
    '£45.00',
    'Deposit',
    '£10.00 already paid',
    'Refund in progress',
    '£10.00',
    'Balance due',
    '£45.00',
  ]);
  await expectAccessible(page);
  await payment.getByRole('button', { name: 'Cash' }).click();
  await page.getByText('Completed, £45.00 paid by Cash').waitFor();
});

it('takes the balance that the desk was shown, and shows another one before it is taken', async () => {
  const practice = await makePractice(db(), { business_hours: alwaysOpen });
  const { tenant, animal, checkUp: service, adminKey } = practice;
  const account = await makeAccount(db());
  await makeUser(db(), { tenant, account, role: 'admin' });
  const booking_date = dayFromNow(-1);
  const booking = await makeBooking(db(), { animal, service, status: 'confirmed', booking_date });
  const page = await openPage(desktop);
  await signInAsStaff(page, account.email);
  await page.goto(`/app/admin/booking/${booking.id}`);
  await page.getByRole('button', { name: 'Mark Complete (Paid)' }).click();
  const payment = page.getByRole('dialog', { name: 'Payment Method' });
  await payment.getByText('Balance due: £45.00. How was it paid?').waitFor();

  const raised = { booking_id: booking.id, price: '80' };
  expect((await api.call('booking_update', raised, adminKey)).status).toBe(200);
  // The page behind the dialog gets the live update.
  await page.locator('dt:text-is("Price") + dd', { hasText: '£80.00' }).last().waitFor();
  await payment.getByText('Balance due: £45.00. How was it paid?').waitFor();

  expectConsole(/409/);
  await payment.getByRole('button', { name: 'Card' }).click();
  await payment
    .getByText('The balance due is now £80.00. Nothing was saved. Check the amount, then try again.')
    .waitFor();
  await payment.getByText('Balance due: £80.00. How was it paid?').waitFor();
  await expectAccessible(page);
  await payment.getByRole('button', { name: 'Card' }).click();
  await page.getByText('Completed, £80.00 paid by Card').waitFor();
  await payment.waitFor({ state: 'hidden' });
});
