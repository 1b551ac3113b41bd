import type { FileRecord } from '@burrow/contracts/file';
import type { Ctx, WorkContext } from '../../context/context.ts';
import { columns, type RowOf, type Written } from '../../db/columns.ts';
import { sql } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import { statement } from '../../db/statement.ts';
import type { TenantTransaction } from '../../db/transaction.ts';
import { AppError } from '../../lib/app-error.ts';
import type { StoreName } from '../../lib/ports/file-storage.ts';
import { keptWithRecordOf } from './portal-read-model.ts';

export interface FileOwner {
  entity_type: FileRecord['entity_type'];
  entity_id: number;
}

/** A file ready to be recorded: its bytes here for the database, or already in a store. */
export interface ReadyFile {
  filename: string;
  mimeType: string;
  fileType: 'profile_picture' | 'logo' | null;
  size: number;
  sha256: Buffer;
  /** WebP. */
  thumbnail: Buffer | null;
  kept: { in: 'database'; content: Uint8Array } | { in: StoreName; key: string };
}

const goneColumns = columns(
  'files',
  'filename, file_type, booking_id, animal_id, client_id, storage, storage_key',
);

/** A file deleted from the database. */
export type GoneFile = RowOf<typeof goneColumns>;

const owners = {
  animal: { table: 'animals', client: 'client_id' },
  booking: { table: 'bookings', client: 'client_id' },
  client: { table: 'clients', client: 'id' },
} as const;

/** The permitted records: a client's, or with null all of the practice. */
export interface Whose {
  tenantId: number;
  clientId: number | null;
}

/**
 * Checks that a file's owner exists, is one of `whose`, and stays until the transaction ends; `alone` lets one
 * transaction at a time do this.
 * @throws AppError `not_found`
 */
export async function holdOwner(
  tx: TenantTransaction,
  { tenantId, clientId }: Whose,
  { entity_type, entity_id }: FileOwner,
  { alone }: { alone: boolean },
): Promise<void> {
  const { table, client } = owners[entity_type];
  const found = sql(table).where({ tenant_id: tenantId, id: entity_id }).select('id');
  if (clientId !== null) found.andWhere({ [client]: clientId });
  const [owner] = await tx.run(alone ? found.forNoKeyUpdate() : found.forKeyShare());
  if (!owner) throw new AppError('not_found');
}

/** Records a file; without an owner it is the practice's logo. Returns its id. */
export async function insertFile(
  ctx: WorkContext,
  file: ReadyFile,
  owner: FileOwner | null,
): Promise<number> {
  const { tx, tenantId: tenant_id, now, session } = ctx;
  const { kept } = file;
  const [row] = await tx.run<{ id: number }>(
    sql('files')
      .insert({
        tenant_id,
        ...(owner ? { [`${owner.entity_type}_id`]: owner.entity_id } : {}),
        filename: file.filename,
        file_size: file.size,
        mime_type: file.mimeType,
        file_type: file.fileType,
        sha256: file.sha256,
        uploaded_by_user_id: session.userId,
        uploaded_by_client_id: session.clientId,
        created_at: now,
        storage: kept.in,
        storage_key: kept.in === 'database' ? null : kept.key,
      })
      .returning('id'),
  );
  if (!row) throw new Error('The file was not recorded.');
  const file_id = row.id;
  if (kept.in === 'database')
    await tx.run(sql('file_contents').insert({ tenant_id, file_id, content: kept.content }));
  if (file.thumbnail) {
    await tx.run(
      sql('file_thumbnails').insert({ tenant_id, file_id, mime_type: 'image/webp', content: file.thumbnail }),
    );
  }
  return file_id;
}

// Contents and thumbnail are deleted with the row; bytes in a store are queued, to be deleted after the commit.
const deleting = (condition: string): string =>
  `with gone as (
     delete from files f where f.tenant_id = $1 and ${condition}
     returning ${goneColumns.of('f')}
   ), noted as (
     insert into file_removals (tenant_id, storage_key, storage, due_at)
     select $1, g.storage_key, g.storage, $2 from gone g where g.storage <> 'database'
   )
   select * from gone`;

