import { z } from 'zod';
import { defineActionsIn, perCaller } from './action.ts';
import { weightInput } from './animal-input.ts';
import { careQueries } from './booking-queries.ts';
import {
  clientKey,
  entryFields,
  entryKinds,
  entryLockHours,
  entryRecord,
  fieldsOfKind,
  fitsKind,
  happened,
  maxEntryText,
  misfits,
  savedEntries,
  version,
} from './entry-fields.ts';
import { chosenId, date, formFlag, formInt, id, idList, line, oneOf, requiredLines, text } from './form.ts';
import { practiceStaff } from './roles.ts';
import { timelineItem, timelineKindList } from './timeline.ts';
import { day, documentFile, done, optionalText, recordId } from './wire.ts';

const group = 'Health records';

const range = {
  from: date.optional().meta({ description: 'The first day' }),
  to: date.optional().meta({ description: 'The last day' }),
};

/** Queries that show entries. */
export const entryQueries = [
  'entries',
  'entry',
  'visit_notes',
  'medicine_batches',
  'batch_recall',
  'cp/record',
] as const;

const audit = { entity: 'entry', id: 'entry_id' } as const;
const auditAnimal = { entity: 'animal', id: 'animal_id' } as const;
const change = { kind: 'command', group, invalidates: entryQueries, paid: true, audit } as const;
/** A medicine that was given has that batch as its last one, and may count as care that was due. */
const careGivenQueries = [...entryQueries, ...careQueries, 'medicines'] as const;
const careGiven = { ...change, invalidates: careGivenQueries } as const;
const written = z.object({ entry_id: recordId, version: z.int(), next_due_on: day.nullable() });
const kind = oneOf(entryKinds);
const reason = requiredLines(500, 'Enter a reason.');
const shared = formFlag.meta({
  description: 'Whether the client sees it; vaccinations and prescriptions always do',
});

/** Each vaccination field, without those of other kinds. */
const ofVaccination = Object.fromEntries(
  ['body', ...fieldsOfKind.vaccination].map((field) => [
    field,
    entryFields[field as keyof typeof entryFields],
  ]),
) as Pick<typeof entryFields, 'body' | (typeof fieldsOfKind.vaccination)[number]>;

