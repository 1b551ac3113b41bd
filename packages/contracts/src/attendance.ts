import { z } from 'zod';
import { defineActionsIn } from './action.ts';
import { bookingQueries } from './booking-queries.ts';
import { bookingStages } from './booking-stage.ts';
import { bookingRow, onDeposit, onOverlap } from './booking.ts';
import { id, oneOf } from './form.ts';
import { practiceStaff } from './roles.ts';
import { done, money, optionalText, recordId } from './wire.ts';

/** An appointment of today, with what the desk must know about its animal and its client. */
const visit = bookingRow.extend({
  allergies: optionalText,
  behaviour_notes: optionalText,
  balance_due: money.nullable().meta({
    description:
      'What the client owes for completed appointments; negative is a credit, null for an API key without payments:read',
  }),
});

const audit = { entity: 'booking', id: 'booking_id' } as const;
const clashes = ['staff_busy', 'animal_busy', 'practice_full'] as const;

export const attendanceActions = defineActionsIn('appointments', {
  bookings_here: {
    kind: 'query',
    group: 'Appointments',
    summary:
      'Who is at the practice now, in the order in which they arrived, and who is expected today. An overnight stay counts until it ends.',
    access: practiceStaff,
    effects: { 'payments:read': 'for `balance_due`, null without it' },
    input: z.object({}),
    output: z.object({
      here: z.array(visit).meta({ description: 'Appointments with the stage arrived, with or ready' }),
      expected: z.array(visit).meta({
        description:
          'Pending and confirmed appointments of today that have no stage, soonest first; no requests',
      }),
    }),
    errors: [],
  },
  booking_stage_set: {
    kind: 'command',
    group: 'Appointments',
    summary:
      'Records how far a visit has got, beside its status: arrived, with a staff member, ready to collect, left. An earlier stage, or none, clears the later times. Arriving confirms a pending appointment, and `with` starts it; returning to before `with` makes it confirmed again.',
    access: practiceStaff,
    input: z.object({
      booking_id: id,
      stage: oneOf([...bookingStages, 'none']),
      staff_id: id.optional().meta({
        description: 'With the stage `with`: who sees the animal, if it is not the staff member booked',
      }),
    }),
    output: done,
    errors: ['not_found', 'booking_closed', 'request_unanswered', 'booking_not_due'],
    invalidates: bookingQueries,
    paid: true,
    audit,
  },
  booking_did_not_attend: {
    kind: 'command',
    group: 'Appointments',
    summary:
      'Cancels a pending or confirmed appointment whose time has come because the client did not attend. It is counted in `did_not_attend` of the client, who gets no message.',
    access: practiceStaff,
    effects: { 'payments:write': 'where a card deposit is refunded (`deposit` keep needs no more)' },
    input: z.object({
      booking_id: id,
      ...onDeposit,
    }),
    output: done,
    errors: ['not_found', 'illegal_transition', 'request_unanswered', 'booking_not_due'],
    invalidates: [...bookingQueries, 'client'],
    paid: true,
    audit,
    idempotent: true,
  },
  booking_walk_in: {
    kind: 'command',
    group: 'Appointments',
    summary:
      'Books an appointment that starts now, on the last five minutes of the practice’s clock, for a client who has arrived. It is confirmed, and the client gets no message.',
    access: practiceStaff,
    input: z.object({
      client_id: id,
      animal_id: id,
      service_id: id,
      staff_id: id.optional().meta({
        description:
          'When omitted, the free staff member with the fewest minutes booked that day; no one if all are busy',
      }),
      ...onOverlap,
    }),
    output: z.object({ booking_id: recordId, staff_id: recordId.nullable() }),
    errors: ['not_found', 'animal_inactive', 'client_archived', ...clashes],
    invalidates: bookingQueries,
    paid: true,
    audit,
    idempotent: true,
  },
});

export type Visit = z.output<typeof visit>;
