import { z } from 'zod';
import { minutesOf } from './calendar-day.ts';
import { formFlag, jsonValue } from './form.ts';
import { maxPatternWeeks, maxRangesADay } from './rota-limits.ts';
import { weekdays, type Weekday } from './weekdays.ts';
import { clockTime, flag } from './wire.ts';

const untilNextDay = 'HH:MM; at or before `from` it is on the next day, and 24:00 is midnight';

const startTime = z
  .string({ error: 'Enter a start time.' })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter times as HH:MM.')
  .meta({ description: "HH:MM on the practice's clock", example: '09:00' });
export const endTime = z
  .string({ error: 'Enter an end time.' })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'Enter times as HH:MM.')
  .meta({ description: untilNextDay, example: '17:00' });

const workHours = z
  .strictObject(
    { from: startTime, to: endTime, online: formFlag.default(true) },
    { error: 'Enter hours as {"from":"09:00","to":"17:00"}.' },
  )
  .refine(({ from, to }) => from !== to, 'The start and the end can’t be the same.');

/** Working hours as minutes after midnight of the day they begin on. */
export const minutesOfHours = ({
  from,
  to,
}: {
  from: string;
  to: string;
}): readonly [start: number, end: number] => {
  const [start, end] = [minutesOf(from), minutesOf(to)];
  return [start, end > start ? end : end + 1440];
};

const overlap = 'These hours overlap. Change them so that each begins after the one before has ended.';

/** Whether hours on a line of `length` minutes that returns to its beginning overlap; without a length it ends. */
function hoursOverlap(spans: readonly (readonly [number, number])[], length = Infinity): boolean {
  const sorted = spans.toSorted((a, b) => a[0] - b[0]);
  return sorted.some(([, end], n) => end > (sorted[n + 1]?.[0] ?? (sorted[0]?.[0] ?? 0) + length));
}

const dayHours = z
  .array(workHours, { error: 'Enter a list of hours.' })
  .max(maxRangesADay, `Enter at most ${maxRangesADay} ranges a day.`);

const week = z.strictObject(
  Object.fromEntries(weekdays.map((name) => [name, dayHours.default([])])) as Record<
    Weekday,
    z.ZodDefault<typeof dayHours>
  >,
  { error: `Enter the hours by day: ${weekdays.join(', ')}.` },
);

/** Weeks of hours. None overlaps the next, also over midnight, nor the last the first of the next cycle. */
export const patternHours = jsonValue(
  z
    .array(week, { error: 'Enter a list of weeks.' })
    .min(1, 'Enter the hours of at least one week.')
    .max(maxPatternWeeks, `Enter at most ${maxPatternWeeks} weeks.`)
    .refine((weeks) => {
      const spans = weeks.flatMap((ofWeek, n) =>
        weekdays.flatMap((name, weekday) =>
          ofWeek[name].map((hours) => {
            const midnight = (n * 7 + ((weekday + 6) % 7)) * 1440;
            const [start, end] = minutesOfHours(hours);
            return [midnight + start, midnight + end] as const;
          }),
        ),
      );
      return !hoursOverlap(spans, weeks.length * 7 * 1440);
    }, overlap),
).meta({
  description: `JSON: a list of weeks, each with days sun to sat, each a list of {from, to, online}; to is ${untilNextDay}`,
});

export const shiftHours = jsonValue(
  dayHours.refine((ranges) => !hoursOverlap(ranges.map(minutesOfHours)), overlap),
).meta({
  description: `JSON: a list of {from, to, online}, [] for a day off; to is ${untilNextDay}`,
});

/** Working hours of a day on the wire. */
export const workRange = z.object({
  from: clockTime,
  to: clockTime.meta({ description: untilNextDay }),
  online: flag.meta({ description: "'1' if pet owners can request appointments in these hours" }),
});
/** A stretch of a day on the wire. */
export const span = z.object({ from: clockTime, to: clockTime });

export const patternWeek = z.object(
  Object.fromEntries(weekdays.map((name) => [name, z.array(workRange)])) as Record<
    Weekday,
    z.ZodArray<typeof workRange>
  >,
);

export type RotaRange = z.output<typeof workRange>;
export type PatternWeek = z.output<typeof patternWeek>;
export type WorkHoursInput = z.output<typeof workHours>;
