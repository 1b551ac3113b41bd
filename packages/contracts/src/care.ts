import { z } from 'zod';
import { defineActionsIn } from './action.ts';
import { animalQueries, careQueries } from './booking-queries.ts';
import {
  careOrigins,
  careStates,
  careUnits,
  maxCareTypes,
  maxSteps,
  usualCancelAfter,
} from './care-limits.ts';
import { chosenDate, chosenId, date, formFlag, formInt, id, line, oneOf, requiredText } from './form.ts';
import { practiceAdmins, practiceStaff } from './roles.ts';
import { day, done, flag, optionalText, recordId } from './wire.ts';

/** Days before and after the due date: a list in JSON, or text with commas between ("-30,-7,0"). */
const steps = z
  .preprocess(
    (value: string | readonly number[]): unknown =>
      typeof value === 'string'
        ? value.split(',').flatMap((part) => (part.trim() === '' ? [] : [Number(part.trim())]))
        : value,
    z
      .array(
        z.int('Enter whole days.').min(-365, 'Enter at most 365 days.').max(365, 'Enter at most 365 days.'),
      )
      .max(maxSteps, `Enter at most ${maxSteps} messages.`)
      .transform((days) => [...new Set(days)].toSorted((a, b) => a - b)),
  )
  .meta({
    description: `Days before (negative) and after the due date on which a client is sent a message, separated by commas, or a list of them; at most ${maxSteps}, none for no messages`,
    example: [-30, -7, 0],
  });

const careType = z.object({
  care_type_id: recordId,
  name: z.string(),
  species_id: recordId.nullable().meta({ description: 'Only for this species; null for any' }),
  species: optionalText,
  every_count: z.int().nullable().meta({ description: 'How often it is due once given; null for once' }),
  every_unit: z.enum(careUnits).nullable(),
  first_count: z
    .int()
    .nullable()
    .meta({ description: 'The age at which it is first due; null if not by age' }),
  first_unit: z.enum(careUnits).nullable(),
  group: optionalText.meta({
    description: 'Giving one of a group completes older due dates of the others',
  }),
  service_id: recordId.nullable().meta({ description: 'What clients book for it' }),
  service: optionalText,
  visit_counts: flag.meta({
    description: "'1' if a completed appointment of the service counts as given; otherwise it is recorded",
  }),
  steps: z.array(z.int()),
  cancel_after: z
    .int()
    .meta({ description: 'When it is overdue by more days than this, no more messages are sent' }),
  archived: flag,
  due: z.int().meta({ description: 'How many animals have a due date of it' }),
});

const typeFields = {
  species_id: id.nullish(),
  every_count: formInt(1, 1000).nullish(),
  every_unit: oneOf(careUnits).nullish(),
  first_count: formInt(1, 1000).nullish(),
  first_unit: oneOf(careUnits).nullish(),
  group: line(60).nullish(),
  service_id: id.nullish(),
  visit_counts: formFlag.optional(),
  steps: steps.optional(),
  cancel_after: formInt(0, 1000)
    .optional()
    .meta({ description: `${usualCancelAfter} when omitted` }),
};
const typeName = requiredText(60, 'Enter a name.');

/** When an animal needs care. */
export const careDue = z.object({
  care_due_id: recordId,
  care_type_id: recordId,
  care_type: z.string(),
  service_id: recordId.nullable().meta({ description: 'What clients book for it' }),
  due_on: day,
  origin: z.enum(careOrigins),
  state: z.enum(careStates),
  told: z.int().meta({ description: 'How many messages were sent or queued about it' }),
  booking_id: recordId.nullable(),
  booking_date: day.nullable(),
  requested: flag.meta({
    description: "'1' if the appointment is a request that the practice hasn't accepted",
  }),
  given_on: day.nullable().meta({ description: 'Day of the care that it follows from' }),
  done_on: day.nullable(),
  reason: optionalText.meta({ description: 'Why it was dismissed' }),
});

