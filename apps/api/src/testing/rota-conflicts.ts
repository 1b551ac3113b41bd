import { makeBooking } from '../../../../packages/dev/src/factory-bookings.ts';
import type { Practice } from '../../../../packages/dev/src/factories.ts';
import type { TestApi } from './harness.ts';

/** Calls that list appointments outside the rota, and make them. */
export function rotaConflicts(api: TestApi) {
  const conflicts = async ({ staffKey }: Practice) => (await api.call('rota_conflicts', {}, staffKey)).body;

  /** Each conflict as its day, time and what is wrong. */
  const problemsIn = async (practice: Practice) =>
    (await conflicts(practice)).appointments.map(({ booking_date: date, booking_time: time, problems }) => [
      `${date} ${time}`,
      ...problems.map(({ message }) => message),
    ]);

  /** An appointment of the staff member, of half an hour. */
  const book = (
    { animal, staff, checkUp }: Practice,
    booking_date: string,
    booking_time = '10:00',
    more = {},
  ) =>
    makeBooking(api.testDatabase.owner, {
      animal,
      staff,
      service: checkUp,
      booking_date,
      booking_time,
      status: 'confirmed',
      ...more,
    });

  return { conflicts, problemsIn, book };
}
