import { recallEveryDays } from '@burrow/contracts/care-limits';
import type { WorkContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { textablePhone } from '../../lib/phone-number.ts';
import { todayOf } from '../care/public.ts';
import { leavesAt, queueMessages, recallChannel, waysInUse } from '../message/public.ts';

/** How many households get a recall in a transaction. */
export const maxHouseholds = 50;

/**
 * SQL for the due dates that may lead to a message, with two steps of each, the days before or after it on which clients get a
 * message: the latest one that has come (`own_step`), and the latest one of the coming week (`step`), which a message covers as
 * well because the household gets no other one in that week. `is_due` says whether a message is due because of it, `is_covered`
 * whether one would mention it.
 * @param today SQL
 * @param silent SQL for whether no message is sent about `d`
 */
export const openCare = (today: string, silent: string): string =>
  `select o.*,
     not o.is_silent and o.own_step is not null and (o.told_for is null or o.told_for < o.due_on + o.own_step) as is_due,
     not o.is_silent and o.step is not null and (o.told_for is null or o.told_for < o.due_on + o.step) as is_covered
   from (
     select d.id, d.animal_id, a.client_id, a.name as animal_name, y.name as care_type, d.due_on, d.told_for,
       ${silent} as is_silent, d.due_on + y.cancel_after < ${today} as is_too_old,
       (select max(s.step) from unnest(y.steps) s (step) where d.due_on + s.step <= ${today}) as own_step,
       (select max(s.step) from unnest(y.steps) s (step) where d.due_on + s.step < ${today} + ${recallEveryDays}) as step
     from care_due d
     join care_types y on y.tenant_id = d.tenant_id and y.id = d.care_type_id and y.archived_at is null
     join animals a on a.tenant_id = d.tenant_id and a.id = d.animal_id and a.active
     where d.tenant_id = $1 and d.state in ('due', 'told') and d.due_on < ${today} + 366 + ${recallEveryDays}) o`;

/** SQL for whether the client `c` got a recall within the week. */
export const toldThisWeek = (today: string): string =>
  `exists (select from recalls r
           where r.tenant_id = c.tenant_id and r.client_id = c.id and r.day > ${today} - ${recallEveryDays})`;

// $2 today, $3 now, $4 pattern of numbers that get texts, $5 ways in use, $6 how many, $7 $8 how many texts and emails
// are left today, $9 whether they may have been sent before a restore. Households that have waited longest come first.
const writeRecalls = statement<{ written: number }>(
  'write_recalls',
  `with open as materialized (
     select k.* from (${openCare('$2::date', 'd.silent')}) k where k.is_covered and not k.is_too_old),
   wanted as materialized (
     select c.id as client_id, w.type, w.recipient, w.after,
       row_number() over (partition by w.type order by h.first_on, c.id) as place, h.first_on
     from (select k.client_id, min(k.due_on) as first_on from open k group by 1 having bool_or(k.is_due)) h
     join clients c on c.tenant_id = $1 and c.id = h.client_id and c.archived_at is null and c.likes_recall
     join tenants t on t.id = $1
     cross join lateral (
       select ch.type, ch.recipient, ${leavesAt('$3::timestamptz')} as after ${recallChannel('$4', '$5::text[]')}) w
     where not ${toldThisWeek('$2::date')}),
   chosen as materialized (
     select w.* from wanted w where w.place <= case w.type when 'sms' then $7::integer else $8::integer end
     order by w.first_on, w.client_id limit $6),
   made as (
     insert into recalls (tenant_id, client_id, day, created_at)
     select $1, w.client_id, $2, $3 from chosen w order by w.first_on, w.client_id
     on conflict (tenant_id, client_id, day) do nothing
     returning id, client_id),
   items as (
     insert into recall_items (tenant_id, recall_id, care_due_id, due_on, step)
     select $1, m.id, k.id, k.due_on, k.step from made m join open k on k.client_id = m.client_id
     order by m.id, k.due_on, k.id),
   told as (
     update care_due d set state = 'told', told = d.told + 1, told_for = k.due_on + k.step, updated_at = $3
     from made m join open k on k.client_id = m.client_id
     where d.tenant_id = $1 and d.id = k.id),
   sent as (
     ${queueMessages(
       {
         tenant: '$1',
         client: 'm.client_id',
         about: ['recall_id', 'm.id'],
         type: 'w.type',
         kind: "'recall'",
         recipient: 'w.recipient',
         key: "concat_ws(':', 'recall', m.id)",
         priority: 1,
         dueAt: 'w.after',
         isPossiblySent: '$9::boolean',
         now: '$3',
       },
       'from made m join chosen w on w.client_id = m.client_id',
     )})
   select count(*)::integer as written from made`,
);

/** How many recalls may still be queued today. */
export interface RecallsLeft {
  sms: number;
  email: number;
}

/**
 * Queues the due recalls of a batch of households, one for each.
 * @param isPossiblySent whether they may have been sent before a restore: then they fail
 * @returns how many
 */
export async function writeSomeRecalls(
  ctx: WorkContext,
  left: RecallsLeft,
  isPossiblySent: boolean,
): Promise<number> {
  const { tx, tenantId, session, now, deps } = ctx;
  const ways = waysInUse(deps);
  if (ways.length === 0) return 0;
  const values = [tenantId, todayOf(ctx), now, textablePhone(session.locale), ways];
  const row = await tx.row(writeRecalls, [...values, maxHouseholds, left.sms, left.email, isPossiblySent]);
  return row?.written ?? 0;
}
