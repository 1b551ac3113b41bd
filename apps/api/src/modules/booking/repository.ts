import { columns, insertion, insertRow, type RowOf, type Written } from '../../db/columns.ts';
import { updater, type Work } from '../../db/rows.ts';
import type { Schema } from '../../db/schema.ts';
import { statement } from '../../db/statement.ts';
import type { Transaction } from '../../db/transaction.ts';

const lockedColumns = columns(
  'bookings',
  `id, client_id, animal_id, service_id, staff_id, booking_date, booking_time, duration_minutes, price_pence, paid_pence,
   status, is_provisional, staff_accepted, overlap_allowed, before_minutes, after_minutes, stage, arrived_at, seen_at,
   ready_at, left_at, starts_at, terms, moves`,
);

/** The fields that decide whether and how an appointment may change; its row is locked until the transaction ends. */
export interface LockedBooking extends RowOf<typeof lockedColumns> {
  /** The rooms and equipment it uses. */
  resource_ids: number[];
}

const lockBookingRow = statement<LockedBooking>(
  'lock_booking',
  `select ${lockedColumns.of('b')}, array(select p.resource_id from booking_parts p
            where p.tenant_id = b.tenant_id and p.booking_id = b.id and p.resource_id is not null) as resource_ids
   from bookings b where b.tenant_id = $1 and b.id = $2
   for update of b`,
);

const newColumns = columns(
  'bookings',
  `id, client_id, animal_id, service_id, staff_id, booking_date, booking_time, duration_minutes, starts_at,
   price_pence, status, overlap_allowed, notes, staff_notes, is_provisional, source, before_minutes, after_minutes,
   arrived_at, created_at`,
);

/** An appointment to insert. Of a walk-in, `arrived_at` says since when the client is at the practice. */
export type NewBooking = Omit<Written<RowOf<typeof newColumns>>, 'id' | 'created_at'>;

/** Its id is one from `newBookingReferences`, or null for the next one. */
export const insertBookingRow = insertion('insert_booking', newColumns, 'id', (value) => ({
  id: `coalesce(${value.id}::bigint, nextval('bookings_id_seq'))`,
  updated_at: value.created_at,
  stage: `case when ${value.arrived_at}::timestamptz is null then null else 'arrived' end`,
}));

const releaseResourceRows = statement(
  'release_resources',
  'delete from booking_parts where tenant_id = $1 and booking_id = $2 and need > 0',
);

// The other columns are those of the step, which a trigger keeps in agreement with the appointment.
const assignResourceRows = statement(
  'assign_resources',
  `insert into booking_parts (tenant_id, booking_id, step, need, animal_id, service_id, resource_id, during, busy, live,
     overlap_allowed, exclusive)
   select p.tenant_id, p.booking_id, p.step, u.need, p.animal_id, p.service_id, u.resource_id, p.during, p.busy, p.live,
     p.overlap_allowed, r.places = 1
   from booking_parts p cross join unnest($3::bigint[]) with ordinality u (resource_id, need)
   join resources r on r.tenant_id = p.tenant_id and r.id = u.resource_id
   where p.tenant_id = $1 and p.booking_id = $2 and p.step = 1 and p.need = 0`,
);

/** The appointment, locked against every other change until the transaction ends. */
export const lockBooking = ({ tx, tenantId }: Work, bookingId: number): Promise<LockedBooking | undefined> =>
  tx.row(lockBookingRow, [tenantId, bookingId]);

/**
 * Writes an appointment and the resources it uses with the commit, to hold the diary's lock for one round trip less.
 * @param bookingId from `newBookingReferences`
 */
export function insertBookingAtCommit(
  { tx, tenantId, now }: Work & { tx: Transaction },
  bookingId: number,
  booking: NewBooking,
  resourceIds: readonly number[],
): void {
  const values = insertBookingRow.values(tenantId, { ...booking, id: bookingId, created_at: now });
  tx.beforeCommit(insertBookingRow, values);
  if (resourceIds.length > 0) tx.beforeCommit(assignResourceRows, [tenantId, bookingId, resourceIds]);
}

/** @returns the new appointment's id */
export async function insertBooking({ tx, tenantId, now }: Work, booking: NewBooking): Promise<number> {
  const row = { ...booking, id: null, created_at: now };
  return (await insertRow(tx, insertBookingRow, tenantId, row)).id;
}

/** Makes an appointment use these rooms and equipment, in addition to those it uses. */
export async function assignResources(
  { tx, tenantId }: Work,
  bookingId: number,
  resourceIds: readonly number[],
): Promise<void> {
  if (resourceIds.length > 0) await tx.rows(assignResourceRows, [tenantId, bookingId, resourceIds]);
}

/** Frees the rooms and equipment of an appointment, before it moves or changes its service. */
export async function releaseResources({ tx, tenantId }: Work, bookingId: number): Promise<void> {
  await tx.rows(releaseResourceRows, [tenantId, bookingId]);
}

export type BookingChanges = Partial<Written<Schema['bookings']>>;

/** What records that an appointment gets other rooms or equipment; empty if it keeps them. */
export function resourceChange(
  { resource_ids: before }: Pick<LockedBooking, 'resource_ids'>,
  after: readonly number[],
  now: Date,
): BookingChanges {
  const isSame = before.length === after.length && before.every((id) => after.includes(id));
  return isSame ? {} : { resources_changed_at: now };
}

export const updateBooking = updater('bookings');
