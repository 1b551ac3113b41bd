import { timeOf } from '@burrow/contracts/calendar-day';
import { expect, it } from 'vitest';
import { insertRows } from '../../../../../packages/dev/src/factory-insert.ts';
import type { Practice } from '../../../../../packages/dev/src/factories.ts';
import type { BookingRow, Columns } from '../../../../../packages/dev/src/factory-rows.ts';
import { dice } from '../dice.ts';
import { useTestApi } from '../harness.ts';
import { makeOwners } from '../pet-owners.ts';
import { makeWaitlistPractice, sweep, wait } from '../waitlists.ts';

// A practice with four places is full for eight working days. 500 of its 512 appointments are cancelled while 300 clients
// wait, of whom one in five accepts; the clock moves a few minutes at a time.

const api = useTestApi({ SMS_PER_PRACTICE_PER_DAY: '5000' });
const db = () => api.testDatabase.owner;
const places = 4;
const cancelled = 500;
const clients = 300;
/** The next eight days on which the practice is open. */
const days = [16, 19, 20, 21, 22, 23, 26, 27].map((day) => `2026-01-${day}`);

async function fillDiary({ tenant, animal, checkUp }: Practice): Promise<{ id: number }[]> {
  const rows = days.flatMap((date) =>
    Array.from({ length: 16 * places }, (_, n): Columns<BookingRow> => ({
      tenant_id: tenant.id,
      client_id: animal.client_id,
      animal_id: animal.id,
      service_id: checkUp.id,
      booking_date: date,
      booking_time: timeOf(9 * 60 + Math.floor(n / places) * 30),
      starts_at: new Date(`${date}T${timeOf(9 * 60 + Math.floor(n / places) * 30)}:00Z`),
      duration_minutes: 30,
      price_pence: 4500,
      status: 'confirmed',
      source: 'staff',
      overlap_allowed: true,
    })),
  );
  return insertRows(db(), 'bookings', rows);
}

/** @returns what holds for the whole diary; each number is of violations */
const violations = async ({ tenant }: Practice): Promise<object> => {
  const { rows } = await db().query<object>(
    `with taken as (
       select b.booking_date as day, b.booking_time as at from bookings b
       where b.tenant_id = $1 and b.status <> 'cancelled'
       union all
       select h.booking_date, h.booking_time from holds h where h.tenant_id = $1 and h.held_until > $2)
     select (select count(*)::int from (select from taken group by day, at having count(*) > $3) x) as too_many,
       (select count(*)::int from offers o where o.tenant_id = $1 and o.state = 'open' and not exists (
         select from comms k where k.tenant_id = $1 and k.offer_id = o.id and k.status <> 'failed')) as not_asked,
       (select count(*)::int from offers o where o.tenant_id = $1 and o.state = 'open' and o.held_until <= $2) as overdue,
       (select count(*)::int from (select from offers o where o.tenant_id = $1
         group by o.want_id, (o.created_at)::date having count(*) > 2) x) as pestered,
       (select count(*)::int from (select from offers o where o.tenant_id = $1 and o.state = 'open'
         group by o.freed_time_id having count(*) > 1) x) as twice`,
    [tenant.id, api.clock.now(), places],
  );
  return rows[0] ?? {};
};

const none = { too_many: 0, not_asked: 0, overdue: 0, pestered: 0, twice: 0 };

