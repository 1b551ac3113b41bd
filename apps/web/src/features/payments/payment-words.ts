import type { BookingDetail } from '@burrow/contracts/booking';
import type { PaymentMethod } from '@burrow/contracts/booking-status';
import type { ClientAccount } from '@burrow/contracts/payment';
import type { RefundReason, RefundRecord } from '@burrow/contracts/refund';
import type { BadgeTone } from '../../ui/badge.tsx';

export type Payment = BookingDetail['payments'][number];

export const methodNames: Readonly<Record<PaymentMethod, string>> = {
  Cash: 'Cash',
  Card: 'Card',
  BACS: 'BACs',
};

export const kindNames: Readonly<Record<Payment['kind'], string>> = {
  payment: 'Payment',
  deposit: 'Deposit',
  refund: 'Refund',
  void: 'Voided',
};

/** The reason for a refund, shown when no person requested it. */
export const refundReasons: Readonly<Record<RefundReason, string>> = {
  booking_cancelled: 'The appointment was cancelled',
  not_booked: 'The time was taken before the deposit arrived',
  // One requested at the desk shows its requester instead.
  asked: 'Refunded on the card provider’s website',
};

const listed = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** '10.00' → 1000; sums are computed in pence, which are exact. */
export const penceOf = (amount: string): number => Math.round(Number(amount) * 100);

/** 1000 → '10.00'. */
export const amountOf = (pence: number): string => (pence / 100).toFixed(2);

/**
 * The error in a typed amount; null when it is valid.
 * @param most the maximum, a decimal string, and `tooMuch` the message above it
 */
export function sumProblem(typed: string, most: string, tooMuch: string): string | null {
  const text = typed.trim();
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(text) || penceOf(text) === 0) {
    return 'Enter an amount above 0, with at most two decimals.';
  }
  return penceOf(text) > penceOf(most) ? tooMuch : null;
}

/** A line of the ledger with its refunds and void. */
export interface LedgerLine<Entry> {
  entry: Entry;
  /** Its refunds and voids, oldest first. */
  reversals: Entry[];
  isVoided: boolean;
}

/** Groups refunds and voids under their payment; one without a listed payment is a line of its own. */
export function ledgerLines<Entry extends Pick<Payment, 'id' | 'kind' | 'reverses_payment_id'>>(
  entries: readonly Entry[],
): LedgerLine<Entry>[] {
  const ids = new Set(entries.map(({ id }) => id));
  const isOwn = ({ reverses_payment_id: of }: Entry) => of === null || !ids.has(of);
  const reversalsOf = ({ id }: Entry) => entries.filter(({ reverses_payment_id: of }) => of === id);
  return entries.filter(isOwn).map((entry) => {
    const own = reversalsOf(entry);
    return {
      entry,
      // A refund that the bank returned has its own void.
      reversals: own.flatMap((reversal) => [reversal, ...reversalsOf(reversal)]),
      isVoided: own.some(({ kind }) => kind === 'void'),
    };
  });
}

/** The deposit that cancelling the appointment would refund to the card; null for none. */
export function returnableDeposit(payments: readonly Payment[]): string | null {
  const pence = payments
    .filter(({ by_provider: byProvider }) => byProvider)
    .reduce((sum, { refundable }) => sum + penceOf(refundable), 0);
  return pence > 0 ? amountOf(pence) : null;
}

/**
 * The effect on payments of marking a completed appointment unpaid: '£34.50 Card and £15.00 Cash will be voided. The
 * deposit is kept.' Empty when nothing was paid.
 */
export function voidedInWords(payments: readonly Payment[], money: (amount: string) => string): string {
  const standing = payments.filter(({ refundable }) => penceOf(refundable) > 0);
  const sums = standing
    .filter(({ kind, by_provider: byProvider }) => kind === 'payment' && !byProvider)
    .map(({ refundable, method }) => `${money(refundable)} ${methodNames[method]}`);
  const sentences = [
    sums.length === 0 ? '' : `${listed.format(sums)} will be voided.`,
    standing.some(({ kind }) => kind === 'deposit') ? 'The deposit is kept.' : '',
  ];
  return sentences.filter(Boolean).join(' ');
}

/**
 * The part of a cancelled appointment's deposit that the practice keeps, a decimal string; null for none, and while a
 * refund is unresolved.
 */
export function keptDeposit({
  status,
  payments,
  refunds,
}: Pick<BookingDetail, 'status' | 'payments' | 'refunds'>): string | null {
  if (status !== 'cancelled' || refunds.some((refund) => isOwed(refund, payments))) return null;
  const pence = payments
    .filter(({ kind }) => kind === 'deposit')
    .reduce((sum, { refundable }) => sum + penceOf(refundable), 0);
  return pence > 0 ? amountOf(pence) : null;
}

