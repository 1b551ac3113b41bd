import type { BookingStage, cancelReasons, StageTimes } from '@burrow/contracts/booking-stage';
import type { BookingStatus } from '@burrow/contracts/booking-status';
import { sql } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';
import type { TenantTransaction, Transaction } from '../../db/transaction.ts';

/** The fields that decide whether and how an appointment may change; its row is locked until the transaction ends. */
export interface LockedBooking extends StageTimes<string | Date> {
  id: number;
  client_id: number;
  animal_id: number;
  service_id: number | null;
  staff_id: number | null;
  booking_date: string;
  booking_time: string;
  duration_minutes: number;
  price_pence: number;
  paid_pence: number;
  status: BookingStatus;
  is_provisional: boolean;
  staff_accepted: boolean;
  overlap_allowed: boolean;
  before_minutes: number;
  after_minutes: number;
  /** The rooms and equipment it uses. */
  resource_ids: number[];
  stage: BookingStage | null;
}

const lockBookingRow = statement<LockedBooking>(
  'lock_booking',
  `select b.id, b.client_id, b.animal_id, b.service_id, b.staff_id, b.booking_date, b.booking_time, b.duration_minutes,
          b.price_pence, b.paid_pence, b.status, b.is_provisional, b.staff_accepted, b.overlap_allowed, b.before_minutes,
          b.after_minutes, b.stage, b.arrived_at, b.seen_at, b.ready_at, b.left_at, array(select p.resource_id from booking_parts p
            where p.tenant_id = b.tenant_id and p.booking_id = b.id and p.resource_id is not null) as resource_ids
   from bookings b where b.tenant_id = $1 and b.id = $2
   for update of b`,
);

// $21 an id from `nextBookingId`; null for the next one.
export const insertBookingRow = statement<{ id: number }>(
  'insert_booking',
  `insert into bookings (tenant_id, id, client_id, animal_id, service_id, staff_id, booking_date, booking_time,
     duration_minutes, starts_at, price_pence, status, overlap_allowed, notes, created_at, updated_at, is_provisional,
     source, staff_notes, before_minutes, after_minutes, arrived_at, stage)
   values ($1, coalesce($21::bigint, nextval('bookings_id_seq')), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
     $14, $14, $15, $16, $17, $18, $19, $20,
     case when $20::timestamptz is null then null else 'arrived' end)
   returning id`,
);

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

/** An appointment to insert. */
export interface NewBooking {
  client_id: number;
  animal_id: number;
  service_id: number;
  staff_id: number | null;
  booking_date: string;
  booking_time: string;
  duration_minutes: number;
  starts_at: Date;
  price_pence: number;
  status: 'pending' | 'confirmed';
  overlap_allowed: boolean;
  notes: string | null;
  /** Visible to the practice only. */
  staff_notes: string | null;
  /** Whether it is a pending request. */
  is_provisional: boolean;
  source: 'staff' | 'portal';
  /** Minutes kept free before and after. */
  before_minutes: number;
  after_minutes: number;
  /** Of a walk-in, who is at the practice already. */
  arrived_at?: Date;
}

/** The appointment, locked against every other change until the transaction ends. */
export const lockBooking = (
  tx: TenantTransaction,
  tenantId: number,
  bookingId: number,
): Promise<LockedBooking | undefined> => tx.row(lockBookingRow, [tenantId, bookingId]);

const nextId = statement<{ id: number }>('next_booking_id', "select nextval('bookings_id_seq') as id");

/** The id for an appointment that is written with the commit. */
export async function nextBookingId(tx: TenantTransaction): Promise<number> {
  const row = await tx.row(nextId);
  if (!row) throw new Error('There is no id for a new appointment.');
  return row.id;
}

/**
 * Writes an appointment and the resources it uses with the commit, to hold the diary's lock for one round trip less.
 * @param bookingId from {@link nextBookingId}
 */
export function insertBookingAtCommit(
  tx: Transaction,
  tenantId: number,
  bookingId: number,
  booking: NewBooking,
  resourceIds: readonly number[],
  now: Date,
): void {
  tx.beforeCommit(insertBookingRow, [...bookingValues(tenantId, booking, now), bookingId]);
  if (resourceIds.length > 0) tx.beforeCommit(assignResourceRows, [tenantId, bookingId, resourceIds]);
}

/** @returns the new appointment's id */
export async function insertBooking(
  tx: TenantTransaction,
  tenantId: number,
  booking: NewBooking,
  now: Date,
): Promise<number> {
  const row = await tx.row(insertBookingRow, [...bookingValues(tenantId, booking, now), null]);
  if (!row) throw new Error('The new appointment has no id.');
  return row.id;
}

/** The first values of {@link insertBookingRow}. */
function bookingValues(tenantId: number, booking: NewBooking, now: Date): unknown[] {
  return [
    tenantId,
    booking.client_id,
    booking.animal_id,
    booking.service_id,
    booking.staff_id,
    booking.booking_date,
    booking.booking_time,
    booking.duration_minutes,
    booking.starts_at,
    booking.price_pence,
    booking.status,
    booking.overlap_allowed,
    booking.notes,
    now,
    booking.is_provisional,
    booking.source,
    booking.staff_notes,
    booking.before_minutes,
    booking.after_minutes,
    booking.arrived_at ?? null,
  ];
}

/** Makes an appointment use these rooms and equipment, in addition to those it uses. */
export async function assignResources(
  tx: TenantTransaction,
  tenantId: number,
  bookingId: number,
  resourceIds: readonly number[],
): Promise<void> {
  if (resourceIds.length > 0) await tx.rows(assignResourceRows, [tenantId, bookingId, resourceIds]);
}

/** Frees the rooms and equipment of an appointment, before it moves or changes its service. */
export async function releaseResources(
  tx: TenantTransaction,
  tenantId: number,
  bookingId: number,
): Promise<void> {
  await tx.rows(releaseResourceRows, [tenantId, bookingId]);
}

export type BookingChanges = Partial<
  Omit<LockedBooking, 'id' | 'client_id' | 'animal_id' | 'paid_pence' | 'resource_ids'>
> & {
  starts_at?: Date;
  resources_changed_at?: Date;
  notes?: string | null;
  staff_notes?: string | null;
  cancel_reason?: (typeof cancelReasons)[number];
};

/** What records that an appointment gets other rooms or equipment; empty if it keeps them. */
export function resourceChange(
  { resource_ids: before }: Pick<LockedBooking, 'resource_ids'>,
  after: readonly number[],
  now: Date,
): BookingChanges {
  const isSame = before.length === after.length && before.every((id) => after.includes(id));
  return isSame ? {} : { resources_changed_at: now };
}

/** Updates the given columns of an appointment. */
export async function updateBooking(
  tx: TenantTransaction,
  tenantId: number,
  bookingId: number,
  changes: BookingChanges,
  now: Date,
): Promise<void> {
  await tx.run(
    sql('bookings')
      .where({ tenant_id: tenantId, id: bookingId })
      .update({ ...changes, updated_at: now }),
  );
}
