import { statement } from '../../db/statement.ts';
import type { Queryable } from '../../db/transaction.ts';

/** A backup of the installation, as it is going or as it went. */
export interface Backup {
  id: number;
  /** ISO 8601. What is in it was true a moment later. */
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
  /** The folder it is in, on the machine that made it. It may have been taken away since. */
  place: string;
  /** Why it failed, in a sentence for whoever runs the installation; null unless it did. */
  failure: string | null;
}

// In the order in which they were made, whatever the clock has said.
const newestBackups = statement<Backup>(
  'newest_backups',
  `select b.id, b.started_at, b.finished_at, b.state, b.bytes, b.tables, b.rows, b.files, b.place, b.failure
   from backups b order by b.id desc limit $1`,
);

/**
 * The newest backups, the newest first. They tell of the machine: for superadmins and the metrics only.
 * @param limit how many at most
 */
export const readBackups = (control: Queryable, limit: number): Promise<Backup[]> =>
  control.rows(newestBackups, [limit]);
