import { z } from 'zod';
import { paymentMethods } from './booking-status.ts';
import { reportDefinitions as means } from './report-definitions.ts';
import { reportGroups, reportPeriods } from './report-period.ts';
import { resourceKinds } from './resource-limits.ts';
import { clockTime, day, money, recordId } from './wire.ts';

// The answer of the report of a period.

/** The direction of a figure compared with the equal period before. */
export const trends = ['up', 'down', 'stable'] as const;
export type Trend = (typeof trends)[number];

const percent = z.number().meta({ description: 'Percent to one decimal', example: 12.5 });
const change = (ofWhat: string) =>
  percent.nullable().meta({ description: `Of ${ofWhat}. ${means.growth.meaning} Then it is null.` });
const hiddenMoney = (meaning: string) =>
  money
    .nullable()
    .meta({ description: `${meaning} Null for staff when the practice hides revenue from them.` });
const count = (description: string) => z.int().meta({ description });

/** The days that an answer covers. */
const spanned = {
  period: z.enum(reportPeriods),
  start_date: day.meta({ description: 'The first day that counts' }),
  end_date: day.meta({ description: 'The last day that counts, today at the latest' }),
};
/** The same, with the days that growth and trends compare them with. */
const compared = {
  ...spanned,
  previous_start_date: day.meta({ description: 'The first day of the equal period before' }),
  previous_end_date: day.meta({
    description:
      'The last day of the equal period before. While the period is running, money counts up to the same time of this day.',
  }),
};
const grouped = {
  ...spanned,
  group_by: z.enum(reportGroups).meta({ description: 'How the rows are grouped' }),
};
/** What a row stands for: an hour ('09:00'), a day or the first day of a week (YYYY-MM-DD), or a month (YYYY-MM). */
const bucket = z.string().meta({
  description: "An hour ('09:00'), a day or the first day of a week (YYYY-MM-DD), or a month (YYYY-MM)",
  example: '2026-11-21',
});

export const revenueTrendsAnswer = z.object({
  data: z.array(z.object({ date: bucket, revenue: money, bookings: z.int() })),
  metadata: z.object({
    ...compared,
    group_by: grouped.group_by,
    total_revenue: money,
    total_bookings: z.int(),
    previous_revenue: money.meta({ description: 'Of the equal period before' }),
    growth_percent: change('revenue'),
  }),
});

export const popularServicesAnswer = z.object({
  data: z.array(
    z.object({
      service_id: recordId.nullable(),
      service_name: z.string().meta({ description: "'No service' for appointments without one" }),
      booking_count: z.int(),
      percentage_of_total: percent.meta({ description: 'Of all bookings of the period' }),
      trend: z.enum(trends).meta({
        description:
          'Compared with the previous period of the same length. Ignore it when previous_bookings is 0.',
      }),
      revenue: hiddenMoney('What was taken for the service in the period.'),
    }),
  ),
  metadata: z.object({
    ...compared,
    total_bookings: count('Of all services, whatever the limit'),
    previous_bookings: count('Of all services in the equal period before'),
  }),
});

export const clientGrowthAnswer = z.object({
  data: z.array(
    z.object({
      period: bucket,
      new_clients: count('Clients whose first appointment is in it'),
      returning_clients: count('Clients with a booking in it who had one before it'),
      total_active: count('Active at the end of the row’s period, or now while it is still running'),
    }),
  ),
  metadata: z.object({
    ...grouped,
    new_clients: count('Clients whose first appointment is in the period as a whole'),
    returning_clients: count(
      'Clients with a booking in the period as a whole who had one before it, each once. Not the sum of the rows.',
    ),
    total_active: count('Active at the end of the period, or now while it is still running'),
  }),
});

export const paymentMethodsAnswer = z.object({
  data: z.array(
    z.object({
      payment_method: z.enum([...paymentMethods, 'Unpaid']),
      transaction_count: count(
        'Payments and deposits taken, without refunds and voids; for Unpaid, appointments',
      ),
      total_amount: money,
      percentage: percent.meta({ description: 'Of what was taken and what is unpaid together' }),
    }),
  ),
  metadata: z.object({
    ...spanned,
    total_amount: money.meta({ description: 'The revenue of the period, without what is unpaid' }),
    unpaid_amount: money,
  }),
});

export const gapsFilledAnswer = z.object({
  freed: count('Times that came free'),
  freed_minutes: count('How long they were'),
  offered: count('Those that were offered to a client on the waitlist'),
  offers: count('Offers made, of these and of times that staff chose'),
  filled: count('Offers that clients took'),
  filled_minutes: count('How long their appointments are'),
  moved: count('Of those, appointments that moved to an earlier time'),
  waitlist_off: z.boolean().meta({
    description: 'Whether the waitlist is off now. While it is, times that come free aren’t recorded',
  }),
  value: hiddenMoney('The price of the new appointments.'),
  ...spanned,
});

const recallFigures = {
  told: count('Due dates that recalls were about'),
  booked: count('Of these, booked within 60 days'),
  completed: count('Of the appointments, completed ones'),
  revenue: hiddenMoney('What was paid for the appointments.'),
};

export const recallAnswer = z.object({
  data: z.array(z.object({ care_type_id: recordId, care_type: z.string(), ...recallFigures })),
  metadata: z.object({ ...spanned, sent: count('Recalls sent, one for a household'), ...recallFigures }),
});

export const bookingPatternsAnswer = z.object({
  data: z.array(
    z.object({
      period: z.string().meta({ description: 'Name of the day', example: 'Monday' }),
      booking_count: z.int(),
      average_revenue: hiddenMoney(`${means.average_revenue.meaning} Null without bookings.`),
      peak_hours: z
        .array(clockTime)
        .meta({ description: 'Start times of the hours, in order', example: ['09:00'] }),
    }),
  ),
  metadata: z.object({ ...spanned, group_by: z.enum(['day_of_week']), total_bookings: z.int() }),
});

