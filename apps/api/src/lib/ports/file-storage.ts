import { randomBytes } from 'node:crypto';
import { AppError } from '../app-error.ts';

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

/** A store that has not said whether it keeps what it was sent. */
export class MayStillArrive extends Error {
  /** Why nothing was heard, in the network's word. */
  readonly code: string;

  constructor(cause: unknown) {
    const { code, name } = cause as { code?: unknown; name?: string };
    super('the store has not said whether it keeps the file', { cause });
    this.code = typeof code === 'string' ? code : (name ?? 'unknown');
  }
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