const group = 'Recalls';
const typeAudit = { entity: 'care_type', id: 'care_type_id' } as const;
const dueAudit = { entity: 'care_due', id: 'care_due_id' } as const;
const changeType = {
  kind: 'command',
  group,
  access: practiceAdmins,
  invalidates: careQueries,
  paid: true,
  audit: typeAudit,
} as const;
const changeDue = {
  kind: 'command',
  group,
  access: practiceStaff,
  invalidates: careQueries,
  paid: true,
  audit: dueAudit,
} as const;

/** What an animal needs soon or is overdue for. */
export const careBadge = z.object({ care_type: z.string(), due_on: day, overdue: flag });
export type CareBadge = z.output<typeof careBadge>;

export const careActions = defineActionsIn('animals', {
  care_types: {
    kind: 'query',
    group,
    summary:
      'What animals are recalled for, with the days on which clients are sent a message. Archived ones come last.',
    access: practiceStaff,
    input: z.object({}),
    output: z.array(careType),
    errors: [],
  },
  care_type_create: {
    ...changeType,
    summary: `Adds a recall type, at most ${maxCareTypes}. Animals of the right age get a due date at the next run.`,
    input: z.object({ name: typeName, ...typeFields }),
    output: z.object({ care_type_id: recordId }),
    errors: ['not_found', 'too_many_care_types'],
    idempotent: true,
  },
  care_type_update: {
    ...changeType,
    summary: 'Changes a recall type. Omitted fields stay; null (in JSON) clears. Due dates that exist stay.',
    input: z.object({ care_type_id: id, name: typeName.optional(), ...typeFields }),
    output: done,
    errors: ['not_found'],
  },
  care_type_archive: {
    ...changeType,
    summary:
      'Archives a recall type, or restores it. While it is archived, no messages are sent and no due dates are created for it.',
    input: z.object({ care_type_id: id, archived: formFlag }),
    output: done,
    errors: ['not_found', 'too_many_care_types'],
  },
  animal_care: {
    kind: 'query',
    group,
    summary: 'What an animal needs and when, soonest first, then up to 50 that ended, latest first.',
    access: practiceStaff,
    input: z.object({ animal_id: id }),
    output: z.array(careDue),
    errors: ['not_found'],
  },
  care_badges: {
    kind: 'query',
    group,
    summary:
      'What animals need within 30 days or are overdue for, and have no appointment for: of up to 200 animals, soonest first.',
    access: practiceStaff,
    input: z.object({
      animal_ids: z
        .preprocess(
          (value: string | readonly number[]): unknown =>
            typeof value === 'string' ? value.split(',').map((part) => Number(part.trim())) : value,
          z.array(z.int().min(1)).max(200),
        )
        .meta({ description: 'Ids separated by commas, or a list of them', example: [1, 2] }),
    }),
    output: z.array(careBadge.extend({ animal_id: recordId })),
    errors: [],
  },
  animal_care_set: {
    ...changeDue,
    summary:
      'Sets when an animal needs care of a type, in place of the date it has. No message is sent about a date in the past.',
    input: z.object({
      animal_id: id,
      care_type_id: chosenId('Choose a recall type.'),
      due_on: chosenDate('Choose a day.'),
    }),
    output: z.object({ care_due_id: recordId }),
    errors: ['not_found', 'animal_inactive'],
  },
  animal_care_given: {
    ...changeDue,
    summary:
      'Records that care was given: completes its due date and the older ones of its group, and sets the next date.',
    input: z.object({
      animal_id: id,
      care_type_id: chosenId('Choose a recall type.'),
      given_on: chosenDate('Choose a day.'),
      next_due_on: date.optional().meta({ description: 'As the type says when omitted' }),
    }),
    output: done,
    errors: ['not_found'],
    invalidates: [...animalQueries, ...careQueries],
    audit: { entity: 'animal', id: 'animal_id' },
  },
  animal_care_dismiss: {
    ...changeDue,
    summary: 'Dismisses a due date with a reason. No more messages are sent about it.',
    input: z.object({ care_due_id: id, reason: requiredText(200, 'Enter a reason.') }),
    output: done,
    errors: ['not_found', 'care_ended'],
  },
});

export type CareType = z.output<typeof careType>;
export type CareDue = z.output<typeof careDue>;
