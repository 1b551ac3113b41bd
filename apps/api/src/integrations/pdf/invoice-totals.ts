import type { InvoicePayments, InvoiceSnapshot } from '../../lib/ports/invoice-snapshot.ts';

/** The totals of an invoice, all in integer pence. */
export interface InvoiceTotals {
  /** The sum of the lines, VAT included. */
  totalPence: number;
  /** The VAT contained in the total; 0 for a practice that is not registered. */
  vatPence: number;
  /** The total less its VAT. */
  netPence: number;
  /** Deposits received. */
  depositPence: number;
  /** Other payments received. */
  paidPence: number;
  /** Refunds, as a positive amount. */
  refundedPence: number;
  /** The amount no longer charged, because the appointment was cancelled after the issue. */
  waivedPence: number;
  /** The balance due; negative after an overpayment. */
  balancePence: number;
}

/**
 * Adds up an invoice and its payments. VAT is calculated from the total as a whole and rounded half up to a penny.
 */
export function invoiceTotals(invoice: InvoiceSnapshot & InvoicePayments): InvoiceTotals {
  const totalPence = sum(invoice.lines.map((line) => line.amountPence));
  const basisPoints = invoice.vat?.rateBasisPoints ?? 0;
  const vatPence = Math.round((totalPence * basisPoints) / (10_000 + basisPoints));
  const received = (kind: 'payment' | 'deposit' | 'refund') =>
    sum(
      invoice.payments
        .filter((payment) => payment.kind === kind)
        .map(({ amountPence }) => Math.abs(amountPence)),
    );
  const depositPence = received('deposit');
  const paidPence = received('payment');
  const refundedPence = received('refund');
  const openPence = totalPence - depositPence - paidPence + refundedPence;
  const waivedPence = invoice.isCancelled ? Math.max(0, openPence) : 0;
  return {
    totalPence,
    vatPence,
    netPence: totalPence - vatPence,
    depositPence,
    paidPence,
    refundedPence,
    waivedPence,
    balancePence: openPence - waivedPence,
  };
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
