import { z } from 'zod';
import { defineActions } from './action.ts';
import { serviceQueries } from './booking-queries.ts';
import { serviceTerms, serviceTermsInput } from './booking-terms.ts';
import {
  colour,
  durationMinutes,
  formFlag,
  formInt,
  id,
  idList,
  jsonValue,
  moneyInput,
  requiredText,
  text,
} from './form.ts';
import {
  maxBufferMinutes,
  maxChoicesOfNeed,
  maxDaysAhead,
  maxNeeds,
  maxNoticeHours,
  maxServiceStaff,
} from './resource-limits.ts';
import { practiceStaff, type Role } from './roles.ts';
import { namesAppointments, needsOutcome, preview } from './rota-conflict.ts';
import { done, flag, money, optionalText, recordId } from './wire.ts';

/** One of the people who provide a service; null where they do as the service says. */
const serviceProvider = z.object({
  user_id: recordId,
  duration_minutes: z.int().nullable(),
  price: money.nullable(),
});

/** A service a practice offers (a booking type). */
const serviceRecord = z.object({
  id: recordId,
  name: z.string(),
  description: optionalText,
  base_price: money,
  duration_minutes: z.int(),
  color: optionalText,
  online: flag.meta({ description: "'1' when clients can request it in the portal" }),
  retired: flag,
  before_minutes: z.int().meta({ description: 'Kept free before each appointment' }),
  after_minutes: z.int().meta({ description: 'Kept free after each appointment' }),
  min_notice_hours: z.int().meta({ description: 'How long before its start a client must request it' }),
  max_days_ahead: z
    .int()
    .nullable()
    .meta({ description: 'How far ahead a client can request it; null for two years' }),
  staff: z.array(serviceProvider).meta({ description: 'Who provides it; empty for everyone' }),
  needs: z
    .array(z.array(recordId))
    .meta({ description: 'Ids of resources: one of each list is used by an appointment' }),
  ...serviceTerms,
});

/** A staff member who can take appointments. */
const staffMember = z.object({
  id: recordId,
  name: z.string(),
  role: z.enum(['staff', 'admin']),
  color: optionalText,
});

const adminOnly: readonly Role[] = ['admin'];
const name = requiredText(200, 'Enter a name.');
const bufferMinutes = formInt(0, maxBufferMinutes);
const beforeMinutes = bufferMinutes.meta({ description: 'Minutes kept free before each appointment' });
const afterMinutes = bufferMinutes.meta({ description: 'Minutes kept free after each appointment' });
const minNoticeHours = formInt(0, maxNoticeHours).meta({
  description: 'Online requests: how many hours before its start a client must request it',
});
const daysAhead = formInt(0, maxDaysAhead)
  .transform((days) => (days === 0 ? null : days))
  .meta({ description: 'Online requests: how many days ahead; 0 for two years' });

const staffInput = jsonValue(
  z
    .array(
      z.strictObject({
        user_id: id,
        duration_minutes: durationMinutes.nullish(),
        price: moneyInput.nullish(),
      }),
      { error: 'Enter the people as a list.' },
    )
    .max(maxServiceStaff, `Choose at most ${maxServiceStaff} people.`)
    .refine(
      (people) => new Set(people.map(({ user_id }) => user_id)).size === people.length,
      'Choose each person once.',
    ),
).meta({
  description: 'JSON list of user_id, and optionally their own duration_minutes and price; [] for everyone',
});

const needsInput = jsonValue(
  z
    .array(
      z
        .array(id, { error: 'Enter each need as a list of ids.' })
        .min(1, 'Choose at least one.')
        .max(maxChoicesOfNeed, `Choose at most ${maxChoicesOfNeed}.`),
      { error: 'Enter the needs as a list of lists of ids.' },
    )
    .max(maxNeeds, `Enter at most ${maxNeeds} needs.`)
    .refine(
      (needs) => new Set(needs.flat()).size === needs.flat().length,
      'Choose each room or piece of equipment once.',
    ),
).meta({ description: 'JSON list of lists of resource ids, each ‘one of these’; [] for nothing' });

