import type { ServiceRecord, StaffMember } from '@burrow/contracts/service';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { moneyFromPence } from '../../lib/money.ts';

type ServiceRow = Omit<ServiceRecord, 'base_price'> & { base_price_pence: number };

const offeredServices = statement<ServiceRow>(
  'offered_services',
  `select s.id, s.name, s.description, s.base_price_pence, s.duration_minutes, s.colour as color,
          case when s.online then '1' else '0' end as online,
          case when s.retired_at is null then '0' else '1' end as retired
   from services s where s.tenant_id = $1 and ($2 or s.retired_at is null)
   order by s.retired_at is not null, s.display_order, s.name, s.id`,
);

const bookableStaff = statement<StaffMember>(
  'bookable_staff',
  `select u.id, u.name, u.role, u.colour as color
   from users u where u.tenant_id = $1 and u.disabled_at is null and u.takes_bookings
   order by u.name, u.id`,
);

/** The active services in the practice's order, then (`includeRetired`) the archived ones; prices in pounds. */
export async function listServices({ tx, tenantId }: Ctx, includeRetired: boolean): Promise<ServiceRecord[]> {
  const rows = await tx.rows(offeredServices, [tenantId, includeRetired]);
  return rows.map(({ base_price_pence: pence, ...service }) => ({
    ...service,
    base_price: moneyFromPence(pence),
  }));
}

/** The people who can take appointments, by name. */
export const listStaff = ({ tx, tenantId }: Ctx): Promise<StaffMember[]> =>
  tx.rows(bookableStaff, [tenantId]);
