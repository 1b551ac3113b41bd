import { expect, it } from 'vitest';
import { accountStanding, heldDeposits } from './account-standing.ts';

it.each([
  ['35.00', 'Balance due £35.00', 'attention'],
  ['-5.00', '£5.00 in credit', 'confirmed'],
  ['0.00', 'Settled', 'done'],
] as const)('a balance of %s is said as %s', (balance, label, tone) => {
  expect(accountStanding(balance, (amount) => `£${amount}`)).toEqual({ label, tone });
});

it('knows what is held for appointments to come', () => {
  const deposit = {
    id: 1,
    kind: 'deposit',
    method: 'Card',
    amount: '10.00',
    taken_at: '2026-11-20T09:00:00Z',
    taken_by: null,
    booking_id: 1,
    booking_date: '2026-11-24',
    booking_status: 'confirmed',
    animal_name: 'Biscuit',
    reverses_payment_id: null,
  } as const;
  const refund = { ...deposit, id: 2, kind: 'refund', amount: '-4.00', reverses_payment_id: 1 } as const;
  const today = '2026-11-21';
  expect(heldDeposits([refund, deposit, { ...deposit, id: 3, booking_status: 'pending' }], today)).toBe(
    '16.00',
  );
  expect(heldDeposits([{ ...deposit, booking_date: '2026-11-20' }], today)).toBeNull();
  expect(heldDeposits([{ ...deposit, booking_status: 'cancelled' }], today)).toBeNull();
  expect(heldDeposits([{ ...deposit, kind: 'payment' }], today)).toBeNull();
  expect(heldDeposits([{ ...deposit, booking_id: null, booking_status: null }], today)).toBeNull();
});
