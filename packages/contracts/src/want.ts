import { z } from 'zod';
import { date, id, text, time } from './form.ts';
import { maxDaysWaiting } from './waitlist-limits.ts';
import { clockTime, day, instant, optionalText, recordId } from './wire.ts';
import { weekdays, type Weekday } from './weekdays.ts';

// What the desk's and the portal's actions of the waitlist share.

const inOrder = (chosen: readonly Weekday[]): Weekday[] => weekdays.filter((one) => chosen.includes(one));

/** Days of the week: a list in JSON, or text with commas between ("mon,tue"). */
const weekdayList = z
  .preprocess(
    (value: string | readonly string[]): unknown =>
      typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value,
    z
      .array(z.enum(weekdays, { error: `Choose from: ${weekdays.join(', ')}.` }))
      .min(1, 'Choose at least one day of the week.')
      .transform(inOrder),
  )
  .meta({ description: 'Days of the week separated by commas, or a list of them', example: ['mon', 'tue'] });

/** When a client could come. */
export const wantedWhen = {
  weekdays: weekdayList.optional().meta({ description: 'On which days of the week; any when omitted' }),
  from_time: time.nullish().meta({ description: 'The earliest time of day that it may start' }),
  until_time: time.nullish().meta({ description: 'The latest time of day that it may start' }),
  from_date: date.optional().meta({ description: 'From which day; today when omitted' }),
};
export const untilDate = date.meta({
  description: `The last day, at most ${maxDaysWaiting} days ahead`,
});
export const wantNote = text(1000).nullish();

/** Of a new want. */
export const newWant = {
  animal_id: id,
  service_id: id,
  staff_id: id.nullish().meta({ description: 'With this person; anyone when omitted' }),
  booking_id: id.optional().meta({
    description:
      'An upcoming appointment of this animal, for this service, that an earlier time would replace. A new appointment when omitted',
  }),
  ...wantedWhen,
  until_date: untilDate.optional().meta({
    description: `The last day; the day of the appointment (at most ${maxDaysWaiting} days ahead), or 30 days ahead, when omitted`,
  }),
  note: wantNote,
};

/** Of a change; omitted fields stay. */
export const changedWant = {
  want_id: id,
  staff_id: id.nullish(),
  ...wantedWhen,
  until_date: untilDate.optional(),
  note: wantNote,
};

/** A time that a client waits for. */
export const wantRow = z.object({
  want_id: recordId,
  animal_id: recordId,
  animal_name: z.string(),
  species: optionalText,
  service_id: recordId,
  service: z.string(),
  staff_id: recordId.nullable(),
  staff_member: optionalText.meta({ description: 'Null for anyone' }),
  weekdays: z.array(z.enum(weekdays)),
  from_time: clockTime.nullable(),
  until_time: clockTime.nullable(),
  from_date: day,
  until_date: day,
  booking_id: recordId
    .nullable()
    .meta({ description: 'The appointment that an earlier time replaces; null for a new one' }),
  booking_date: day.nullable().meta({ description: 'When that is' }),
  booking_time: clockTime.nullable(),
  note: optionalText,
  state: z.enum(['waiting', 'offered']),
  created_at: instant,
});

export const offerStates = ['open', 'taken', 'declined', 'lapsed', 'withdrawn'] as const;
export type OfferState = (typeof offerStates)[number];
