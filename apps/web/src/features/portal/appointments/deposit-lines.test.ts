import type { PortalBookingDetail } from '@burrow/contracts/portal';
import { expect, it } from 'vitest';
import { depositLines } from './deposit-lines.ts';

const paid: PortalBookingDetail = {
  id: 5,
  booking_date: '2026-11-24',
  booking_time: '10:00',
  duration_minutes: 30,
  animal_id: 7,
  animal_name: 'Biscuit',
  animal_breed: null,
  species: 'Dog',
  service: 'Check-up',
  staff_member: null,
  status: 'pending',
  price: '49.50',
  notes: null,
  deposit_paid: '10.00',
  deposit_refunded: '0.00',
  deposit_returning: '0.00',
  deposit_kept: '0.00',
  balance_due: '39.50',
};
const shown = (money: Partial<PortalBookingDetail>) =>
  depositLines({ ...paid, ...money }).map(({ name, amount }) => `${name}: ${amount}`);

it('a deposit is named with what is left to pay', () => {
  expect(shown({})).toEqual(['Deposit paid: 10.00', 'Balance due at the appointment: 39.50']);
  expect(shown({ balance_due: '0.00' })).toEqual(['Deposit paid: 10.00']);
  expect(shown({ status: 'completed' })).toEqual(['Deposit paid: 10.00']);
});

it('what became of the deposit of a cancelled appointment is named', () => {
  const cancelled = { status: 'cancelled', balance_due: '0.00' } as const;
  expect(shown({ ...cancelled, deposit_returning: '10.00' })).toEqual([
    'Deposit paid: 10.00',
    'Deposit refund on its way to your card: 10.00',
  ]);
  expect(shown({ ...cancelled, deposit_refunded: '10.00' })).toContain('Deposit refunded: 10.00');
  expect(shown({ ...cancelled, deposit_kept: '10.00' })).toContain('Deposit kept by the practice: 10.00');
});

it('nothing is said where no deposit was paid, or nothing is known of it yet', () => {
  expect(shown({ deposit_paid: '0.00' })).toEqual([]);
  expect(depositLines(null)).toEqual([]);
});
