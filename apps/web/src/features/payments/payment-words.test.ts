import type { ClientAccount } from '@burrow/contracts/payment';
import type { RefundRecord } from '@burrow/contracts/refund';
import { describe, expect, it } from 'vitest';
import {
  accountStanding,
  amountOf,
  heldDeposits,
  keptDeposit,
  ledgerLines,
  mayVoid,
  openRefunds,
  paidInWords,
  penceOf,
  returnableDeposit,
  sumProblem,
  voidedInWords,
  type Payment,
} from './payment-words.ts';

const payment = (columns: Partial<Payment>): Payment => ({
  id: 1,
  kind: 'payment',
  method: 'Cash',
  amount: '20.00',
  taken_at: '2026-11-21T09:00:00.000Z',
  taken_by: 'Ada',
  reverses_payment_id: null,
  refundable: '20.00',
  by_provider: false,
  ...columns,
});

const refundOf = (columns: Partial<RefundRecord>): RefundRecord => ({
  id: 1,
  payment_id: 1,
  amount: '10.00',
  reason: 'asked',
  status: 'pending',
  last_error: null,
  requested_at: '2026-11-21T09:00:00.000Z',
  requested_by: null,
  settled_at: null,
  ...columns,
});

describe('sums', () => {
  it('are computed in pence', () => {
    expect(penceOf('0.29')).toBe(29);
    expect(amountOf(1005)).toBe('10.05');
  });

  it('are refused with a reason', () => {
    expect(sumProblem('10', '10.00', 'Too much')).toBeNull();
    expect(sumProblem(' 9.99 ', '10.00', 'Too much')).toBeNull();
    expect(sumProblem('10.01', '10.00', 'Too much')).toBe('Too much');
    for (const wrong of ['', '0', '0.00', '-1', 'ten', '1.234', '1,5']) {
      expect(sumProblem(wrong, '10.00', 'Too much')).toMatch(/above 0/);
    }
  });
});

