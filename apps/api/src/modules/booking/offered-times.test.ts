import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  makeAbsence,
  makeResource,
  makeServiceNeed,
  makeServiceStaff,
  makeShift,
  makeWorkPattern,
} from '../../../../../packages/dev/src/factory-diary.ts';
import { makeHoliday } from '../../../../../packages/dev/src/factory-records.ts';
import type { ResourceRow } from '../../../../../packages/dev/src/factory-rows.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { rotaBookings, thursday as day, thursdays } from '../../testing/rota-bookings.ts';

// Every setting that limits the times of the portal changes them. The settings are the columns of the tables that its
// availability reads: a new column fails the first test until it has a case, or a reason to have none.

const api = useTestApi();
const db = () => api.testDatabase.owner;
const { book } = rotaBookings(api);

/** One person works Thursday morning; one room is needed; an appointment of that person and room at 10:00. */
interface World {
  practice: Practice;
  room: ResourceRow;
  /** A second room, which is out of use until 10:00. */
  other: ResourceRow;
}

let world: World;
beforeEach(async () => {
  const practice = await makePractice(db());
  const { tenant, staff, admin, checkUp } = practice;
  await makeWorkPattern(db(), { user: staff, hours: thursdays(['09:00', '12:00']) });
  await makeShift(db(), { user: admin, date: day });
  const room = await makeResource(db(), { tenant });
  const other = await makeResource(db(), { tenant });
  await makeAbsence(db(), { resource: other, from: `${day} 09:00`, until: `${day} 10:00` });
  await makeServiceNeed(db(), checkUp, [room]);
  await book(practice, { booking_time: '10:00', staff_id: staff.id });
  world = { practice, room, other };
});

/** The free times of the check-up on Thursday; null if it can't be requested. */
async function offered(): Promise<string[] | null> {
  const { clientKey, checkUp } = world.practice;
  const { status, body } = await api.call('cp/booking_availability', { service_id: checkUp.id }, clientKey);
  if (status !== 200) return null;
  const times = body.days.find(({ date }) => date === day)?.times ?? [];
  return times.flatMap(({ time, free }) => (free ? [time] : []));
}

/** Changes rows of the practice; `which` is SQL. */
const set = (table: string, change: string, which = 'true') =>
  db().query(
    `update ${table} set ${change} where ${table === 'tenants' ? 'id' : 'tenant_id'} = $1 and ${which}`,
    [world.practice.tenant.id],
  );
const ofCheckUp = (): string => `id = ${world.practice.checkUp.id}`;
const ofStaff = (column: string): string => `${column} = ${world.practice.staff.id}`;
const ofAdmin = (column: string): string => `${column} = ${world.practice.admin.id}`;

const everyOtherWeek = () => set('work_patterns', 'weeks = 2');
const adminWorks = () =>
  db().query(
    `insert into shift_ranges (tenant_id, user_id, date, starts, ends, online) values ($1, $2, $3, 540, 720, true)`,
    [world.practice.tenant.id, world.practice.admin.id, day],
  );
/** A shift of the staff member that day, as long as their usual hours. */
const asUsual = () => makeShift(db(), { user: world.practice.staff, date: day, hours: [['09:00', '12:00']] });
const holiday = (start_date: string, end_date: string) =>
  makeHoliday(db(), { tenant: world.practice.tenant, start_date, end_date, is_recurring: false });

interface Case {
  /** What else the world has, before the offered times are read for the first time. */
  given?: () => unknown;
  change: () => unknown;
}

