import { weekdays } from '@burrow/contracts/weekdays';

type Ranges = readonly (readonly [open: string, close: string])[];

const parsed = (businessHours: string) => JSON.parse(businessHours) as Partial<Record<string, Ranges>>;

/** The opening hours of a weekday (0 is Sunday), from `business_hours`; empty on a closed day. */
export const openingRanges = (businessHours: string, weekday: number): Ranges =>
  parsed(businessHours)[weekdays[weekday] ?? ''] ?? [];

/** Whether the practice has entered any opening hours in `business_hours`. */
export function hasOpeningHours(businessHours: string): boolean {
  const hours = parsed(businessHours);
  return weekdays.some((weekday) => (hours[weekday] ?? []).length > 0);
}

/** '09:00–12:00, 13:00–17:00'. `time` formats a time as the practice does. */
export const writtenRanges = (ranges: Ranges, time: (time: string) => string): string =>
  ranges.map(([open, close]) => `${time(open)}–${time(close)}`).join(', ');
