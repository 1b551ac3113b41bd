import type { WorkContext } from '../../context/context.ts';
import { announceChange, announcement, liveChannel } from '../../db/live-updates.ts';
import { statement, type Statement } from '../../db/statement.ts';

/** Older ones are not shown. */
export const keptDays = 90;

/**
 * The details of the appointment `b` in a notification, which {@link joinedToBooking}; `amount` and `actor` are SQL.
 */
export const detailsOfBooking = (amount: string, actor: string): string =>
  `jsonb_strip_nulls(jsonb_build_object(
     'client_name', c.name, 'animal_name', a.name, 'species', sp.name, 'service', sv.name,
     'booking_date', b.booking_date, 'booking_time', to_char(b.booking_time, 'HH24:MI'),
     'amount_pence', ${amount}, 'actor_name', ${actor}))`;
export const joinedToBooking = `join clients c on c.tenant_id = b.tenant_id and c.id = b.client_id
     join animals a on a.tenant_id = b.tenant_id and a.id = b.animal_id
     left join species sp on sp.tenant_id = a.tenant_id and sp.id = a.species_id
     left join services sv on sv.tenant_id = b.tenant_id and sv.id = b.service_id`;

// Each new row deletes a few of the oldest, so that a practice never has many. `notification_time` locks, and makes times
// increase in the order of commits: a reader who has seen one has seen those before. A deposit has the details of its requested appointment in
// place of an appointment's own.
const notificationsAbout = (
  name: string,
  table: 'bookings' | 'deposits',
  bookingId: string,
): Statement<unknown> =>
  statement(
    name,
    `with turn as materialized (
     select notification_time($1, $7) as at),
   told as (
     insert into notifications (tenant_id, kind, booking_id, details, actor_user_id, created_at)
     select b.tenant_id, $2, ${bookingId},
            ${detailsOfBooking('$4::integer', '$6::text')},
            $5, turn.at
     from turn
     cross join ${table} b
     ${joinedToBooking}
     where b.tenant_id = $1 and b.id = any($3::bigint[])
     order by b.starts_at, b.id
     returning id),
   old as (
     delete from notifications o using turn
     where o.tenant_id = $1 and o.created_at < $7::timestamptz - interval '${keptDays} days'
       and o.id in (select f.id from notifications f where f.tenant_id = $1 order by f.created_at, f.id limit 5))
   select pg_notify($8, json_build_object(
     'tenant_id', $1::bigint, 'action', $9::text, 'notification_id', max(t.id))::text)
   from told t having count(*) > 0`,
  );

const insertNotifications = notificationsAbout('insert_notifications', 'bookings', 'b.id');
const insertDepositNotifications = notificationsAbout(
  'insert_deposit_notifications',
  'deposits',
  'null::bigint',
);

/** The events of an appointment that the practice is notified of. */
interface NotifiedEvent {
  kind:
    | 'booking_request'
    | 'booking_cancelled'
    | 'booking_moved'
    | 'change_asked'
    | 'payment'
    | 'refund_failed'
    | 'message_failed'
    | 'client_confirmed'
    | 'deposit_unsettled'
    | 'deposit_returned'
    | 'offer_taken';
  bookingId: number;
  /** Of a payment: its amount; of a refund: the failed amount; of a deposit: its amount. */
  amountPence?: number;
}

/**
 * Notifies the staff of the practice, except the author, of an event of an appointment: a row with names, day, time and
 * amount as they are now, and an event to every open stream once the transaction commits. One statement, which may be
 * sent with others; best after those that lock rows.
 */
export const notify = (ctx: WorkContext, { kind, bookingId, amountPence }: NotifiedEvent): Promise<void> =>
  insertFor(ctx, kind, [bookingId], amountPence);

/** The same for a deposit that never became an appointment: with the requested day and time, and no appointment. */
export const notifyOfDeposit = (
  ctx: WorkContext,
  { kind, depositId, amountPence }: Omit<NotifiedEvent, 'bookingId'> & { depositId: number },
): Promise<void> => insertFor(ctx, kind, [depositId], amountPence, insertDepositNotifications);

/** Notifies of appointments that were cancelled together: a row for each, and one event to the streams. */
export async function notifyCancelled(ctx: WorkContext, bookingIds: readonly number[]): Promise<void> {
  if (bookingIds.length > 0) await insertFor(ctx, 'booking_cancelled', bookingIds);
}

