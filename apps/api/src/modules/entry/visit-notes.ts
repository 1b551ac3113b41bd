import { randomUUID } from 'node:crypto';
import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx } from '../../context/context.ts';
import { AppError } from '../../lib/app-error.ts';
import { needScope } from '../../lib/key-scopes.ts';
import { contentOf, type EntryContent } from './content.ts';
import {
  bookingOfEntry,
  deleteVisitWeight,
  insertVisitWeight,
  isVisitWeight,
  lockEntryByKey,
  lockNotesOfVisit,
  lockVisitNotes,
  writeEntry,
  writeVisitWeight,
  type LockedEntry,
} from './repository.ts';
import {
  addEntry,
  checkChangeable,
  dayOf,
  fieldsSent,
  givenOnAt,
  isOwnOrAdmin,
  noteCorrection,
  saysTheSame,
} from './service.ts';

type Input = ParsedInputOf<'visit_notes_save'>;
type Saved = OutputOf<'visit_notes_save'>['entries'][number];
type SentEntry = Input['entries'][number];

interface Visit {
  bookingId: number;
  animalId: number;
  day: string;
  /** The day of vaccinations and treatments that are begun. */
  givenOn: string;
}

/**
 * Saves the notes of an appointment: new entries are begun, known ones replaced, and the weight is that of the visit; null
 * deletes it.
 * @throws AppError `not_found`, `booking_closed`, `entry_locked`, `not_author`, `client_erased`, `invalid_input`,
 * `conflict` when a newer version of an entry is stored, or when it was discarded
 */
export async function saveVisitNotes(
  ctx: Ctx,
  { booking_id: bookingId, entries, weight }: Input,
): Promise<OutputOf<'visit_notes_save'>> {
  if (weight !== undefined) needScope(ctx, 'animals:write');
  await lockVisitNotes(ctx, bookingId);
  const booking = await bookingOfEntry(ctx, bookingId);
  if (!booking) throw new AppError('not_found', { message: 'Appointment not found.' });
  if (booking.status === 'cancelled') throw new AppError('booking_closed');
  const today = dayOf(ctx, ctx.now);
  const day = booking.booking_date < today ? booking.booking_date : today;
  const visit = { bookingId, animalId: booking.animal_id, day, givenOn: givenOnAt(ctx, booking) };
  const saved: Saved[] = [];
  for (const entry of entries) saved.push(await saveEntry(ctx, visit, entry));
  const weight_id = weight === undefined ? null : await saveWeight(ctx, visit, weight);
  const isDeleted = weight === null && weight_id === null;
  ctx.auditDetails({
    animal_id: booking.animal_id,
    entries: saved.length,
    ...(isDeleted ? { weight: 'deleted' } : {}),
  });
  return { entries: saved, weight_id };
}

async function saveEntry(ctx: Ctx, visit: Visit, sent: SentEntry): Promise<Saved> {
  const { client_key, version, ...fields } = sent;
  const known = await lockEntryByKey(ctx, client_key);
  if (known) return { client_key, ...(await replaceEntry(ctx, visit, known, sent)) };
  // It was discarded on another screen.
  if (version !== undefined) throw new AppError('conflict');
  const when = fields.kind === 'note' ? {} : { date: visit.givenOn };
  const entry = { ...fields, ...when, client_key, animal_id: visit.animalId, booking_id: visit.bookingId };
  return { client_key, ...(await addEntry(ctx, entry)) };
}

/** Writes what was sent, unless the entry says so already: then a save was repeated. */
async function replaceEntry(
  ctx: Ctx,
  visit: Visit,
  known: LockedEntry,
  { client_key: _key, version, ...sent }: SentEntry,
): Promise<Omit<Saved, 'client_key'>> {
  if (known.booking_id !== visit.bookingId || known.kind !== sent.kind) throw new AppError('conflict');
  const at = new Date(known.at);
  const fields = fieldsSent({ ...sent, animal_id: visit.animalId });
  const content: EntryContent = await contentOf(ctx, known.kind, fields, dayOf(ctx, at));
  const shared = sent.shared ?? known.shared;
  const { next_due_on } = content;
  if (saysTheSame(known, content) && shared === known.shared) {
    return { entry_id: known.id, version: known.version, next_due_on };
  }
  checkChangeable(ctx, known);
  if (version !== known.version) throw new AppError('conflict');
  const written = await writeEntry(ctx, known.id, { at, shared }, content);
  await noteCorrection(ctx, known, at, content);
  return { entry_id: known.id, version: written, next_due_on };
}

/**
 * The weight belongs to a note of the visit, so that saving it again replaces it, and null deletes it, also on a
 * colleague's note. That of a locked note stays; a later one belongs to another note, which the caller may change.
 * @returns the id of the weight that was saved, or that stays although it was to be deleted
 */
async function saveWeight(ctx: Ctx, visit: Visit, grams: number | null): Promise<number | null> {
  const notes = await lockNotesOfVisit(ctx, visit.bookingId);
  const [{ weight_id: weightId, is_locked: isLocked } = { weight_id: null, is_locked: false }] = notes;
  if (grams === null) {
    if (weightId === null || isLocked) return weightId;
    await deleteVisitWeight(ctx, weightId);
    return null;
  }
  if (weightId !== null && (!isLocked || (await isVisitWeight(ctx, weightId, grams)))) {
    await writeVisitWeight(ctx, weightId, grams);
    return weightId;
  }
  const note = notes.find((one) => !one.is_locked && isOwnOrAdmin(ctx, one)) ?? (await emptyNote(ctx, visit));
  return insertVisitWeight(ctx, note, visit.day, grams);
}

/** A visit at which an animal was only weighed, or whose notes the caller may not change. */
async function emptyNote(
  ctx: Ctx,
  { animalId, bookingId }: Visit,
): Promise<{ id: number; animal_id: number }> {
  const { entry_id: id } = await addEntry(ctx, {
    animal_id: animalId,
    booking_id: bookingId,
    kind: 'note',
    client_key: randomUUID(),
  });
  return { id, animal_id: animalId };
}
