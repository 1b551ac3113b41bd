import type { OutputOf } from '@burrow/contracts/actions';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { moneyFromPence } from '../../lib/money.ts';
import { portalAddress } from '../../lib/portal-address.ts';

type TenantRecord = OutputOf<'tenant'>[number];

type TenantRow = Omit<TenantRecord, 'deposit_amount' | 'vat_rate' | 'portal_url' | 'step_up_refund_over'> & {
  custom_host: string | null;
  deposit_pence: number;
  vat_basis_points: number;
  step_up_refund_over_pence: number;
};

const tenantById = statement<TenantRow>(
  'tenant_by_id',
  `select t.id, coalesce(t.contact_name, t.tenant_name) as name, t.email, t.tenant_name,
          t.subdomain as tenant_subdomain, t.custom_host::text as custom_host, case when t.fts_complete then '1' else '0' end as fts_complete,
          t.phone, t.address, t.colour as color, t.business_type, t.business_hours::text as business_hours, t.time_zone, t.locale,
          t.currency, t.week_starts_on, t.grace_minutes as grace, t.slot_minutes, t.parallel_places,
          case when t.deposit_required then '1' else '0' end as deposit_required, t.deposit_pence, t.vat_number,
          t.vat_basis_points,
          case when t.hide_revenue_from_staff then '1' else '0' end as hide_revenue_from_staff,
          t.portal_password_minimum, t.reminder_hours, t.quiet_from, t.quiet_until, t.sms_daily_cap,
          t.step_up_refund_over_pence, t.second_factor_from, t.waitlist_mode, t.waitlist_order
   from tenants t where t.id = $1`,
);

/** The caller's practice as its staff see it. */
export async function ownTenant({ tx, tenantId, deps }: Ctx): Promise<TenantRecord> {
  const row = await tx.row(tenantById, [tenantId]);
  if (!row) throw new AppError('not_found');
  const { deposit_pence, vat_basis_points, step_up_refund_over_pence, custom_host, ...tenant } = row;
  return {
    ...tenant,
    portal_url: portalAddress(deps.env.PUBLIC_URL, { id: tenant.id, custom_host }),
    deposit_amount: moneyFromPence(deposit_pence),
    vat_rate: String(vat_basis_points / 100),
    step_up_refund_over: moneyFromPence(step_up_refund_over_pence),
  };
}
