import { dayMs } from '@burrow/contracts/calendar-day';
import type { ParsedInputOf } from '@burrow/contracts/actions';
import type { ImportStatus } from '@burrow/contracts/import';
import { importFields, importLimits, isJoinedField, type ImportField } from '@burrow/contracts/import-fields';
import type { Ctx } from '../../context/context.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { mustHaveRoom, plainFilename } from '../file/public.ts';
import { listSpecies, addSpeciesNamed } from '../species/public.ts';
import { dateOrderOf } from './cell-values.ts';
import { fieldsByHeading, looksLikeHeader } from './column-names.ts';
import { isEmptyRecord, recordsOf, separatorOf } from './csv-records.ts';
import { forgetFindings, insertImport, lockImport, updateImport, type ImportRow } from './repository.ts';
import { textOfFile } from './text-of-file.ts';

/** How long the content is kept after a step of an import. */
export const keptUntil = (now: Date): Date => new Date(now.getTime() + 30 * dayMs);
/** How many records the screen shows while columns are chosen. */
const shownRecords = 6;
/** The maximum length of a shown cell. */
const shownLength = 200;

/** A parsed file. */
export interface ReadyImport {
  text: Buffer;
  encoding: string;
  separator: string;
  hasHeader: boolean;
  firstRecords: string[][];
  recordCount: number;
}

/**
 * Parses a file before anything is stored: encoding, separator, header, and whether every row can be read.
 * @throws AppError `file_type_not_supported`, `invalid_input` for the field `file_data`
 */
export async function readUpload(bytes: Uint8Array): Promise<ReadyImport> {
  const { text, encoding } = textOfFile(bytes);
  const separator = separatorOf(text);
  const firstRecords: string[][] = [];
  let recordCount = 0;
  let filled = 0;
  for await (const record of recordsOf(text, separator)) {
    recordCount += 1;
    if (!isEmptyRecord(record)) filled += 1;
    // There may be empty rows above the header; they are not shown.
    if (firstRecords.length < shownRecords && filled > 0) {
      firstRecords.push(record.map((cell) => cell.trim().slice(0, shownLength).toWellFormed()));
    }
    if (filled > importLimits.rows + 1) {
      throw invalidField('file_data', `Import at most ${importLimits.rows} rows at a time.`);
    }
  }
  const [first] = firstRecords;
  if (!first) throw invalidField('file_data', 'This file is empty.');
  const hasHeader = looksLikeHeader(first);
  if (filled === 1 && hasHeader) throw invalidField('file_data', 'This file has a header but no rows.');
  return { text: Buffer.from(text), encoding, separator, hasHeader, firstRecords, recordCount };
}

/** Stores a parsed file, with the most likely field of each column. @throws AppError `storage_full` */
export async function createImport(
  ctx: Ctx,
  input: ParsedInputOf<'import/upload'>,
  ready: ReadyImport,
): Promise<number> {
  const { tx, tenantId, now, session } = ctx;
  const [first = []] = ready.firstRecords;
  const width = Math.max(...ready.firstRecords.map(({ length }) => length));
  const fields = ready.hasHeader ? fieldsByHeading(first) : [];
  const filename = plainFilename(input.filename);
  const id = await insertImport(
    tx,
    tenantId,
    {
      filename,
      file_size: input.file_data.length,
      encoding: ready.encoding,
      separator: ready.separator,
      has_header: ready.hasHeader,
      columns: Array.from({ length: width }, (_, index) => fields[index] ?? null),
      first_records: ready.firstRecords,
      record_count: ready.recordCount,
      date_order: dateOrderOf(session.locale),
      created_by_user_id: session.userId,
      created_at: now,
      expires_at: keptUntil(now),
    },
    ready.text,
  );
  await mustHaveRoom(ctx, tx, tenantId);
  ctx.auditDetails({ filename });
  return id;
}

/**
 * Stores the field of each column, and enqueues the check of every row.
 * @throws AppError `not_found` (import, species), `import_moved_on`, `invalid_input` for an impossible choice of columns
 */
export async function beginCheck(ctx: Ctx, input: ParsedInputOf<'import/check'>): Promise<void> {
  const { tx, tenantId } = ctx;
  const found = await importAt(ctx, input.import_id, ['uploaded', 'checked']);
  checkColumns(input.columns, found.columns.length);
  const species = input.species_id ?? null;
  if (species !== null) await mustOffer(ctx, [species]);
  await forgetFindings(tx, tenantId, found.id);
  await updateImport(tx, tenantId, found.id, {
    status: 'checking',
    step: found.step + 1,
    columns: input.columns,
    has_header: input.has_header,
    ...(input.date_order && { date_order: input.date_order }),
    default_species_id: species,
    position: 0,
    counts: {},
    unknown_species: [],
    expires_at: keptUntil(ctx.now),
  });
  await enqueueImport(ctx, found.id);
}

