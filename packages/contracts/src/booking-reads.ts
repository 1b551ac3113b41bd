import { z } from 'zod';
import { defineActions } from './action.ts';
import { bookingDetail, bookingRequestRow, bookingRow, readsAlert } from './booking.ts';
import { date, durationMinutes, formFlag, formInt, id, time } from './form.ts';
import { practiceStaff } from './roles.ts';
import { clockTime, day, optionalText, recordId } from './wire.ts';

const month = { year: formInt(1900, 2199), month: formInt(1, 12) };
const ownTenant = {
  tenantId: id.optional().meta({ description: "If sent, must be the key's own practice" }),
};

const conflict = z.object({
  booking_id: recordId,
  booking_date: day,
  booking_time: clockTime,
  duration_minutes: z.int(),
});

/** Whether one start time is available, and why not. */
const askedTime = z.object({
  time: clockTime,
  outside_hours: z
    .boolean()
    .meta({ description: 'Whether the practice is closed during any part of the appointment' }),
  staff_id: recordId.nullable().meta({
    description: 'The requested staff member; with `anyone`, who would be assigned; null for none',
  }),
  message: optionalText.meta({ description: 'Why the time is taken; null if it is free' }),
  conflicts: z.array(conflict).meta({ description: 'The first ten appointments that clash' }),
  busy_staff: z.array(recordId).meta({ description: 'Ids of staff who have another appointment then' }),
  overlaps: z.boolean().meta({ description: 'Whether booking it needs `allow_overlap`' }),
  outside_rota: z.boolean().meta({ description: 'Whether booking it needs `allow_outside`' }),
  warnings: z
    .array(z.string())
    .meta({ description: 'Advice that doesn’t prevent the booking, such as a short gap' }),
});

/** The queries of appointments: lists, one appointment, and the free times of a day. */
export const bookingReads = defineActions({
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
    effects: readsAlert,
    input: z.object({ booking_id: id }),
    output: bookingDetail,
    errors: ['not_found'],
  },
  'bookings/free_times': {
    kind: 'query',
    group: 'Appointments',
    summary:
      "A day's start times on the practice's clock, each free or not, for one staff member, anyone who provides the service, or the whole practice.",
    access: practiceStaff,
    scope: 'services',
    effects: { 'appointments:read': 'with `animal_id` or `booking_id`' },
    input: z.object({
      date,
      duration_minutes: durationMinutes,
      staff_id: id.optional(),
      anyone: formFlag.optional().meta({
        description:
          "'1' without staff_id: a time is free when someone who provides the service is, as for booking_create",
      }),
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
          'The service, whose staff, rooms and equipment must be free; with booking_id its own when omitted',
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
});
