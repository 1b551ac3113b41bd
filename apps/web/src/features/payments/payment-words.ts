import type { BookingDetail } from '@burrow/contracts/booking';
import type { PaymentMethod } from '@burrow/contracts/booking-status';
import type { RefundReason, RefundRecord } from '@burrow/contracts/refund';

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

/** What a refund is about, for people who did not ask for it. */
export const refundReasons: Readonly<Record<RefundReason, string>> = {
  booking_cancelled: 'The appointment was cancelled',
  not_booked: 'The time was taken before the deposit arrived',
  // What is asked for here has a name beside it.
  asked: 'Refunded on the card provider’s website',
};

const listed = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** '10.00' → 1000; decimal strings are added up in pence, where nothing is lost. */
export const penceOf = (amount: string): number => Math.round(Number(amount) * 100);

/** 1000 → '10.00'. */
export const amountOf = (pence: number): string => (pence / 100).toFixed(2);

/**
 * What is wrong with a sum that was typed, in words; null when nothing is.
 * @param most the most that it may be, a decimal string, and `tooMuch` what to say when it is more
 */
export function sumProblem(typed: string, most: string, tooMuch: string): string | null {
  const text = typed.trim();
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(text) || penceOf(text) === 0) {
    return 'Enter an amount above 0, with at most two decimals.';
  }
  return penceOf(text) > penceOf(most) ? tooMuch : null;
}

/** A line of the ledger with what was given back of it, or that it was taken back. */
export interface LedgerLine<Entry> {
  entry: Entry;
  /** Refunds and voids of it, oldest first. */
  reversals: Entry[];
  isVoided: boolean;
}

/** Puts refunds and voids under what they take back; one whose payment is not there stands by itself. */
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
      // A refund that the bank sent back has a void of its own.
      reversals: own.flatMap((reversal) => [reversal, ...reversalsOf(reversal)]),
      isVoided: own.some(({ kind }) => kind === 'void'),
    };
  });
}

/** What a client paid by card and would get back there when the appointment is cancelled; null for nothing. */
export function returnableDeposit(payments: readonly Payment[]): string | null {
  const pence = payments
    .filter(({ by_provider: byProvider }) => byProvider)
    .reduce((sum, { refundable }) => sum + penceOf(refundable), 0);
  return pence > 0 ? amountOf(pence) : null;
}

/**
 * What becomes of the money when a completed appointment is marked unpaid: '£34.50 Card and £15.00 Cash will be voided. The
 * deposit is kept.' Empty when nothing was paid.
 */
export function takenBackInWords(payments: readonly Payment[], money: (amount: string) => string): string {
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
 * What the practice keeps of the deposit of an appointment that was cancelled, a decimal string; null for nothing, and
 * while it is not known what becomes of a refund.
 */
export function keptDeposit({
  status,
  payments,
  refunds,
}: Pick<BookingDetail, 'status' | 'payments' | 'refunds'>): string | null {
  if (status !== 'cancelled' || openRefunds(refunds, payments).length > 0) return null;
  const pence = payments
    .filter(({ kind }) => kind === 'deposit')
    .reduce((sum, { refundable }) => sum + penceOf(refundable), 0);
  return pence > 0 ? amountOf(pence) : null;
}

/**
 * The refunds that somebody still has to know of: under way, of unknown outcome, or failed and possible to try again.
 * When the money has come back another way, a failure is history.
 */
export function openRefunds(refunds: readonly RefundRecord[], payments: readonly Payment[]): RefundRecord[] {
  const left = new Map(payments.map(({ id, refundable }) => [id, penceOf(refundable)]));
  return refunds.filter(
    ({ status, amount, payment_id: paymentId }) =>
      status === 'pending' ||
      status === 'unknown' ||
      (status === 'failed' && penceOf(amount) <= (left.get(paymentId) ?? 0)),
  );
}

/** Whether a payment can be taken back as never made: recorded here, and nothing of it given back yet. */
export const mayTakeBack = ({ kind, by_provider: byProvider, amount, refundable }: Payment): boolean =>
  (kind === 'payment' || kind === 'deposit') &&
  !byProvider &&
  penceOf(refundable) > 0 &&
  penceOf(refundable) === penceOf(amount);
