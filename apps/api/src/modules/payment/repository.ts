import type { WorkContext } from '../../context/context.ts';
import { columns, insertion, insertRow, type RowOf } from '../../db/columns.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { balanceOf, leftOf, underWayOf } from './read-model.ts';

// Rows of the ledger cannot be locked: they are only added. Before adding one that depends on earlier ones, lock the
// payment's appointment or else its deposit, and always before any row of refunds.

const moneyColumns = columns('bookings', 'status');

interface LockedBookingMoney extends RowOf<typeof moneyColumns> {
  /** At least 0. */
  due_pence: number;
}

const lockMoney = statement(
  'lock_booking_money',
  'select b.id from bookings b where b.tenant_id = $1 and b.id = $2 for update',
);
const bookingMoney = statement<LockedBookingMoney>(
  'booking_money',
  `select ${moneyColumns.of('b')}, greatest(0, ${balanceOf('b')}) as due_pence
   from bookings b where b.tenant_id = $1 and b.id = $2`,
);

/** The balance due for an appointment, locked until the transaction ends. @throws AppError `not_found` */
export async function lockBookingMoney(
  { tx, tenantId }: WorkContext,
  bookingId: number,
): Promise<LockedBookingMoney> {
  const values = [tenantId, bookingId];
  // One round trip; the second statement reads after the lock was taken.
  const [, row] = await Promise.all([tx.rows(lockMoney, values), tx.row(bookingMoney, values)]);
  if (!row) throw new AppError('not_found', { message: 'Appointment not found.' });
  return row;
}

const paymentColumns = columns(
  'payments',
  'id, booking_id, deposit_id, kind, method, amount_pence, provider, provider_reference',
);

/** A refundable row of the ledger; a desk payment has no provider. */
export interface LockedPayment extends RowOf<typeof paymentColumns> {
  /** The part that was neither refunded nor voided, and is not being refunded, as far as known. */
  left_pence: number;
  /** Whether any of it was refunded or voided, or is being refunded. */
  is_touched: boolean;
  /** Whether the card provider has refused a refund of it. */
  was_refused: boolean;
  currency: string;
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
  `select ${paymentColumns.of('p')},
     ${leftOf('p')} - ${underWayOf('p')} as left_pence,
     ${underWayOf('p')} > 0 or exists (
       select from payments r where r.tenant_id = p.tenant_id and r.reverses_payment_id = p.id) as is_touched,
     exists (
       select from refunds f
       where f.tenant_id = p.tenant_id and f.payment_id = p.id and f.status = 'failed') as was_refused,
     coalesce(d.currency, t.currency) as currency
   from payments p
   join tenants t on t.id = p.tenant_id
   left join deposits d on d.tenant_id = p.tenant_id and d.id = p.deposit_id
   where p.tenant_id = $1 and p.id = $2`,
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

const newColumns = columns(
  'payments',
  `booking_id, deposit_id, kind, method, amount_pence, reverses_payment_id, provider, provider_reference,
   taken_by_user_id, taken_at`,
);
const insertPayment = insertion('insert_payment', newColumns, 'id');

/** A row of the ledger to add; its amount is negative for a refund or a void. */
type NewLedgerRow = Omit<RowOf<typeof newColumns>, 'taken_at'>;

/** Adds a row to the ledger. @returns its id */
export async function insertLedgerRow(
  { tx, tenantId, now }: WorkContext,
  added: Pick<NewLedgerRow, 'booking_id' | 'kind' | 'method' | 'amount_pence' | 'taken_by_user_id'> &
    Partial<NewLedgerRow>,
): Promise<number> {
  const absent = { deposit_id: null, reverses_payment_id: null, provider: null, provider_reference: null };
  const row = { ...absent, ...added, taken_at: now };
  return (await insertRow(tx, insertPayment, tenantId, row)).id;
}

/** Adds a row to the ledger that gives back a payment, or a part of it. */
export async function insertReversal(
  ctx: WorkContext,
  paid: LockedPayment,
  reversal: Pick<NewLedgerRow, 'kind' | 'amount_pence' | 'taken_by_user_id'> & Partial<NewLedgerRow>,
): Promise<void> {
  const { id, booking_id, deposit_id, method } = paid;
  await insertLedgerRow(ctx, { booking_id, deposit_id, method, reverses_payment_id: id, ...reversal });
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
