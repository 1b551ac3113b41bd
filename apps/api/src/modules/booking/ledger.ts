import type { PaymentMethod } from '@burrow/contracts/booking-status';
import { statement } from '../../db/statement.ts';
import type { Ctx } from '../../lib/context.ts';
import { notify } from '../notification/service.ts';

const insertPayment = statement(
  'insert_payment',
  `insert into payments (tenant_id, booking_id, kind, method, amount_pence, taken_by_user_id, taken_at)
   values ($1, $2, 'payment', $3, $4, $5, $6)`,
);

// Deposits stay: they were paid for the appointment itself and are only ever refunded.
const voidPayments = statement<{ id: number }>(
  'void_payments',
  `insert into payments (tenant_id, booking_id, kind, method, amount_pence, reverses_payment_id, taken_by_user_id, taken_at)
   select p.tenant_id, p.booking_id, 'void', p.method, -p.amount_pence, p.id, $3, $4
   from payments p
   where p.tenant_id = $1 and p.booking_id = $2 and p.kind = 'payment'
     and not exists (
       select 1 from payments r where r.tenant_id = $1 and r.booking_id = $2 and r.reverses_payment_id = p.id)
   returning id`,
);

/** Records what the client paid at the desk, and tells of it; `amountPence` may be 0 when a deposit covered it all. */
export async function recordPayment(
  ctx: Ctx,
  bookingId: number,
  method: PaymentMethod,
  amountPence: number,
): Promise<void> {
  const { tx, tenantId, session, now } = ctx;
  await Promise.all([
    tx.rows(insertPayment, [tenantId, bookingId, method, amountPence, session.userId, now]),
    amountPence > 0 ? notify(ctx, { kind: 'payment', bookingId, amountPence }) : null,
  ]);
}

/** Takes back every payment of an appointment that still stands, by rows of its own. */
export async function voidStandingPayments(
  { tx, tenantId, session, now }: Ctx,
  bookingId: number,
): Promise<void> {
  await tx.rows(voidPayments, [tenantId, bookingId, session.userId, now]);
}
