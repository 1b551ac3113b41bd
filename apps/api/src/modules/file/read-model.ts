import type { OutputOf } from '@burrow/contracts/actions';
import type { FileRecord } from '@burrow/contracts/file';
import { statement, type Statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Ctx } from '../../lib/context.ts';

const columns = `f.id, f.filename, f.file_size, f.mime_type, f.file_type,
  case when f.animal_id is not null then 'animal' when f.booking_id is not null then 'booking' else 'client' end
    as entity_type,
  coalesce(f.animal_id, f.booking_id, f.client_id) as entity_id, f.created_at`;

// One row with nulls stands for a record without files; no row for a record that is not there.
const filesWith = (
  entity: FileRecord['entity_type'],
  table: string,
): Statement<{ file: FileRecord | null }> =>
  statement(
    `files_of_${entity}`,
    `select case when f.id is null then null else to_json(f) end as file
     from ${table} e
     left join lateral (
       select ${columns} from files f where f.tenant_id = e.tenant_id and f.${entity}_id = e.id
     ) f on true
     where e.tenant_id = $1 and e.id = $2
     order by f.created_at desc, f.id desc`,
  );

const statements = {
  animal: filesWith('animal', 'animals'),
  booking: filesWith('booking', 'bookings'),
  client: filesWith('client', 'clients'),
};

const oneFile = statement<FileRecord & { content: Buffer }>(
  'one_file',
  `select ${columns}, fc.content
   from files f join file_contents fc on fc.tenant_id = f.tenant_id and fc.file_id = f.id
   where f.tenant_id = $1 and f.id = $2 and num_nonnulls(f.booking_id, f.animal_id, f.client_id) = 1`,
);

/**
 * The files kept with a record, newest first.
 * @throws AppError `not_found` when the record is not there
 */
export async function filesOf(
  { tx, tenantId }: Ctx,
  entity: FileRecord['entity_type'],
  entityId: number,
): Promise<FileRecord[]> {
  const rows = await tx.rows(statements[entity], [tenantId, entityId]);
  if (rows.length === 0) throw new AppError('not_found');
  return rows.flatMap(({ file }) =>
    file ? [{ ...file, created_at: new Date(file.created_at).toISOString() }] : [],
  );
}

/** @throws AppError `not_found` */
export async function fileWithContent({ tx, tenantId }: Ctx, fileId: number): Promise<OutputOf<'file/get'>> {
  const row = await tx.row(oneFile, [tenantId, fileId]);
  if (!row) throw new AppError('not_found');
  const { content, ...file } = row;
  return { ...file, file_data: content.toString('base64') };
}
