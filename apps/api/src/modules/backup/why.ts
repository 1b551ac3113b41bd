import { reasonOf } from '../../db/wait-for-database.ts';
import { BackupError } from './backup-error.ts';

/** The system's error codes for a full disk. */
const full: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'this user’s disk quota is full',
  EFBIG: 'a file is larger than the system allows',
  EROFS: 'the file system is read-only',
  EACCES: 'this user can’t write there',
  EIO: 'the disk has failed',
};

/** Any error of a backup, as a sentence for the operator. */
export function explain(error: unknown, place: string): BackupError {
  if (error instanceof BackupError) return error;
  const { code = '' } = error as { code?: string };
  const said = full[code];
  if (said) return new BackupError(`${place} can’t be written: ${said} (${code}).`, { cause: error });
  const { cause } = error as { cause?: unknown };
  const reason = cause instanceof Error ? `${reasonOf(error)} ${cause.message}` : reasonOf(error);
  return new BackupError(`The backup failed: ${reason}`, { cause: error });
}
