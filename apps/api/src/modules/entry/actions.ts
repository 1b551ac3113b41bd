import type { entryActions } from '@burrow/contracts/entry';
import type { portalRecordActions } from '@burrow/contracts/portal-record';
import { staged, type Handlers } from '../../context/handlers.ts';
import { ownClientId } from '../../lib/own-client.ts';
import {
  certificateDocument,
  prescriptionDocument,
  printRecord,
  recordToPrint,
  type PrescriptionDocument,
  type RecordToPrint,
} from './documents.ts';
import { addAddendum, discardEntry, shareEntry, strikeEntry } from './later-changes.ts';
import { opensRecord } from './opened.ts';
import { ownRecordOf } from './portal-record.ts';
import { entryById, visitNotes } from './read-model.ts';
import { addEntry, amendEntry } from './service.ts';
import { timelineOf } from './timeline-read-model.ts';
import { saveVisitNotes } from './visit-notes.ts';

export const entryHandlers: Handlers<typeof entryActions> = {
  entries: opensRecord<'entries'>(timelineOf, (_answer, { animal_id }) => animal_id),
  entry: opensRecord<'entry'>(
    (ctx, input) => entryById(ctx, input.entry_id),
    ({ animal_id }) => animal_id,
  ),
  visit_notes: opensRecord<'visit_notes'>(
    (ctx, input) => visitNotes(ctx, input.booking_id),
    ({ animal_id }) => animal_id,
  ),
  entry_add: (ctx, input) => addEntry(ctx, input),
  vaccination_add: (ctx, input) => addEntry(ctx, { ...input, kind: 'vaccination' }),
  entry_amend: (ctx, input) => amendEntry(ctx, input),
  entry_addendum: (ctx, input) => addAddendum(ctx, input),
  entry_share: (ctx, input) => shareEntry(ctx, input),
  entry_strike: (ctx, input) => strikeEntry(ctx, input),
  entry_discard: (ctx, input) => discardEntry(ctx, input.entry_id),
  visit_notes_save: (ctx, input) => saveVisitNotes(ctx, input),
  record_pdf: staged<'record_pdf', () => void, RecordToPrint>({
    prepare: (ctx) => ctx.beginLargeAnswer('print'),
    run: (ctx, input) => recordToPrint(ctx, input),
    finish: printRecord,
  }),
  prescription_pdf: (ctx, input) => prescriptionDocument(ctx, input.entry_id),
  vaccination_certificate: (ctx, input) => certificateDocument(ctx, input.animal_id),
};

export const portalRecordHandlers: Handlers<typeof portalRecordActions> = {
  'cp/record': opensRecord<'cp/record'>(ownRecordOf, (_answer, { animal_id }) => animal_id),
  'cp/vaccination_certificate': opensRecord<'cp/vaccination_certificate'>(
    (ctx, input) => certificateDocument(ctx, input.animal_id, ownClientId(ctx)),
    (_answer, { animal_id }) => animal_id,
  ),
  'cp/prescription_pdf': opensRecord<'cp/prescription_pdf', PrescriptionDocument>(
    (ctx, input) => prescriptionDocument(ctx, input.entry_id, ownClientId(ctx)),
    ({ animalId }) => animalId,
  ),
};
