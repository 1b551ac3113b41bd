import { dayFormat } from '@burrow/contracts/calendar-day';
import {
  fillIn,
  withoutSpacesInVariables,
  withoutUnfilled,
  type MessageVariable,
} from '@burrow/contracts/message-text';
import { formatPhone } from '@burrow/contracts/phone-text';
import type { Env } from '../../config/env.ts';
import { localMoment } from '../../lib/clock.ts';
import { cutText } from '../../lib/cut-text.ts';
import { firstName } from '../../lib/first-name.ts';
import { nameInText } from '../../lib/name-in-text.ts';
import type { Actor } from '../../lib/session.ts';
import {
  isStandardText,
  withoutStaffMember,
  standardTexts,
  withStaffMember,
} from '../message-template/public.ts';
import type { DueCare, OccasionFacts } from './facts.ts';

/** Twilio accepts at most 1600 characters. */
const maxTextLength = 1500;

/** The ending of the standard reminder if replies reach us. */
const replyHint = 'Reply YES to confirm or STOP to opt out.';

/**
 * What happens to a deposit is added to the message about a cancellation or a declined request, also when the practice
 * has its own text, unless that says it.
 */
const moneySentences = ({ decided }: OccasionFacts): string[] => [
  (decided?.kept_pence ?? 0) > 0
    ? "We've refunded {{amount}} of your deposit."
    : "We've refunded your deposit of {{amount}}.",
  decided?.is_by_terms
    ? 'Under our terms, we keep {{kept}} of your deposit.'
    : 'We keep {{kept}} of your deposit.',
  'There is no charge for the late cancellation: we have waived {{waived}}.',
];
/** The closing phrases of a text. */
const signature = '{{practice_name}}';

/**
 * Whether replies to our text messages reach us: they are sent from a number, and the provider can forward the replies.
 */
export const canBeAnswered = ({ PUBLIC_URL: publicUrl, TWILIO_FROM: from }: Env): boolean =>
  publicUrl !== undefined && from !== undefined && /^(?:\+|MG)/.test(from);

interface Writing {
  /** Null for a text message. */
  subject: string | null;
  body: string;
}

type Practice = Pick<Actor, 'locale' | 'currency' | 'timeZone'>;

interface Written {
  now: Date;
  isAnswerable: boolean;
  portalLink: string | null;
  /** Of an offer; null for other messages. */
  offerLink: string | null;
  /** Where the client books what a recall is about. */
  bookLink: string | null;
  /** Where the client can move or cancel the appointment; null where the practice does not allow it. */
  manageLink: string | null;
  /** Until when they can cancel free of charge, if that can cost them something later. */
  freeUntil: Date | null;
}

/** Whether the text of a message has a place for a variable. */
export const mentions = (facts: OccasionFacts, variable: MessageVariable): boolean =>
  (ownText(facts)?.body ?? standardTexts[facts.kind][facts.channel].body).includes(`{{${variable}}}`);

/**
 * Composes a message from the current data: the practice's own text, or the standard one if nothing of that remains, with
 * day, time and amount in the practice's locale. Plain text: markup is kept literally.
 */
export function compose(
  facts: OccasionFacts,
  practice: Practice,
  { isAnswerable, ...written }: Written,
): Writing {
  const standard = standardTexts[facts.kind][facts.channel];
  const values = valuesOf(facts, practice, written);
  const isAnswered = isAnswerable && facts.channel === 'sms' && facts.kind === 'booking_reminder';
  const standardBody = isAnswered ? `${standard.body}\n${replyHint}` : standard.body;
  const own = ownText(facts);
  const filled = (text: string): string => fillIn(withoutUnfilled(text, values), values);
  const isLeft = own !== null && filled(own.body).trim() !== '';
  const body = filled(asThingsStand(isLeft ? own.body : standardBody, facts, values));
  if (facts.channel === 'sms') {
    return { subject: null, body: cutText(body.trim(), maxTextLength) };
  }
  const subject = fillIn(own?.subject ?? standard.subject ?? '', values);
  return { subject: oneLine(subject), body };
}

/** The practice's own text; null while it uses the standard one. */
function ownText({ kind, channel, own_subject: subject, own_body: body }: OccasionFacts): Writing | null {
  if (body === null || isStandardText(kind, channel, { subject, body })) return null;
  return { subject, body: withoutSpacesInVariables(body) };
}

/** The text with additional sentences, and without those whose values are missing. */
function asThingsStand(
  text: string,
  facts: OccasionFacts,
  values: Readonly<Record<MessageVariable, string>>,
): string {
  const signed = facts.practice_phone
    ? text
    : text.replace(/\n\{\{practice_phone\}\}$/, signedByEmail(facts));
  const said = facts.staff_member === null ? signed.replaceAll(withStaffMember, withoutStaffMember) : signed;
  if (facts.kind !== 'booking_cancellation' && facts.kind !== 'request_declined') return said;
  const sentences = moneySentences(facts).filter((sentence) => {
    const { 0: written = '', 1: name = '' } = /\{\{(\w+)\}\}/.exec(sentence) ?? [];
    return values[name as MessageVariable] !== '' && !said.includes(written);
  });
  return sentences.length > 0 ? withBeforeClosing(said, sentences.join(' '), facts.channel) : said;
}

/** The last line of an email of a practice without a phone number: its email address. */
const signedByEmail =
  ({ practice_email: email }: OccasionFacts) =>
  (line: string) =>
    email === null ? line : `\n${email}`;

