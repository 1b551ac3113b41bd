import { z } from 'zod';
import { defineActionsIn } from './action.ts';
import { chosenDate, date, formFlag, formInt, id, requiredText } from './form.ts';
import { practiceStaff } from './roles.ts';
import { day, done, flag, optionalText, recordId } from './wire.ts';

/** How many notes and tasks a day can have. */
export const maxNotesADay = 50;

const dayNote = z.object({
  day_note_id: recordId,
  date: day,
  staff_id: recordId.nullable().meta({ description: 'The person it is for; null for everyone' }),
  staff_name: optionalText,
  text: z.string(),
  task: flag.meta({ description: "'1' for a task, which can be done" }),
  done: flag,
});

const noteText = requiredText(500, 'Enter a note.');
const taskDone = formFlag.meta({ description: 'Only of a task' });
const invalidates = ['day_notes'] as const;
const audit = { entity: 'day_note', id: 'day_note_id' } as const;

/** What the commands on notes share. */
const change = { kind: 'command', group: 'Appointments', invalidates, paid: true, audit } as const;

export const dayNoteActions = defineActionsIn('appointments', {
  day_notes: {
    kind: 'query',
    group: 'Appointments',
    summary: 'Notes and tasks of up to seven days, by day and in the order they were added.',
    access: practiceStaff,
    input: z.object({ date: chosenDate('Enter the first day.'), days: formInt(1, 7).default(1) }),
    output: z.array(dayNote),
    errors: [],
  },
  day_note_create: {
    ...change,
    summary: `Adds a note or a task to a day, for everyone or for one person; at most ${maxNotesADay} a day.`,
    access: practiceStaff,
    input: z.object({
      date: chosenDate('Choose a day.'),
      text: noteText,
      task: formFlag.default(false),
      done: taskDone.default(false),
      staff_id: id.nullish(),
    }),
    output: z.object({ day_note_id: recordId }),
    errors: ['not_found', 'too_many_day_notes'],
    idempotent: true,
  },
  day_note_update: {
    ...change,
    summary: 'Changes a note or a task, or moves it to another day. Omitted fields stay.',
    access: practiceStaff,
    input: z.object({
      day_note_id: id,
      date: date.optional(),
      text: noteText.optional(),
      task: formFlag.optional(),
      done: taskDone.optional(),
      staff_id: id.nullish(),
    }),
    output: done,
    errors: ['not_found', 'too_many_day_notes'],
  },
  day_note_delete: {
    ...change,
    summary: 'Deletes a note or a task.',
    access: practiceStaff,
    input: z.object({ day_note_id: id }),
    output: done,
    errors: ['not_found'],
  },
});

export type DayNote = z.output<typeof dayNote>;