describe('the ledger', () => {
  it('groups refunds under their payment', () => {
    const taken = payment({ id: 1 });
    const refund = payment({ id: 2, kind: 'refund', amount: '-5.00', reverses_payment_id: 1 });
    const mistake = payment({ id: 3 });
    const taken_back = payment({ id: 4, kind: 'void', amount: '-20.00', reverses_payment_id: 3 });
    const stray = payment({ id: 5, kind: 'refund', reverses_payment_id: 99 });
    expect(ledgerLines([taken, refund, mistake, taken_back, stray])).toEqual([
      { entry: taken, reversals: [refund], isVoided: false },
      { entry: mistake, reversals: [taken_back], isVoided: true },
      { entry: stray, reversals: [], isVoided: false },
    ]);
  });

  it('groups a refund that the bank returned under its payment', () => {
    const taken = payment({ id: 1 });
    const refund = payment({ id: 2, kind: 'refund', amount: '-5.00', reverses_payment_id: 1 });
    const sentBack = payment({ id: 3, kind: 'void', amount: '5.00', reverses_payment_id: 2 });
    expect(ledgerLines([taken, refund, sentBack])).toEqual([
      { entry: taken, reversals: [refund, sentBack], isVoided: false },
    ]);
  });

  it('separates deposit, desk payments and refunds in progress', () => {
    const deposit = payment({ kind: 'deposit', by_provider: true, amount: '20.00', refundable: '5.00' });
    const refunds = [refundOf({ amount: '10.00' }), refundOf({ id: 2, amount: '5.00', status: 'unknown' })];
    const lines = paidInWords({ paid: '28.00', payments: [deposit, payment({ id: 2 })], refunds });
    expect(lines.map(({ word, pence }) => [word, pence])).toEqual([
      ['Deposit', 2000],
      ['At the desk', 800],
      ['Refund in progress', 1500],
    ]);
    expect(paidInWords({ paid: '0.00', payments: [], refunds: [refundOf({ status: 'failed' })] })).toEqual(
      [],
    );
  });

  it('lists every payment that Mark Unpaid voids', () => {
    const words = (...payments: Payment[]) => voidedInWords(payments, (amount) => `£${amount}`);
    const card = payment({ method: 'Card', amount: '34.50', refundable: '34.50' });
    const deposit = payment({ kind: 'deposit', method: 'Card', by_provider: true });
    expect(words(card)).toBe('£34.50 Card will be voided.');
    expect(words(card, payment({ refundable: '15.00' }), deposit)).toBe(
      '£34.50 Card and £15.00 Cash will be voided. The deposit is kept.',
    );
    expect(words(payment({ refundable: '0.00' }))).toBe('');
  });

  it('computes the kept part of a cancelled appointment’s deposit', () => {
    const deposit = payment({ kind: 'deposit', by_provider: true, refundable: '10.00' });
    const cancelled = { status: 'cancelled', payments: [payment({ id: 2 }), deposit], refunds: [] } as const;
    const kept = (change: Partial<Parameters<typeof keptDeposit>[0]>) =>
      keptDeposit({ ...cancelled, payments: [...cancelled.payments], refunds: [], ...change });
    expect(kept({})).toBe('10.00');
    expect(kept({ status: 'confirmed' })).toBeNull();
    expect(kept({ payments: [{ ...deposit, refundable: '0.00' }] })).toBeNull();
  });

  it('drops a failed refund if the money was refunded another way', () => {
    const refund = refundOf({ status: 'failed', settled_at: '2026-11-21T09:01:00.000Z' });
    const left = payment({ refundable: '10.00' });
    expect(openRefunds([refund], [left])).toEqual([refund]);
    expect(openRefunds([refund], [{ ...left, refundable: '9.99' }])).toEqual([]);
    const inCash = payment({ id: 2, kind: 'refund', amount: '-10.00', reverses_payment_id: 1 });
    const later = { ...inCash, taken_at: '2026-11-22T09:00:00.000Z' };
    expect(openRefunds([refund], [left, later])).toEqual([]);
    expect(openRefunds([refund], [left, { ...later, amount: '-9.99' }])).toEqual([refund]);
    expect(openRefunds([refund], [left, { ...inCash, taken_at: '2026-11-20T09:00:00.000Z' }])).toEqual([
      refund,
    ]);
    const sentBack = payment({ id: 3, kind: 'void', amount: '10.00', reverses_payment_id: 2 });
    expect(openRefunds([refund], [left, later, sentBack])).toEqual([refund]);
    expect(openRefunds([{ ...refund, status: 'done' }], [left])).toEqual([]);
    expect(openRefunds([{ ...refund, status: 'pending' }], [])).toHaveLength(1);
    expect(openRefunds([{ ...refund, status: 'unknown' }], [{ ...left, refundable: '0.00' }])).toHaveLength(
      1,
    );
  });

  it('distinguishes payments to void from those refunded to a card', () => {
    const byCard = payment({ kind: 'deposit', method: 'Card', by_provider: true, refundable: '10.10' });
    expect(mayVoid(payment({}))).toBe(true);
    expect(mayVoid(payment({ refundable: '15.00' }))).toBe(false);
    expect(mayVoid(payment({ kind: 'refund' }))).toBe(false);
    expect(mayVoid(byCard)).toBe(false);
    expect(returnableDeposit([payment({}), byCard])).toBe('10.10');
    expect(returnableDeposit([payment({}), { ...byCard, refundable: '0.00' }])).toBeNull();
  });
});

it.each([
  ['35.00', 'Balance due £35.00', 'attention'],
  ['-5.00', '£5.00 in credit', 'confirmed'],
  ['0.00', 'Settled', 'done'],
] as const)('words a balance of %s as %s', (balance, label, tone) => {
  expect(accountStanding(balance, (amount) => `£${amount}`)).toEqual({ label, tone });
});

it('adds up deposits for upcoming appointments', () => {
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
  const held = (entries: ClientAccount['entries'], refunds: ClientAccount['refunds'] = []) =>
    heldDeposits({ entries, refunds }, '2026-11-21');
  const two = [refund, deposit, { ...deposit, id: 3, booking_status: 'pending' } as const];
  expect(held(two)).toBe('16.00');
  expect(held([{ ...deposit, booking_date: '2026-11-20' }])).toBeNull();
  expect(held([{ ...deposit, booking_status: 'cancelled' }])).toBeNull();
  expect(held([{ ...deposit, kind: 'payment' }])).toBeNull();
  expect(held([{ ...deposit, booking_id: null, booking_status: null }])).toBeNull();
  const going = refundOf({ payment_id: 3, amount: '5.00', status: 'pending' });
  expect(held(two, [going, { ...going, id: 8, payment_id: 9 }, { ...going, id: 9, status: 'failed' }])).toBe(
    '11.00',
  );
});
