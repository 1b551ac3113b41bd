import { plural } from '../../lib/format.ts';

/** The most reminders before one appointment. */
export const mostReminders = 3;

/** Hours before an appointment that are offered for a reminder. */
const offered = [1, 2, 3, 4, 6, 12, 24, 48, 72, 96, 168] as const;

/** What a new reminder begins as, the likeliest first. */
const likely = [24, 2, 72, 48, 1];

/** '2 hours', '1 day', '36 hours', '1 week'. */
export function hoursInWords(hours: number): string {
  if (hours === 168) return '1 week';
  return hours % 24 === 0 ? plural(hours / 24, 'day') : plural(hours, 'hour');
}

/** The choices of one reminder: the offered hours and its own, without those of the other reminders. */
export const reminderChoices = (own: number, all: readonly number[]): number[] =>
  [...new Set([...offered, own])]
    .filter((hours) => hours === own || !all.includes(hours))
    .toSorted((one, other) => one - other);

/** Reminders as they are kept: the longest before the appointment first. */
export const inTurn = (hours: readonly number[]): number[] => hours.toSorted((one, other) => other - one);

/** The reminders with one more. */
export function withReminder(hours: readonly number[]): number[] {
  const next = likely.find((one) => !hours.includes(one));
  return next === undefined || hours.length >= mostReminders ? [...hours] : inTurn([...hours, next]);
}

/** 'Clients are reminded 1 day and 2 hours before their appointment.' */
export function remindersInWords(hours: readonly number[]): string {
  if (hours.length === 0) return 'Clients are not reminded of their appointments.';
  const words = inTurn(hours).map(hoursInWords);
  const last = words.at(-1) ?? '';
  const list = words.length === 1 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
  return `Clients are reminded ${list} before their appointment.`;
}

/** The most text messages a day that a practice can allow itself. */
export const mostTextsADay = 5_000;

/** The problem with a typed daily limit, in words; null without one. */
export function dailyLimitProblem(typed: string): string | null {
  const text = typed.trim();
  return /^\d{1,6}$/.test(text) && Number(text) <= mostTextsADay
    ? null
    : 'Enter a whole number from 0 to 5,000.';
}

/** The characters of the alphabet that mobile networks send in seven bits (GSM 03.38). */
const plain = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Those of them that take two places. */
const wide = new Set('^{}\\[~]|€\f');

export interface SmsLength {
  /** Places taken, of which a segment has 160, or 70 with characters outside the plain alphabet. */
  characters: number;
  /** How many messages are charged. */
  segments: number;
  /** A character that makes the whole text cost more than twice as much; null when there is none. */
  costly: string | null;
}

/** How long a text message is for the networks. */
export function smsLength(text: string): SmsLength {
  const letters = Array.from(text);
  const costly = letters.find((letter) => !plain.has(letter) && !wide.has(letter)) ?? null;
  const characters =
    costly === null ? letters.reduce((sum, letter) => sum + (wide.has(letter) ? 2 : 1), 0) : text.length;
  const [alone, joined] = costly === null ? [160, 153] : [70, 67];
  const segments = characters <= alone ? Math.min(characters, 1) : Math.ceil(characters / joined);
  return { characters, segments, costly };
}
