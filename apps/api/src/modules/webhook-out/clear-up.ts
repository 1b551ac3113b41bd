import { keptDeliveries, keptDeliveryDays } from '@burrow/contracts/webhook-limits';
import type { Dependencies } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';

/** How many deliveries may wait for an endpoint, and how many rows are changed at a time. */
const maxWaiting = 10_000;
const maxCleared = 5000;
/** How many endpoints one statement handles; a full log takes it about two milliseconds. */
const endpointsAtOnce = 100;

const clearRows = statement<{ practice: number; endpoint: number; changed: number }>(
  'clear_webhook_deliveries',
  `select c.practice, c.endpoint, c.changed
   from clear_webhook_deliveries($1, ${keptDeliveries}, ${maxWaiting}, ${maxCleared}, $2, $3, ${endpointsAtOnce}) c`,
);

const forgetRows = statement<{ forgotten: number }>(
  'forget_webhook_deliveries',
  `select forget_webhook_deliveries($1::timestamptz - interval '${keptDeliveryDays} days', ${maxCleared}) as forgotten`,
);

/**
 * Deletes, for all practices, expired entries of the log, and fails the deliveries beyond an endpoint's limit. The rest
 * beyond the batch size waits for the next run. Safe to run in several processes at once.
 * @returns how many deliveries it changed
 */
export async function clearDeliveries({
  database: { control },
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<number> {
  const now = clock.now();
  let changed = (await control.row(forgetRows, [now]))?.forgotten ?? 0;
  let last = await control.row(clearRows, [now, 0, 0]);
  while (last) {
    changed += last.changed;
    last = await control.row(clearRows, [now, last.practice, last.endpoint]);
  }
  return changed;
}