const deleteOne = statement<GoneFile>(
  'delete_file',
  deleting('f.id = $3 and num_nonnulls(f.booking_id, f.animal_id, f.client_id) = 1'),
);
const deleteOwn = statement<GoneFile>(
  'delete_own_file',
  deleting(`f.id = $4 and f.uploaded_by_client_id = $3 and ${keptWithRecordOf('$3')}`),
);
/** A client's uploads to their own records, which they can delete: how many files of how many bytes. */
interface Uploads {
  files: number;
  bytes: number;
}

const uploads = statement<Uploads>(
  'uploads_of_client',
  `select count(*)::int as files, coalesce(sum(f.file_size), 0)::bigint as bytes from files f
   where f.tenant_id = $1 and f.uploaded_by_client_id = $2 and ${keptWithRecordOf('$2')}`,
);
const deletePicture = statement<GoneFile>(
  'delete_profile_picture',
  deleting("f.animal_id = $3 and f.file_type = 'profile_picture'"),
);
const deleteLogo = statement<GoneFile>('delete_logo', deleting("f.file_type = 'logo'"));

/** Deletes one file of a record; undefined for an unknown one. */
export const deleteFile = ({ tx, tenantId, now }: Ctx, fileId: number): Promise<GoneFile | undefined> =>
  tx.row(deleteOne, [tenantId, now, fileId]);

/** Deletes one file that a client uploaded to a record of theirs; undefined for an unknown one. */
export const deleteOwnFile = (
  { tx, tenantId, now }: Ctx,
  clientId: number,
  fileId: number,
): Promise<GoneFile | undefined> => tx.row(deleteOwn, [tenantId, now, clientId, fileId]);

/** The number of a client's uploads to their own records, and their total size. */
export const countUploads = async (
  tx: TenantTransaction,
  tenantId: number,
  clientId: number,
): Promise<Uploads> => (await tx.row(uploads, [tenantId, clientId])) ?? { files: 0, bytes: 0 };

export const deleteProfilePicture = (
  { tx, tenantId, now }: WorkContext,
  animalId: number,
): Promise<GoneFile[]> => tx.rows(deletePicture, [tenantId, now, animalId]);

export async function deletePracticeLogo({ tx, tenantId, now }: Ctx): Promise<void> {
  // Two simultaneous replacements happen one after the other.
  await tx.run(sql('tenants').where({ id: tenantId }).select('id').forNoKeyUpdate());
  await tx.rows(deleteLogo, [tenantId, now]);
}

/** Records, before storing, that the bytes under `key` belong to no file until one names them. */
export async function expectBytes(
  tx: TenantTransaction,
  note: Written<Schema['file_removals']>,
): Promise<void> {
  await tx.run(sql('file_removals').insert(note));
}

/**
 * Removes the entry of {@link expectBytes}: a file names the bytes now.
 * @throws AppError `storage_unavailable` when they are deleted already
 */
export async function claimBytes({ tx, tenantId }: WorkContext, key: string): Promise<void> {
  const claimed = await tx.run(
    sql('file_removals').where({ tenant_id: tenantId, storage_key: key }).delete().returning('storage_key'),
  );
  if (claimed.length === 0) throw new AppError('storage_unavailable');
}

/** Makes bytes without a file due for deletion; false if a file names them after all. */
export async function abandonBytes(
  tx: TenantTransaction,
  tenantId: number,
  key: string,
  now: Date,
): Promise<boolean> {
  const abandoned = await tx.run(
    sql('file_removals')
      .where({ tenant_id: tenantId, storage_key: key })
      .update({ due_at: now })
      .returning('storage_key'),
  );
  return abandoned.length > 0;
}
