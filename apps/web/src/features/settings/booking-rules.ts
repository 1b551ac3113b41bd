/** The rules that an example sentence is about; minutes, and how many appointments fit side by side. */
export interface BookingRules {
  slotMinutes: number;
  graceMinutes: number;
  places: number;
}

const example = { opens: 9 * 60, lasts: 60 };

const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** The first start times a client is offered in a practice that opens at 09:00, HH:MM. */
export const offeredTimes = ({ slotMinutes }: BookingRules): string[] =>
  [0, 1, 2].map((step) => clockOf(example.opens + step * slotMinutes));

/** When the next appointment in the same place can begin after an hour from 09:00, HH:MM. */
export function nextStart({ slotMinutes, graceMinutes }: BookingRules): string {
  const taken = example.lasts + graceMinutes;
  return clockOf(example.opens + Math.ceil(taken / slotMinutes) * slotMinutes);
}

/** The rules typed in a form; null while one of them is no number. */
export function rulesOf(slot: string, grace: string, places: string): BookingRules | null {
  const [slotMinutes, graceMinutes, count] = [slot, grace, places].map((text) =>
    /^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN,
  ) as [number, number, number];
  if (!(slotMinutes >= 5) || !(graceMinutes >= 0) || !(count >= 1)) return null;
  return { slotMinutes, graceMinutes, places: count };
}
