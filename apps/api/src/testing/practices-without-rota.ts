import { makeBooking, makeDeposit } from '../../../../packages/dev/src/factory-bookings.ts';
import { makePractice, type Practice } from '../../../../packages/dev/src/factories.ts';
import { insertRows } from '../../../../packages/dev/src/factory-insert.ts';
import { makeClient } from '../../../../packages/dev/src/factory-people.ts';
import { makeAnimal, makeHoliday, makeService } from '../../../../packages/dev/src/factory-records.ts';
import { instantOf } from '../lib/clock.ts';
import { dice } from './dice.ts';
import type { TestApi } from './harness.ts';

// Runs on this release and, copied into a checkout by scripts/record-availability.ts, on the former one: it uses only what
// both have.

/** An answer of `cp/booking_availability`, as sent. */
export interface AvailabilityAnswer {
  /** The practice and the request, in words. */
  asked: string;
  body: string;
}

const practices = 40;
const dayMs = 86_400_000;

/** A moment and a time zone near a change of the clock, of the year or of a leap month, or far from all of them. */
const moments = [
  ['2026-01-14T09:00:00Z', 'Europe/London'],
  ['2026-03-28T12:00:00Z', 'Europe/London'],
  ['2026-03-29T00:30:00Z', 'Europe/Lisbon'],
  ['2026-10-25T00:30:00Z', 'Europe/London'],
  ['2026-10-25T01:30:00Z', 'Europe/London'],
  ['2026-10-24T13:00:00Z', 'Europe/Berlin'],
  ['2026-03-08T06:30:00Z', 'America/New_York'],
  ['2026-11-01T05:30:00Z', 'America/New_York'],
  ['2026-04-04T14:45:00Z', 'Australia/Lord_Howe'],
  ['2026-10-03T15:15:00Z', 'Australia/Lord_Howe'],
  ['2026-09-05T12:00:00Z', 'America/Santiago'],
  ['2026-12-31T23:30:00Z', 'Europe/London'],
  ['2026-12-31T12:30:00Z', 'Pacific/Auckland'],
  ['2028-02-29T09:00:00Z', 'Europe/London'],
  ['2027-06-15T20:00:00Z', 'Asia/Kolkata'],
] as const;

const openingDays = [
  [],
  [['09:00', '17:00']],
  [
    ['08:30', '12:30'],
    ['13:15', '18:00'],
  ],
  [['00:00', '24:00']],
  [
    ['00:00', '03:00'],
    ['20:00', '24:00'],
  ],
  [['10:05', '10:50']],
] as const;

/**
 * Builds practices with settings, appointments, held times and holidays of all kinds, the same in every run, and requests
 * some months of each as a pet owner.
 */
export async function answersWithoutRota(api: TestApi): Promise<AvailabilityAnswer[]> {
  const answers: AvailabilityAnswer[] = [];
  for (let number = 0; number < practices; number += 1) {
    const roll = dice(4711 + number);
    const [now, zone] = moments[number % moments.length] as (typeof moments)[number];
    api.clock.set(now);
    const { practice, requests } = await makeDiary(api, new Date(now), zone, roll);
    for (const request of requests) {
      const response = await api.post('/api/cp/booking_availability', JSON.stringify(request), {
        'content-type': 'application/json',
        authorization: `Bearer ${practice.clientKey.apiKey}`,
      });
      if (response.status !== 200) throw new Error(`Practice ${number} answers ${response.status}.`);
      const { service_id: service, ...month } = request;
      const asked = `practice ${number} (${zone}, ${now}) ${JSON.stringify(month)}${service ? ' with a service' : ''}`;
      answers.push({ asked, body: await response.text() });
    }
  }
  return answers;
}

type Roll = ReturnType<typeof dice>;
type Request = { year?: number; month?: number; service_id?: number };

