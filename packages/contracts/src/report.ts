import { z } from 'zod';
import { defineActionsIn, perCaller } from './action.ts';
import { paymentMethod } from './booking-actions.ts';
import { bookingStatuses, paymentMethods, type PaymentMethod } from './booking-status.ts';
import { chosenDate, date, formInt, id, oneOf, text } from './form.ts';
import {
  animalDemographicsAnswer,
  bookingPatternsAnswer,
  cancellationsAnswer,
  clientGrowthAnswer,
  clientRetentionAnswer,
  dashboardOverviewAnswer,
  gapsFilledAnswer,
  paymentMethodsAnswer,
  popularServicesAnswer,
  recallAnswer,
  revenueTrendsAnswer,
  utilisationAnswer,
} from './report-answers.ts';
import { reportDefinitions as means } from './report-definitions.ts';
import { popularServicesLimit, rangeMessages, reportGroups, reportPeriods } from './report-period.ts';
import { practiceStaff } from './roles.ts';
import { clockTime, day, documentFile, instant, money, optionalText, recordId } from './wire.ts';

/** The reports that can be downloaded as a file. */
export const exportableReports = [
  'bookings_between_dates',
  'dashboard_overview',
  'revenue_trends',
  'popular_services',
  'payment_methods',
  'booking_patterns',
  'client_retention',
  'animal_demographics',
  'client_growth',
  'utilisation',
  'cancellations',
  'recall',
  'gaps_filled',
] as const;
export type ExportableReport = (typeof exportableReports)[number];

const periodInput = {
  period: oneOf(reportPeriods).optional().meta({
    description: 'month when omitted; custom needs start_date and end_date',
  }),
  start_date: date.optional().meta({ description: 'Only with period custom: its first day' }),
  end_date: date.optional().meta({
    description: 'Only with period custom: its last day, at most 730 days later and not in the future',
  }),
};

const group = oneOf(reportGroups)
  .optional()
  .meta({ description: 'hour only for a single day. Chosen to fit the period when omitted.' });

const paidBookingsFilters = {
  paid_type: paymentMethod.optional().meta({ description: 'Only what was paid this way' }),
  staff: id.optional().meta({ description: 'Only the appointments of this staff member (their user id)' }),
};

/** The kinds of a line in the ledger. */
export const moneyKinds = ['payment', 'deposit', 'refund', 'void'] as const;
export type MoneyKind = (typeof moneyKinds)[number];

const paidBooking = z.object({
  id: recordId,
  booking_date: day,
  booking_time: clockTime,
  service: optionalText,
  staff_member: optionalText,
  status: z.enum(bookingStatuses),
  price: money,
  amount: money.meta({ description: 'Money taken for it in the range, less refunds and voids' }),
  paid_at: instant.meta({ description: 'When its latest payment, refund or void in the range was made' }),
  last_kind: z.enum(moneyKinds).meta({
    description: 'The kind of that entry; void means that a payment was marked unpaid',
  }),
  animal_name: z.string(),
  species: optionalText,
  client_id: recordId,
  client_name: z.string(),
  paid_type: z.enum(paymentMethods).meta({ description: 'How it was last paid in the range' }),
  paid_types: z.array(z.enum(paymentMethods)).meta({ description: 'All the ways it was paid in the range' }),
});

const exportInput = z.object({
  report: oneOf(exportableReports),
  ...periodInput,
  date_from: date.optional().meta({ description: 'First day of bookings_between_dates' }),
  date_to: date.optional().meta({ description: 'Last day of bookings_between_dates' }),
  ...paidBookingsFilters,
  group_by: group.meta({
    description:
      'For revenue_trends: how the rows are grouped; hour only for a single day. Chosen to fit the period when omitted.',
  }),
});

const reportsGroup = 'Reports';

