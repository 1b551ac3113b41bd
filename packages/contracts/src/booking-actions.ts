import { z } from 'zod';
import { defineActions } from './action.ts';
import { bookingStatuses, paymentMethods } from './booking-status.ts';
import { bookingQueries } from './booking-queries.ts';
import { bookingReads } from './booking-reads.ts';
import { clashes, onCancelling, onOverlap, onTelling } from './booking.ts';
import {
  date,
  durationMinutes,
  formFlag,
  formInt,
  id,
  idList,
  jsonValue,
  moneyInput,
  oneOf,
  text,
  time,
} from './form.ts';
import { asksAboveRefundLimit } from './refund.ts';
import { practiceStaff } from './roles.ts';
import { documentFile, done, recordId } from './wire.ts';

const status = oneOf(bookingStatuses);
const notes = text(5000);

/** A payment method; the older spelling 'BACs' is accepted. */
export const paymentMethod = z.preprocess(
  (value) => (value === 'BACs' ? 'BACS' : value),
  oneOf(paymentMethods),
);

/** A practice that has not paid can still cancel. */
const unlessCancelling = { unless: { status: 'cancelled' } } as const;

const auditBooking = { entity: 'booking', id: 'booking_id' } as const;
const whichResources =
  'Rooms and equipment to use if they are free; otherwise free ones that the service needs are chosen';
const onResources = { resource_ids: idList(5).optional().meta({ description: whichResources }) };
const onNewResources = {
  resource_ids: idList(5, 0)
    .optional()
    .meta({
      description: `${whichResources}. An empty list (in JSON) leaves only those that the service needs`,
    }),
};

/** Where the caller last saw an appointment, and with which status; what is omitted is not compared. */
const expectedPlace = jsonValue(
  z.object({
    booking_date: date.optional(),
    booking_time: time.optional(),
    duration_minutes: durationMinutes.optional(),
    staff_id: formInt(0, Number.MAX_SAFE_INTEGER).optional().meta({ description: '0 for no one' }),
    resource_ids: z.array(id).max(5).optional().meta({ description: 'In any order' }),
    status: status.optional(),
  }),
).meta({
  description:
    'Where you last saw the appointment, and with which status. If it has been changed since, the response is 409 `booking_moved` and nothing changes. Accepting a request that has been accepted since is 409 `request_answered`',
});

const staffNotes = notes.meta({ description: 'For the practice only: the client never sees them' });

