import { sql } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';
import type { TenantTransaction } from '../../db/transaction.ts';

/** The fields of a practice that an admin can change; money in pence, VAT in hundredths of a percent. */
export interface PracticeColumns {
  fts_complete: boolean;
  tenant_name: string;
  contact_name: string | null;
  email: string | null;
  phone: string | null;
  address: string | null;
  colour: string | null;
  business_type: string | null;
  /** JSON text, as PostgreSQL writes it. */
  business_hours: string;
  time_zone: string;
  locale: string;
  currency: string;
  week_starts_on: 'sunday' | 'monday';
  grace_minutes: number;
  slot_minutes: number;
  parallel_places: number;
  deposit_required: boolean;
  deposit_pence: number;
  vat_number: string | null;
  vat_basis_points: number;
  hide_revenue_from_staff: boolean;
  portal_password_minimum: number;
  reminder_hours: number[];
  quiet_from: string;
  quiet_until: string;
  sms_daily_cap: number;
  step_up_refund_over_pence: number;
}

const lockPracticeRow = statement<PracticeColumns>(
  'lock_practice',
  `select t.fts_complete, t.tenant_name, t.contact_name, t.email, t.phone, t.address, t.colour, t.business_type,
          t.business_hours::text as business_hours, t.time_zone, t.locale, t.currency, t.week_starts_on,
          t.grace_minutes, t.slot_minutes, t.parallel_places, t.deposit_required, t.deposit_pence, t.vat_number,
          t.vat_basis_points, t.hide_revenue_from_staff, t.portal_password_minimum, t.reminder_hours, t.quiet_from, t.quiet_until,
          t.sms_daily_cap, t.step_up_refund_over_pence
   from tenants t where t.id = $1
   for no key update`,
);

/** The practice's settings, locked against every other change until the transaction ends. */
export const lockPractice = (tx: TenantTransaction, tenantId: number): Promise<PracticeColumns | undefined> =>
  tx.row(lockPracticeRow, [tenantId]);

/** Updates the given settings. */
export async function updatePractice(
  tx: TenantTransaction,
  tenantId: number,
  changes: Partial<PracticeColumns>,
  now: Date,
): Promise<void> {
  await tx.run(
    sql('tenants')
      .where({ id: tenantId })
      .update({ ...changes, updated_at: now }),
  );
}
