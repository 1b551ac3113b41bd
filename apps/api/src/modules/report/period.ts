import {
  addDays,
  addMonths,
  daysBetween,
  minutesOf,
  monthBounds,
  timeOf,
  weekdayOf,
} from '@burrow/contracts/calendar-day';
import {
  groupOf,
  rangeProblem,
  type ReportGroup,
  type ReportPeriodName,
} from '@burrow/contracts/report-period';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { clockOfDay, dayBegins, localMoment } from '../../lib/clock.ts';

/** Days on the practice's clock, YYYY-MM-DD, both included. */
export interface DaySpan {
  from: string;
  to: string;
}

/** An interval: from the first instant up to, but not including, the second. */
export interface InstantSpan {
  from: Date;
  until: Date;
}

/** The days of a report, and those of its comparison. */
export interface ReportPeriod extends DaySpan {
  name: ReportPeriodName;
  /** As in 'revenue this month'. */
  label: string;
  /** The days as instants: money counts by these. */
  taken: InstantSpan;
  /** The equal period before. */
  previous: DaySpan;
  /**
   * The same as instants. While the period is running, only up to the same time of day, so that a morning is not
   * compared with a whole day.
   */
  previousTaken: InstantSpan;
}

/** The settings that periods depend on: the practice's clock, its locale and its first day of the week. */
export interface PeriodClock {
  now: Date;
  timeZone: string;
  locale: string;
  weekStartsOn: 'sunday' | 'monday';
}

/** An action's input for its period. */
export interface PeriodInput {
  period?: ReportPeriodName | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
}

/** The first day of the week of a day. */
export function weekBegins(day: string, weekStartsOn: PeriodClock['weekStartsOn']): string {
  return addDays(day, -((weekdayOf(day) + (weekStartsOn === 'monday' ? 6 : 0)) % 7));
}

/** The instants of some days: from the beginning of the first to the beginning of the day after the last. */
export const instantsOf = ({ from, to }: DaySpan, timeZone: string): InstantSpan => ({
  from: dayBegins(from, timeZone),
  until: dayBegins(addDays(to, 1), timeZone),
});

/**
 * A range of days chosen by a person.
 * @param fields the names of its ends in the action
 * @throws AppError invalid_input with the sentence that browser and server share
 */
export function chosenRange(
  from = '',
  to = '',
  today: string,
  fields: { start: string; end: string },
): DaySpan {
  const problem = rangeProblem(from, to, today);
  if (!problem) return { from, to };
  const { ends, message } = problem;
  throw new AppError('invalid_input', {
    message,
    fields: Object.fromEntries(ends.map((end) => [fields[end], message])),
  });
}

/**
 * The requested period; by default the month.
 * @throws AppError invalid_input when a custom range is missing, reversed, in the future or too long
 */
export function reportPeriod(input: PeriodInput, clock: PeriodClock): ReportPeriod {
  const { now, timeZone } = clock;
  const today = localMoment(now, timeZone).date;
  const name = input.period ?? 'month';
  const span =
    name === 'custom' ? customSpan(input, today) : { from: periodBegins(name, today, clock), to: today };
  const previous = spanBefore(name, span);
  return {
    name,
    ...span,
    label: labelOf(name, span, clock.locale),
    taken: instantsOf(span, timeZone),
    previous: { from: previous.from, to: previous.to },
    previousTaken: {
      from: dayBegins(previous.from, timeZone),
      until:
        span.to === today && !previous.isCut
          ? sameTimeOn(previous.to, now, timeZone)
          : dayBegins(addDays(previous.to, 1), timeZone),
    },
  };
}

const customSpan = ({ start_date, end_date }: PeriodInput, today: string): DaySpan =>
  chosenRange(start_date, end_date, today, { start: 'start_date', end: 'end_date' });

function periodBegins(
  name: Exclude<ReportPeriodName, 'custom'>,
  today: string,
  { weekStartsOn }: PeriodClock,
): string {
  if (name === 'week') return weekBegins(today, weekStartsOn);
  if (name === 'month') return `${today.slice(0, 7)}-01`;
  return name === 'year' ? `${today.slice(0, 4)}-01-01` : today;
}