const cases: Record<string, Case> = {
  'absences.user_id': {
    given: () =>
      makeAbsence(db(), { user: world.practice.admin, from: `${day} 09:00`, until: `${day} 10:00` }),
    change: () => set('absences', ofStaff('user_id'), 'user_id is not null'),
  },
  'absences.resource_id': { change: () => set('absences', `resource_id = ${world.room.id}`) },
  'absences.during': {
    given: () =>
      makeAbsence(db(), { tenant: world.practice.tenant, from: `${day} 07:00`, until: `${day} 08:00` }),
    change: () => set('absences', `during = '[${day} 07:00,${day} 10:00)'`, 'resource_id is null'),
  },
  'holidays.start_date': {
    given: () => holiday('2026-01-16', '2026-01-16'),
    change: () => set('holidays', `start_date = '${day}'`),
  },
  'holidays.end_date': {
    given: () => holiday('2026-01-14', '2026-01-14'),
    change: () => set('holidays', `end_date = '${day}'`),
  },
  'holidays.is_recurring': {
    given: () => holiday('2025-01-15', '2025-01-15'),
    change: () => set('holidays', 'is_recurring = true'),
  },
  'resources.places': {
    given: adminWorks,
    change: () => set('resources', 'places = 2', `id = ${world.room.id}`),
  },
  'resources.retired_at': { change: () => set('resources', 'retired_at = now()', `id = ${world.room.id}`) },
  'service_resources.service_id': {
    given: () => makeServiceNeed(db(), world.practice.vaccination, [world.other]),
    change: () =>
      set(
        'service_resources',
        `service_id = ${world.practice.checkUp.id}, need = 2`,
        `resource_id = ${world.other.id}`,
      ),
  },
  'service_resources.need': {
    given: () =>
      db().query(
        'insert into service_resources (tenant_id, service_id, need, resource_id) values ($1, $2, 1, $3)',
        [world.practice.tenant.id, world.practice.checkUp.id, world.other.id],
      ),
    change: () => set('service_resources', 'need = 2', `resource_id = ${world.other.id}`),
  },
  'service_resources.resource_id': {
    change: () => set('service_resources', `resource_id = ${world.other.id}`),
  },
  'service_staff.service_id': {
    given: () => makeServiceStaff(db(), world.practice.vaccination, world.practice.admin),
    change: () => set('service_staff', `service_id = ${world.practice.checkUp.id}`),
  },
  'service_staff.user_id': {
    given: () => makeServiceStaff(db(), world.practice.checkUp, world.practice.staff),
    change: () => set('service_staff', ofAdmin('user_id')),
  },
  'service_staff.duration_minutes': {
    given: () => makeServiceStaff(db(), world.practice.checkUp, world.practice.staff),
    change: () => set('service_staff', 'duration_minutes = 120'),
  },
  'services.duration_minutes': { change: () => set('services', 'duration_minutes = 90', ofCheckUp()) },
  'services.online': { change: () => set('services', 'online = false', ofCheckUp()) },
  'services.retired_at': { change: () => set('services', 'retired_at = now()', ofCheckUp()) },
  'services.before_minutes': { change: () => set('services', 'before_minutes = 45', ofCheckUp()) },
  'services.after_minutes': { change: () => set('services', 'after_minutes = 45', ofCheckUp()) },
  'services.min_notice_hours': { change: () => set('services', 'min_notice_hours = 25', ofCheckUp()) },
  'services.max_days_ahead': {
    given: () => api.clock.set('2026-01-13T09:00:00Z'),
    change: () => set('services', 'max_days_ahead = 1', ofCheckUp()),
  },
  'shifts.user_id': { change: () => set('shifts', ofStaff('user_id')) },
  'shifts.date': {
    given: () => makeShift(db(), { user: world.practice.staff, date: '2026-01-16' }),
    change: () => set('shifts', `date = '${day}'`, ofStaff('user_id')),
  },
  'shift_ranges.starts': { given: asUsual, change: () => set('shift_ranges', 'starts = 600') },
  'shift_ranges.ends': { given: asUsual, change: () => set('shift_ranges', 'ends = 660') },
  'shift_ranges.online': { given: asUsual, change: () => set('shift_ranges', 'online = false') },
  'tenants.business_hours': {
    change: () => set('tenants', `business_hours = '{"thu": [["10:00", "12:00"]]}'`),
  },
  'tenants.grace_minutes': { change: () => set('tenants', 'grace_minutes = 45') },
  'tenants.slot_minutes': { change: () => set('tenants', 'slot_minutes = 30') },
  'tenants.parallel_places': {
    // It counts without a rota only, and for a service without needs.
    given: async () => {
      const { tenant } = world.practice;
      for (const table of ['work_ranges', 'work_patterns', 'shifts', 'service_resources']) {
        await db().query(`delete from ${table} where tenant_id = $1`, [tenant.id]);
      }
    },
    change: () => set('tenants', 'parallel_places = 2'),
  },
  'tenants.time_zone': {
    given: () => api.clock.set(`${day}T09:30:00Z`),
    change: () => set('tenants', "time_zone = 'America/New_York'"),
  },
  'tenants.suspended_at': { change: () => set('tenants', 'suspended_at = now()') },
  'users.takes_bookings': { change: () => set('users', 'takes_bookings = false', ofStaff('id')) },
  'users.disabled_at': { change: () => set('users', 'disabled_at = now()', ofStaff('id')) },
  'work_patterns.user_id': { change: () => set('work_patterns', ofAdmin('user_id')) },
  'work_patterns.weeks': { change: everyOtherWeek },
  'work_patterns.anchor': {
    given: everyOtherWeek,
    change: () => set('work_patterns', "anchor = '2026-01-12'"),
  },
  'work_patterns.valid_from': { change: () => set('work_patterns', "valid_from = '2026-01-16'") },
  'work_patterns.valid_until': { change: () => set('work_patterns', "valid_until = '2026-01-14'") },
  'work_ranges.week': { given: everyOtherWeek, change: () => set('work_ranges', 'week = 2') },
  'work_ranges.weekday': { change: () => set('work_ranges', 'weekday = 5') },
  'work_ranges.starts': { change: () => set('work_ranges', 'starts = 600') },
  'work_ranges.ends': { change: () => set('work_ranges', 'ends = 660') },
  'work_ranges.online': { change: () => set('work_ranges', 'online = false') },
};

