import { dayMs } from '@burrow/contracts/calendar-day';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';

/** How many payments of one client may be refunded within a day: each costs messages and the provider's fee. */
const maxReturned = 3;
/** How many they may start within a day without paying: each reserves a time for a while. */
const maxUnpaid = 10;

// Payments that could not be created at the provider do not count: they reserved no time.
const vainPayments = statement<{ returned: number; unpaid: number }>(
  'vain_payments_of_client',
  `select count(*) filter (where d.status = 'returned') as returned,
     count(*) filter (where d.status = 'open' or d.status = 'ended' and d.checkout_reference is not null) as unpaid
   from deposits d
   where d.tenant_id = $1 and d.client_id = $2 and d.created_at > $3`,
);

/**
 * Refuses another payment to a client with too many refunded or unpaid ones within a day. Call it under the lock for
 * writing a deposit, so that simultaneous ones are all counted.
 * @throws AppError `too_many_requests_waiting`
 */
export async function refuseVainPayments({ tx, tenantId, now }: Ctx, clientId: number): Promise<void> {
  const vain = await tx.row(vainPayments, [tenantId, clientId, new Date(now.getTime() - dayMs)]);
  if (vain && vain.returned < maxReturned && vain.unpaid < maxUnpaid) return;
  throw new AppError('too_many_requests_waiting', {
    message: 'Too many unfinished payments today. Please contact the practice to book.',
  });
}
