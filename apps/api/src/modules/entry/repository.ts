import type { EntryKind } from '@burrow/contracts/entry-fields';
import type { Work } from '../../db/rows.ts';
import { statement } from '../../db/statement.ts';
import type { EntryContent } from './content.ts';

/** An entry whose row is locked until the transaction ends. */
export interface LockedEntry extends EntryContent {
  id: number;
  animal_id: number;
  booking_id: number | null;
  user_id: number | null;
  kind: EntryKind;
  at: string;
  version: number;
  shared: boolean;
  weight_id: number | null;
  /** Whether its time is over, by the database's clock. */
  is_locked: boolean;
  is_struck: boolean;
  is_erased: boolean;
}

/** The appointment that an entry is about. */
interface EntryBooking {
  animal_id: number;
  client_id: number;
  booking_date: string;
  ends_at: string;
  status: string;
}

const contentColumns = 'e.body, e.medicine_id, e.product, e.batch, e.unit, e.next_due_on, e.data';
const entryToLock = `select e.id, e.animal_id, e.booking_id, e.user_id, e.kind, e.at, e.version, e.shared, e.weight_id,
     ${contentColumns}, trim_scale(e.quantity)::text as quantity,
     e.begun_at <= now() - interval '24 hours' or e.struck_at is not null as is_locked,
     e.struck_at is not null as is_struck, e.minimised_at is not null as is_erased
   from entries e where e.tenant_id = $1`;

const lockEntryRow = statement<LockedEntry>('lock_entry', `${entryToLock} and e.id = $2 for update`);
const lockEntryWithKey = statement<LockedEntry>(
  'lock_entry_with_key',
  `${entryToLock} and e.client_key = $2 for update`,
);
const lockNotes = statement<LockedEntry>(
  'lock_notes_of_visit',
  `${entryToLock} and e.booking_id = $2 and e.kind = 'note' and e.struck_at is null
   order by e.weight_id desc nulls last, e.id for update`,
);

const insertEntryRow = statement<{ id: number; version: number }>(
  'insert_entry',
  `insert into entries (tenant_id, animal_id, booking_id, client_id, user_id, kind, at, client_key, shared,
     body, medicine_id, product, batch, quantity, unit, next_due_on, data)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14::text::numeric, $15, $16, $17::jsonb)
   on conflict (tenant_id, client_key) where client_key is not null do nothing
   returning id, version`,
);

const writeEntryRow = statement<{ version: number }>(
  'write_entry',
  `update entries set at = $3, shared = $4, body = $5, medicine_id = $6, product = $7, batch = $8,
     quantity = $9::text::numeric, unit = $10, next_due_on = $11, data = $12::jsonb, version = version + 1, updated_at = now()
   where tenant_id = $1 and id = $2 returning version`,
);

const shareEntryRow = statement(
  'share_entry',
  'update entries set shared = $3, updated_at = now() where tenant_id = $1 and id = $2',
);
const strikeEntryRow = statement(
  'strike_entry',
  `update entries set struck_at = $3, struck_by_user_id = $4, struck_reason = $5, version = version + 1, updated_at = now()
   where tenant_id = $1 and id = $2`,
);
const deleteEntryRow = statement('delete_entry', 'delete from entries where tenant_id = $1 and id = $2');
const weighEntryRow = statement(
  'weigh_entry',
  'update entries set weight_id = $3 where tenant_id = $1 and id = $2',
);

const addendumCount = statement<{ count: number }>(
  'count_addenda',
  'select count(*)::integer as count from entry_addenda d where d.tenant_id = $1 and d.entry_id = $2',
);
const insertAddendumRow = statement<{ id: number }>(
  'insert_addendum',
  `insert into entry_addenda (tenant_id, entry_id, user_id, body, client_key) values ($1, $2, $3, $4, $5)
   on conflict (tenant_id, client_key) where client_key is not null do nothing returning id`,
);
const addendumWithKey = statement<{ id: number; entry_id: number; body: string }>(
  'addendum_with_key',
  'select d.id, d.entry_id, d.body from entry_addenda d where d.tenant_id = $1 and d.client_key = $2',
);

const ownerRow = statement<{ client_id: number; is_erased: boolean }>(
  'owner_for_entry',
  `select o.client_id, a.erased_at is not null as is_erased from animals a
   join owned_times o on o.tenant_id = a.tenant_id and o.animal_id = a.id and o.owned_since <= $3 and o.owned_until > $3
   where a.tenant_id = $1 and a.id = $2`,
);
const bookingRow = statement<EntryBooking>(
  'booking_of_entry',
  `select b.animal_id, b.client_id, b.booking_date, b.starts_at + b.duration_minutes * interval '1 minute' as ends_at, b.status
   from bookings b where b.tenant_id = $1 and b.id = $2`,
);
const lockVisit = statement(
  'lock_visit_notes',
  "select pg_advisory_xact_lock(hashtextextended('visit_notes:' || $1 || ':' || $2, 0))",
);

const insertWeightRow = statement<{ id: number }>(
  'insert_weight_of_visit',
  `insert into animal_weights (tenant_id, animal_id, measured_on, weight_grams) values ($1, $2, $3, $4) returning id`,
);
const writeWeightRow = statement<{ id: number }>(
  'write_weight_of_visit',
  `update animal_weights set weight_grams = $3 where tenant_id = $1 and id = $2 and weight_grams <> $3 returning id`,
);
const deleteWeightRow = statement(
  'delete_weight_of_visit',
  'delete from animal_weights w where w.tenant_id = $1 and w.id = $2',
);
const sameWeight = statement<{ same: boolean }>(
  'same_weight_of_visit',
  'select w.weight_grams = $3 as same from animal_weights w where w.tenant_id = $1 and w.id = $2',
);

