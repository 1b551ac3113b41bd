import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPasswordHasher } from '../apps/api/src/lib/password-hasher.ts';
import { useTestApi } from '../apps/api/src/testing/harness.ts';
import { createTestDatabase, type TestDatabase } from '../apps/api/src/testing/test-database.ts';
import { depositsAtStandIn } from '../scripts/demo-deposits.ts';
import { demoSignIns, seedDemo } from './demo.ts';

// Seeding a year of a practice takes half a minute on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const databases: TestDatabase[] = [];

async function seeded(now: string): Promise<TestDatabase> {
  const database = await createTestDatabase();
  databases.push(database);
  expect(await seedDemo({ ownerUrl: database.ownerUrl, now: new Date(now), bcryptCost: 4 })).toBe(true);
  return database;
}

async function numbers(
  database: TestDatabase,
  text: string,
  values: unknown[] = [],
): Promise<Record<string, number>> {
  const { rows } = await database.owner.query<Record<string, string>>(text, values);
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)]));
}

const oneOClock = '2026-11-18T13:00:00Z';
let earlyAfternoon: Promise<TestDatabase> | undefined;
/** Shared by tests that only read it, because seeding is slow. */
const seededAtOne = (): Promise<TestDatabase> => (earlyAfternoon ??= seeded(oneOClock));

afterAll(() => Promise.all(databases.map((database) => database.drop())));