async function makeDiary(
  api: TestApi,
  now: Date,
  time_zone: string,
  roll: Roll,
): Promise<{ practice: Practice; requests: Request[] }> {
  const db = api.testDatabase.owner;
  const one = <T>(choices: readonly T[]): T => choices[roll(choices.length)] as T;
  const business_hours = Object.fromEntries(
    ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'].map((day) => [day, one(openingDays)]),
  ) as unknown as Record<string, [string, string][]>;
  const practice = await makePractice(db, {
    time_zone,
    business_hours,
    slot_minutes: one([5, 15, 20, 30, 45, 60, 60, 90]),
    grace_minutes: one([0, 0, 5, 15, 240]),
    parallel_places: one([1, 1, 2, 3, 5]),
  });
  const { tenant } = practice;
  const services = [
    practice.checkUp,
    await makeService(db, { tenant, duration_minutes: one([15, 45, 75, 120]) }),
    await makeService(db, { tenant, duration_minutes: one([240, 700, 1440]) }),
  ];
  const dayAt = (days: number): string => new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10);
  await makeAppointments(db, practice, roll, dayAt);
  await makeHolds(db, practice, roll, { dayAt, now });
  for (let count = roll(4); count > 0; count -= 1) {
    const from = roll(80) - 20;
    const name = one([null, 'Christmas', 'Staff training']);
    await makeHoliday(db, { tenant, name, start_date: dayAt(from), end_date: dayAt(from + roll(4)) });
  }
  await makeHoliday(db, {
    tenant,
    name: 'Every year',
    is_recurring: true,
    ...one([
      { start_date: '2020-12-30', end_date: '2021-01-02' },
      { start_date: '2024-02-29', end_date: '2024-02-29' },
      { start_date: '2020-06-20', end_date: '2020-06-21' },
    ]),
  });
  const monthAt = (months: number): Request => {
    const date = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
    return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 };
  };
  const [short, other, long] = services.map(({ id }) => id) as [number, number, number];
  const requests: Request[] = [
    {},
    { service_id: short },
    { service_id: other },
    { service_id: long },
    { ...monthAt(1), service_id: one([short, other]) },
    monthAt(one([-1, 1, 2, 24])),
  ];
  return { practice, requests };
}

/** Appointments around now of all kinds, some over midnight and some at the same time. */
async function makeAppointments(
  db: TestApi['testDatabase']['owner'],
  { tenant, animal, checkUp, staff }: Practice,
  roll: Roll,
  dayAt: (days: number) => string,
): Promise<void> {
  const rows = Array.from({ length: 20 + roll(120) }, () => {
    const booking_date = dayAt(roll(75) - 8);
    const minutes = roll(3) === 0 ? roll(288) * 5 : 480 + roll(120) * 5;
    const booking_time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
    return {
      tenant_id: tenant.id,
      client_id: animal.client_id,
      animal_id: animal.id,
      service_id: checkUp.id,
      staff_id: roll(2) ? staff.id : null,
      booking_date,
      booking_time,
      // A skipped time cannot be booked, but a practice can change its time zone later.
      starts_at: (
        instantOf({ date: booking_date, time: booking_time }, tenant.time_zone) ?? new Date(0)
      ).toISOString(),
      duration_minutes: [15, 20, 30, 60, 95, 600, 1440][roll(roll(4) ? 4 : 7)] ?? 30,
      status: (['pending', 'confirmed', 'in-progress', 'completed', 'cancelled'] as const)[roll(5)],
      is_provisional: roll(5) === 0,
      overlap_allowed: true,
    };
  });
  await insertRows(db, 'bookings', rows as Parameters<typeof insertRows<'bookings'>>[2]);
}

/** Times held for the client who asks and for another: open, expired and ended. */
async function makeHolds(
  db: TestApi['testDatabase']['owner'],
  practice: Practice,
  roll: Roll,
  { dayAt, now }: { dayAt: (days: number) => string; now: Date },
): Promise<void> {
  const { tenant, checkUp: service } = practice;
  const stranger = await makeAnimal(db, { client: await makeClient(db, { tenant }) });
  for (let count = roll(6); count > 0; count -= 1) {
    const animal = roll(2) ? practice.animal : stranger;
    const paid = await makeBooking(db, {
      animal,
      service,
      booking_date: dayAt(roll(20)),
      booking_time: `${10 + roll(8)}:15`,
      duration_minutes: 30 + roll(3) * 15,
      status: 'cancelled',
    });
    await makeDeposit(db, {
      booking: paid,
      status: roll(4) ? 'open' : 'ended',
      booking_id: null,
      held_until: new Date(now.getTime() + (roll(4) ? 1 : -1) * 600_000).toISOString(),
    });
  }
}
