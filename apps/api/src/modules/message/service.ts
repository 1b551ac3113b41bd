import type { MessageChannel } from '@burrow/contracts/message-text';
import type { Dependencies, WorkContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { instantOf } from '../../lib/clock.ts';
import { textablePhone } from '../../lib/phone-number.ts';

/** An event of an appointment that its client is notified of. */
export type ToldEvent =
  'booking_confirmation' | 'booking_change' | 'booking_cancellation' | 'request_declined' | 'change_declined';
type SentEvent = ToldEvent | 'booking_change_needed';

/**
 * How long a message is queued before it is sent, so that a change undone or repeated meanwhile sends nothing false.
 */
const waitsSeconds: Readonly<Record<SentEvent, number>> = {
  booking_confirmation: 0,
  booking_change: 60,
  booking_cancellation: 60,
  booking_change_needed: 60,
  request_declined: 60,
  change_declined: 0,
};

/**
 * The channels of the client `c`, and whether they allow each; `pattern` is SQL for the result of {@link textablePhone}.
 */
export const allowedChannels = (pattern: string): string =>
  `cross join lateral (values
     ('sms', c.phone, c.likes_sms and c.phone ~ ${pattern}),
     ('email', c.email::text, c.likes_email)) ch (type, recipient, liked)`;

/** When a message of channel `ch` that is ready at the moment (SQL) may be sent in the practice `t`. */
export const leavesAt = (moment: string): string =>
  `case ch.type when 'sms' then after_quiet_hours(${moment}, t.time_zone, t.quiet_from, t.quiet_until) else ${moment} end`;

/** The same for a message about appointment `b`; if that is too late, due at once, so that the log records it. */
const leavesBeforeStart = (moment: string): string =>
  `case when ${leavesAt(moment)} >= b.starts_at then ${moment} else ${leavesAt(moment)} end`;

/** A repeated decision sends one message. */
export const onceOnly = 'on conflict (tenant_id, dedupe_key) where dedupe_key is not null do nothing';

// $2 kind, $3 appointments, $4 the pattern of numbers that get texts, $5 channels in use, $6 now, $7 when it is ready at
// the earliest, $8 the start of the appointment as the client last knew it. A queued message is not repeated; one that
// asks the client to call may be needed again meanwhile, and its caller prevents repetitions.
const tellOfBookings = statement<{ type: MessageChannel }>(
  'tell_of_bookings',
  `insert into comms (tenant_id, client_id, booking_id, type, status, kind, recipient, dedupe_key, due_at,
     told_starts_at, created_at, updated_at)
   select b.tenant_id, b.client_id, b.id, ch.type, 'pending', $2::text, ch.recipient,
          case when $2 <> 'booking_change_needed' then concat_ws(':', $2::text, b.id, ch.type) end,
          ${leavesBeforeStart('$7::timestamptz')}, $8, $6, $6
   from bookings b
   join tenants t on t.id = b.tenant_id
   join clients c on c.tenant_id = b.tenant_id and c.id = b.client_id and c.archived_at is null
   ${allowedChannels('$4')}
   left join message_templates m on m.tenant_id = b.tenant_id and m.kind = $2 and m.channel = ch.type
   where b.tenant_id = $1 and b.id = any($3::bigint[]) and b.starts_at > $6 and not b.is_provisional
     and ($2 in ('booking_cancellation', 'request_declined') or b.status in ('pending', 'confirmed'))
     and ch.liked and ch.recipient is not null and ch.type = any($5::text[]) and coalesce(m.enabled, true)
   order by b.starts_at, b.id, ch.type desc
   ${onceOnly}
   returning type`,
);

const isTurnedOff = statement<{ off: boolean }>(
  'is_message_turned_off',
  `select count(*) = cardinality($3::text[]) as off from message_templates m
   where m.tenant_id = $1 and m.kind = $2 and m.channel = any($3::text[]) and not m.enabled`,
);

const tellOfDeposit = statement(
  'tell_of_deposit',
  `insert into comms (tenant_id, client_id, deposit_id, type, status, kind, recipient, dedupe_key, due_at, created_at,
     updated_at)
   select d.tenant_id, d.client_id, d.id, ch.type, 'pending', 'deposit_returned', ch.recipient,
          concat_ws(':', 'deposit_returned', d.id, ch.type), ${leavesAt('$5::timestamptz')}, $5, $5
   from deposits d
   join tenants t on t.id = d.tenant_id
   join clients c on c.tenant_id = d.tenant_id and c.id = d.client_id and c.archived_at is null
   ${allowedChannels('$3')}
   left join message_templates m on m.tenant_id = d.tenant_id and m.kind = 'deposit_returned' and m.channel = ch.type
   where d.tenant_id = $1 and d.id = $2
     and ch.liked and ch.recipient is not null and ch.type = any($4::text[]) and coalesce(m.enabled, true)
   ${onceOnly}`,
);

// $2 the request, $3 pattern of numbers that get texts, $4 channels in use, $5 now.
const queueRequestReceipts = statement(
  'queue_request_receipts',
  `insert into comms (tenant_id, client_id, booking_id, type, status, kind, recipient, dedupe_key, due_at, created_at,
     updated_at)
   select b.tenant_id, b.client_id, b.id, ch.type, 'pending', 'request_received', ch.recipient,
          concat_ws(':', 'request_received', b.id, ch.type), ${leavesAt('$5::timestamptz')}, $5, $5
   from bookings b
   join tenants t on t.id = b.tenant_id
   join clients c on c.tenant_id = b.tenant_id and c.id = b.client_id and c.archived_at is null
   ${allowedChannels('$3')}
   left join message_templates m on m.tenant_id = b.tenant_id and m.kind = 'request_received' and m.channel = ch.type
   where b.tenant_id = $1 and b.id = $2 and b.is_provisional
     and ch.liked and ch.recipient is not null and ch.type = any($4::text[]) and coalesce(m.enabled, true)
   ${onceOnly}`,
);

/** The messages about an offer to a client on the waitlist. */
export type OfferMessage = 'waitlist_offer' | 'waitlist_missed';

/**
 * SQL for whether the client `c` would get an offer by one of the channels; the parameters are SQL too.
 * @param pattern the result of {@link textablePhone}
 */
export const reachableWithOffer = (pattern: string, channels: string): string =>
  `exists (
     select from (select) one ${allowedChannels(pattern)}
     left join message_templates m on m.tenant_id = c.tenant_id and m.kind = 'waitlist_offer' and m.channel = ch.type
     where ch.liked and ch.recipient is not null and ch.type = any(${channels}) and coalesce(m.enabled, true))`;

/**
 * SQL after a list of columns: the channel `ch` by which the client `c` gets a recall, at most one. A text comes first.
 * @param pattern the result of {@link textablePhone}
 */
export const recallChannel = (pattern: string, channels: string): string =>
  `from (select) one ${allowedChannels(pattern)}
     left join message_templates m on m.tenant_id = c.tenant_id and m.kind = 'recall' and m.channel = ch.type
     where ch.liked and ch.recipient is not null and ch.type = any(${channels}) and coalesce(m.enabled, true)
     order by ch.type = 'sms' desc limit 1`;

// $2 kind, $3 offer, $4 pattern of numbers that get texts, $5 channels in use, $6 now.
const tellOfOfferRows = statement<{ id: number }>(
  'tell_of_offer',
  `insert into comms (tenant_id, client_id, offer_id, type, status, kind, recipient, dedupe_key, due_at, created_at,
     updated_at)
   select o.tenant_id, o.client_id, o.id, ch.type, 'pending', $2::text, ch.recipient,
          concat_ws(':', $2::text, o.id, ch.type), ${leavesAt('$6::timestamptz')}, $6, $6
   from offers o
   join tenants t on t.id = o.tenant_id
   join clients c on c.tenant_id = o.tenant_id and c.id = o.client_id and c.archived_at is null
   ${allowedChannels('$4')}
   left join message_templates m on m.tenant_id = o.tenant_id and m.kind = $2 and m.channel = ch.type
   where o.tenant_id = $1 and o.id = $3
     and ch.liked and ch.recipient is not null and ch.type = any($5::text[]) and coalesce(m.enabled, true)
     and ($2 = 'waitlist_offer' or exists (
       select from comms s
       where s.tenant_id = $1 and s.client_id = o.client_id and s.offer_id = o.id and s.sent_at is not null))
   ${onceOnly}
   returning id`,
);

/** The channels that this installation can send by. */
export const channelsInUse = ({ sms, mail }: Pick<Dependencies, 'sms' | 'mail'>): MessageChannel[] => [
  ...(sms.isConfigured ? (['sms'] as const) : []),
  ...(mail.isConfigured ? (['email'] as const) : []),
];

/** A day and time on the practice's clock. */
interface LocalStart {
  booking_date: string;
  booking_time: string;
}

/**
 * Queues a message about an event to the clients of these appointments, by each channel that the client allows and the
 * practice uses for it. It stays in the communications log until the sender claims it, after the caller's transaction
 * has committed. Past appointments, and those that are only requests, send none. It is written with the commit and costs
 * no round trip, so later writes of the transaction count too.
 * @param before of a change: the previous start, so that an appointment that is moved back sends nothing
 */
export async function tellClients(
  ctx: WorkContext,
  event: ToldEvent,
  bookingIds: readonly number[],
  before?: LocalStart,
): Promise<void> {
  const channels = channelsInUse(ctx.deps);
  if (bookingIds.length === 0 || channels.length === 0) return;
  ctx.tx.beforeCommit(tellOfBookings, messagesOf(ctx, { event, bookingIds, channels, before }));
}

/** The values of {@link tellOfBookings}. */
const messagesOf = (
  { tenantId, session, now }: WorkContext,
  {
    event,
    bookingIds,
    channels,
    before,
  }: {
    event: SentEvent;
    bookingIds: readonly number[];
    channels: readonly MessageChannel[];
    before?: LocalStart | undefined;
  },
): unknown[] => [
  tenantId,
  event,
  bookingIds,
  textablePhone(session.locale),
  channels,
  now,
  new Date(now.getTime() + waitsSeconds[event] * 1000),
  before ? instantOf({ date: before.booking_date, time: before.booking_time }, session.timeZone) : null,
];

/**
 * Queues a message that asks the client of an upcoming appointment to call, because the practice needs to change it. It is
 * withdrawn if the appointment changes first.
 * @returns the channels by which it is sent
 * @throws AppError `no_channel`
 */
export async function askToCall(ctx: WorkContext, bookingId: number): Promise<MessageChannel[]> {
  const { tx, tenantId, deps } = ctx;
  const event = 'booking_change_needed';
  const channels = channelsInUse(deps);
  if (channels.length === 0) {
    throw new AppError('no_channel', { message: 'Messages aren’t set up. Please call the client.' });
  }
  const rows = await tx.rows(tellOfBookings, messagesOf(ctx, { event, bookingIds: [bookingId], channels }));
  if (rows.length > 0) return rows.map(({ type }) => type);
  const found = await tx.row(isTurnedOff, [tenantId, event, channels]);
  throw new AppError(
    'no_channel',
    found?.off ? { message: 'This message is turned off in Settings. Please call the client.' } : {},
  );
}

/**
 * Notifies the client that a deposit which could not be booked is refunded to their card. In the caller's transaction.
 */
export async function tellDepositReturned(
  { tx, tenantId, session, now, deps }: WorkContext,
  depositId: number,
): Promise<void> {
  const channels = channelsInUse(deps);
  if (channels.length === 0) return;
  tx.beforeCommit(tellOfDeposit, [tenantId, depositId, textablePhone(session.locale), channels, now]);
}

/**
 * Queues a message about an offer, by each channel that the client allows. That its time has gone is said only to a
 * client who got the offer.
 * @returns by how many channels it is sent
 */
export async function tellOfOffer(ctx: WorkContext, kind: OfferMessage, offerId: number): Promise<number> {
  const channels = channelsInUse(ctx.deps);
  if (channels.length === 0) return 0;
  const phone = textablePhone(ctx.session.locale);
  return (await ctx.tx.rows(tellOfOfferRows, [ctx.tenantId, kind, offerId, phone, channels, ctx.now])).length;
}

/** Queues the receipt for a client's request, in the caller's transaction. */
export function queueRequestReceipt(
  { tx, tenantId, session, now, deps }: WorkContext,
  bookingId: number,
): void {
  const channels = channelsInUse(deps);
  if (channels.length === 0) return;
  tx.beforeCommit(queueRequestReceipts, [tenantId, bookingId, textablePhone(session.locale), channels, now]);
}
