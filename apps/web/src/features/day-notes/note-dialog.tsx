import type { DayNote } from '@burrow/contracts/day-note';
import { Trash2 } from 'lucide-react';
import { useCommand } from '../../lib/query.ts';
import { useActionForm } from '../../lib/use-action-form.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';

const about = 'day note';

/** Deletes a note, with an Undo. */
function DeleteNote({ note, onDone }: { note: DayNote; onDone: () => void }) {
  const remove = useCommand('day_note_delete');
  const add = useCommand('day_note_create');
  const { date, text, task, done, staff_id } = note;
  const undo = () =>
    toast.tell(add.mutateAsync({ date, text, task, done, staff_id }), {
      done: 'Note restored',
      failed: 'Couldn’t restore the note',
      about,
    });
  const press = () => {
    toast.tell(remove.mutateAsync({ day_note_id: note.day_note_id }), {
      done: task === '1' ? 'Task deleted' : 'Note deleted',
      failed: 'Couldn’t delete it',
      about,
      undo,
    });
    onDone();
  };
  return (
    <Button
      variant="attention-quiet"
      size="small"
      className="self-start"
      icon={<Trash2 aria-hidden="true" className="size-4" />}
      onClick={press}
    >
      Delete
    </Button>
  );
}

/** Adds a note or a task to a day, or edits `note`. */
export function NoteDialog({
  note,
  date,
  people,
  onClose,
}: {
  note: DayNote | null;
  /** The day of a new note. */
  date: string;
  people: readonly { id: number; name: string }[];
  onClose: () => void;
}) {
  const form = useActionForm(note === null ? 'day_note_create' : 'day_note_update', {
    draft: note?.day_note_id ?? date,
    values: {
      text: note?.text ?? '',
      date: note?.date ?? date,
      staff_id: String(note?.staff_id ?? ''),
      task: note?.task === '1',
    },
    rulesOf: 'day_note_create',
    idField: note && 'day_note_id',
    input: ({ text, date: day, staff_id, task }) => ({
      text,
      date: day,
      staff_id: staff_id === '' ? null : Number(staff_id),
      task: task ? ('1' as const) : ('0' as const),
      ...(note === null ? {} : { day_note_id: note.day_note_id }),
    }),
    onSaved: () => onClose(),
    failure: 'Couldn’t save the note',
    blames: { too_many_day_notes: 'date' },
  });
  const isListed = note?.staff_id == null || people.some(({ id }) => id === note.staff_id);
  const named = isListed ? people : [...people, { id: note.staff_id, name: note.staff_name ?? '' }];
  return (
    <FormDialog
      form={form}
      title={note === null ? 'Add note or task' : 'Edit note or task'}
      width="small"
      className="grid grid-cols-2 gap-4"
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
      after={note === null ? null : <DeleteNote note={note} onDone={onClose} />}
    >
      <TextField {...form.field('text')} label="Note" className="col-span-2" />
      <DateInput {...form.field('date')} label="Day" />
      <Select
        {...form.field('staff_id')}
        label="For"
        emptyLabel="Everyone"
        options={named.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <Checkbox {...form.flag('task')} label="Task, to tick off when done" className="col-span-2" />
    </FormDialog>
  );
}
