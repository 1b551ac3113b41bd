import { ownWords } from '@burrow/contracts/message-text';
import type { WorkContext } from '../../context/context.ts';
import { columns, type RowOf } from '../../db/columns.ts';
import { statement } from '../../db/statement.ts';
import { localMoment } from '../../lib/clock.ts';
import { nameInText } from '../../lib/name-in-text.ts';
import { confirmForClient } from '../booking/public.ts';
import { clockTime, dayInWords, oneLine, sentToday } from '../message/public.ts';
import { tellScreens } from '../notification/public.ts';
import { answersFor, keepText, type IncomingText, type TextingPractice } from './incoming-text.ts';

/** What a confirmation changes, so that open screens read it again. */
const confirms = 'booking_status_update';

const bookingColumns = columns('bookings', 'id, starts_at, booking_date, booking_time');

interface RemindedBooking extends RowOf<typeof bookingColumns> {
  animal_name: string;
  practice_name: string;
}

// The appointment of the last reminder, if it is upcoming. $4: since when a reminder can be answered. A reply after a
// cancellation message, or after an offer of a time
// or after our own words, answers that one.
const remindedBooking = statement<RemindedBooking>(
  'reminded_booking',
  `select ${bookingColumns.of('b')}, a.name as animal_name, t.tenant_name as practice_name
   from (
     select s.kind, s.tenant_id, s.booking_id from comms s
     where s.tenant_id = $1 and s.client_id = $2 and s.type = 'sms' and s.direction = 'out' and s.sent_at > $4
       and s.kind in ('booking_reminder', 'booking_cancellation', 'waitlist_offer', '${ownWords}')
     order by s.sent_at desc, s.id desc limit 1) k
   join bookings b on b.tenant_id = k.tenant_id and b.id = k.booking_id
   join animals a on a.tenant_id = b.tenant_id and a.id = b.animal_id
   join tenants t on t.id = b.tenant_id
   where k.kind = 'booking_reminder' and b.starts_at > $3 and b.status in ('pending', 'confirmed')
     and not b.is_provisional`,
);

/**
 * Confirms the appointment of the client's last reminder, and replies once per start time, within the practice's
 * daily limit. A 'yes' to any other message is only stored.
 */
export async function answerYes(
  ctx: WorkContext,
  text: IncomingText,
  practice: TextingPractice,
  clientId: number,
): Promise<string | null> {
  const { tx, tenantId, now, session } = ctx;
  const since = new Date(now.getTime() - answersFor);
  const booking = await tx.row(remindedBooking, [tenantId, clientId, now, since]);
  const isConfirmed =
    booking !== undefined && (await confirmForClient({ ...ctx, action: confirms }, booking.id));
  const isNew = await keepText(ctx, text, {
    client_id: clientId,
    booking_id: booking?.id ?? (practice.client_id === clientId ? practice.booking_id : null),
    // A yes to nothing may be meant for the desk.
    isCarriedOut: booking !== undefined,
  });
  if (!isNew) {
    const given = booking && (await tx.row(answerGiven, [tenantId, answerKey(booking), text.reference]));
    return given?.body ?? null;
  }
  tellScreens(ctx);
  if (!isConfirmed) return null;
  const today = localMoment(now, session.timeZone).date;
  const day = dayInWords(booking.booking_date, session.locale, today);
  const animal = nameInText(booking.animal_name, 'your animal');
  const answer = `Thank you. ${animal}'s appointment on ${day} at ${clockTime(booking.booking_time, session.locale)} is confirmed. ${nameInText(booking.practice_name)}`;
  tellScreens({ ...ctx, action: confirms });
  const kept = await tx.row(keepAnswer, [
    tenantId,
    clientId,
    booking.id,
    text.from,
    oneLine(answer),
    answerKey(booking),
    text.reference,
    now,
    ctx.deps.env.SMS_PER_PRACTICE_PER_DAY,
  ]);
  return kept?.body ?? null;
}

const answerKey = ({ id, starts_at: startsAt }: RemindedBooking): string =>
  `answer:${id}:${new Date(startsAt).getTime()}`;

// The provider does not identify its own replies: the answer gets the id of the text that it answers.
const keepAnswer = statement<{ body: string }>(
  'keep_answer_to_reply',
  `insert into comms (tenant_id, client_id, booking_id, type, status, recipient, body, provider, dedupe_key,
     provider_reference, sent_at, created_at, updated_at)
   select t.id, $2, $3, 'sms', 'sent', $4, $5, 'twilio', $6, $7, $8, $8, $8
   from tenants t
   where t.id = $1 and ${sentToday("'sms'", '$8::timestamptz', 't.sms_daily_cap')} < least(t.sms_daily_cap, $9::integer)
   on conflict (tenant_id, dedupe_key) where dedupe_key is not null do nothing
   returning body`,
);

const answerGiven = statement<{ body: string }>(
  'answer_given_to_reply',
  'select k.body from comms k where k.tenant_id = $1 and k.dedupe_key = $2 and k.provider_reference = $3',
);
