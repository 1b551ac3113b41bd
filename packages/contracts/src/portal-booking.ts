import { z } from 'zod';
import { defineActionsIn, perCaller } from './action.ts';
import { bookingQueries, portalBookingQueries } from './booking-queries.ts';
import { chosenId, date, formInt, id, line, text, time } from './form.ts';
import { customers } from './roles.ts';
import { maxRequestNotesLength } from './text-lengths.ts';
import { clockTime, day, flag, optionalText, recordId } from './wire.ts';

/** One day of a month, as the calendar of the portal shows it. */
const portalDay = z.object({
  date: day,
  state: z.enum(['open', 'full', 'closed', 'holiday', 'past', 'later']).meta({
    description: "'full' has no free times; 'later' is further ahead than can be requested",
  }),
  holiday: optionalText.meta({ description: 'Its name, on a holiday' }),
  times: z.array(z.object({ time: clockTime, free: z.boolean() })),
});

/** A pet owner's request for an appointment. */
export const wantedAppointment = {
  animal_id: chosenId('Please select a pet'),
  service_id: chosenId('Please select a service'),
  booking_date: date,
  booking_time: time,
  notes: text(maxRequestNotesLength).optional(),
  staff_id: id.optional().meta({ description: 'With this person; anyone who is free when omitted' }),
};

export const portalBookingActions = defineActionsIn(null, {
  'cp/booking_availability': {
    kind: 'query',
    group: 'Portal',
    summary:
      "A month of the practice's days with their times, each free or not, on the practice's clock; this month when none is given. With a service, times that hold its duration.",
    access: customers,
    input: z.object({
      year: formInt(1900, 2199).optional(),
      month: formInt(1, 12).optional(),
      service_id: id.optional(),
      staff_id: id
        .optional()
        .meta({ description: 'Only times when this person is free, see `cp/booking_staff`' }),
      booking_id: id.optional().meta({
        description:
          'To move an appointment of the caller: times that hold it, whose own time counts as free. Its service applies',
      }),
    }),
    output: z.object({
      year: z.int(),
      month: z.int(),
      today: day.meta({ description: "Today on the practice's clock" }),
      latest: day.meta({ description: 'The last day that can be requested' }),
      days: z.array(portalDay),
      bookings: z
        .array(z.object({ date: day, time: clockTime, duration: z.int() }))
        .meta({ description: 'Times from today on when the practice is busy, without client details' }),
      holidays: z.array(
        z.object({ holiday_name: z.string(), start_date: day, end_date: day, is_recurring: flag }),
      ),
    }),
    errors: ['not_found'],
    limit: [perCaller(120)],
  },
  'cp/booking_staff': {
    kind: 'query',
    group: 'Portal',
    summary: 'The people a pet owner can choose for a service; none if the practice has no rota.',
    access: customers,
    input: z.object({ service_id: id }),
    output: z.array(z.object({ id: recordId, name: z.string() })),
    errors: ['not_found'],
  },
  'cp/booking_create': {
    kind: 'command',
    group: 'Portal',
    summary:
      'Requests an appointment for one of the caller’s pets, with a paid deposit if the practice asks for one. If several clients request the last free slot, one gets it.',
    access: customers,
    input: z.object({
      ...wantedAppointment,
      deposit_paid: formInt(0, 1).optional().meta({
        description: 'Accepted and ignored: the server asks the card provider',
      }),
      payment_id: line(255).optional().meta({
        description:
          'Id of a paid deposit or its checkout; returns the appointment that was requested with it',
      }),
    }),
    output: z.object({ booking_id: recordId, id: recordId }),
    errors: [
      'not_found',
      'slot_taken',
      'slot_not_offered',
      'animal_busy',
      'too_many_requests_waiting',
      'nonexistent_time',
      'deposit_required',
      'payments_unavailable',
    ],
    invalidates: [...bookingQueries, ...portalBookingQueries],
    paid: true,
    audit: { entity: 'booking', id: 'booking_id' },
    limit: [perCaller(30)],
    idempotent: true,
  },
});

export type PortalDay = z.output<typeof portalDay>;