function checkColumns(columns: readonly (ImportField | null)[], width: number): void {
  if (columns.length !== width) {
    throw invalidField('columns', `This file has ${width} columns: match every one of them.`);
  }
  const chosen = columns.filter((field) => field !== null);
  const twice = chosen.find((field, index) => !isJoinedField(field) && chosen.indexOf(field) !== index);
  if (twice) {
    const { label, of } = importFields[twice];
    throw invalidField('columns', `Two columns are matched to the ${of}’s “${label}”. Choose one.`);
  }
  const tellsWho: readonly ImportField[] = [
    'client_name',
    'client_first_name',
    'client_last_name',
    'client_phone',
    'client_email',
  ];
  if (!tellsWho.some((field) => chosen.includes(field))) {
    throw invalidField('columns', 'Choose which column has the client’s name, phone or email.');
  }
  if (chosen.includes('animal_vaccine') !== chosen.includes('animal_vaccinated_on')) {
    throw invalidField(
      'columns',
      'Choose which columns have the vaccine and the day it was given, or neither.',
    );
  }
  const hasAnimals = chosen.some((field) => importFields[field].of === 'animal');
  if (hasAnimals && !chosen.includes('animal_name')) {
    throw invalidField('columns', 'Choose which column has the animal’s name.');
  }
}

/** The first other phone becomes the phone of a client without one. */
const contacts: ReadonlySet<ImportField | null> = new Set([
  'client_phone',
  'client_other_phone',
  'client_email',
]);

/**
 * Enqueues the import of the checked rows. New species of the file are added now.
 * @throws AppError `not_found` (import, species), `import_moved_on`; `forbidden` for phone numbers and emails during support
 * access, which could sign up for the portal afterwards
 */
export async function beginRun(ctx: Ctx, input: ParsedInputOf<'import/run'>): Promise<void> {
  const { tx, tenantId, now } = ctx;
  const found = await importAt(ctx, input.import_id, ['checked']);
  if (ctx.session.supportUntil !== null && found.columns.some((column) => contacts.has(column))) {
    throw new AppError('forbidden', {
      message:
        'Phone numbers and emails can’t be imported during support access. Ask an admin of the practice to start this import.',
    });
  }
  const chosen = new Map(input.species.map(({ name, species_id }) => [name.toLowerCase(), species_id]));
  await mustOffer(
    ctx,
    [...new Set(chosen.values())].filter((id) => id !== null),
  );
  const choices = found.unknown_species.map((one) => ({
    ...one,
    species_id: chosen.get(one.name.toLowerCase()) ?? null,
  }));
  const added = choices.filter(({ species_id }) => species_id === null).map(({ name }) => name);
  await addSpeciesNamed(ctx, added);
  await forgetFindings(tx, tenantId, found.id);
  await updateImport(tx, tenantId, found.id, {
    status: 'running',
    step: found.step + 1,
    position: 0,
    counts: {},
    unknown_species: choices,
    fills: input.duplicates === 'fill',
    expires_at: keptUntil(now),
  });
  ctx.auditDetails({ duplicates: input.duplicates, species_added: added });
  await enqueueImport(ctx, found.id);
}

/** Stops a check or an import in progress. @throws AppError `not_found`, `import_moved_on` */
export async function cancelImport(ctx: Ctx, importId: number): Promise<void> {
  const { tx, tenantId, now } = ctx;
  // The worker locks the row for the duration of a batch, and stops before the next.
  const found = await importAt(ctx, importId, ['checking', 'running']);
  const isCheck = found.status === 'checking';
  if (isCheck) await forgetFindings(tx, tenantId, found.id);
  await updateImport(tx, tenantId, found.id, {
    step: found.step + 1,
    ...(isCheck
      ? { status: 'uploaded', position: 0, counts: {} }
      : { status: 'cancelled', finished_at: now }),
  });
}

/** Enqueues undoing an import. @throws AppError `not_found`, `import_moved_on` */
export async function beginUndo(ctx: Ctx, importId: number): Promise<void> {
  const found = await importAt(ctx, importId, ['done', 'cancelled']);
  if (found.cleared_at !== null || new Date(found.expires_at) <= ctx.now)
    throw new AppError('import_moved_on', { message: tooLate });
  await updateImport(ctx.tx, ctx.tenantId, found.id, {
    status: 'undoing',
    step: found.step + 1,
    expires_at: keptUntil(ctx.now),
  });
  await enqueueImport(ctx, found.id);
}

const tooLate = 'This import is too old to undo.';

async function importAt(
  { tx, tenantId }: Ctx,
  importId: number,
  statuses: readonly ImportStatus[],
): Promise<ImportRow> {
  const found = await lockImport(tx, tenantId, importId);
  if (!found) throw new AppError('not_found', { message: 'Import not found' });
  // Without its content nothing can be checked or imported.
  const isGone = found.cleared_at !== null && (found.status === 'uploaded' || found.status === 'checked');
  if (isGone || !statuses.includes(found.status)) throw new AppError('import_moved_on');
  return found;
}

async function mustOffer(ctx: Ctx, speciesIds: readonly number[]): Promise<void> {
  if (speciesIds.length === 0) return;
  const offered = new Set(
    (await listSpecies(ctx)).filter(({ active }) => active === '1').map(({ id }) => id),
  );
  if (!speciesIds.every((id) => offered.has(id))) {
    throw new AppError('not_found', { message: 'Species not found' });
  }
}

/** One job for all steps of an import: its status determines the step. */
export const enqueueImport = (
  { deps, tx, tenantId }: Pick<Ctx, 'deps' | 'tx' | 'tenantId'>,
  importId: number,
): Promise<void> =>
  deps.jobs.enqueue(tx, 'import', { tenantId, importId }, { key: `${tenantId}:${importId}` });
