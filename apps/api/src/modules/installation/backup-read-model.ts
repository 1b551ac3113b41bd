import { statement } from '../../db/statement.ts';
import type { Queryable } from '../../db/transaction.ts';

/** A backup of the installation, in progress or finished. */
export interface Backup {
  id: number;
  /** ISO 8601. Its content is from a moment later. */
  started_at: string;
  /** ISO 8601; null while it is running. */
  finished_at: string | null;
  state: 'running' | 'done' | 'failed';
  /** Size on the disk; null unless it is done, as the three below. */
  bytes: number | null;
  tables: number | null;
  rows: number | null;
  /** Kept outside the database. */
  files: number | null;
  /** Its folder, on the machine that made it. It may have been deleted since. */
  place: string;
  /** Why it failed, in a sentence for the operator; null unless it did. */
  failure: string | null;
}

// In the order in which they were made, regardless of the clock.
const newestBackups = statement<Backup>(
  'newest_backups',
  `select b.id, b.started_at, b.finished_at, b.state, b.bytes, b.tables, b.rows, b.files, b.place, b.failure
   from backups b order by b.id desc limit $1`,
);

/**
 * The newest backups, the newest first. They describe the machine: for superadmins and the metrics only.
 * @param limit how many at most
 */
export const readBackups = (control: Queryable, limit: number): Promise<Backup[]> =>
  control.rows(newestBackups, [limit]);
