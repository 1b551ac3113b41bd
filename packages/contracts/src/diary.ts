import { z } from 'zod';
import { defineActions } from './action.ts';
import { bookingStatuses } from './booking-status.ts';
import { alertOfClient, bookingRow, readsAlert } from './booking.ts';
import { date, formInt, id } from './form.ts';
import { practiceStaff } from './roles.ts';
import { clockTime, day, instant, money, optionalText, recordId } from './wire.ts';

/** A span of one day; 'to' may be 24:00. */
const span = z.object({ from: clockTime, to: clockTime });

/** Why a person, a room or the practice is not available during a span of a day. */
const awaySpan = span.extend({
  absence_id: recordId,
  kind: z
    .string()
    .meta({ description: 'leave, sick, training, meeting, break, maintenance, closed or other' }),
  note: optionalText,
});

const columnDay = z.object({
  date: day,
  working: z.array(span).meta({
    description:
      'When appointments can be booked: within opening hours, without absences. For a person without a rota: the opening hours',
  }),
  away: z.array(awaySpan),
});

const diaryAppointment = z.object({
  id: recordId,
  booking_date: day,
  booking_time: clockTime,
  duration_minutes: z.int(),
  before_minutes: z.int().meta({ description: 'Kept free before it' }),
  after_minutes: z.int().meta({ description: 'Kept free after it' }),
  status: z.enum(bookingStatuses),
  is_provisional: z.union([z.literal(0), z.literal(1)]),
  staff_accepted: z.union([z.literal(0), z.literal(1)]),
  staff_id: recordId.nullable(),
  resource_ids: z.array(recordId),
  client_id: recordId,
  client_name: z.string(),
  client_phone: optionalText,
  new_client: z.boolean().meta({ description: 'Whether it is on the day of the client’s first appointment' }),
  animal_id: recordId,
  animal_name: z.string(),
  species: optionalText,
  breed: optionalText,
  allergies: optionalText,
  behaviour_notes: optionalText,
  service_id: recordId.nullable(),
  service: optionalText,
  service_color: optionalText,
  notes: optionalText,
  staff_notes: optionalText,
  price: money,
  paid: money.meta({ description: 'Payments and deposits, less refunds and voids' }),
  missed: z
    .boolean()
    .meta({ description: 'Pending or confirmed, without a stage, and more than three hours past' }),
  overlap_allowed: z.boolean(),
  client_alert: alertOfClient,
  ...bookingRow.pick({ stage: true, arrived_at: true, seen_at: true, ready_at: true, left_at: true }).shape,
});

/** A time held for a pet owner who is paying a deposit, or who was offered it from the waitlist. */
const heldTime = z.object({
  kind: z.enum(['payment', 'offer']),
  client_name: z.string(),
  animal_name: z.string(),
  service: z.string(),
  held_until: instant,
  booking_date: day,
  booking_time: clockTime,
  duration_minutes: z.int(),
  staff_id: recordId.nullable(),
  service_id: recordId.nullable(),
  resource_ids: z.array(recordId),
});

/** A service that not everyone provides, or that needs rooms or equipment. */
const limitedService = z.object({
  id: recordId,
  staff_ids: z.array(recordId).meta({ description: 'Who provides it; empty if everyone does' }),
  needs: z.array(z.array(recordId)).meta({
    description: 'An appointment takes one resource of each list; an empty list can’t be met',
  }),
});

/** An appointment as a calendar shows it. */
const calendarEntry = z.object({
  id: recordId,
  booking_date: day,
  booking_time: clockTime,
  duration_minutes: z.int(),
  status: z.enum(bookingStatuses),
  is_provisional: z.union([z.literal(0), z.literal(1)]),
  staff_accepted: z.union([z.literal(0), z.literal(1)]),
  ...bookingRow.pick({ stage: true }).shape,
  client_name: z.string(),
  animal_name: z.string(),
  species: optionalText,
  service: optionalText,
  staff_member: optionalText,
});

export const diaryActions = defineActions({
  calendar_month: {
    kind: 'query',
    group: 'Appointments',
    summary:
      'A month of appointments with the fields a calendar shows, soonest first; `bookings` has all fields.',
    access: practiceStaff,
    scope: 'appointments',
    input: z.object({
      year: formInt(1900, 2199),
      month: formInt(1, 12),
      staff_id: id.optional(),
      service_id: id.optional(),
    }),
    output: z.array(calendarEntry),
    errors: ['not_found'],
  },
  diary: {
    kind: 'query',
    group: 'Appointments',
    summary:
      'Up to seven days of the diary: working hours, closures and absences, rooms and equipment, appointments and held times.',
    access: practiceStaff,
    scope: 'appointments',
    effects: readsAlert,
    input: z.object({ date, days: formInt(1, 7).default(1) }),
    output: z.object({
      today: day.meta({ description: "Today on the practice's clock" }),
      has_rota: z.boolean(),
      parallel_places: z
        .int()
        .meta({ description: 'Without a rota: appointments at the same time without a staff member' }),
      grace: z.int().meta({ description: 'Gap after each of these, in minutes' }),
      days: z.array(
        z.object({
          date: day,
          holiday: optionalText.meta({ description: 'Its name, on a holiday' }),
          opening: z.array(span).meta({ description: 'Opening hours; none on a holiday' }),
          away: z.array(awaySpan).meta({ description: 'When the whole practice is closed' }),
        }),
      ),
      people: z.array(
        z.object({
          id: recordId,
          name: z.string(),
          color: optionalText,
          takes_bookings: z.boolean(),
          active: z.boolean().meta({
            description: 'Whether they can be booked; others are listed while they have appointments',
          }),
          days: z.array(columnDay),
        }),
      ),
      resources: z.array(
        z.object({
          id: recordId,
          name: z.string(),
          kind: z.enum(['room', 'equipment', 'kennel']),
          places: z.int(),
          days: z.array(columnDay),
        }),
      ),
      services: z.array(limitedService),
      appointments: z.array(diaryAppointment),
      held: z.array(heldTime),
    }),
    errors: [],
  },
});

export type CalendarEntry = z.output<typeof calendarEntry>;
export type DiaryAppointment = z.output<typeof diaryAppointment>;
export type DiaryColumnDay = z.output<typeof columnDay>;
