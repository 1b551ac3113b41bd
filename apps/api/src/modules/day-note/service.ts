import type { ParsedInputOf } from '@burrow/contracts/actions';
import { addDays } from '@burrow/contracts/calendar-day';
import { maxNotesADay, type DayNote } from '@burrow/contracts/day-note';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { changesTo, noteChanges } from '../../lib/changes.ts';
import { tellScreens } from '../notification/public.ts';
import {
  countDayNotes,
  deleteDayNote,
  insertDayNote,
  isOfTeam,
  lockDayNote,
  updateDayNote,
  type DayNoteColumns,
} from './repository.ts';

// $2 the first day, $3 the last.
const dayNotes = statement<DayNote>(
  'day_notes',
  `select n.id as day_note_id, n.date, n.user_id as staff_id, u.name as staff_name, n.body as text,
          case when n.is_task then '1' else '0' end as task, case when n.done_at is null then '0' else '1' end as done
   from day_notes n left join users u on u.tenant_id = n.tenant_id and u.id = n.user_id
   where n.tenant_id = $1 and n.date >= $2 and n.date <= $3
   order by n.date, n.created_at, n.id`,
);

/** The notes and tasks of some days, by day and in the order they were added. */
export const listDayNotes = (
  { tx, tenantId }: Ctx,
  { date, days }: ParsedInputOf<'day_notes'>,
): Promise<DayNote[]> => tx.rows(dayNotes, [tenantId, date, addDays(date, days - 1)]);

/**
 * Adds a note or a task.
 * @returns its id
 * @throws AppError `not_found` for an unknown person, `too_many_day_notes`, `invalid_input` for a note that is done
 */
export async function addDayNote(ctx: Ctx, input: ParsedInputOf<'day_note_create'>): Promise<number> {
  const { date, text: body, task: is_task, done, staff_id: user_id = null } = input;
  checkDone(done, is_task);
  await checkPerson(ctx, user_id);
  await checkPlace(ctx, date);
  const id = await insertDayNote(ctx, { date, body, is_task, user_id, done_at: done ? ctx.now : null });
  ctx.auditDetails({ date });
  tellScreens(ctx);
  return id;
}

/**
 * Changes a note or a task; omitted fields stay. A task that becomes a note is no longer done.
 * @throws AppError `not_found`, `too_many_day_notes`, `invalid_input` for a note that is done
 */
export async function changeDayNote(ctx: Ctx, input: ParsedInputOf<'day_note_update'>): Promise<void> {
  const { now } = ctx;
  const note = await lockedNote(ctx, input.day_note_id);
  const isTask = input.task ?? note.is_task;
  checkDone(input.done, isTask);
  const isDone = isTask && (input.done ?? note.done_at !== null);
  const changes = changesTo(note, {
    date: input.date,
    body: input.text,
    is_task: input.task,
    user_id: input.staff_id,
    done_at: isDone ? (note.done_at ?? now) : null,
  });
  if (changes.user_id !== undefined) await checkPerson(ctx, changes.user_id);
  if (changes.date !== undefined) await checkPlace(ctx, changes.date);
  if (!noteChanges(ctx, changes, { body: 'text', is_task: 'task', user_id: 'staff_id', done_at: 'done' }))
    return;
  await updateDayNote(ctx, input.day_note_id, changes);
  tellScreens(ctx);
}

/** @throws AppError `not_found` */
export async function removeDayNote(ctx: Ctx, noteId: number): Promise<void> {
  const { date } = await lockedNote(ctx, noteId);
  await deleteDayNote(ctx, noteId);
  ctx.auditDetails({ date });
  tellScreens(ctx);
}

async function lockedNote(ctx: Ctx, noteId: number): Promise<DayNoteColumns> {
  const note = await lockDayNote(ctx, noteId);
  if (!note) throw new AppError('not_found', { message: 'Note not found.' });
  return note;
}

function checkDone(done: boolean | undefined, isTask: boolean): void {
  if (done === true && !isTask) throw invalidField('done', 'Only a task can be marked as done.');
}

async function checkPerson(ctx: Ctx, userId: number | null): Promise<void> {
  if (userId === null || (await isOfTeam(ctx, userId))) return;
  const message = 'Staff member not found. Choose another.';
  throw new AppError('not_found', { message, fields: { staff_id: message } });
}

async function checkPlace(ctx: Ctx, date: string): Promise<void> {
  if ((await countDayNotes(ctx, date)) >= maxNotesADay) throw new AppError('too_many_day_notes');
}
