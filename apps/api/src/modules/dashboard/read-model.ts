import { monthBounds } from '@burrow/contracts/calendar-day';
import type { OutputOf } from '@burrow/contracts/actions';
import { seesRevenue } from '@burrow/contracts/roles';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { dayBegins, localMoment } from '../../lib/clock.ts';
import { moneyFromPence } from '../../lib/money.ts';

interface StatsRow {
  today: number;
  clients: number;
  patients: number;
  animals: number;
  pending: number;
  revenue_pence: number;
  hide_revenue: boolean;
}

/**
 * Each count is one index-only or narrow scan; together they are one round trip. Erased clients are never counted; they
 * are few, and subtracted by their own index.
 */
export const dashboardCounts = statement<StatsRow>(
  'dashboard_stats',
  `select
     (select count(*) from bookings b
      where b.tenant_id = $1 and b.booking_date = $2 and b.status <> 'cancelled') as today,
     (select count(*) from clients c where c.tenant_id = $1)
       - (select count(*) from clients c where c.tenant_id = $1 and c.erased_at is not null) as clients,
     (select count(*) from animals a where a.tenant_id = $1 and a.active) as patients,
     (select count(*) from animals a where a.tenant_id = $1)
       - (select count(*) from animals a where a.tenant_id = $1 and a.erased_at is not null) as animals,
     (select count(*) from bookings b where b.tenant_id = $1 and b.status = 'pending'
        and (b.is_provisional or b.booking_date >= $2 and not b.staff_accepted)) as pending,
     (select coalesce(sum(p.amount_pence), 0) from payments p
      where p.tenant_id = $1 and p.taken_at >= $3 and p.taken_at < $4) as revenue_pence,
     (select t.hide_revenue_from_staff from tenants t where t.id = $1) as hide_revenue`,
);

/** The dashboard's counts for the practice's today and the month it lies in. */
export async function dashboardStats({
  tx,
  tenantId,
  session,
  now,
}: Ctx): Promise<OutputOf<'admin/dashboard/stats'>> {
  const today = localMoment(now, session.timeZone).date;
  const [monthStart, nextMonthStart] = monthBounds(today);
  const row = (await tx.row(dashboardCounts, [
    tenantId,
    today,
    dayBegins(monthStart, session.timeZone),
    dayBegins(nextMonthStart, session.timeZone),
  ])) as StatsRow;
  return {
    todayAppointments: row.today,
    totalClients: row.clients,
    monthlyRevenue: seesRevenue(session.role, row.hide_revenue) ? moneyFromPence(row.revenue_pence) : null,
    activePatients: row.patients,
    totalAnimals: row.animals,
    pendingBookings: row.pending,
  };
}
