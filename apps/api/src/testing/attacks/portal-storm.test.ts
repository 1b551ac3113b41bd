import { describe, expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import {
  makeResource,
  makeServiceNeed,
  makeWorkPattern,
} from '../../../../../packages/dev/src/factory-diary.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { dice } from '../dice.ts';
import { useTestApi } from '../harness.ts';
import { ask, makeOwners, tally } from '../pet-owners.ts';
import { useSecondServer } from '../second-server.ts';

// A thousand pet owners request the same time at the same moment: as many get it as there are places, the others are
// refused.

const api = useTestApi();
const db = () => api.testDatabase.owner;
const rush = 1000;

const second = useSecondServer(api);

const bookedIn = async ({ tenant }: Practice): Promise<number> =>
  (await db().query('select 1 from bookings where tenant_id = $1', [tenant.id])).rows.length;

describe('a thousand requests for one time', () => {
  it.each([
    ['one place', 1, 1],
    ['one place, over two servers', 1, 2],
    ['two places, over two servers', 2, 2],
  ])('%s', { timeout: 60_000 }, async (_what, places, servers) => {
    const practice = await makePractice(db(), { parallel_places: places });
    const owners = await makeOwners(db(), practice, rush);
    const urls = [api.url, second()].slice(0, servers);
    const answers = await Promise.all(
      owners.map((owner, n) => ask(urls[n % urls.length] ?? api.url, practice, owner)),
    );
    expect(tally(answers)).toEqual({ '200': places, '409 slot_taken': rush - places });
    expect(await bookedIn(practice)).toBe(places);
  });

  it(
    'of one owner for one pet makes one appointment, and the others find the pet busy',
    { timeout: 60_000 },
    async () => {
      const practice = await makePractice(db(), { parallel_places: 3 });
      const [owner] = await makeOwners(db(), practice, 1);
      if (!owner) throw new Error('No owner was made.');
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, n) => ask(n % 2 ? api.url : second(), practice, owner)),
      );
      expect(tally(answers)).toEqual({ '200': 1, '409 animal_busy': 29 });
      expect(await bookedIn(practice)).toBe(1);
    },
  );
});

describe('five hundred moves at random', () => {
  it(
    'of twelve appointments between two people and three rooms never overlap',
    { timeout: 60_000 },
    async () => {
      const practice = await makePractice(db(), { parallel_places: 3 });
      const { tenant, checkUp, staff, admin, staffKey } = practice;
      for (const user of [staff, admin]) await makeWorkPattern(db(), { user });
      const rooms = await Promise.all([1, 2, 3].map(() => makeResource(db(), { tenant })));
      await makeServiceNeed(db(), checkUp, rooms);
      const ids: number[] = [];
      for (let n = 0; n < 12; n += 1) {
        const { id } = await makeBooking(db(), {
          tenant_id: tenant.id,
          service: checkUp,
          booking_date: '2026-01-15',
          booking_time: `${9 + (n % 6)}:00`.padStart(5, '0'),
          staff_id: n < 6 ? staff.id : admin.id,
        });
        ids.push(id);
      }
      const roll = dice(7);
      const moves = Array.from({ length: 500 }, () => ({
        booking_id: ids[roll(ids.length)] ?? 0,
        booking_date: roll(2) ? '2026-01-15' : '2026-01-16',
        booking_time: `${String(9 + roll(7)).padStart(2, '0')}:${roll(2) ? '00' : '30'}`,
        staff_id: roll(2) ? staff.id : admin.id,
        resource_ids: String(rooms[roll(3)]?.id),
        tell_client: '0' as const,
      }));
      const answers: string[] = [];
      const worker = async (): Promise<void> => {
        for (let move = moves.pop(); move; move = moves.pop()) {
          const { status, error } = await api.call('booking_update', move, staffKey);
          answers.push(status === 200 ? '200' : error.code);
        }
      };
      await Promise.all(Array.from({ length: 10 }, worker));
      const expected = new Set(['200', 'staff_busy', 'resource_busy', 'practice_full']);
      expect(answers.filter((answer) => !expected.has(answer))).toEqual([]);
      expect(answers.filter((answer) => answer === '200').length).toBeGreaterThan(50);
      const { rows } = await db().query(
        `select a.booking_id, b.booking_id from booking_parts a join booking_parts b on a.tenant_id = b.tenant_id
         and a.booking_id < b.booking_id and a.during && b.during
         and (a.user_id = b.user_id or a.resource_id = b.resource_id)
       where a.tenant_id = $1 and a.live and b.live`,
        [tenant.id],
      );
      expect(rows).toEqual([]);
      const { rows: strayed } = await db().query(
        `select p.booking_id from booking_parts p join bookings b on b.tenant_id = p.tenant_id and b.id = p.booking_id
       where p.tenant_id = $1 and (p.during <> b.during or p.need = 0 and p.user_id is distinct from b.staff_id)`,
        [tenant.id],
      );
      expect(strayed).toEqual([]);
    },
  );
});

describe('a request while the desk writes', () => {
  it('never blocks the desk, and is refused once the desk has booked the time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const practice = await makePractice(db());
      const { client, animal, checkUp, staff, staffKey } = practice;
      const [owner] = await makeOwners(db(), practice, 1);
      if (!owner) throw new Error('No owner was made.');
      const booked = {
        client_id: client.id,
        animal_id: animal.id,
        service_id: checkUp.id,
        staff_id: staff.id,
        booking_date: '2026-01-15',
        booking_time: '10:00',
      };
      const [desk, asked] = await Promise.all([
        api.call('booking_create', booked, staffKey),
        ask(round % 2 ? api.url : second(), practice, owner),
      ]);
      expect(desk.status).toBe(200);
      // In either order: the desk may book beside a pending request, and a booked time cannot be requested.
      expect(['200', '409 slot_taken']).toContain(asked);
      expect(await ask(api.url, practice, owner)).toBe(
        asked === '200' ? '409 animal_busy' : '409 slot_taken',
      );
    }
  });

  it('competes with an acceptance for the last place, and only one gets it', async () => {
    for (let round = 0; round < 10; round += 1) {
      const practice = await makePractice(db());
      const [owner] = await makeOwners(db(), practice, 1);
      if (!owner) throw new Error('No owner was made.');
      const { id: booking_id } = await makeBooking(db(), {
        animal: practice.animal,
        is_provisional: true,
        source: 'portal',
      });
      const accept = { booking_id, is_provisional: '0', status: 'pending', staff_accepted: '1' } as const;
      const [accepted, asked] = await Promise.all([
        api.call('booking_update', accept, practice.staffKey),
        ask(api.url, practice, owner),
      ]);
      expect([accepted.status, asked]).toEqual([200, '409 slot_taken']);
    }
  });
});
