import { columns, type RowOf } from '../../db/columns.ts';
import { inserter, locker, remover, updater, type Work } from '../../db/rows.ts';
import { statement } from '../../db/statement.ts';

const lockedColumns = columns(
  'webhook_endpoints',
  'url, description, events, is_on, secret, old_secret_until, failures, failing_since',
);
export type LockedEndpoint = RowOf<typeof lockedColumns>;

export const lockEndpoint = locker('lock_webhook_endpoint', lockedColumns, 'for no key update');
export const insertEndpoint = inserter(columns('webhook_endpoints', 'url, description, events, secret'));
export const updateEndpoint = updater('webhook_endpoints');
/** Deletes an endpoint with its log. */
export const deleteEndpoint = remover('webhook_endpoints');

// Another creation at the same moment waits, so that both count each other's endpoint.
const lockPractice = statement(
  'lock_webhook_endpoints',
  "select pg_advisory_xact_lock(hashtextextended('webhook_endpoints:' || $1, 0))",
);
const countRows = statement<{ endpoints: number }>(
  'count_webhook_endpoints',
  'select count(*) as endpoints from webhook_endpoints e where e.tenant_id = $1',
);

/** How many endpoints a practice has; blocks adding one until the transaction ends. */
export async function countEndpoints({ tx, tenantId }: Work): Promise<number> {
  const [, row] = await Promise.all([
    tx.rows(lockPractice, [String(tenantId)]),
    tx.row(countRows, [tenantId]),
  ]);
  return row?.endpoints ?? 0;
}
