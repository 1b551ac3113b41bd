import type { ActionName } from '@burrow/contracts/actions';
import { inPractice } from '../../db/in-practice.ts';
import { statement } from '../../db/statement.ts';
import { nameInText } from '../../integrations/sms/name-in-text.ts';
import { AppError } from '../../lib/app-error.ts';
import { localMoment } from '../../lib/clock.ts';
import { cutText } from '../../lib/cut-text.ts';
import type { Dependencies, WorkContext } from '../../lib/context.ts';
import { normalisedPhone } from '../../lib/phone-number.ts';
import { confirmForClient } from '../booking/client-confirmation-service.ts';
import { notifyOfText, tellScreens } from '../notification/service.ts';
import { clockTime, dayInWords, oneLine } from './composition.ts';
import { sentToday } from './facts.ts';
import { awaitTextTurn, stopTexting } from './repository.ts';
import { trimEndOf } from '../../lib/trim-end.ts';

/** A text message to our number. */
export interface IncomingText {
  /** In international format, with a leading +. */
  from: string;
  body: string;
  /** The provider's own interpretation: `STOP`, `START` or `HELP`; '' for none. */
  optOutType: string;
  /** The provider's id of it; the same when it is sent again. */
  reference: string;
  requestId: string;
}

/** For how long after a message a reply from its number is accepted. */
const answersFor = 30 * 24 * 60 * 60 * 1000;
const longestReply = 1600;
/** Messages of one number beyond this in an hour are neither stored nor answered; STOP still works. */
const mostReceived = 20;
const hourMs = 60 * 60 * 1000;

interface TextingPractice {
  tenant_id: number;
  client_id: number | null;
  booking_id: number | null;
  message_kind: string;
  suspended: boolean;
}

const textingPractices = statement<TextingPractice>(
  'practices_texting',
  'select p.tenant_id, p.client_id, p.booking_id, p.message_kind, p.suspended from practices_texting($1, $2) p',
);

type Keyword = 'yes' | 'stop' | 'start' | null;

const keywords: Readonly<Record<string, Keyword>> = {
  ...Object.fromEntries(['YES', 'Y', 'CONFIRM'].map((word) => [word, 'yes'])),
  ...Object.fromEntries(
    ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'].map((word) => [
      word,
      'stop',
    ]),
  ),
  ...Object.fromEntries(['START', 'UNSTOP'].map((word) => [word, 'start'])),
};

/** The provider's interpretation of a text: it acts on that, whatever words its account has configured. */
const optOutTypes: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ['STOP', 'stop'],
  ['START', 'start'],
  ['HELP', null],
]);

function keywordIn({ body, optOutType }: IncomingText): Keyword {
  const taken = optOutTypes.get(optOutType);
  if (taken !== undefined) return taken;
  const word = trimEndOf(body.trim(), (character) => /[.!\s]/.test(character));
  return keywords[word.toUpperCase()] ?? null;
}

/** The effect of each keyword, so that open screens refetch it. */
const effects = {
  yes: 'booking_status_update',
  stop: 'client_update',
  start: 'client_update',
} as const satisfies Record<Exclude<Keyword, null>, ActionName>;

/**
 * Processes a text message to our number, and stores it in the practice's log: STOP and START apply to every practice
 * that wrote to the number lately, anything else to the one that did so last; a suspended one has nothing confirmed.
 * Idempotent.
 * @returns the reply; null for none, also if the provider replies itself
 * @throws AppError `unavailable` to be sent again, because not every practice could process it
 */
export async function takeReply(deps: Dependencies, text: IncomingText): Promise<string | null> {
  const since = new Date(deps.clock.now().getTime() - answersFor);
  const practices = await deps.database.control.rows(textingPractices, [text.from, since]);
  const keyword = keywordIn(text);
  const [last] = practices;
  if (!last) {
    deps.log.info({ request_id: text.requestId }, 'a text message came from a number that nobody wrote to');
    return null;
  }
  if (keyword === 'stop' || keyword === 'start') {
    await takeInEach(deps, text, practices, keyword);
    return null;
  }
  const confirming = keyword === 'yes' ? practices.find(({ suspended }) => !suspended) : undefined;
  return takeInPractice(deps, text, confirming ?? last, confirming ? 'yes' : null);
}

/** An error in one practice must not prevent the others from processing it. */
async function takeInEach(
  deps: Dependencies,
  text: IncomingText,
  practices: readonly TextingPractice[],
  keyword: Keyword,
): Promise<void> {
  let failures = 0;
  for (const practice of practices) {
    try {
      await takeInPractice(deps, text, practice, keyword);
    } catch (error) {
      failures += 1;
      deps.log.error(
        { err: error, tenant_id: practice.tenant_id, request_id: text.requestId },
        'a practice did not hear a client who wants no more text messages, or wants them again',
      );
    }
  }
  if (failures > 0) throw new AppError('unavailable');
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
    const { tx, tenantId, session, now } = ctx;
    const phone = normalisedPhone(text.from, session.locale);
    // One text after the other, so that each is counted. A number's present owner does not reply for a previous one.
    const [, client, received] = await Promise.all([
      awaitTextTurn(tx, tenantId),
      tx.row(clientOfPhone, [tenantId, phone]),
      tx.rows(receivedLately, [tenantId, text.from, new Date(now.getTime() - hourMs), mostReceived]),
    ]);
    if (received.length >= mostReceived) {
      deps.log.info({ tenant_id: tenantId, request_id: requestId }, 'a number texts more than is kept');
      if (keyword === 'stop' && client) likeTexts(ctx, { clientId: client.id, phone }, keyword);
      return null;
    }
    if (keyword === 'yes' && client) return answerYes(ctx, text, practice, client.id);
    if (await keep(ctx, text, practice)) {
      if ((keyword === 'stop' || keyword === 'start') && client) {
        likeTexts(ctx, { clientId: client.id, phone }, keyword);
      }
      if (keyword === null)
        await tellDesk(ctx, text, { ...practice, client_id: client?.id ?? practice.client_id });
      tellScreens(ctx);
    }
    return null;
  });
};

