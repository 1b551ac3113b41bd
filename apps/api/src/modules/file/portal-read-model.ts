import type { OutputOf } from '@burrow/contracts/actions';
import type { FileRecord } from '@burrow/contracts/file';
import type { Ctx } from '../../context/context.ts';
import { statement, type Statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { ownClientId } from '../../lib/own-client.ts';
import { fileColumns, listed, locating, thumbnailsWhere, type Located } from './read-model.ts';

// $3 is the pet owner in all of these.
const columns = `${fileColumns}, f.uploaded_by_client_id is not distinct from $3 as own`;

/** What a pet owner sees of their record: the picture of an animal, and their own uploads. */
const shown = "(f.uploaded_by_client_id = $3 or f.animal_id is not null and f.file_type = 'profile_picture')";

/** SQL for whether the file `f` belongs to a record of a client. */
export const keptWithRecordOf = (client: string): string => `(f.client_id = ${client}
  or exists (select 1 from animals a where a.tenant_id = f.tenant_id and a.id = f.animal_id and a.client_id = ${client})
  or exists (select 1 from bookings b where b.tenant_id = f.tenant_id and b.id = f.booking_id and b.client_id = ${client}))`;

type OwnFile = OutputOf<'files/cp_by_entity'>[number];

// One row with nulls represents a record without files; no row an unknown record, or another client's.
const filesWith = (
  entity: FileRecord['entity_type'],
  table: string,
  isTheirs: string,
): Statement<{ file: OwnFile | null }> =>
  statement(
    `own_files_of_${entity}`,
    `select case when f.id is null then null else to_json(f) end as file
     from ${table} e
     left join lateral (
       select ${columns} from files f where f.tenant_id = e.tenant_id and f.${entity}_id = e.id and ${shown}
     ) f on true
     where e.tenant_id = $1 and e.id = $2 and ${isTheirs}
     order by f.created_at desc, f.id desc`,
  );

const statements = {
  animal: filesWith('animal', 'animals', 'e.client_id = $3'),
  booking: filesWith('booking', 'bookings', 'e.client_id = $3'),
  client: filesWith('client', 'clients', 'e.id = $3'),
};

const ownFile = statement<Located<OwnFile>>(
  'own_file',
  locating(columns, `${shown} and ${keptWithRecordOf('$3')}`),
);

const ownThumbnails = statement<OutputOf<'file/cp_thumbnails'>[number]>(
  'own_thumbnails',
  thumbnailsWhere(`${shown} and ${keptWithRecordOf('$3')}`),
);

/**
 * The files of the caller's record that the caller may see, newest first.
 * @throws AppError `not_found`, also for another client's record
 */
export async function ownFilesOf(
  ctx: Ctx,
  entity: FileRecord['entity_type'],
  entityId: number,
): Promise<OwnFile[]> {
  const rows = await ctx.tx.rows(statements[entity], [ctx.tenantId, entityId, ownClientId(ctx)]);
  if (rows.length === 0) throw new AppError('not_found');
  return listed(rows);
}

/** @throws AppError `not_found`, also for a file that the caller may not see */
export async function ownLocatedFile(ctx: Ctx, fileId: number): Promise<Located<OwnFile>> {
  const row = await ctx.tx.row(ownFile, [ctx.tenantId, fileId, ownClientId(ctx)]);
  if (!row) throw new AppError('not_found');
  return row;
}

/** The thumbnails of those files that the caller may see and that have one. */
export const ownThumbnailsOf = (
  ctx: Ctx,
  fileIds: readonly number[],
): Promise<OutputOf<'file/cp_thumbnails'>> =>
  ctx.tx.rows(ownThumbnails, [ctx.tenantId, fileIds, ownClientId(ctx)]);
