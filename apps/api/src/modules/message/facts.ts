import type { BookingStage } from '@burrow/contracts/booking-stage';
import type { BookingStatus } from '@burrow/contracts/booking-status';
import type { SelfChange } from '@burrow/contracts/booking-terms';
import {
  ownWords,
  type MessageChannel,
  type MessageKind,
  type SentKind,
} from '@burrow/contracts/message-text';
import type { StoredTerms } from '../../db/schema.ts';
import { statement } from '../../db/statement.ts';
import { currencyOf, heldOf, keptDepositOf } from '../payment/public.ts';

/** A change of the appointment, as the practice decided it. */
interface DecidedChange {
  by_client: boolean;
  /** What the practice keeps of the deposit, and has not refunded since. */
  kept_pence: number;
  waived_pence: number;
  /** Whether what is kept follows from the terms. */
  is_by_terms: boolean;
  /** Its words to the client. */
  answer: string | null;
}

/** What an animal needs. */
export interface DueCare {
  animal: string;
  care: string;
  due_on: string;
}

/** The current data about a claimed message. */
export interface MessageFacts {
  id: number;
  kind: SentKind;
  channel: MessageChannel;
  client_id: number;
  booking_id: number | null;
  deposit_id: number | null;
  offer_id: number | null;
  recall_id: number | null;
  attempts: number;
  /** The content of the last attempt, while its outcome is unknown. */
  handed_over_at: string | null;
  recipient: string;
  subject: string | null;
  body: string | null;
  /** The start of the appointment as the client last knew it, including from this very message. */
  told_starts_at: string | null;
  /** A person has requested a resend. */
  is_asked: boolean;
  /** When it was decided, or requested again. */
  wanted_at: string;
  /** Since when it could have been sent, apart from obstacles. */
  due_since: string;
  last_error: string | null;
  /** When the client's devices got it; it is sent as a text unless one of them shows it. */
  pushed_at: string | null;

  client_name: string;
  client_phone: string | null;
  client_email: string | null;
  likes_sms: boolean;
  likes_email: boolean;
  likes_push: boolean;
  likes_recall: boolean;
  archived: boolean;

  booking_status: BookingStatus | null;
  is_provisional: boolean | null;
  starts_at: string | null;
  stage: BookingStage | null;
  price_pence: number | null;
  terms: StoredTerms | null;
  moves: number | null;
  /** Whether clients change such an appointment in the portal. */
  self_change: SelfChange;
  /** What of its deposit can still be refunded to the card. */
  held_pence: number;
  /** Of that deposit. */
  currency: string;
  /** Of a cancellation or an answer: what was decided. */
  decided: DecidedChange | null;
  /**
   * Of the appointment, or of the one that a deposit was for or that was offered; of a recall, its first due date. Null for
   * own words, and for a recall of nothing.
   */
  date: string | null;
  /** Null for a recall. */
  time: string | null;
  animal_name: string | null;
  service: string | null;
  staff_member: string | null;
  /** Of the deposit: one that is refunded, with or without an appointment, or one that was paid with a request. */
  amount_pence: number | null;
  /** Of an offer: whether it can still be accepted, and until when on the practice's clock. */
  is_open: boolean | null;
  held_until_time: string | null;
  /** Of a recall: what is still due of what it is about; null if nothing is. */
  care: DueCare[] | null;
  recalls_on: boolean;
  /** Of a message that asks the client to call: whether the appointment is as it was then, and has not been kept since. */
  is_needed: boolean;

  practice_name: string;
  practice_phone: string | null;
  practice_email: string | null;
  /** The practice's own host for its portal. */
  custom_host: string | null;
  sms_daily_cap: number;
  /** Messages of the channel sent today on the practice's clock, including those in progress; counted up to the limit. */
  sent_today: number;
  /** The end of the quiet hours; now outside them. */
  quiet_until: string;
  /** The start of the next day on the practice's clock, after its quiet hours. */
  next_day: string;

  own_subject: string | null;
  own_body: string | null;
  enabled: boolean;
  /** The files of an email; one that was deleted has no id. */
  files: { id: number | null }[];

  /**
   * The start of the appointment as the client last learned by this channel; of a change not handed over yet, only since it
   * was queued: what they knew before that is in `told_starts_at`, and may not have come from a message.
   */
  last_told: string | null;
  /** An earlier message about the appointment must be sent first by this channel. */
  has_earlier: boolean;
}

/** The data of a message with an occasion, whose words are composed from them. */
export type OccasionFacts = MessageFacts & { kind: MessageKind };

