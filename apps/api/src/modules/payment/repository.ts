import type { BookingStatus, PaymentMethod } from '@burrow/contracts/booking-status';
import type { WorkContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { leftOf, underWayOf } from './read-model.ts';

// Rows of the ledger cannot be locked: they are only added. Before adding one that depends on earlier ones, lock the
// payment's appointment or else its deposit, and always before any row of refunds.

interface LockedBookingMoney {
  status: BookingStatus;
  price_pence: number;
  paid_pence: number;
}

const lockMoney = statement<LockedBookingMoney>(
  'lock_booking_money',
  `select b.status, b.price_pence, b.paid_pence from bookings b
   where b.tenant_id = $1 and b.id = $2
   for update`,
);

/** The price and payments of an appointment, locked until the transaction ends. @throws AppError `not_found` */
export async function lockBookingMoney(
  { tx, tenantId }: WorkContext,
  bookingId: number,
): Promise<LockedBookingMoney> {
  const row = await tx.row(lockMoney, [tenantId, bookingId]);
  if (!row) throw new AppError('not_found', { message: 'Appointment not found.' });
  return row;
}

/** A refundable row of the ledger. */
export interface LockedPayment {
  id: number;
  booking_id: number | null;
  deposit_id: number | null;
  kind: 'payment' | 'deposit' | 'refund' | 'void';
  method: PaymentMethod;
  amount_pence: number;
  /** Null for a desk payment. */
  provider: string | null;
  provider_reference: string | null;
  /** The part that was neither refunded nor voided, and is not being refunded, as far as known. */
  left_pence: number;
  /** Whether any of it was refunded or voided, or is being refunded. */
  is_touched: boolean;
  /** Whether the card provider has refused a refund of it. */
  was_refused: boolean;
}

const lockBookingOf = statement(
  'lock_booking_of_payment',
  `select b.id from bookings b
   where b.tenant_id = $1 and b.id = (select p.booking_id from payments p where p.tenant_id = $1 and p.id = $2)
   for update`,
);

const lockDepositOf = statement(
  'lock_deposit_of_payment',
  `select d.id from deposits d
   where d.tenant_id = $1
     and d.id = (select p.deposit_id from payments p where p.tenant_id = $1 and p.id = $2 and p.booking_id is null)
   for update`,
);

const payment = statement<LockedPayment>(
  'payment_to_give_back',
  `select p.id, p.booking_id, p.deposit_id, p.kind, p.method, p.amount_pence, p.provider, p.provider_reference,
     ${leftOf('p')} - ${underWayOf('p')} as left_pence,
     ${underWayOf('p')} > 0 or exists (
       select from payments r where r.tenant_id = p.tenant_id and r.reverses_payment_id = p.id) as is_touched,
     exists (
       select from refunds f
       where f.tenant_id = p.tenant_id and f.payment_id = p.id and f.status = 'failed') as was_refused
   from payments p where p.tenant_id = $1 and p.id = $2`,
);

/**
 * A payment with its remainder, after its appointment or deposit is locked until the transaction ends.
 * @throws AppError `not_found`
 */
export async function lockPayment({ tx, tenantId }: WorkContext, paymentId: number): Promise<LockedPayment> {
  const values = [tenantId, paymentId];
  // One round trip; the last statement reads after the locks were taken.
  const [, , row] = await Promise.all([
    tx.rows(lockBookingOf, values),
    tx.rows(lockDepositOf, values),
    tx.row(payment, values),
  ]);
  if (!row) throw new AppError('not_found', { message: 'Payment not found.' });
  return row;
}

const paymentOfReference = statement<{ id: number }>(
  'payment_of_reference',
  `select p.id from payments p
   where p.tenant_id = $1 and p.provider_reference = $2 and p.kind in ('payment', 'deposit')`,
);

/** The payment with the card provider's id. @returns its id, or undefined for one that is not in the ledger */
export async function paymentCalled(
  { tx, tenantId }: WorkContext,
  reference: string,
): Promise<number | undefined> {
  return (await tx.row(paymentOfReference, [tenantId, reference]))?.id;
}

interface NewLedgerRow {
  bookingId: number | null;
  depositId?: number | null;
  kind: LockedPayment['kind'];
  method: PaymentMethod;
  /** Negative for a refund or a void. */
  amountPence: number;
  reversesPaymentId?: number;
  provider?: string | null;
  providerReference?: string;
  takenByUserId: number | null;
}

const refundRow = statement<{ id: number }>(
  'ledger_row_of_refund',
  `select p.id from payments p
   where p.tenant_id = $1 and p.reverses_payment_id = $2 and p.kind = 'refund' and p.provider_reference = $3`,
);

/** The ledger row of a refund, by the provider's id. @returns its id */
export async function ledgerRowOf(
  { tx, tenantId }: WorkContext,
  paymentId: number,
  reference: string,
): Promise<number> {
  const row = await tx.row(refundRow, [tenantId, paymentId, reference]);
  if (!row) throw new Error(`The refund ${reference} is not in the ledger.`);
  return row.id;
}

const insertPayment = statement<{ id: number }>(
  'insert_payment',
  `insert into payments (tenant_id, booking_id, deposit_id, kind, method, amount_pence, reverses_payment_id, provider,
     provider_reference, taken_by_user_id, taken_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
   returning id`,
);

/** Adds a row to the ledger. @returns its id */
export async function insertLedgerRow(
  { tx, tenantId, now }: WorkContext,
  added: NewLedgerRow,
): Promise<number> {
  const row = await tx.row(insertPayment, [
    tenantId,
    added.bookingId,
    added.depositId ?? null,
    added.kind,
    added.method,
    added.amountPence,
    added.reversesPaymentId ?? null,
    added.provider ?? null,
    added.providerReference ?? null,
    added.takenByUserId,
    now,
  ]);
  if (!row) throw new Error('The new row of the ledger has no id.');
  return row.id;
}

// Deposits stay: they were paid for the appointment itself and are only ever refunded. Of a partly refunded payment, the
// rest is voided.
const voidPayments = statement(
  'void_payments',
  `insert into payments (tenant_id, booking_id, kind, method, amount_pence, reverses_payment_id, taken_by_user_id, taken_at)
   select p.tenant_id, p.booking_id, 'void', p.method, -(${leftOf('p')}), p.id, $3, $4
   from payments p
   where p.tenant_id = $1 and p.booking_id = $2 and p.kind = 'payment' and p.provider is null
     and (p.amount_pence = 0 or ${leftOf('p')} > 0)
     and not exists (
       select from payments v where v.tenant_id = $1 and v.reverses_payment_id = p.id and v.kind = 'void')`,
);

/** Voids the remainder of every desk payment for an appointment, which the caller has locked. */
export async function insertVoids(
  { tx, tenantId, session, now }: WorkContext,
  bookingId: number,
): Promise<void> {
  await tx.rows(voidPayments, [tenantId, bookingId, session.userId, now]);
}
