const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

type Ranges = readonly (readonly [open: string, close: string])[];

/** When a practice is open on a weekday (0 is Sunday), by its `business_hours`; empty on a closed day. */
export function openingRanges(businessHours: string, weekday: number): Ranges {
  const hours = JSON.parse(businessHours) as Partial<Record<string, Ranges>>;
  return hours[weekdays[weekday] ?? ''] ?? [];
}

/** '09:00–12:00, 13:00–17:00'. `time` writes a time as the practice does. */
export const writtenRanges = (ranges: Ranges, time: (time: string) => string): string =>
  ranges.map(([open, close]) => `${time(open)}–${time(close)}`).join(', ');
