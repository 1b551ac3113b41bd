import type { OutputOf } from '@burrow/contracts/actions';
import type { BookingFieldRecord } from '@burrow/contracts/custom-field';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';

const fieldList = statement<BookingFieldRecord>(
  'booking_field_list',
  `select f.id, f.field_label, f.field_type, f.field_options::text as field_options,
          case when f.required then '1' else '0' end as required, f.display_order, null as value,
          case when f.retired_at is null then '0' else '1' end as retired
   from booking_fields f where f.tenant_id = $1 and ($2 or f.retired_at is null)
   order by f.retired_at is not null, f.display_order, f.id`,
);

// An appointment without answers is one row without a field; no row means that it does not exist.
const answersOfBooking = statement<{ field_id: number | null; value: string | null }>(
  'booking_field_answers',
  `select f.id as field_id, v.value
   from bookings b
   left join booking_field_values v on v.tenant_id = b.tenant_id and v.booking_id = b.id and v.value is not null
   left join booking_fields f on f.tenant_id = v.tenant_id and f.id = v.field_id
   where b.tenant_id = $1 and b.id = $2
   order by f.display_order, f.id`,
);

/** The custom fields of the practice in order, then (`includeRetired`) the archived ones. */
export const listFields = ({ tx, tenantId }: Ctx, includeRetired: boolean): Promise<BookingFieldRecord[]> =>
  tx.rows(fieldList, [tenantId, includeRetired]);

/**
 * The answers of an appointment, including those to archived custom fields.
 * @throws AppError `not_found`
 */
export async function fieldAnswers(
  { tx, tenantId }: Ctx,
  bookingId: number,
): Promise<OutputOf<'booking_custom_field_values'>> {
  const rows = await tx.rows(answersOfBooking, [tenantId, bookingId]);
  if (rows.length === 0) throw new AppError('not_found', { message: 'Appointment not found.' });
  return rows.flatMap(({ field_id: fieldId, value }) =>
    fieldId === null ? [] : [{ field_id: fieldId, value }],
  );
}
