import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { RecallRow } from '@burrow/contracts/recall';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { cursorId } from '../../lib/paging.ts';
import { careDueColumns, todayOf } from '../care/public.ts';

type Show = ParsedInputOf<'recalls'>['show'];

const filters: Readonly<Record<Show, { where: string; key: string; isLatestFirst?: true }>> = {
  overdue: {
    where: "d.state in ('due', 'told') and d.due_on < $5::date",
    key: 'due_on',
    isLatestFirst: true,
  },
  month: {
    where: "d.state in ('due', 'told') and d.due_on >= $5::date and d.due_on <= $5::date + 30",
    key: 'due_on',
  },
  told: { where: "d.state = 'told'", key: 'due_on' },
  booked: { where: "d.state = 'booked'", key: 'due_on' },
  done: { where: "d.state = 'done'", key: 'done_on', isLatestFirst: true },
  dismissed: { where: "d.state = 'dismissed'", key: 'due_on', isLatestFirst: true },
};

// $2 the type or null, $3 the row before or null, $4 how many, $5 today.
const page = (show: Show) => {
  const { where, key, isLatestFirst } = filters[show];
  const [past, order] = isLatestFirst ? ['<', 'desc'] : ['>', 'asc'];
  return statement<RecallRow>(
    `recalls_${show}`,
    `select ${careDueColumns}, d.animal_id, a.name as animal_name, a.client_id, c.name as client_name, c.phone as client_phone,
       case when d.silent then '1' else '0' end as silent,
       (select json_build_object('sent_on', r.day, 'type', k.type, 'status', case
          when k.id is null then 'withdrawn' when k.status = 'pending' then 'queued'
          when k.status = 'failed' then 'failed' else 'sent' end)
        from recall_items i
        join recalls r on r.tenant_id = i.tenant_id and r.id = i.recall_id
        left join comms k on k.tenant_id = r.tenant_id and k.client_id = r.client_id and k.recall_id = r.id
        where i.tenant_id = d.tenant_id and i.care_due_id = d.id
        order by r.day desc, r.id desc limit 1) as last_message
     from care_due d
     join care_types y on y.tenant_id = d.tenant_id and y.id = d.care_type_id
     join animals a on a.tenant_id = d.tenant_id and a.id = d.animal_id
     join clients c on c.tenant_id = a.tenant_id and c.id = a.client_id
     left join bookings b on b.tenant_id = d.tenant_id and b.id = d.booking_id
     where d.tenant_id = $1 and ${where} and ($2::bigint is null or d.care_type_id = $2)
       and ($3::bigint is null or (d.${key}, d.id) ${past} (
         select p.${key}, p.id from care_due p where p.tenant_id = $1 and p.id = $3))
       and $5::date is not null
     order by d.${key} ${order}, d.id ${order} limit $4`,
  );
};
const pages = {
  overdue: page('overdue'),
  month: page('month'),
  told: page('told'),
  booked: page('booked'),
  done: page('done'),
  dismissed: page('dismissed'),
} as const satisfies Record<Show, unknown>;

const areOn = statement<{ on: '1' | '0'; type_found: boolean }>(
  'recalls_on',
  `select case when t.recalls_on_since is null then '0' else '1' end as "on",
     $2::bigint is null or exists (select from care_types y where y.tenant_id = $1 and y.id = $2) as type_found
   from tenants t where t.id = $1`,
);

/** Due dates with their latest recall. @throws AppError `not_found` for an unknown recall type */
export async function listRecalls(ctx: Ctx, input: ParsedInputOf<'recalls'>): Promise<OutputOf<'recalls'>> {
  const { tx, tenantId } = ctx;
  const { show, care_type_id: typeId = null, cursor, limit } = input;
  const [practice, rows] = await Promise.all([
    tx.row(areOn, [tenantId, typeId]),
    tx.rows(pages[show], [tenantId, typeId, cursorId(cursor), limit, todayOf(ctx)]),
  ]);
  if (!practice?.type_found) throw new AppError('not_found', { message: 'Recall type not found.' });
  return { on: practice.on, rows };
}
