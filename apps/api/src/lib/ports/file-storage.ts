import { randomBytes } from 'node:crypto';
import { AppError } from '../app-error.ts';

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

/** A store that has not confirmed whether it stored the data. */
export class MayStillArrive extends Error {
  /** Why there was no answer, as the network's error. */
  readonly code: string;

  constructor(cause: unknown) {
    const { code, name } = cause as { code?: unknown; name?: string };
    super('the store has not said whether it keeps the file', { cause });
    this.code = typeof code === 'string' ? code : (name ?? 'unknown');
  }
}

/** Whether a store says, by the error codes of the disk and of S3, that it does not have a file. */
export function isMissingFile(cause: unknown): boolean {
  const { code, name } = (cause ?? {}) as { code?: string; name?: string };
  return code === 'ENOENT' || name === 'NoSuchKey';
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
