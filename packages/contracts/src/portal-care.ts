import { z } from 'zod';
import { defineActionsIn, perCaller } from './action.ts';
import { careQueries, clientQueries, portalBookingQueries } from './booking-queries.ts';
import { careStates, maxBookedTogether } from './care-limits.ts';
import { date, id, jsonValue, time } from './form.ts';
import { customers } from './roles.ts';
import { clockTime, day, done, flag, money, optionalText, recordId } from './wire.ts';

const ownCare = z.object({
  care_due_id: recordId,
  animal_id: recordId,
  animal_name: z.string(),
  care_type: z.string(),
  due_on: day,
  state: z.enum(careStates),
  service_id: recordId.nullable().meta({ description: 'What to book; null if it can’t be booked online' }),
  service: optionalText,
  price: money.nullable(),
  booking_id: recordId.nullable(),
  booking_date: day.nullable(),
  requested: flag.meta({
    description: "'1' if the appointment is a request that the practice hasn't accepted",
  }),
});

const firstTime = z.object({
  care_due_id: recordId,
  booking_date: day.nullable().meta({ description: 'Null if nothing is free within four weeks' }),
  booking_time: clockTime.nullable(),
});

const group = 'Portal';
const limit = [perCaller(30)];

export const portalCareActions = defineActionsIn(null, {
  'cp/care': {
    kind: 'query',
    group,
    summary: 'What the caller’s pets need within 60 days or are overdue for, soonest first.',
    access: customers,
    input: z.object({}),
    output: z.array(ownCare),
    errors: [],
  },
  'cp/care_dismiss': {
    kind: 'command',
    group,
    summary: 'Stops reminders to the caller about something one of their pets needs.',
    access: customers,
    input: z.object({ care_due_id: id }),
    output: done,
    errors: ['not_found', 'care_ended'],
    invalidates: careQueries,
    audit: { entity: 'care_due', id: 'care_due_id' },
    limit,
  },
  'cp/recall': {
    kind: 'query',
    group,
    summary:
      'What a recall to the caller is about, with the first free times, one after the other where possible. Without a recall, everything that can be booked.',
    access: customers,
    input: z.object({ recall_id: id.optional() }),
    output: z.object({ items: z.array(ownCare), times: z.array(firstTime) }),
    errors: ['not_found'],
    limit: [perCaller(60)],
  },
  'cp/care_book': {
    kind: 'command',
    group,
    summary: `Requests appointments for what the caller’s pets need, up to ${maxBookedTogether} at once: all of them or none.`,
    access: customers,
    input: z.object({
      appointments: jsonValue(
        z
          .array(z.object({ care_due_id: id, booking_date: date, booking_time: time }))
          .min(1)
          .max(maxBookedTogether)
          .refine(
            (all) => new Set(all.map(({ care_due_id }) => care_due_id)).size === all.length,
            'Book each only once.',
          ),
      ).meta({ description: 'A list, or its JSON' }),
    }),
    output: z.object({ booking_ids: z.array(recordId) }),
    errors: [
      'not_found',
      'care_ended',
      'slot_not_offered',
      'slot_taken',
      'animal_busy',
      'nonexistent_time',
      'too_many_requests_waiting',
      'deposit_required',
    ],
    invalidates: [...clientQueries, ...portalBookingQueries, ...careQueries],
    paid: true,
    audit: { entity: 'client', isCaller: true },
    limit,
    idempotent: true,
  },
});

export type OwnCare = z.output<typeof ownCare>;
