import { randomBytes } from 'node:crypto';
import type { Env } from '../../config/env.ts';
import { AppError } from '../../lib/app-error.ts';
import { diskStore, type NamedOnDisk } from './disk.ts';
import { s3Store } from './s3.ts';
import type { Store } from './store.ts';

export type StoreName = 'disk' | 's3';

/**
 * The storage of files' bytes, outside the database. All three reject with `storage_unavailable` only; its cause is a
 * `MayStillArrive` if the bytes may still be stored afterwards.
 */
export interface FileStorage {
  /** The store for new files. */
  readonly target: 'database' | StoreName;
  put(store: StoreName, key: string, content: Uint8Array): Promise<void>;
  get(store: StoreName, key: string): Promise<Buffer>;
  remove(store: StoreName, key: string): Promise<void>;
}

/**
 * The configured stores. A store that is no longer the target stays readable, so that a practice's older files remain
 * available after a change of FILE_STORAGE.
 * @param namedOnDisk recognises a folder that has lost its mark, or has none yet
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

/** The message to a caller when a file cannot be read from its store. */
export const unreadable = (cause: unknown): AppError =>
  new AppError(
    'storage_unavailable',
    {
      message:
        'Couldn’t open the file. Try again in a moment. If it keeps happening, tell your system administrator.',
    },
    { cause },
  );

/** An unguessable key, in a folder of the practice's own; no part of it comes from the file. */
export const newStorageKey = (tenantId: number): string => `${tenantId}/${randomBytes(24).toString('hex')}`;
