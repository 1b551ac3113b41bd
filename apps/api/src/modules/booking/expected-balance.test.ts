import type { InputOf } from '@burrow/contracts/actions';
import { errors } from '@burrow/contracts/errors';
import type { Scope } from '@burrow/contracts/scopes';
import { beforeEach, expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeSessionKey } from '../../../../../packages/dev/src/factory-people.ts';
import type { BookingRow } from '../../../../../packages/dev/src/factory-rows.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi, type Caller } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

let practice: Practice;
/** A confirmed consultation for £45.00. */
let booking: BookingRow;
beforeEach(async () => {
  practice = await makePractice(db());
  const { animal, checkUp: service } = practice;
  booking = await makeBooking(db(), { animal, service, status: 'confirmed' });
});

const complete = (more: Partial<InputOf<'booking_status_update'>>, caller: Caller = practice.staffKey) =>
  api.call('booking_status_update', { booking_id: booking.id, status: 'completed', ...more }, caller);

const detail = async () => (await api.call('booking', { booking_id: booking.id }, practice.staffKey)).body;

it('completes an appointment with the balance that the caller saw', async () => {
  expect((await complete({ paid_type: 'Card', expected_balance: '45.00' })).status).toBe(200);
  expect(await detail()).toMatchObject({ status: 'completed', paid: '45.00', paid_type: 'Card' });
});

it.each([
  ['the price was raised', 'booking_update', { price: '80' }, 'The balance due is now £80.00.'],
  [
    'a colleague recorded a payment',
    'payment_record',
    { method: 'Cash', amount: '20' },
    'The balance due is now £25.00.',
  ],
] as const)('records nothing if %s since', async (_what, action, change, message) => {
  expect((await api.call(action, { booking_id: booking.id, ...change }, practice.adminKey)).status).toBe(200);
  const before = await detail();
  const { status, error } = await complete({ paid_type: 'Card', expected_balance: '45.00' });
  expect([status, error.code, error.message]).toEqual([
    409,
    'balance_changed',
    `${message} Nothing was saved. Check the amount, then try again.`,
  ]);
  expect(await detail()).toEqual(before);
  expect((await complete({ paid_type: 'Card', expected_balance: before.balance })).status).toBe(200);
  expect((await detail()).balance).toBe('0.00');
});

it.each<[Scope[], string]>([
  [[], errors.balance_changed.message],
  [['payments:read'], 'The balance due is now £45.00. Nothing was saved. Check the amount, then try again.'],
  [['payments:write'], 'The balance due is now £45.00. Nothing was saved. Check the amount, then try again.'],
])('tells the amount to an API key that may read or take payments: %j', async (scopes, message) => {
  const key = await makeSessionKey(db(), {
    user: practice.admin,
    kind: 'integration',
    scopes: ['appointments:write', ...scopes],
  });
  const { status, error } = await complete({ expected_balance: '40.00' }, key);
  expect([status, error.code, error.message]).toEqual([409, 'balance_changed', message]);
});

it('refuses to complete without a payment what was paid in full when the caller saw it', async () => {
  await api.call('booking_update', { booking_id: booking.id, price: '80' }, practice.staffKey);
  expect((await complete({ expected_balance: '0.00' })).error.code).toBe('balance_changed');
  expect((await detail()).status).toBe('confirmed');
});

it('expects a balance of nothing for an appointment that was overpaid', async () => {
  const paid = { booking_id: booking.id, method: 'Cash', amount: '45' } as const;
  expect((await api.call('payment_record', paid, practice.staffKey)).status).toBe(200);
  await api.call('booking_update', { booking_id: booking.id, price: '40' }, practice.staffKey);
  expect((await complete({ expected_balance: '0.00' })).status).toBe(200);
});
