import { ownWords, type MessageChannel, type SentKind } from '@burrow/contracts/message-text';
import { textablePhone } from '../../lib/phone-number.ts';
import type { Failure } from './delivery.ts';
import { toldBefore, type MessageFacts } from './facts.ts';

/** The outcome for a message that is due. A reason is a sentence for the practice. */
export type Decision =
  | { do: 'send' }
  /** The outcome of the last attempt is unknown: ask the provider. */
  | { do: 'ask' }
  /** Its content is no longer true. */
  | { do: 'withdraw'; reason: string }
  /** `isOfMany`: others fail for the same reason, so the practice is notified of the first of the day. */
  | { do: 'fail'; reason: string; isOfMany: boolean }
  /** Not now: it is due again then. */
  | { do: 'postpone'; until: Date }
  /** Not before an earlier message about the same appointment is sent. */
  | { do: 'wait' };

interface Moment {
  now: Date;
  locale: string;
  /** Whether the channel of the message can send at all. */
  isConfigured: boolean;
  /** Whether it can go to the client's devices. */
  canPush: boolean;
  /** Whether the provider was asked about the last attempt. */
  isAsked: boolean;
  /** The operator's daily limit for a practice, by channel. */
  maxADay: Readonly<Record<MessageChannel, number>>;
}

const maxAttempts = 8;

export const mayHaveArrived = 'It may have arrived.';
/** For a text message delayed by the quiet hours if the appointment begins before their end. */
export const tooLateAfterQuietHours =
  'The appointment starts before your quiet hours end. Please call the client.';
export const tooLate = 'It’s too late to send this. Please call the client.';

const hourMs = 3_600_000;
/** How long a message is still useful after it was requested. */
const usefulMs: Partial<Record<SentKind, number>> = {
  ready_for_collection: hourMs,
  request_received: 24 * hourMs,
  deposit_returned: 72 * hourMs,
  waitlist_missed: 2 * hourMs,
  recall: 7 * 24 * hourMs,
};
/** How long a message that could be sent may wait, such as while no sender runs. */
const maxWaitMs = 24 * hourMs;
/** A message may wait for the end of a limit if it stays useful for this long afterwards. */
const noticeMs = 2 * hourMs;

/** Kinds that state when an appointment is, and are useless once it has begun. */
const ofTheTime = new Set<SentKind>([
  'booking_confirmation',
  'booking_change',
  'booking_cancellation',
  'booking_change_needed',
  'booking_reminder',
  'request_declined',
  'change_declined',
]);

/** Kinds that the client acts on within minutes. */
const urgent = new Set<SentKind>(['ready_for_collection', 'waitlist_offer']);
export const isUrgent = ({ kind }: Pick<MessageFacts, 'kind'>): boolean => urgent.has(kind);

/** Kinds about an appointment that does not take place. */
const ofCancelled = new Set<SentKind>(['booking_cancellation', 'request_declined']);

/** The start of the appointment as in the message; null for a message without an upcoming one. */
export const toldStart = ({ kind, starts_at: startsAt }: MessageFacts): string | null =>
  ofTheTime.has(kind) && !ofCancelled.has(kind) ? startsAt : null;

/** Whether a message would be too late at a moment. */
const comesTooLate = (
  { kind, starts_at: startsAt }: Pick<MessageFacts, 'kind' | 'starts_at'>,
  moment: Date,
): boolean => ofTheTime.has(kind) && startsAt !== null && new Date(startsAt) <= moment;

/** Whether a message is useless at a moment. */
const isOutdated = (
  { kind, wanted_at: wantedAt }: Pick<MessageFacts, 'kind' | 'wanted_at'>,
  moment: Date,
): boolean => moment.getTime() - Date.parse(wantedAt) >= (usefulMs[kind] ?? Infinity);

/** Whether a message can wait until a moment, because it stays useful some time after it. */
export function mayWait(facts: MessageFacts, until: Date): boolean {
  const afterwards = new Date(until.getTime() + noticeMs);
  return !comesTooLate(facts, afterwards) && !isOutdated(facts, afterwards);
}

/** The reason when a message is not retried at a moment; null when it is. */
export function endAfter(
  { attempt }: { attempt: number },
  facts: MessageFacts,
  outcome: Failure,
  next: Date,
): Pick<Failure, 'reason' | 'mayArrive'> | null {
  // The second attempt of unknown outcome was the last: the first may have been delivered already.
  if (facts.channel === 'email' && facts.handed_over_at !== null) {
    return { reason: mayHaveArrived, mayArrive: true };
  }
  if (outcome.isFinal || attempt >= maxAttempts || comesTooLate(facts, next)) return outcome;
  return isOutdated(facts, next) ? { reason: tooLate, mayArrive: outcome.mayArrive } : null;
}

