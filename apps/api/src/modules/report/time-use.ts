import { intersection, type Span } from '@burrow/contracts/spans';
import { percentOf, total } from './figures.ts';

/** Available and booked minutes. */
export interface Minutes {
  available: number;
  /** Of appointments within working time. */
  booked: number;
  /** Of appointments outside it. */
  outside: number;
}

/** A span as one number, which is the quickest to read: its start times {@link packedBy}, plus its length. */
export type PackedSpan = number;
/** More than the minutes of a week. */
export const packedBy = 100_000;
export const pack = ([start, end]: Span): PackedSpan => start * packedBy + end - start;

/**
 * The minutes of each week.
 * @param working sorted spans without overlaps
 * @param appointments each counts, also where they overlap
 * @param weeks contiguous spans, in order; nothing outside them counts
 * @param places how many appointments the working time has room for
 */
export function minutesByWeek(
  working: readonly Span[],
  appointments: readonly PackedSpan[],
  weeks: readonly Span[],
  places = 1,
): Minutes[] {
  const workingByWeek = intersection(working, weeks);
  const available = minutesIn(weeks, workingByWeek.map(pack), weeks);
  const taken = minutesIn(weeks, appointments, weeks);
  const inside = minutesIn(workingByWeek, appointments, weeks);
  return weeks.map((_, week) => {
    const booked = inside[week] ?? 0;
    return { available: (available[week] ?? 0) * places, booked, outside: (taken[week] ?? 0) - booked };
  });
}

/**
 * The minutes of appointments within `spans`, by week.
 * @param spans sorted, without overlaps, each in one week
 */
function minutesIn(
  spans: readonly Span[],
  appointments: readonly PackedSpan[],
  weeks: readonly Span[],
): number[] {
  const sums = weeks.map(() => 0);
  const from = Int32Array.from(spans, ([start]) => start);
  const until = Int32Array.from(spans, ([, end]) => end);
  let week = 0;
  const weekOf = from.map((start) => {
    while (start >= (weeks[week]?.[1] ?? Infinity)) week += 1;
    return week;
  });
  // The first span that ends after the start of an appointment: it is near that of the appointment before.
  let first = 0;
  for (const appointment of appointments) {
    const start = Math.floor(appointment / packedBy);
    const end = start + appointment - start * packedBy;
    while (first > 0 && (until[first - 1] ?? 0) > start) first -= 1;
    while (first < until.length && (until[first] ?? 0) <= start) first += 1;
    for (let at = first; at < from.length && (from[at] ?? 0) < end; at += 1) {
      const minutes = Math.min(end, until[at] ?? 0) - Math.max(start, from[at] ?? 0);
      sums[weekOf[at] ?? 0] = (sums[weekOf[at] ?? 0] ?? 0) + minutes;
    }
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