export const entryActions = defineActionsIn('records', {
  entries: {
    kind: 'query',
    group,
    summary:
      'The health record of an animal, newest first: entries, appointments, weights, files and messages. `q` finds words in their text. An API key gets appointments, files and messages only with their scopes. Opening it is written to the audit log, once an hour.',
    access: practiceStaff,
    input: z.object({
      animal_id: id,
      kinds: timelineKindList.optional(),
      q: text(100).optional().meta({ description: 'Words to find' }),
      ...range,
      limit: formInt(1, 100).default(30),
      cursor: text(100).optional().meta({ description: 'next_cursor of the previous page' }),
    }),
    output: z.object({
      items: z.array(timelineItem),
      next_cursor: z.string().nullable().meta({ description: 'null on the last page' }),
    }),
    errors: ['not_found'],
  },
  entry: {
    kind: 'query',
    group,
    summary: 'One entry of a health record.',
    access: practiceStaff,
    input: z.object({ entry_id: id }),
    output: entryRecord,
    errors: ['not_found'],
  },
  visit_notes: {
    kind: 'query',
    group,
    summary: 'What the form for the notes of an appointment shows: its entries and the weight of the visit.',
    access: practiceStaff,
    input: z.object({ booking_id: id }),
    output: z.object({
      booking_id: recordId,
      animal_id: recordId,
      given_on: day.meta({
        description:
          'The day of a vaccination or treatment that is added now: that of the appointment once it has ended, and today until then',
      }),
      weight: optionalText.meta({ description: 'Kilograms, weighed at this visit' }),
      last_weight: optionalText.meta({ description: 'Kilograms, the latest one recorded' }),
      weight_before: optionalText.meta({ description: 'Kilograms, the last one before this visit’s own' }),
      weight_before_on: day.nullable(),
      qualification: optionalText.meta({ description: 'As the caller last prescribed' }),
      entries: z.array(entryRecord).meta({ description: 'In the order they were created' }),
    }),
    errors: ['not_found'],
  },
  entry_add: {
    ...careGiven,
    summary: `Creates an entry: a note, vaccination, treatment or prescription. Its author and admins can change it for ${entryLockHours} hours. Repeated with the same \`client_key\`, it does not create a second one.`,
    access: practiceStaff,
    input: z
      .object({
        animal_id: chosenId('Choose an animal.'),
        booking_id: id.nullish(),
        kind,
        ...happened,
        shared: shared.default(false),
        client_key: clientKey.optional(),
        ...entryFields,
      })
      .superRefine(fitsKind),
    output: written,
    errors: ['not_found', 'client_erased', 'conflict'],
    idempotent: true,
  },
  vaccination_add: {
    ...careGiven,
    summary: 'Records a vaccination in one step.',
    access: practiceStaff,
    input: z
      .object({
        animal_id: chosenId('Choose an animal.'),
        booking_id: id.nullish(),
        ...happened,
        client_key: clientKey.optional(),
        ...ofVaccination,
      })
      .superRefine((given, ctx) => {
        for (const { field, message } of misfits({ ...given, kind: 'vaccination' }))
          ctx.addIssue({ code: 'custom', path: [field], message });
      }),
    output: written,
    errors: ['not_found', 'client_erased', 'conflict'],
    idempotent: true,
  },
  entry_amend: {
    ...careGiven,
    summary:
      'Changes an entry that is not locked. Omitted fields stay; null (in JSON) clears. Only its author and admins can.',
    access: practiceStaff,
    input: z.object({ entry_id: id, version, ...happened, ...entryFields }),
    output: written,
    errors: ['not_found', 'entry_locked', 'not_author', 'conflict', 'client_erased'],
  },
  entry_addendum: {
    ...change,
    summary: 'Adds to an entry, also to a locked one. An addendum is never changed.',
    access: practiceStaff,
    input: z.object({
      entry_id: id,
      body: requiredLines(maxEntryText, 'Enter the addendum.'),
      client_key: clientKey.optional(),
    }),
    output: z.object({ entry_id: recordId, addendum_id: recordId }),
    errors: ['not_found', 'client_erased', 'conflict'],
    idempotent: true,
  },
  entry_share: {
    ...change,
    summary: 'Shares an entry with the client in the portal, or no longer.',
    access: practiceStaff,
    input: z.object({ entry_id: id, shared }),
    output: done,
    errors: ['not_found', 'client_erased'],
  },
  entry_strike: {
    ...change,
    summary:
      'Strikes an entry through, such as one on the wrong animal. It stays readable at the practice, and the client no longer sees it. This is final.',
    access: practiceStaff,
    input: z.object({ entry_id: id, reason }),
    output: done,
    errors: ['not_found', 'client_erased'],
  },
  entry_discard: {
    ...careGiven,
    summary: 'Deletes an entry that is not locked and has no addendum. Only its author and admins can.',
    access: practiceStaff,
    input: z.object({ entry_id: id }),
    output: done,
    errors: ['not_found', 'entry_locked', 'not_author', 'client_erased'],
  },
  visit_notes_save: {
    ...change,
    summary:
      'Saves the notes of an appointment at once: entries by the `client_key` that the form gave each, and the weight of the visit. An entry is replaced as a whole: omitted fields are cleared. Repeating a save changes nothing. All of it is saved or nothing. New vaccinations and treatments get the day `given_on` of `visit_notes`.',
    access: practiceStaff,
    // A weight is of the animal; the API key needs that scope too.
    effects: { 'animals:write': 'with `weight`' },
    input: z.object({
      booking_id: id,
      entries: savedEntries.default([]),
      weight: weightInput
        .nullish()
        .meta({ description: 'Kilograms; replaces that of an earlier save, and null (in JSON) deletes it' }),
    }),
    output: z.object({
      entries: z.array(written.extend({ client_key: z.string() })),
      weight_id: recordId.nullable(),
    }),
    errors: ['not_found', 'booking_closed', 'entry_locked', 'not_author', 'conflict', 'client_erased'],
    invalidates: [...careGivenQueries, 'animal_weights', 'animal', 'animals'],
    audit: { entity: 'booking', id: 'booking_id' },
  },
  record_pdf: {
    kind: 'command',
    group,
    summary:
      'The health record of an animal as a PDF: all of it, some days or chosen entries, and on request as a referral.',
    access: practiceStaff,
    // The document names the client.
    effects: { 'clients:read': 'always' },
    input: z.object({
      animal_id: id,
      ...range,
      entry_ids: idList(200).optional().meta({ description: 'Only these entries, of any day' }),
      refer_to: line(200).optional().meta({ description: 'The practice that it is referred to' }),
      reason: text(2000).optional().meta({ description: 'Why it is referred' }),
    }),
    output: documentFile,
    errors: ['not_found', 'record_too_long'],
    returns: 'pdf',
    limit: [perCaller(30)],
    audit: auditAnimal,
  },
  prescription_pdf: {
    kind: 'command',
    group,
    summary: 'A prescription as a PDF, to sign.',
    access: practiceStaff,
    effects: { 'clients:read': 'always' },
    input: z.object({ entry_id: id }),
    output: documentFile,
    errors: ['not_found', 'entry_struck'],
    returns: 'pdf',
    limit: [perCaller(30)],
    audit,
  },
  vaccination_certificate: {
    kind: 'command',
    group,
    summary: 'The vaccinations of an animal as a certificate in PDF.',
    access: practiceStaff,
    effects: { 'clients:read': 'always' },
    input: z.object({ animal_id: id }),
    output: documentFile,
    errors: ['not_found'],
    returns: 'pdf',
    limit: [perCaller(30)],
    audit: auditAnimal,
  },
});
