import type { DayNote } from '@burrow/contracts/day-note';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../lib/practice.ts';
import { steadyQuery, useCommand } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { KeepFocus } from '../../ui/keep-focus.tsx';
import { QueryError } from '../../ui/query-view.tsx';
import { toast } from '../../ui/toast.ts';
import { useQuery } from '@tanstack/react-query';
import { NoteDialog } from './note-dialog.tsx';

/** One note: a click edits it, and the box of a task marks it as done. */
function Note({
  note,
  day,
  isPrinted,
  onEdit,
}: {
  note: DayNote;
  /** Shown before it, unless all notes are of one day. */
  day: string | null;
  isPrinted: boolean;
  onEdit: () => void;
}) {
  const { mutate } = useCommand('day_note_update');
  // Shown at once, until the refetched list has it.
  const [ticked, setTicked] = useState<{ note: DayNote; done: boolean } | null>(null);
  const isDone = ticked?.note === note ? ticked.done : note.done === '1';
  const tick = (done: boolean) => {
    setTicked({ note, done });
    mutate(
      { day_note_id: note.day_note_id, done: done ? '1' : '0' },
      {
        onError: (error) => {
          setTicked(null);
          toast.failed('Couldn’t change the task', error);
        },
      },
    );
  };
  return (
    <li
      className={classNames(
        'flex max-w-full items-center gap-2 rounded-md border border-line bg-surface px-2.5 text-sm',
        !isPrinted && 'print:hidden',
      )}
    >
      {note.task === '1' ? (
        <input
          type="checkbox"
          aria-label={`Done: ${note.text}`}
          checked={isDone}
          onChange={({ target }) => tick(target.checked)}
          className="size-4.5 shrink-0 accent-brand pointer-coarse:size-6"
        />
      ) : null}
      <button
        type="button"
        title="Edit"
        onClick={onEdit}
        className="min-h-8 min-w-0 py-1 text-left wrap-anywhere hover:text-brand pointer-coarse:min-h-11"
      >
        {day === null ? null : <span className="figures text-ink-soft">{day}: </span>}
        <span className={classNames(isDone && 'text-ink-soft line-through')}>{note.text}</span>
        {note.staff_name === null ? null : <span className="text-ink-soft"> · {note.staff_name}</span>}
      </button>
    </li>
  );
}

/** The notes and tasks of the days in the diary: everyone's, and those for the shown people. */
export function DayNotes({
  date,
  days,
  chosen,
  staffId,
  people,
}: {
  /** The first day. */
  date: string;
  days: number;
  /** The day of a new note, and of the printed ones. */
  chosen: string;
  /** The person whose diary it is; null for all. */
  staffId: number | null;
  people: readonly { id: number; name: string }[];
}) {
  const formats = useFormats();
  const query = useQuery(steadyQuery('day_notes', { date, days }));
  const [open, setOpen] = useState<DayNote | 'new' | null>(null);
  if (query.isError && !query.data) return <QueryError query={query} title="Couldn’t load the notes" boxed />;
  const notes = (query.data ?? []).filter(
    ({ staff_id: whose }) => staffId === null || whose === null || whose === staffId,
  );
  return (
    <KeepFocus className="outline-none">
      <section aria-label="Notes and tasks" className="flex flex-wrap items-center gap-2">
        {notes.length === 0 ? null : (
          <ul className="contents">
            {notes.map((note) => (
              <Note
                key={note.day_note_id}
                note={note}
                isPrinted={note.date === chosen}
                day={days === 1 ? null : formats.shortDay(note.date)}
                onEdit={() => setOpen(note)}
              />
            ))}
          </ul>
        )}
        <Button
          size="small"
          variant="quiet"
          className="print:hidden"
          icon={<Plus aria-hidden="true" className="size-4" />}
          onClick={() => setOpen('new')}
        >
          Add note
        </Button>
      </section>
      {open === null ? null : (
        <NoteDialog
          note={open === 'new' ? null : open}
          date={chosen}
          people={people}
          onClose={() => setOpen(null)}
        />
      )}
    </KeepFocus>
  );
}