/** How many characters of a text a notification shows. */
const shownOfText = 120;

/** Adds a notification, unlike a reply that is only a keyword such as YES or STOP. */
const tellDesk = (
  ctx: WorkContext,
  { body }: IncomingText,
  { client_id: clientId, booking_id: bookingId }: TextingPractice,
): Promise<void> =>
  notifyOfText(
    { ...ctx, action: 'booking_ready_collect' },
    { clientId, bookingId, text: cutText(oneLine(body), shownOfText) },
  );

const receivedLately = statement<{ id: number }>(
  'texts_received_lately',
  `select k.id from comms k
   where k.tenant_id = $1 and k.recipient = $2 and k.direction = 'in' and k.created_at > $3 limit $4`,
);

// A later choice of staff, or of the client in the portal, is not undone by a keyword.
const startTexts = statement(
  'start_texts',
  `update clients set likes_sms = true, sms_stopped_at = null, updated_at = $3
   where tenant_id = $1 and id = $2 and sms_stopped_at is not null`,
);

function likeTexts(
  ctx: WorkContext,
  client: { clientId: number; phone: string | null },
  keyword: 'stop' | 'start',
): void {
  const { tx, tenantId, now } = ctx;
  if (keyword === 'stop') stopTexting(tx, tenantId, client, now);
  else tx.beforeCommit(startTexts, [tenantId, client.clientId, now]);
  tellScreens({ ...ctx, action: effects[keyword] });
}

interface RemindedBooking {
  id: number;
  starts_at: string;
  booking_date: string;
  booking_time: string;
  animal_name: string;
  practice_name: string;
}

// The appointment of the last reminder, if it is upcoming. $4: since when a reminder can be answered. A reply after a
// cancellation message answers that one.
const remindedBooking = statement<RemindedBooking>(
  'reminded_booking',
  `select b.id, b.starts_at, b.booking_date, b.booking_time, a.name as animal_name, t.tenant_name as practice_name
   from (
     select s.kind, s.tenant_id, s.booking_id from comms s
     where s.tenant_id = $1 and s.client_id = $2 and s.type = 'sms' and s.direction = 'out' and s.sent_at > $4
       and s.kind in ('booking_reminder', 'booking_cancellation')
     order by s.sent_at desc, s.id desc limit 1) k
   join bookings b on b.tenant_id = k.tenant_id and b.id = k.booking_id
   join animals a on a.tenant_id = b.tenant_id and a.id = b.animal_id
   join tenants t on t.id = b.tenant_id
   where k.kind = 'booking_reminder' and b.starts_at > $3 and b.status in ('pending', 'confirmed')
     and not b.is_provisional`,
);

/**
 * Confirms the appointment of the client's last reminder, and says so once for each start time, within the practice's
 * daily limit. A 'yes' to any other message is only stored.
 */
async function answerYes(
  ctx: WorkContext,
  text: IncomingText,
  practice: TextingPractice,
  clientId: number,
): Promise<string | null> {
  const { tx, tenantId, now, session } = ctx;
  const since = new Date(now.getTime() - answersFor);
  const booking = await tx.row(remindedBooking, [tenantId, clientId, now, since]);
  const isConfirmed =
    booking !== undefined && (await confirmForClient({ ...ctx, action: effects.yes }, booking.id));
  const isNew = await keep(ctx, text, { ...practice, booking_id: booking?.id ?? practice.booking_id });
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
  tellScreens({ ...ctx, action: effects.yes });
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

const keepReply = statement<{ id: number }>(
  'keep_reply',
  `insert into comms (tenant_id, client_id, booking_id, type, status, direction, recipient, body, provider,
     provider_reference, dedupe_key, created_at, updated_at)
   values ($1, $2, $3, 'sms', 'confirmed', 'in', $4, $5, 'twilio', $6, 'in:' || $6, $7, $7)
   on conflict (tenant_id, dedupe_key) where dedupe_key is not null do nothing
   returning id`,
);

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

/**
 * Stores a text message in the log of the appointment that it answers. @returns whether it arrived for the first time
 */
async function keep(
  { tx, tenantId, now }: WorkContext,
  { from, body, reference }: IncomingText,
  { client_id: clientId, booking_id: bookingId }: TextingPractice,
): Promise<boolean> {
  const words = Array.from(body.trim()).slice(0, longestReply).join('') || '(no text)';
  const kept = await tx.row(keepReply, [tenantId, clientId, bookingId, from, words, reference, now]);
  return kept !== undefined;
}
