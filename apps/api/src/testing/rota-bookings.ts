import { expect } from 'vitest';
import type { Hours } from '../../../../packages/dev/src/factory-diary.ts';
import { makeAnimal } from '../../../../packages/dev/src/factory-records.ts';
import type { Practice } from '../../../../packages/dev/src/factories.ts';
import type { TestApi } from './harness.ts';

/** The day after the harness's now, a Thursday. */
export const thursday = '2026-01-15';
/** A pattern of hours on Thursdays. */
export const thursdays = (...hours: Hours) => [{ 4: hours }];

/** Calls that book on {@link thursday}, at the desk and in the portal. */
export function rotaBookings(api: TestApi) {
  const db = () => api.testDatabase.owner;

  /** The free times of the portal on a day. */
  async function portalTimes(
    { clientKey }: Practice,
    input: object = {},
    date = thursday,
  ): Promise<string[]> {
    const { status, body } = await api.call('cp/booking_availability', input, clientKey);
    expect(status).toBe(200);
    const times = body.days.find((one) => one.date === date)?.times ?? [];
    return times.flatMap(({ time, free }) => (free ? [time] : []));
  }

  const request = async (practice: Practice, changes: object = {}) =>
    api.call(
      'cp/booking_create',
      {
        animal_id: (await makeAnimal(db(), { client: practice.client })).id,
        service_id: practice.checkUp.id,
        booking_date: thursday,
        booking_time: '10:00',
        ...changes,
      },
      practice.clientKey,
    );

  const book = async (practice: Practice, changes: object = {}) =>
    api.call(
      'booking_create',
      {
        client_id: practice.client.id,
        animal_id: (await makeAnimal(db(), { client: practice.client })).id,
        service_id: practice.checkUp.id,
        booking_date: thursday,
        booking_time: '10:00',
        ...changes,
      },
      practice.staffKey,
    );

  const said = ({ status, error }: Awaited<ReturnType<typeof book>>) =>
    status === 200 ? status : [status, error.code, error.message];

  async function partsOf(bookingId: number) {
    const { rows } = await db().query<{ user_id: number | null; resource_id: number | null; live: boolean }>(
      'select user_id::int, resource_id::int, live from booking_parts where booking_id = $1 order by need',
      [bookingId],
    );
    return rows;
  }
  const roomOf = async (bookingId: number) => (await partsOf(bookingId))[1]?.resource_id;

  return { portalTimes, request, book, said, partsOf, roomOf };
}
