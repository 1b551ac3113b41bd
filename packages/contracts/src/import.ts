import { z } from 'zod';
import { defineActionsIn, perCaller } from './action.ts';
import { animalQueries, clientQueries } from './booking-queries.ts';
import { formFlag, formInt, id, jsonValue, oneOf, requiredLines, text } from './form.ts';
import { importFieldNames, importLimits } from './import-fields.ts';
import type { Role } from './roles.ts';
import { longestSpeciesName } from './species-name.ts';
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
/** Of a check: what an import would do. Of an import: what it has done. */
const importCounts = z.object({
  clients_created: z.int(),
  clients_existing: rows('whose client the practice had already'),
  clients_repeated: rows('whose client came in an earlier row'),
  clients_filled: z.int().meta({ description: 'Existing clients of whom empty fields were filled in' }),
  animals_created: z.int(),
  animals_existing: rows('whose animal the practice had already'),
  animals_repeated: rows('whose animal came in an earlier row'),
  animals_filled: z.int(),
  problem_rows: rows('that are left out because something in them is wrong'),
  duplicate_rows: rows('of which everything is there already'),
  empty_rows: rows('without anything in them'),
});

const importRecord = z.object({
  id: recordId,
  filename: z.string(),
  file_size: z.int().meta({ description: 'Bytes' }),
  status: z.enum(importStatuses),
  row_count: rows('of the file below its header'),
  rows_done: rows('that were checked, or imported'),
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
  columns: z.array(field.nullable()).meta({ description: 'What each column is; null for one left out' }),
  samples: z.array(z.array(z.string())).meta({ description: 'The first rows as they stand' }),
  date_order: z.enum(dateOrders),
  species_id: recordId
    .nullable()
    .meta({ description: 'The species of animals for which the file names none' }),
  fills: flag,
  unknown_species: z.array(
    z.object({
      name: z.string(),
      rows: z.int(),
      species_id: recordId
        .nullable()
        .meta({ description: 'The species that is meant, as suggested or chosen; null for a new one' }),
    }),
  ),
  kept_count: z.int().meta({ description: 'Records that undoing has left' }),
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
      message: z.string().meta({ description: 'What is wrong and what to do, for a person' }),
    }),
  ),
});

const importQueries = ['imports', 'import', 'import/findings'] as const;
const audit = { entity: 'import', id: 'import_id' } as const;
const of = { import_id: id };
const findingKind = oneOf(['problem', 'duplicate']);

// It reaches over clients, animals and species at once, and undoing deletes: nothing for a key of a program.
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
    summary: 'One import: its columns, how far it has come, and what it did.',
    access: adminOnly,
    input: z.object(of),
    output: importDetail,
    errors: ['not_found'],
  },
  'import/findings': {
    kind: 'query',
    group: 'Import',
    summary:
      'Rows of the file that are left out: what is wrong with each, or why it is there already. `limit` and `cursor` (the last line) page through them.',
    access: adminOnly,
    input: z.object({
      ...of,
      kind: findingKind.default('problem'),
      limit: formInt(1, 200).default(50),
      cursor: text(20).optional().meta({ description: 'next_cursor: the last line of the page before' }),
    }),
    output: z.array(importFinding),
    errors: ['not_found'],
  },
  'import/problem_rows': {
    kind: 'query',
    group: 'Import',
    summary:
      'The rows with something wrong as CSV, as they stand in the file and with what is wrong, so that they can be mended and imported again.',
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
    summary:
      'A CSV with the names of all columns that are understood and two rows to show how they are filled.',
    access: adminOnly,
    input: z.object({}),
    output: documentFile,
    errors: [],
    returns: 'csv',
  },
  'import/upload': {
    kind: 'command',
    group: 'Import',
    summary: `Takes a CSV of clients, animals or both, at most 10 MB and ${importLimits.rows} rows; encoding, separator, header and columns are found out. Nothing is imported yet.`,
    access: adminOnly,
    input: z.object({
      filename: requiredLines(1000, 'Please give the name of the file.'),
      file_data: z
        .custom<Uint8Array>((value) => value instanceof Uint8Array, 'Please choose a file.')
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
      'Says what each column is and has every row looked at; no client and no animal is changed. Can be done again with other columns until the import runs.',
    access: adminOnly,
    input: z.object({
      ...of,
      columns: jsonValue(z.array(field.nullable()).min(1).max(importLimits.columns)).meta({
        description: 'A field for each column, in their order; null leaves one out',
      }),
      has_header: formFlag.default(true),
      date_order: oneOf(dateOrders).optional().meta({
        description: "How 1/2/2020 is meant; as the practice's locale writes it unless given",
      }),
      species_id: id.nullish().meta({ description: 'The species of animals for which the file names none' }),
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
      'Imports what was checked, in the background. Who is there already is left as they are, or only what is empty of them is filled in.',
    access: adminOnly,
    input: z.object({
      ...of,
      duplicates: oneOf(['skip', 'fill']).default('skip'),
      species: jsonValue(
        z
          .array(z.object({ name: requiredLines(longestSpeciesName), species_id: id.nullable() }))
          .max(importLimits.unknownSpecies),
      )
        .default([])
        .meta({
          description:
            'For species that the practice does not have: which of its own is meant, or null to add it. One that is not named is added',
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
    summary:
      'Stops a check or an import that is under way. What was imported until then stays, and can be undone.',
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
      'Takes back, in the background, what an import has made. Clients and animals that somebody has changed since, or that have appointments, files or messages, stay.',
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
