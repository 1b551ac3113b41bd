import { z } from 'zod';
import { defineActions } from './action.ts';
import { bookingQueries, portalBookingQueries } from './booking-queries.ts';
import { bookingChange, clashes, onExpectedRefund, onOverlap, onTelling } from './booking.ts';
import { cancelPreview } from './booking-terms.ts';
import { id, oneOf, text } from './form.ts';
import { asksAboveRefundLimit } from './refund.ts';
import { practiceStaff } from './roles.ts';
import { clockTime, day, done, instant, money, optionalText, recordId } from './wire.ts';

/** A client's request to move or cancel an appointment that waits for the practice's answer. */
const openChange = z.object({
  change_id: recordId,
  kind: z.enum(['move', 'cancel']),
  asked_at: instant,
  reason: optionalText.meta({ description: 'In the client’s own words' }),
  booking_id: recordId,
  booking_date: day,
  booking_time: clockTime,
  duration_minutes: z.int(),
  client_id: recordId,
  client_name: z.string(),
  animal_id: recordId,
  animal_name: z.string(),
  species: optionalText,
  service: optionalText,
  service_color: optionalText,
  staff_id: recordId.nullable(),
  staff_member: optionalText,
  to_date: day.nullable().meta({ description: 'For a move: the new date' }),
  to_time: clockTime.nullable(),
  to_staff_id: recordId.nullable(),
  to_staff_member: optionalText,
  kept: money.meta({ description: 'For a cancellation: what the terms let the practice keep' }),
  refund: money.meta({ description: 'For a cancellation: what is refunded to the card' }),
});

const reason = text(1000);
const audit = { entity: 'booking', id: 'booking_id' } as const;
const command = {
  kind: 'command',
  group: 'Appointments',
  access: practiceStaff,
  stepUp: asksAboveRefundLimit,
  invalidates: [...bookingQueries, ...portalBookingQueries],
  audit,
} as const;

export const bookingChangeActions = defineActions({
  booking_changes: {
    kind: 'query',
    group: 'Appointments',
    summary: 'Clients’ requests to move or cancel an appointment that wait for an answer, oldest first.',
    access: practiceStaff,
    scope: 'appointments',
    input: z.object({}),
    output: z.array(openChange),
    errors: [],
  },
  booking_history: {
    kind: 'query',
    group: 'Appointments',
    summary: 'The moves, cancellations and requests of an appointment, oldest first.',
    access: practiceStaff,
    scope: 'appointments',
    input: z.object({ booking_id: id }),
    output: z.array(bookingChange),
    errors: ['not_found'],
  },
  booking_cancel_preview: {
    kind: 'query',
    group: 'Appointments',
    summary:
      'What happens to the deposit of an appointment if its client cancels it, if the practice does, and if the client does not attend.',
    access: practiceStaff,
    scope: 'appointments',
    effects: { 'payments:read': 'always' },
    input: z.object({ booking_id: id }),
    output: cancelPreview,
    errors: ['not_found'],
  },
  booking_change_answer: {
    ...command,
    summary:
      'Accepts or declines a client’s request to move or cancel. A cancellation keeps what the terms said when the client asked, unless `deposit` says otherwise.',
    scope: 'appointments',
    effects: { 'payments:write': 'where a card deposit is refunded (`deposit` keep needs no more)' },
    input: z.object({
      change_id: id,
      answer: oneOf(['accept', 'decline']),
      reason: reason
        .optional()
        .meta({ description: 'For declining: the reason, in your own words; the client sees it' }),
      deposit: oneOf(['terms', 'refund', 'keep']).default('terms').meta({
        description: 'For accepting a cancellation: as the terms say, refund all (waive), or keep all',
      }),
      ...onExpectedRefund,
      ...onOverlap,
      ...onTelling,
    }),
    output: z.object({ booking_id: recordId }),
    errors: [
      'not_found',
      'change_answered',
      'requested_time_passed',
      'terms_changed',
      'booking_closed',
      ...clashes,
      'animal_transferred',
      'nonexistent_time',
    ],
    // A practice that has not paid can still cancel.
    paid: { when: 'to accept a move' },
    idempotent: true,
  },
  booking_decline: {
    ...command,
    summary:
      'Declines a client’s request for an appointment, with a reason in your own words. Its deposit is refunded.',
    scope: 'appointments',
    effects: { 'payments:write': 'where a card deposit is refunded' },
    input: z.object({
      booking_id: id,
      reason: reason.optional().meta({ description: 'In your own words; the client sees it' }),
      ...onTelling,
    }),
    output: done,
    errors: ['not_found', 'request_answered'],
    idempotent: true,
  },
  booking_fee_waive: {
    ...command,
    summary:
      'Waives the fee: nothing will be kept of an upcoming appointment’s deposit, and what was kept of a cancelled one is refunded to the card.',
    scope: 'payments',
    effects: { 'appointments:write': 'always' },
    input: z.object({ booking_id: id }),
    output: z.object({ refund: money.meta({ description: 'What is refunded to the card now' }) }),
    errors: ['not_found'],
    idempotent: true,
  },
});

export type OpenChange = z.output<typeof openChange>;
