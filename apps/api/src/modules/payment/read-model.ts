import type { ClientAccount } from '@burrow/contracts/payment';
import type { Ctx, WorkContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { moneyFromPence } from '../../lib/money.ts';
import {
  ledgerColumns,
  ledgerLineFrom,
  refundFrom,
  refundJson,
  type RefundJson,
} from './lines-read-model.ts';

/**
 * SQL: the remainder of a payment or a deposit, in pence, after refunds (that its bank has not returned) and voids; 0
 * for reversals. `payment` is the alias of its row.
 */
export const leftOf = (payment: string): string =>
  `case when ${payment}.kind in ('payment', 'deposit') then ${payment}.amount_pence + coalesce((
     select sum(back.amount_pence + coalesce(returned.amount_pence, 0)) from payments back
     left join payments returned
       on returned.tenant_id = back.tenant_id and returned.reverses_payment_id = back.id and returned.kind = 'void'
     where back.tenant_id = ${payment}.tenant_id and back.reverses_payment_id = ${payment}.id), 0)::integer else 0 end`;

/**
 * SQL: the part of a payment, in pence, that is being refunded to its card, or whose refund has an unknown outcome, and
 * that is not in the ledger yet.
 */
export const underWayOf = (payment: string): string =>
  `coalesce((
     select sum(going.amount_pence) from refunds going
     where going.tenant_id = ${payment}.tenant_id and going.payment_id = ${payment}.id
       and going.status in ('pending', 'unknown')), 0)::integer`;

/** SQL: the sum in `pence` of the refunds of {@link underWayOf} for each `booking_id` of practice $1. */
export const underWayByBooking = `select given.booking_id, sum(going.amount_pence)::integer as pence
     from refunds going
     join payments given on given.tenant_id = going.tenant_id and given.id = going.payment_id
     where going.tenant_id = $1 and going.status in ('pending', 'unknown') and given.booking_id is not null
     group by given.booking_id`;

/**
 * SQL: the balance of an appointment, in pence: its price less what was paid and is not being refunded. Negative when
 * overpaid. `booking` is the alias of its row.
 */
export const balanceOf = (booking: string): string =>
  `(${booking}.price_pence - ${booking}.paid_pence + (
     select coalesce(sum(${underWayOf('given')}), 0)::integer from payments given
     where given.tenant_id = ${booking}.tenant_id and given.booking_id = ${booking}.id and given.provider is not null))`;

/** SQL: what of a payment, in pence, can still be refunded. */
export const refundableOf = (payment: string): string =>
  `greatest(0, ${leftOf(payment)} - ${underWayOf(payment)})`;

/** SQL: whether a row of the ledger is a deposit that was paid by card. */
export const isCardDeposit = (payment: string): string =>
  `${payment}.kind = 'deposit' and ${payment}.provider is not null`;

/** SQL: what of the deposit of an appointment of practice $1, paid by card, can still be refunded, in pence. */
export const heldOf = (bookingId: string): string =>
  `(select coalesce(sum(${refundableOf('held')}), 0)::integer from payments held
     where held.tenant_id = $1 and held.booking_id = ${bookingId} and ${isCardDeposit('held')})`;

/** SQL: the currency of the deposit of an appointment of practice $1; without one, the practice's. */
export const currencyOf = (bookingId: string): string =>
  `coalesce((select paid.currency from deposits paid where paid.tenant_id = $1 and paid.booking_id = ${bookingId}),
     (select own.currency from tenants own where own.id = $1))`;

/**
 * SQL: whether a refund of a payment failed, and the client doesn't have as much of it since, from the card or the desk. The
 * parameters are aliases of their rows.
 */
const isOwed = (refund: string, payment: string): string =>
  `(${refund}.status = 'failed' and ${refundableOf(payment)} > 0
     and ${refund}.amount_pence > coalesce((
       select -sum(since.amount_pence + coalesce(returned.amount_pence, 0)) from payments since
       left join payments returned
         on returned.tenant_id = since.tenant_id and returned.reverses_payment_id = since.id and returned.kind = 'void'
       where since.tenant_id = ${refund}.tenant_id and since.reverses_payment_id = ${refund}.payment_id
         and since.kind = 'refund' and since.taken_at >= ${refund}.settled_at), 0))`;

const refundOwed = statement<{ owed: boolean }>(
  'is_refund_owed',
  `select ${isOwed('f', 'p')} as owed
   from refunds f join payments p on p.tenant_id = f.tenant_id and p.id = f.payment_id
   where f.tenant_id = $1 and f.id = $2`,
);

/** Whether a refund failed, and the client doesn't have as much of its payment since. The caller has locked the payment. */
export const isRefundOwed = async ({ tx, tenantId }: WorkContext, refundId: number): Promise<boolean> =>
  (await tx.row(refundOwed, [tenantId, refundId]))?.owed === true;

/** SQL: like {@link isOwed}, and enough is left of the payment to make the refund as it was asked for. */
const isStillToMake = (refund: string, payment: string): string =>
  `(${isOwed(refund, payment)} and ${refund}.amount_pence <= ${refundableOf(payment)})`;

/** SQL: whether a failed refund of a payment is still owed. While it is, the amount that the practice keeps is not final. */
export const hasRefundToMake = (payment: string): string =>
  `exists (select from refunds failed
     where failed.tenant_id = ${payment}.tenant_id and failed.payment_id = ${payment}.id
       and ${isOwed('failed', payment)})`;

/**
 * SQL: what is kept of the deposit of a cancelled appointment of practice $1, paid by card, in pence: nothing while a
 * failed refund of it is still to be made.
 */
export const keptDepositOf = (bookingId: string): string =>
  `(select case when bool_or(${hasRefundToMake('kept')}) then 0 else coalesce(sum(${refundableOf('kept')}), 0) end
     from payments kept
     where kept.tenant_id = $1 and kept.booking_id = ${bookingId} and ${isCardDeposit('kept')})`;

/** SQL: {@link keptDepositOf} of the appointment with this alias; 0 if it is not cancelled. */
export const keptOfCancelled = (booking: string): string =>
  `case ${booking}.status when 'cancelled' then ${keptDepositOf(`${booking}.id`)} else 0 end`;

type Entry = Omit<ClientAccount['entries'][number], 'amount'> & { amount_pence: number };
type OpenBooking = Omit<ClientAccount['open_bookings'][number], 'price' | 'paid' | 'balance'> & {
  price_pence: number;
  paid_pence: number;
  balance_pence: number;
};

interface AccountRow {
  balance_pence: number;
  open_bookings: OpenBooking[];
  entries: Entry[];
  refunds: RefundJson[];
}

/** How many ledger entries an account shows. */
const shownEntries = 100;

const account = statement<AccountRow>(
  'client_account',
  `with going as materialized (${underWayByBooking}),
   completed as materialized (
     select b.id, b.booking_date, b.booking_time, b.animal_id, b.service_id, b.price_pence, b.paid_pence,
            b.price_pence - b.paid_pence + coalesce(g.pence, 0) as balance_pence
     from bookings b left join going g on g.booking_id = b.id
     where b.tenant_id = $1 and b.client_id = $2 and b.status = 'completed'
       and b.price_pence <> b.paid_pence - coalesce(g.pence, 0)),
   ledger as materialized (
     select p.id, p.kind, p.method, p.amount_pence, p.taken_at, p.taken_by_user_id, p.booking_id,
            p.reverses_payment_id, b.booking_date, b.status as booking_status, b.animal_id
     from bookings b
     join payments p on p.tenant_id = b.tenant_id and p.booking_id = b.id
     where b.tenant_id = $1 and b.client_id = $2
     union all
     select p.id, p.kind, p.method, p.amount_pence, p.taken_at, p.taken_by_user_id, null,
            p.reverses_payment_id, d.booking_date, null, d.animal_id
     from deposits d
     join payments p on p.tenant_id = d.tenant_id and p.deposit_id = d.id and p.booking_id is null
     where d.tenant_id = $1 and d.client_id = $2)
   select
     (select coalesce(sum(o.balance_pence), 0) from completed o) as balance_pence,
     (select coalesce(json_agg(json_build_object('booking_id', o.id, 'booking_date', o.booking_date,
               'booking_time', to_char(o.booking_time, 'HH24:MI'), 'animal_name', a.name, 'service', s.name,
               'price_pence', o.price_pence, 'paid_pence', o.paid_pence, 'balance_pence', o.balance_pence)
               order by o.booking_date, o.booking_time, o.id), '[]')
      from completed o
      join animals a on a.tenant_id = $1 and a.id = o.animal_id
      left join services s on s.tenant_id = $1 and s.id = o.service_id) as open_bookings,
     (select coalesce(json_agg(json_build_object(${ledgerColumns('l', 'u')}, 'booking_id', l.booking_id,
               'booking_date', l.booking_date, 'booking_status', l.booking_status, 'animal_name', a.name,
               'reverses_payment_id', l.reverses_payment_id) order by l.taken_at desc, l.id desc), '[]')
      from (select k.id, k.kind, k.method, k.amount_pence, k.taken_at, k.taken_by_user_id, k.booking_id, k.booking_date,
               k.booking_status, k.reverses_payment_id, k.animal_id from ledger k order by taken_at desc, id desc limit ${shownEntries}) l
      join animals a on a.tenant_id = $1 and a.id = l.animal_id
      left join users u on u.tenant_id = $1 and u.id = l.taken_by_user_id) as entries,
     (select coalesce(json_agg(${refundJson('r', 'u')} order by r.requested_at desc, r.id desc), '[]')
      from payments p
      join refunds r on r.tenant_id = p.tenant_id and r.payment_id = p.id
      left join users u on u.tenant_id = r.tenant_id and u.id = r.requested_by_user_id
      where p.tenant_id = $1 and p.id in (select l.id from ledger l where l.amount_pence > 0)
        and (r.status in ('pending', 'unknown') or ${isStillToMake('r', 'p')})) as refunds
   from clients c where c.tenant_id = $1 and c.id = $2`,
);

/**
 * A client's account with the practice.
 *
 * The balance is the price of completed appointments less the payments for them that were not refunded and are not being
 * refunded: positive is owed, negative is credit. Other payments do not count: a deposit or a part payment for an upcoming
 * appointment, and what the practice kept of a cancelled one. `open_bookings` are the completed appointments whose own balance
 * is not 0, and add up to the balance. `entries` are ledger entries, including those of deposits that could not be booked and
 * were returned. `refunds` are those in progress, those with unknown outcome, and the failed ones that are still to be made:
 * once the money was returned another way, a failure is history. Every staff member sees it, as they see the prices
 * of an appointment: hiding revenue from staff hides totals of the practice, not what one client owes.
 * @throws AppError `not_found`
 */
export async function clientAccount({ tx, tenantId }: Ctx, clientId: number): Promise<ClientAccount> {
  const row = await tx.row(account, [tenantId, clientId]);
  if (!row) throw new AppError('not_found', { message: 'Client not found' });
  return {
    balance: moneyFromPence(row.balance_pence),
    open_bookings: row.open_bookings.map(({ price_pence, paid_pence, balance_pence, ...booking }) => ({
      ...booking,
      price: moneyFromPence(price_pence),
      paid: moneyFromPence(paid_pence),
      balance: moneyFromPence(balance_pence),
    })),
    entries: row.entries.map(ledgerLineFrom),
    refunds: row.refunds.map(refundFrom),
  };
}
