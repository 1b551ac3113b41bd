import { describe, expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../harness.ts';

// Appointments cancelled one by one while their client or animal is archived with all of them.

const api = useTestApi();
const db = () => api.testDatabase.owner;
const rounds = 6;

const archive = {
  client: ({ client, adminKey }: Practice) =>
    api.call('client_archive', { client_id: client.id, cancel_bookings: '1' }, adminKey),
  animal: ({ animal, adminKey }: Practice) =>
    api.call('animal_archive', { animal_id: animal.id, reason: 'moved', cancel_bookings: '1' }, adminKey),
};

describe.each(['client', 'animal'] as const)('archiving a %s', (what) => {
  it('loses no concurrent cancellation of a single appointment', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const practice = await makePractice(db());
      const { animal, client, staffKey } = practice;
      const days = [10, 11, 12, 13, 14, 15].map((day) => `2026-02-${day}`);
      const bookings = await Promise.all(
        days.map((booking_date) => makeBooking(db(), { animal, booking_date, status: 'confirmed' })),
      );
      const cancelled = bookings.map(({ id: booking_id }) =>
        api.call('booking_status_update', { booking_id, status: 'cancelled' }, staffKey),
      );
      const [archived, ...answers] = await Promise.all([archive[what](practice), ...cancelled]);
      expect(archived.status).toBe(200);
      // The later command finds it cancelled.
      for (const { status } of answers) expect([200, 409]).toContain(status);
      const { rows } = await db().query(
        `select first_booking_on, (select count(*)::int from bookings b
           where b.client_id = c.id and b.status <> 'cancelled') as left
         from clients c where c.id = $1`,
        [client.id],
      );
      expect(rows).toEqual([{ first_booking_on: null, left: 0 }]);
    }
    // The planner's statistics come from the earlier rounds.
    const { rows } = await db().query(
      'select deadlocks::int from pg_stat_database where datname = current_database()',
    );
    expect(rows).toEqual([{ deadlocks: 0 }]);
  }, 60_000);
});
