import { z } from 'zod';
import { defineActionsIn } from './action.ts';
import { rotaQueries } from './booking-queries.ts';
import { bookingStatuses } from './booking-status.ts';
import { dayToDate, minutesOf } from './calendar-day.ts';
import {
  chosenDate,
  date,
  dateList,
  formFlag,
  formInt,
  id,
  idList,
  jsonValue,
  oneOf,
  text,
  time,
} from './form.ts';
import { practiceAdmins, practiceStaff } from './roles.ts';
import { absenceKinds, maxConflictsListed, maxPatternWeeks, maxRangesADay } from './rota-limits.ts';
import { weekdays, type Weekday } from './weekdays.ts';
import { clockTime, day, flag, optionalText, recordId } from './wire.ts';

const maxDays = 35;

const untilNextDay = 'HH:MM; at or before `from` it is on the next day, and 24:00 is midnight';

const startTime = z
  .string({ error: 'Enter a start time.' })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter times as HH:MM.')
  .meta({ description: "HH:MM on the practice's clock", example: '09:00' });
const endTime = z
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
const patternHours = jsonValue(
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

const shiftHours = jsonValue(
  dayHours.refine((ranges) => !hoursOverlap(ranges.map(minutesOfHours)), overlap),
).meta({
  description: `JSON: a list of {from, to, online}, [] for a day off; to is ${untilNextDay}`,
});

const monday = (missing: string) =>
  chosenDate(missing).refine((value) => dayToDate(value)?.getUTCDay() === 1, 'Choose a Monday.');

const preview = formFlag
  .default(false)
  .meta({ description: "'1' to see which appointments would fall outside, without saving" });

/** Working hours of a day on the wire. */
const workRange = z.object({
  from: clockTime,
  to: clockTime.meta({ description: untilNextDay }),
  online: flag.meta({ description: "'1' if pet owners can request appointments in these hours" }),
});
const span = z.object({ from: clockTime, to: clockTime });
const dayAbsence = span.extend({ absence_id: recordId, kind: z.enum(absenceKinds), note: optionalText });

const personDay = z.object({
  date: day,
  source: z
    .enum(['shift', 'pattern', 'opening_hours'])
    .meta({ description: 'Where the hours are from; opening_hours for a person without a pattern' }),
  ranges: z.array(workRange).meta({ description: 'The hours that begin on this day, as planned' }),
  working: z.array(span).meta({
    description: 'Of the planned hours, what lies on this day and within opening hours, less absences',
  }),
  absences: z.array(dayAbsence),
});

const rotaPerson = z.object({
  staff_id: recordId,
  name: z.string(),
  color: optionalText,
  takes_bookings: flag,
  days: z.array(personDay),
});

const practiceDay = z.object({
  date: day,
  opening: z.array(span).meta({ description: 'Opening hours of the weekday' }),
  holiday: optionalText.meta({ description: 'The name of the holiday; null for none' }),
  absences: z.array(dayAbsence).meta({ description: 'When the whole practice is closed' }),
});

const patternWeek = z.object(
  Object.fromEntries(weekdays.map((name) => [name, z.array(workRange)])) as Record<
    Weekday,
    z.ZodArray<typeof workRange>
  >,
);

const workPattern = z.object({
  pattern_id: recordId,
  staff_id: recordId,
  weeks: z.int(),
  anchor: day.meta({ description: 'A Monday on which week 1 begins' }),
  valid_from: day,
  valid_until: day.nullable().meta({ description: 'The last day; null for no end' }),
  hours: z.array(patternWeek),
});

const absenceRecord = z.object({
  absence_id: recordId,
  staff_id: recordId.nullable(),
  staff_name: optionalText,
  resource_id: recordId.nullable(),
  resource_name: optionalText,
  from_date: day,
  from_time: clockTime,
  until_date: day,
  until_time: clockTime.meta({ description: '24:00 for the end of the day' }),
  kind: z.enum(absenceKinds),
  note: optionalText,
});

const problem = z.object({
  code: z.enum([
    'outside_hours',
    'staff_absent',
    'staff_disabled',
    'resource_absent',
    'practice_absent',
    'holiday',
  ]),
  message: z.string(),
});

const conflict = z.object({
  booking_id: recordId,
  booking_date: day,
  booking_time: clockTime,
  duration_minutes: z.int(),
  status: z.enum(bookingStatuses),
  staff_id: recordId.nullable(),
  staff_name: optionalText,
  client_name: z.string(),
  animal_name: z.string(),
  service_name: optionalText,
  problems: z.array(problem),
});

/** What a change of the rota does to appointments. */
const outcome = z.object({
  saved: z.boolean().meta({ description: 'False for a preview' }),
  outside: z.int().meta({
    description: 'Upcoming appointments that newly fall outside working hours or into an absence',
  }),
  appointments: z.array(conflict).meta({
    description: `In a preview, the first ${maxConflictsListed} of them; none for an API key without appointments:read`,
  }),
});

const absenceTimes = {
  from_date: chosenDate('Enter the first day.'),
  from_time: time,
  until_date: date,
  until_time: endTime.meta({ description: "HH:MM on the practice's clock, or 24:00", example: '24:00' }),
  kind: oneOf(absenceKinds),
  note: text(500),
};

const namesAppointments = {
  'appointments:read': 'for the `appointments` of a preview, empty without it',
} as const;
const namesReasons = {
  'appointments:read': 'for the `kind` and `note` of absences; `other` and null without it',
} as const;
const patternAudit = { entity: 'work_pattern', id: 'pattern_id' } as const;
const absenceAudit = { entity: 'absence', id: 'absence_id' } as const;

export const rotaActions = defineActionsIn('practice', {
  rota: {
    kind: 'query',
    group: 'Rota',
    summary:
      'Who works when: everyone who takes appointments or has working hours, with absences, opening hours and holidays.',
    access: practiceStaff,
    effects: namesReasons,
    input: z.object({
      from: chosenDate('Enter the first day.'),
      days: formInt(1, maxDays).default(7),
    }),
    output: z.object({ practice: z.array(practiceDay), people: z.array(rotaPerson) }),
    errors: [],
  },
  work_patterns: {
    kind: 'query',
    group: 'Rota',
    summary: 'A person’s working hours, by first day: cycles of one to four weeks.',
    access: practiceStaff,
    input: z.object({ staff_id: id }),
    output: z.array(workPattern),
    errors: ['not_found'],
  },
  work_pattern_set: {
    kind: 'command',
    group: 'Rota',
    summary: 'Sets a person’s working hours for a period. With pattern_id it replaces those.',
    access: practiceAdmins,
    effects: namesAppointments,
    input: z.object({
      pattern_id: id.optional(),
      staff_id: id,
      weeks: formInt(1, maxPatternWeeks),
      valid_from: chosenDate('Enter the first day.'),
      valid_until: date.nullish().meta({ description: 'The last day; no end when omitted' }),
      anchor: monday('Choose a Monday.')
        .optional()
        .meta({ description: 'A Monday on which week 1 begins; that of valid_from when omitted' }),
      hours: patternHours,
      preview,
    }),
    output: outcome.extend({
      pattern_id: recordId.nullable().meta({ description: 'Null for a preview of new working hours' }),
    }),
    errors: ['not_found', 'pattern_overlap'],
    invalidates: rotaQueries,
    paid: true,
    audit: patternAudit,
  },
  work_pattern_delete: {
    kind: 'command',
    group: 'Rota',
    summary: 'Deletes a person’s working hours of a period. Shifts on single days stay.',
    access: practiceAdmins,
    effects: namesAppointments,
    input: z.object({ pattern_id: id, preview }),
    output: outcome,
    errors: ['not_found'],
    invalidates: rotaQueries,
    paid: true,
    audit: patternAudit,
  },
  shifts_set: {
    kind: 'command',
    group: 'Rota',
    summary:
      'Sets a person’s hours on single days, in place of their pattern: ranges, [] for a day off, or clear=1 to return to the pattern.',
    access: practiceAdmins,
    effects: namesAppointments,
    input: z.object({
      staff_id: id,
      dates: dateList(maxDays),
      ranges: shiftHours.optional(),
      clear: formFlag.default(false),
      preview,
    }),
    output: outcome,
    errors: ['not_found'],
    invalidates: rotaQueries,
    paid: true,
    audit: { entity: 'user', id: 'staff_id' },
  },
  shifts_copy: {
    kind: 'command',
    group: 'Rota',
    summary:
      'Copies the hours of a week to another, for everyone with working hours or shifts, or for staff_ids. Days that have other shifts are only replaced with replace=1.',
    access: practiceAdmins,
    effects: namesAppointments,
    input: z.object({
      from_week: monday('Choose the week to copy.').meta({ description: 'Its Monday' }),
      to_week: monday('Choose the week to copy to.').meta({ description: 'Its Monday' }),
      staff_ids: idList(100).optional(),
      replace: formFlag.default(false),
      preview,
    }),
    output: outcome.extend({
      changed_days: z.int().meta({ description: 'Days of a person that the copy changes' }),
      replaced_days: z.int().meta({ description: 'Of these, days with a shift that it replaces' }),
    }),
    errors: ['not_found', 'shifts_exist'],
    invalidates: rotaQueries,
    paid: true,
    audit: { entity: 'rota' },
  },
  absences: {
    kind: 'query',
    group: 'Rota',
    summary: 'Absences that have not ended by a day, soonest first: of people, resources and the practice.',
    access: practiceStaff,
    effects: namesReasons,
    input: z.object({
      from: date.optional().meta({ description: 'Today on the practice’s clock when omitted' }),
      limit: formInt(1, 500).default(200),
    }),
    output: z.array(absenceRecord),
    errors: [],
  },
  absence_create: {
    kind: 'command',
    group: 'Rota',
    summary:
      'Adds an absence of a person or a resource, or without either of the whole practice; up to a year.',
    access: practiceAdmins,
    effects: namesAppointments,
    input: z.object({
      staff_id: id.optional(),
      resource_id: id.optional(),
      ...absenceTimes,
      from_time: time.default('00:00'),
      until_date: date
        .optional()
        .meta({ description: 'The last day; that of from_date when omitted', example: '2026-11-21' }),
      until_time: absenceTimes.until_time.default('24:00'),
      note: absenceTimes.note.nullish(),
      preview,
    }),
    output: outcome.extend({
      absence_id: recordId.nullable().meta({ description: 'Null for a preview' }),
    }),
    errors: ['not_found'],
    invalidates: rotaQueries,
    paid: true,
    audit: absenceAudit,
    idempotent: true,
  },
  absence_update: {
    kind: 'command',
    group: 'Rota',
    summary: 'Updates an absence. Omitted fields stay.',
    access: practiceAdmins,
    effects: namesAppointments,
    input: z.object({
      absence_id: id,
      from_date: date.optional(),
      from_time: time.optional(),
      until_date: date.optional(),
      until_time: absenceTimes.until_time.optional(),
      kind: absenceTimes.kind.optional(),
      note: absenceTimes.note.nullish(),
      preview,
    }),
    output: outcome,
    errors: ['not_found'],
    invalidates: rotaQueries,
    paid: true,
    audit: absenceAudit,
  },
  absence_delete: {
    kind: 'command',
    group: 'Rota',
    summary: 'Deletes an absence.',
    access: practiceAdmins,
    effects: namesAppointments,
    input: z.object({ absence_id: id, preview }),
    output: outcome,
    errors: ['not_found'],
    invalidates: rotaQueries,
    paid: true,
    audit: absenceAudit,
  },
  rota_conflicts: {
    kind: 'query',
    group: 'Rota',
    summary:
      'Upcoming appointments outside their person’s working hours, of a disabled person, or in an absence; soonest first.',
    access: practiceStaff,
    effects: { 'appointments:read': 'always' },
    input: z.object({}),
    output: z.object({
      total: z.int(),
      appointments: z.array(conflict).meta({ description: `The first ${maxConflictsListed}` }),
    }),
    errors: [],
  },
});

export type RotaPerson = z.output<typeof rotaPerson>;
export type RotaPersonDay = z.output<typeof personDay>;
export type RotaPracticeDay = z.output<typeof practiceDay>;
export type RotaRange = z.output<typeof workRange>;
export type RotaConflict = z.output<typeof conflict>;
export type RotaProblem = z.output<typeof problem>;
export type WorkPatternRecord = z.output<typeof workPattern>;
export type PatternWeek = z.output<typeof patternWeek>;
export type AbsenceRecord = z.output<typeof absenceRecord>;
export type WorkHoursInput = z.output<typeof workHours>;