/** Whether a message has an occasion, and is not in own words. */
export const hasOccasion = (facts: MessageFacts): facts is OccasionFacts => facts.kind !== ownWords;

/**
 * The appointment's start as the client knew it before; null when an attempt of unknown outcome has overwritten it.
 */
export const toldBefore = ({
  handed_over_at: handedOverAt,
  told_starts_at: told,
}: MessageFacts): string | null => (handedOverAt === null ? told : null);

/** The start of the day on the clock of the practice `t`, at a moment that is SQL. */
export const dayBegan = (moment: string): string =>
  `date_trunc('day', ${moment} at time zone t.time_zone) at time zone t.time_zone`;

/**
 * SQL that counts the messages of practice `t` (id `$1`) today on a channel, up to a limit. All parameters are SQL. None was
 * sent later than today; the upper bound tells the planner that they are few.
 * @param besides excludes the message being decided
 */
export const sentToday = (channel: string, moment: string, most: string, besides = 'true'): string =>
  `(select count(*) from (
         select from comms s where s.tenant_id = $1 and s.sent_at >= ${dayBegan(moment)}
           and s.sent_at < ${dayBegan(moment)} + interval '2 days' and s.type = ${channel} and s.direction = 'out'
         union all
         select from comms s where s.tenant_id = $1 and s.status = 'pending' and s.handed_over_at is not null
           and s.type = ${channel} and ${besides}
         limit ${most}) used)`;

/** Whether the appointment `b` has the times and the person that `row` holds of it. */
const asItWas = (row: string): string =>
  `${row}.starts_at = b.starts_at and ${row}.duration_minutes = b.duration_minutes
         and ${row}.staff_id is not distinct from b.staff_id`;

/** SQL for the {@link DecidedChange} that a message is about. */
const decidedOf = (message: string): string =>
  `(select json_build_object('by_client', h.by_client, 'is_by_terms', (h.by_client or h.kind = 'no_show') and not h.beyond_terms,
         'kept_pence', case h.state when 'done' then ${keptDepositOf('h.booking_id')} else 0 end,
         'waived_pence', coalesce(h.waived_pence, 0), 'answer', h.answer)
       from booking_changes h
       where h.tenant_id = $1 and h.booking_id = ${message}.booking_id and case ${message}.kind
         when 'change_declined' then h.state = 'declined'
         when 'booking_cancellation' then h.state = 'done' and h.kind in ('cancel', 'decline', 'no_show')
         when 'request_declined' then h.state = 'done' and h.kind = 'decline' end
       order by h.answered_at desc, h.id desc limit 1)`;

/** SQL for the due dates of a recall that are still open, from its items `i`, due dates `cd` and animals `ca`. */
const openOfRecall = `from recall_items i
       join care_due cd on cd.tenant_id = i.tenant_id and cd.id = i.care_due_id and cd.state = 'told' and cd.due_on = i.due_on
       join animals ca on ca.tenant_id = cd.tenant_id and ca.id = cd.animal_id and ca.active and ca.client_id = k.client_id
       where i.tenant_id = $1 and i.recall_id = k.recall_id`;

