import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { RecallPreview } from '@burrow/contracts/recall';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { textablePhone } from '../../lib/phone-number.ts';
import { todayOf } from '../care/public.ts';
import { recallChannel, waysInUse } from '../message/public.ts';
import { openCare, toldThisWeek } from './plan.ts';

type Household = RecallPreview['households'][number];

interface PreviewRow {
  on: '1' | '0';
  due: number;
  overdue: number;
  too_old: number;
  today: number;
  households: Household[];
}

// Until recalls are on, no message would be sent about anything overdue.
const silentNow = `case when $3 then false
   when t.recalls_on_since is null then d.silent or d.due_on < $2::date else d.silent end`;

// $2 today, $3 whether the overdue are included, $4 pattern of numbers that get texts, $5 ways in use.
const preview = statement<PreviewRow>(
  'recall_preview',
  `with open as materialized (${openCare('$2::date', `(select ${silentNow} from tenants t where t.id = $1)`)}),
   homes as materialized (
     select k.client_id, bool_or(k.is_due) as is_due, min(k.due_on) as first_on,
       coalesce(json_agg(i.item order by k.due_on, k.id) filter (where k.is_covered), json_agg(i.item order by k.due_on, k.id)) as items
     from open k
     cross join lateral (select json_build_object('care_due_id', k.id, 'animal_id', k.animal_id, 'animal_name', k.animal_name,
       'care_type', k.care_type, 'due_on', k.due_on) as item) i
     where not k.is_too_old and (k.is_covered or k.is_silent)
     group by 1 having bool_or(k.is_due or k.is_silent and k.own_step is not null)),
   listed as materialized (
     select h.client_id, c.name as client_name, w.type as channel, h.items, h.first_on,
       case when c.archived_at is not null then 'archived' when not c.likes_recall then 'opted_out'
         when w.type is null then 'no_channel' when ${toldThisWeek('$2::date')} then 'this_week'
         when not h.is_due then 'overdue' end as why_not
     from homes h
     join clients c on c.tenant_id = $1 and c.id = h.client_id
     left join lateral (select ch.type ${recallChannel('$4', '$5::text[]')}) w on true)
   select case when t.recalls_on_since is null then '0' else '1' end as "on", n.due, n.overdue, n.too_old,
     (select count(*)::integer from listed l where l.why_not is null) as today,
     coalesce((select json_agg(json_build_object('client_id', l.client_id, 'client_name', l.client_name, 'channel', l.channel,
         'why_not', l.why_not, 'items', l.items) order by l.why_not is not null, l.first_on, l.client_id)
       from (select one.client_id, one.client_name, one.channel, one.why_not, one.items, one.first_on from listed one order by one.why_not is not null, one.first_on, one.client_id limit 100) l), '[]') as households
   from tenants t
   cross join (
     select count(*)::integer as due, (count(*) filter (where d.due_on < $2::date))::integer as overdue,
       (count(*) filter (where d.due_on + y.cancel_after < $2::date))::integer as too_old
     from care_due d
     join care_types y on y.tenant_id = d.tenant_id and y.id = d.care_type_id and y.archived_at is null
     where d.tenant_id = $1 and d.state in ('due', 'told')) n
   where t.id = $1`,
);

/** What recalls would send now. */
export async function recallPreview(
  ctx: Ctx,
  { include_overdue: isOverdueIncluded }: ParsedInputOf<'recall_preview'>,
): Promise<OutputOf<'recall_preview'>> {
  const ways = waysInUse(ctx.deps);
  const phone = textablePhone(ctx.session.locale);
  const row = await ctx.tx.row(preview, [ctx.tenantId, todayOf(ctx), isOverdueIncluded, phone, ways]);
  if (!row) throw new Error('The practice of this session was not found.');
  return { ...row, can_send: ways.some((way) => way !== 'push') };
}
