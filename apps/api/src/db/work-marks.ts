import { statement } from './statement.ts';
import type { Queryable } from './transaction.ts';

/** Work that the clock asks for, and that notes when it last got through. */
export const markedWork = ['reminders', 'clear_up'] as const;
export type MarkedWork = (typeof markedWork)[number];

// Of two processes that do the same work, neither takes the other back.
const moveMark = statement(
  'move_work_mark',
  `insert into work_marks (name, at) values ($1, $2)
   on conflict (name) do update set at = greatest(work_marks.at, excluded.at)`,
);

/** Notes how far some work has come: everything up to that moment is done. */
export async function moveWorkMark(control: Queryable, name: MarkedWork, at: Date): Promise<void> {
  await control.rows(moveMark, [name, at]);
}
