import pg from 'pg';
import { addDays } from '../packages/contracts/src/calendar-day.ts';
import { makeSessionKey } from '../packages/dev/src/factory-people.ts';
import { localMoment } from '../apps/api/src/lib/clock.ts';
import type { Addresses, BenchCluster } from './database.ts';
import { measureCalls, type Measured, type SearchCall } from './desk-search.ts';
import { generateVolume, type VolumePractice } from './generate-volume.ts';
import type { BenchOptions } from './options.ts';
import { plansOfCalls } from './plans.ts';
import { openRooms } from './practice.ts';
import { count, ms, table, verdict, type Section } from './report.ts';

const people = 12;
const appointments = 300;
/** Milliseconds for 95 of 100 answers. */
const dayGoalMs = 50;
/** A month's availability by the cost of a day's. */
const monthGoal = 3;

interface DiaryResult {
  day: Measured;
  week: Measured;
  freeTimes: Measured;
  month: Measured;
  /** The names of the statements that a day takes. */
  statements: string[];
}

/** A practice with busy days. */
export interface BusyPractice {
  addresses: Addresses;
  practice: VolumePractice;
  portalKey: string;
  /** A service that needs a room. */
  serviceId: number;
}

/** A practice of twelve people with working hours and twelve rooms, some days of which have 300 appointments. */
export async function fillBusyPractice(
  cluster: BenchCluster,
  database: string,
  dates: readonly string[],
): Promise<BusyPractice> {
  const addresses = await cluster.createDatabase(database);
  const fill = (practices: number, bookings: number, clients: number): Promise<VolumePractice[]> =>
    generateVolume(addresses.ownerUrl, {
      practices,
      bookingsPerPractice: bookings,
      clientsPerPractice: clients,
      messages: false,
      ...(practices === 1 && { bookingsPerDay: 150, staffPerPractice: people }),
    });
  await fill(50, 400, 100);
  const [practice] = (await fill(1, 20_000, 5000)) as [VolumePractice];
  return { addresses, practice, ...(await furnish(addresses.ownerUrl, practice, dates)) };
}

/** Measures the calls of the diary on a day of 300 appointments. */
export async function measureDiary(cluster: BenchCluster, { quick }: BenchOptions): Promise<DiaryResult> {
  const date = nextTuesday();
  const busy = await fillBusyPractice(cluster, 'bench_diary', [date]);
  const { addresses, practice, portalKey, serviceId } = busy;
  const staff = [
    { title: 'a day', path: '/api/diary', body: { date } },
    { title: 'a week', path: '/api/diary', body: { date, days: 7 } },
    {
      title: 'free times of a day, of anyone',
      path: '/api/bookings/free_times',
      body: { date, duration_minutes: 30, service_id: serviceId },
    },
  ];
  const [year, month] = date.split('-').map(Number);
  const availability: SearchCall = {
    title: 'availability of a month',
    path: '/api/cp/booking_availability',
    body: { year, month, service_id: serviceId },
  };
  const repeats = quick ? 20 : 100;
  const measured = await measureCalls(addresses, practice.apiKey, staff, repeats);
  const portal = await measureCalls(addresses, portalKey, [availability], repeats);
  const [plans = []] = await plansOfCalls(addresses, practice, staff.slice(0, 1));
  const [day, week, freeTimes, monthly] = [...measured, ...portal] as [
    Measured,
    Measured,
    Measured,
    Measured,
  ];
  const statements = plans.filter(({ statement, nested }) => !nested && statement !== 'open_session');
  return { day, week, freeTimes, month: monthly, statements: statements.map(({ statement }) => statement) };
}

/** The Tuesday after the next seven days: the diary reaches a month ahead. */
function nextTuesday(): string {
  const { date } = localMoment(new Date(), 'Europe/London');
  const soon = addDays(date, 7);
  return addDays(soon, (9 - new Date(`${soon}T00:00:00Z`).getUTCDay()) % 7);
}

