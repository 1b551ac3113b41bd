import { z } from 'zod';
import { defineActionsIn, perCaller } from './action.ts';
import { clientQueries } from './booking-queries.ts';
import { id, requiredText } from './form.ts';
import { practiceAdmins } from './roles.ts';
import { clockTime, day, documentFile, money, recordId } from './wire.ts';

const group = 'Data protection';
const audit = { entity: 'client', id: 'client_id' } as const;

/** An appointment that has to be cancelled or finished before its client can be erased. */
const unsettledBooking = z.object({ id: recordId, booking_date: day, booking_time: clockTime });

/** What of a client is not settled yet, and so keeps them from being erased. */
const unsettled = z.object({
  bookings: z
    .array(unsettledBooking)
    .meta({ description: 'Appointments still to come or in progress, soonest first; the first twenty' }),
  booking_count: z.int(),
  open_deposits: z.int().meta({ description: 'Deposits that are just being paid' }),
  pending_refunds: z.int().meta({ description: 'Refunds that are still on their way' }),
  imports: z.int().meta({ description: 'Imports under way that name them' }),
});

const count = (description: string) => z.int().meta({ description });

/** How long a practice has to keep what it has issued and taken, in years: the usual time of tax law. */
export const recordsKeptYears = 6;

// Everything at once, or gone for good: for people who are signed in, and for no program's key.
export const dataProtectionActions = defineActionsIn(null, {
  'practice_export/size': {
    kind: 'query',
    group,
    summary: 'How much an export of the practice comes to.',
    access: practiceAdmins,
    input: z.object({}),
    output: z.object({
      records: count('Rows of all tables'),
      files: z.int(),
      file_bytes: count('What the files come to; the export is about as large'),
    }),
    errors: [],
    limit: [perCaller(60)],
  },
  practice_export: {
    kind: 'command',
    group,
    summary:
      'Everything of the practice as a ZIP: each table as CSV and as JSON, one record a line, of one moment, and all files. It is sent while it is made: one that broke off cannot be opened. Whatever file was not to be had is named in `missing-files.csv`.',
    access: practiceAdmins,
    input: z.object({}),
    output: documentFile,
    errors: ['export_under_way', 'rate_limited'],
    returns: 'zip',
    limit: [{ per: 'caller', points: 10, seconds: 3600 }],
    audit: { entity: 'practice' },
  },
  client_export: {
    kind: 'command',
    group,
    summary:
      'Everything that is kept about a client as a ZIP, to be handed to them: the same tables and files as in an export of the practice, with what is theirs.',
    access: practiceAdmins,
    input: z.object({ client_id: id }),
    output: documentFile,
    errors: ['not_found', 'export_under_way', 'rate_limited'],
    returns: 'zip',
    limit: [{ per: 'caller', points: 60, seconds: 3600 }],
    audit,
  },
  client_erasure_preview: {
    kind: 'query',
    group,
    summary: 'What erasing a client would remove, what would stay, and what has to be settled first.',
    access: practiceAdmins,
    input: z.object({ client_id: id }),
    output: z.object({
      removed: z.object({
        animals: z.int(),
        files: z.int(),
        file_bytes: z.int(),
        messages: z.int(),
        answers: count('Answers to booking fields'),
        weights: z.int(),
      }),
      kept: z.object({
        bookings: count('Appointments, with day, service and price alone'),
        invoices: count('As they were issued, with name and address'),
        payments: count('Lines of the ledger, refunds among them'),
        paid: money.meta({ description: 'What those payments come to' }),
      }),
      unsettled,
    }),
    errors: ['not_found', 'client_erased'],
    limit: [perCaller(60)],
  },
  client_erase: {
    kind: 'command',
    group,
    summary:
      'Erases a client for good: who they are, their animals, notes, messages, files and access to the portal. Appointments keep day, service and price; payments and issued invoices stay as they are. Harmless for one who is erased already.',
    access: practiceAdmins,
    input: z.object({
      client_id: id,
      name: requiredText(200, 'Please type the name of the client.').meta({
        description: 'The name of the client, as proof that this one is meant',
      }),
    }),
    output: z.object({
      success: z.literal(true),
      erased_files: z.int(),
    }),
    errors: ['not_found', 'client_not_settled'],
    invalidates: [...clientQueries, 'client_erasure_preview', 'files/by_entity', 'messages/failed'],
    limit: [perCaller(30)],
    audit,
  },
});