// $2 message, $3 its claim, $4 now, $5 daily limit of emails.
export const messageFacts = statement<MessageFacts>(
  'message_facts',
  `select k.id, k.kind, k.type as channel, k.client_id, k.booking_id, k.deposit_id, k.offer_id, k.recall_id, k.attempts, k.handed_over_at, k.recipient,
     k.subject, k.body, k.told_starts_at, coalesce(k.dedupe_key like 'asked:%', false) as is_asked,
     coalesce(k.asked_at, k.created_at) as wanted_at, coalesce(k.held_back_since, k.due_at) as due_since, k.last_error, k.pushed_at,
     c.name as client_name, c.phone as client_phone, c.email::text as client_email, c.likes_sms, c.likes_email, c.likes_push, c.likes_recall,
     c.archived_at is not null as archived,
     b.status as booking_status, b.is_provisional, b.starts_at, b.stage, b.price_pence, b.terms, b.moves,
     coalesce(sv.self_change, t.self_change) as self_change, ${heldOf('k.booking_id')} as held_pence,
     ${currencyOf('k.booking_id')} as currency, ${decidedOf('k')} as decided, coalesce(b.booking_date, d.booking_date, o.booking_date, rc.due_on) as date,
     coalesce(b.booking_time, d.booking_time, o.booking_time) as time,
     a.name as animal_name, sv.name as service, u.name as staff_member,
     coalesce(d.amount_pence, (
       select sum(r.amount_pence)::integer from payments p
       join refunds r on r.tenant_id = p.tenant_id and r.payment_id = p.id and r.status <> 'failed'
       where p.tenant_id = $1 and p.booking_id = k.booking_id and p.kind = 'deposit'
         and k.kind in ('booking_cancellation', 'request_declined')), (
       select sum(p.amount_pence)::integer from payments p
       where p.tenant_id = $1 and p.booking_id = k.booking_id and p.kind = 'deposit'
         and k.kind = 'request_received')) as amount_pence,
     o.state = 'open' and o.held_until > $4 and o.deposit_id is null as is_open,
     (select json_agg(json_build_object('animal', ca.name, 'care', (
          select cy.name from care_types cy where cy.tenant_id = $1 and cy.id = cd.care_type_id), 'due_on', cd.due_on)
        order by cd.due_on, cd.id) ${openOfRecall}) as care,
     t.recalls_on_since is not null as recalls_on,
     to_char(o.held_until at time zone t.time_zone, 'HH24:MI') as held_until_time,
     k.kind is distinct from 'booking_change_needed' or exists (
       select from conflict_notices n
       where n.tenant_id = $1 and n.booking_id = b.id and ${asItWas('n')}
         and not exists (select from accepted_conflicts x
           where x.tenant_id = $1 and x.booking_id = b.id and x.accepted_at >= n.notified_at and ${asItWas('x')})) as is_needed,
     t.tenant_name as practice_name, t.phone as practice_phone, t.email::text as practice_email,
     t.custom_host::text as custom_host, t.sms_daily_cap,
     ${sentToday('k.type', '$4::timestamptz', "case k.type when 'sms' then t.sms_daily_cap else $5::integer end", 's.id <> k.id')}
       as sent_today,
     after_quiet_hours($4, t.time_zone, t.quiet_from, t.quiet_until) as quiet_until,
     after_quiet_hours((date_trunc('day', $4::timestamptz at time zone t.time_zone) + interval '1 day') at time zone t.time_zone,
       t.time_zone, t.quiet_from, t.quiet_until) as next_day,
     m.subject as own_subject, m.body as own_body, coalesce(m.enabled, true) as enabled,
     coalesce((
       select json_agg(json_build_object('id', cf.file_id) order by cf.position) from comms_files cf
       where cf.tenant_id = $1 and cf.message_id = k.id), '[]') as files,
     (select s.told_starts_at from comms s
      where s.tenant_id = $1 and s.booking_id = k.booking_id and s.type = k.type and s.status in ('sent', 'confirmed')
        and s.kind is not null and s.told_starts_at is not null
        and (k.kind <> 'booking_change' or k.handed_over_at is not null or s.sent_at >= k.created_at)
      order by s.sent_at desc, s.id desc limit 1) as last_told,
     exists (select from comms e
             where e.tenant_id = $1 and e.booking_id = k.booking_id and e.type = k.type
               and (e.created_at, e.id) < (k.created_at, k.id)
               and e.status = 'pending' and e.kind is not null and e.due_at <= $4) as has_earlier
   from comms k
   join tenants t on t.id = k.tenant_id
   join clients c on c.tenant_id = k.tenant_id and c.id = k.client_id
   left join bookings b on b.tenant_id = k.tenant_id and b.id = k.booking_id
   left join deposits d on d.tenant_id = k.tenant_id and d.id = k.deposit_id
   left join offers o on o.tenant_id = k.tenant_id and o.id = k.offer_id
   left join lateral (
     select cd.animal_id, cd.due_on from recall_items i
     join care_due cd on cd.tenant_id = i.tenant_id and cd.id = i.care_due_id
     where i.tenant_id = $1 and i.recall_id = k.recall_id
     order by cd.due_on, cd.id limit 1) rc on k.recall_id is not null
   left join animals a on a.tenant_id = k.tenant_id and a.id = coalesce(b.animal_id, d.animal_id, o.animal_id, rc.animal_id)
   left join services sv on sv.tenant_id = k.tenant_id and sv.id = coalesce(b.service_id, d.service_id, o.service_id)
   left join users u on u.tenant_id = k.tenant_id and u.id = coalesce(b.staff_id, o.staff_id)
   left join message_templates m on m.tenant_id = k.tenant_id and m.kind = k.kind and m.channel = k.type
   where k.tenant_id = $1 and k.id = $2 and k.attempts = $3 and k.status = 'pending'`,
);
