import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { NotificationRecord } from '@burrow/contracts/notification';
import { seesRevenue } from '@burrow/contracts/roles';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { hasScope } from '../../lib/key-scopes.ts';
import { moneyFromPence } from '../../lib/money.ts';
import { cursorId } from '../../lib/paging.ts';
import { keptDays } from './service.ts';

/** A notification's details as stored; missing ones are left out. */
interface Details {
  client_name?: string;
  animal_name?: string;
  species?: string;
  service?: string;
  booking_date?: string;
  booking_time?: string;
  amount_pence?: number;
  actor_name?: string;
  webhook_host?: string;
  client_id?: number;
  text?: string;
  waiting?: number;
}

interface NotificationRow {
  id: number;
  kind: NotificationRecord['kind'];
  created_at: string;
  unread: boolean;
  booking_id: number | null;
  details: Details;
}

interface Inbox {
  unread: number;
  hide_revenue: boolean;
  notifications: NotificationRow[];
}

/** More unread ones than this are not counted; a screen shows '99+'. */
const maxCounted = 100;

const isShown = `n.created_at >= $5::timestamptz - interval '${keptDays} days' and ($6 or n.kind <> 'webhook_off')
          and ($7 or n.actor_user_id is distinct from $2)`;

// $5 now, $6 whether the caller is an admin, $7 whether it uses an API key. People are not notified of their own actions; a key
// reads those of the admin who made it. Both parts read the index by time from the newest on and stop early.
export const inboxStatement = statement<Inbox>(
  'notifications',
  `with seen as materialized (
     select coalesce(max(greatest(r.last_seen_at, noted.created_at)), '-infinity') as at, coalesce(max(r.last_seen_id), 0) as id
     from notification_reads r
     -- A server of the previous release notes only the id.
     left join lateral (
       select n.created_at from notifications n where n.tenant_id = $1 and n.id <= r.last_seen_id
       order by n.id desc limit 1) noted on true
     where r.tenant_id = $1 and r.user_id = $2),
   -- Below what the page begins; a cursor that is no row of the practice ends the list.
   top as materialized (
     select case when $3::bigint is null then 'infinity' else coalesce(max(c.created_at), '-infinity') end as at,
       coalesce(max(c.id), 0) as id
     from notifications c where c.tenant_id = $1 and c.id = $3)
   select
     (select count(*) from (
        select from notifications n
        where n.tenant_id = $1 and (n.created_at, n.id) > (select at, id from seen)
          and ${isShown}
        order by n.created_at desc, n.id desc limit ${maxCounted}) newer) as unread,
     (select t.hide_revenue_from_staff from tenants t where t.id = $1) as hide_revenue,
     (select coalesce(json_agg(page order by page.created_at desc, page.id desc), '[]') from (
        select n.id, n.kind, n.created_at, (n.created_at, n.id) > (select at, id from seen) as unread, n.booking_id, n.details
        from notifications n
        where n.tenant_id = $1 and (n.created_at, n.id) < (select at, id from top)
          and ${isShown}
        order by n.created_at desc, n.id desc limit $4) page) as notifications`,
);

/** The notifications of the practice, newest first, without what the caller did in person. */
export async function notificationsPage(
  { tx, tenantId, session, now }: Ctx,
  { limit, cursor }: ParsedInputOf<'notifications'>,
): Promise<OutputOf<'notifications'>> {
  const row = await tx.row(inboxStatement, [
    tenantId,
    session.userId,
    cursorId(cursor),
    limit,
    now,
    session.role === 'admin',
    Boolean(session.program),
  ]);
  if (!row) throw new Error('The notifications query returned no row.');
  const shows: Shown = {
    money: seesRevenue(session.role, row.hide_revenue) && hasScope(session, 'payments:read'),
    texts: hasScope(session, 'messages:read'),
  };
  return {
    unread: row.unread,
    notifications: row.notifications.map((notification) => toRecord(notification, shows)),
  };
}

/** The details of a notification that the caller may read besides the appointment. */
interface Shown {
  money: boolean;
  /** Text messages from clients, with their senders. */
  texts: boolean;
}

function toRecord({ details, created_at, ...row }: NotificationRow, shows: Shown): NotificationRecord {
  const { amount_pence: pence } = details;
  return {
    ...row,
    created_at: new Date(created_at).toISOString(),
    client_name: details.client_name ?? null,
    animal_name: details.animal_name ?? null,
    species: details.species ?? null,
    service: details.service ?? null,
    booking_date: details.booking_date ?? null,
    booking_time: details.booking_time ?? null,
    amount: pence === undefined || !shows.money ? null : moneyFromPence(pence),
    webhook_host: details.webhook_host ?? null,
    client_id: (shows.texts && details.client_id) || null,
    text: (shows.texts && details.text) || null,
    waiting: details.waiting ?? null,
    actor_name: details.actor_name ?? null,
  };
}
