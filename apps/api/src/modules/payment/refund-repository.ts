import type { RefundReason } from '@burrow/contracts/refund';
import type { WorkContext } from '../../context/context.ts';
import { columns, insertion, insertRow, type RowOf } from '../../db/columns.ts';
import { statement } from '../../db/statement.ts';
import type { ProviderRefund } from '../../lib/ports/payments.ts';
import { leftOf, refundableOf } from './read-model.ts';

const refundColumns = columns(
  'refunds',
  'id, payment_id, amount_pence, reason, status, provider_reference, attempt, requested_by_user_id, requested_at',
);

/** A refund as its job needs it. */
export type RefundRow = RowOf<typeof refundColumns>;

export interface RefundToCarry extends RefundRow {
  /** The provider's id of the payment. */
  payment_reference: string | null;
  /** Of the payment. */
  currency: string;
}

const toCarry = statement<RefundToCarry>(
  'refund_to_carry',
  `select ${refundColumns.of('r')}, p.provider_reference as payment_reference, coalesce(d.currency, t.currency) as currency
   from refunds r join payments p on p.tenant_id = r.tenant_id and p.id = r.payment_id
   join tenants t on t.id = r.tenant_id
   left join deposits d on d.tenant_id = p.tenant_id and d.id = p.deposit_id
   where r.tenant_id = $1 and r.id = $2`,
);

const lockRow = statement<RefundRow>(
  'lock_refund',
  `select ${refundColumns.of('r')} from refunds r where r.tenant_id = $1 and r.id = $2 for update`,
);

/** @returns undefined for an unknown one */
export const refundToCarry = (
  { tx, tenantId }: WorkContext,
  refundId: number,
): Promise<RefundToCarry | undefined> => tx.row(toCarry, [tenantId, refundId]);

/** Locks a refund, whose payment the caller has locked before, until the transaction ends. */
export async function lockRefund({ tx, tenantId }: WorkContext, refundId: number): Promise<RefundRow> {
  const row = await tx.row(lockRow, [tenantId, refundId]);
  if (!row) throw new Error(`Refund ${refundId} no longer exists.`);
  return row;
}

const insertRefundRow = insertion(
  'insert_refund',
  columns('refunds', 'payment_id, amount_pence, reason, requested_by_user_id, requested_at'),
  'id',
);

/** Records that an amount is to be refunded to the card that paid it. @returns the refund's id */
export async function insertRefund(
  { tx, tenantId, session, now }: WorkContext,
  { paymentId, amountPence, reason }: { paymentId: number; amountPence: number; reason: RefundReason },
): Promise<number> {
  const { id } = await insertRow(tx, insertRefundRow, tenantId, {
    payment_id: paymentId,
    amount_pence: amountPence,
    reason,
    requested_by_user_id: session.userId,
    requested_at: now,
  });
  return id;
}

// $6 what is kept of each appointment's deposits; of several payments, of the first ones.
const refundBookings = statement<{ id: number; booking_id: number; amount_pence: number }>(
  'refund_deposits_of_bookings',
  `with made as (insert into refunds (tenant_id, payment_id, amount_pence, reason, requested_by_user_id, requested_at)
   select o.tenant_id, o.id, least(o.left_pence, o.left_until_here - $6), $3, $4, $5
   from (select h.tenant_id, h.id, h.left_pence,
           (sum(h.left_pence) over (partition by h.booking_id order by h.id))::integer as left_until_here
         from (select p.tenant_id, p.id, p.booking_id, ${refundableOf('p')} as left_pence
               from payments p
               where p.tenant_id = $1 and p.booking_id = any($2::bigint[]) and p.kind = 'deposit'
                 and p.provider is not null) h) o
   where o.left_pence > 0 and o.left_until_here > $6
   order by o.id
   returning id, payment_id, amount_pence)
   select m.id, p.booking_id, m.amount_pence
   from made m join payments p on p.tenant_id = $1 and p.id = m.payment_id
   order by m.id`,
);
const refundPayment = statement<{ id: number }>(
  'refund_provider_payment',
  `insert into refunds (tenant_id, payment_id, amount_pence, reason, requested_by_user_id, requested_at)
   select o.tenant_id, o.id, o.left_pence, $3, $4, $5
   from (select p.tenant_id, p.id, ${refundableOf('p')} as left_pence
         from payments p where p.tenant_id = $1 and p.id = $2 and p.provider is not null) o
   where o.left_pence > 0
   returning id`,
);
/** A refund of an appointment's deposit. */
export interface DepositRefund {
  id: number;
  bookingId: number;
  amountPence: number;
}

/**
 * The same for the remainder of the deposits of appointments, which the caller has locked.
 * @param keptPence what is kept of each appointment's deposits
 */
export async function insertRefundsOfBookings(
  { tx, tenantId, session, now }: WorkContext,
  bookingIds: readonly number[],
  keptPence: number,
): Promise<DepositRefund[]> {
  const values = [tenantId, bookingIds, 'booking_cancelled', session.userId, now, keptPence];
  const rows = await tx.rows(refundBookings, values);
  return rows.map(({ id, booking_id: bookingId, amount_pence: amountPence }) => ({
    id,
    bookingId,
    amountPence,
  }));
}

/**
 * The same for the remainder of one payment, which the caller has locked. @returns its id, or undefined when none is
 * left
 */
export async function insertRefundOfRest(
  { tx, tenantId, session, now }: WorkContext,
  paymentId: number,
  reason: RefundReason,
): Promise<number | undefined> {
  return (await tx.row(refundPayment, [tenantId, paymentId, reason, session.userId, now]))?.id;
}

