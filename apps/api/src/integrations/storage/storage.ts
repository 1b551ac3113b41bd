import { randomBytes } from 'node:crypto';
import type { Env } from '../../config/env.ts';
import { AppError } from '../../lib/app-error.ts';
import { diskStore, type NamedOnDisk } from './disk.ts';
import { s3Store } from './s3.ts';
import type { Store } from './store.ts';

export type StoreName = 'disk' | 's3';

/**
 * Where the bytes of files are, beside the database. All three reject with `storage_unavailable` and nothing else; its
 * cause is a `MayStillArrive` when the bytes may be stored after this.
 */
export interface FileStorage {
  /** Where new files go. */
  readonly target: 'database' | StoreName;
  put(store: StoreName, key: string, content: Uint8Array): Promise<void>;
  get(store: StoreName, key: string): Promise<Buffer>;
  remove(store: StoreName, key: string): Promise<void>;
}

/**
 * The stores that are configured. A store that is not the target any more stays readable, so that a practice's older
 * files are there after a change of FILE_STORAGE.
 * @param namedOnDisk by which a folder is known again that has lost its mark, or has none yet
 */
export function createFileStorage(env: Env, namedOnDisk: NamedOnDisk): FileStorage {
  const stores: Partial<Record<StoreName, Store>> = {};
  if (env.FILE_STORAGE_PATH) stores.disk = diskStore(env.FILE_STORAGE_PATH, namedOnDisk);
  const { S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY } = env;
  if (S3_BUCKET && S3_ACCESS_KEY && S3_SECRET_KEY) {
    stores.s3 = s3Store({
      endpoint: env.S3_ENDPOINT,
      region: env.S3_REGION,
      bucket: S3_BUCKET,
      accessKey: S3_ACCESS_KEY,
      secretKey: S3_SECRET_KEY,
      forcePathStyle: env.S3_FORCE_PATH_STYLE,
    });
  }
  const through = async <T>(
    name: StoreName,
    work: (store: Store) => Promise<T>,
    refused = (error: unknown) => new AppError('storage_unavailable', {}, { cause: error }),
  ): Promise<T> => {
    try {
      const store = stores[name];
      if (!store) throw new Error(`The store ${name} is not configured.`);
      return await work(store);
    } catch (error) {
      throw refused(error);
    }
  };
  return {
    target: env.FILE_STORAGE,
    put: (name, key, content) => through(name, (store) => store.put(key, content)),
    get: (name, key) => through(name, (store) => store.get(key), unreadable),
    remove: (name, key) => through(name, (store) => store.remove(key)),
  };
}

/** What a caller is told of a file that cannot be read where it is kept. */
export const unreadable = (cause: unknown): AppError =>
  new AppError(
    'storage_unavailable',
    {
      message:
        'Couldn’t open the file. Try again in a moment. If it keeps happening, tell your system administrator.',
    },
    { cause },
  );

/** A key that nobody can guess, in a folder of the practice's own; nothing of it comes from the file. */
export const newStorageKey = (tenantId: number): string => `${tenantId}/${randomBytes(24).toString('hex')}`;
