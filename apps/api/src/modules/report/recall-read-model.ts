import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import { recallBookedDays } from '@burrow/contracts/care-limits';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { moneyFromPence } from '../../lib/money.ts';
import { periodContext, spannedBy } from './report-context.ts';

type Answer = OutputOf<'reports/recall'>;

interface Figures {
  told: number;
  booked: number;
  completed: number;
  revenue_pence: number;
}

interface ReportRow {
  sent: number;
  types: (Figures & { care_type_id: number; care_type: string })[];
}

// $2 to $3 the days. An appointment counts for one due date: the first that it was made after.
const recalled = statement<ReportRow>(
  'report_recall',
  `with sent as materialized (
     select r.id, r.created_at from recalls r
     where r.tenant_id = $1 and r.day >= $2::date and r.day <= $3::date and exists (
       select from comms k
       where k.tenant_id = $1 and k.client_id = r.client_id and k.recall_id = r.id and k.status in ('sent', 'confirmed'))),
   told as materialized (
     select i.care_due_id, min(s.created_at) as first_at
     from sent s join recall_items i on i.tenant_id = $1 and i.recall_id = s.id group by 1),
   outcome as (
     select distinct on (coalesce(b.id, -t.care_due_id)) d.care_type_id, t.care_due_id, b.id as booking_id, b.status,
       coalesce(b.paid_pence, 0) as paid_pence
     from told t
     join care_due d on d.tenant_id = $1 and d.id = t.care_due_id
     join care_types y on y.tenant_id = $1 and y.id = d.care_type_id
     left join lateral (
       select k.id, k.status, k.paid_pence from bookings k
       where k.tenant_id = $1 and k.animal_id = d.animal_id and k.service_id = y.service_id and k.status <> 'cancelled'
         and k.created_at >= t.first_at and k.created_at < t.first_at + interval '${recallBookedDays} days'
       order by k.created_at, k.id limit 1) b on true
     order by coalesce(b.id, -t.care_due_id), t.first_at, t.care_due_id)
   select (select count(*)::integer from sent) as sent, coalesce((
     select json_agg(g order by g.care_type, g.care_type_id) from (
       select y.id as care_type_id, y.name as care_type, count(distinct t.care_due_id)::integer as told,
         count(o.booking_id)::integer as booked, (count(*) filter (where o.status = 'completed'))::integer as completed,
         coalesce(sum(o.paid_pence), 0) as revenue_pence
       from told t
       join care_due d on d.tenant_id = $1 and d.id = t.care_due_id
       join care_types y on y.tenant_id = $1 and y.id = d.care_type_id
       left join outcome o on o.care_due_id = t.care_due_id
       group by 1, 2) g), '[]') as types`,
);

/** The recalls of a period and the appointments that followed. */
export async function recallReport(ctx: Ctx, input: ParsedInputOf<'reports/recall'>): Promise<Answer> {
  const { period, showsMoney } = await periodContext(ctx, input);
  const row = await ctx.tx.row(recalled, [ctx.tenantId, period.from, period.to]);
  if (!row) throw new Error('The report query returned no row.');
  const figures = ({ told, booked, completed, revenue_pence: pence }: Figures) => ({
    told,
    booked,
    completed,
    revenue: showsMoney ? moneyFromPence(pence) : null,
  });
  const sum = (field: keyof Figures): number => row.types.reduce((total, one) => total + one[field], 0);
  const all = {
    told: sum('told'),
    booked: sum('booked'),
    completed: sum('completed'),
    revenue_pence: sum('revenue_pence'),
  };
  return {
    data: row.types.map(({ care_type_id, care_type, ...one }) => ({
      care_type_id,
      care_type,
      ...figures(one),
    })),
    metadata: { ...spannedBy(period), sent: row.sent, ...figures(all) },
  };
}
