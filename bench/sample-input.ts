import type { Action } from '../packages/contracts/src/action.ts';
import { maxRangeDays } from '../packages/contracts/src/report-period.ts';
import type { Practice } from './practice.ts';

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** A value for each name of a field that means the same in every action. */
const examples = (practice: Practice): Record<string, unknown> => ({
  booking_id: practice.bookingIds[0],
  client_id: practice.pets[0]?.client_id,
  animal_id: practice.pets[0]?.animal_id,
  staff_id: practice.busyDay.staff_id,
  service_id: practice.serviceId,
  year: practice.month.year,
  month: practice.month.month,
  date: practice.busyDay.date,
  booking_date: practice.busyDay.date,
  booking_time: '07:00',
  duration_minutes: 30,
  notes: 'Brought in by the neighbour',
  status: 'confirmed',
  report: 'bookings_between_dates',
  period: 'custom',
  start_date: daysAgo(maxRangeDays),
  end_date: daysAgo(0),
  date_from: daysAgo(maxRangeDays),
  date_to: daysAgo(0),
  staff: practice.busyDay.staff_id,
  price: '45.00',
  q: practice.wholeName,
  limit: 50,
  email: 'nobody@example.test',
  password: 'three-words-and-7',
});

/** An input of the action from the examples that fit its fields, parsed; undefined when they do not suffice. */
export function sampleInput(action: Action, practice: Practice): unknown {
  const known = examples(practice);
  const fields = Object.entries(action.input.shape).filter(
    ([field, { safeParse }]) => known[field] !== undefined && safeParse(known[field]).success,
  );
  const parsed = action.input.safeParse(Object.fromEntries(fields.map(([field]) => [field, known[field]])));
  return parsed.success ? parsed.data : undefined;
}
