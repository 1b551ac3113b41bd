import { columns, insertion, insertRow, type RowOf } from '../../db/columns.ts';
import { activeCounter, listLocker, locker, orderWriter, updater, type Work } from '../../db/rows.ts';
import { statement } from '../../db/statement.ts';

const resourceColumns = columns('resources', 'name, kind, places');

// One lock for all that depends on which resources are active: two additions count each other's, and a resource is not
// archived while a service chooses it.
const lockResources = listLocker('resources');

const insertResourceRow = insertion(
  'insert_resource',
  columns('resources', 'name, kind, places, created_at'),
  'id',
  (value) => ({
    display_order: '(select coalesce(max(r.display_order), 0) + 1 from resources r where r.tenant_id = $1)',
    updated_at: value.created_at,
  }),
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

/** Adds a resource after all others. @returns its id */
export const insertResource = async (
  { tx, tenantId, now }: Work,
  resource: RowOf<typeof resourceColumns>,
): Promise<number> => (await insertRow(tx, insertResourceRow, tenantId, { ...resource, created_at: now })).id;

export const lockResource = locker('lock_resource', resourceColumns, 'for no key update');
export const updateResource = updater('resources');
export const countResources = activeCounter('resources', 'retired_at', lockResources);

/** The ids of all resources in their order, which stays until the transaction ends. */
export async function lockResourceOrder(work: Work): Promise<number[]> {
  const [, rows] = await Promise.all([lockResources(work), work.tx.rows(resourceOrder, [work.tenantId])]);
  return rows.map(({ id }) => id);
}

/** Gives each resource its place in the order of `ids`. */
export const writeResourceOrder = orderWriter('resources');

/** Archives a resource; idempotent. @returns false for an unknown one */
export async function markResourceRetired(work: Work, resourceId: number): Promise<boolean> {
  await lockResources(work);
  return (await work.tx.row(retireResourceRow, [work.tenantId, resourceId, work.now])) !== undefined;
}

/** Restores a resource, at its old place. @returns false for an unknown one */
export async function markResourceActive({ tx, tenantId, now }: Work, resourceId: number): Promise<boolean> {
  return (await tx.row(restoreResourceRow, [tenantId, resourceId, now])) !== undefined;
}

/** Those of some resources that exist; none of them is archived or restored until the transaction ends. */
export async function keepResources(
  work: Work,
  ids: readonly number[],
): Promise<{ id: number; retired: boolean }[]> {
  const { tx, tenantId } = work;
  const [, rows] = await Promise.all([lockResources(work), tx.rows(knownResources, [tenantId, ids])]);
  return rows;
}
