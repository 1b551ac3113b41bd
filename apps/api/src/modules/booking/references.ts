import { errors, type ErrorCode } from '@burrow/contracts/errors';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { diaryLockSql } from '../availability/public.ts';

interface ReferencesRow {
  /** Null for a missing record; true for one that was not requested. */
  client_active: boolean | null;
  animal_active: boolean | null;
  staff_ok: boolean;
  base_price_pence: number | null;
  duration_minutes: number | null;
}

/** The references of an appointment that is written with the commit, and its id. */
interface NewReferencesRow extends ReferencesRow {
  booking_id: number;
}

// $2 client, $3 animal, $4 service, $5 staff; null skips the check. The locks delay an archiving of the client or the
// animal, or a withdrawal of the invitation of the staff, so that it includes the new appointment.
const referencesSql = (further = ''): string => `select
     $2::bigint is null or (
       select c.archived_at is null from clients c where c.tenant_id = $1 and c.id = $2 for key share) as client_active,
     $3::bigint is null or (
       select a.active from animals a where a.tenant_id = $1 and a.id = $3 and a.client_id = $2 for key share) as animal_active,
     $5::bigint is null or exists (
       select 1 from users u where u.tenant_id = $1 and u.id = $5 and u.disabled_at is null and u.takes_bookings for key share) as staff_ok,
     s.base_price_pence, s.duration_minutes ${further}
   from (select 1) one
   left join services s on s.tenant_id = $1 and s.id = $4 and s.retired_at is null`;

const references = statement<ReferencesRow>('booking_references', referencesSql());

// The id and the lock of the days $6 come along, to save two statements. The lock is last, to hold it briefly.
const newReferences = statement<NewReferencesRow>(
  'new_booking_references',
  referencesSql(`, nextval('bookings_id_seq') as booking_id, array(${diaryLockSql('$6')}) as locked`),
);

const stillOwned = statement<{ id: number }>(
  'animal_still_of_client',
  'select a.id from animals a where a.tenant_id = $1 and a.id = $2 and a.client_id = $3 for key share',
);

/**
 * Refuses to move to the future a past appointment of an animal that has another owner now.
 * @throws AppError `animal_transferred`
 */
export async function refuseTransferred(
  { tx, tenantId }: Ctx,
  { animal_id: animalId, client_id: clientId }: { animal_id: number; client_id: number },
): Promise<void> {
  if (!(await tx.row(stillOwned, [tenantId, animalId, clientId]))) throw new AppError('animal_transferred');
}

interface WantedReferences {
  client_id?: number | null;
  animal_id?: number | null;
  service_id: number | null;
  staff_id: number | null;
}

/** Of the service; 0 when none was requested. */
interface FoundReferences {
  base_price_pence: number;
  duration_minutes: number;
}

/**
 * Checks that the records of an appointment are this practice's and active: the client not archived, the animal theirs
 * and active, the service active, the staff member taking appointments.
 * @param staffMissing the refusal of a staff member who takes no appointments
 * @returns the service's base price in pence and its minutes (0 when no service was requested)
 * @throws AppError `not_found`, `client_archived`, `animal_inactive`, naming the field
 */
export async function bookingReferences(
  { tx, tenantId }: Ctx,
  wanted: WantedReferences,
  staffMissing?: string,
): Promise<FoundReferences> {
  const row = await tx.row(references, valuesOf(tenantId, wanted));
  return checked(row, wanted, staffMissing);
}

/**
 * Checks the same for an appointment that is written with the commit, and locks days of the diary.
 * @param days in ascending order
 * @returns also the id to write it with
 * @throws AppError as {@link bookingReferences}
 */
export async function newBookingReferences(
  { tx, tenantId }: Ctx,
  wanted: WantedReferences,
  days: readonly string[] = [],
): Promise<FoundReferences & { booking_id: number }> {
  const row = await tx.row(newReferences, [...valuesOf(tenantId, wanted), days]);
  const found = checked(row, wanted);
  if (!row) throw new Error('No id was returned for a new appointment.');
  return { ...found, booking_id: row.booking_id };
}

const valuesOf = (
  tenantId: number,
  { client_id: clientId = null, animal_id: animalId = null, service_id, staff_id }: WantedReferences,
): unknown[] => [tenantId, clientId, animalId, service_id, staff_id];

function checked(
  row: ReferencesRow | undefined,
  { service_id: serviceId }: WantedReferences,
  staffMissing = 'Staff member not found. Choose another.',
): FoundReferences {
  if (!row || row.client_active === null) throw missing('client_id', 'Client not found');
  if (!row.client_active)
    throw unused('client_archived', 'client_id', 'This client is archived. Restore them first.');
  if (row.animal_active === null) throw missing('animal_id', 'Animal not found');
  if (!row.animal_active) throw unused('animal_inactive', 'animal_id', errors.animal_inactive.message);
  if (!row.staff_ok) throw missing('staff_id', staffMissing);
  if (serviceId !== null && row.base_price_pence === null)
    throw missing('service_id', 'This service isn’t available. Choose another.');
  return { base_price_pence: row.base_price_pence ?? 0, duration_minutes: row.duration_minutes ?? 0 };
}

/** 404 for a missing reference, named by `field`. */
export const missing = (field: string, message: string): AppError =>
  new AppError('not_found', { message, fields: { [field]: message } });

/** The refusal of an inactive reference. */
const unused = (code: ErrorCode, field: string, message: string): AppError =>
  new AppError(code, { message, fields: { [field]: message } });