/** Decides from the current data. */
export function decide(facts: MessageFacts, moment: Moment): Decision {
  const { now, isConfigured, isAsked } = moment;
  const isUnknown = facts.handed_over_at !== null;
  if (isUnknown && facts.channel === 'sms' && isConfigured && !isAsked) return { do: 'ask' };
  const falseNow = noLongerSo(facts, moment);
  if (falseNow !== null) {
    // What a person wrote never disappears.
    return facts.kind === ownWords
      ? { do: 'fail', reason: falseNow, isOfMany: false }
      : { do: 'withdraw', reason: falseNow };
  }
  const obstacle = obstacleTo(facts, moment);
  if (obstacle !== null) return { do: 'fail', reason: obstacle, isOfMany: false };
  if (isOutdated(facts, now)) return { do: 'fail', reason: tooLate, isOfMany: false };
  if (now.getTime() - Date.parse(facts.due_since) > maxWaitMs) {
    return { do: 'fail', reason: tooLate, isOfMany: true };
  }
  if (ofTheTime.has(facts.kind) && facts.has_earlier) return { do: 'wait' };
  if (facts.channel === 'sms' && facts.kind !== 'ready_for_collection') {
    const until = new Date(facts.quiet_until);
    if (until > now) {
      return comesTooLate(facts, until)
        ? { do: 'fail', reason: tooLateAfterQuietHours, isOfMany: false }
        : { do: 'postpone', until };
    }
  }
  const most = Math.min(
    moment.maxADay[facts.channel],
    facts.channel === 'sms' ? facts.sms_daily_cap : Infinity,
  );
  return facts.sent_today >= most ? beyondDailyLimit(facts, most) : { do: 'send' };
}

function beyondDailyLimit(
  { kind, channel, starts_at: startsAt, ...facts }: MessageFacts,
  most: number,
): Decision {
  const nextDay = new Date(facts.next_day);
  const isInTime = startsAt !== null && Date.parse(startsAt) - nextDay.getTime() > noticeMs;
  if ((kind === 'recall' || (kind === 'booking_reminder' && isInTime)) && most > 0)
    return { do: 'postpone', until: nextDay };
  const what = channel === 'sms' ? 'text messages' : 'emails';
  return { do: 'fail', reason: `The daily limit of ${most} ${what} has been reached.`, isOfMany: true };
}

/** Why a message is no longer true or wanted; null when it still is. */
function noLongerSo(facts: MessageFacts, { now, canPush }: Moment): string | null {
  const { kind, channel, booking_status: status } = facts;
  if (facts.archived) return 'The client has been archived.';
  if (!(channel === 'sms' ? facts.likes_sms || canPush : facts.likes_email)) {
    return channel === 'sms'
      ? 'The client has opted out of text messages.'
      : 'The client has opted out of emails.';
  }
  if (!facts.enabled && kind !== 'ready_for_collection' && !facts.is_asked) {
    return 'This message is turned off in Settings.';
  }
  if (kind === 'waitlist_offer' && facts.is_open !== true) return 'The offer has ended.';
  if (kind === 'recall') return recallNotWanted(facts);
  if (!ofCancelled.has(kind) && status === 'cancelled') return 'The appointment has been cancelled.';
  if (kind === 'request_received' && facts.is_provisional !== true)
    return 'The request has already been answered.';
  if (!ofTheTime.has(kind)) return null;
  if (comesTooLate(facts, now)) return 'The appointment has already started.';
  if (ofCancelled.has(kind)) return null;
  if (facts.is_provisional === true || (status !== 'pending' && status !== 'confirmed')) {
    return 'The appointment is no longer upcoming.';
  }
  if (kind === 'booking_change_needed') {
    return facts.is_needed ? null : 'The appointment has been changed or kept since.';
  }
  if (kind === 'change_declined' || facts.is_asked) return null;
  if (kind === 'booking_reminder') {
    return remindsOfAnotherTime(facts) ? 'The appointment has been moved since.' : null;
  }
  return isKnown(facts) ? 'The client has already been notified of this time.' : null;
}

/** Why a recall is no longer wanted; null when it is. */
function recallNotWanted({ likes_recall, recalls_on, care }: MessageFacts): string | null {
  if (!likes_recall) return 'The client has opted out of recalls.';
  if (!recalls_on) return 'Recalls are turned off in Settings.';
  return care === null ? 'Everything it was about has been booked, done or dismissed.' : null;
}

/** Whether a reminder was queued for another time. */
function remindsOfAnotherTime(facts: MessageFacts): boolean {
  const own = toldBefore(facts);
  return own !== null && own !== facts.starts_at;
}

/** Whether the client knows when the appointment is. */
function isKnown(facts: MessageFacts): boolean {
  const known = facts.last_told ?? (facts.kind === 'booking_change' ? toldBefore(facts) : null);
  return known !== null && known === facts.starts_at;
}

/** Why a message cannot be sent now or later; null when it can. */
function obstacleTo(facts: MessageFacts, moment: Moment): string | null {
  const { channel, client_email: email } = facts;
  // An error before the outcome of an attempt is recorded would repeat for ever.
  if (facts.attempts > maxAttempts) return 'Couldn’t send this after several attempts.';
  if (channel === 'email') {
    // An email's outcome cannot be looked up, and each attempt may be a duplicate in the mailbox.
    if (facts.handed_over_at !== null && facts.last_error === mayHaveArrived) return mayHaveArrived;
    if (email === null) return 'The client has no email address.';
    if (facts.files.some(({ id }) => id === null)) return 'A file of this email has been deleted.';
    return moment.isConfigured ? null : 'Email isn’t set up.';
  }
  return moment.canPush ? null : obstacleToText(facts, moment);
}

/** Why the client can't be sent a text message; null when they can. */
export function obstacleToText(
  { client_phone: phone }: Pick<MessageFacts, 'client_phone'>,
  { isConfigured, locale }: Pick<Moment, 'isConfigured' | 'locale'>,
): string | null {
  if (phone === null) return 'The client has no phone number.';
  if (!new RegExp(textablePhone(locale)).test(phone)) {
    return 'The client has no mobile number.';
  }
  return isConfigured ? null : 'Text messages aren’t set up.';
}
