import type { ResourceKind } from '@burrow/contracts/resource-limits';
import { sql } from '../../db/database.ts';
import { orderWriter } from '../../db/display-order.ts';
import { statement } from '../../db/statement.ts';
import type { TenantTransaction } from '../../db/transaction.ts';

/** The editable fields of a resource. */
interface ResourceColumns {
  name: string;
  kind: ResourceKind;
  places: number;
}

// One lock for all that depends on which resources are active: two additions count each other's, and a resource is not
// archived while a service chooses it.
const lockAll = statement(
  'lock_resources',
  "select pg_advisory_xact_lock(hashtextextended('resources:' || $1, 0))",
);

const countActive = statement<{ count: number }>(
  'count_active_resources',
  `select count(*)::integer as count from resources r
   where r.tenant_id = $1 and r.retired_at is null and r.id is distinct from $2::bigint`,
);

const insertResourceRow = statement<{ id: number }>(
  'insert_resource',
  `insert into resources (tenant_id, name, kind, places, display_order, created_at, updated_at)
   select $1, $2, $3, $4, coalesce(max(r.display_order), 0) + 1, $5, $5
   from resources r where r.tenant_id = $1
   returning id`,
);

const lockResourceRow = statement<ResourceColumns>(
  'lock_resource',
  'select r.name, r.kind, r.places from resources r where r.tenant_id = $1 and r.id = $2 for no key update',
);

const resourceOrder = statement<{ id: number }>(
  'resource_order',
  'select r.id from resources r where r.tenant_id = $1 order by r.display_order, r.name, r.id',
);

const retireResourceRow = statement<{ id: number }>(
  'retire_resource',
  `update resources set retired_at = coalesce(retired_at, $3), updated_at = $3
   where tenant_id = $1 and id = $2 returning id`,
);

const restoreResourceRow = statement<{ id: number }>(
  'restore_resource',
  'update resources set retired_at = null, updated_at = $3 where tenant_id = $1 and id = $2 returning id',
);

const knownResources = statement<{ id: number; retired: boolean }>(
  'known_resources',
  `select r.id, r.retired_at is not null as retired from resources r
   where r.tenant_id = $1 and r.id = any ($2::bigint[])`,
);

/** Blocks every other change of which resources are active, and of their order, until the transaction ends. */
async function lockResources(tx: TenantTransaction, tenantId: number): Promise<void> {
  await tx.rows(lockAll, [String(tenantId)]);
}

/**
 * How many resources are active, without `except`; blocks adding, restoring and archiving until the transaction ends.
 */
export async function countResources(
  tx: TenantTransaction,
  tenantId: number,
  except: number | null = null,
): Promise<number> {
  const [, row] = await Promise.all([lockResources(tx, tenantId), tx.row(countActive, [tenantId, except])]);
  return row?.count ?? 0;
}

/** Adds a resource after all others. @returns its id */
export async function insertResource(
  tx: TenantTransaction,
  tenantId: number,
  { name, kind, places }: ResourceColumns,
  now: Date,
): Promise<number> {
  const row = await tx.row(insertResourceRow, [tenantId, name, kind, places, now]);
  if (!row) throw new Error('The new resource has no id.');
  return row.id;
}

/** A resource, locked until the transaction ends; undefined for an unknown one. */
export const lockResource = (
  tx: TenantTransaction,
  tenantId: number,
  resourceId: number,
): Promise<ResourceColumns | undefined> => tx.row(lockResourceRow, [tenantId, resourceId]);

/** Updates the given columns of a resource. */
export async function updateResource(
  tx: TenantTransaction,
  tenantId: number,
  resourceId: number,
  changes: Partial<ResourceColumns>,
  now: Date,
): Promise<void> {
  await tx.run(
    sql('resources')
      .where({ tenant_id: tenantId, id: resourceId })
      .update({ ...changes, updated_at: now }),
  );
}

/** The ids of all resources in their order, which stays until the transaction ends. */
export async function lockResourceOrder(tx: TenantTransaction, tenantId: number): Promise<number[]> {
  const [, rows] = await Promise.all([lockResources(tx, tenantId), tx.rows(resourceOrder, [tenantId])]);
  return rows.map(({ id }) => id);
}

/** Gives each resource its place in the order of `ids`. */
export const writeResourceOrder = orderWriter('resources');

/** Archives a resource; idempotent. @returns false for an unknown one */
export async function markResourceRetired(
  tx: TenantTransaction,
  tenantId: number,
  resourceId: number,
  now: Date,
): Promise<boolean> {
  await lockResources(tx, tenantId);
  return (await tx.row(retireResourceRow, [tenantId, resourceId, now])) !== undefined;
}

/** Restores a resource, at its old place. @returns false for an unknown one */
export async function markResourceActive(
  tx: TenantTransaction,
  tenantId: number,
  resourceId: number,
  now: Date,
): Promise<boolean> {
  return (await tx.row(restoreResourceRow, [tenantId, resourceId, now])) !== undefined;
}

/** Those of some resources that exist; none of them is archived or restored until the transaction ends. */
export async function keepResources(
  tx: TenantTransaction,
  tenantId: number,
  ids: readonly number[],
): Promise<{ id: number; retired: boolean }[]> {
  const [, rows] = await Promise.all([lockResources(tx, tenantId), tx.rows(knownResources, [tenantId, ids])]);
  return rows;
}
