import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Ctx } from '../../lib/context.ts';

interface ReferencesRow {
  client_ok: boolean;
  animal_ok: boolean;
  staff_ok: boolean;
  base_price_pence: number | null;
}

// $2 client, $3 animal, $4 service, $5 staff; a null is not asked about. The locks make whoever archives the client or the
// animal, or takes back the invitation of the staff, at the same time wait, so that they find the new appointment.
const references = statement<ReferencesRow>(
  'booking_references',
  `select
     $2::bigint is null or exists (
       select 1 from clients c where c.tenant_id = $1 and c.id = $2 and c.archived_at is null for key share) as client_ok,
     $3::bigint is null or exists (
       select 1 from animals a where a.tenant_id = $1 and a.id = $3 and a.client_id = $2 and a.active for key share) as animal_ok,
     $5::bigint is null or exists (
       select 1 from users u where u.tenant_id = $1 and u.id = $5 and u.disabled_at is null and u.takes_bookings for key share) as staff_ok,
     (select s.base_price_pence from services s
      where s.tenant_id = $1 and s.id = $4 and s.retired_at is null) as base_price_pence`,
);

interface WantedReferences {
  client_id?: number | null;
  animal_id?: number | null;
  service_id: number | null;
  staff_id: number | null;
}

/**
 * Checks that what an appointment refers to is this practice's and in use: the client not archived, the animal theirs
 * and active, the service on offer, the member of staff taking appointments.
 * @returns the service's base price in pence (0 when no service was asked about)
 * @throws AppError `not_found`, naming the field
 */
export async function bookingReferences(
  { tx, tenantId }: Ctx,
  wanted: WantedReferences,
): Promise<{ base_price_pence: number }> {
  const {
    client_id: clientId = null,
    animal_id: animalId = null,
    service_id: serviceId,
    staff_id: staffId,
  } = wanted;
  const row = await tx.row(references, [tenantId, clientId, animalId, serviceId, staffId]);
  if (!row?.client_ok) throw missing('client_id', 'Client not found');
  if (!row.animal_ok) throw missing('animal_id', 'Animal not found');
  if (!row.staff_ok) throw missing('staff_id', 'That member of staff is not there.');
  if (serviceId !== null && row.base_price_pence === null)
    throw missing('service_id', 'That service is not on offer.');
  return { base_price_pence: row.base_price_pence ?? 0 };
}

/** A record that an appointment refers to is not there; `field` named it. */
export const missing = (field: string, message: string): AppError =>
  new AppError('not_found', { message, fields: { [field]: message } });
