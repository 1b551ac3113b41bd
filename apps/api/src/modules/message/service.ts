import type { MessageChannel } from '@burrow/contracts/message-text';
import type { Dependencies, WorkContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { instantOf } from '../../lib/clock.ts';
import { textablePhone } from '../../lib/phone-number.ts';
import { getsNotifications } from '../portal-push/public.ts';
import { sentToday } from './facts.ts';
import { queueMessages } from './queued-messages.ts';

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

/** How a message can be sent. A notification is logged as a text message, which takes its place if it isn't shown. */
export type Way = MessageChannel | 'push';

/**
 * The channels `ch` by which the client `c` gets a kind of message: those that they allow and the practice uses for it. The
 * parameters are SQL.
 * @param pattern the result of {@link textablePhone}
 * @param ways those in use
 */
export const channelsFor = (kind: string, pattern: string, ways: string): string =>
  `cross join lateral (
     select v.type, v.recipient
     from (values ('sms', c.phone, 'sms' = any(${ways}) and c.likes_sms and c.phone ~ ${pattern}
         or 'push' = any(${ways}) and ${getsNotifications('c')}),
       ('email', c.email::text, 'email' = any(${ways}) and c.likes_email)) v (type, recipient, liked)
     left join message_templates m on m.tenant_id = c.tenant_id and m.kind = ${kind} and m.channel = v.type
     where v.liked and v.recipient is not null and coalesce(m.enabled, true)) ch`;

/** When a message of channel `ch` that is ready at the moment (SQL) may be sent in the practice `t`. */
export const leavesAt = (moment: string): string =>
  `case ch.type when 'sms' then after_quiet_hours(${moment}, t.time_zone, t.quiet_from, t.quiet_until) else ${moment} end`;

/** A repeated decision sends one message. */
export const onceOnly = 'on conflict (tenant_id, dedupe_key) where dedupe_key is not null do nothing';

/** The rows `r` that messages are about, and the column of a message that names them. */
const columnOf = { bookings: 'booking_id', deposits: 'deposit_id', offers: 'offer_id' } as const;

/**
 * Queues messages about rows `r`. $2 kind, $3 the rows, $4 the pattern of numbers that get texts, $5 ways in use, $6 now.
 * A queued message is not repeated; one that asks the client to call may be needed again meanwhile, and its caller prevents
 * repetitions.
 * @param dueAt SQL for when a message may be sent
 * @param told SQL for the start of the appointment as the client last knew it
 */
const queueing = (
  about: keyof typeof columnOf,
  where: string,
  { dueAt = leavesAt('$6::timestamptz'), told = 'null::timestamptz', order = 'r.id' } = {},
): string =>
  queueMessages(
    {
      tenant: 'r.tenant_id',
      client: 'r.client_id',
      about: [columnOf[about], 'r.id'],
      type: 'ch.type',
      kind: '$2::text',
      recipient: 'ch.recipient',
      key: "case when $2 <> 'booking_change_needed' then concat_ws(':', $2::text, r.id, ch.type) end",
      dueAt,
      told,
      now: '$6',
    },
    `from ${about} r
   join tenants t on t.id = r.tenant_id
   join clients c on c.tenant_id = r.tenant_id and c.id = r.client_id and c.archived_at is null
   ${channelsFor('$2', '$4', '$5::text[]')}
   where r.tenant_id = $1 and r.id = any($3::bigint[]) and ${where}
   order by ${order}, ch.type desc
   ${onceOnly}
   returning type`,
  );

type Queued = { type: MessageChannel };

// $7 when it is ready at the earliest, $8 the start that the client knew. If it is ready too late, it is due at once, so that
// the log records it.
const queueForBookings = statement<Queued>(
  'queue_messages_of_bookings',
  queueing(
    'bookings',
    `r.starts_at > $6 and not r.is_provisional
     and ($2 in ('booking_cancellation', 'request_declined') or r.status in ('pending', 'confirmed'))`,
    {
      dueAt: `case when ${leavesAt('$7::timestamptz')} >= r.starts_at then $7::timestamptz else ${leavesAt('$7::timestamptz')} end`,
      told: '$8::timestamptz',
      order: 'r.starts_at, r.id',
    },
  ),
);
const queueForRequests = statement<Queued>(
  'queue_messages_of_requests',
  queueing('bookings', 'r.is_provisional'),
);
const queueForDeposits = statement<Queued>('queue_messages_of_deposits', queueing('deposits', 'true'));
// That its time has gone is said only to a client who got the offer.
const queueForOffers = statement<Queued>(
  'queue_messages_of_offers',
  queueing(
    'offers',
    `($2 = 'waitlist_offer' or exists (
       select from comms s
       where s.tenant_id = $1 and s.client_id = r.client_id and s.offer_id = r.id and s.sent_at is not null))`,
  ),
);

const isTurnedOff = statement<{ off: boolean }>(
  'is_message_turned_off',
  `select count(*) = cardinality($3::text[]) as off from message_templates m
   where m.tenant_id = $1 and m.kind = $2 and m.channel = any($3::text[]) and not m.enabled`,
);

/** The messages about an offer to a client on the waitlist. */
export type OfferMessage = 'waitlist_offer' | 'waitlist_missed';

/**
 * SQL for whether the client `c` would get an offer by one of the ways; the parameters are SQL too.
 * @param pattern the result of {@link textablePhone}
 */
export const reachableWithOffer = (pattern: string, ways: string): string =>
  `exists (select from (select) one ${channelsFor("'waitlist_offer'", pattern, ways)})`;

/**
 * SQL after a list of columns: the channel `ch` by which the client `c` gets a recall, at most one. A text comes first.
 * @param pattern the result of {@link textablePhone}
 */
export const recallChannel = (pattern: string, ways: string): string =>
  `from (select) one ${channelsFor("'recall'", pattern, ways)}
     order by ch.type = 'sms' desc limit 1`;

/** How this installation can send. */
export const waysInUse = ({ sms, mail, push }: Pick<Dependencies, 'sms' | 'mail' | 'push'>): Way[] => [
  ...(sms.isConfigured ? (['sms'] as const) : []),
  ...(push.isConfigured ? (['push'] as const) : []),
  ...(mail.isConfigured ? (['email'] as const) : []),
];

/** The channels whose texts the ways send: a notification says what a text message would. */
export const channelsOf = (ways: readonly Way[]): Exclude<Way, 'push'>[] => [
  ...new Set(ways.map((way) => (way === 'push' ? 'sms' : way))),
];

// $2 now, $3 and $4 the operator's daily limits of texts and emails.
const channelsLeft = statement<{ sms: boolean; email: boolean }>(
  'channels_left_today',
  `select ${sentToday("'sms'", '$2::timestamptz', 'least(t.sms_daily_cap, $3::integer)')} < least(t.sms_daily_cap, $3::integer) as sms,
     ${sentToday("'email'", '$2::timestamptz', '$4::integer')} < $4::integer as email
   from tenants t where t.id = $1`,
);

/** The ways that can send and have not reached their daily limit. Notifications have that of text messages. */
export async function waysLeftToday({ tx, tenantId, now, deps }: WorkContext): Promise<Way[]> {
  const { SMS_PER_PRACTICE_PER_DAY: texts, MAIL_PER_PRACTICE_PER_DAY: emails } = deps.env;
  const left = await tx.row(channelsLeft, [tenantId, now, texts, emails]);
  return waysInUse(deps).filter((way) => left?.[way === 'push' ? 'sms' : way] === true);
}

/** The values that each of the queueing statements begins with. */
const queued = (
  { tenantId, session, now, deps }: WorkContext,
  kind: string,
  ids: readonly number[],
): unknown[] => [tenantId, kind, ids, textablePhone(session.locale), waysInUse(deps), now];

/** The values of {@link queueForBookings}. */
const queuedForBookings = (
  ctx: WorkContext,
  event: SentEvent,
  bookingIds: readonly number[],
  before?: LocalStart,
): unknown[] => [
  ...queued(ctx, event, bookingIds),
  new Date(ctx.now.getTime() + waitsSeconds[event] * 1000),
  before ? instantOf({ date: before.booking_date, time: before.booking_time }, ctx.session.timeZone) : null,
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
  if (bookingIds.length === 0 || waysInUse(ctx.deps).length === 0) return;
  ctx.tx.beforeCommit(queueForBookings, queuedForBookings(ctx, event, bookingIds, before));
}

/**
 * Queues a message that asks the client of an upcoming appointment to call, because the practice needs to change it. It is
 * withdrawn if the appointment changes first.
 * @returns the channels by which it is sent
 * @throws AppError `no_channel`
 */
export async function askToCall(ctx: WorkContext, bookingId: number): Promise<MessageChannel[]> {
  const { tx, tenantId, deps } = ctx;
  const event = 'booking_change_needed';
  const ways = waysInUse(deps);
  if (ways.length === 0) {
    throw new AppError('no_channel', { message: 'Messages aren’t set up. Please call the client.' });
  }
  const rows = await tx.rows(queueForBookings, queuedForBookings(ctx, event, [bookingId]));
  if (rows.length > 0) return rows.map(({ type }) => type);
  const found = await tx.row(isTurnedOff, [tenantId, event, channelsOf(ways)]);
  throw new AppError(
    'no_channel',
    found?.off ? { message: 'This message is turned off in Settings. Please call the client.' } : {},
  );
}

/**
 * Notifies the client that a deposit which could not be booked is refunded to their card. In the caller's transaction.
 */
export async function tellDepositReturned(ctx: WorkContext, depositId: number): Promise<void> {
  if (waysInUse(ctx.deps).length === 0) return;
  ctx.tx.beforeCommit(queueForDeposits, queued(ctx, 'deposit_returned', [depositId]));
}

/**
 * Queues a message about an offer, by each channel that the client allows.
 * @returns by how many channels it is sent
 */
export async function notifyClientOfOffer(
  ctx: WorkContext,
  kind: OfferMessage,
  offerId: number,
): Promise<number> {
  if (waysInUse(ctx.deps).length === 0) return 0;
  return (await ctx.tx.rows(queueForOffers, queued(ctx, kind, [offerId]))).length;
}

/** Queues the receipt for a client's request, in the caller's transaction. */
export function queueRequestReceipt(ctx: WorkContext, bookingId: number): void {
  if (waysInUse(ctx.deps).length === 0) return;
  ctx.tx.beforeCommit(queueForRequests, queued(ctx, 'request_received', [bookingId]));
}
