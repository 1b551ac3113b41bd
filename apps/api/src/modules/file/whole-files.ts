import { hash } from 'node:crypto';
import type { Dependencies } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import type { TenantTransaction } from '../../db/transaction.ts';
import { AppError } from '../../lib/app-error.ts';
import { unreadable, type StoreName } from '../../lib/ports/file-storage.ts';
import { contentOf } from './read-model.ts';

/** A file with its bytes. */
export interface WholeFile {
  filename: string;
  mimeType: string;
  content: Buffer;
}

type Place = { id: number; filename: string; mime_type: string; sha256: Buffer } & (
  { storage: 'database'; storage_key: null } | { storage: StoreName; storage_key: string }
);

const placesOfFiles = statement<Place>(
  'places_of_files',
  `select f.id, f.filename, f.mime_type, f.sha256, f.storage, f.storage_key
   from unnest($2::bigint[]) with ordinality given (id, position)
   join files f on f.tenant_id = $1 and f.id = given.id
   order by given.position`,
);

interface Reading {
  deps: Pick<Dependencies, 'storage'>;
  tenantId: number;
  /** Runs a short transaction in the practice. */
  transaction: <T>(work: (tx: TenantTransaction) => Promise<T>) => Promise<T>;
}

/**
 * The files with these ids, in this order, with their bytes, from any store. Stores are read outside transactions. The
 * caller bounds how much it reads.
 * @throws AppError `storage_unavailable`, also when the store returns altered bytes; `not_found` for one that is deleted
 */
export async function readWholeFiles(reading: Reading, ids: readonly number[]): Promise<WholeFile[]> {
  const places = await reading.transaction((tx) => tx.rows(placesOfFiles, [reading.tenantId, ids]));
  if (places.length < ids.length) throw new AppError('not_found');
  const files: WholeFile[] = [];
  for (const place of places) {
    const { filename, mime_type: mimeType } = place;
    files.push({ filename, mimeType, content: await bytesAt(reading, place) });
  }
  return files;
}

async function bytesAt({ deps, tenantId, transaction }: Reading, place: Place): Promise<Buffer> {
  if (place.storage === 'database') {
    return Buffer.from(await transaction((tx) => contentOf(tx, tenantId, place.id)), 'base64');
  }
  const content = await deps.storage.get(place.storage, place.storage_key);
  if (!hash('sha256', content, 'buffer').equals(place.sha256)) {
    throw unreadable(new Error(`File ${place.id} came back changed.`));
  }
  return content;
}
