import { addDays, minutesOf, timeOf } from '@burrow/contracts/calendar-day';
import type { OutputOf } from '@burrow/contracts/actions';
import { expect, it } from 'vitest';
import { makeBooking, makeDeposit } from '../../../../../packages/dev/src/factory-bookings.ts';
import {
  makeAbsence,
  makeResource,
  makeServiceNeed,
  makeServiceStaff,
  makeWorkPattern,
  type Hours,
} from '../../../../../packages/dev/src/factory-diary.ts';
import { makeUser } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal, makeService } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { asFields, consentFor, type Consent } from '../../../../web/src/features/bookings/start-times.ts';
import { dropConflicts } from '../../../../web/src/features/diary/drop-conflicts.ts';
import type { DropPlace } from '../../../../web/src/features/diary/drop-day.ts';
import { expectedAt, movedChanges } from '../../../../web/src/features/diary/move-changes.ts';
import { dice } from '../../testing/dice.ts';
import { useTestApi } from '../../testing/harness.ts';

// The diary screen says before a drop what is against it, from the loaded diary alone. Over many random moves its rule
// must agree with the server's answer: nothing against a place means 200, and a reason means a refusal with its code.

const api = useTestApi();
const db = () => api.testDatabase.owner;

const moves = 200;
const date = '2026-01-15';
/** The days that are loaded: moves are made on the middle one, so that nothing around it is missing. */
const first = addDays(date, -1);

type Roll = (below: number) => number;
type Diary = OutputOf<'diary'>;

const pick = <Thing>(roll: Roll, things: readonly Thing[]): Thing => {
  const thing = things[roll(things.length)];
  if (thing === undefined) throw new Error('There is nothing to pick from.');
  return thing;
};

const everyDay = (hours: Hours) => [Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((day) => [day, hours]))];

/** A practice in which everything that can be against a place is, with appointments that stay where they are. */
async function makeBusyPractice(
  hasRota: boolean,
  roll: Roll,
): Promise<{ practice: Practice; former: number; fixed: number[] }> {
  const open: [string, string][] = [['06:00', '24:00']];
  const practice = await makePractice(db(), {
    parallel_places: 2,
    grace_minutes: 20,
    business_hours: { wed: open, thu: [['00:00', '21:00']], fri: open },
  });
  const { tenant, staff, admin, client } = practice;
  const former = await makeUser(db(), { tenant, name: 'Former' });
  const people = [staff, admin, await makeUser(db(), { tenant }), await makeUser(db(), { tenant })];
  const rotas: Hours[] = [
    [['07:00', '15:00']],
    [
      ['09:00', '12:00'],
      ['13:00', '18:00'],
    ],
    [['18:00', '30:00']],
  ];
  for (const [n, hours] of rotas.entries())
    if (hasRota) await makeWorkPattern(db(), { user: people[n] ?? staff, hours: everyDay(hours) });
  const resource = (places = 1) => makeResource(db(), { tenant, places });
  const [room, wide, lab, kit] = [await resource(), await resource(2), await resource(), await resource()];
  const archived = await makeResource(db(), { tenant, retired_at: '2026-01-01T00:00:00Z' });
  const services = [practice.checkUp];
  for (let n = 0; n < 3; n += 1) services.push(await makeService(db(), { tenant }));
  const [, scan, dental, old] = services;
  if (!scan || !dental || !old) throw new Error('There are four services.');
  await makeServiceNeed(db(), scan, [room, wide]);
  for (const user of people.slice(0, 2)) await makeServiceStaff(db(), dental, user);
  await makeServiceNeed(db(), dental, [lab]);
  await makeServiceNeed(db(), dental, [kit], 2);
  await makeServiceNeed(db(), old, [archived]);
  await makeAbsence(db(), { user: staff, from: `${date} 10:00`, until: `${date} 11:30` });
  await makeAbsence(db(), { tenant, from: `${date} 14:00`, until: `${date} 15:30` });
  await makeAbsence(db(), { resource: wide, from: `${date} 08:00`, until: `${date} 10:00` });
  const animals = [];
  for (let n = 0; n < 8; n += 1) animals.push(await makeAnimal(db(), { client }));
  for (let n = 0; n < 26; n += 1) {
    await makeBooking(db(), {
      animal: pick(roll, animals),
      service: pick(roll, services),
      ...(n < 4 ? { staff: former } : roll(4) === 0 ? {} : { staff: pick(roll, people) }),
      status: pick(roll, ['confirmed', 'confirmed', 'pending', 'in-progress', 'cancelled']),
      ...(n === 4 ? { status: 'pending', is_provisional: true, source: 'portal' } : {}),
      booking_date: addDays(first, pick(roll, [0, 1, 1, 1, 2])),
      booking_time: timeOf(roll(96) * 15),
      duration_minutes: pick(roll, [15, 30, 60, 120, 300]),
      overlap_allowed: true,
    });
  }
  // Short ones, one after the other in the room with two places.
  const spread = await db().query<{ id: string }>(
    `select id from bookings where tenant_id = $1 and status <> 'cancelled' and staff_id is distinct from $2
     order by id desc limit 8`,
    [tenant.id, former.id],
  );
  for (const [n, { id }] of spread.rows.entries()) {
    const place = { booking_date: date, booking_time: timeOf(600 + 20 * n), duration_minutes: 15 };
    const consents = { allow_overlap: '1', allow_outside: '1', is_provisional: '0' } as const;
    const form = { booking_id: Number(id), ...place, resource_ids: [wide.id], ...consents };
    expect((await api.call('booking_update', form, practice.staffKey)).status).toBe(200);
  }
  await db().query('update users set disabled_at = now() where id = $1', [former.id]);
  for (const [booking_time, who, service, one] of [
    ['09:30', staff.id, scan, room],
    ['16:00', null, scan, room],
    ['08:00', null, dental, lab],
  ] as const) {
    const held = { booking_date: date, booking_time, staff_id: who, resource_ids: [one.id] };
    await makeDeposit(db(), {
      booking: await makeBooking(db(), { animal: animals[0], service, status: 'cancelled' }),
      ...held,
      status: 'open',
      booking_id: null,
      payment_reference: null,
      held_until: '2026-01-14T23:00:00Z',
    });
  }
  return { practice, former: former.id, fixed: spread.rows.map(({ id }) => Number(id)) };
}

