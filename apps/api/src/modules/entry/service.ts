import { isDeepStrictEqual } from 'node:util';
import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { EntryKind } from '@burrow/contracts/entry-fields';
import type { Ctx, WorkContext } from '../../context/context.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { instantOf, localMoment } from '../../lib/clock.ts';
import { recordGiven, revertGiven, withdrawNextDue } from '../care/public.ts';
import { noteBatchGiven } from '../medicine/public.ts';
import { contentOf, fieldsOf, type EntryContent, type SentFields } from './content.ts';
import {
  bookingOfEntry,
  insertEntry,
  lockEntry,
  lockEntryByKey,
  ownerForEntry,
  writeEntry,
  type LockedEntry,
} from './repository.ts';

type Written = OutputOf<'entry_add'>;

/** A new entry, as it was sent. */
export interface EntryToAdd extends SentFields {
  animal_id: number;
  booking_id?: number | null | undefined;
  kind: EntryKind;
  date?: string | undefined;
  time?: string | undefined;
  shared?: boolean | undefined;
  client_key?: string | undefined;
}

/** The fields of an entry without what is said beside them. */
export function fieldsSent(sent: EntryToAdd): SentFields {
  const {
    animal_id: _a,
    booking_id: _b,
    kind: _k,
    date: _d,
    time: _t,
    shared: _s,
    client_key: _c,
    ...fields
  } = sent;
  return fields;
}

/**
 * Begins an entry, which is the client's of its appointment, or else the owner's at the time. With the key of one that says the same, that is the answer.
 * @throws AppError `not_found` (animal, its appointment, medicine), `client_erased`, `invalid_input`, `conflict` when
 * another entry has the key
 */
export async function addEntry(ctx: Ctx, sent: EntryToAdd): Promise<Written> {
  const { kind, animal_id: animalId, booking_id: bookingId = null, client_key: key = null } = sent;
  const at = happenedAt(ctx, sent);
  const owner = await ownerForEntry(ctx, animalId, at);
  if (!owner) throw missing('animal_id', 'Animal not found');
  if (owner.is_erased) throw new AppError('client_erased');
  const booking = bookingId === null ? null : await bookingOfEntry(ctx, bookingId);
  if (booking !== null && booking?.animal_id !== animalId) {
    throw missing('booking_id', 'Appointment not found.');
  }
  const content = await contentOf(ctx, kind, fieldsSent(sent), dayOf(ctx, at));
  const entry = {
    animal_id: animalId,
    booking_id: bookingId,
    client_id: booking?.client_id ?? owner.client_id,
    user_id: ctx.session.userId,
    kind,
    at,
    client_key: key,
    shared: sent.shared ?? false,
  };
  ctx.auditDetails({ kind, animal_id: animalId });
  const inserted = await insertEntry(ctx, entry, content);
  if (!inserted) return begunBefore(ctx, entry, content);
  await noteGiven(ctx, { kind, animal_id: animalId, at }, content);
  return { entry_id: inserted.id, version: inserted.version, next_due_on: content.next_due_on };
}

/** The entry that has the key of a new one, if it is the same one, sent twice. */
async function begunBefore(
  ctx: Ctx,
  wanted: {
    client_key: string | null;
    animal_id: number;
    booking_id: number | null;
    kind: EntryKind;
    user_id: number | null;
  },
  content: EntryContent,
): Promise<Written> {
  const found = await lockEntryByKey(ctx, wanted.client_key ?? '');
  const isSame =
    found !== undefined &&
    found.animal_id === wanted.animal_id &&
    found.booking_id === wanted.booking_id &&
    found.kind === wanted.kind &&
    found.user_id === wanted.user_id &&
    saysTheSame(found, content);
  if (!isSame) throw new AppError('conflict');
  return { entry_id: found.id, version: found.version, next_due_on: found.next_due_on };
}

/** Whether an entry says this already. */
export const saysTheSame = (entry: EntryContent, content: EntryContent): boolean =>
  isDeepStrictEqual(contentIn(entry), contentIn(content));

const contentIn = ({
  body,
  medicine_id,
  product,
  batch,
  quantity,
  unit,
  next_due_on,
  data,
}: EntryContent): EntryContent => ({ body, medicine_id, product, batch, quantity, unit, next_due_on, data });

/**
 * Changes an entry; omitted fields stay. The audit log gets the names of the changed fields.
 * @throws AppError `not_found`, `not_author`, `entry_locked`, `client_erased`, `conflict` when a newer version is stored,
 * `invalid_input`
 */
export async function amendEntry(
  ctx: Ctx,
  { entry_id: entryId, version, date, time, ...sent }: ParsedInputOf<'entry_amend'>,
): Promise<Written> {
  const entry = await lockedEntry(ctx, entryId);
  checkChangeable(ctx, entry);
  const stored = fieldsOf(entry);
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  const at = date === undefined && time === undefined ? new Date(entry.at) : happenedAt(ctx, { date, time });
  const content = await contentOf(ctx, entry.kind, { ...stored, ...given }, dayOf(ctx, at));
  const changed = changedFields(entry, content, at);
  ctx.auditDetails({ kind: entry.kind, animal_id: entry.animal_id, changed });
  const { next_due_on } = content;
  if (changed.length === 0) return { entry_id: entryId, version: entry.version, next_due_on };
  if (version !== entry.version) throw new AppError('conflict');
  const newVersion = await writeEntry(ctx, entryId, { at, shared: entry.shared }, content);
  await noteCorrection(ctx, entry, at, content);
  return { entry_id: entryId, version: newVersion, next_due_on };
}

