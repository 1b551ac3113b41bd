import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { makeInvited } from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../harness.ts';

// An appointment is assigned to a person at the moment at which their invitation is withdrawn.

const api = useTestApi();
const db = () => api.testDatabase.owner;

const book = ({ client, animal, checkUp, adminKey }: Practice, staffId: number) =>
  api.call(
    'booking_create',
    {
      client_id: client.id,
      animal_id: animal.id,
      service_id: checkUp.id,
      staff_id: staffId,
      booking_date: '2026-01-15',
      booking_time: '10:00',
      duration_minutes: 30,
    },
    adminKey,
  );

/** Waits until a statement of the API is blocked by another transaction's lock. */
async function untilOneWaits(): Promise<void> {
  for (;;) {
    const { rows } = await db().query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    if (rows.length > 0) return;
  }
}

describe('an appointment for a person whose invitation is being withdrawn', () => {
  it('is refused with 404 instead of failing', async () => {
    const practice = await makePractice(db());
    const { tenant } = practice;
    const { user } = await makeInvited(db(), { tenant });
    const other = new pg.Client({ connectionString: api.testDatabase.ownerUrl });
    await other.connect();
    await other.query('begin');
    await other.query('delete from users where tenant_id = $1 and id = $2', [tenant.id, user.id]);
    const booking = book(practice, user.id);
    await untilOneWaits();
    await other.query('commit');
    await other.end();
    const { status, error } = await booking;
    expect([status, error.fields]).toEqual([404, { staff_id: 'Staff member not found. Choose another.' }]);
  });

  it('is made or the invitation stays, whichever comes first', async () => {
    for (let round = 0; round < 8; round += 1) {
      const practice = await makePractice(db());
      const { user } = await makeInvited(db(), { tenant: practice.tenant });
      const [booked, cancelled] = await Promise.all([
        book(practice, user.id),
        api.call('team/invite_cancel', { staff_id: user.id }, practice.adminKey),
      ]);
      expect([
        [200, 409],
        [404, 200],
      ]).toContainEqual([booked.status, cancelled.status]);
    }
  });
});