function anyPlace(roll: Roll, { people, resources }: Diary, before: readonly number[]): DropPlace {
  const chosen = resources.filter(() => roll(3) === 0).map(({ id }) => id);
  return {
    date,
    start: roll(96) * 15,
    minutes: pick(roll, [15, 15, 30, 60, 240]),
    staffId: roll(3) === 0 ? null : pick(roll, people).id,
    resourceIds: roll(2) === 0 ? before : chosen,
  };
}

it.each([
  ['with a rota', true],
  ['without a rota', false],
])('the diary’s rule of conflicts agrees with the server, %s', async (_what, hasRota) => {
  const roll = dice(hasRota ? 4711 : 1848);
  const { practice, former, fixed } = await makeBusyPractice(hasRota, roll);
  const { staffKey } = practice;
  const seen = new Set<string>();
  for (let n = 0; n < moves; n += 1) {
    const { body: diary } = await api.call('diary', { date: first, days: 3 }, staffKey);
    expect(diary.has_rota).toBe(hasRota);
    const movable = diary.appointments.filter(
      ({ id, status, staff_id }) => status !== 'cancelled' && staff_id !== former && !fixed.includes(id),
    );
    const booking = pick(roll, movable);
    const place = anyPlace(roll, diary, booking.resource_ids);
    // Some keep their time and person, and change their rooms.
    if (roll(6) === 0 && booking.booking_date === date) {
      place.start = minutesOf(booking.booking_time);
      [place.minutes, place.staffId] = [booking.duration_minutes, booking.staff_id];
    }
    const changes = movedChanges(booking, place);
    if (changes === null) continue;
    const conflicts = dropConflicts(diary, booking, place);
    const move = async (consents: readonly Consent[]) => {
      const form = { booking_id: booking.id, ...changes, expected: expectedAt(booking, changes) };
      const sent = { ...form, ...asFields(consents), tell_client: '0' as const };
      const { status, error } = await api.call('booking_update', sent, staffKey);
      return status === 200 ? 'moved' : error.code;
    };
    const codes = conflicts.map(({ code }) => code);
    for (const { code, why } of conflicts)
      seen.add(why.startsWith('No one who provides') ? `${code}, of providers` : code);
    const expectMove = async (consents: readonly Consent[], answer: string | undefined) =>
      expect({ n, booking, place, conflicts, answer: await move(consents) }).toMatchObject({ answer });
    await expectMove([], codes[0] ?? 'moved');
    const needs = [...new Set(codes.map(consentFor))];
    if (codes.length === 0 || needs.includes(null)) continue;
    const consents = needs.filter((need) => need !== null);
    // Each consent allows its own reasons only.
    for (const missing of needs.length > 1 ? consents : []) {
      const refused = codes.find((code) => consentFor(code) === missing);
      const others = consents.filter((consent) => consent !== missing);
      await expectMove(others, refused);
    }
    await expectMove(consents, 'moved');
  }
  const found = [
    'animal_busy',
    'not_found',
    'practice_full',
    'practice_full, of providers',
    'resource_busy',
    'staff_absent',
    // Without a rota, someone who provides the service is always there.
    ...(hasRota ? ['staff_absent, of providers'] : []),
    'staff_busy',
    'staff_not_offering',
  ];
  expect([...seen].toSorted()).toEqual(found);
});
