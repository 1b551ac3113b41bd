import { z } from 'zod';
import { defineActions } from './action.ts';
import { bookingStatuses, paymentMethods } from './booking-status.ts';
import { bookingQueries } from './booking-queries.ts';
import { bookingDetail, bookingRequestRow, bookingRow, onDeposit, onOverlap } from './booking.ts';
import {
  date,
  durationMinutes,
  formFlag,
  formInt,
  id,
  idList,
  moneyInput,
  oneOf,
  text,
  time,
} from './form.ts';
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
const onResources = {
  resource_ids: idList(5).optional().meta({
    description:
      'Rooms and equipment to use if they are free; otherwise free ones that the service needs are chosen',
  }),
};
const conflict = z.object({
  booking_id: recordId,
  booking_date: day,
  booking_time: clockTime,
  duration_minutes: z.int(),
});
const clashes = [
  'staff_busy',
  'animal_busy',
  'practice_full',
  'resource_busy',
  'staff_absent',
  'staff_not_offering',
] as const;

/** Whether one start time is available, and why not. */
const askedTime = z.object({
  time: clockTime,
  outside_hours: z
    .boolean()
    .meta({ description: 'Whether the practice is closed during any part of the appointment' }),
  message: optionalText.meta({ description: 'Why the time is taken; null if it is free' }),
  conflicts: z.array(conflict).meta({ description: 'The first ten appointments that clash' }),
  busy_staff: z.array(recordId).meta({ description: 'Ids of staff who have another appointment then' }),
  overlaps: z.boolean().meta({ description: 'Whether booking it needs `allow_overlap`' }),
  outside_rota: z.boolean().meta({ description: 'Whether booking it needs `allow_outside`' }),
  warnings: z
    .array(z.string())
    .meta({ description: 'Advice that doesn’t prevent the booking, such as a short gap' }),
});
const staffNotes = notes.meta({ description: 'For the practice only: the client never sees them' });

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
    summary: 'A month of the appointments of one staff member.',
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
    summary: 'A month of the appointments of one staff member for one service.',
    access: practiceStaff,
    scope: 'appointments',
    input: z.object({ staff_id: id, service_id: id, ...month }),
    output: z.array(bookingRow),
    errors: ['not_found'],
  },
  bookings_today: {
    kind: 'query',
    group: 'Appointments',
    summary: "Today's appointments, by the practice's clock, except cancelled ones.",
    access: practiceStaff,
    scope: 'appointments',
    input: z.object(ownTenant),
    output: z.array(bookingRow),
    errors: [],
  },
  bookings_pending: {
    kind: 'query',
    group: 'Appointments',
    summary: 'Pending requests from clients.',
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
      "A day's start times on the practice's clock, each free or not, for one staff member or the whole practice.",
    access: practiceStaff,
    scope: 'services',
    effects: { 'appointments:read': 'with `animal_id` or `booking_id`' },
    input: z.object({
      date,
      duration_minutes: durationMinutes,
      staff_id: id.optional(),
      animal_id: id.optional().meta({
        description:
          'The animal, to exclude times when it is busy; ignored with booking_id, whose animal counts',
      }),
      booking_id: id
        .optional()
        .meta({ description: 'An appointment being moved: it doesn’t conflict with itself' }),
      time: time.optional().meta({ description: 'A start time to check, whether or not it is offered' }),
      service_id: id.optional().meta({
        description:
          'The service, whose staff, rooms and equipment must be free; with booking_id its own if omitted',
      }),
    }),
    output: z.object({
      date: day,
      closed: z.boolean(),
      holiday: optionalText,
      opening: z.array(z.object({ from: clockTime, to: clockTime })).meta({
        description: "Opening hours of the weekday, also on a holiday; 'to' may be 24:00",
      }),
      asked: askedTime.nullable().meta({ description: 'Result for `time`; null without `time`' }),
      times: z.array(
        z.object({
          time: clockTime,
          free: z.boolean(),
          busy_with: optionalText.meta({
            description: 'The conflicting animal; null for an API key without appointments:read',
          }),
          why: optionalText.meta({ description: 'Why the time is taken; null if it is free or past' }),
        }),
      ),
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
      anyone: formFlag.optional().meta({
        description:
          "'1' without staff_id assigns the free staff member with the fewest booked minutes that day",
      }),
      booking_date: date,
      booking_time: time,
      duration_minutes: durationMinutes.default(30),
      price: moneyInput.optional().meta({ description: "The service's base price when omitted" }),
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
      ...onResources,
      ...onOverlap,
      ...onDeposit,
      ...onTelling,
    }),
    output: done,
    errors: [
      'not_found',
      ...clashes,
      'slot_taken',
      'illegal_transition',
      'booking_closed',
      'animal_transferred',
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
      ...onOverlap,
      ...onDeposit,
      ...onTelling,
    }),
    output: done,
    errors: ['not_found', 'illegal_transition', ...clashes, 'slot_taken'],
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
