import type { OutputOf } from '@burrow/contracts/actions';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { exportedTables } from './exported-tables.ts';

const rowsOf = exportedTables.map(
  ({ table }) => `(select count(*) from ${table} t where t.${table === 'tenants' ? 'id' : 'tenant_id'} = $1)`,
);

const size = statement<OutputOf<'practice_export/size'>>(
  'practice_export_size',
  `select ${rowsOf.join(' + ')} as records,
     (select count(*) from files f where f.tenant_id = $1) as files,
     coalesce((select u.bytes from file_usage u where u.tenant_id = $1), 0) as file_bytes`,
);

export async function exportSize({ tx, tenantId }: Ctx): Promise<OutputOf<'practice_export/size'>> {
  const row = await tx.row(size, [tenantId]);
  if (!row) throw new Error('The size query returned no row.');
  return row;
}