export const reportActions = defineActionsIn('reports', {
  'reports/bookings_between_dates': {
    kind: 'query',
    mayReadReplica: true,
    group: reportsGroup,
    summary: `${means.paid_bookings.meaning} Latest payment first.`,
    access: practiceStaff,
    input: z.object({
      date_from: chosenDate(rangeMessages.missing),
      date_to: chosenDate(rangeMessages.missing),
      ...paidBookingsFilters,
      limit: formInt(1, 500).optional().meta({
        description: 'How many appointments to return; by default all of up to 2000, or 100 with a cursor',
      }),
      cursor: text(200).optional().meta({
        description:
          'next_cursor of the previous page. It marks a position in the list, so it stays valid when appointments change.',
      }),
    }),
    output: z.object({
      data: z.object({
        bookings: z.array(paidBooking),
        summary: z.object({
          total_revenue: money.meta({
            description: 'Of all appointments of the report, and of other_deposits',
          }),
          booking_count: z.int().meta({ description: 'All appointments of the report, not only this page' }),
          other_deposits: money.meta({
            description:
              'Deposits in the range that never became an appointment, less refunds. Excluded when staff is given.',
          }),
          by_method: z
            .object({ Cash: money, Card: money, BACS: money } satisfies Record<PaymentMethod, typeof money>)
            .meta({ description: 'total_revenue by method: what the till and the bank should show' }),
        }),
        next_cursor: z.string().nullable().meta({
          description: 'The cursor for the next page; null on the last',
        }),
      }),
    }),
    errors: ['not_found', 'revenue_hidden', 'report_too_long'],
    limit: [perCaller(240)],
  },
  'reports/revenue_trends': {
    kind: 'query',
    mayReadReplica: true,
    group: reportsGroup,
    summary: `Revenue over time. ${means.revenue.meaning}`,
    access: practiceStaff,
    input: z.object({ ...periodInput, group_by: group }),
    output: revenueTrendsAnswer,
    errors: ['revenue_hidden'],
    limit: [perCaller(240)],
  },
  'reports/popular_services': {
    kind: 'query',
    mayReadReplica: true,
    group: reportsGroup,
    summary: means.popular_services.meaning,
    access: practiceStaff,
    input: z.object({
      ...periodInput,
      limit: formInt(1, 100)
        .optional()
        .meta({ description: `How many services to return; ${popularServicesLimit} when omitted` }),
    }),
    output: popularServicesAnswer,
    errors: [],
    limit: [perCaller(240)],
  },
  'reports/client_growth': {
    kind: 'query',
    mayReadReplica: true,
    group: reportsGroup,
    summary: `Clients over time. New: ${means.new_clients.meaning} Returning: ${means.returning_clients.meaning}`,
    access: practiceStaff,
    input: z.object(periodInput),
    output: clientGrowthAnswer,
    errors: [],
    limit: [perCaller(240)],
  },
  'reports/payment_methods': {
    kind: 'query',
    mayReadReplica: true,
    group: reportsGroup,
    summary: `Revenue by method, and what is unpaid. ${means.unpaid.meaning}`,
    access: practiceStaff,
    input: z.object(periodInput),
    output: paymentMethodsAnswer,
    errors: ['revenue_hidden'],
    limit: [perCaller(240)],
  },
  'reports/gaps_filled': {
    kind: 'query',
    mayReadReplica: true,
    group: reportsGroup,
    summary: `What the waitlist filled. ${means.gaps_filled.meaning}`,
    access: practiceStaff,
    input: z.object(periodInput),
    output: gapsFilledAnswer,
    errors: [],
    limit: [perCaller(240)],
  },
  'reports/recall': {
    kind: 'query',
    mayReadReplica: true,
    group: reportsGroup,
    summary: `Recalls sent and the appointments that followed, by recall type. ${means.recall.meaning}`,
    access: practiceStaff,
    input: z.object(periodInput),
    output: recallAnswer,
    errors: [],
    limit: [perCaller(240)],
  },
  'reports/booking_patterns': {
    kind: 'query',
    mayReadReplica: true,
    group: reportsGroup,
    summary: `Bookings by the day of the week, in the order of the practice's week. Peak hours: ${means.peak_hours.meaning}`,
    access: practiceStaff,
    input: z.object({
      ...periodInput,
      group_by: oneOf(['day_of_week']).optional().meta({ description: 'day_of_week when omitted' }),
    }),
    output: bookingPatternsAnswer,
    errors: [],
    limit: [perCaller(240)],
  },
  'reports/client_retention': {
    kind: 'query',
    mayReadReplica: true,
    group: reportsGroup,
    summary: means.retention.meaning,
    access: practiceStaff,
    input: z.object(periodInput),
    output: clientRetentionAnswer,
    errors: [],
    limit: [perCaller(240)],
  },
  'reports/animal_demographics': {
    kind: 'query',
    mayReadReplica: true,
    group: reportsGroup,
    summary: `${means.active_patients.name}: ${means.active_patients.meaning} By species, the most frequent first.`,
    access: practiceStaff,
    input: z.object(periodInput),
    output: animalDemographicsAnswer,
    errors: [],
    limit: [perCaller(240)],
  },
  'reports/utilisation': {
    kind: 'query',
    mayReadReplica: true,
    group: reportsGroup,
    summary: `Booked and available time by person, room and week. ${means.utilisation.meaning}`,
    access: practiceStaff,
    input: z.object(periodInput),
    output: utilisationAnswer,
    errors: [],
    limit: [perCaller(240)],
  },
  'reports/cancellations': {
    kind: 'query',
    mayReadReplica: true,
    group: reportsGroup,
    summary: `Cancelled appointments by service, notice and staff member. ${means.cancellations.meaning}`,
    access: practiceStaff,
    input: z.object(periodInput),
    output: cancellationsAnswer,
    errors: [],
    limit: [perCaller(240)],
  },
  'reports/dashboard_overview': {
    kind: 'query',
    mayReadReplica: true,
    group: reportsGroup,
    summary:
      'Figures for today, this calendar month to date and the period, with growth from the previous period.',
    access: practiceStaff,
    input: z.object(periodInput),
    output: dashboardOverviewAnswer,
    errors: [],
    limit: [perCaller(240)],
  },
  'reports/export_csv': {
    kind: 'query',
    mayReadReplica: true,
    group: reportsGroup,
    summary:
      'A report as CSV in UTF-8, every row of it. Text that a spreadsheet would take for a formula begins with an apostrophe.',
    access: practiceStaff,
    input: exportInput,
    output: documentFile,
    errors: ['not_found', 'revenue_hidden', 'rate_limited'],
    limit: [perCaller(30)],
    returns: 'csv',
  },
  'reports/export_pdf': {
    kind: 'query',
    mayReadReplica: true,
    group: reportsGroup,
    summary: 'A report as a PDF to print or send, of up to 2000 rows.',
    access: practiceStaff,
    input: exportInput,
    output: documentFile,
    errors: ['not_found', 'revenue_hidden', 'report_too_long'],
    limit: [perCaller(30)],
    returns: 'pdf',
  },
});
