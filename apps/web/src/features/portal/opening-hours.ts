import { weekdays } from '@burrow/contracts/weekdays';

type Ranges = readonly (readonly [open: string, close: string])[];

const parsed = (businessHours: string) => JSON.parse(businessHours) as Partial<Record<string, Ranges>>;

/** When a practice is open on a weekday (0 is Sunday), by its `business_hours`; empty on a closed day. */
export const openingRanges = (businessHours: string, weekday: number): Ranges =>
  parsed(businessHours)[weekdays[weekday] ?? ''] ?? [];

/** Whether a practice is ever open, by its `business_hours`; otherwise it has not entered them yet. */
export function hasOpeningHours(businessHours: string): boolean {
  const hours = parsed(businessHours);
  return weekdays.some((weekday) => (hours[weekday] ?? []).length > 0);
}

/** '09:00–12:00, 13:00–17:00'. `time` writes a time as the practice does. */
export const writtenRanges = (ranges: Ranges, time: (time: string) => string): string =>
  ranges.map(([open, close]) => `${time(open)}–${time(close)}`).join(', ');
