import { columns, type RowOf } from '../../db/columns.ts';
import { statement } from '../../db/statement.ts';
import type { Queryable } from '../../db/transaction.ts';

const backupColumns = columns(
  'backups',
  'id, started_at, finished_at, state, bytes, tables, rows, files, place, failure',
);

/**
 * A backup of the installation, in progress or finished. Its content is from a moment after its start; its sizes are null
 * unless it is done. Its folder, on the machine that made it, may have been deleted since.
 */
export type Backup = RowOf<typeof backupColumns>;

// In the order in which they were made, regardless of the clock.
const newestBackups = statement<Backup>(
  'newest_backups',
  `select ${backupColumns.of('b')} from backups b order by b.id desc limit $1`,
);

/**
 * The newest backups, the newest first. They describe the machine: for superadmins and the metrics only.
 * @param limit how many at most
 */
export const readBackups = (control: Queryable, limit: number): Promise<Backup[]> =>
  control.rows(newestBackups, [limit]);
