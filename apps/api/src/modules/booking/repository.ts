import type { BookingStatus } from '@burrow/contracts/booking-status';
import { sql } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';
import type { TenantTransaction } from '../../db/transaction.ts';

/** The fields that decide whether and how an appointment may change; its row is locked until the transaction ends. */
export interface LockedBooking {
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
}

const lockBookingRow = statement<LockedBooking>(
  'lock_booking',
  `select b.id, b.client_id, b.animal_id, b.service_id, b.staff_id, b.booking_date, b.booking_time, b.duration_minutes,
          b.price_pence, b.paid_pence, b.status, b.is_provisional, b.staff_accepted, b.overlap_allowed
   from bookings b where b.tenant_id = $1 and b.id = $2
   for update`,
);

export const insertBookingRow = statement<{ id: number }>(
  'insert_booking',
  `insert into bookings (tenant_id, client_id, animal_id, service_id, staff_id, booking_date, booking_time,
     duration_minutes, starts_at, price_pence, status, overlap_allowed, notes, created_at, updated_at, is_provisional,
     source, staff_notes)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $15, $16, $17)
   returning id`,
);

interface NewBooking {
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
}

/** The appointment, locked against every other change until the transaction ends. */
export const lockBooking = (
  tx: TenantTransaction,
  tenantId: number,
  bookingId: number,
): Promise<LockedBooking | undefined> => tx.row(lockBookingRow, [tenantId, bookingId]);

/** @returns the new appointment's id */
export async function insertBooking(
  tx: TenantTransaction,
  tenantId: number,
  booking: NewBooking,
  now: Date,
): Promise<number> {
  const row = await tx.row(insertBookingRow, [
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
  ]);
  if (!row) throw new Error('The new appointment has no id.');
  return row.id;
}

export type BookingChanges = Partial<Omit<LockedBooking, 'id' | 'client_id' | 'animal_id' | 'paid_pence'>> & {
  starts_at?: Date;
  notes?: string | null;
  staff_notes?: string | null;
};

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