const markDone = statement(
  'mark_refund_done',
  `update refunds r set status = 'done', provider_reference = $3, last_error = null, settled_at = $4
   where r.tenant_id = $1 and r.id = $2`,
);
const markFailed = statement(
  'mark_refund_failed',
  `update refunds r set status = 'failed', last_error = $3, settled_at = $4, attempt = r.attempt + 1,
     provider_reference = null
   where r.tenant_id = $1 and r.id = $2`,
);
const markUnknown = statement(
  'mark_refund_unknown',
  `update refunds r set status = 'unknown', last_error = $3, settled_at = $4
   where r.tenant_id = $1 and r.id = $2`,
);
const markUnderWay = statement(
  'mark_refund_under_way',
  `update refunds r set status = 'pending', provider_reference = $3, last_error = null, settled_at = null
   where r.tenant_id = $1 and r.id = $2`,
);
const beginAgain = statement(
  'begin_refund_again',
  `update refunds r set status = 'pending', settled_at = null, last_error = null
   where r.tenant_id = $1 and r.id = $2`,
);

const reduceRow = statement(
  'reduce_refund',
  `update refunds r set amount_pence = $3, attempt = r.attempt + 1 where r.tenant_id = $1 and r.id = $2`,
);

/** Reduces the amount of a refund that was not made: the next attempt is a new one. */
export async function noteReduced(
  { tx, tenantId }: WorkContext,
  refundId: number,
  amountPence: number,
): Promise<void> {
  await tx.rows(reduceRow, [tenantId, refundId, amountPence]);
}

/** Records that the money is back on its card. */
export async function noteDone(
  { tx, tenantId, now }: WorkContext,
  refundId: number,
  reference: string,
): Promise<void> {
  await tx.rows(markDone, [tenantId, refundId, reference, now]);
}

/** Records that the provider has refused a refund: the next attempt is a new one. */
export async function noteFailed(
  { tx, tenantId, now }: WorkContext,
  refundId: number,
  reason: string,
): Promise<void> {
  await tx.rows(markFailed, [tenantId, refundId, reason.slice(0, 500), now]);
}

/** Records that the outcome of a refund is unknown: the next attempt must be recognised as the same. */
export async function noteUnknown(
  { tx, tenantId, now }: WorkContext,
  refundId: number,
  reason: string,
): Promise<void> {
  await tx.rows(markUnknown, [tenantId, refundId, reason, now]);
}

/** Records the provider's id of a refund. */
export async function noteUnderWay(
  { tx, tenantId }: WorkContext,
  refundId: number,
  reference: string,
): Promise<void> {
  await tx.rows(markUnderWay, [tenantId, refundId, reference]);
}

/** Restarts a refund that failed or has an unknown outcome. */
export async function noteBegunAgain({ tx, tenantId }: WorkContext, refundId: number): Promise<void> {
  await tx.rows(beginAgain, [tenantId, refundId]);
}

// $4 to $6 are what the provider was asked for. After a restore, another refund can have the number of one that was lost: a
// row that has the provider's id of another refund is not meant.
const refundOfProvider = statement<{ id: number }>(
  'refund_of_provider',
  `select r.id from refunds r
   where r.tenant_id = $1 and r.payment_id = $2
     and (r.provider_reference = $3
       or r.provider_reference is null and r.id::text = $4 and r.attempt::text = $5 and r.amount_pence = $6)
   order by r.provider_reference = $3 desc nulls last limit 1`,
);

/** The row of a refund that the provider has. @returns its id, or undefined for an unrecorded one */
export async function refundHere(
  { tx, tenantId }: WorkContext,
  paymentId: number,
  { reference, metadata, amountPence }: ProviderRefund,
): Promise<number | undefined> {
  const { tenant_id: practice, refund_id: number = null, attempt = null } = metadata;
  const askedAs = practice === String(tenantId) ? number : null;
  return (await tx.row(refundOfProvider, [tenantId, paymentId, reference, askedAs, attempt, amountPence]))
    ?.id;
}

// A refund without the provider's id may never be executed; one with an id will certainly leave the ledger.
const insertOutside = statement<{ id: number; amount_pence: number }>(
  'insert_refund_made_elsewhere',
  `insert into refunds (tenant_id, payment_id, amount_pence, reason, provider_reference, requested_at)
   select o.tenant_id, o.id, least($3::integer, o.left_pence), 'asked', $4, $5
   from (select p.tenant_id, p.id, ${leftOf('p')} - coalesce((
           select sum(r.amount_pence) from refunds r
           where r.tenant_id = p.tenant_id and r.payment_id = p.id and r.status in ('pending', 'unknown')
             and r.provider_reference is not null), 0) as left_pence
         from payments p where p.tenant_id = $1 and p.id = $2) o
   where o.left_pence > 0
   returning id, amount_pence`,
);

/**
 * Records a refund that was not requested here, as one in progress, of a payment that the caller has locked: the
 * provider's amount, but never more than the ledger has left.
 * @returns undefined when nothing is left
 */
export const insertRefundMadeElsewhere = (
  { tx, tenantId, now }: WorkContext,
  paymentId: number,
  { reference, amountPence }: { reference: string; amountPence: number },
): Promise<{ id: number; amount_pence: number } | undefined> =>
  tx.row(insertOutside, [tenantId, paymentId, amountPence, reference, now]);
