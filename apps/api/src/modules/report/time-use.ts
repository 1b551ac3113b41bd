import { intersection, type Span } from '../availability/public.ts';
import { percentOf, total } from './figures.ts';

/** Available and booked minutes. */
export interface Minutes {
  available: number;
  /** Of appointments within working time. */
  booked: number;
  /** Of appointments outside it. */
  outside: number;
}

const lengthOf = (spans: readonly Span[]): number => total(spans.map(([start, end]) => end - start));

/**
 * The minutes of each week.
 * @param working sorted spans without overlaps
 * @param appointments sorted by their start; each counts, also where they overlap
 * @param weeks contiguous spans, in order; nothing outside them counts
 * @param places how many appointments the working time has room for
 */
export function minutesByWeek(
  working: readonly Span[],
  appointments: readonly Span[],
  weeks: readonly Span[],
  places = 1,
): Minutes[] {
  const byWeek = weeks.map((week): Span[] => intersection(working, [week]));
  const minutes = byWeek.map((spans) => ({ available: lengthOf(spans) * places, booked: 0, outside: 0 }));
  // Cut at the ends of weeks, so that each part is in one of them.
  const taken = addUp(intersection(appointments, weeks), weeks);
  const inside = addUp(intersection(appointments, byWeek.flat()), weeks);
  return minutes.map(({ available }, week) => {
    const booked = inside[week] ?? 0;
    return { available, booked, outside: (taken[week] ?? 0) - booked };
  });
}

/** The minutes of parts by the week that contains them. */
function addUp(parts: readonly Span[], weeks: readonly Span[]): number[] {
  const sums = weeks.map(() => 0);
  let week = 0;
  for (const [start, end] of parts) {
    // A part of a long appointment can be in a later week than the next appointment.
    while (start < (weeks[week]?.[0] ?? 0)) week -= 1;
    while (start >= (weeks[week]?.[1] ?? Infinity)) week += 1;
    sums[week] = (sums[week] ?? 0) + end - start;
  }
  return sums;
}

/** The sums of some minutes. */
export const totalMinutes = (minutes: readonly Minutes[]): Minutes => ({
  available: total(minutes.map(({ available }) => available)),
  booked: total(minutes.map(({ booked }) => booked)),
  outside: total(minutes.map(({ outside }) => outside)),
});

/** Minutes as the API returns them. */
export const timeUse = ({ available, booked, outside }: Minutes) => ({
  available_minutes: available,
  booked_minutes: booked,
  outside_minutes: outside,
  percent: available === 0 ? null : percentOf(booked, available),
});
