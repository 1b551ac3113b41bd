import { statement } from './statement.ts';
import type { Queryable } from './transaction.ts';

/** Scheduled work that records when it last succeeded. */
export const markedWork = ['reminders', 'clear_up'] as const;
export type MarkedWork = (typeof markedWork)[number];

// Keep the later time, whichever of two processes writes last.
const moveMark = statement(
  'move_work_mark',
  `insert into work_marks (name, at) values ($1, $2)
   on conflict (name) do update set at = greatest(work_marks.at, excluded.at)`,
);

/** Records the progress of some work: everything up to that moment is done. */
export async function moveWorkMark(control: Queryable, name: MarkedWork, at: Date): Promise<void> {
  await control.rows(moveMark, [name, at]);
}
