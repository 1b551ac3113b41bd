import { addDays, daysBetween, minutesOf } from '@burrow/contracts/calendar-day';
import { covers } from '@burrow/contracts/spans';
import type { WorkContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { holidaysColumn } from './days-read-model.ts';
import { workingTimes } from './desk-people.ts';
import type { DiaryRow } from './diary-read-model.ts';
import { rotaColumn } from './rota-columns.ts';

/** When an appointment takes place. */
interface AppointmentTime {
  booking_date: string;
  booking_time: string;
  duration_minutes: number;
}

const workingHours = statement<Pick<DiaryRow, 'rota' | 'holidays' | 'business_hours'>>(
  'working_hours_of_days',
  `select t.business_hours, ${holidaysColumn}, ${rotaColumn('$2::date', '$3::date')} from tenants t where t.id = $1`,
);

/**
 * Returns a function that says whether a person works during one of the given appointments, by the rules for booking at the
 * desk: without a rota, only absences count. Reads the rota once.
 */
export async function presenceAt(
  { tx, tenantId }: Pick<WorkContext, 'tx' | 'tenantId'>,
  times: readonly AppointmentTime[],
): Promise<(userId: number, time: AppointmentTime) => boolean> {
  const days = times.map(({ booking_date: day }) => day).toSorted();
  const [first = '', end = ''] = [days[0], days.at(-1)];
  if (first === '') return () => false;
  const last = addDays(end, 2);
  const practice = await tx.row(workingHours, [tenantId, first, last]);
  if (!practice) throw new Error('The practice of this session was not found.');
  const working = workingTimes(practice, first, last);
  return (userId, { booking_date: day, booking_time: time, duration_minutes: minutes }) => {
    const start = daysBetween(first, day) * 1440 + minutesOf(time);
    return covers(working(userId), [start, start + minutes]);
  };
}
