import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import { addDays } from '@burrow/contracts/calendar-day';
import type { Ctx, OutsideContext } from '../../context/context.ts';
import { AppError } from '../../lib/app-error.ts';
import { dayBegins, localMoment } from '../../lib/clock.ts';
import type { PrintedEntry, PrintedRecord } from '../../lib/ports/health-documents.ts';
import { chosenEntries, documentHead, prescriptionById, vaccinationsOf } from './documents-read-model.ts';
import type { EntryRow } from './read-model.ts';

type Document = OutputOf<'record_pdf'>;

/** How many entries a document has at most. */
const maxPrinted = 1000;

/** What is drawn after the transaction. */
export interface RecordToPrint {
  record: PrintedRecord;
  logo: Buffer | null;
  filename: string;
}

/**
 * The chosen entries of a record. Those that are struck through are printed as such, except in a referral.
 * @throws AppError `not_found` (animal, entries), `record_too_long`
 */
export async function recordToPrint(ctx: Ctx, input: ParsedInputOf<'record_pdf'>): Promise<RecordToPrint> {
  const { session } = ctx;
  const { animal_id: animalId, from, to, entry_ids: ids = null, refer_to: referTo, reason } = input;
  const { content, logo } = await documentHead(ctx, animalId, null);
  const choice = {
    ids,
    from: ids !== null || from === undefined ? null : dayBegins(from, session.timeZone),
    before: ids !== null || to === undefined ? null : dayBegins(addDays(to, 1), session.timeZone),
  };
  const rows = await chosenEntries(ctx, animalId, choice, maxPrinted + 1);
  if (rows.length > maxPrinted) throw new AppError('record_too_long');
  if (ids !== null && rows.length < ids.length) {
    throw new AppError('not_found', { message: 'Entry not found.' });
  }
  const isReferral = referTo !== undefined || reason !== undefined;
  const shown = isReferral ? rows.filter(({ struck_at }) => struck_at === null) : rows;
  ctx.auditDetails({ entries: shown.length, referral: isReferral });
  const record = {
    ...content,
    range: from === undefined && to === undefined ? null : { from: from ?? null, to: to ?? null },
    referral: isReferral ? { to: referTo ?? null, reason: reason ?? null, by: session.name } : null,
    entries: shown.map((row) => printedEntry(row, session.timeZone)),
  };
  const filename = `${isReferral ? 'referral' : 'record'}-${animalId}.pdf`;
  return { record, logo, filename };
}

/** Draws a record. */
export const printRecord = async (
  { deps }: OutsideContext,
  { record, logo, filename }: RecordToPrint,
): Promise<Document> => ({ filename, content: await deps.documents.record(record, logo) });

const kindNames = {
  note: 'Note',
  vaccination: 'Vaccination',
  treatment: 'Treatment',
  prescription: 'Prescription',
} as const;

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const amountOf = ({ quantity, unit }: EntryRow): string | null =>
  quantity && [quantity, unit].filter(Boolean).join(' ');

function printedEntry(row: EntryRow, timeZone: string): PrintedEntry {
  const dayOf = (instant: string): string => localMoment(new Date(instant), timeZone).date;
  const named = row.kind === 'note' ? text(row.data['title']) : row.product;
  return {
    date: dayOf(row.at),
    heading: named ? `${kindNames[row.kind]}: ${named}` : kindNames[row.kind],
    details: detailsOf(row),
    text: row.body,
    author: row.author,
    struck: row.struck_reason,
    addenda: (row.addenda ?? []).map(({ at, author, body }) => ({ date: dayOf(at), author, text: body })),
  };
}

const ofDays = new Set(['Expiry', 'Valid until', 'Next due']);

/** What is known beside the text, each with its label. */
function detailsOf(row: EntryRow): PrintedEntry['details'] {
  const { data } = row;
  const temperature = text(data['temperature']);
  const facts: [string, string | null][] = [
    ['Temperature', temperature && `${temperature} °C`],
    ['Weight', row.weight && `${row.weight} kg`],
    ['Manufacturer', text(data['manufacturer'])],
    ['Strength', text(data['strength'])],
    ['Form', text(data['form'])],
    ['Batch', row.batch],
    ['Expiry', text(data['expiry'])],
    ['Quantity', amountOf(row)],
    ['Site', text(data['site'])],
    ['Route', text(data['route'])],
    ['Directions', text(data['directions'])],
    ['Valid until', text(data['valid_until'])],
    ['Withdrawal period', text(data['withdrawal'])],
    ['Next due', row.next_due_on],
  ];
  return facts.flatMap(([label, value]) => (value ? [{ label, value, isDay: ofDays.has(label) }] : []));
}

export interface PrescriptionDocument extends Document {
  animalId: number;
}

/**
 * A prescription to sign, for the owner of the time when it was written. A client's is one of their own time with the animal.
 * @throws AppError `not_found`, `entry_struck`
 */
export async function prescriptionDocument(
  ctx: Ctx,
  entryId: number,
  ownerId: number | null = null,
): Promise<PrescriptionDocument> {
  const row = await prescriptionById(ctx, entryId, ownerId);
  if (row.struck_at !== null) {
    // A client never sees what was struck through.
    throw new AppError(ownerId === null ? 'entry_struck' : 'not_found');
  }
  const { content, logo } = await documentHead(ctx, row.animal_id, ownerId, row.client_id);
  const { data } = row;
  const date = localMoment(new Date(row.at), ctx.session.timeZone).date;
  const printed = {
    ...content,
    reference: `#${row.id}`,
    date,
    prescriber: { name: row.author ?? content.practice.name, qualification: text(data['qualification']) },
    product: row.product ?? '',
    strength: text(data['strength']),
    form: text(data['form']),
    quantity: amountOf(row) ?? '',
    directions: text(data['directions']) ?? '',
    repeats: Number(data['repeats'] ?? 0),
    isControlled: data['is_controlled'] === true,
    validUntil: text(data['valid_until']) ?? date,
    withdrawal: text(data['withdrawal']),
    // The practice's own, unless it is shared.
    remark: ownerId === null || row.shared ? row.body : '',
  };
  return {
    animalId: row.animal_id,
    filename: `prescription-${row.id}.pdf`,
    content: await ctx.deps.documents.prescription(printed, logo),
  };
}

/** The vaccinations of an animal. A client's are those of their own time with it. @throws AppError `not_found` */
export async function certificateDocument(
  ctx: Ctx,
  animalId: number,
  ownerId: number | null = null,
): Promise<Document> {
  const { content, logo } = await documentHead(ctx, animalId, ownerId);
  const rows = await vaccinationsOf(ctx, animalId, ownerId);
  const vaccinations = rows.map((row) => ({
    date: localMoment(new Date(row.at), ctx.session.timeZone).date,
    product: row.product ?? '',
    manufacturer: text(row.data['manufacturer']),
    batch: row.batch,
    expiry: text(row.data['expiry']),
    site: text(row.data['site']),
    author: row.author,
    nextDueOn: row.next_due_on,
  }));
  const printed = { ...content, vaccinations };
  return {
    filename: `vaccinations-${animalId}.pdf`,
    content: await ctx.deps.documents.vaccinations(printed, logo),
  };
}