function changedFields(entry: LockedEntry, content: EntryContent, at: Date): string[] {
  const [before, after]: Record<string, unknown>[] = [fieldsOf(contentIn(entry)), fieldsOf(content)];
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const changed = [...names].filter(
    (name) => !isDeepStrictEqual(before?.[name] ?? null, after?.[name] ?? null),
  );
  return at.getTime() === new Date(entry.at).getTime() ? changed : ['date', ...changed];
}

/** @throws AppError `not_found`, `client_erased` */
export async function lockedEntry(ctx: Ctx, entryId: number): Promise<LockedEntry> {
  const entry = await lockEntry(ctx, entryId);
  if (!entry) throw new AppError('not_found', { message: 'Entry not found.' });
  if (entry.is_erased) throw new AppError('client_erased');
  return entry;
}

/** Whether the caller wrote an entry, or is an admin. */
export const isOwnOrAdmin = ({ session }: Ctx, entry: LockedEntry): boolean =>
  entry.user_id === session.userId || session.role === 'admin';

/** @throws AppError `entry_locked`, `not_author`, `client_erased` */
export function checkChangeable(ctx: Ctx, entry: LockedEntry): void {
  if (entry.is_erased) throw new AppError('client_erased');
  if (entry.is_locked) throw new AppError('entry_locked');
  if (!isOwnOrAdmin(ctx, entry)) throw new AppError('not_author');
}

/** The batch of what was given is suggested the next time, and it is not due until then. */
export async function noteGiven(
  ctx: Ctx,
  { kind, animal_id: animalId, at }: { kind: EntryKind; animal_id: number; at: Date },
  { medicine_id: medicineId, batch, next_due_on: nextDueOn, data }: EntryContent,
): Promise<void> {
  if (medicineId === null || kind === 'prescription') return;
  await recordGiven(ctx, { animalId, medicineId, givenOn: dayOf(ctx, at), nextDueOn });
  if (batch === null) return;
  const expiry = typeof data['expiry'] === 'string' ? data['expiry'] : null;
  await noteBatchGiven(ctx, medicineId, { batch, expiry });
}

/** The same of an entry that was corrected: what it no longer says is undone. */
export async function noteCorrection(
  ctx: Ctx,
  before: LockedEntry,
  at: Date,
  content: EntryContent,
): Promise<void> {
  const isOther = before.medicine_id !== content.medicine_id;
  if (isOther || dayOf(ctx, new Date(before.at)) !== dayOf(ctx, at)) await undoGiven(ctx, before);
  if (isOther || content.next_due_on === null) await undoNextDue(ctx, before);
  await noteGiven(ctx, { ...before, at }, content);
}

/** Undoes that what a deleted entry names was given. */
export async function noteDeletion(ctx: Ctx, deleted: LockedEntry): Promise<void> {
  await undoGiven(ctx, deleted);
  await undoNextDue(ctx, deleted);
}

async function undoGiven(
  ctx: Ctx,
  { id: entryId, kind, animal_id: animalId, medicine_id: medicineId, at }: LockedEntry,
): Promise<void> {
  if (medicineId === null || kind === 'prescription') return;
  await revertGiven(ctx, { animalId, medicineId, givenOn: dayOf(ctx, new Date(at)), entryId });
}

async function undoNextDue(
  ctx: Ctx,
  { animal_id: animalId, medicine_id: medicineId, next_due_on: nextDueOn, at }: LockedEntry,
): Promise<void> {
  if (medicineId === null || nextDueOn === null) return;
  await withdrawNextDue(ctx, { animalId, medicineId, givenOn: dayOf(ctx, new Date(at)), nextDueOn });
}

/** The day of what is written down now as given at a visit: that of the visit once it has ended, and today until then. */
export const givenOnAt = (ctx: Ctx, visit: { booking_date: string; ends_at: string }): string =>
  new Date(visit.ends_at) > ctx.now ? dayOf(ctx, ctx.now) : visit.booking_date;

export const dayOf = ({ session }: Ctx, at: Date): string => localMoment(at, session.timeZone).date;

/**
 * The instant of a day and time on the practice's clock, by default now; of an earlier day without a time noon.
 * @throws AppError `invalid_input` for one that is still to come, or that the clocks skip
 */
export function happenedAt(
  { now, session }: Pick<WorkContext, 'now' | 'session'>,
  { date, time }: { date?: string | undefined; time?: string | undefined },
): Date {
  const today = localMoment(now, session.timeZone).date;
  if (time === undefined && (date === undefined || date === today)) return now;
  if (date !== undefined && date > today) throw invalidField('date', 'Choose today or an earlier day.');
  const at = instantOf({ date: date ?? today, time: time ?? '12:00' }, session.timeZone);
  if (at === null) {
    throw invalidField('time', 'That time doesn’t exist on this day because the clocks go forward.');
  }
  if (at > now) throw invalidField('time', 'Choose a time that has passed.');
  return at;
}

const missing = (field: string, message: string): AppError =>
  new AppError('not_found', { message, fields: { [field]: message } });