// Takes the same lock as above. The animal is that of the appointment whose log contains the message.
const insertClientNotification = statement(
  'insert_client_notification',
  `with turn as materialized (
     select notification_time($1, $5) as at),
   told as (
     insert into notifications (tenant_id, kind, booking_id, details, created_at)
     select $1, $8, b.id, jsonb_strip_nulls(jsonb_build_object(
       'client_id', c.id, 'client_name', c.name, 'animal_name', a.name, 'text', $4::text)), turn.at
     from turn
     left join clients c on c.tenant_id = $1 and c.id = $2::bigint
     left join bookings b on b.tenant_id = $1 and b.id = $3::bigint
     left join animals a on a.tenant_id = $1 and a.id = b.animal_id
     returning id)
   select pg_notify($6, json_build_object(
     'tenant_id', $1::bigint, 'action', $7::text, 'notification_id', t.id)::text)
   from told t`,
);

/** An event of the conversation with a client. */
interface ClientEvent {
  /** client_text: they wrote; message_failed: what staff wrote to them could not be delivered. */
  kind: 'client_text' | 'message_failed';
  clientId: number | null;
  bookingId?: number | null;
  /** The beginning of what they wrote. */
  text?: string;
}

/** Notifies the practice of an event of the conversation with a client. */
export async function notifyOfClient(
  { tx, tenantId, now, action }: WorkContext,
  { kind, clientId, bookingId, text }: ClientEvent,
): Promise<void> {
  const values = [tenantId, clientId, bookingId ?? null, text ?? null, now, liveChannel, action, kind];
  await tx.rows(insertClientNotification, values);
}

// With the same lock as above, and about no person.
const insertWebhookNotification = statement(
  'insert_webhook_notification',
  `with turn as materialized (
     select notification_time($1, $3) as at),
   told as (
     insert into notifications (tenant_id, kind, details, created_at)
     select $1, 'webhook_off', jsonb_build_object('webhook_host', $2::text), turn.at from turn
     returning id)
   select pg_notify($4, json_build_object(
     'tenant_id', $1::bigint, 'action', $5::text, 'notification_id', t.id)::text)
   from told t`,
);

/** Notifies the admins of the practice that a webhook was disabled automatically. */
export async function notifyOfWebhook(
  { tx, tenantId, now, action }: WorkContext,
  host: string,
): Promise<void> {
  await tx.rows(insertWebhookNotification, [tenantId, host, now, liveChannel, action]);
}

// With the same lock as above, and about no person.
const insertFreedNotification = statement(
  'insert_freed_notification',
  `with turn as materialized (
     select notification_time($1, $5) as at),
   told as (
     insert into notifications (tenant_id, kind, details, created_at)
     select $1, 'time_freed', jsonb_build_object('booking_date', $2::date, 'booking_time', $3::text, 'waiting', $4::integer), turn.at
     from turn
     returning id)
   select pg_notify($6, json_build_object(
     'tenant_id', $1::bigint, 'action', $7::text, 'notification_id', t.id)::text)
   from told t`,
);

/** Notifies the practice that a time came free that clients on the waitlist could have. */
export async function notifyOfFreedTime(
  { tx, tenantId, now, action }: WorkContext,
  freed: { date: string; time: string; waiting: number },
): Promise<void> {
  const { date, time, waiting } = freed;
  await tx.rows(insertFreedNotification, [tenantId, date, time, waiting, now, liveChannel, action]);
}

async function insertFor(
  { tx, tenantId, session, now, action }: WorkContext,
  kind: NotifiedEvent['kind'],
  ids: readonly number[],
  amountPence?: number,
  insertion = insertNotifications,
): Promise<void> {
  await tx.rows(insertion, [
    tenantId,
    kind,
    ids,
    amountPence ?? null,
    // What an API key does is news to the admin who made it.
    session.program ? null : session.userId,
    session.userId === null ? null : session.name,
    now,
    liveChannel,
    action,
  ]);
}

/**
 * Announces a change without a notification: open screens refetch what the action invalidates. It is sent with the
 * commit.
 */
export function tellScreens(ctx: WorkContext): void {
  if (ctx.announce) ctx.announce();
  else ctx.tx.beforeCommit(announceChange, announcement(ctx.tenantId, ctx.action));
}