export const bookingActions = defineActions({
  ...bookingReads,
  booking_create: {
    kind: 'command',
    group: 'Appointments',
    summary: "Books an appointment for a client's animal.",
    access: practiceStaff,
    scope: 'appointments',
    input: z.object({
      client_id: id,
      animal_id: id,
      service_id: id,
      staff_id: id.optional(),
      anyone: formFlag.optional().meta({
        description:
          "'1' without staff_id assigns the free staff member with the fewest booked minutes that day; with allow_overlap, none if no one is free",
      }),
      booking_date: date,
      booking_time: time,
      duration_minutes: durationMinutes.default(30),
      price: moneyInput.optional().meta({
        description:
          "When omitted: the staff member's own price for the service, also of one who is assigned, or else its base price",
      }),
      notes: notes.optional().meta({ description: 'Visible to the client' }),
      staff_notes: staffNotes.optional(),
      status: oneOf(['pending', 'confirmed']).default('confirmed').meta({
        description: "'pending' needs confirming; the client gets no confirmation until then",
      }),
      ...onResources,
      ...onOverlap,
      ...onTelling,
    }),
    output: z.object({ booking_id: recordId }),
    errors: ['not_found', 'animal_inactive', 'client_archived', ...clashes, 'nonexistent_time'],
    invalidates: bookingQueries,
    paid: true,
    audit: auditBooking,
    idempotent: true,
  },
  booking_update: {
    kind: 'command',
    group: 'Appointments',
    summary:
      'Changes an appointment: accepts a request (is_provisional, status, staff_accepted), moves its status, or edits its date, time, duration, price, service and staff. Omitted fields stay.',
    access: practiceStaff,
    scope: 'appointments',
    effects: {
      'payments:write':
        'to leave completed (its payments are voided), to cancel where a card deposit is refunded (`deposit` keep needs no more), and for the price of a completed appointment or one below what was paid',
    },
    input: z.object({
      booking_id: id,
      is_provisional: formFlag.optional(),
      status: status.optional(),
      staff_accepted: formFlag.optional(),
      booking_date: date.optional(),
      booking_time: time.optional(),
      duration_minutes: durationMinutes.optional(),
      price: moneyInput.optional(),
      service_id: id.optional(),
      staff_id: formInt(0, Number.MAX_SAFE_INTEGER)
        .optional()
        .meta({ description: '0 unassigns the staff member' }),
      expected: expectedPlace.optional(),
      ...onNewResources,
      ...onOverlap,
      ...onCancelling,
      ...onTelling,
    }),
    output: done,
    errors: [
      'not_found',
      ...clashes,
      'slot_taken',
      'illegal_transition',
      'booking_closed',
      'booking_moved',
      'request_answered',
      'terms_changed',
      'animal_transferred',
      'nonexistent_time',
      'client_erased',
    ],
    stepUp: asksAboveRefundLimit,
    invalidates: bookingQueries,
    paid: unlessCancelling,
    audit: auditBooking,
  },
  booking_status_update: {
    kind: 'command',
    group: 'Appointments',
    summary:
      'Changes an appointment’s status. Completing with a paid_type records payment of the balance due; completed back to confirmed (Mark Unpaid) voids it. Changing a request’s status accepts it, so its time must be free.',
    access: practiceStaff,
    scope: 'appointments',
    effects: {
      'payments:write':
        'with `paid_type`, to leave completed (its payments are voided), and to cancel where a card deposit is refunded (`deposit` keep needs no more)',
    },
    input: z.object({
      booking_id: id,
      status,
      paid_type: paymentMethod.optional(),
      expected_balance: moneyInput.optional().meta({
        description:
          'The balance due that you last saw. If it has changed since, the response is 409 `balance_changed` and nothing changes',
      }),
      ...onOverlap,
      ...onCancelling,
      ...onTelling,
    }),
    output: done,
    errors: ['not_found', 'illegal_transition', 'balance_changed', 'terms_changed', ...clashes, 'slot_taken'],
    stepUp: asksAboveRefundLimit,
    invalidates: bookingQueries,
    paid: unlessCancelling,
    audit: auditBooking,
    idempotent: true,
  },
  'booking/update_notes': {
    kind: 'command',
    group: 'Appointments',
    summary:
      'Replaces the notes of an appointment, which staff and client can read. Omit notes to clear them.',
    access: practiceStaff,
    scope: 'appointments',
    input: z.object({ booking_id: id, notes: notes.nullish() }),
    output: done,
    errors: ['not_found', 'client_erased'],
    invalidates: bookingQueries,
    paid: true,
    audit: auditBooking,
  },
  'booking/update_staff_notes': {
    kind: 'command',
    group: 'Appointments',
    summary:
      'Replaces the staff notes of an appointment, which only the practice sees. Omit staff_notes to clear them.',
    access: practiceStaff,
    scope: 'appointments',
    input: z.object({ booking_id: id, staff_notes: staffNotes.nullish() }),
    output: done,
    errors: ['not_found', 'client_erased'],
    invalidates: bookingQueries,
    paid: true,
    audit: auditBooking,
  },
  booking_invoice: {
    kind: 'command',
    group: 'Appointments',
    summary:
      'The invoice of an appointment as a PDF. The first call issues it with the practice’s next number. It never changes; a changed price issues a replacement.',
    access: practiceStaff,
    scope: 'payments',
    // The document names the client and lists what they paid.
    effects: { 'payments:read': 'always' },
    input: z.object({ booking_id: id }),
    output: documentFile,
    errors: ['not_found', 'booking_closed'],
    returns: 'pdf',
    audit: auditBooking,
  },
  booking_referral: {
    kind: 'query',
    group: 'Appointments',
    summary:
      'A referral form for an appointment as a PDF, with the animal, its medical notes and space for the receiving practice.',
    access: practiceStaff,
    scope: 'appointments',
    input: z.object({ booking_id: id }),
    output: documentFile,
    errors: ['not_found'],
    returns: 'pdf',
  },
});
