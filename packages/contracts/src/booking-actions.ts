import { z } from 'zod';
import { defineActions } from './action.ts';
import { bookingStatuses, paymentMethods } from './booking-status.ts';
import { bookingQueries } from './booking-queries.ts';
import { bookingDetail, bookingRequestRow, bookingRow } from './booking.ts';
import { date, durationMinutes, formFlag, formInt, id, moneyInput, oneOf, text, time } from './form.ts';
import { practiceStaff } from './roles.ts';
import { clockTime, day, documentFile, done, optionalText, recordId } from './wire.ts';

const status = oneOf(bookingStatuses);
const notes = text(5000);

/** A payment method; the older spelling 'BACs' is accepted. */
export const paymentMethod = z.preprocess(
  (value) => (value === 'BACs' ? 'BACS' : value),
  oneOf(paymentMethods),
);

const month = { year: formInt(1900, 2199), month: formInt(1, 12) };
const ownTenant = {
  tenantId: id.optional().meta({ description: "If sent, must be the key's own practice" }),
};

/** A practice that has not paid can still cancel. */
const unlessCancelling = { unless: { status: 'cancelled' } } as const;

const auditBooking = { entity: 'booking', id: 'booking_id' } as const;
const onTelling = {
  tell_client: formFlag.default(true).meta({ description: "'0' sends the client no message about it" }),
};
const onDeposit = {
  deposit: oneOf(['refund', 'keep']).default('refund').meta({
    description: 'When it is cancelled: what becomes of a deposit that was paid by card',
  }),
};
const onOverlap = {
  allow_overlap: formFlag.optional().meta({ description: "'1' books although the member of staff is busy" }),
};

export const bookingActions = defineActions({
  bookings: {
    kind: 'query',
    group: 'Appointments',
    summary: "A month of the practice's appointments.",
    access: practiceStaff,
    scope: 'appointments',
    input: z.object({ ...ownTenant, ...month }),
    output: z.array(bookingRow),
    errors: [],
  },
  bookings_by_staff: {
    kind: 'query',
    group: 'Appointments',
    summary: 'A month of the appointments of one member of staff.',
    access: practiceStaff,
    scope: 'appointments',
    input: z.object({ staff_id: id, ...month }),
    output: z.array(bookingRow),
    errors: ['not_found'],
  },
  bookings_by_service: {
    kind: 'query',
    group: 'Appointments',
    summary: 'A month of the appointments for one service.',
    access: practiceStaff,
    scope: 'appointments',
    input: z.object({ service_id: id, ...month }),
    output: z.array(bookingRow),
    errors: ['not_found'],
  },
  bookings_by_staff_and_service: {
    kind: 'query',
    group: 'Appointments',
    summary: 'A month of the appointments of one member of staff for one service.',
    access: practiceStaff,
    scope: 'appointments',
    input: z.object({ staff_id: id, service_id: id, ...month }),
    output: z.array(bookingRow),
    errors: ['not_found'],
  },
  bookings_today: {
    kind: 'query',
    group: 'Appointments',
    summary: "Today's appointments, by the practice's clock; cancelled ones are left out.",
    access: practiceStaff,
    scope: 'appointments',
    input: z.object(ownTenant),
    output: z.array(bookingRow),
    errors: [],
  },
  bookings_pending: {
    kind: 'query',
    group: 'Appointments',
    summary: 'Requests from clients that wait for an answer.',
    access: practiceStaff,
    scope: 'appointments',
    input: z.object({}),
    output: z.array(bookingRequestRow),
    errors: [],
  },
  bookings_by_client: {
    kind: 'query',
    group: 'Appointments',
    summary: "A client's appointments, newest first.",
    access: practiceStaff,
    scope: 'appointments',
    input: z.object({ client_id: id }),
    output: z.array(bookingRow),
    errors: ['not_found'],
  },
  bookings_by_animal: {
    kind: 'query',
    group: 'Appointments',
    summary: "An animal's appointments, newest first.",
    access: practiceStaff,
    scope: 'appointments',
    input: z.object({ animal_id: id }),
    output: z.array(bookingRow),
    errors: ['not_found'],
  },
  booking: {
    kind: 'query',
    group: 'Appointments',
    summary: 'One appointment with everything its page shows.',
    access: practiceStaff,
    scope: 'appointments',
    input: z.object({ booking_id: id }),
    output: bookingDetail,
    errors: ['not_found'],
  },
  'bookings/free_times': {
    kind: 'query',
    group: 'Appointments',
    summary:
      "A day's start times on the practice's clock, each free or not, for one member of staff or the whole practice.",
    access: practiceStaff,
    scope: 'services',
    input: z.object({
      date,
      duration_minutes: durationMinutes,
      staff_id: id.optional(),
      booking_id: id
        .optional()
        .meta({ description: 'An appointment that is being moved: it does not stand in its own way' }),
    }),
    output: z.object({
      date: day,
      closed: z.boolean(),
      holiday: optionalText,
      times: z.array(z.object({ time: clockTime, free: z.boolean(), busy_with: optionalText })),
    }),
    errors: ['not_found'],
  },
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
      booking_date: date,
      booking_time: time,
      duration_minutes: durationMinutes.default(30),
      price: moneyInput.optional().meta({ description: "The service's base price when omitted" }),
      notes: notes.optional(),
      status: oneOf(['pending', 'confirmed']).default('pending'),
      ...onOverlap,
      ...onTelling,
    }),
    output: z.object({ booking_id: recordId }),
    errors: ['not_found', 'staff_busy', 'nonexistent_time'],
    invalidates: bookingQueries,
    paid: true,
    audit: auditBooking,
    idempotent: true,
  },
  booking_update: {
    kind: 'command',
    group: 'Appointments',
    summary:
      'Changes an appointment: accepts a request (is_provisional, status, staff_accepted), moves its status, or edits its date, time, duration, price, service and staff. What is omitted stays.',
    access: practiceStaff,
    scope: 'appointments',
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
        .meta({ description: '0 takes the member of staff off' }),
      ...onOverlap,
      ...onDeposit,
      ...onTelling,
    }),
    output: done,
    errors: [
      'not_found',
      'staff_busy',
      'slot_taken',
      'illegal_transition',
      'booking_closed',
      'nonexistent_time',
      'client_erased',
    ],
    invalidates: bookingQueries,
    paid: unlessCancelling,
    audit: auditBooking,
  },
  booking_status_update: {
    kind: 'command',
    group: 'Appointments',
    summary:
      'Moves an appointment to a status. Completed with a paid_type records the payment of what is still open; completed back to confirmed (Mark Unpaid) voids it. Moving a request on accepts it, for which its time must be free.',
    access: practiceStaff,
    scope: 'appointments',
    input: z.object({
      booking_id: id,
      status,
      paid_type: paymentMethod.optional(),
      ...onOverlap,
      ...onDeposit,
      ...onTelling,
    }),
    output: done,
    errors: ['not_found', 'illegal_transition', 'staff_busy', 'slot_taken'],
    invalidates: bookingQueries,
    paid: unlessCancelling,
    audit: auditBooking,
    idempotent: true,
  },
  'booking/update_notes': {
    kind: 'command',
    group: 'Appointments',
    summary:
      'Replaces the notes of an appointment, which staff and client can read. Without notes they are cleared.',
    access: practiceStaff,
    scope: 'appointments',
    input: z.object({ booking_id: id, notes: notes.nullish() }),
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
      'The invoice of an appointment as a PDF. The first call issues it under the next number of the practice; it never changes after that, and a changed price issues a replacement.',
    access: practiceStaff,
    scope: 'payments',
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
