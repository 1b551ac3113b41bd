import { z } from 'zod';
import { defineActionsIn } from './action.ts';
import { bookingQueries } from './booking-queries.ts';
import { bookingStages } from './booking-stage.ts';
import {
  alertOfClient,
  bookingRow,
  clashes,
  depositAnswers,
  onExpectedRefund,
  onOverlap,
  readsAlert,
} from './booking.ts';
import { id, oneOf } from './form.ts';
import { asksAboveRefundLimit } from './refund.ts';
import { practiceStaff } from './roles.ts';
import { done, money, optionalText, recordId } from './wire.ts';

/** An appointment of today, with the alerts of its animal and client and the balance. */
const visit = bookingRow.extend({
  allergies: optionalText,
  behaviour_notes: optionalText,
  balance_due: money.nullable().meta({
    description:
      'What the client owes for completed appointments; negative is a credit, null for an API key without payments:read',
  }),
  client_alert: alertOfClient,
});

const audit = { entity: 'booking', id: 'booking_id' } as const;

export const attendanceActions = defineActionsIn('appointments', {
  bookings_here: {
    kind: 'query',
    group: 'Appointments',
    summary:
      'The visits in progress, in order of arrival, and the appointments expected today. An overnight stay counts until it ends.',
    access: practiceStaff,
    effects: { 'payments:read': 'for `balance_due`, null without it', ...readsAlert },
    input: z.object({}),
    output: z.object({
      here: z.array(visit).meta({
        description:
          'Appointments with the stage `arrived`, `with` or `ready`; one in progress without a stage is listed as `with`',
      }),
      expected: z.array(visit).meta({
        description: 'Today’s pending and confirmed appointments without a stage, soonest first; no requests',
      }),
    }),
    errors: [],
  },
  booking_stage_set: {
    kind: 'command',
    group: 'Appointments',
    summary:
      'Records the stage of a visit, separate from its status: arrived, with a staff member, ready to collect, left. An earlier stage, or none, clears the later times. Arriving confirms a pending appointment, and `with` starts it; returning to before `with` makes it confirmed again.',
    access: practiceStaff,
    input: z.object({
      booking_id: id,
      stage: oneOf([...bookingStages, 'none']),
      staff_id: id.optional().meta({
        description: 'With the stage `with`: the staff member who sees the animal, if not the one booked',
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
      'Cancels a pending or confirmed appointment that is due, because the client did not attend. The practice keeps what the terms of the appointment say. It is counted in `did_not_attend` of the client, who gets no message.',
    access: practiceStaff,
    effects: { 'payments:write': 'where a card deposit is refunded (`deposit` keep needs no more)' },
    input: z.object({
      booking_id: id,
      deposit: oneOf(depositAnswers).default('terms').meta({
        description: 'For a deposit paid by card: keep what the terms say, refund all (waive), or keep all',
      }),
      ...onExpectedRefund,
    }),
    output: done,
    errors: ['not_found', 'illegal_transition', 'request_unanswered', 'booking_not_due', 'terms_changed'],
    stepUp: asksAboveRefundLimit,
    invalidates: [...bookingQueries, 'client'],
    paid: true,
    audit,
    idempotent: true,
  },
  booking_walk_in: {
    kind: 'command',
    group: 'Appointments',
    summary:
      'Books an appointment for a client who has arrived. It starts now on the practice’s clock, rounded down to five minutes. It is confirmed, and the client gets no message.',
    access: practiceStaff,
    input: z.object({
      client_id: id,
      animal_id: id,
      service_id: id,
      staff_id: id.optional().meta({
        description:
          'When omitted, the free staff member with the fewest booked minutes that day; none if all are busy',
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
