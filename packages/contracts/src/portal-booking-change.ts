import { z } from 'zod';
import { defineActionsIn, perCaller } from './action.ts';
import { bookingQueries, portalBookingQueries } from './booking-queries.ts';
import { freeOnceMoved } from './booking-terms.ts';
import { date, id, moneyInput, text, time } from './form.ts';
import { customers } from './roles.ts';
import { clockTime, day, done, instant, money, optionalText, recordId } from './wire.ts';

/** How the client can do something: at once, by asking the practice, or not at all. */
const way = z.enum(['direct', 'request', 'no']);

/** Why a client can't change an appointment here. */
export const changeRefusals = ['turned_off', 'cancelled', 'started', 'no_moves_left', 'unavailable'] as const;
export type ChangeRefusal = (typeof changeRefusals)[number];

const refusal = z.enum(changeRefusals).nullable().meta({
  description:
    "Why not. 'turned_off': the practice doesn't offer it. 'started': the visit or its time has begun. 'unavailable': the practice takes no online bookings at the moment",
});

/** The caller's request that waits for the practice's answer. */
const ownOpenChange = z.object({
  change_id: recordId,
  kind: z.enum(['move', 'cancel']),
  asked_at: instant,
  to_date: day.nullable().meta({ description: 'For a move: the new date' }),
  to_time: clockTime.nullable(),
  staff_member: optionalText.meta({ description: 'For a move: the person requested' }),
  kept: money.meta({ description: 'For a cancellation: what the practice keeps if it accepts' }),
  refund: money.meta({ description: 'For a cancellation: what is refunded to the card if it accepts' }),
});

/** What happened to the appointment last, apart from requests that were withdrawn. */
const lastChange = z.object({
  kind: z.enum(['move', 'cancel', 'decline', 'no_show', 'waive']).meta({
    description:
      'decline: the practice declined the request for the appointment; waive: it waived the cancellation fee',
  }),
  state: z.enum(['done', 'declined', 'lapsed']).meta({
    description: 'declined: a request of the caller that the practice declined. lapsed: not answered in time',
  }),
  by: z.enum(['client', 'practice']).meta({ description: 'Who asked for it or did it' }),
  at: instant,
  from_date: day,
  from_time: clockTime,
  to_date: day.nullable().meta({ description: 'For a move' }),
  to_time: clockTime.nullable(),
  answer: optionalText.meta({ description: 'The practice’s words to the caller' }),
});

/** What moving to a time would do. */
const newTime = z.object({
  booking_date: day,
  booking_time: clockTime,
  free: z.boolean().meta({ description: 'Whether the time is free for this appointment' }),
  staff_id: recordId.nullable().meta({ description: 'Who would take it' }),
  staff_member: optionalText,
  ...freeOnceMoved,
});

const changePreview = z.object({
  booking_id: recordId,
  is_request: z.boolean().meta({ description: 'A request that the practice has not accepted is free' }),
  may_cancel: way,
  cancel_refusal: refusal,
  may_move: way,
  move_refusal: refusal,
  free_until: instant.nullable().meta({
    description: 'Until when cancelling is free of charge; null if it always is',
  }),
  is_free: z.boolean().meta({ description: 'Whether cancelling is free of charge now' }),
  kept: money.meta({ description: 'What the practice keeps of the deposit if the caller cancels now' }),
  refund: money.meta({ description: 'What is refunded to the card if the caller cancels now' }),
  kept_late: money.meta({ description: 'What the practice keeps from `free_until` on' }),
  kept_no_show: money.meta({ description: 'What the practice keeps if the client does not attend' }),
  paid_at_desk: money.meta({
    description: 'Paid at the practice: not refunded here, the practice settles it',
  }),
  moves_left: z.int(),
  latest_move: instant.meta({ description: 'Until when it can be moved without asking' }),
  open_change: ownOpenChange.nullable(),
  last_change: lastChange.nullable(),
  new_time: newTime.nullable().meta({ description: 'With booking_date and booking_time' }),
});

const command = {
  kind: 'command',
  group: 'Portal',
  access: customers,
  invalidates: [...bookingQueries, ...portalBookingQueries],
  audit: { entity: 'booking', id: 'booking_id' },
  limit: [perCaller(30)],
} as const;

const reason = text(1000).optional().meta({ description: 'For the practice, in the caller’s own words' });

export const portalBookingChangeActions = defineActionsIn(null, {
  'cp/booking_change_preview': {
    kind: 'query',
    group: 'Portal',
    summary:
      'Whether and on what terms the caller can move or cancel an appointment now, to the penny; with a time, what moving there does.',
    access: customers,
    input: z.object({
      booking_id: id,
      booking_date: date.optional(),
      booking_time: time.optional(),
      staff_id: id
        .optional()
        .meta({ description: 'With this person; the same person, if possible, when omitted' }),
    }),
    output: changePreview,
    errors: ['not_found'],
    limit: [perCaller(120)],
  },
  'cp/booking_cancel': {
    ...command,
    summary:
      'Cancels an appointment of the caller, or asks the practice to. `refund` is the amount that they were shown: if it is no longer true, the response is 409 `terms_changed` with the new one.',
    input: z.object({
      booking_id: id,
      refund: moneyInput.meta({ description: '`refund` of cp/booking_change_preview' }),
      reason,
    }),
    output: z.object({
      booking_id: recordId,
      outcome: z.enum(['cancelled', 'asked']),
      kept: money,
      refund: money,
    }),
    errors: ['not_found', 'terms_changed', 'change_not_allowed', 'booking_closed'],
    idempotent: true,
  },
  'cp/booking_move': {
    ...command,
    summary:
      'Moves an appointment of the caller to a free time, or asks the practice to. It keeps its service, duration and deposit, and its person if they are free.',
    input: z.object({
      booking_id: id,
      booking_date: date,
      booking_time: time,
      staff_id: id
        .optional()
        .meta({ description: 'With this person; the same person, if possible, when omitted' }),
      reason,
    }),
    output: z.object({ booking_id: recordId, outcome: z.enum(['moved', 'asked']) }),
    errors: [
      'not_found',
      'change_not_allowed',
      'booking_closed',
      'slot_taken',
      'slot_not_offered',
      'animal_busy',
      'animal_transferred',
      'nonexistent_time',
    ],
    paid: true,
    idempotent: true,
  },
  'cp/booking_change_withdraw': {
    ...command,
    summary: 'Withdraws a request to move or cancel that the practice has not answered.',
    input: z.object({ change_id: id }),
    output: done.extend({ booking_id: recordId }),
    errors: ['not_found', 'change_answered'],
    idempotent: true,
  },
});

export type ChangePreview = z.output<typeof changePreview>;
