import type pg from 'pg';
import { expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import type { BookingRow } from '../../../../../packages/dev/src/factory-rows.ts';
import { createDatabase } from '../../db/database.ts';
import { useTwoInstallations } from '../../testing/two-installations.ts';
import { planReminders } from '../message/public.ts';

const two = useTwoInstallations();
const { api } = two;

const bookAt = (booking_time: string): Promise<BookingRow> => {
  const { animal, checkUp: service } = two.scene.practice;
  return makeBooking(api.testDatabase.owner, {
    animal,
    service,
    booking_date: '2026-01-15',
    booking_time,
    created_at: '2026-01-01T09:00:00Z',
  });
};

/** Creates the due reminders of the first installation at a time of 14 January, UTC. */
async function planHere(time: string): Promise<void> {
  api.clock.set(`2026-01-14T${time}:00Z`);
  await planReminders(api.deps);
}

/** The same on the second one. */
async function planThere(time: string): Promise<void> {
  api.clock.set(`2026-01-14T${time}:00Z`);
  const database = createDatabase({
    url: two.there.appUrl,
    poolSize: 1,
    prepared: true,
    log: api.deps.log,
  });
  await planReminders({ ...api.deps, database });
  await database.close();
}

const reminders = async (pool: pg.Pool, { tenant_id, id }: BookingRow): Promise<number> =>
  (
    await pool.query(
      "select from comms where tenant_id = $1 and booking_id = $2 and kind = 'booking_reminder'",
      [tenant_id, id],
    )
  ).rowCount ?? 0;

it(
  'creates the reminders that came due during a move, once, here after move-cancel and there after move-in',
  {
    timeout: 120_000,
  },
  async () => {
    const here = api.testDatabase.owner;
    const [cancelled, moved] = [await bookAt('10:00'), await bookAt('11:00')];
    await planHere('09:59');
    await two.moveScene();
    await planHere('10:10');
    expect(await reminders(here, cancelled)).toBe(0);
    await two.cancel();
    for (const time of ['10:11', '10:12']) {
      await planHere(time);
      expect(await reminders(here, cancelled)).toBe(2);
    }
    await planHere('10:59');
    const { place } = await two.moveScene();
    await planThere('11:20');
    await two.takeOver(place);
    for (const time of ['11:21', '11:22']) {
      await planThere(time);
      expect(await reminders(two.thereDb, cancelled)).toBe(2);
      expect(await reminders(two.thereDb, moved)).toBe(2);
    }
  },
);