/** Inserts a sentence at the end of a text's content: before a closing that names the practice, or at the end. */
function withBeforeClosing(text: string, sentence: string, channel: OccasionFacts['channel']): string {
  const whole = text.trimEnd();
  if (channel === 'email') {
    const paragraphs = whole.split('\n\n');
    const hasClosing = paragraphs.length > 1 && paragraphs.at(-1)?.includes(signature) === true;
    return paragraphs.toSpliced(paragraphs.length - (hasClosing ? 1 : 0), 0, sentence).join('\n\n');
  }
  const before = whole.endsWith(signature) ? whole.slice(0, -signature.length).trimEnd() : whole;
  const isSigned = before !== whole && /[.!?]$/.test(before);
  return isSigned ? `${before} ${sentence} ${signature}` : `${whole} ${sentence}`;
}

function valuesOf(
  facts: OccasionFacts,
  { locale, currency, timeZone }: Practice,
  { now, portalLink, offerLink, bookLink, manageLink, freeUntil }: Omit<Written, 'isAnswerable'>,
): Record<MessageVariable, string> {
  const isText = facts.channel === 'sms';
  const shown = (name: string | null, otherwise: string): string =>
    isText ? nameInText(name ?? '', otherwise) : (name ?? otherwise);
  const momentInWords = (moment: Date): string => {
    const local = localMoment(moment, timeZone);
    return `${dayInWords(local.date, locale, localMoment(now, timeZone).date)} at ${clockTime(local.time, locale)}`;
  };
  const orNone = (pence = 0): string => (pence > 0 ? money(pence, locale, currency) : '');
  const values: Record<MessageVariable, string> = {
    // Both are chosen by a pet owner, as is the email's recipient: never send their links in a practice's name.
    client_name: nameInText(facts.client_name, 'there'),
    client_first_name: nameInText(firstName(facts.client_name, locale), 'there'),
    animal_name: nameInText(facts.animal_name ?? '', 'your animal'),
    practice_name: shown(facts.practice_name, 'your practice'),
    // Never the email address: 'please call us on hello@…'. Sentences with the phone number are left out without one.
    practice_phone: formatPhone(facts.practice_phone),
    portal_link: portalLink ?? '',
    offer_link: offerLink ?? '',
    date: facts.date === null ? '' : dayInWords(facts.date, locale, localMoment(now, timeZone).date),
    time: facts.time === null ? '' : clockTime(facts.time, locale),
    care: careInWords(facts.care ?? [], locale, localMoment(now, timeZone).date),
    book_link: bookLink ?? '',
    service: shown(facts.service, 'an appointment'),
    staff_member: shown(facts.staff_member, 'our team'),
    held_until: facts.held_until_time === null ? '' : clockTime(facts.held_until_time, locale),
    amount: facts.amount_pence === null ? '' : money(facts.amount_pence, locale, currency),
    manage_link: manageLink ?? '',
    free_until: freeUntil === null ? '' : momentInWords(freeUntil),
    cancelled_by: facts.decided?.by_client ? 'you' : 'we',
    kept: orNone(facts.decided?.kept_pence),
    waived: orNone(facts.decided?.waived_pence),
    reason: facts.decided?.answer ?? '',
  };
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, oneLine(value)]),
  ) as typeof values;
}

/**
 * Keeps a value in its line and in the direction of its text; a narrow space would double the cost of a text message.
 */
export const oneLine = (value: string): string => value.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();

/** 'Tuesday 3 March', with the year when it is not this one; without the weekday if `parts` is empty. */
export function dayInWords(
  date: string,
  locale: string,
  today: string,
  parts: { weekday?: 'long' } = { weekday: 'long' },
): string {
  const isThisYear = date.slice(0, 4) === today.slice(0, 4);
  const format = dayFormat(locale, {
    ...parts,
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
  });
  return format(new Date(`${date}T00:00:00Z`));
}

/** A time of day in the locale's format. */
export const clockTime = (time: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(
    new Date(`2000-01-01T${time}:00Z`),
  );

const money = (pence: number, locale: string, currency: string): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency }).format(pence / 100);

/** How many due dates a message names. */
const maxNamed = 6;

/** 'Biscuit's booster is due on 14 March, Rex's on 20 March. Rex's nail trim was due on 1 March, Bella's is due on 5 March.' */
export function careInWords(care: readonly DueCare[], locale: string, today: string): string {
  const named = care.slice(0, maxNamed);
  const kinds = [...new Set(named.map((one) => one.care))];
  const sentences = kinds.map((kind) => {
    const same = named.filter((one) => one.care === kind);
    const pieces = same.map(({ animal, due_on: dueOn }, index) => {
      const whose = `${nameInText(animal, 'your animal')}'s`;
      const day = dayInWords(dueOn, locale, today, {});
      const verb = dueOn < today ? 'was due on' : 'is due on';
      const before = same[index - 1];
      if (before === undefined) return `${whose} ${inSentence(nameInText(kind, 'visit'))} ${verb} ${day}`;
      return before.due_on < today === dueOn < today ? `${whose} on ${day}` : `${whose} ${verb} ${day}`;
    });
    return `${pieces.join(', ')}.`;
  });
  const more = care.length - named.length;
  return [...sentences, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ');
}

/** 'booster' for 'Booster', and 'DHP booster' as it is. */
const inSentence = (name: string): string =>
  /^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLocaleLowerCase() + name.slice(1) : name;
