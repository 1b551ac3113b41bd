import { z } from 'zod';
import { defineActionsIn } from './action.ts';
import { rotaQueries } from './booking-queries.ts';
import { chosenDate, date, formInt, id, oneOf, text, time } from './form.ts';
import { practiceAdmins, practiceStaff } from './roles.ts';
import { namesAppointments, outcome, preview } from './rota-conflict.ts';
import { absenceKinds } from './rota-limits.ts';
import { clockTime, day, optionalText, recordId } from './wire.ts';
import { endTime, span } from './work-hours.ts';

/** The part of an absence that lies on a day. */
export const dayAbsence = span.extend({
  absence_id: recordId,
  kind: z.enum(absenceKinds),
  note: optionalText,
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

const absenceTimes = {
  from_date: chosenDate('Enter the first day.'),
  from_time: time,
  until_date: date,
  until_time: endTime.meta({ description: "HH:MM on the practice's clock, or 24:00", example: '24:00' }),
  kind: oneOf(absenceKinds),
  note: text(500),
};

export const namesReasons = {
  'appointments:read': 'for the `kind` and `note` of absences; `other` and null without it',
} as const;
const absenceAudit = { entity: 'absence', id: 'absence_id' } as const;

export const absenceActions = defineActionsIn('practice', {
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
      'Adds an absence of a person or a resource, or of the whole practice if neither is given; up to a year.',
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
});

export type AbsenceRecord = z.output<typeof absenceRecord>;
