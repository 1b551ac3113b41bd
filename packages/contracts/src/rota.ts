import { z } from 'zod';
import { dayAbsence, namesReasons } from './absence.ts';
import { defineActionsIn } from './action.ts';
import { rotaQueries } from './booking-queries.ts';
import { dayToDate } from './calendar-day.ts';
import { chosenDate, date, dateList, formFlag, formInt, id, idList } from './form.ts';
import { practiceAdmins, practiceStaff } from './roles.ts';
import { namesAppointments, outcome, preview } from './rota-conflict.ts';
import { maxPatternWeeks } from './rota-limits.ts';
import { day, flag, optionalText, recordId } from './wire.ts';
import { patternHours, patternWeek, shiftHours, span, workRange } from './work-hours.ts';

const maxDays = 35;

const monday = (missing: string) =>
  chosenDate(missing).refine((value) => dayToDate(value)?.getUTCDay() === 1, 'Choose a Monday.');

const personDay = z.object({
  date: day,
  source: z
    .enum(['shift', 'pattern', 'opening_hours'])
    .meta({ description: 'Where the hours come from; opening_hours for a person without a pattern' }),
  ranges: z.array(workRange).meta({ description: 'The hours that begin on this day, as planned' }),
  working: z.array(span).meta({
    description: 'The part of the planned hours that is on this day and within opening hours, less absences',
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

const workPattern = z.object({
  pattern_id: recordId,
  staff_id: recordId,
  weeks: z.int(),
  anchor: day.meta({ description: 'A Monday on which week 1 begins' }),
  valid_from: day,
  valid_until: day.nullable().meta({ description: 'The last day; null for no end' }),
  hours: z.array(patternWeek),
});

const patternAudit = { entity: 'work_pattern', id: 'pattern_id' } as const;

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
});

export type RotaPerson = z.output<typeof rotaPerson>;
export type RotaPersonDay = z.output<typeof personDay>;
export type RotaPracticeDay = z.output<typeof practiceDay>;
export type WorkPatternRecord = z.output<typeof workPattern>;
