import type { DocumentPractice } from './document-practice.ts';

/** One line of an invoice. Prices include VAT. */
interface InvoiceLine {
  description: string;
  /** Smaller text under the description. */
  detail: string | null;
  /** At most three decimals are printed. */
  quantity: number;
  /** Integer pence for one unit. */
  unitPricePence: number;
  /** Integer pence for the line, as charged; negative for a discount. */
  amountPence: number;
}

/**
 * An invoice as it was issued: it never changes, and is stored as JSON. Days are `YYYY-MM-DD`, money integer pence.
 */
export interface InvoiceSnapshot {
  /** As printed, such as 'INV-000012'. */
  number: string;
  issuedOn: string;
  /** The number of the invoice that this one replaces. */
  replaces: string | null;
  /** ISO 4217, such as 'GBP'. */
  currency: string;
  practice: DocumentPractice;
  /** Null for a practice that is not registered. The rate is in hundredths of a per cent: 2000 is 20 %. */
  vat: { number: string; rateBasisPoints: number } | null;
  client: { name: string; address: string | null; email: string | null; phone: string | null };
  animal: { name: string; species: string | null; breed: string | null };
  /** The time is `HH:MM` on the practice's clock; the reference as printed, such as '#1043'. */
  appointment: { date: string; time: string; reference: string };
  staffMember: string | null;
  lines: readonly InvoiceLine[];
  /** Payment terms, or thanks; printed at the end. */
  paymentNote: string | null;
}

/** Money received or refunded. */
export interface InvoicePayment {
  /** `YYYY-MM-DD` on the practice's clock. */
  takenOn: string;
  kind: 'payment' | 'deposit' | 'refund';
  /** As printed, such as 'Card'. */
  method: string;
  /** Integer pence; the kind gives the direction, the sign is ignored. */
  amountPence: number;
}

/**
 * The payments, oldest first. Not part of the snapshot: they continue after the issue. Voided payments are left out.
 */
export interface InvoicePayments {
  payments: readonly InvoicePayment[];
  /** Whether the appointment was cancelled after the issue: the balance is no longer due. */
  isCancelled: boolean;
}