it(
  'offers every freed time to one client after another, and accounts for each minute',
  { timeout: 600_000 },
  async () => {
    const practice = await makeWaitlistPractice(api, { parallel_places: places, sms_daily_cap: 5000 });
    const { tenant, checkUp } = practice;
    const roll = dice(7);
    const booked = await fillDiary(practice);
    const owners = await makeOwners(db(), practice, clients);
    await db().query(
      "update clients set phone = '07700' || lpad((id % 1000000)::text, 6, '0') where tenant_id = $1",
      [tenant.id],
    );
    const { rows: animals } = await db().query<{ id: number; client: number }>(
      'select a.id::int as id, a.client_id::int as client from animals a where a.tenant_id = $1',
      [tenant.id],
    );
    await insertRows(
      db(),
      'wants',
      owners.map(({ animalId }, n) => ({
        tenant_id: tenant.id,
        client_id: animals.find(({ id }) => id === animalId)?.client ?? 0,
        animal_id: animalId,
        service_id: checkUp.id,
        weekdays: ['mon', 'tue', 'wed', 'thu', 'fri'],
        from_date: days[n % days.length] ?? '',
        until_date: days.at(-1) ?? '',
        source: 'portal' as const,
        created_at: new Date(api.clock.now().getTime() - n * 60_000),
        updated_at: api.clock.now(),
      })),
    );
    const keyOf = new Map(owners.map(({ animalId, apiKey }) => [animalId, apiKey]));
    const answers: number[] = [];
    const answer = async (): Promise<void> => {
      const { rows: open } = await db().query<{ id: number; animal: number }>(
        `select o.id::int as id, o.animal_id::int as animal from offers o
         where o.tenant_id = $1 and o.state = 'open' and o.created_at = $2 order by o.id`,
        [tenant.id, api.clock.now()],
      );
      for (const { id, animal } of open) {
        const caller = { apiKey: keyOf.get(animal) ?? '' };
        const choice = roll(10);
        // One in five accepts, and as many decline; the others don't answer.
        if (choice < 2) answers.push((await api.call('cp/offer_accept', { offer_id: id }, caller)).status);
        else if (choice < 4) await api.call('cp/offer_decline', { offer_id: id }, caller);
      }
    };
    const toCancel = booked.slice(0, cancelled).toSorted(() => roll(3) - 1);
    while (toCancel.length > 0) {
      for (const { id } of toCancel.splice(0, 10)) {
        await api.call(
          'booking_status_update',
          { booking_id: id, status: 'cancelled', tell_client: '0' },
          practice.staffKey,
        );
      }
      wait(api, 3);
      await sweep(api);
      await answer();
      expect(await violations(practice)).toEqual(none);
    }
    // Until the last offer has lapsed.
    const open = async (): Promise<number> => {
      const { rows } = await db().query("select from offers o where o.tenant_id = $1 and o.state = 'open'", [
        tenant.id,
      ]);
      return rows.length;
    };
    for (let round = 0; round < 80 && (await open()) > 0; round++) {
      wait(api, 16);
      await sweep(api);
      await answer();
    }
    expect(await violations(practice)).toEqual(none);
    expect(new Set(answers)).toEqual(new Set([200]));
    const { rows } = await db().query(
      `select (select count(*)::int from freed_times f where f.tenant_id = $1 and f.cause = 'cancelled') as freed,
         (select count(*)::int from freed_times f where f.tenant_id = $1 and f.due_at is not null) as unfinished,
         (select count(*)::int from offers o where o.tenant_id = $1 and o.state = 'open') as open,
         (select count(*)::int from offers o where o.tenant_id = $1 and o.state = 'taken')
           - (select count(*)::int from wants w where w.tenant_id = $1 and w.state = 'booked') as unbooked,
         (select coalesce(sum(duration_minutes), 0)::int from bookings b where b.tenant_id = $1 and b.status <> 'cancelled')
           + (select sum(extract(epoch from upper(f.during) - lower(f.during)) / 60)::int from freed_times f where f.tenant_id = $1)
           - (select coalesce(sum(o.duration_minutes), 0)::int from offers o where o.tenant_id = $1 and o.state = 'taken')
           as minutes,
         (select count(*)::int from offers o where o.tenant_id = $1 and o.state = 'taken') > 20 as filled`,
      [tenant.id],
    );
    // Each freed minute is either filled by an accepted offer, or public.
    expect(rows).toEqual([
      {
        freed: cancelled,
        unfinished: 0,
        open: 0,
        unbooked: 0,
        minutes: days.length * 16 * places * 30,
        filled: true,
      },
    ]);
  },
);
