import type { ServiceProvider, ServiceRecord, StaffMember } from '@burrow/contracts/service';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { moneyFromPence } from '../../lib/money.ts';
import { serviceKeepWarning, shownKeepValues } from '../booking-terms/public.ts';

type ServiceRow = Omit<
  ServiceRecord,
  'base_price' | 'staff' | 'cancel_keep_value' | 'no_show_keep_value' | 'keep_warning'
> & {
  cancel_keep_value: number | null;
  no_show_keep_value: number | null;
  /** The rules that apply to it: its own, or the practice's. */
  rules: Parameters<typeof serviceKeepWarning>[0];
  base_price_pence: number;
  staff: (Omit<ServiceProvider, 'price'> & { price_pence: number | null })[];
};

const offeredServices = statement<ServiceRow>(
  'offered_services',
  `select s.id, s.name, s.description, s.base_price_pence, s.duration_minutes, s.colour as color,
          case when s.online then '1' else '0' end as online,
          case when s.retired_at is null then '0' else '1' end as retired,
          s.before_minutes, s.after_minutes, s.min_notice_hours, s.max_days_ahead,
          s.self_change, s.cancel_free_hours, s.cancel_keep, s.cancel_keep_value, s.no_show_keep, s.no_show_keep_value,
          s.move_limit, s.move_notice_hours,
          json_build_object('cancel_keep', coalesce(s.cancel_keep, t.cancel_keep),
            'cancel_keep_value', coalesce(s.cancel_keep_value, t.cancel_keep_value),
            'no_show_keep', coalesce(s.no_show_keep, t.no_show_keep),
            'no_show_keep_value', coalesce(s.no_show_keep_value, t.no_show_keep_value)) as rules,
          coalesce(p.staff, '[]') as staff, coalesce(n.needs, '[]') as needs
   from services s
   join tenants t on t.id = s.tenant_id
   left join (
     select ss.service_id,
            json_agg(json_build_object('user_id', ss.user_id, 'duration_minutes', ss.duration_minutes,
                                       'price_pence', ss.price_pence) order by ss.user_id) as staff
     from service_staff ss where ss.tenant_id = $1
     group by ss.service_id
   ) p on p.service_id = s.id
   left join (
     select o.service_id, json_agg(o.choices order by o.need) as needs
     from (select sr.service_id, sr.need, json_agg(sr.resource_id order by sr.resource_id) as choices
           from service_resources sr where sr.tenant_id = $1
           group by sr.service_id, sr.need) o
     group by o.service_id
   ) n on n.service_id = s.id
   where s.tenant_id = $1 and ($2 or s.retired_at is null)
   order by s.retired_at is not null, s.display_order, s.name, s.id`,
);

const bookableStaff = statement<StaffMember>(
  'bookable_staff',
  `select u.id, u.name, u.role, u.colour as color
   from users u where u.tenant_id = $1 and u.disabled_at is null and u.takes_bookings
   order by u.name, u.id`,
);

/** The active services in the practice's order, then (`includeRetired`) the archived ones; prices in pounds. */
export async function listServices(
  { tx, tenantId, session }: Ctx,
  includeRetired: boolean,
): Promise<ServiceRecord[]> {
  const rows = await tx.rows(offeredServices, [tenantId, includeRetired]);
  return rows.map(({ base_price_pence: pence, staff, rules, ...service }) => ({
    ...service,
    ...shownKeepValues(service),
    keep_warning: serviceKeepWarning(rules, pence, session),
    base_price: moneyFromPence(pence),
    staff: staff.map(({ price_pence: own, ...provider }) => ({
      ...provider,
      price: own === null ? null : moneyFromPence(own),
    })),
  }));
}

/** The people who can take appointments, by name. */
export const listStaff = ({ tx, tenantId }: Ctx): Promise<StaffMember[]> =>
  tx.rows(bookableStaff, [tenantId]);