export const clientRetentionAnswer = z.object({
  data: z.object({
    total_clients: count('With a booking in the 12 months before the period'),
    returned_within_period: count('Those of total_clients with a booking in the period'),
    retention_rate: percent.nullable().meta({ description: 'Null when there were no clients before' }),
    breakdown_by_month: z.array(
      z.object({
        month: z.string().meta({ description: 'YYYY-MM', example: '2026-11' }),
        returned_clients: count('Those of total_clients with a booking in this month of the period'),
        retention_rate: percent.nullable().meta({ description: 'Of total_clients' }),
      }),
    ),
  }),
  metadata: z.object(spanned),
});

export const animalDemographicsAnswer = z.object({
  data: z.object({
    total_animals: count('Active today, and registered by the end of the period'),
    by_species: z.array(
      z.object({
        species: z.string().meta({ description: "'Unknown' for animals without one" }),
        count: z.int(),
        percentage: percent,
      }),
    ),
  }),
  metadata: z.object(spanned),
});

/** Available and booked time. */
const timeUse = {
  available_minutes: count('Working time'),
  booked_minutes: count('Booked within working time; double-booked time counts for each appointment'),
  outside_minutes: count('Booked outside working time'),
  percent: percent.nullable().meta({
    description:
      'booked_minutes of available_minutes; more than 100 if double-booked. Null without working time.',
  }),
};

export const utilisationAnswer = z.object({
  data: z.object({
    by_person: z
      .array(z.object({ id: recordId, name: z.string(), ...timeUse }))
      .meta({ description: 'Those who take appointments, and anyone who had some in the period' }),
    by_resource: z
      .array(z.object({ id: recordId, name: z.string(), kind: z.enum(resourceKinds), ...timeUse }))
      .meta({
        description:
          'Rooms and equipment: the time of each of their places. Time kept free around an appointment is booked.',
      }),
    by_week: z
      .array(
        z.object({
          from: day.meta({ description: 'The first day of the week that is in the period' }),
          ...timeUse,
        }),
      )
      .meta({ description: 'All people together, by date' }),
  }),
  metadata: z.object({ ...spanned, ...timeUse }).meta({ description: 'The totals are those of all people' }),
});

/** Appointments of the period, and those that did not take place. */
const cancellations = {
  bookings: count('Appointments of the period, cancelled or not'),
  by_client: count('Cancelled by their clients'),
  by_practice: count('Cancelled by the practice'),
  no_shows: count('Whose clients did not attend'),
  percent: percent.nullable().meta({
    description: 'by_client and no_shows of bookings. Null without bookings.',
  }),
};

/** How long before its start an appointment was cancelled; 'unknown' for those from before this was recorded. */
export const cancellationNotices = [
  'after_start',
  'under_2_hours',
  'under_24_hours',
  'under_48_hours',
  'under_7_days',
  'from_7_days',
  'unknown',
] as const;

export const cancellationsAnswer = z.object({
  data: z.object({
    by_service: z
      .array(
        z.object({
          service_id: recordId.nullable(),
          service_name: z.string().meta({ description: "'No service' for appointments without one" }),
          ...cancellations,
        }),
      )
      .meta({ description: 'Services with appointments in the period, most cancelled first' }),
    by_notice: z
      .array(
        z.object({
          notice: z
            .enum(cancellationNotices)
            .meta({ description: 'How long before the start. unknown: cancelled before this was recorded' }),
          by_client: cancellations.by_client,
          by_practice: cancellations.by_practice,
        }),
      )
      .meta({
        description: 'From shortest to longest notice, without no-shows; unknown only if there are any',
      }),
    by_person: z
      .array(
        z.object({
          user_id: recordId.nullable(),
          name: z.string().meta({ description: "'Not assigned' for appointments without a staff member" }),
          ...cancellations,
        }),
      )
      .meta({ description: 'Staff with appointments in the period, most cancelled first' }),
  }),
  metadata: z.object({
    ...spanned,
    ...cancellations,
    kept: hiddenMoney('What was kept of the deposits of these appointments.'),
    refunded: hiddenMoney('What was refunded of the deposits of these appointments.'),
  }),
});

const thisMonth = 'This calendar month up to and including today, whatever the period.';

export const dashboardOverviewAnswer = z.object({
  data: z.object({
    revenue_today: hiddenMoney('Today, whatever the period.'),
    revenue_period: hiddenMoney(`The period. ${means.revenue.meaning}`),
    revenue_this_month: hiddenMoney(thisMonth),
    revenue_period_label: z
      .string()
      .meta({ description: "The period in words, such as 'this month'", example: 'this month' }),
    revenue_growth_percent: change('the revenue of the period'),
    bookings_today: count('Today, whatever the period, later today included'),
    bookings_period: count(`The period. ${means.bookings.meaning}`),
    bookings_this_month: count(thisMonth),
    bookings_period_label: z
      .string()
      .meta({ description: "The period in words, such as 'this month'", example: 'this month' }),
    bookings_growth_percent: change('the bookings of the period'),
    new_clients_this_month: count(thisMonth),
    new_clients_period: count(`The period. ${means.new_clients.meaning}`),
    total_active_clients: count('Now, whatever the period: clients who are not archived'),
    total_active_animals: count('Now, whatever the period: animals that are not archived'),
    upcoming_appointments_count: count('From now on, whatever the period: not cancelled, and still to begin'),
  }),
  metadata: z.object(compared),
});
