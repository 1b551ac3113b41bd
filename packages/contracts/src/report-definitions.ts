/**
 * What the numbers of reports and analytics mean, in a sentence or two each; the tooltips, the reference page and
 * docs/reports.md use these texts.
 */
export const reportDefinitions = {
  revenue: {
    name: 'Revenue',
    meaning:
      'Money taken in the period (cash, card, BACS and deposits), less what was refunded or voided in it. It counts on the day it was paid or paid back, on the clock of the practice.',
  },
  bookings: {
    name: 'Bookings',
    meaning: 'Appointments on the days of the period, today included, that were not cancelled.',
  },
  growth: {
    name: 'Growth',
    meaning:
      'The change against the equal period before: yesterday, the same days of last week, of last month or of last year, or as many days as were chosen. While a period is running, money is compared up to the same time of day. There is no figure when there was nothing before.',
  },
  new_clients: {
    name: 'New clients',
    meaning: 'Clients whose first appointment that was not cancelled falls into the period.',
  },
  returning_clients: {
    name: 'Returning clients',
    meaning:
      'Clients with a booking in the period who had one before it. In a chart each bar asks the same of its own days: who is new in the period can return in a later bar.',
  },
  active_clients: {
    name: 'Active clients',
    meaning:
      'Clients on the books, which is all who are not archived: today on the cards, at the end of the period in Client Growth & Activity.',
  },
  active_patients: {
    name: 'Patients',
    meaning:
      'Animals on the books today, which is all who are not archived. Animal Demographics leaves out those that were registered after the end of the period.',
  },
  retention: {
    name: 'Retention',
    meaning:
      'Of the clients with a booking in the 12 months before the period, the share who had another one within it. Each month shows how many of these same clients came in it.',
  },
  popular_services: {
    name: 'Popular services',
    meaning:
      'Services by their bookings in the period. The arrow compares with the equal period before: up or down when the bookings changed by more than 5 percent. There is none when nothing at all was booked before. Revenue is what was taken for the service in the period.',
  },
  peak_hours: {
    name: 'Peak hours',
    meaning:
      'The hour of the day in which most bookings of a weekday begin, and up to two more with at least three quarters as many.',
  },
  average_revenue: {
    name: 'Average revenue',
    meaning: 'Revenue of the weekday, by the day it was paid, divided by the bookings of that weekday.',
  },
  unpaid: {
    name: 'Unpaid',
    meaning:
      'What is still open of appointments in the period that were accepted, not cancelled, and have begun. It is not part of revenue.',
  },
  paid_bookings: {
    name: 'Paid bookings',
    meaning:
      'Appointments for which money was taken or given back in the period, each with the sum of it. Together with deposits that never became an appointment they make up the revenue.',
  },
} as const;

export type ReportDefinition = keyof typeof reportDefinitions;
