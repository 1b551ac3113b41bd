import { statement } from './statement.ts';
import type { TenantTransaction } from './transaction.ts';

/** Writes the order of a practice's records: each gets its place among `ids`. */
export function orderWriter(
  table: 'booking_fields' | 'resources' | 'services',
): (tx: TenantTransaction, tenantId: number, ids: readonly number[]) => Promise<void> {
  const placeRows = statement(
    `place_${table}`,
    `update ${table} r set display_order = o.place
     from unnest($2::bigint[]) with ordinality o (id, place)
     where r.tenant_id = $1 and r.id = o.id`,
  );
  return async (tx, tenantId, ids) => {
    await tx.rows(placeRows, [tenantId, ids]);
  };
}