export const lockEntry = ({ tx, tenantId }: Work, entryId: number): Promise<LockedEntry | undefined> =>
  tx.row(lockEntryRow, [tenantId, entryId]);

export const lockEntryByKey = ({ tx, tenantId }: Work, key: string): Promise<LockedEntry | undefined> =>
  tx.row(lockEntryWithKey, [tenantId, key]);

/** The notes of a visit that stand: first the one with its latest weight. */
export const lockNotesOfVisit = ({ tx, tenantId }: Work, bookingId: number): Promise<LockedEntry[]> =>
  tx.rows(lockNotes, [tenantId, bookingId]);

/** What a new entry has beside its content. */
export interface NewEntry {
  animal_id: number;
  booking_id: number | null;
  client_id: number;
  user_id: number | null;
  kind: EntryKind;
  at: Date;
  client_key: string | null;
  shared: boolean;
}

const contentValues = (content: EntryContent): unknown[] => [
  content.body,
  content.medicine_id,
  content.product,
  content.batch,
  content.quantity,
  content.unit,
  content.next_due_on,
  JSON.stringify(content.data),
];

/** @returns undefined if an entry has its key */
export const insertEntry = (
  { tx, tenantId }: Work,
  entry: NewEntry,
  content: EntryContent,
): Promise<{ id: number; version: number } | undefined> =>
  tx.row(insertEntryRow, [
    tenantId,
    entry.animal_id,
    entry.booking_id,
    entry.client_id,
    entry.user_id,
    entry.kind,
    entry.at,
    entry.client_key,
    entry.shared,
    ...contentValues(content),
  ]);

/** Replaces what an entry says. @returns its new version */
export async function writeEntry(
  { tx, tenantId }: Work,
  entryId: number,
  { at, shared }: { at: Date; shared: boolean },
  content: EntryContent,
): Promise<number> {
  const row = await tx.row(writeEntryRow, [tenantId, entryId, at, shared, ...contentValues(content)]);
  if (!row) throw new Error('A locked entry was not written.');
  return row.version;
}

export async function shareEntryWith(
  { tx, tenantId }: Work,
  entryId: number,
  shared: boolean,
): Promise<void> {
  await tx.rows(shareEntryRow, [tenantId, entryId, shared]);
}

export async function strikeOut(
  { tx, tenantId, now }: Work,
  entryId: number,
  userId: number | null,
  reason: string,
): Promise<void> {
  await tx.rows(strikeEntryRow, [tenantId, entryId, now, userId, reason]);
}

export async function deleteEntry({ tx, tenantId }: Work, entryId: number): Promise<void> {
  await tx.rows(deleteEntryRow, [tenantId, entryId]);
}

export const countAddenda = async ({ tx, tenantId }: Work, entryId: number): Promise<number> =>
  (await tx.row(addendumCount, [tenantId, entryId]))?.count ?? 0;

/** @returns undefined if an addendum has its key */
export const insertAddendum = (
  { tx, tenantId }: Work,
  addendum: { entryId: number; userId: number | null; body: string; key: string | null },
): Promise<{ id: number } | undefined> =>
  tx.row(insertAddendumRow, [tenantId, addendum.entryId, addendum.userId, addendum.body, addendum.key]);

export const addendumByKey = (
  { tx, tenantId }: Work,
  key: string,
): Promise<{ id: number; entry_id: number; body: string } | undefined> =>
  tx.row(addendumWithKey, [tenantId, key]);

/** The owner of an animal at a moment. */
export const ownerForEntry = (
  { tx, tenantId }: Work,
  animalId: number,
  at: Date,
): Promise<{ client_id: number; is_erased: boolean } | undefined> =>
  tx.row(ownerRow, [tenantId, animalId, at]);

export const bookingOfEntry = (
  { tx, tenantId }: Work,
  bookingId: number,
): Promise<EntryBooking | undefined> => tx.row(bookingRow, [tenantId, bookingId]);

/** One save of a visit's notes after the other. */
export async function lockVisitNotes({ tx, tenantId }: Work, bookingId: number): Promise<void> {
  await tx.rows(lockVisit, [String(tenantId), String(bookingId)]);
}

/** Records the weight of a visit with its note. @returns its id */
export async function insertVisitWeight(
  { tx, tenantId }: Work,
  note: { id: number; animal_id: number },
  day: string,
  grams: number,
): Promise<number> {
  const weight = await tx.row(insertWeightRow, [tenantId, note.animal_id, day, grams]);
  if (!weight) throw new Error('The new weight has no id.');
  await tx.rows(weighEntryRow, [tenantId, note.id, weight.id]);
  return weight.id;
}

export const isVisitWeight = async (
  { tx, tenantId }: Work,
  weightId: number,
  grams: number,
): Promise<boolean> => (await tx.row(sameWeight, [tenantId, weightId, grams]))?.same ?? false;

export async function writeVisitWeight(
  { tx, tenantId }: Work,
  weightId: number,
  grams: number,
): Promise<void> {
  await tx.rows(writeWeightRow, [tenantId, weightId, grams]);
}

/** Deletes the weight of a visit, which its note then no longer has. */
export async function deleteVisitWeight({ tx, tenantId }: Work, weightId: number): Promise<void> {
  await tx.rows(deleteWeightRow, [tenantId, weightId]);
}
