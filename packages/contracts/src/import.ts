import { z } from 'zod';
import { defineActionsIn, perCaller } from './action.ts';
import { animalQueries, clientQueries } from './booking-queries.ts';
import { formFlag, formInt, id, jsonValue, oneOf, requiredLines, text } from './form.ts';
import { importFieldNames, importLimits } from './import-fields.ts';
import type { Role } from './roles.ts';
import { maxSpeciesNameLength } from './species-name.ts';
import { documentFile, done, flag, instant, optionalText, recordId } from './wire.ts';

const adminOnly: readonly Role[] = ['admin'];

const importStatuses = [
  'uploaded',
  'checking',
  'checked',
  'running',
  'done',
  'cancelled',
  'undoing',
  'undone',
] as const;
const dateOrders = ['dmy', 'mdy', 'ymd'] as const;

const rows = (what: string) => z.int().meta({ description: `Rows ${what}` });
/** After a check: what an import would do. After an import: what it did. */
const importCounts = z.object({
  clients_created: z.int(),
  clients_existing: rows('whose client already exists'),
  clients_repeated: rows('whose client is in an earlier row'),
  clients_filled: z.int().meta({ description: 'Existing clients whose empty fields were filled in' }),
  animals_created: z.int(),
  animals_existing: rows('whose animal already exists'),
  animals_repeated: rows('whose animal is in an earlier row'),
  animals_filled: z.int(),
  vaccinations_created: z.int(),
  problem_rows: rows('skipped because of an error'),
  duplicate_rows: rows('that add nothing'),
  notice_rows: rows('to check: matched to a record of another name, or without their due date'),
  empty_rows: rows('that are empty'),
});

const importRecord = z.object({
  id: recordId,
  filename: z.string(),
  file_size: z.int().meta({ description: 'Bytes' }),
  status: z.enum(importStatuses),
  row_count: rows('of the file below its header'),
  rows_done: rows('checked or imported'),
  counts: importCounts,
  created_at: instant,
  created_by: optionalText,
  finished_at: instant.nullable(),
  expires_at: instant.meta({
    description: 'When the content is deleted and the import can no longer be undone',
  }),
  cleared: flag.meta({ description: "'1' once the content is deleted" }),
});

const field = z.enum(importFieldNames);

const importDetail = importRecord.extend({
  encoding: z.string(),
  separator: z.string(),
  has_header: flag,
  headers: z.array(z.string()).meta({ description: "The columns' names, in their order" }),
  columns: z
    .array(field.nullable())
    .meta({ description: 'The field each column is matched to; null for a skipped one' }),
  samples: z.array(z.array(z.string())).meta({ description: 'The first rows of the file' }),
  date_order: z.enum(dateOrders),
  species_id: recordId.nullable().meta({ description: 'The default species for animals without one' }),
  fills: flag,
  unknown_species: z.array(
    z.object({
      name: z.string(),
      rows: z.int(),
      species_id: recordId
        .nullable()
        .meta({ description: 'The matching species, suggested or chosen; null for a new one' }),
    }),
  ),
  kept_count: z.int().meta({ description: 'Records that were kept when undoing' }),
  kept: z
    .array(
      z.object({
        kind: z.enum(['client', 'animal']),
        id: recordId,
        name: z.string(),
        reason: z.enum([
          'changed',
          'appointment',
          'file',
          'weight',
          'message',
          'portal',
          'animal',
          'deposit',
          'waitlist',
          'care',
          'record',
        ]),
      }),
    )
    .meta({ description: 'The first hundred of them, and why' }),
});

const importFinding = z.object({
  line: z.int().meta({ description: 'Row of the file as a spreadsheet counts it, from 1' }),
  findings: z.array(
    z.object({
      column: optionalText,
      value: z.string(),
      message: z.string().meta({ description: 'What is wrong and what to do' }),
    }),
  ),
});

const importQueries = ['imports', 'import', 'import/findings'] as const;
const audit = { entity: 'import', id: 'import_id' } as const;
const of = { import_id: id };
const findingKind = oneOf(['problem', 'duplicate', 'notice']);

