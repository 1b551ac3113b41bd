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

/** The choices of one reminder: what is offered and what it is, without what the others are. */
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
