import { plural } from '../../lib/format.ts';

/** The maximum number of reminders for one appointment. */
export const maxReminders = 3;

/** The hours before an appointment to choose from for a reminder. */
const offered = [1, 2, 3, 4, 6, 12, 24, 48, 72, 96, 168] as const;

/** The hours of a new reminder, the most likely first. */
const likely = [24, 2, 72, 48, 1];

/** '2 hours', '1 day', '36 hours', '1 week'. */
export function hoursInWords(hours: number): string {
  if (hours === 168) return '1 week';
  return hours % 24 === 0 ? plural(hours / 24, 'day') : plural(hours, 'hour');
}

/** The choices for one reminder: the usual hours and its own, without those of the other reminders. */
export const reminderChoices = (own: number, all: readonly number[]): number[] =>
  [...new Set([...offered, own])]
    .filter((hours) => hours === own || !all.includes(hours))
    .toSorted((one, other) => one - other);

/** Reminders in the order they are stored: the longest before the appointment first. */
export const inTurn = (hours: readonly number[]): number[] => hours.toSorted((one, other) => other - one);

/** The reminders with one added. */
export function withReminder(hours: readonly number[]): number[] {
  const next = likely.find((one) => !hours.includes(one));
  return next === undefined || hours.length >= maxReminders ? [...hours] : inTurn([...hours, next]);
}

/** 'Clients are reminded 1 day and 2 hours before their appointment.' */
export function remindersInWords(hours: readonly number[]): string {
  if (hours.length === 0) return 'Clients are not reminded of their appointments.';
  const words = inTurn(hours).map(hoursInWords);
  const last = words.at(-1) ?? '';
  const list = words.length === 1 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
  return `Clients are reminded ${list} before their appointment.`;
}

/** The highest daily limit of text messages that a practice can set. */
export const maxTextsADay = 5_000;

/** The error in a typed daily limit; null if valid. */
export function dailyLimitProblem(typed: string): string | null {
  const text = typed.trim();
  return /^\d{1,6}$/.test(text) && Number(text) <= maxTextsADay
    ? null
    : 'Enter a whole number from 0 to 5,000.';
}

/** The characters of the alphabet that mobile networks send in seven bits (GSM 03.38). */
const plain = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Those of them that count as two. */
const wide = new Set('^{}\\[~]|€\f');

export interface SmsLength {
  /** The length in characters. A segment holds 160, or 70 with characters outside this alphabet. */
  characters: number;
  /** The number of charged segments. */
  segments: number;
  /** A character that more than doubles the cost of the text; null if there is none. */
  costly: string | null;
}

/** The length of a text message on mobile networks. */
export function smsLength(text: string): SmsLength {
  const letters = Array.from(text);
  const costly = letters.find((letter) => !plain.has(letter) && !wide.has(letter)) ?? null;
  const characters =
    costly === null ? letters.reduce((sum, letter) => sum + (wide.has(letter) ? 2 : 1), 0) : text.length;
  const [alone, joined] = costly === null ? [160, 153] : [70, 67];
  const segments = characters <= alone ? Math.min(characters, 1) : Math.ceil(characters / joined);
  return { characters, segments, costly };
}
