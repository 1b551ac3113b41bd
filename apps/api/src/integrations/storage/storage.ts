import type { Env } from '../../config/env.ts';
import { AppError } from '../../lib/app-error.ts';
import { unreadable, type FileStorage, type StoreName } from '../../lib/ports/file-storage.ts';
import { diskStore, type NamedOnDisk } from './disk.ts';
import { s3Store } from './s3.ts';
import type { Store } from './store.ts';

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
