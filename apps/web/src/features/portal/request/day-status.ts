import type { PortalDay } from '@burrow/contracts/portal-booking';
import { plural } from '../../../lib/format.ts';

type Slot = PortalDay['times'][number];

/**
 * The times of a day to show: all free ones, and taken ones that have not started. `now` is the practice's clock,
 * `YYYY-MM-DDTHH:MM`.
 */
export const shownSlots = ({ date, times }: PortalDay, now: string): readonly Slot[] =>
  times.filter((slot) => slot.free || `${date}T${slot.time}` > now);

export interface DayStatus {
  text: string;
  /** Whether it is visible; otherwise only for screen readers, because the times on the screen say the same. */
  isSeen: boolean;
}

/**
 * How many times the chosen day has, or why it has none. `day` is undefined while it loads; `dayName` is the day in
 * words.
 */
export function dayStatus(day: PortalDay | undefined, now: string, dayName: string): DayStatus {
  if (day === undefined) return { text: 'Loading available times...', isSeen: false };
  if (day.state === 'closed' || day.state === 'holiday') {
    return { text: 'Business is closed on this day', isSeen: true };
  }
  if (shownSlots(day, now).length === 0) return { text: 'No time slots available', isSeen: true };
  const free = day.times.filter((slot) => slot.free).length;
  return { text: `${free === 0 ? 'No times' : plural(free, 'time')} available on ${dayName}`, isSeen: false };
}
