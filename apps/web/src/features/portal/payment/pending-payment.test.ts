import { expect, it } from 'vitest';
import { pendingPaymentIn } from './pending-payment.ts';

const payer = { tenantId: 3, userId: 12 };
const wanted = { animal_id: 7, service_id: 2, booking_date: '2026-11-24', booking_time: '10:00', notes: '' };
const stored = JSON.stringify({ ...wanted, tenant_id: 3, user_id: 12, checkout_id: 'cs_1' });

it('restores a stored payment', () => {
  expect(pendingPaymentIn('cs_1', stored, payer)).toEqual({
    checkoutId: 'cs_1',
    wanted,
    isOfReminder: false,
  });
  const ofReminder = JSON.stringify({ ...JSON.parse(stored), of_reminder: true });
  expect(pendingPaymentIn('cs_1', ofReminder, payer)).toMatchObject({ isOfReminder: true });
});

it('ignores a payment of another practice or person in the same browser', () => {
  expect(pendingPaymentIn('cs_1', stored, { ...payer, tenantId: 4 })).toBeNull();
  expect(pendingPaymentIn('cs_1', stored, { ...payer, userId: 13 })).toBeNull();
});

it('ignores an appointment that is missing, invalid or of another checkout', () => {
  const nothing = { checkoutId: 'cs_1', wanted: null, isOfReminder: false };
  expect(pendingPaymentIn('cs_1', null, payer)).toEqual(nothing);
  expect(pendingPaymentIn('cs_1', '{"animal_id":', payer)).toEqual(nothing);
  expect(pendingPaymentIn('cs_1', stored.replace('cs_1', 'cs_2'), payer)).toEqual(nothing);
  expect(pendingPaymentIn('cs_1', stored.replace('"2026-11-24"', 'null'), payer)).toEqual(nothing);
});
