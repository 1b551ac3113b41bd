import { columns, type RowOf, type Written } from '../../db/columns.ts';
import { inserter, locker, remover, updater, type Work } from '../../db/rows.ts';
import { statement } from '../../db/statement.ts';

const noteColumns = columns('day_notes', 'date, user_id, body, is_task, done_at');

/** The editable fields of a note; one without a person is for everyone. */
export type DayNoteColumns = Written<RowOf<typeof noteColumns>>;

export const lockDayNote = locker('lock_day_note', noteColumns);
export const insertDayNote = inserter(noteColumns);
export const updateDayNote = updater('day_notes');
export const deleteDayNote = remover('day_notes');

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

/** How many notes a day has; blocks further ones until the transaction ends. */
export async function countDayNotes({ tx, tenantId }: Work, date: string): Promise<number> {
  await tx.rows(lockDayRow, [String(tenantId), date]);
  return (await tx.row(countOnDay, [tenantId, date]))?.count ?? 0;
}

export const isOfTeam = async ({ tx, tenantId }: Work, userId: number): Promise<boolean> =>
  (await tx.row(personExists, [tenantId, userId])) !== undefined;
