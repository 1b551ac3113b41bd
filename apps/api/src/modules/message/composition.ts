import { fillIn, type MessageVariable } from '@burrow/contracts/message-text';
import { nameInText } from '../../integrations/sms/name-in-text.ts';
import type { Env } from '../../config/env.ts';
import { localMoment } from '../../lib/clock.ts';
import type { Actor } from '../../lib/context.ts';
import { standardTexts } from '../message-template/service.ts';
import type { MessageFacts } from './facts.ts';

/** Twilio takes no more than 1600 characters. */
const longestText = 1500;

/** What the standard reminder ends with where an answer to it reaches us. */
const replyHint = 'Reply YES to confirm or STOP to opt out.';

/** Whether somebody can answer our text messages: they come from a number, and the provider can pass the answers on. */
export const canBeAnswered = ({ PUBLIC_URL: publicUrl, TWILIO_FROM: from }: Env): boolean =>
  publicUrl !== undefined && from !== undefined && /^(?:\+|MG)/.test(from);

interface Writing {
  /** Null for a text message. */
  subject: string | null;
  body: string;
}

type Practice = Pick<Actor, 'locale' | 'currency' | 'timeZone'>;

/**
 * Writes a message with what is true now: the practice's own text, else the standard one, day, time and sum as the
 * practice's locale writes them. Plain text: what looks like markup stays as it is.
 */
export function compose(
  facts: MessageFacts,
  practice: Practice,
  { now, isAnswerable }: { now: Date; isAnswerable: boolean },
): Writing {
  const standard = standardTexts[facts.kind][facts.channel];
  const values = valuesOf(facts, practice, now);
  const isAnswered = isAnswerable && facts.channel === 'sms' && facts.kind === 'booking_reminder';
  const standardBody = isAnswered ? `${standard.body}\n${replyHint}` : standard.body;
  const body = fillIn(facts.own_body ?? standardBody, values);
  if (facts.channel === 'sms') {
    return { subject: null, body: Array.from(body.trim()).slice(0, longestText).join('') };
  }
  const subject = fillIn(
    (facts.own_body === null ? null : facts.own_subject) ?? standard.subject ?? '',
    values,
  );
  return { subject: oneLine(subject), body };
}

function valuesOf(
  facts: MessageFacts,
  { locale, currency, timeZone }: Practice,
  now: Date,
): Record<MessageVariable, string> {
  const isText = facts.channel === 'sms';
  const values: Record<MessageVariable, string> = {
    client_name: facts.client_name,
    animal_name: facts.animal_name,
    practice_name: isText ? nameInText(facts.practice_name) : facts.practice_name,
    practice_phone: facts.practice_phone ?? facts.practice_email ?? '',
    date: dayInWords(facts.date, locale, localMoment(now, timeZone).date),
    time: clockTime(facts.time, locale),
    service: facts.service ?? 'an appointment',
    staff_member: facts.staff_member ?? 'our team',
    amount: facts.amount_pence === null ? '' : money(facts.amount_pence, locale, currency),
  };
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, oneLine(value)]),
  ) as typeof values;
}

/** A value stays in its line and in the direction of its text; a narrow space would make a text message cost double. */
export const oneLine = (value: string): string => value.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();

/** 'Tuesday 3 March', with the year when it is not this one. */
export function dayInWords(date: string, locale: string, today: string): string {
  const isThisYear = date.slice(0, 4) === today.slice(0, 4);
  return new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(new Date(`${date}T00:00:00Z`));
}

/** A time of day as the locale writes it. */
export const clockTime = (time: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(
    new Date(`2000-01-01T${time}:00Z`),
  );

const money = (pence: number, locale: string, currency: string): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency }).format(pence / 100);
