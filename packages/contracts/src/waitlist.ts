import { z } from 'zod';
import { defineActionsIn } from './action.ts';
import { bookingQueries, portalBookingQueries } from './booking-queries.ts';
import { clashes } from './booking.ts';
import { date, id, time } from './form.ts';
import { practiceStaff } from './roles.ts';
import { changedWant, newWant, offerStates, wantRow } from './want.ts';
import { maxLiveWants, maxOffersADay, waitlistModes } from './waitlist-limits.ts';
import { clockTime, day, done, instant, optionalText, recordId } from './wire.ts';

const deskWant = wantRow.extend({
  client_id: recordId,
  client_name: z.string(),
  client_phone: optionalText,
  duration_minutes: z.int().meta({ description: 'Of the service' }),
  kept_minutes: z
    .int()
    .nullable()
    .meta({ description: 'Of the appointment that an earlier time would replace, which keeps its length' }),
  source: z.enum(['portal', 'staff']),
  offers: z.int().meta({ description: 'How many offers were made for it' }),
  last_offer_at: instant.nullable(),
});

const offerRow = z.object({
  offer_id: recordId,
  want_id: recordId,
  client_id: recordId,
  client_name: z.string(),
  animal_id: recordId,
  animal_name: z.string(),
  service: z.string(),
  staff_member: optionalText,
  booking_date: day,
  booking_time: clockTime,
  duration_minutes: z.int(),
  state: z.enum(offerStates),
  held_until: instant.meta({ description: 'Until when an open offer holds its time' }),
  paying: z.boolean().meta({ description: 'Whether the client is paying the deposit' }),
  message: z
    .enum(['queued', 'sent', 'failed'])
    .meta({ description: 'Status of the message about it, of the channel that got furthest' }),
  made_by: optionalText.meta({ description: 'Who made it; null if it was made automatically' }),
  booking_id: recordId.nullable().meta({ description: 'The appointment that was made from it' }),
  created_at: instant,
  ended_at: instant.nullable(),
});

const freedTime = z.object({
  freed_time_id: recordId,
  cause: z.enum(['cancelled', 'declined', 'moved', 'shortened', 'unpaid', 'opened']),
  booking_date: day,
  booking_time: clockTime,
  minutes: z.int(),
  staff_id: recordId.nullable(),
  staff_member: optionalText,
  fits: z
    .int()
    .nullable()
    .meta({ description: 'How many clients wait for a time like it; null where the server offers it' }),
  freed_at: instant,
});

const group = 'Waitlist';
const wantAudit = { entity: 'want', id: 'want_id' } as const;
const offerAudit = { entity: 'offer', id: 'offer_id' } as const;
const invalidates = ['waitlist', 'wants_fitting', 'cp/wants', 'cp/offer'] as const;
const changes = { kind: 'command', group, invalidates, paid: true, audit: wantAudit } as const;

export const waitlistActions = defineActionsIn('appointments', {
  waitlist: {
    kind: 'query',
    group,
    summary:
      'The waitlist entries, the open offers and those that ended within a day, and the times that came free and that staff have yet to offer.',
    access: practiceStaff,
    input: z.object({}),
    output: z.object({
      mode: z.enum(waitlistModes),
      can_send: z.boolean().meta({ description: 'Whether offers can be sent: texts or emails are set up' }),
      quiet_until: instant.nullable().meta({ description: 'When the quiet hours end; null outside them' }),
      wants: z.array(deskWant).meta({ description: 'In the order in which they are offered times' }),
      offers: z.array(offerRow).meta({ description: 'Open ones first, then the latest' }),
      freed_times: z
        .array(freedTime)
        .meta({ description: 'Times that came free and that staff have yet to offer, soonest first' }),
    }),
    errors: [],
  },
  wants_fitting: {
    kind: 'query',
    group,
    summary:
      'The waitlist entries that a time would suit, in the order they’d be offered it: at most 20. Each could be offered it with `offer_make`.',
    access: practiceStaff,
    input: z.object({
      booking_date: date,
      booking_time: time,
      staff_id: id.optional().meta({ description: 'With this person; anyone who is free when omitted' }),
    }),
    output: z.array(
      deskWant.extend({
        offered_minutes: z.int().meta({ description: 'How long the appointment would be' }),
        offered_staff_id: recordId.nullable(),
        offered_staff: optionalText,
      }),
    ),
    errors: ['not_found'],
  },
  want_create: {
    ...changes,
    summary: `Adds a client to the waitlist, at most ${maxLiveWants} times at once. They are offered times that come free from now on.`,
    access: practiceStaff,
    input: z.object({ client_id: id, ...newWant }),
    output: z.object({ want_id: recordId }),
    errors: ['not_found', 'client_archived', 'animal_inactive', 'too_many_wants'],
    idempotent: true,
  },
  want_update: {
    ...changes,
    summary: 'Changes what a client waits for. Omitted fields stay; null (in JSON) clears.',
    access: practiceStaff,
    input: z.object(changedWant),
    output: done,
    errors: ['not_found', 'want_ended'],
  },
  want_end: {
    ...changes,
    summary: 'Takes a client off the waitlist. An open offer is withdrawn.',
    access: practiceStaff,
    input: z.object({ want_id: id }),
    output: done,
    errors: ['not_found'],
  },
  offer_make: {
    kind: 'command',
    group,
    summary: `Offers a free time to a client who waits: holds it, and sends them a link. An entry gets at most ${maxOffersADay} offers a day, none in quiet hours, and none that starts within two hours.`,
    access: practiceStaff,
    input: z.object({
      want_id: id,
      booking_date: date,
      booking_time: time,
      staff_id: id.optional().meta({ description: 'With this person; anyone who is free when omitted' }),
    }),
    output: z.object({ offer_id: recordId, held_until: instant }),
    errors: ['not_found', 'want_ended', 'offer_refused', 'no_channel', ...clashes, 'nonexistent_time'],
    invalidates: [...bookingQueries, ...portalBookingQueries],
    paid: true,
    audit: offerAudit,
    idempotent: true,
  },
  offer_withdraw: {
    kind: 'command',
    group,
    summary:
      'Withdraws an open offer, so that its time is free. The client is notified, and keeps waiting. It is not offered to the next client automatically.',
    access: practiceStaff,
    input: z.object({ offer_id: id }),
    output: done,
    errors: ['not_found', 'offer_gone'],
    invalidates: [...bookingQueries, ...portalBookingQueries],
    paid: true,
    audit: offerAudit,
  },
});

export type Waitlist = z.output<(typeof waitlistActions)['waitlist']['output']>;
export type DeskWant = z.output<typeof deskWant>;
export type OfferRow = z.output<typeof offerRow>;
export type FreedTime = z.output<typeof freedTime>;
