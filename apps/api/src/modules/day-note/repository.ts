import { sql } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';
import type { TenantTransaction } from '../../db/transaction.ts';

/** The editable fields of a note. */
export interface DayNoteColumns {
  date: string;
  /** Null for everyone. */
  user_id: number | null;
  body: string;
  is_task: boolean;
  done_at: string | Date | null;
}

// Two additions to one day count each other's.
const lockDayRow = statement(
  'lock_day_notes',
  "select pg_advisory_xact_lock(hashtextextended('day_notes:' || $1 || ':' || $2, 0))",
);

const countOnDay = statement<{ count: number }>(
  'count_day_notes',
  'select count(*)::integer as count from day_notes n where n.tenant_id = $1 and n.date = $2',
);

const personExists = statement<{ id: number }>(
  'person_of_day_note',
  'select u.id from users u where u.tenant_id = $1 and u.id = $2 and u.support_until is null',
);

const lockNoteRow = statement<DayNoteColumns>(
  'lock_day_note',
  `select n.date, n.user_id, n.body, n.is_task, n.done_at from day_notes n
   where n.tenant_id = $1 and n.id = $2 for update`,
);

/** How many notes a day has; blocks further ones until the transaction ends. */
export async function countDayNotes(tx: TenantTransaction, tenantId: number, date: string): Promise<number> {
  await tx.rows(lockDayRow, [String(tenantId), date]);
  return (await tx.row(countOnDay, [tenantId, date]))?.count ?? 0;
}

export const isOfTeam = async (tx: TenantTransaction, tenantId: number, userId: number): Promise<boolean> =>
  (await tx.row(personExists, [tenantId, userId])) !== undefined;

/** A note, locked until the transaction ends; undefined for an unknown one. */
export const lockDayNote = (
  tx: TenantTransaction,
  tenantId: number,
  noteId: number,
): Promise<DayNoteColumns | undefined> => tx.row(lockNoteRow, [tenantId, noteId]);

/** @returns the new note's id */
export async function insertDayNote(
  tx: TenantTransaction,
  tenantId: number,
  note: DayNoteColumns,
  now: Date,
): Promise<number> {
  const [row] = await tx.run<{ id: number }>(
    sql('day_notes')
      .insert({ tenant_id: tenantId, ...note, created_at: now, updated_at: now })
      .returning('id'),
  );
  if (!row) throw new Error('The new note has no id.');
  return row.id;
}

/** Updates the given columns of a note. */
export async function updateDayNote(
  tx: TenantTransaction,
  tenantId: number,
  noteId: number,
  changes: Partial<DayNoteColumns>,
  now: Date,
): Promise<void> {
  await tx.run(
    sql('day_notes')
      .where({ tenant_id: tenantId, id: noteId })
      .update({ ...changes, updated_at: now }),
  );
}

export async function deleteDayNote(tx: TenantTransaction, tenantId: number, noteId: number): Promise<void> {
  await tx.run(sql('day_notes').where({ tenant_id: tenantId, id: noteId }).delete());
}
