import { expect, it } from 'vitest';
import type { InputOf, OutputOf } from '@burrow/contracts/actions';
import type { ReportPeriodName } from '@burrow/contracts/report-period';
import { moneyFromPence } from '../../lib/money.ts';
import { dice } from '../../testing/dice.ts';
import { useTestApi, type Caller } from '../../testing/harness.ts';
import { modelOf, shifted, type Days, type ReportWorld } from '../../testing/report-model.ts';
import { makeReportWorld } from '../../testing/report-world.ts';

const api = useTestApi();

type Report = Extract<keyof Answers, string>;
interface Answers {
  'reports/dashboard_overview': OutputOf<'reports/dashboard_overview'>;
  'reports/revenue_trends': OutputOf<'reports/revenue_trends'>;
  'reports/popular_services': OutputOf<'reports/popular_services'>;
  'reports/payment_methods': OutputOf<'reports/payment_methods'>;
  'reports/booking_patterns': OutputOf<'reports/booking_patterns'>;
  'reports/client_growth': OutputOf<'reports/client_growth'>;
  'reports/client_retention': OutputOf<'reports/client_retention'>;
  'reports/animal_demographics': OutputOf<'reports/animal_demographics'>;
  'reports/bookings_between_dates': OutputOf<'reports/bookings_between_dates'>;
}

async function asked<Name extends Report>(
  name: Name,
  input: InputOf<Name>,
  key: Caller,
): Promise<Answers[Name]> {
  const { status, body, error } = await api.call(name, input, key);
  if (status !== 200) throw new Error(`${name}: ${error.code} ${error.message}`);
  return body as Answers[Name];
}

const pence = (amount: string | null): number => Math.round(Number(amount) * 100);
const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0);
const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10;
const change = (now: number, before: number): number | null =>
  before <= 0 ? null : percent(now - before, before);

const trend = (now: number, before: number): string =>
  Math.abs(now - before) / before <= 0.05 || now === before ? 'stable' : now > before ? 'up' : 'down';

/** Both daylight-saving days, both ends of a year, and 29 February, with the days beside them. */
const turningPoints = [
  ['2026-03-29T13:20:10Z', 'Europe/London', 'sunday'],
  ['2026-10-26T09:45:00Z', 'Europe/London', 'monday'],
  ['2027-01-01T00:30:00Z', 'Pacific/Auckland', 'sunday'],
  ['2028-02-29T18:05:00Z', 'America/New_York', 'monday'],
  ['2028-03-31T12:00:00Z', 'America/Los_Angeles', 'sunday'],
  ['2026-12-31T20:15:30Z', 'Australia/Lord_Howe', 'monday'],
] as const;

it.each(turningPoints)(
  'every figure matches a plain count over every row, and is the same on every screen: %s in %s',
  async (instant, timeZone, weekStartsOn) => {
    const now = new Date(instant);
    const roll = dice(now.getTime() % 2_000_000_011);
    api.clock.set(instant);
    const { practice, world } = await makeReportWorld(api.testDatabase.owner, roll, {
      now,
      timeZone,
      weekStartsOn,
    });
    const { today } = modelOf(world, 'today');
    const someRange = (longest: number): Days => {
      const to = shifted(today, -roll(40));
      return { from: shifted(to, -roll(longest)), to };
    };
    const periods: [ReportPeriodName, Days?][] = [
      ['today'],
      ['week'],
      ['month'],
      ['year'],
      ['custom', { from: shifted(today, -730), to: today }],
      ['custom', someRange(7)],
      ['custom', someRange(60)],
      ['custom', someRange(600)],
    ];
    for (const [name, custom] of periods) await compare(world, practice.adminKey, name, custom);
    const stats = await api.call('admin/dashboard/stats', {}, practice.staffKey);
    const overview = await asked('reports/dashboard_overview', { period: 'today' }, practice.adminKey);
    expect(stats.body).toMatchObject({
      monthlyRevenue: overview.data.revenue_this_month,
      todayAppointments: overview.data.bookings_today,
      activePatients: overview.data.total_active_animals,
    });
  },
  60_000,
);

