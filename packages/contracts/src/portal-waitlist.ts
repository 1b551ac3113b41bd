import { z } from 'zod';
import { defineActionsIn, perCaller } from './action.ts';
import { bookingQueries, portalBookingQueries } from './booking-queries.ts';
import { movedTerms, offeredTerms } from './booking-terms.ts';
import { id, line } from './form.ts';
import { customers } from './roles.ts';
import { changedWant, newWant, offerStates, wantRow } from './want.ts';
import { maxLiveWants } from './waitlist-limits.ts';
import { clockTime, day, done, instant, money, optionalText, recordId } from './wire.ts';

const ownWant = wantRow.extend({
  offer: z
    .object({ offer_id: recordId, booking_date: day, booking_time: clockTime, held_until: instant })
    .nullable()
    .meta({ description: 'Its open offer' }),
});

const ownOffer = z.object({
  offer_id: recordId,
  state: z.enum(offerStates),
  animal_name: z.string(),
  service: z.string(),
  staff_member: optionalText,
  booking_date: day,
  booking_time: clockTime,
  duration_minutes: z.int(),
  price: money,
  held_until: instant,
  replaces: z
    .object({ booking_id: recordId, booking_date: day, booking_time: clockTime })
    .nullable()
    .meta({ description: 'The appointment that it would move; null for a new one' }),
  deposit_amount: money.meta({ description: 'To pay on accepting it; 0.00 for none' }),
  terms: offeredTerms.nullable().meta({
    description: 'The terms of the new appointment; null for a moved one, and once the offer has ended',
  }),
  moved_terms: movedTerms.nullable().meta({
    description: 'The terms of the moved appointment; null for a new one, and once the offer has ended',
  }),
  paying: z.boolean().meta({ description: 'Whether the deposit is being paid' }),
  waiting: z.boolean().meta({ description: 'Whether the client still waits for another time' }),
  booking_id: recordId.nullable().meta({ description: 'The appointment that was made from it' }),
});

const group = 'Portal';
const wantAudit = { entity: 'want', id: 'want_id' } as const;
const offerAudit = { entity: 'offer', id: 'offer_id' } as const;
const wantQueries = ['waitlist', 'wants_fitting', 'cp/wants', 'cp/offer'] as const;
const bookings = [...bookingQueries, ...portalBookingQueries] as const;
const limit = [perCaller(30)];

export const portalWaitlistActions = defineActionsIn(null, {
  'cp/wants': {
    kind: 'query',
    group,
    summary: 'What the caller is on the waitlist for, with open offers.',
    access: customers,
    input: z.object({}),
    output: z.array(ownWant),
    errors: [],
  },
  'cp/want_create': {
    kind: 'command',
    group,
    summary: `Adds the caller to the waitlist for one of their pets, at most ${maxLiveWants} times at once. They are offered times that come free from now on.`,
    access: customers,
    input: z.object(newWant),
    output: z.object({ want_id: recordId }),
    errors: ['not_found', 'too_many_wants', 'waitlist_off', 'no_channel'],
    invalidates: wantQueries,
    paid: true,
    audit: wantAudit,
    limit,
    idempotent: true,
  },
  'cp/want_update': {
    kind: 'command',
    group,
    summary: 'Changes what the caller waits for. Omitted fields stay; null (in JSON) clears.',
    access: customers,
    input: z.object(changedWant),
    output: done,
    errors: ['not_found', 'want_ended'],
    invalidates: wantQueries,
    paid: true,
    audit: wantAudit,
    limit,
  },
  'cp/want_end': {
    kind: 'command',
    group,
    summary: 'Takes the caller off the waitlist. An open offer is withdrawn.',
    access: customers,
    input: z.object({ want_id: id }),
    output: done,
    errors: ['not_found'],
    invalidates: bookings,
    audit: wantAudit,
    limit,
  },
  'cp/offer': {
    kind: 'query',
    group,
    summary: 'An offer to the caller, as the link in its message shows it.',
    access: customers,
    input: z.object({ offer_id: id }),
    output: ownOffer,
    errors: ['not_found'],
    limit: [perCaller(120)],
  },
  'cp/offer_accept': {
    kind: 'command',
    group,
    summary:
      'Takes an open offer: books the appointment, or moves the one that it replaces. With a deposit due, it returns the payment page and holds the time meanwhile. Repeating it returns the same response.',
    access: customers,
    input: z.object({
      offer_id: id,
      return_url: line(2000).optional().meta({
        description:
          'The page that the browser returns to after paying. Only its origin is used, which must lead to this server',
      }),
    }),
    output: z.object({
      outcome: z.enum(['booked', 'moved', 'pay']),
      booking_id: recordId.nullable().meta({ description: 'Null while a deposit is due' }),
      checkout_id: z.string().nullable().meta({ description: 'For cp/payment/status' }),
      checkout_url: z.string().nullable().meta({ description: 'Where to pay' }),
      deposit_amount: money,
    }),
    errors: [
      'not_found',
      'offer_gone',
      'too_many_requests_waiting',
      'card_payments_off',
      'conflict',
      'payments_unavailable',
    ],
    invalidates: bookings,
    audit: offerAudit,
    limit,
    idempotent: true,
  },
  'cp/offer_decline': {
    kind: 'command',
    group,
    summary: 'Declines an open offer. The caller keeps waiting for another time.',
    access: customers,
    input: z.object({ offer_id: id }),
    output: done,
    errors: ['not_found', 'offer_gone'],
    invalidates: bookings,
    audit: offerAudit,
    limit,
  },
});

export type OwnWant = z.output<typeof ownWant>;
export type OwnOffer = z.output<typeof ownOffer>;
