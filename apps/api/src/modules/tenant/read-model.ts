import type { OutputOf } from '@burrow/contracts/actions';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { moneyFromPence } from '../../lib/money.ts';
import { bookingPageAddress, portalAddress } from '../../lib/portal-address.ts';
import { practiceKeepWarning, shownKeepValues, type PricedService } from '../booking-terms/public.ts';

type TenantRecord = OutputOf<'tenant'>[number];

type TenantRow = Omit<
  TenantRecord,
  | 'deposit_amount'
  | 'vat_rate'
  | 'portal_url'
  | 'booking_page_url'
  | 'step_up_refund_over'
  | 'cancel_keep_value'
  | 'no_show_keep_value'
  | 'keep_warning'
> & {
  custom_host: string | null;
  deposit_pence: number;
  vat_basis_points: number;
  step_up_refund_over_pence: number;
  cancel_keep_value: number;
  no_show_keep_value: number;
  /** The services that the practice's terms apply to. */
  priced: PricedService[];
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
          t.step_up_refund_over_pence, t.second_factor_from, t.widget_sites, t.waitlist_mode, t.waitlist_order,
          case when t.booking_page then '1' else '0' end as booking_page,
          case when t.booking_page_prices then '1' else '0' end as booking_page_prices,
          case when t.booking_page_team then '1' else '0' end as booking_page_team,
          t.self_change, t.cancel_free_hours, t.cancel_keep,
          t.cancel_keep_value, t.no_show_keep, t.no_show_keep_value, t.move_limit, t.move_notice_hours,
          coalesce((
            select json_agg(json_build_object('name', s.name, 'base_price_pence', s.base_price_pence)
                            order by s.display_order, s.name, s.id)
            from services s
            where s.tenant_id = t.id and s.retired_at is null and s.cancel_keep is null and s.no_show_keep is null), '[]')
            as priced
   from tenants t where t.id = $1`,
);

/** The caller's practice as its staff see it. */
export async function ownTenant(ctx: Ctx): Promise<TenantRecord> {
  const { tx, tenantId, session, deps } = ctx;
  const row = await tx.row(tenantById, [tenantId]);
  if (!row) throw new AppError('not_found');
  const { deposit_pence, vat_basis_points, step_up_refund_over_pence, custom_host, priced, ...tenant } = row;
  return {
    ...tenant,
    portal_url: portalAddress(deps.env.PUBLIC_URL, { id: tenant.id, custom_host }),
    booking_page_url: await bookingPageUrl(ctx, { subdomain: tenant.tenant_subdomain, custom_host }),
    deposit_amount: moneyFromPence(deposit_pence),
    vat_rate: String(vat_basis_points / 100),
    step_up_refund_over: moneyFromPence(step_up_refund_over_pence),
    ...shownKeepValues(row),
    keep_warning: practiceKeepWarning(row, priced, session),
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