/** Adds working hours, rooms, a session of a pet owner, and appointments on some days up to 300. */
async function furnish(
  ownerUrl: string,
  { tenantId }: VolumePractice,
  dates: readonly string[],
): Promise<{ portalKey: string; serviceId: number }> {
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 1 });
  const serviceId = await openRooms(owner, tenantId);
  await owner.query(
    `with patterns as (
       insert into work_patterns (tenant_id, user_id, weeks, anchor, valid_from)
       select u.tenant_id, u.id, 1, '2024-01-01', '2024-01-01' from users u where u.tenant_id = $1 returning id
     )
     insert into work_ranges (tenant_id, pattern_id, week, weekday, starts, ends)
     select $1, p.id, 1, d, s, s + 225 from patterns p cross join generate_series(1, 6) d cross join unnest(array[540, 780]) s`,
    [tenantId],
  );
  for (const date of dates)
    await owner.query(
      `insert into bookings (tenant_id, client_id, animal_id, service_id, staff_id, booking_date, booking_time, duration_minutes,
       starts_at, status, overlap_allowed)
     select b.tenant_id, b.client_id, b.animal_id, b.service_id, b.staff_id, $2::date, time '09:00' + n % 32 * interval '15 minutes',
       15, $2::date + time '09:00' + n % 32 * interval '15 minutes', 'confirmed', true
     from (select b.*, row_number() over (order by b.id desc) as n from bookings b
           where b.tenant_id = $1 and b.staff_id is not null) b
     where n <= $3 - (select count(*) from bookings o where o.tenant_id = $1 and o.booking_date = $2 and o.status <> 'cancelled')`,
      [tenantId, date, appointments],
    );
  const { rows } = await owner.query<{ id: string }>(
    'select min(c.id) as id from clients c where c.tenant_id = $1',
    [tenantId],
  );
  const client = { tenant_id: tenantId, id: Number(rows[0]?.id) };
  const { apiKey: portalKey } = await makeSessionKey(owner, { client });
  await owner.query('vacuum analyze');
  await owner.end();
  return { portalKey, serviceId };
}

/** The diary of a busy day, and a month's availability by the cost of a day's. */
export function diarySection({ day, week, freeTimes, month, statements }: DiaryResult): Section {
  const ratio = month.processorMs / freeTimes.processorMs;
  const goals = [
    { what: 'the diary of a day', isMet: day.times.p95 < dayGoalMs },
    { what: 'one statement for a day', isMet: statements.length === 1 },
    { what: 'availability of a month', isMet: ratio < monthGoal },
  ];
  const row = (what: string, { times, processorMs }: Measured, goal = ''): string[] => [
    what,
    ms(processorMs),
    ms(times.p50),
    ms(times.p95),
    goal,
  ];
  const [first, second, third] = goals.map(({ isMet }) => verdict(isMet));
  return {
    title: 'The diary',
    lines: [
      `A practice of ${people} people with working hours and twelve rooms, with ${count(appointments)} appointments on the day, among fifty others; called over HTTP, one call at a time. Processor time, of the server and PostgreSQL together, hardly depends on other work on the machine.`,
      '',
      ...table(
        ['Work', 'processor', 'p50', 'p95', 'goal'],
        [
          row('the diary of the day', day, `p95 < ${dayGoalMs} ms ${first}`),
          row('the diary of its week', week),
          row('free times of the day for a service that needs a room, at the desk', freeTimes),
          row('availability of its month for that service, in the portal', month),
        ],
      ),
      '',
      `The day takes ${statements.length} statement (${statements.map((name) => `\`${name}\``).join(', ')}); goal 1 ${second}. The month costs ${ratio.toFixed(2)} × the free times of a day; goal < ${monthGoal} ${third}.`,
    ],
    missed: goals.filter(({ isMet }) => !isMet).map(({ what }) => what),
  };
}
