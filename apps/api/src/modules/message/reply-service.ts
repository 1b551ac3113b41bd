import type { ActionName } from '@burrow/contracts/actions';
import { inPractice } from '../../db/in-practice.ts';
import { statement } from '../../db/statement.ts';
import { nameInText } from '../../integrations/sms/name-in-text.ts';
import { localMoment } from '../../lib/clock.ts';
import type { Dependencies, WorkContext } from '../../lib/context.ts';
import { normalisedPhone } from '../../lib/phone-number.ts';
import { confirmForClient } from '../booking/client-confirmation-service.ts';
import { tellScreens } from '../notification/service.ts';
import { clockTime, dayInWords, oneLine } from './composition.ts';

/** A text message that somebody sent to our number. */
export interface IncomingText {
  /** With a leading + and the country's code. */
  from: string;
  body: string;
  /** The provider's name of it; the same when it is told again. */
  reference: string;
  requestId: string;
}

/** For how long after a message its number answers to it. */
const answersFor = 30 * 24 * 60 * 60 * 1000;
const longestReply = 1600;

interface TextingPractice {
  tenant_id: number;
  client_id: number | null;
  booking_id: number | null;
  message_kind: string;
}

const textingPractices = statement<TextingPractice>(
  'practices_texting',
  'select p.tenant_id, p.client_id, p.booking_id, p.message_kind from practices_texting($1, $2) p',
);

type Keyword = 'yes' | 'stop' | 'start' | null;

const keywords: Readonly<Record<string, Keyword>> = {
  ...Object.fromEntries(['YES', 'Y', 'CONFIRM'].map((word) => [word, 'yes'])),
  ...Object.fromEntries(
    ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT'].map((word) => [word, 'stop']),
  ),
  ...Object.fromEntries(['START', 'UNSTOP'].map((word) => [word, 'start'])),
};

const keywordIn = (body: string): Keyword =>
  keywords[
    body
      .trim()
      .replace(/[.!\s]+$/, '')
      .toUpperCase()
  ] ?? null;

/** What each keyword changes, so that open screens read it again. */
const effects = {
  yes: 'booking_status_update',
  stop: 'client_update',
  start: 'client_update',
} as const satisfies Record<Exclude<Keyword, null>, ActionName>;

/**
 * Does what a text message to our number asks for, and keeps it where the practice sees it: stop and start hold in every
 * practice that wrote to the number lately, anything else is for the one that did so last. Told again it changes nothing.
 * @returns what to say back; null for nothing, also where the provider answers by itself
 */
export async function takeReply(deps: Dependencies, text: IncomingText): Promise<string | null> {
  const since = new Date(deps.clock.now().getTime() - answersFor);
  const practices = await deps.database.control.rows(textingPractices, [text.from, since]);
  const keyword = keywordIn(text.body);
  const isForAll = keyword === 'stop' || keyword === 'start';
  let answer: string | null = null;
  for (const practice of isForAll ? practices : practices.slice(0, 1)) {
    answer = await takeInPractice(deps, text, practice, keyword);
  }
  if (practices.length === 0) {
    deps.log.info({ request_id: text.requestId }, 'a text message came from a number that nobody wrote to');
  }
  return answer;
}

const clientOfPhone = statement<{ id: number }>(
  'client_of_phone',
  'select c.id from clients c where c.tenant_id = $1 and c.phone = $2',
);

const takeInPractice = (
  deps: Dependencies,
  text: IncomingText,
  practice: TextingPractice,
  keyword: Keyword,
): Promise<string | null> => {
  const { requestId } = text;
  const work = { tenantId: practice.tenant_id, action: 'message_resend', requestId } as const;
  return inPractice(deps, work, async (ctx) => {
    const { tx, tenantId, session } = ctx;
    const phone = normalisedPhone(text.from, session.locale);
    const client = await tx.row(clientOfPhone, [tenantId, phone]);
    // Whoever has the number now answers for nobody else.
    const isTheirs = client !== undefined;
    if (keyword === 'yes' && isTheirs) return answerYes(ctx, text, practice, client.id);
    if (await keep(ctx, text, practice)) {
      if ((keyword === 'stop' || keyword === 'start') && isTheirs) {
        await likeTexts(ctx, client.id, keyword === 'start');
        tellScreens({ ...ctx, action: effects[keyword] });
      }
      tellScreens(ctx);
    }
    return null;
  });
};