/** Columns that limit no times, by reason. */
const exceptions: Record<string, Readonly<Record<string, string>>> = {
  'the key of a row, or of the row it belongs to': {
    absences: 'tenant_id, id',
    holidays: 'tenant_id, id',
    resources: 'tenant_id, id',
    service_resources: 'tenant_id',
    service_staff: 'tenant_id',
    services: 'tenant_id, id',
    shift_ranges: 'tenant_id, user_id, date',
    shifts: 'tenant_id',
    tenants: 'id',
    users: 'tenant_id, id, account_id',
    work_patterns: 'tenant_id, id',
    work_ranges: 'tenant_id, pattern_id',
  },
  'words, looks and order': {
    absences: 'kind, note',
    holidays: 'name',
    resources: 'name, kind, display_order',
    services: 'name, description, colour, display_order',
    tenants:
      'tenant_name, contact_name, subdomain, custom_host, email, phone, address, colour, business_type, locale, week_starts_on',
    users: 'name, role, colour',
  },
  'when it was written, or by which release': {
    absences: 'created_at, updated_at',
    holidays: 'created_at, updated_at',
    resources: 'created_at, updated_at',
    shifts: 'created_at',
    tenants: 'created_at, updated_at',
    users: 'created_at, updated_at, accepted_at',
    work_patterns: 'created_at, updated_at',
  },
  money: {
    service_staff: 'price_pence',
    services: 'base_price_pence',
    tenants:
      'currency, deposit_required, deposit_pence, vat_number, vat_basis_points, hide_revenue_from_staff, step_up_refund_over_pence',
  },
  'whether and on what terms an appointment is moved and cancelled': {
    services:
      'self_change, cancel_free_hours, cancel_keep, cancel_keep_value, no_show_keep, no_show_keep_value, move_limit, move_notice_hours',
    tenants:
      'self_change, cancel_free_hours, cancel_keep, cancel_keep_value, no_show_keep, no_show_keep_value, move_limit, move_notice_hours',
  },
  'the subscription, which refuses a request and not its times': {
    tenants:
      'trial_ends_at, subscription_status, subscription_ends_at, subscription_customer, subscription_reference, subscription_plan, subscription_price_pence, subscription_currency, subscription_interval, subscription_cancels, subscription_asked_at',
  },
  'what the booking page shows of them, and who waits for others': {
    tenants:
      'booking_page, booking_page_published_at, booking_page_prices, booking_page_team, widget_sites, waitlist_mode, waitlist_order',
  },
  'messages, calendars, setup and sign-in': {
    tenants:
      'fts_complete, portal_password_minimum, reminder_hours, reminders_from, quiet_from, quiet_until, recalls_on_since, sms_daily_cap, calendar_namespace, second_factor_from',
    users: 'support_until',
  },
};

const excepted = Object.values(exceptions).flatMap((tables) =>
  Object.entries(tables).flatMap(([table, columns]) =>
    columns.split(', ').map((column) => `${table}.${column}`),
  ),
);

/** What takes up time rather than limits it. */
const diary = ['bookings', 'booking_parts', 'deposits', 'holds'];

describe('the settings of offered times', () => {
  it('are all columns of the tables that are read for them', async () => {
    const folder = join(import.meta.dirname, '../availability');
    const sql = ['days-read-model.ts', 'rota-columns.ts'].map((file) =>
      readFileSync(join(folder, file), 'utf8'),
    );
    const named = sql.flatMap((text) =>
      [...text.matchAll(/\b(?:from|join) ([a-z_]+)/g)].map(([, table]) => table),
    );
    const { rows } = await db().query<{ table: string; column: string }>(
      `select c.table_name as table, c.table_name || '.' || c.column_name as column
       from information_schema.columns c
       where c.table_schema = 'public' and c.table_name = any($1) and c.table_name <> all($2)`,
      [named, diary],
    );
    expect(new Set(rows.map(({ table }) => table)).size).toBe(12);
    const columns = rows.map(({ column }) => column).toSorted();
    expect([...Object.keys(cases), ...excepted].toSorted()).toEqual(columns);
  });

  it.each(Object.entries(cases))('include %s', async (_column, { given, change }) => {
    await given?.();
    const before = await offered();
    expect(before).not.toBeNull();
    await change();
    expect(await offered()).not.toEqual(before);
  });

  it('are those of the world', async () => {
    expect(await offered()).toEqual(['09:00', '11:00']);
  });
});