/** The equal period before; `isCut` when its month was too short to be equal, so that all of it counts. */
function spanBefore(name: ReportPeriodName, { from, to }: DaySpan): DaySpan & { isCut: boolean } {
  if (name === 'month' || name === 'year') {
    const months = name === 'month' ? -1 : -12;
    const end = addMonths(to, months);
    return { from: addMonths(from, months), to: end, isCut: end.slice(8) !== to.slice(8) };
  }
  const days = name === 'week' ? 7 : daysBetween(from, to) + 1;
  return { from: addDays(from, -days), to: addDays(to, -days), isCut: false };
}

/**
 * The instant of the current local time on another day: the first of a repeated one, and for a skipped one the instant
 * of the jump.
 */
function sameTimeOn(date: string, now: Date, timeZone: string): Date {
  const clock = clockOfDay(date, timeZone);
  const minuteNow = minutesOf(localMoment(now, timeZone).time);
  for (let minute = minuteNow; minute < minutesADay; minute += 1) {
    const shown = clock(timeOf(minute));
    if (shown) return minute === minuteNow ? new Date(shown.getTime() + (now.getTime() % minuteMs)) : shown;
  }
  return dayBegins(addDays(date, 1), timeZone);
}

const minuteMs = 60_000;
const minutesADay = 1440;

const labels = { today: 'today', week: 'this week', month: 'this month', year: 'this year' } as const;

function labelOf(name: ReportPeriodName, { from, to }: DaySpan, locale: string): string {
  if (name !== 'custom') return labels[name];
  const written = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const [first, last] = [written.format(new Date(from)), written.format(new Date(to))];
  return from === to ? first : `${first} to ${last}`;
}

/** A part of a period: days, or an hour of its one day. */
export interface Bucket extends DaySpan {
  /** The label of its row: '09:00', YYYY-MM-DD (of a week its first day in the period) or YYYY-MM. */
  key: string;
  /** The start and end time within each of its days, as HH:MM; 24:00 is the end of the day. */
  times: { from: string; until: string };
  taken: InstantSpan;
}

const wholeDay = { from: '00:00', until: '24:00' };

/**
 * Divides a period into contiguous parts, in order.
 * @param asked the requested unit, or undefined for the default
 * @throws AppError invalid_input for hours of more than one day
 */
export function bucketsOf(
  period: ReportPeriod,
  asked: ReportGroup | undefined,
  clock: PeriodClock,
): { group: ReportGroup; buckets: Bucket[] } {
  const group = asked ?? groupOf(period.name, daysBetween(period.from, period.to) + 1);
  if (group === 'hour') return { group, buckets: hoursOf(period, clock.timeZone) };
  const following = {
    day: (day: string) => addDays(day, 1),
    week: (day: string) => addDays(weekBegins(day, clock.weekStartsOn), 7),
    month: (day: string) => monthBounds(day)[1],
  }[group];
  const days: string[] = [];
  for (let day = period.from; day <= period.to; day = following(day)) days.push(day);
  const begins = days.map((day) => dayBegins(day, clock.timeZone));
  const buckets = days.map((from, index): Bucket => {
    const next = days[index + 1];
    return {
      key: group === 'month' ? from.slice(0, 7) : from,
      from,
      to: next === undefined ? period.to : addDays(next, -1),
      times: wholeDay,
      taken: { from: begins[index] ?? period.taken.from, until: begins[index + 1] ?? period.taken.until },
    };
  });
  return { group, buckets };
}

/** The local hours of the day of a period. A repeated hour is one part, twice as long. */
function hoursOf({ from, to, taken }: ReportPeriod, timeZone: string): Bucket[] {
  if (from !== to) throw invalidField('group_by', 'Group by hour only for a single day.');
  const clock = clockOfDay(from, timeZone);
  const shown = Array.from({ length: 24 }, (_, hour) => hour * 60).flatMap((minute) => {
    const key = timeOf(minute);
    // Some clocks go forward by half an hour.
    const begins = clock(key) ?? clock(timeOf(minute + 30));
    return begins ? [{ key, begins }] : [];
  });
  return shown.map(({ key, begins }, index) => {
    const next = shown[index + 1];
    const isFirst = index === 0;
    return {
      key,
      from,
      to,
      times: { from: isFirst ? wholeDay.from : key, until: next?.key ?? wholeDay.until },
      taken: { from: isFirst ? taken.from : begins, until: next?.begins ?? taken.until },
    };
  });
}
