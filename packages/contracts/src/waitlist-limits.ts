import { addDays } from './calendar-day.ts';

// Free of zod: server and web app share these limits of the waitlist.

/** Who offers times that come free: the server at once, or staff; 'off' for no waitlist. */
export const waitlistModes = ['automatic', 'staff', 'off'] as const;
export type WaitlistMode = (typeof waitlistModes)[number];

/** Who is offered a time first: the client who has waited longest, or the one with the highest price. */
export const waitlistOrders = ['longest', 'value'] as const;

/** How many times one client may wait for at once. */
export const maxLiveWants = 3;
/** How far ahead a client may wait, in days. */
export const maxDaysWaiting = 180;
/** How long a client waits for a new appointment unless they say otherwise, in days. */
const usualDaysWaiting = 30;

/**
 * The last day of a client who doesn't say one: the day of the appointment that an earlier time would replace, or some
 * weeks, as far as one can wait.
 * @param from the first day
 * @param keptDay the day of that appointment; null for a new one
 */
export function usualLastDay(today: string, from: string, keptDay: string | null): string {
  const latest = addDays(today, maxDaysWaiting);
  const day = keptDay ?? addDays(from, usualDaysWaiting);
  return day < latest ? day : latest;
}
/** How many offers a client gets for one want on a day. */
export const maxOffersADay = 2;
/** How many clients one freed time is offered to. */
export const maxOffersOfTime = 30;
/** How many moves to earlier times may follow one another. */
export const maxMovesInARow = 3;
/** Nothing is offered that begins sooner than this. */
export const offerNoticeMinutes = 120;

/** Minutes to answer, by how soon the time begins. */
export const answerMinutes = (minutesToStart: number): number =>
  minutesToStart <= 1440 ? 15 : minutesToStart <= 3 * 1440 ? 45 : 120;
