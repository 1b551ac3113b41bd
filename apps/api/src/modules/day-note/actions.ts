import type { dayNoteActions } from '@burrow/contracts/day-note';
import type { Handlers } from '../../context/handlers.ts';
import { addDayNote, changeDayNote, listDayNotes, removeDayNote } from './service.ts';

export const dayNoteHandlers: Handlers<typeof dayNoteActions> = {
  day_notes: (ctx, input) => listDayNotes(ctx, input),
  day_note_create: async (ctx, input) => ({ day_note_id: await addDayNote(ctx, input) }),
  day_note_update: (ctx, input) => changeDayNote(ctx, input),
  day_note_delete: (ctx, input) => removeDayNote(ctx, input.day_note_id),
};
