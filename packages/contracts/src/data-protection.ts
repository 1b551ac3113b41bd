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

/** The client's unfinished matters, which prevent erasure. */
const unsettled = z.object({
  bookings: z
    .array(unsettledBooking)
    .meta({ description: 'Upcoming and current appointments, soonest first; the first twenty' }),
  booking_count: z.int(),
  open_deposits: z.int().meta({ description: 'Deposits being paid' }),
  pending_refunds: z.int().meta({ description: 'Refunds in progress' }),
  imports: z.int().meta({ description: 'Imports in progress that include them' }),
});

const count = (description: string) => z.int().meta({ description });

/** How long a practice must keep what medicines it gave, in years, see the Veterinary Medicines Regulations 2013. */
export const suppliesKeptYears = 5;

/** How long a practice must keep invoices and payments, in years: the usual period of tax law. */
export const recordsKeptYears = 6;

// These export or delete everything at once: for signed-in people only, never for an API key.
export const dataProtectionActions = defineActionsIn(null, {
  'practice_export/size': {
    kind: 'query',
    group,
    summary: 'The size of an export of the practice.',
    access: practiceAdmins,
    input: z.object({}),
    output: z.object({
      records: count('Rows of all tables'),
      files: z.int(),
      file_bytes: count('Total size of the files; the export is about as large'),
    }),
    errors: [],
    limit: [perCaller(60)],
  },
  practice_export: {
    kind: 'command',
    group,
    summary:
      'Exports all of the practice’s data as a ZIP: each table as CSV and as JSON lines, at one point in time, and all files. It is streamed: an interrupted download can’t be opened. Files that couldn’t be read are listed in `missing-files.csv`.',
    access: practiceAdmins,
    input: z.object({}),
    output: documentFile,
    errors: ['export_under_way', 'rate_limited'],
    returns: 'zip',
    stepUp: true,
    limit: [{ per: 'caller', points: 10, seconds: 3600 }],
    audit: { entity: 'practice' },
  },
  client_export: {
    kind: 'command',
    group,
    summary:
      'Exports a client’s data as a ZIP to give to them: the tables and files of a practice export, limited to this client.',
    access: practiceAdmins,
    input: z.object({ client_id: id }),
    output: documentFile,
    errors: ['not_found', 'client_erased', 'export_under_way', 'rate_limited'],
    returns: 'zip',
    stepUp: true,
    limit: [{ per: 'caller', points: 60, seconds: 3600 }],
    audit,
  },
  client_erasure_preview: {
    kind: 'query',
    group,
    summary: 'Previews erasing a client: what is removed, what stays, and what must be settled first.',
    access: practiceAdmins,
    input: z.object({ client_id: id }),
    output: z.object({
      removed: z.object({
        animals: z.int(),
        files: z.int(),
        file_bytes: z.int(),
        messages: z.int(),
        answers: count('Custom field answers'),
        weights: z.int(),
        entries: count('Entries of health records; those that are kept lose their text'),
      }),
      kept: z.object({
        bookings: count('Appointments, with day, service and price only'),
        invoices: count('As they were issued, with name and address'),
        payments: count('Lines of the ledger, including refunds'),
        paid: money.meta({ description: 'Total of those payments' }),
        supplies: count(
          'Vaccinations, treatments and prescriptions of the last five years: only product, batch, quantity and day',
        ),
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
      'Erases a client permanently: their details, animals, notes, messages, files and portal access. Appointments keep day, service and price; payments and issued invoices stay, and of medicines given in the last five years product, batch, quantity and day. Repeating it has no effect.',
    access: practiceAdmins,
    input: z.object({
      client_id: id,
      name: requiredText(200, 'Enter the client’s name.').meta({
        description: 'The client’s name, to confirm the erasure',
      }),
    }),
    output: z.object({
      success: z.literal(true),
      erased_files: z.int(),
      kept_supplies: count(
        'Vaccinations, treatments and prescriptions of the last five years, kept without text or name as the law on veterinary medicines demands',
      ),
    }),
    errors: ['not_found', 'client_not_settled'],
    invalidates: [...clientQueries, 'client_erasure_preview', 'files/by_entity', 'messages/failed'],
    limit: [perCaller(30)],
    stepUp: true,
    audit,
  },
});