async function compare(
  world: ReportWorld,
  key: Caller,
  name: ReportPeriodName,
  custom: Days | undefined,
): Promise<void> {
  const model = modelOf(world, name, custom);
  const { days } = model;
  const choice = { period: name, ...(custom && { start_date: custom.from, end_date: custom.to }) };
  const where = `${name} ${days.from} to ${days.to}`;
  const revenue = moneyFromPence(model.revenueIn(days));

  const overview = (await asked('reports/dashboard_overview', choice, key)).data;
  expect([where, overview]).toMatchObject([
    where,
    {
      revenue_period: revenue,
      revenue_today: moneyFromPence(model.revenueIn({ from: model.today, to: model.today })),
      revenue_growth_percent: change(model.revenueIn(days), model.revenueBefore()),
      bookings_period: model.bookingsIn(days).length,
      bookings_growth_percent: change(model.bookingsIn(days).length, model.bookingsIn(model.before).length),
      new_clients_period: model.newIn(days),
      total_active_clients: model.activeAfter(model.today),
      total_active_animals: world.animals.filter(({ active }) => active).length,
      upcoming_appointments_count: model.upcoming(),
    },
  ]);

  const trends = await asked('reports/revenue_trends', choice, key);
  expect([where, trends.metadata]).toMatchObject([
    where,
    {
      total_revenue: revenue,
      growth_percent: overview.revenue_growth_percent,
      total_bookings: overview.bookings_period,
    },
  ]);
  expect([where, moneyFromPence(sum(trends.data.map((row) => pence(row.revenue))))]).toEqual([
    where,
    revenue,
  ]);
  const keys = trends.data.map(({ date }) => date);
  for (const [index, row] of trends.data.entries()) {
    const of =
      trends.metadata.group_by === 'hour'
        ? model.ofHour(row.date)
        : ofDays(model, bucketDays(keys, index, days));
    expect([where, row]).toMatchObject([
      where,
      { revenue: moneyFromPence(of.revenue), bookings: of.bookings },
    ]);
  }

  await compareServices(world, model, choice, key, revenue);
  await compareMethods(model, choice, key, revenue, where);
  await compareClients(world, model, choice, key, where);
  await compareReport(world, model, key, revenue, where);

  const demographics = (await asked('reports/animal_demographics', choice, key)).data;
  expect([where, demographics.total_animals]).toEqual([where, model.patients().length]);
  expect([where, sum(demographics.by_species.map(({ count }) => count))]).toEqual([
    where,
    demographics.total_animals,
  ]);
}

type Model = ReturnType<typeof modelOf>;
const ofDays = (model: Model, span: Days) => ({
  revenue: model.revenueIn(span),
  bookings: model.bookingsIn(span).length,
});

type Choice = InputOf<'reports/dashboard_overview'>;

/** The days of a row: from its own up to the next row's, months and all inside the period. */
function bucketDays(keys: readonly string[], index: number, { from, to }: Days): Days {
  const firstDay = (key: string): string => (key.length === 7 ? `${key}-01` : key);
  const next = keys[index + 1];
  const first = firstDay(keys[index] ?? from);
  return {
    from: first < from ? from : first,
    to: next === undefined ? to : shifted(firstDay(next), -1),
  };
}

async function compareServices(
  world: ReportWorld,
  model: Model,
  choice: Choice,
  key: Caller,
  revenue: string,
): Promise<void> {
  const { data, metadata } = await asked('reports/popular_services', { ...choice, limit: 100 }, key);
  const bookings = model.bookingsIn(model.days);
  const before = model.bookingsIn(model.before);
  expect(metadata).toMatchObject({
    total_bookings: bookings.length,
    previous_start_date: model.before.from,
    previous_end_date: model.before.to,
    previous_bookings: before.length,
  });
  expect(sum(data.map(({ booking_count }) => booking_count))).toBe(bookings.length);
  for (const row of data) {
    const of = bookings.filter(({ service_id }) => service_id === row.service_id).length;
    const lines = model.linesIn(model.days).filter(({ forService }) => forService === row.service_id);
    expect(row).toMatchObject({
      booking_count: of,
      percentage_of_total: percent(of, bookings.length),
      trend: trend(of, before.filter(({ service_id }) => service_id === row.service_id).length),
      revenue: moneyFromPence(sum(lines.map(({ amount_pence }) => amount_pence))),
    });
  }
  // A service with revenue but without a booking in the period is not in the ranking.
  const listed = new Set(data.map(({ service_id }) => service_id));
  const elsewhere = model.linesIn(model.days).filter(({ forService }) => !listed.has(forService));
  const all =
    sum(data.map((row) => pence(row.revenue))) + sum(elsewhere.map(({ amount_pence }) => amount_pence));
  expect(moneyFromPence(all)).toBe(revenue);
  expect(world.bookings.length).toBeGreaterThan(0);
}

