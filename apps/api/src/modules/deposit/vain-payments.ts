import { dayMs } from '@burrow/contracts/calendar-day';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';

/** How many payments of one client may go back within a day: each costs messages and the provider's fee. */
const mostReturned = 3;
/** How many they may begin within a day without paying: each keeps a time from everybody else for a while. */
const mostUnpaid = 10;

// What could not even be begun at the provider was nobody's choice, and kept no time.
const vainPayments = statement<{ returned: number; unpaid: number }>(
  'vain_payments_of_client',
  `select count(*) filter (where d.status = 'returned') as returned,
     count(*) filter (where d.status = 'open' or d.status = 'ended' and d.checkout_reference is not null) as unpaid
   from deposits d
   where d.tenant_id = $1 and d.client_id = $2 and d.created_at > $3`,
);

/**
 * Refuses to begin another payment to a client for whom too many came to nothing within a day. Under the lock that
 * whoever writes a deposit holds, so that of several at once each is counted.
 * @throws AppError `too_many_requests_waiting`
 */
export async function refuseVainPayments({ tx, tenantId, now }: Ctx, clientId: number): Promise<void> {
  const vain = await tx.row(vainPayments, [tenantId, clientId, new Date(now.getTime() - dayMs)]);
  if (vain && vain.returned < mostReturned && vain.unpaid < mostUnpaid) return;
  throw new AppError('too_many_requests_waiting', {
    message: 'Too many unfinished payments today. Please contact the practice to book.',
  });
}
