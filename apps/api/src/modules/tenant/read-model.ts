import type { OutputOf } from '@burrow/contracts/actions';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { moneyFromPence } from '../../lib/money.ts';
import { bookingPageAddress, portalAddress } from '../../lib/portal-address.ts';

type TenantRecord = OutputOf<'tenant'>[number];

type TenantRow = Omit<
  TenantRecord,
  'deposit_amount' | 'vat_rate' | 'portal_url' | 'booking_page_url' | 'step_up_refund_over'
> & {
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
          t.step_up_refund_over_pence, t.second_factor_from, t.widget_sites,
          case when t.booking_page then '1' else '0' end as booking_page,
          case when t.booking_page_prices then '1' else '0' end as booking_page_prices,
          case when t.booking_page_team then '1' else '0' end as booking_page_team
   from tenants t where t.id = $1`,
);

/** The caller's practice as its staff see it. */
export async function ownTenant(ctx: Ctx): Promise<TenantRecord> {
  const { tx, tenantId, deps } = ctx;
  const row = await tx.row(tenantById, [tenantId]);
  if (!row) throw new AppError('not_found');
  const { deposit_pence, vat_basis_points, step_up_refund_over_pence, custom_host, ...tenant } = row;
  return {
    ...tenant,
    portal_url: portalAddress(deps.env.PUBLIC_URL, { id: tenant.id, custom_host }),
    booking_page_url: await bookingPageUrl(ctx, { subdomain: tenant.tenant_subdomain, custom_host }),
    deposit_amount: moneyFromPence(deposit_pence),
    vat_rate: String(vat_basis_points / 100),
    step_up_refund_over: moneyFromPence(step_up_refund_over_pence),
  };
}

const isPracticeOfHost = statement<{ is_own: boolean }>(
  'is_practice_of_host',
  'select portal_of_host($2) = $1 as is_own',
);

/** Where the booking page is; the only practice needs neither a subdomain nor a host of its own. */
async function bookingPageUrl(
  { tx, tenantId, deps }: Ctx,
  practice: { subdomain: string | null; custom_host: string | null },
): Promise<string | null> {
  const publicUrl = deps.env.PUBLIC_URL;
  if (publicUrl === undefined) return null;
  const address = bookingPageAddress(publicUrl, practice);
  if (address !== null) return address;
  const host = await tx.row(isPracticeOfHost, [tenantId, new URL(publicUrl).hostname]);
  return host?.is_own === true ? `${publicUrl}/book` : null;
}