async function compareMethods(
  model: Model,
  choice: Choice,
  key: Caller,
  revenue: string,
  where: string,
): Promise<void> {
  const methods = await asked('reports/payment_methods', choice, key);
  const unpaid = model.unpaid();
  const open = sum(unpaid.map(({ price_pence, paid_pence }) => price_pence - paid_pence));
  expect([where, methods.metadata]).toMatchObject([
    where,
    {
      total_amount: revenue,
      unpaid_amount: moneyFromPence(open),
    },
  ]);
  for (const row of methods.data) {
    const lines = model.linesIn(model.days).filter(({ method }) => method === row.payment_method);
    const isUnpaid = row.payment_method === 'Unpaid';
    expect([`${where} ${row.payment_method}`, row]).toMatchObject([
      `${where} ${row.payment_method}`,
      {
        total_amount: moneyFromPence(isUnpaid ? open : sum(lines.map(({ amount_pence }) => amount_pence))),
        transaction_count: isUnpaid
          ? unpaid.length
          : lines.filter(({ kind }) => kind === 'payment' || kind === 'deposit').length,
      },
    ]);
  }

  const patterns = await asked('reports/booking_patterns', choice, key);
  const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
  for (const row of patterns.data) {
    const weekday = names.indexOf(row.period);
    const of = model.ofWeekday(weekday);
    const hours = [...model.hoursOf(weekday)].toSorted(
      ([a, many], [b, more]) => more - many || a.localeCompare(b),
    );
    const busiest = hours.filter(([, count]) => count >= (hours[0]?.[1] ?? 0) * 0.75).slice(0, 3);
    expect([`${where} ${row.period}`, row]).toMatchObject([
      `${where} ${row.period}`,
      {
        booking_count: of.bookings,
        peak_hours: busiest.map(([hour]) => hour).toSorted(),
      },
    ]);
    const average = row.average_revenue === null ? null : pence(row.average_revenue);
    expect([where, average]).toEqual([
      where,
      of.bookings === 0 ? null : Math.round(of.revenue / of.bookings) || 0,
    ]);
  }
  expect(patterns.data.map(({ booking_count }) => booking_count).length).toBe(7);
}

async function compareClients(
  world: ReportWorld,
  model: Model,
  choice: Choice,
  key: Caller,
  where: string,
): Promise<void> {
  const { days } = model;
  const growth = await asked('reports/client_growth', choice, key);
  expect([where, growth.metadata]).toMatchObject([
    where,
    {
      new_clients: model.newIn(days),
      returning_clients: model.returningIn(days),
      total_active: model.activeAfter(days.to),
    },
  ]);
  for (const [index, row] of growth.data.entries()) {
    const span = bucketDays(
      growth.data.map(({ period }) => period),
      index,
      days,
    );
    expect([`${where} ${row.period}`, row]).toMatchObject([
      `${where} ${row.period}`,
      {
        new_clients: model.newIn(span),
        returning_clients: model.returningIn(span),
        total_active: model.activeAfter(span.to),
      },
    ]);
  }

  const cohort = model.cohort();
  const back = (span: Days): number =>
    [...model.clientsIn(span)].filter((client) => cohort.has(client)).length;
  const rate = (count: number): number | null => (cohort.size === 0 ? null : percent(count, cohort.size));
  const { data } = await asked('reports/client_retention', choice, key);
  expect([where, data]).toMatchObject([
    where,
    {
      total_clients: cohort.size,
      returned_within_period: back(days),
      retention_rate: rate(back(days)),
    },
  ]);
  const months = data.breakdown_by_month;
  expect([months[0]?.month, months.at(-1)?.month]).toEqual([days.from.slice(0, 7), days.to.slice(0, 7)]);
  for (const [index, row] of months.entries()) {
    const count = back(
      bucketDays(
        months.map(({ month }) => month),
        index,
        days,
      ),
    );
    expect([where, row]).toMatchObject([where, { returned_clients: count, retention_rate: rate(count) }]);
  }
  expect(world.clients.length).toBeGreaterThan(30);
}

async function compareReport(
  world: ReportWorld,
  model: Model,
  key: Caller,
  revenue: string,
  where: string,
): Promise<void> {
  const range = { date_from: model.days.from, date_to: model.days.to };
  const { bookings, summary } = (await asked('reports/bookings_between_dates', range, key)).data;
  expect([where, summary.total_revenue]).toEqual([where, revenue]);
  expect([where, summary.booking_count]).toEqual([where, bookings.length]);
  const rows = sum(bookings.map(({ amount }) => pence(amount))) + pence(summary.other_deposits);
  expect([where, moneyFromPence(rows)]).toEqual([where, revenue]);
  for (const { id, amount, paid_types } of bookings) {
    const lines = model.linesIn(model.days).filter(({ booking_id }) => booking_id === id);
    expect(pence(amount)).toBe(sum(lines.map(({ amount_pence }) => amount_pence)));
    expect(new Set(paid_types)).toEqual(new Set(lines.map(({ method }) => method)));
  }
  const methods = ['Cash', 'Card', 'BACS'] as const;
  const byMethod = await Promise.all(
    methods.map((paid_type) =>
      asked('reports/bookings_between_dates', { ...range, paid_type, limit: 1 }, key),
    ),
  );
  expect(byMethod.map(({ data }) => data.summary.total_revenue)).toEqual(
    methods.map((method) => summary.by_method[method]),
  );
  expect([where, moneyFromPence(sum(byMethod.map(({ data }) => pence(data.summary.total_revenue))))]).toEqual(
    [where, revenue],
  );
  const staff = world.bookings.find(({ staff_id }) => staff_id !== null)?.staff_id ?? 0;
  const theirs = new Set(world.bookings.filter(({ staff_id }) => staff_id === staff).map(({ id }) => id));
  const ofStaff = (await asked('reports/bookings_between_dates', { ...range, staff }, key)).data;
  expect([where, ofStaff.bookings]).toEqual([where, bookings.filter(({ id }) => theirs.has(id))]);
}