const setLikesSms = statement(
  'set_likes_sms',
  'update clients set likes_sms = $3, updated_at = $4 where tenant_id = $1 and id = $2 and likes_sms <> $3',
);

async function likeTexts(
  { tx, tenantId, now }: WorkContext,
  clientId: number,
  likes: boolean,
): Promise<void> {
  await tx.rows(setLikesSms, [tenantId, clientId, likes, now]);
}

interface RemindedBooking {
  id: number;
  booking_date: string;
  booking_time: string;
  animal_name: string;
  practice_name: string;
}

// The appointment to come that a client was last reminded of, or told of when no reminder has left.
const remindedBooking = statement<RemindedBooking>(
  'reminded_booking',
  `select b.id, b.booking_date, b.booking_time, a.name as animal_name, t.tenant_name as practice_name
   from comms k
   join bookings b on b.tenant_id = k.tenant_id and b.id = k.booking_id
   join animals a on a.tenant_id = b.tenant_id and a.id = b.animal_id
   join tenants t on t.id = b.tenant_id
   where k.tenant_id = $1 and k.client_id = $2 and k.type = 'sms' and k.direction = 'out' and k.sent_at is not null
     and k.kind in ('booking_reminder', 'booking_confirmation', 'booking_change')
     and b.starts_at > $3 and b.status in ('pending', 'confirmed') and not b.is_provisional
   order by k.kind = 'booking_reminder' desc, k.sent_at desc, k.id desc
   limit 1`,
);

/** Confirms what the client was last reminded of. A 'yes' to something else is kept and nothing more. */
async function answerYes(
  ctx: WorkContext,
  text: IncomingText,
  practice: TextingPractice,
  clientId: number,
): Promise<string | null> {
  const { tx, tenantId, now, session } = ctx;
  const booking = await tx.row(remindedBooking, [tenantId, clientId, now]);
  const isConfirmed =
    booking !== undefined && (await confirmForClient({ ...ctx, action: effects.yes }, booking.id));
  const isNew = await keep(ctx, text, { ...practice, booking_id: booking?.id ?? practice.booking_id });
  if (!isNew) return (await tx.row(answerGiven, [tenantId, answerKey(text)]))?.body ?? null;
  tellScreens(ctx);
  if (!isConfirmed) return null;
  const today = localMoment(now, session.timeZone).date;
  const day = dayInWords(booking.booking_date, session.locale, today);
  const answer = `Thank you. ${oneLine(booking.animal_name)}'s appointment on ${day} at ${clockTime(booking.booking_time, session.locale)} is confirmed. ${nameInText(booking.practice_name)}`;
  await tx.rows(keepAnswer, [
    tenantId,
    clientId,
    booking.id,
    text.from,
    oneLine(answer),
    answerKey(text),
    now,
  ]);
  tellScreens({ ...ctx, action: effects.yes });
  return oneLine(answer);
}

const answerKey = ({ reference }: IncomingText): string => `answer:${reference}`;

const keepReply = statement<{ id: number }>(
  'keep_reply',
  `insert into comms (tenant_id, client_id, booking_id, type, status, direction, recipient, body, provider,
     provider_reference, dedupe_key, created_at, updated_at)
   values ($1, $2, $3, 'sms', 'confirmed', 'in', $4, $5, 'twilio', $6, 'in:' || $6, $7, $7)
   on conflict (tenant_id, dedupe_key) where dedupe_key is not null do nothing
   returning id`,
);

const keepAnswer = statement(
  'keep_answer_to_reply',
  `insert into comms (tenant_id, client_id, booking_id, type, status, recipient, body, provider, dedupe_key, sent_at,
     created_at, updated_at)
   values ($1, $2, $3, 'sms', 'sent', $4, $5, 'twilio', $6, $7, $7, $7)`,
);

const answerGiven = statement<{ body: string }>(
  'answer_given_to_reply',
  'select k.body from comms k where k.tenant_id = $1 and k.dedupe_key = $2',
);

/** Keeps a text message in the log of the appointment that it answers. @returns whether it came for the first time */
async function keep(
  { tx, tenantId, now }: WorkContext,
  { from, body, reference }: IncomingText,
  { client_id: clientId, booking_id: bookingId }: TextingPractice,
): Promise<boolean> {
  const words = Array.from(body.trim()).slice(0, longestReply).join('') || '(no text)';
  const kept = await tx.row(keepReply, [tenantId, clientId, bookingId, from, words, reference, now]);
  return kept !== undefined;
}
