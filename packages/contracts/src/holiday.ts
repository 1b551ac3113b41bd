import { z } from 'zod';
import { defineActionsIn } from './action.ts';
import { rotaQueries } from './booking-queries.ts';
import { chosenDate, date, formFlag, id, requiredText } from './form.ts';
import { practiceStaff, type Role } from './roles.ts';
import { day, done, flag, recordId } from './wire.ts';

/** Days on which the practice is closed, first and last included. */
const holidayRecord = z.object({
  id: recordId,
  holiday_name: z.string(),
  start_date: day,
  end_date: day,
  is_recurring: flag.meta({ description: "'1' for every year, by month and day" }),
});

const adminOnly: readonly Role[] = ['admin'];
const fields = {
  holiday_name: requiredText(100, 'Enter a name.'),
  start_date: chosenDate('Enter the first day.'),
  end_date: date,
  is_recurring: formFlag,
};
const bookings = z.int().meta({ description: 'Upcoming appointments on these days' });
const holidayQueries = ['holidays', ...rotaQueries] as const;
const audit = { entity: 'holiday', id: 'holiday_id' } as const;

/** What the commands on holidays share. */
const change = {
  kind: 'command',
  group: 'Practice',
  invalidates: holidayQueries,
  paid: true,
  audit,
} as const;

export const holidayActions = defineActionsIn('practice', {
  holidays: {
    kind: 'query',
    group: 'Practice',
    summary: 'The practice’s holidays, by first day.',
    access: practiceStaff,
    input: z.object({}),
    output: z.array(holidayRecord),
    errors: [],
  },
  holiday_create: {
    ...change,
    summary: 'Adds a holiday; one day when end_date is omitted.',
    access: adminOnly,
    input: z.object({
      ...fields,
      end_date: date.optional(),
      is_recurring: formFlag.default(false),
    }),
    output: z.object({ holiday_id: recordId, bookings }),
    errors: [],
    idempotent: true,
  },
  holiday_update: {
    ...change,
    summary: 'Updates a holiday. Omitted fields stay.',
    access: adminOnly,
    input: z.object({
      holiday_id: id,
      holiday_name: fields.holiday_name.optional(),
      start_date: date.optional(),
      end_date: date.optional(),
      is_recurring: formFlag.optional(),
    }),
    output: done.extend({ bookings }),
    errors: ['not_found'],
  },
  holiday_delete: {
    ...change,
    summary: 'Deletes a holiday.',
    access: adminOnly,
    input: z.object({ holiday_id: id }),
    output: done,
    errors: ['not_found'],
  },
});

export type HolidayRecord = z.output<typeof holidayRecord>;
