import { z } from 'zod';
import { defineActionsIn } from './action.ts';
import { bookingQueries } from './booking-queries.ts';
import { bookingStatuses } from './booking-status.ts';
import { formFlag, id } from './form.ts';
import { messageChannels } from './message-text.ts';
import { practiceStaff } from './roles.ts';
import { maxConflictsListed } from './rota-limits.ts';
import { clockTime, day, done, flag, instant, optionalText, recordId } from './wire.ts';

const problem = z.object({
  code: z.enum([
    'outside_hours',
    'staff_absent',
    'staff_disabled',
    'resource_absent',
    'practice_absent',
    'holiday',
    'no_room',
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
  resource_ids: z.array(recordId).meta({ description: 'The rooms and equipment it uses' }),
  is_provisional: flag.meta({ description: "'1' for a pending request" }),
  notified_at: instant
    .nullable()
    .meta({ description: 'When the client was asked to call about these problems; null if they were not' }),
});

/** What a change of the rota does to appointments. */
export const outcome = z.object({
  saved: z.boolean().meta({ description: 'False for a preview' }),
  outside: z.int().meta({
    description: 'Upcoming appointments that would newly be outside working hours or in an absence',
  }),
  appointments: z.array(conflict).meta({
    description: `In a preview, the first ${maxConflictsListed} of them; none for an API key without appointments:read`,
  }),
});

/** What a change of a service's needs does to appointments. */
export const needsOutcome = outcome.extend({
  outside: z.int().meta({ description: 'Upcoming appointments that newly lack a room or equipment' }),
});

/** Input of a command that changes the rota. */
export const preview = formFlag
  .default(false)
  .meta({ description: "'1' to see which appointments would be outside the rota, without saving" });

export const namesAppointments = {
  'appointments:read': 'for the `appointments` of a preview, empty without it',
} as const;
const keptAudit = { entity: 'booking', id: 'booking_id' } as const;

const conflictActions = defineActionsIn('practice', {
  rota_conflicts: {
    kind: 'query',
    group: 'Rota',
    summary:
      'Upcoming appointments outside their person’s working hours, of a disabled person, in an absence, or without a room or equipment that their service needs, except those that are kept; soonest first.',
    access: practiceStaff,
    effects: { 'appointments:read': 'always' },
    input: z.object({}),
    output: z.object({
      total: z.int(),
      appointments: z.array(conflict).meta({ description: `The first ${maxConflictsListed}` }),
    }),
    errors: [],
  },
  rota_conflict_keep: {
    kind: 'command',
    group: 'Rota',
    summary:
      'Keeps an appointment as it is, so that it is no longer listed until its time, person or reason changes.',
    access: practiceStaff,
    effects: { 'appointments:read': 'always' },
    input: z.object({ booking_id: id }),
    output: done,
    errors: ['not_found'],
    invalidates: bookingQueries,
    paid: true,
    audit: keptAudit,
  },
  rota_conflict_unkeep: {
    kind: 'command',
    group: 'Rota',
    summary: 'Lists a kept appointment again.',
    access: practiceStaff,
    input: z.object({ booking_id: id }),
    output: done,
    errors: ['not_found'],
    invalidates: bookingQueries,
    paid: true,
    audit: keptAudit,
  },
});

export const rotaConflictActions = {
  ...conflictActions,
  ...defineActionsIn('messages', {
    rota_conflict_notify: {
      kind: 'command',
      group: 'Rota',
      summary:
        'Asks the client of a listed appointment to call, because the practice needs to change it. Sent once; again only if its time, person or reason changes.',
      access: practiceStaff,
      effects: { 'appointments:read': 'always' },
      input: z.object({ booking_id: id }),
      output: z.object({
        success: z.literal(true),
        channels: z
          .array(z.enum(messageChannels))
          .meta({ description: 'By which it is sent; none if the client was notified before' }),
      }),
      errors: ['not_found', 'request_unanswered', 'no_channel'],
      invalidates: bookingQueries,
      paid: true,
      audit: keptAudit,
    },
  }),
};

export type RotaConflict = z.output<typeof conflict>;
export type RotaProblem = z.output<typeof problem>;