// An import reaches clients, animals and species at once, and undoing it deletes: not for API keys.
export const importActions = defineActionsIn(null, {
  imports: {
    kind: 'query',
    group: 'Import',
    summary: "The practice's imports of clients and animals, newest first, the last hundred of them.",
    access: adminOnly,
    input: z.object({}),
    output: z.array(importRecord),
    errors: [],
  },
  import: {
    kind: 'query',
    group: 'Import',
    summary: 'One import: its columns, progress and results.',
    access: adminOnly,
    input: z.object(of),
    output: importDetail,
    errors: ['not_found'],
  },
  'import/findings': {
    kind: 'query',
    group: 'Import',
    summary:
      'Rows of the file: skipped ones with the error (`problem`) or the existing record (`duplicate`), and imported ones with something to check (`notice`). `limit` and `cursor` (the last line) page through them.',
    access: adminOnly,
    input: z.object({
      ...of,
      kind: findingKind.default('problem'),
      limit: formInt(1, 200).default(50),
      cursor: text(20).optional().meta({ description: 'next_cursor: the last line of the previous page' }),
    }),
    output: z.array(importFinding),
    errors: ['not_found'],
  },
  'import/problem_rows': {
    kind: 'query',
    group: 'Import',
    summary: 'The rows with errors as CSV, with the error in a column, to fix and import again.',
    access: adminOnly,
    input: z.object(of),
    output: documentFile,
    errors: ['not_found', 'rate_limited'],
    returns: 'csv',
    limit: [perCaller(30)],
  },
  'import/template': {
    kind: 'query',
    group: 'Import',
    summary: 'A template CSV with all supported columns and two example rows.',
    access: adminOnly,
    input: z.object({}),
    output: documentFile,
    errors: [],
    returns: 'csv',
  },
  'import/upload': {
    kind: 'command',
    group: 'Import',
    summary: `Takes a CSV of clients, animals or both, at most 10 MB and ${importLimits.rows} rows; encoding, separator, header and columns are detected. Nothing is imported yet.`,
    access: adminOnly,
    input: z.object({
      filename: requiredLines(1000, 'Enter the file name.'),
      file_data: z
        .custom<Uint8Array>((value) => value instanceof Uint8Array, 'Choose a file.')
        .meta({
          type: 'string',
          format: 'byte',
          description: 'base64; or send the part `file` of a multipart form',
        }),
    }),
    output: z.object({ import_id: recordId }),
    errors: ['file_too_large', 'file_type_not_supported', 'storage_full'],
    accepts: 'file',
    invalidates: importQueries,
    paid: true,
    audit,
    limit: [{ per: 'address', points: 60, seconds: 60 }, perCaller(30)],
    idempotent: true,
  },
  'import/check': {
    kind: 'command',
    group: 'Import',
    summary:
      'Matches the columns and checks every row without changing any record. Can be repeated until the import runs.',
    access: adminOnly,
    input: z.object({
      ...of,
      columns: jsonValue(z.array(field.nullable()).min(1).max(importLimits.columns)).meta({
        description: 'A field for each column, in order; null skips one',
      }),
      has_header: formFlag.default(true),
      date_order: oneOf(dateOrders).optional().meta({
        description: 'How to read 1/2/2020; the practice’s locale decides when omitted',
      }),
      species_id: id.nullish().meta({ description: 'The default species for animals without one' }),
    }),
    output: done,
    errors: ['not_found', 'import_moved_on'],
    invalidates: importQueries,
    paid: true,
    audit,
  },
  'import/run': {
    kind: 'command',
    group: 'Import',
    summary:
      'Imports the checked rows in the background. Existing records stay as they are, or only their empty fields are filled in.',
    access: adminOnly,
    input: z.object({
      ...of,
      duplicates: oneOf(['skip', 'fill']).default('skip'),
      species: jsonValue(
        z
          .array(z.object({ name: requiredLines(maxSpeciesNameLength), species_id: id.nullable() }))
          .max(importLimits.unknownSpecies),
      )
        .default([])
        .meta({
          description:
            'For species the practice doesn’t have: the matching one of its own, or null to add it. Omitted ones are added',
        }),
    }),
    output: done,
    errors: ['not_found', 'import_moved_on'],
    invalidates: [...importQueries, 'animal_species'],
    paid: true,
    audit,
  },
  'import/cancel': {
    kind: 'command',
    group: 'Import',
    summary: 'Stops a check or an import. Rows already imported stay, and can be undone.',
    access: adminOnly,
    input: z.object(of),
    output: done,
    errors: ['not_found', 'import_moved_on'],
    invalidates: [...importQueries, ...clientQueries, ...animalQueries],
    audit,
  },
  'import/undo': {
    kind: 'command',
    group: 'Import',
    summary:
      'Undoes an import in the background. Clients and animals that have been changed since, or that have appointments, files or messages, stay.',
    access: adminOnly,
    input: z.object(of),
    output: done,
    errors: ['not_found', 'import_moved_on'],
    invalidates: [...importQueries, ...clientQueries, ...animalQueries],
    audit,
  },
});

export type ImportRecord = z.output<typeof importRecord>;
export type ImportDetail = z.output<typeof importDetail>;
export type ImportCounts = z.output<typeof importCounts>;
export type ImportFinding = z.output<typeof importFinding>;
export type ImportStatus = ImportRecord['status'];
export type DateOrder = ImportDetail['date_order'];
