import { keptDeliveries, keptDeliveryDays } from '@burrow/contracts/webhook-limits';
import { statement } from '../../db/statement.ts';
import type { Dependencies } from '../../lib/context.ts';

/** How many may wait for an endpoint, and how many rows of one are changed at a time. */
const mostWaiting = 10_000;
const mostCleared = 5000;

const clearRows = statement<{ cleared: number }>(
  'clear_webhook_deliveries',
  `select clear_webhook_deliveries($1, $1::timestamptz - interval '${keptDeliveryDays} days', ${keptDeliveries},
     ${mostWaiting}, ${mostCleared}) as cleared`,
);

/**
 * Takes away, for all practices, what the log keeps no longer, and gives up what crowds an endpoint. What is more than is
 * done at a time waits for the next. Safe to run in several processes at once.
 * @returns how many deliveries it changed
 */
export async function clearDeliveries({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<number> {
  return (await database.control.row(clearRows, [clock.now()]))?.cleared ?? 0;
}