const audit = { entity: 'service', id: 'service_id' } as const;

/** What the commands on services share. */
const change = {
  kind: 'command',
  group: 'Practice',
  scope: 'services',
  invalidates: serviceQueries,
  paid: true,
  audit,
} as const;

export const serviceActions = defineActions({
  booking_types: {
    kind: 'query',
    group: 'Practice',
    summary: 'The practice’s services, in order.',
    access: practiceStaff,
    scope: 'services',
    input: z.object({
      include_retired: formFlag.optional().meta({ description: "'1' includes archived ones, last" }),
    }),
    output: z.array(serviceRecord),
    errors: [],
  },
  booking_type_insert: {
    ...change,
    summary: 'Adds a service at the end.',
    access: adminOnly,
    input: z.object({
      name,
      description: text(1000).nullish(),
      base_price: moneyInput,
      duration_minutes: durationMinutes.default(60),
      color: colour.nullish(),
      online: formFlag.default(true),
      before_minutes: beforeMinutes.default(0),
      after_minutes: afterMinutes.default(0),
      min_notice_hours: minNoticeHours.default(0),
      max_days_ahead: daysAhead.nullish(),
      ...serviceTermsInput,
    }),
    output: z.object({ service_id: recordId }),
    errors: ['name_taken'],
    idempotent: true,
  },
  booking_type_update: {
    ...change,
    summary: 'Updates a service for new appointments; booked ones keep their price and duration.',
    access: adminOnly,
    input: z.object({
      service_id: id,
      name: name.optional(),
      description: text(1000).nullish(),
      base_price: moneyInput.optional(),
      duration_minutes: durationMinutes.optional(),
      color: colour.nullish(),
      online: formFlag.optional(),
      before_minutes: beforeMinutes.optional(),
      after_minutes: afterMinutes.optional(),
      min_notice_hours: minNoticeHours.optional(),
      max_days_ahead: daysAhead.nullish(),
      ...serviceTermsInput,
    }),
    output: done,
    errors: ['not_found', 'name_taken'],
  },
  booking_types_order: {
    ...change,
    summary: 'Reorders the services; omitted ones follow in their current order.',
    access: adminOnly,
    input: z.object({ service_ids: idList(500) }),
    output: done,
    errors: ['not_found'],
    audit: { entity: 'service' },
  },
  booking_type_retire: {
    ...change,
    summary: 'Archives a service. Appointments that have it keep it.',
    access: adminOnly,
    input: z.object({ service_id: id }),
    output: done,
    errors: ['not_found'],
  },
  booking_type_restore: {
    ...change,
    summary: 'Restores an archived service.',
    access: adminOnly,
    input: z.object({ service_id: id }),
    output: done,
    errors: ['not_found', 'name_taken'],
  },
  service_staff_set: {
    ...change,
    summary: 'Sets who provides a service, with their own duration and price.',
    access: adminOnly,
    input: z.object({ service_id: id, staff: staffInput }),
    output: done,
    errors: ['not_found'],
  },
  service_resources_set: {
    ...change,
    summary: 'Sets the rooms and equipment that each appointment of a service uses.',
    access: adminOnly,
    scope: 'services',
    effects: namesAppointments,
    input: z.object({
      service_id: id,
      needs: needsInput,
      preview: preview.meta({
        description: "'1' to see which appointments would lack a room or equipment, without saving",
      }),
    }),
    output: done.extend(needsOutcome.shape),
    errors: ['not_found'],
  },
  staff: {
    kind: 'query',
    group: 'Practice',
    summary: 'Staff who can take appointments.',
    access: practiceStaff,
    scope: 'practice',
    input: z.object({}),
    output: z.array(staffMember),
    errors: [],
  },
});

export type ServiceRecord = z.output<typeof serviceRecord>;
export type StaffMember = z.output<typeof staffMember>;
export type ServiceProvider = z.output<typeof serviceProvider>;