/** What was refunded of a payment since a moment, in pence, without refunds that the bank returned. */
const refundedSince = (payments: readonly Payment[], paymentId: number, moment: string): number =>
  payments
    .filter(
      ({ id, kind, reverses_payment_id: of, taken_at: at }) =>
        kind === 'refund' &&
        of === paymentId &&
        at >= moment &&
        !payments.some((other) => other.kind === 'void' && other.reverses_payment_id === id),
    )
    .reduce((sum, { amount }) => sum - penceOf(amount), 0);

const leftOf = (payments: readonly Payment[], paymentId: number): number =>
  penceOf(payments.find(({ id }) => id === paymentId)?.refundable ?? '0');

/** Whether a refund is not done, and the client doesn't have as much of its payment since. */
function isOwed(
  { status, amount, payment_id: paymentId, settled_at: settledAt }: RefundRecord,
  payments: readonly Payment[],
): boolean {
  if (status !== 'failed') return status !== 'done';
  return (
    leftOf(payments, paymentId) > 0 && penceOf(amount) > refundedSince(payments, paymentId, settledAt ?? '')
  );
}

/**
 * The refunds that need attention: in progress, of unknown outcome, or failed and still to be made. A failed one no
 * longer does once its money was refunded another way, or too little is left to make it.
 */
export const openRefunds = (refunds: readonly RefundRecord[], payments: readonly Payment[]): RefundRecord[] =>
  refunds.filter(
    (refund) =>
      isOwed(refund, payments) &&
      (refund.status !== 'failed' || penceOf(refund.amount) <= leftOf(payments, refund.payment_id)),
  );

/** The refunds to a card that are in progress or have an unknown outcome, in pence. They count as refunded. */
export const underWayPence = (refunds: readonly RefundRecord[]): number =>
  refunds
    .filter(({ status }) => status === 'pending' || status === 'unknown')
    .reduce((sum, { amount }) => sum + penceOf(amount), 0);

/**
 * The lines between the price of an appointment and its balance, each with its sum in pence: the deposit, the payments at the
 * desk, and the refunds in progress.
 */
export function paidInWords({
  paid,
  payments,
  refunds,
}: Pick<BookingDetail, 'paid' | 'payments' | 'refunds'>): { word: string; pence: number; isPaid: boolean }[] {
  const going = underWayPence(refunds);
  const held = payments
    .filter(({ kind }) => kind === 'deposit')
    .reduce((sum, { refundable }) => sum + penceOf(refundable), 0);
  const deposit = Math.min(held + going, penceOf(paid));
  return [
    { word: 'Deposit', pence: deposit, isPaid: true },
    { word: 'At the desk', pence: penceOf(paid) - deposit, isPaid: true },
    { word: 'Refund in progress', pence: going, isPaid: false },
  ].filter(({ pence }) => pence > 0);
}

/** Whether a payment can be voided: recorded at the desk, and not refunded in part. */
export const mayVoid = ({ kind, by_provider: byProvider, amount, refundable }: Payment): boolean =>
  (kind === 'payment' || kind === 'deposit') &&
  !byProvider &&
  penceOf(refundable) > 0 &&
  penceOf(refundable) === penceOf(amount);

/**
 * The deposits for upcoming appointments less their refunds, including those in progress, a decimal string; null for none. The
 * balance excludes them.
 * @param today on the practice's clock, `YYYY-MM-DD`
 */
export function heldDeposits(
  { entries, refunds }: Pick<ClientAccount, 'entries' | 'refunds'>,
  today: string,
): string | null {
  const lines = ledgerLines(entries).filter(
    ({ entry: { kind, booking_status: status, booking_date: day } }) =>
      kind === 'deposit' && (status === 'pending' || status === 'confirmed') && (day ?? '') >= today,
  );
  const left = lines
    .flatMap(({ entry, reversals }) => [entry, ...reversals])
    .reduce((sum, { amount }) => sum + penceOf(amount), 0);
  const ofThem = refunds.filter(({ payment_id: of }) => lines.some(({ entry: { id } }) => id === of));
  const pence = left - underWayPence(ofThem);
  return pence > 0 ? amountOf(pence) : null;
}

/** A client's balance in words and a colour. */
export function accountStanding(
  balance: string,
  money: (amount: string) => string,
): { label: string; tone: BadgeTone } {
  const owed = Number(balance);
  if (owed > 0) return { label: `Balance due ${money(balance)}`, tone: 'attention' };
  if (owed < 0) return { label: `${money(balance.replace('-', ''))} in credit`, tone: 'confirmed' };
  return { label: 'Settled', tone: 'done' };
}