describe('the demo on a working Wednesday', () => {
  const now = '2026-11-18T11:20:00Z';
  let demo: TestDatabase;

  beforeAll(async () => {
    demo = await seeded(now);
  });

  it('is not written twice', async () => {
    const before = await numbers(demo, 'select count(*) as bookings from bookings');
    expect(await seedDemo({ ownerUrl: demo.ownerUrl, now: new Date(now), bcryptCost: 4 })).toBe(false);
    expect(await numbers(demo, 'select count(*) as bookings from bookings')).toEqual(before);
  });

  it('has everyone who is listed as able to sign in', async () => {
    const { rows } = await demo.owner.query<{ name: string; hash: string }>(
      `select a.email::text as name, a.password_hash as hash from accounts a
       union all
       select c.phone, l.password_hash from client_logins l
       join clients c on c.tenant_id = l.tenant_id and c.id = l.client_id and c.tenant_id = 1`,
    );
    const hashes = new Map(rows.map(({ name, hash }) => [name, hash]));
    const passwords = createPasswordHasher(4);
    const refused: string[] = [];
    for (const { login, password } of demoSignIns) {
      if (!(await passwords.matches(password, hashes.get(login) ?? null))) refused.push(login);
    }
    expect(refused).toEqual([]);
  });

  it('has a practice with a year of data and a new one', async () => {
    const { rows } = await demo.owner.query<{
      name: string;
      set_up: boolean;
      bookings: string;
      services: string;
    }>(
      `select t.tenant_name as name, t.fts_complete as set_up,
              (select count(*) from bookings b where b.tenant_id = t.id) as bookings,
              (select count(*) from services s where s.tenant_id = t.id) as services
       from tenants t order by t.id`,
    );
    expect(rows).toEqual([
      { name: 'Willow Vets', set_up: true, bookings: expect.stringMatching(/^[34]\d{3}$/), services: '12' },
      { name: 'Clover Grooming', set_up: false, bookings: '0', services: '0' },
    ]);
  });

  it('has practices where clients move and cancel, and a request that waits', async () => {
    const { rows } = await demo.owner.query(
      'select t.self_change, t.cancel_keep, t.cancel_keep_value from tenants t order by t.id',
    );
    expect(rows).toEqual([
      { self_change: 'direct', cancel_keep: 'sum', cancel_keep_value: 1000 },
      { self_change: 'request', cancel_keep: 'nothing', cancel_keep_value: 0 },
    ]);
    expect(
      await numbers(
        demo,
        `select count(*) filter (where k.state = 'asked' and k.starts_at > $1) as waiting,
           count(*) filter (where k.kind = 'cancel' and (k.asked_at > k.starts_at or k.asked_at > $1)) as impossible,
           count(distinct k.kind) as kinds
         from booking_changes k where k.tenant_id = 1`,
        [now],
      ),
    ).toEqual({ waiting: 1, impossible: 0, kinds: 3 });
  });

  it('has rooms and equipment, which upcoming appointments occupy', async () => {
    const { rows } = await demo.owner.query<{ name: string; services: string; occupied: boolean }>(
      `select r.name, (select count(distinct n.service_id) from service_resources n
                       where n.tenant_id = r.tenant_id and n.resource_id = r.id) as services,
              exists (select 1 from booking_parts p where p.tenant_id = r.tenant_id and p.resource_id = r.id
                        and lower(p.during) > '2026-11-18') as occupied
       from resources r order by r.tenant_id, r.display_order`,
    );
    expect(rows).toEqual([
      { name: 'Consulting room 1', services: '2', occupied: true },
      { name: 'Consulting room 2', services: '2', occupied: true },
      { name: 'Theatre', services: '3', occupied: true },
      { name: 'X-ray', services: '1', occupied: true },
      { name: 'Table 1', services: '0', occupied: false },
      { name: 'Table 2', services: '0', occupied: false },
      { name: 'Tub', services: '0', occupied: false },
    ]);
  });

  it('has filled gaps: times that came free, offers that were taken and offers that lapsed', async () => {
    const found = await numbers(
      demo,
      `select count(*) filter (where o.state = 'taken') > 20 as taken, count(*) filter (where o.state = 'lapsed') > 10 as lapsed,
         count(*) filter (where o.created_at > $1::timestamptz - interval '30 days' and o.state = 'taken') > 3 as lately,
         count(*) filter (where o.ended_at > $1) as later,
         count(*) filter (where o.state = 'taken' and (w.booking_id <> o.booking_id or b.starts_at < o.ended_at)) as wrong,
         (select count(*) from freed_times f where f.freed_at > $1) as freed_later
       from offers o join wants w on w.tenant_id = o.tenant_id and w.id = o.want_id
       left join bookings b on b.tenant_id = o.tenant_id and b.id = o.booking_id`,
      [now],
    );
    expect(found).toEqual({ taken: 1, lapsed: 1, lately: 1, later: 0, wrong: 0, freed_later: 0 });
  });

  it('has recalls that were sent, each step once and at most one a week to a household, and booked', async () => {
    const found = await numbers(
      demo,
      `select count(*) > 50 as sent, count(*) filter (where r.day >= '2026-11-18') as not_past,
         count(*) filter (where not c.likes_recall or c.archived_at is not null) as unwanted,
         count(*) filter (where r.day - r.former < 7) as too_soon,
         (select count(*) from comms k where k.recall_id is not null and k.status = 'pending') as queued,
         (select count(*) from clients k where not k.likes_recall) > 0 as opted_out,
         (select t.recalls_on_since < $1 from tenants t where t.id = 1)::integer as switched_on,
         (select count(*) from care_due d where d.told <> (
            select count(*) from recall_items i where i.tenant_id = d.tenant_id and i.care_due_id = d.id)) as wrong,
         (select count(*) from recall_items i
          join recalls s on s.tenant_id = i.tenant_id and s.id = i.recall_id
          join care_due d on d.tenant_id = i.tenant_id and d.id = i.care_due_id
          left join bookings b on b.tenant_id = d.tenant_id and b.id = d.booking_id
          where s.day > d.done_on or s.created_at > b.created_at + interval '1 day') as needless
       from (select s.*, lag(s.day) over (partition by s.client_id order by s.day) as former from recalls s) r
       join clients c on c.tenant_id = r.tenant_id and c.id = r.client_id`,
      [now],
    );
    expect(found).toEqual({
      sent: 1,
      not_past: 0,
      unwanted: 0,
      too_soon: 0,
      queued: 0,
      opted_out: 1,
      switched_on: 1,
      wrong: 0,
      needless: 0,
    });
  });

  it('has due dates that follow from the vaccinations in the record', async () => {
    const found = await numbers(
      demo,
      `select count(*) > 150 as live,
         count(*) filter (where d.due_on <> (
           select max(e.next_due_on) from entries e
           join medicines m on m.tenant_id = e.tenant_id and m.id = e.medicine_id and m.care_type_id = d.care_type_id
           where e.tenant_id = d.tenant_id and e.animal_id = d.animal_id and e.struck_at is null)) as other
       from care_due d join care_types y on y.tenant_id = d.tenant_id and y.id = d.care_type_id and y.name = 'Booster'
       where d.state in ('due', 'told', 'booked')`,
    );
    expect(found).toEqual({ live: 1, other: 0 });
  });

  it('has animals that are due soon and overdue, also the demo customer’s', async () => {
    const { rows } = await demo.owner.query<{ overdue: string; soon: string; own: string }>(
      `select count(*) filter (where d.due_on < '2026-11-18') as overdue,
         count(*) filter (where d.due_on between '2026-11-18' and '2026-12-18') as soon,
         count(*) filter (where c.phone = '07700900001' and d.due_on between '2026-11-18' and '2026-12-18') as own
       from care_due d
       join animals a on a.tenant_id = d.tenant_id and a.id = d.animal_id
       join clients c on c.tenant_id = a.tenant_id and c.id = a.client_id
       where d.state in ('due', 'told', 'booked')`,
    );
    expect(Number(rows[0]?.overdue)).toBeGreaterThan(5);
    expect(Number(rows[0]?.soon)).toBeGreaterThan(2);
    expect(Number(rows[0]?.own)).toBe(2);
  });

  it('has two clients on the waitlist', async () => {
    const { rows } = await demo.owner.query(
      `select w.source, w.state, t.waitlist_mode as mode from wants w join tenants t on t.id = w.tenant_id
       where w.state = 'waiting' order by w.id`,
    );
    expect(rows).toEqual([
      { source: 'portal', state: 'waiting', mode: 'automatic' },
      { source: 'staff', state: 'waiting', mode: 'automatic' },
    ]);
  });

  it('has a pet owner with a history, a pending request and an accepted appointment', async () => {
    const { rows: pets } = await demo.owner.query<{ name: string; visits: string }>(
      `select a.name, count(b.id) filter (where b.status = 'completed') as visits
       from clients c
       join animals a on a.tenant_id = c.tenant_id and a.client_id = c.id
       left join bookings b on b.tenant_id = a.tenant_id and b.animal_id = a.id
       where c.tenant_id = 1 and c.phone = '07700900001' group by a.name order by a.name`,
    );
    expect(pets.map(({ name }) => name)).toEqual(['Biscuit', 'Mabel']);
    for (const { visits } of pets) expect(Number(visits)).toBeGreaterThanOrEqual(3);
    const { rows: toCome } = await demo.owner.query(
      `select a.name, b.status, b.is_provisional, b.staff_accepted, b.source, s.online
       from bookings b
       join clients c on c.tenant_id = b.tenant_id and c.id = b.client_id and c.phone = '07700900001'
       join animals a on a.tenant_id = b.tenant_id and a.id = b.animal_id
       join services s on s.tenant_id = b.tenant_id and s.id = b.service_id
       where b.tenant_id = 1 and b.starts_at > $1 order by a.name`,
      [now],
    );
    const asked = { status: 'pending', source: 'portal', online: true };
    expect(toCome).toEqual([
      { ...asked, name: 'Biscuit', is_provisional: true, staff_accepted: false },
      { ...asked, name: 'Mabel', is_provisional: false, staff_accepted: true },
    ]);
  });

  it('shows a day in progress', async () => {
    const statuses = await numbers(
      demo,
      `select count(*) filter (where b.status = 'completed') as completed,
              count(*) filter (where b.status = 'in-progress') as in_progress,
              count(*) filter (where b.status in ('confirmed', 'pending')) as to_come,
              count(*) filter (where b.stage = 'with') as with_staff,
              count(*) filter (where b.stage = 'left') as gone
       from bookings b where b.booking_date = '2026-11-18'`,
    );
    for (const count of Object.values(statuses)) expect(count).toBeGreaterThan(0);
    const { missed, impossible } = await numbers(
      demo,
      `select count(*) filter (where b.cancel_reason = 'did_not_attend') as missed,
              count(*) filter (where greatest(b.arrived_at, b.seen_at, b.ready_at, b.left_at) > $1
                or b.cancel_reason is not null and b.starts_at > $1) as impossible
       from bookings b`,
      [now],
    );
    expect(missed).toBeGreaterThan(0);
    expect(impossible).toBe(0);
  });

  it('keeps the sums of the ledger', async () => {
    const { wrong } = await numbers(
      demo,
      `select count(*) as wrong from bookings b
       where b.paid_pence <> (select coalesce(sum(p.amount_pence), 0) from payments p
                              where p.tenant_id = b.tenant_id and p.booking_id = b.id)
          or b.paid_pence > b.price_pence or (b.status = 'cancelled' and b.paid_pence <> 0)`,
    );
    expect(wrong).toBe(0);
  });

  it('opens its days only when the practice is open', async () => {
    const { rows } = await demo.owner.query<{ weekday: number; begins: string; ends: string }>(
      `select extract(dow from b.booking_date)::int as weekday, min(lower(b.during)::time)::text as begins,
              max(upper(b.during)::time)::text as ends
       from bookings b where b.status <> 'cancelled' group by 1 order by 1`,
    );
    expect(rows.map(({ weekday }) => weekday)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    for (const { begins, ends } of rows) {
      expect(begins >= '08:30:00' && ends <= '19:30:00').toBe(true);
    }
  });

  it('is the same for the same time', async () => {
    const again = await seeded(now);
    const fingerprint = `select md5(string_agg(b::text, '' order by b.id)) as bookings,
        (select md5(string_agg(c::text, '' order by c.id)) from clients c) as clients,
        (select md5(string_agg(a::text, '' order by a.id)) from animals a) as animals,
        (select md5(string_agg(p::text, '' order by p.id)) from payments p) as payments,
        (select md5(string_agg(p::text, '' order by p.booking_id, p.need)) from booking_parts p) as parts,
        (select md5(string_agg(encode(f.sha256, 'hex'), '' order by f.id)) from files f) as files
      from bookings b`;
    const [first, second] = await Promise.all([demo, again].map((one) => one.owner.query(fingerprint)));
    expect(second?.rows).toEqual(first?.rows);
  });
});

describe('the health records of the demo', () => {
  it('go back years, with batches, and one entry is struck through', async () => {
    const demo = await seededAtOne();
    const found = await numbers(
      demo,
      `select count(*) filter (where e.kind = 'vaccination') > 300 as vaccinations,
              count(*) filter (where e.kind = 'note') > 300 as notes,
              count(*) filter (where e.kind = 'prescription') > 10 as prescriptions,
              count(*) filter (where e.struck_at is not null) as struck,
              count(*) filter (where e.at > $1) as later,
              count(*) filter (where e.kind = 'vaccination' and (e.batch is null or e.next_due_on <= e.at::date)) as wrong,
              min(e.at) < $1::timestamptz - interval '3 years' as years,
              (select count(*) > 5 from entry_addenda) as addenda,
              (select count(*) > 3 from medicines m where m.last_batch is not null) as batches
       from entries e`,
      [oneOClock],
    );
    expect(found).toEqual({
      vaccinations: 1,
      notes: 1,
      prescriptions: 1,
      struck: 1,
      later: 0,
      wrong: 0,
      years: 1,
      addenda: 1,
      batches: 1,
    });
  });
});

describe('the bell of the demo', () => {
  it('lists every pending request, the last two of them unread, and nothing from the future', async () => {
    const demo = await seededAtOne();
    const found = await numbers(
      demo,
      `select count(*) filter (where n.kind = 'booking_request') as requests,
              count(*) filter (where n.kind = 'booking_request' and n.id > r.last_seen_id) as unread_requests,
              count(*) filter (where n.kind = 'payment') > 3 as has_payments,
              count(*) filter (where n.kind = 'booking_cancelled') > 0 as has_cancelled,
              count(*) filter (where n.created_at > $1) as later,
              count(*) filter (where b.is_provisional) as waiting
       from notifications n
       join bookings b on b.tenant_id = n.tenant_id and b.id = n.booking_id
       join notification_reads r on r.tenant_id = n.tenant_id
         and r.user_id = (select min(u.id) from users u where u.tenant_id = n.tenant_id)`,
      [oneOClock],
    );
    expect(found).toEqual({
      requests: 4,
      unread_requests: 2,
      has_payments: 1,
      has_cancelled: 1,
      later: 0,
      waiting: 4,
    });
  });
});

describe('the demo started on a Sunday', () => {
  const now = '2026-11-22T11:20:00Z';

  it('opens on a working day, with several services at list prices and statuses that suit the time', async () => {
    const demo = await seeded(now);
    const { rows } = await demo.owner.query<{
      service: string;
      status: string;
      price: number;
      listed: number;
      begins: string;
      ends: string;
    }>(
      `select s.name as service, b.status, b.price_pence as price, s.base_price_pence as listed,
              b.starts_at as begins, b.starts_at + make_interval(mins => b.duration_minutes) as ends
       from bookings b join services s on s.tenant_id = b.tenant_id and s.id = b.service_id
       where b.booking_date = $1`,
      [now.slice(0, 10)],
    );
    expect(rows.length).toBeGreaterThanOrEqual(8);
    expect(new Set(rows.map(({ service }) => service)).size).toBeGreaterThanOrEqual(4);
    const at = Date.parse(now);
    const wrong = rows.filter(({ status, price, listed, begins, ends }) => {
      const [start, end] = [Date.parse(begins), Date.parse(ends)];
      // A completed visit may have extra items on its bill.
      const suitsList = status === 'completed' ? price >= listed : price === listed;
      if (status === 'completed') return !suitsList || end > at;
      if (status === 'in-progress') return !suitsList || start > at || end <= at;
      return !suitsList || !['confirmed', 'pending'].includes(status);
    });
    expect(wrong).toEqual([]);
    const { visits } = await numbers(
      demo,
      `select count(*) as visits from bookings b
       join clients c on c.tenant_id = b.tenant_id and c.id = b.client_id
       where c.phone = '07700900001' and not b.is_provisional`,
    );
    expect(visits).toBe(8);
    const seen = new Set(rows.map(({ status }) => status));
    for (const status of ['completed', 'in-progress', 'confirmed']) expect(seen).toContain(status);
  });
});

describe('a deposit of the demo', () => {
  const api = useTestApi({}, 'system');

  it('was paid at the card provider, so rejecting its request refunds it there', async () => {
    const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = api.sandbox.settings;
    const takeDeposit = depositsAtStandIn({
      secretKey,
      webhookSecret,
      apiUrl: api.sandbox.url,
      publicUrl: api.url,
    });
    const { ownerUrl } = api.testDatabase;
    await seedDemo({ ownerUrl, now: new Date(), bcryptCost: 4, takeDeposit });
    const signedIn = await api.call('auth', { email: 'admin@willow.demo', password: 'burrow-demo-1' });
    const caller = { apiKey: signedIn.body.api_key };
    const { rows } = await api.testDatabase.owner.query<{ id: number }>(
      'select b.id::integer from bookings b where b.tenant_id = 1 and b.is_provisional order by b.id',
    );
    const [request] = rows;
    if (!request) throw new Error('No request waits.');
    const before = await api.call('booking', { booking_id: request.id }, caller);
    expect(before.body.payments).toMatchObject([{ kind: 'deposit', by_provider: true, refundable: '10.00' }]);
    const rejected = await api.call(
      'booking_status_update',
      { booking_id: request.id, status: 'cancelled', deposit: 'refund' },
      caller,
    );
    expect(rejected.status).toBe(200);
    await api.runJobs();
    const after = await api.call('booking', { booking_id: request.id }, caller);
    expect(after.body.payments).toMatchObject([{ refundable: '0.00' }, { kind: 'refund', amount: '-10.00' }]);
  });
});

describe('the conversations of the demo', () => {
  const now = '2026-11-23T15:01:00Z';
  const api = useTestApi({}, now);

  it('are answered, unread and assigned, and nothing of them is still to be sent', async () => {
    await seedDemo({ ownerUrl: api.testDatabase.ownerUrl, now: new Date(now), bcryptCost: 4 });
    const signedIn = await api.call('auth', { email: 'sam@willow.demo', password: 'burrow-demo-1' });
    const caller = { apiKey: signedIn.body.api_key };
    const list = async (filter: 'unread' | 'mine' | 'all') =>
      (await api.call('conversations', { filter }, caller)).body.conversations;
    expect(await list('unread')).toHaveLength(2);
    const mine = await list('mine');
    expect(mine).toMatchObject([{ unread: '1', assignee: 'Sam Okafor' }]);
    const thread = await api.call('conversation', { client_id: mine[0]?.client_id ?? 0 }, caller);
    expect(thread.body.messages.map(({ author }) => author)).toContain('Priya Nair');
    expect((await list('all')).length).toBeGreaterThan(10);
    const { rows } = await api.testDatabase.owner.query(
      "select from comms where kind = 'own_words' and status = 'pending'",
    );
    expect(rows).toEqual([]);
  });
});

describe('the rota of the demo', () => {
  const now = '2026-11-23T15:01:00Z';
  const api = useTestApi({}, now);

  it('agrees with the appointments, and the new practice has none', async () => {
    await seedDemo({ ownerUrl: api.testDatabase.ownerUrl, now: new Date(now), bcryptCost: 4 });
    const signedIn = await api.call('auth', { email: 'admin@willow.demo', password: 'burrow-demo-1' });
    const caller = { apiKey: signedIn.body.api_key };
    expect((await api.call('rota_conflicts', {}, caller)).body).toEqual({ total: 0, appointments: [] });
    const { rows } = await api.testDatabase.owner.query<{ tenant_id: number; people: number }>(
      'select p.tenant_id::int, count(distinct p.user_id)::int as people from work_patterns p group by 1',
    );
    expect(rows).toEqual([{ tenant_id: 1, people: 6 }]);
  });
});

describe('the demo on Christmas before dawn', () => {
  it('has a day to show and nothing from the future', async () => {
    const [now, today] = ['2026-12-25T05:00:00Z', '2026-12-25'];
    const demo = await seeded(now);
    const found = await numbers(
      demo,
      `select count(*) filter (where b.booking_date = $1) as today,
              count(*) filter (where b.is_provisional) as requests,
              count(*) filter (where b.is_provisional and b.booking_date <= $1) as late_requests,
              count(*) filter (where b.created_at > $2 or b.updated_at > $2 or b.created_at > b.starts_at) as impossible,
              (select count(*) from payments p where p.taken_at > $2) as paid_later,
              (select count(*) from comms m where m.created_at > $2) as sent_later
       from bookings b`,
      [today, now],
    );
    expect(found).toEqual({
      today: expect.any(Number),
      requests: 4,
      late_requests: 0,
      impossible: 0,
      paid_later: 0,
      sent_later: 0,
    });
    expect(found['today']).toBeGreaterThanOrEqual(8);
    const services = await numbers(
      demo,
      'select count(distinct b.service_id) as several from bookings b where b.booking_date = $1',
      [today],
    );
    expect(services['several']).toBeGreaterThanOrEqual(4);
  });
});
