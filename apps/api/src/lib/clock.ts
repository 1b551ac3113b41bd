import { addDays, dayMs, minutesOf } from '@burrow/contracts/calendar-day';
import { tzOffset } from '@date-fns/tz/tzOffset';

/** The server's current time; injected, so that a test can set it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A day and time on the clock of a practice. */
interface LocalMoment {
  /** YYYY-MM-DD */
  date: string;
  /** HH:MM */
  time: string;
}

const minuteMs = 60_000;

/** The local time of a practice at an instant. */
export const localMoment = (instant: Date, timeZone: string): LocalMoment => wallClock(timeZone)(instant);

const quarterHourMs = 15 * minuteMs;

/**
 * {@link localMoment} for many instants in sequence, each near the one before: the time zone is evaluated once per
 * quarter of an hour, and no clock changes within one.
 */
export function wallClock(timeZone: string): (instant: Date) => LocalMoment {
  let quarter: number | null = null;
  let distance = 0;
  return (instant) => {
    const at = instant.getTime();
    const its = Math.floor(at / quarterHourMs);
    if (its !== quarter) [quarter, distance] = [its, tzOffset(timeZone, instant)];
    const shown = new Date(at + distance * minuteMs).toISOString();
    return { date: shown.slice(0, 10), time: shown.slice(11, 16) };
  };
}

/** Each evaluation of the time zone formats a date, and few days are requested. */
const knownDistances = new Map<string, [number, number]>();
const maxKnown = 2000;

/** The offset from UTC in minutes well before the day and well after it; equal except on two days a year. */
function distancesAround(midnight: number, timeZone: string): [number, number] {
  const key = `${timeZone} ${midnight}`;
  const known = knownDistances.get(key);
  if (known) return known;
  const at = (instant: number): number => tzOffset(timeZone, new Date(instant));
  const distances: [number, number] = [at(midnight - dayMs), at(midnight + 2 * dayMs)];
  if (knownDistances.size >= maxKnown) knownDistances.clear();
  knownDistances.set(key, distances);
  return distances;
}

/**
 * Reads the clock of a practice over one day: returns the instant of each 'HH:MM' of `date`, or null for a time that
 * is skipped (spring forward). Of a repeated time (autumn) the first applies.
 */
export function clockOfDay(date: string, timeZone: string): (time: string) => Date | null {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const [before, after] = distancesAround(midnight, timeZone);
  const instantAt = (time: string, offset: number): Date =>
    new Date(midnight + (minutesOf(time) - offset) * minuteMs);
  if (before === after) return (time) => instantAt(time, before);
  // The larger offset is the earlier instant.
  const offsets = before > after ? [before, after] : [after, before];
  return (time) => {
    const candidates = offsets.map((offset) => ({ offset, instant: instantAt(time, offset) }));
    return candidates.find(({ offset, instant }) => tzOffset(timeZone, instant) === offset)?.instant ?? null;
  };
}

/**
 * The instant of a local day and time, or null for a time that is skipped (spring forward). Of a repeated time
 * (autumn) the first applies.
 */
export const instantOf = ({ date, time }: LocalMoment, timeZone: string): Date | null =>
  clockOfDay(date, timeZone)(time);

/** The first instant of a day on the practice's clock: midnight, or the end of a gap that skips midnight. */
export function dayBegins(date: string, timeZone: string): Date {
  const clock = clockOfDay(date, timeZone);
  const first = clock('00:00') ?? clock('00:30') ?? clock('01:00');
  // A larger gap at midnight occurs only if a whole day is skipped, or in Antarctica (Casey, 2016).
  return first ?? dayBegins(addDays(date, 1), timeZone);
}
