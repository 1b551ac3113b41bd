/**
 * What the numbers of reports and analytics mean, in a sentence or two each; the tooltips, the reference page and
 * docs/reports.md use these texts.
 */
export const reportDefinitions = {
  revenue: {
    name: 'Revenue',
    meaning:
      'Money taken in the period (cash, card, BACS and deposits), less refunds and voids. Each amount counts on the day it was paid or refunded, on the practice’s clock.',
  },
  bookings: {
    name: 'Bookings',
    meaning: 'Appointments in the period, up to the end of today, that were not cancelled.',
  },
  growth: {
    name: 'Growth',
    meaning:
      'The change from the previous period of the same length: yesterday, the same days of last week, last month or last year, or the same number of days before a custom range. While a period is running, money is compared up to the same time of day. No figure is shown if the previous period is empty.',
  },
  new_clients: {
    name: 'New clients',
    meaning: 'Clients whose first appointment, not counting cancelled ones, is in the period.',
  },
  returning_clients: {
    name: 'Returning clients',
    meaning:
      'Clients with a booking in the period who also had one before it. In a chart, each bar counts its own days, so a client who is new in one bar can be returning in a later one.',
  },
  active_clients: {
    name: 'Active clients',
    meaning:
      'Clients who are not archived: today on the cards, and at the end of the period in Client Growth & Activity.',
  },
  active_patients: {
    name: 'Patients',
    meaning:
      'Animals that are not archived today. Animal Demographics leaves out those registered after the end of the period.',
  },
  retention: {
    name: 'Retention',
    meaning:
      'Of the clients with a booking in the 12 months before the period, the share who had another one in the period. Each month shows how many of these clients had a booking in that month.',
  },
  popular_services: {
    name: 'Popular services',
    meaning:
      'Services ranked by bookings in the period. The arrow compares them with the previous period of the same length: up or down for a change of more than 5%. There is no arrow if nothing was booked in that period. Revenue is the money taken for the service in the period.',
  },
  gaps_filled: {
    name: 'Gaps filled',
    meaning:
      'Times that came free in the period (cancelled, declined, moved or shortened appointments, unpaid deposits, new opening hours), and the offers to clients on the waitlist that were made in it. Value is the price of the new appointments; one that only moved earlier adds none.',
  },
  recall: {
    name: 'Recalls',
    meaning:
      'Recalls that were sent in the period, and the due dates they were about. A due date counts as booked if an appointment of the type’s service was made for the animal within 60 days after the first of these recalls, and was not cancelled. Revenue is what was paid for those appointments.',
  },
  peak_hours: {
    name: 'Peak hours',
    meaning:
      'The hour in which most bookings on a weekday start, and up to two more hours with at least three quarters as many.',
  },
  average_revenue: {
    name: 'Average revenue',
    meaning: 'Revenue paid on that weekday, divided by the bookings on that weekday.',
  },
  utilisation: {
    name: 'Utilisation',
    meaning:
      'The share of working time that is booked with appointments that were not cancelled, up to the end of today. Working time is the rota within the opening hours, or the opening hours for people without a rota, less holidays and absences, from the day on which the person or room was added, or from their first appointment if that was earlier. Double-booked time counts for each appointment. An appointment without a staff member counts for its rooms and equipment only. Each place in a room counts separately, and time kept free around an appointment counts as booked.',
  },
  outside_hours: {
    name: 'Outside hours',
    meaning: 'Appointment time outside working time. It is not part of utilisation.',
  },
  cancellations: {
    name: 'Cancellations',
    meaning:
      'Appointments in the period, up to the end of today, that were cancelled: by their clients, by the practice, or because the client did not attend (no-shows). The percentage counts those of the clients, no-shows included. Requests that the practice never accepted are left out. Notice is the time from the cancellation to the start.',
  },
  unpaid: {
    name: 'Unpaid',
    meaning:
      'The balance due for appointments in the period that were accepted, were not cancelled and have started. It is not part of revenue.',
  },
  paid_bookings: {
    name: 'Paid bookings',
    meaning:
      'Appointments with a payment, refund or void in the period, each with its total. Together with deposits that never became an appointment, they make up the revenue.',
  },
} as const;

export type ReportDefinition = keyof typeof reportDefinitions;

/** Shown instead of gaps that were not recorded. */
export const waitlistIsOff = 'The waitlist is off, so times that come free aren’t recorded.';

/** Whether a report of filled gaps has none, nor offers. */
export const isWithoutGaps = ({ freed, offers }: { freed: number; offers: number }): boolean =>
  freed + offers === 0;
