import { columns, type RowOf } from '../../db/columns.ts';
import { sql } from '../../db/database.ts';
import type { Work } from '../../db/rows.ts';
import { statement } from '../../db/statement.ts';
import { termColumns } from '../booking-terms/public.ts';

const practiceColumns = columns(
  'tenants',
  `fts_complete, tenant_name, contact_name, email, phone, address, colour, business_type, time_zone, locale, currency,
   week_starts_on, grace_minutes, slot_minutes, parallel_places, deposit_required, deposit_pence, vat_number,
   vat_basis_points, hide_revenue_from_staff, portal_password_minimum, reminder_hours, quiet_from, quiet_until,
   sms_daily_cap, step_up_refund_over_pence, booking_page, booking_page_published_at, booking_page_prices,
   booking_page_team, widget_sites, waitlist_mode, waitlist_order, ${termColumns}`,
);

/** The fields of a practice that an admin can change; money in pence, VAT in hundredths of a percent. */
export interface PracticeColumns extends RowOf<typeof practiceColumns> {
  /** JSON text, as PostgreSQL writes it. */
  business_hours: string;
}

const lockPracticeRow = statement<PracticeColumns>(
  'lock_practice',
  `select ${practiceColumns.of('t')}, t.business_hours::text as business_hours from tenants t where t.id = $1
   for no key update`,
);

/** The practice's settings, locked against every other change until the transaction ends. */
export const lockPractice = ({ tx, tenantId }: Work): Promise<PracticeColumns | undefined> =>
  tx.row(lockPracticeRow, [tenantId]);

/** Updates the given settings. */
export async function updatePractice(
  { tx, tenantId, now }: Work,
  changes: Partial<PracticeColumns>,
): Promise<void> {
  await tx.run(
    sql('tenants')
      .where({ id: tenantId })
      .update({ ...changes, updated_at: now }),
  );
}
