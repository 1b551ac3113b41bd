import type { MessageKind } from '@burrow/contracts/message-text';
import { textablePhone } from '../../lib/phone-number.ts';
import type { MessageFacts } from './facts.ts';

/** What becomes of a message that is due. A reason is a sentence for the practice. */
export type Decision =
  | { do: 'send' }
  /** Nobody knows what became of the last try: the provider may. */
  | { do: 'ask' }
  /** It would tell what is no longer so. */
  | { do: 'withdraw'; reason: string }
  | { do: 'fail'; reason: string }
  /** Not now: it is due again then. */
  | { do: 'postpone'; until: Date }
  /** Not before an earlier message about the same has left. */
  | { do: 'wait' };

interface Moment {
  now: Date;
  locale: string;
  /** Whether the channel of the message can send at all. */
  isConfigured: boolean;
  /** Whether the provider has been asked what became of the last try. */
  isAsked: boolean;
}

export const mostAttempts = 8;

/** Kinds that say when an appointment is, and are worth nothing once it has begun. */
const ofTheTime = new Set<MessageKind>([
  'booking_confirmation',
  'booking_change',
  'booking_cancellation',
  'booking_reminder',
]);

/** When the appointment begins as a message tells it; null for one that says nothing of it to come. */
export const toldStart = ({ kind, starts_at: startsAt }: MessageFacts): string | null =>
  ofTheTime.has(kind) && kind !== 'booking_cancellation' ? startsAt : null;

/** Whether a message would come too late at a moment. */
export const comesTooLate = (
  { kind, starts_at: startsAt }: Pick<MessageFacts, 'kind' | 'starts_at'>,
  moment: Date,
): boolean => ofTheTime.has(kind) && startsAt !== null && new Date(startsAt) <= moment;

/** Decides by what is true now. */
export function decide(facts: MessageFacts, moment: Moment): Decision {
  const { now, isConfigured, isAsked } = moment;
  const isUnknown = facts.handed_over_at !== null;
  if (isUnknown && facts.channel === 'sms' && isConfigured && !isAsked) return { do: 'ask' };
  const falseNow = noLongerSo(facts, now);
  if (falseNow !== null) return { do: 'withdraw', reason: falseNow };
  const obstacle = obstacleTo(facts, moment);
  if (obstacle !== null) return { do: 'fail', reason: obstacle };
  if (ofTheTime.has(facts.kind) && facts.has_earlier) return { do: 'wait' };
  if (facts.channel === 'sms' && facts.kind !== 'ready_for_collection') {
    const until = new Date(facts.quiet_until);
    if (until > now) return { do: 'postpone', until };
  }
  if (facts.channel === 'sms' && facts.sms_today >= facts.sms_daily_cap) {
    return { do: 'fail', reason: `The daily limit of ${facts.sms_daily_cap} text messages is reached.` };
  }
  return { do: 'send' };
}

/** Why a message would tell what is no longer so, or what nobody wants to hear any more; null when it is as it should be. */
function noLongerSo(facts: MessageFacts, now: Date): string | null {
  const { kind, channel, booking_status: status } = facts;
  if (facts.archived) return 'The client has been archived.';
  if (!(channel === 'sms' ? facts.likes_sms : facts.likes_email)) {
    return channel === 'sms'
      ? 'The client does not want text messages any more.'
      : 'The client does not want emails any more.';
  }
  if (!facts.enabled && kind !== 'ready_for_collection' && !facts.is_asked) {
    return 'The practice has switched this message off.';
  }
  if (kind !== 'booking_cancellation' && status === 'cancelled') return 'The appointment has been cancelled.';
  if (!ofTheTime.has(kind)) return null;
  if (comesTooLate(facts, now)) return 'The appointment has begun.';
  if (kind === 'booking_cancellation') return null;
  if (facts.is_provisional === true || (status !== 'pending' && status !== 'confirmed')) {
    return 'The appointment is not one to come any more.';
  }
  return isKnown(facts) ? 'The client knows this time already.' : null;
}

/** Whether the client knows when the appointment is; of a reminder: whether it was meant for another time. */
function isKnown({ kind, starts_at: startsAt, ...facts }: MessageFacts): boolean {
  const { last_told: lastTold, told_starts_at: own, handed_over_at: handedOverAt } = facts;
  if (kind === 'booking_reminder') return own !== null && handedOverAt === null && own !== startsAt;
  if (facts.is_asked) return false;
  // What a try of unknown outcome wrote here may not have arrived.
  const known = lastTold ?? (kind === 'booking_change' && handedOverAt === null ? own : null);
  return known !== null && known === startsAt;
}

/** Why a message cannot leave, and would not later either; null when it can. */
function obstacleTo(facts: MessageFacts, { isConfigured, locale }: Moment): string | null {
  const { channel, client_phone: phone, client_email: email } = facts;
  // Whatever stops a try before its outcome is written would stop it for ever.
  if (facts.attempts > mostAttempts) return 'It could not be sent in many tries.';
  if (channel === 'email') {
    if (email === null) return 'The client has no email address.';
    return isConfigured ? null : 'No server of email is set up.';
  }
  if (phone === null) return 'The client has no phone number.';
  if (!new RegExp(textablePhone(locale)).test(phone)) {
    return 'The client’s phone number is not one of a mobile.';
  }
  return isConfigured ? null : 'No provider of text messages is set up.';
}
