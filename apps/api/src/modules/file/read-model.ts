import type { OutputOf } from '@burrow/contracts/actions';
import type { FileRecord } from '@burrow/contracts/file';
import type { Ctx } from '../../context/context.ts';
import { statement, type Statement } from '../../db/statement.ts';
import type { Queryable, TenantTransaction } from '../../db/transaction.ts';
import { AppError } from '../../lib/app-error.ts';
import type { StoreName } from '../../lib/ports/file-storage.ts';

/** SQL for the public fields of the file `f`. */
export const fileColumns = `f.id, f.filename, f.file_size, f.mime_type, f.file_type,
  case when f.animal_id is not null then 'animal' when f.booking_id is not null then 'booking' else 'client' end
    as entity_type,
  coalesce(f.animal_id, f.booking_id, f.client_id) as entity_id, f.created_at,
  exists (select 1 from file_thumbnails t where t.tenant_id = f.tenant_id and t.file_id = f.id) as has_thumbnail`;

const columns = `${fileColumns},
  coalesce(
    (select u.name from users u where u.tenant_id = f.tenant_id and u.id = f.uploaded_by_user_id),
    (select c.name from clients c where c.tenant_id = f.tenant_id and c.id = f.uploaded_by_client_id)) as uploaded_by,
  f.uploaded_by_client_id`;

/** SQL for bytes as base64, which PostgreSQL breaks into lines. */
export const base64 = (column: string): string => `translate(encode(${column}, 'base64'), E'\\n', '')`;

/** Every file but the practice's logo. */
const ofRecord = 'num_nonnulls(f.booking_id, f.animal_id, f.client_id) = 1';

// One row with nulls represents a record without files; no row an unknown record.
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

/** Logos without a thumbnail are sent only below this size, in bytes. */
const smallLogoBytes = 65_536;

const littleLogo = statement<{ address: string }>(
  'small_logo',
  `select 'data:' || coalesce(t.mime_type, f.mime_type) || ';base64,' ||
     ${base64('coalesce(t.content, fc.content)')} as address
   from files f
   left join file_thumbnails t on t.tenant_id = f.tenant_id and t.file_id = f.id
   left join file_contents fc
     on fc.tenant_id = f.tenant_id and fc.file_id = f.id and t.file_id is null and f.file_size < ${smallLogoBytes}
   where f.tenant_id = $1 and f.file_type = 'logo' and coalesce(t.file_id, fc.file_id) is not null`,
);

const statements = {
  animal: filesWith('animal', 'animals'),
  booking: filesWith('booking', 'bookings'),
  client: filesWith('client', 'clients'),
};

/** Larger files, in bytes, are read one at a time. */
export const largeFileBytes = 1024 * 1024;

/** A file with its bytes, or with their location; a large one in the database without them. */
export type Located<File> = File & { sha256: Buffer } & (
    | { storage: 'database'; storage_key: null; file_data: string | null }
    | { storage: StoreName; storage_key: string; file_data: null }
  );
export type LocatedFile = Located<FileRecord>;

/** SQL for the file with the id $2 as a {@link Located}. */
export const locating = (shown: string, condition: string): string =>
  `select ${shown}, f.sha256, f.storage, f.storage_key, ${base64('fc.content')} as file_data
   from files f
   left join file_contents fc
     on fc.tenant_id = f.tenant_id and fc.file_id = f.id and f.file_size <= ${largeFileBytes}
   where f.tenant_id = $1 and f.id = $2 and ${condition}`;

const oneFile = statement<LocatedFile>('one_file', locating(columns, ofRecord));

const content = statement<{ file_data: string }>(
  'file_content',
  `select ${base64('fc.content')} as file_data from file_contents fc where fc.tenant_id = $1 and fc.file_id = $2`,
);

/** SQL for the thumbnails of files with the ids $2. */
export const thumbnailsWhere = (condition: string): string =>
  `select f.id as file_id, t.mime_type, ${base64('t.content')} as file_data
   from files f
   join file_thumbnails t on t.tenant_id = f.tenant_id and t.file_id = f.id
   where f.tenant_id = $1 and f.id = any($2::bigint[]) and ${condition}`;

const thumbnails = statement<OutputOf<'file/thumbnails'>[number]>(
  'file_thumbnails',
  thumbnailsWhere(ofRecord),
);

const logo = statement<NonNullable<OutputOf<'tenant/logo'>>>(
  'practice_logo',
  `select f.id as file_id, f.mime_type, ${base64('fc.content')} as file_data
   from files f
   join file_contents fc on fc.tenant_id = f.tenant_id and fc.file_id = f.id
   where f.tenant_id = $1 and f.file_type = 'logo'`,
);

/**
 * The files of a record, newest first.
 * @throws AppError `not_found` for an unknown record
 */
export async function filesOf(
  { tx, tenantId }: Ctx,
  entity: FileRecord['entity_type'],
  entityId: number,
): Promise<FileRecord[]> {
  const rows = await tx.rows(statements[entity], [tenantId, entityId]);
  if (rows.length === 0) throw new AppError('not_found');
  return listed(rows);
}

/** The files of a record from one row each; a record without files has one row with nulls. */
export const listed = <File extends { created_at: string }>(rows: readonly { file: File | null }[]): File[] =>
  rows.flatMap(({ file }) =>
    file ? [{ ...file, created_at: new Date(file.created_at).toISOString() }] : [],
  );

/** @throws AppError `not_found` */
export async function locatedFile({ tx, tenantId }: Ctx, fileId: number): Promise<LocatedFile> {
  const row = await tx.row(oneFile, [tenantId, fileId]);
  if (!row) throw new AppError('not_found');
  return row;
}

/**
 * The bytes of a file in the database, as base64.
 * @throws AppError `not_found`
 */
export async function contentOf(tx: TenantTransaction, tenantId: number, fileId: number): Promise<string> {
  const row = await tx.row(content, [tenantId, fileId]);
  if (!row) throw new AppError('not_found');
  return row.file_data;
}

const usage = statement<{ bytes: number }>(
  'file_usage',
  'select u.bytes from file_usage u where u.tenant_id = $1',
);

/** The total size of the practice's files in bytes. */
export async function storedBytes(tx: TenantTransaction, tenantId: number): Promise<number> {
  return (await tx.row(usage, [tenantId]))?.bytes ?? 0;
}

/** The thumbnails of those files that exist and have one. */
export const thumbnailsOf = (
  { tx, tenantId }: Ctx,
  fileIds: readonly number[],
): Promise<OutputOf<'file/thumbnails'>> => tx.rows(thumbnails, [tenantId, fileIds]);

/** The practice's logo, null without one. */
export const practiceLogo = async ({ tx, tenantId }: Ctx): Promise<OutputOf<'tenant/logo'>> =>
  (await tx.row(logo, [tenantId])) ?? null;

/** The practice's logo, small, as a `data:` address; null without a small enough one. */
export async function smallLogo(tx: Queryable, tenantId: number): Promise<string | null> {
  return (await tx.row(littleLogo, [tenantId]))?.address ?? null;
}
