import { statement } from './statement.ts';
import type { TenantTransaction } from './transaction.ts';

const key = "hashtextextended('region:' || $1::bigint, 0)";
const keepRegionRow = statement('keep_region', `select pg_advisory_xact_lock_shared(${key})`);
const lockRegionRow = statement('lock_region', `select pg_advisory_xact_lock(${key})`);
const regionRow = statement<{ locale: string }>(
  'region_of_practice',
  'select t.locale from tenants t where t.id = $1',
);

/**
 * Waits for a change of the practice's region, and blocks further ones until this transaction ends. For a transaction that
 * writes phone numbers, before it locks a client: the change locks them too.
 * @returns the practice's locale, by which its phone numbers are stored; the session's may be a former one
 */
export async function keepRegion(tx: TenantTransaction, tenantId: number): Promise<string> {
  // Two statements: only the second one's snapshot is newer than the change.
  const [, practice] = await Promise.all([tx.rows(keepRegionRow, [tenantId]), tx.row(regionRow, [tenantId])]);
  if (!practice) throw new Error('The practice was not found.');
  return practice.locale;
}

/** Waits for every transaction that keeps the region, and blocks new ones until this transaction ends. */
export async function lockRegion(tx: TenantTransaction, tenantId: number): Promise<void> {
  await tx.rows(lockRegionRow, [tenantId]);
}
