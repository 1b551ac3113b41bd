import { beforeAll, describe, expect, it } from 'vitest';
import { hashKey } from '../../lib/api-key.ts';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import {
  makeAccount,
  makeSessionKey,
  makeTenant,
  makeUser,
  type SessionKey,
} from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { testNow, useTestApi } from '../../testing/harness.ts';
import { asApp } from '../../testing/derived/as-app.ts';
import { canariesIn, plantCanaries } from '../../testing/derived/canaries.ts';
import { makeFullPractice } from '../../testing/derived/world.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

let robin: SessionKey;
beforeAll(async () => {
  const account = await makeAccount(db(), { name: 'Robin Root', is_superadmin: true });
  robin = await makeSessionKey(db(), { account, signInId: '11111111-1111-4111-8111-111111111111' });
});

const createInput = (name: string, extra: object = {}) => ({
  tenant_name: name,
  admin_name: 'Fay First',
  admin_email: `${name.toLowerCase().replaceAll(' ', '-')}@example.test`,
  ...extra,
});

async function createPractice(name: string, extra: object = {}) {
  const { body } = await api.call('superadmin/practice_create', createInput(name, extra), robin);
  return body;
}

interface LogLine {
  user_id: number | null;
  action: string;
  entity_id: number;
  details: Record<string, unknown>;
}

async function auditLines(practiceId: number): Promise<LogLine[]> {
  const { rows } = await db().query<LogLine>(
    `select l.user_id, l.action, l.entity_id::integer, l.details from audit_log l
     where l.tenant_id = $1 and l.entity = 'practice' order by l.id`,
    [practiceId],
  );
  return rows;
}

const practiceNamed = async (name: string) =>
  (await api.call('superadmin/practices', { q: name }, robin)).body[0];

/** Tries each action that changes a practice or opens it. */
const everyChange = (practice_id: number) =>
  Promise.all([
    api.call('superadmin/practice_update', { practice_id, tenant_name: 'Renamed' }, robin),
    api.call('superadmin/practice_suspend', { practice_id }, robin),
    api.call('superadmin/practice_resume', { practice_id }, robin),
    api.call('superadmin/practice_extend_trial', { practice_id, trial_end_date: '2026-02-01' }, robin),
    api.call('superadmin/practice_admin_link', { practice_id }, robin),
    api.call('superadmin/support_access', { practice_id, reason: 'A question' }, robin),
  ]);

describe('creating a practice', () => {
  it('begins its trial, invites the first admin and is recorded in its audit log', async () => {
    const created = await createPractice('Harbour Vets', {
      subdomain: 'Harbour',
      time_zone: 'America/New_York',
      trial_days: 10,
    });
    expect(created.setup_link).toMatch(/^\/app\/welcome#[\w-]{43}$/);
    expect(created.expires_at).toBe('2026-01-21T09:00:00.000Z');
    expect(await practiceNamed('harbour')).toMatchObject({
      id: created.practice_id,
      tenant_name: 'Harbour Vets',
      tenant_subdomain: 'harbour',
      status: 'trial',
      setup_complete: false,
      // The end of the tenth day in New York.
      trial_end_date: '2026-01-25T04:59:59.000Z',
      trial_last_day: '2026-01-24',
      created_at: '2026-01-14T09:00:00.000Z',
      last_active_at: null,
      users: 1,
      clients: 0,
    });
    expect(await auditLines(created.practice_id)).toEqual([
      {
        user_id: null,
        action: 'superadmin/practice_create',
        entity_id: created.practice_id,
        details: { by: 'Robin Root' },
      },
    ]);
    const { rows } = await db().query(
      `select u.role, u.accepted_at, a.name, a.password_hash, l.purpose, l.token_hash
       from users u join accounts a on a.id = u.account_id join setup_links l on l.tenant_id = u.tenant_id
       where u.tenant_id = $1`,
      [created.practice_id],
    );
    expect(rows).toEqual([
      {
        role: 'admin',
        accepted_at: null,
        name: 'Fay First',
        password_hash: null,
        purpose: 'join',
        token_hash: hashKey(created.setup_link.split('#')[1] ?? ''),
      },
    ]);
  });

  it('sets its language and region, en-GB if none is given', async () => {
    const localeOf = async (name: string, extra: object) => {
      const { practice_id: id } = await createPractice(name, extra);
      const { rows } = await db().query<{ locale: string }>('select locale from tenants where id = $1', [id]);
      return rows[0]?.locale;
    };
    expect(await localeOf('Dublin Vets', { locale: 'en-ie' })).toBe('en-IE');
    expect(await localeOf('London Vets', {})).toBe('en-GB');
  });

  it('invites a person with an existing account under that account', async () => {
    const known = await makeAccount(db());
    const { practice_id: practiceId } = await createPractice('Second Home', {
      admin_email: known.email.toUpperCase(),
    });
    const { rows } = await db().query<{ account_id: number }>(
      'select account_id::integer from users where tenant_id = $1',
      [practiceId],
    );
    expect(rows).toEqual([{ account_id: known.id }]);
  });

  it('refuses a subdomain in use, an unknown time zone or locale, and a superadmin as admin, and creates nothing', async () => {
    await createPractice('Taken', { subdomain: 'taken' });
    const before = (await api.call('superadmin/totals', {}, robin)).body.practices;
    const attempt = (extra: object) =>
      api.call('superadmin/practice_create', createInput('Refused', extra), robin);
    expect((await attempt({ subdomain: 'taken' })).error.code).toBe('subdomain_taken');
    expect((await attempt({ time_zone: 'Europe/Atlantis' })).error.fields).toHaveProperty('time_zone');
    expect((await attempt({ locale: 'not a locale' })).error.fields).toHaveProperty('locale');
    const other = await makeAccount(db(), { is_superadmin: true });
    expect((await attempt({ admin_email: other.email })).error.fields).toHaveProperty('admin_email');
    expect((await api.call('superadmin/totals', {}, robin)).body.practices).toBe(before);
    const { rows } = await db().query("select 1 from accounts where email = 'refused@example.test'");
    expect(rows).toEqual([]);
  });

  it('refuses a repeated request whose answer was lost, also at the same moment, until that person has joined', async () => {
    const input = createInput('Once Vets');
    const attempt = () => api.call('superadmin/practice_create', input, robin);
    const answers = await Promise.all([attempt(), attempt(), attempt()]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 409, 409,
    ]);
    expect((await attempt()).error.code).toBe('conflict');
    const { rows } = await db().query<{ id: number }>(
      "select id::integer from tenants where tenant_name = 'Once Vets'",
    );
    expect(rows).toHaveLength(1);
    await db().query('update users set accepted_at = now() where tenant_id = $1', [rows[0]?.id]);
    expect((await attempt()).status).toBe(200);
  });

  it('makes a new link until someone has joined, and invalidates the previous one', async () => {
    const created = await createPractice('Lost Link');
    const again = await api.call(
      'superadmin/practice_admin_link',
      { practice_id: created.practice_id },
      robin,
    );
    const { rows } = await db().query<{ token_hash: Buffer }>(
      'select token_hash from setup_links where tenant_id = $1 and expires_at > $2',
      [created.practice_id, testNow],
    );
    expect(rows).toEqual([{ token_hash: hashKey(again.body.setup_link.split('#')[1] ?? '') }]);
    await db().query('update users set accepted_at = now() where tenant_id = $1', [created.practice_id]);
    const late = await api.call(
      'superadmin/practice_admin_link',
      { practice_id: created.practice_id },
      robin,
    );
    expect([late.status, late.error.code]).toEqual([409, 'conflict']);
  });
});

describe('a practice', () => {
  it('is renamed, and keeps or loses its subdomain', async () => {
    const { practice_id: id } = await createPractice('Before', { subdomain: 'before' });
    await api.call('superadmin/practice_update', { practice_id: id, tenant_name: 'After' }, robin);
    expect(await practiceNamed('after')).toMatchObject({ id, tenant_subdomain: 'before' });
    await api.call('superadmin/practice_update', { practice_id: id, subdomain: null }, robin);
    expect(await practiceNamed('after')).toMatchObject({ id, tenant_subdomain: null });
    const lines = await auditLines(id);
    expect(lines.map(({ details }) => details)).toEqual([
      { by: 'Robin Root' },
      { by: 'Robin Root', tenant_name: 'After' },
      { by: 'Robin Root', subdomain: null },
    ]);
  });

  it('gets its own unique host, and loses it', async () => {
    const { practice_id: id } = await createPractice('Hosted');
    const { practice_id: other } = await createPractice('Hosted elsewhere');
    const update = (practice_id: number, custom_host: string | null) =>
      api.call('superadmin/practice_update', { practice_id, custom_host }, robin);
    expect((await update(id, ' Pets.Hosted.Example ')).status).toBe(200);
    expect(await practiceNamed('pets.hosted')).toMatchObject({ id, custom_host: 'pets.hosted.example' });
    const taken = await update(other, 'pets.hosted.example');
    expect([taken.status, taken.error.code]).toEqual([409, 'host_taken']);
    for (const host of [
      'hosted',
      '127.0.0.1',
      'https://pets.example',
      'pets.example:8080',
      '-a.example',
      'a..b',
    ]) {
      const { status, error } = await update(id, host);
      expect([host, status, Object.keys(error.fields ?? {})]).toEqual([host, 400, ['custom_host']]);
    }
    expect((await update(id, null)).status).toBe(200);
    expect((await update(other, 'pets.hosted.example')).status).toBe(200);
    const lines = await auditLines(id);
    expect(lines.map(({ details }) => details).slice(1)).toEqual([
      { by: 'Robin Root', custom_host: 'pets.hosted.example' },
      { by: 'Robin Root', custom_host: null },
    ]);
  });

  it('is closed while suspended, from the next request on, and open again afterwards', async () => {
    const { tenant, staffKey, clientKey } = await makePractice(db());
    const staffStatus = async () => (await api.call('clients', {}, staffKey)).status;
    expect(await staffStatus()).toBe(200);
    const input = { practice_id: tenant.id };
    expect((await api.call('superadmin/practice_suspend', input, robin)).status).toBe(200);
    expect((await api.call('superadmin/practice_suspend', input, robin)).status).toBe(200);
    expect(await staffStatus()).toBe(401);
    expect((await api.call('logout', {}, clientKey)).status).toBe(401);
    expect(await practiceNamed(tenant.tenant_name)).toMatchObject({ status: 'suspended' });
    expect((await api.call('superadmin/practice_resume', input, robin)).status).toBe(200);
    expect(await staffStatus()).toBe(200);
    expect((await auditLines(tenant.id)).map(({ action }) => action)).toEqual([
      'superadmin/practice_suspend',
      'superadmin/practice_resume',
    ]);
  });

  it('has its trial end on a day of its own clock, and not a past one', async () => {
    const { tenant } = await makePractice(db(), { time_zone: 'Pacific/Auckland' });
    const extend = (day: string) =>
      api.call('superadmin/practice_extend_trial', { practice_id: tenant.id, trial_end_date: day }, robin);
    await extend('2026-02-01');
    expect(await practiceNamed(tenant.tenant_name)).toMatchObject({
      trial_end_date: '2026-02-01T10:59:59.000Z',
      trial_last_day: '2026-02-01',
    });
    expect((await extend('2026-01-13')).error.fields).toEqual({
      trial_end_date: 'Choose today or a later day.',
    });
  });

  it.each([
    ['cancelled', 'cancelled'],
    ['not paid', 'past_due'],
    ['agreed by hand', 'active'],
  ] as const)('works again in a new trial after a subscription that was %s', async (_how, status) => {
    const practice = await makePractice(db(), {
      trial_ends_at: '2025-06-01T00:00:00Z',
      subscription_status: status,
      subscription_ends_at: '2026-01-01T00:00:00Z',
    });
    const { tenant, adminKey } = practice;
    const day = '2026-05-01';
    const holiday = { holiday_name: 'Stocktaking', start_date: day, end_date: day, is_recurring: 0 } as const;
    const seen = async () => [
      (await api.call('holiday_create', holiday, adminKey)).status,
      (await api.call('subscription/status', {}, adminKey)).body.status,
      (await practiceNamed(tenant.tenant_name))?.status,
    ];
    expect(await seen()).toEqual([402, 'lapsed', 'lapsed']);
    const input = { practice_id: tenant.id, trial_end_date: '2026-01-31' };
    expect((await api.call('superadmin/practice_extend_trial', input, robin)).status).toBe(200);
    expect(await seen()).toEqual([200, 'trial', 'trial']);
    api.clock.set('2026-02-03T23:59:59Z');
    expect(await seen()).toEqual([402, 'lapsed', 'lapsed']);
  });

  it('that does not exist is not found', async () => {
    const answers = await everyChange(7_000_000);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  });
});

describe('the list of practices', () => {
  it('is paged newest first, by name, subdomain or email, and by status', async () => {
    const made = [];
    for (const n of [1, 2, 3]) {
      const trial_ends_at = new Date(n === 2 ? '2026-01-01T00:00:00Z' : '2027-01-01T00:00:00Z');
      made.push(
        await makeTenant(db(), { tenant_name: `Paged ${n}`, subdomain: `paged-${n}`, trial_ends_at }),
      );
    }
    const names = async (input: object) =>
      (await api.call('superadmin/practices', input, robin)).body.map(({ tenant_name }) => tenant_name);
    expect(await names({ q: 'PAGED', limit: 2 })).toEqual(['Paged 3', 'Paged 2']);
    expect(await names({ q: 'paged', limit: 2, cursor: String(made[1]?.id) })).toEqual(['Paged 1']);
    expect(await names({ q: 'paged', status: 'lapsed' })).toEqual(['Paged 2']);
    expect(await names({ q: made[0]?.email ?? '' })).toEqual(['Paged 1']);
    expect(await names({ q: '%' })).toEqual([]);
  });

  it('shows for each practice the same state as the practice sees', async () => {
    const now = new Date(testNow).getTime();
    const days = (n: number) => new Date(now + n * 86_400_000);
    const cases = [
      { trial_ends_at: days(1) },
      { trial_ends_at: days(-2.9) },
      { trial_ends_at: days(-3) },
      { trial_ends_at: null },
      ...(['active', 'past_due', 'cancelled'] as const).flatMap((subscription_status) =>
        [days(1), days(-1), days(-4), null].flatMap((subscription_ends_at) =>
          [days(-2.9), days(-3), null].map((trial_ends_at) => ({
            trial_ends_at,
            subscription_status,
            subscription_ends_at,
          })),
        ),
      ),
    ];
    for (const columns of cases) {
      const tenant = await makeTenant(db(), columns);
      const key = await makeSessionKey(db(), { user: await makeUser(db(), { tenant }) });
      const own = await api.call('subscription/status', {}, key);
      expect([columns, (await practiceNamed(tenant.tenant_name))?.status]).toEqual([
        columns,
        own.body.status,
      ]);
    }
  });

  it('says which are being moved to another installation, and where one has gone', async () => {
    const tenant = await makeTenant(db(), { suspended_at: new Date(testNow) });
    const seen = async () => {
      const { status, move, moved_to } = (await practiceNamed(tenant.tenant_name)) ?? {};
      return { status, move, moved_to };
    };
    expect(await seen()).toEqual({ status: 'suspended', move: null, moved_to: null });
    await db().query('insert into practice_moves (tenant_id, started_at) values ($1, $2)', [
      tenant.id,
      testNow,
    ]);
    expect(await seen()).toEqual({ status: 'suspended', move: 'moving', moved_to: null });
    const moved_to = 'https://b.example.com';
    await db().query('update practice_moves set moved_at = started_at, moved_to = $2 where tenant_id = $1', [
      tenant.id,
      moved_to,
    ]);
    expect(await seen()).toEqual({ status: 'suspended', move: 'moved', moved_to });
  });

  it('refuses every change of one that is being moved, which would be missing from the copy', async () => {
    const tenant = await makeTenant(db(), { suspended_at: new Date(testNow) });
    await db().query('insert into practice_moves (tenant_id, started_at) values ($1, $2)', [
      tenant.id,
      testNow,
    ]);
    const answers = await everyChange(tenant.id);
    expect(answers.map(({ error }) => error.code)).toEqual(answers.map(() => 'practice_moving'));
  });

  it('shows totals only, and none of its data', async () => {
    const { practice } = await makeFullPractice(db());
    const { id } = practice.tenant;
    const before = (await api.call('superadmin/totals', {}, robin)).body;
    await makeBooking(db(), { animal: practice.animal });
    const planted = await plantCanaries(db(), id);
    const [listed, totals] = [
      await api.call('superadmin/practices', { limit: 1, cursor: String(id + 1) }, robin),
      await api.call('superadmin/totals', {}, robin),
    ];
    const { rows } = await db().query<{ bookings: number; clients: number; animals: number }>(
      `select (select count(*) from bookings where tenant_id = $1)::integer as bookings,
              (select count(*) from clients where tenant_id = $1)::integer as clients,
              (select count(*) from animals where tenant_id = $1)::integer as animals`,
      [id],
    );
    expect(listed.body[0]).toMatchObject({ id, ...rows[0] });
    expect(totals.body).toMatchObject({ practices: before.practices, bookings: before.bookings + 1 });
    const allowed = new Set(
      ['tenants.tenant_name', 'tenants.subdomain', 'tenants.email'].map((column) => planted.get(column)),
    );
    const shown = canariesIn(JSON.stringify([listed.body, totals.body]));
    expect(shown.filter((canary) => !allowed.has(canary))).toEqual([]);
  });

  it('includes the activity of each week from Monday to Sunday', async () => {
    const tenant = await makeTenant(db(), { created_at: '2025-12-31T12:00:00Z' });
    for (const created_at of ['2025-12-22T00:00:00Z', '2025-12-28T23:59:59Z', '2025-12-29T00:00:00Z']) {
      await makeBooking(db(), { tenant_id: tenant.id, created_at });
    }
    const user = await makeUser(db(), { tenant });
    for (const at of ['2025-12-23T00:00:00Z', '2025-12-24T00:00:00Z']) {
      await db().query(
        `insert into audit_log (tenant_id, at, user_id, action, entity, request_id)
         values ($1, $2, $3, 'booking_create', 'booking', 'r')`,
        [tenant.id, at, user.id],
      );
    }
    const { body } = await api.call('superadmin/activity', { weeks: 4 }, robin);
    expect(body.map(({ week }) => week)).toEqual(['2025-12-22', '2025-12-29', '2026-01-05', '2026-01-12']);
    expect(body[0]).toEqual({ week: '2025-12-22', new_practices: 0, new_bookings: 2, active_practices: 1 });
    expect(body[1]).toEqual({ week: '2025-12-29', new_practices: 1, new_bookings: 1, active_practices: 0 });
  });
});

describe('support access', () => {
  const open = (practiceId: number, extra: object = {}) =>
    api.call('superadmin/support_access', { practice_id: practiceId, reason: 'Printer', ...extra }, robin);

  it('opens a practice as one of its admins until its time is over, and the practice can read why', async () => {
    const { tenant, client, adminKey } = await makePractice(db());
    const { body: access } = await open(tenant.id, { minutes: 30 });
    expect(access).toMatchObject({
      practice_id: tenant.id,
      tenant_name: tenant.tenant_name,
      support_until: '2026-01-14T09:30:00.000Z',
    });
    const me = { apiKey: access.api_key };
    const clients = await api.call('clients', {}, me);
    expect(clients.body.map(({ id }) => id)).toContain(client.id);
    await api.call('client_update', { client_id: client.id, notes: 'Seen by support' }, me);
    const log = await api.call('audit_log', {}, adminKey);
    expect(log.body.map(({ action, user_name }) => [action, user_name])).toEqual([
      ['client_update', 'Robin Root (support)'],
      ['superadmin/support_access', null],
    ]);
    api.clock.set('2026-01-14T09:30:00Z');
    expect((await api.call('clients', {}, me)).status).toBe(401);
    expect((await auditLines(tenant.id)).map(({ action, details }) => ({ action, details }))).toEqual([
      {
        action: 'superadmin/support_access',
        details: { by: 'Robin Root', reason: 'Printer', until: '2026-01-14T09:30:00Z' },
      },
    ]);
    const { rows } = await db().query(
      `select u.id::integer, u.name, u.role, u.takes_bookings from users u where u.tenant_id = $1 and u.support_until is not null`,
      [tenant.id],
    );
    expect(rows).toEqual([
      { id: access.user_id, name: 'Robin Root (support)', role: 'admin', takes_bookings: false },
    ]);
  });

  it('is one at a time: the previous key ends, the person stays the same', async () => {
    const { tenant } = await makePractice(db());
    const first = (await open(tenant.id)).body;
    const second = (await open(tenant.id)).body;
    expect(second.user_id).toBe(first.user_id);
    expect((await api.call('clients', {}, { apiKey: first.api_key })).status).toBe(401);
    expect((await api.call('clients', {}, { apiKey: second.api_key })).status).toBe(200);
  });

  it('is refused for a suspended practice, and to someone who works there', async () => {
    const suspended = await makeTenant(db(), { suspended_at: testNow });
    expect((await open(suspended.id)).error.code).toBe('practice_suspended');
    const { tenant } = await makePractice(db());
    const member = await makeUser(db(), { tenant, account_id: robin.accountId ?? 0, role: 'staff' });
    expect((await open(tenant.id)).error.code).toBe('conflict');
    const { rows } = await db().query('select role, support_until from users where id = $1', [member.id]);
    expect(rows).toEqual([{ role: 'staff', support_until: null }]);
  });
});

describe('any other caller', () => {
  it('is refused by the API, and by each function when called directly', async () => {
    const { tenant, adminKey, staffKey, clientKey } = await makePractice(db());
    const disabled = await makeAccount(db(), { is_superadmin: true, disabled_at: new Date(testNow) });
    const retired = await makeAccount(db(), { is_superadmin: false });
    const root = { id: robin.accountId ?? 0 };
    const strangers = [
      adminKey,
      staffKey,
      clientKey,
      await makeSessionKey(db(), { account: disabled }),
      await makeSessionKey(db(), { account: retired }),
      await makeSessionKey(db(), { account: root, revoked: new Date(testNow) }),
      await makeSessionKey(db(), { account: root, expires: new Date(testNow) }),
    ];
    for (const key of [adminKey, staffKey, clientKey]) {
      expect((await api.call('superadmin/practices', {}, key)).status).toBe(403);
    }
    const calls = [
      `operator_practices($1, $2, null, null, null, 10)`,
      `operator_totals($1, $2)`,
      `operator_activity($1, $2, 4)`,
      `operator_create_practice($1, $2, 'r', 'X', null, 'UTC', 1, 'X', 'x@example.test', '\\x00', $2)`,
      `operator_support_access($1, $2, 'r', ${tenant.id}, 'X', $2, '\\x00')`,
      `operator_account_reset($1, $2, 'r', 'x@example.test', '\\x00', $2)`,
    ];
    const commands = [
      `operator_update_practice($1, $2, 'r', ${tenant.id}, 'X', false, null, true, 'x.example.test')`,
      `operator_suspend_practice($1, $2, 'r', ${tenant.id}, true)`,
      `operator_extend_trial($1, $2, 'r', ${tenant.id}, '2099-01-01')`,
      `operator_link_admin($1, $2, 'r', ${tenant.id}, '\\x00', $2)`,
    ];
    for (const key of strangers) {
      const values = [hashKey(key.apiKey), testNow];
      await asApp(api.testDatabase.appUrl, tenant.id, async (client) => {
        for (const call of calls) {
          expect([call, (await client.query(`select x.* from ${call} x`, values)).rows]).toEqual([call, []]);
        }
        for (const command of commands) {
          const { rows } = await client.query<{ done: boolean | null }>(`select ${command} as done`, values);
          expect([command, rows[0]?.done ?? false]).toEqual([command, false]);
        }
      });
    }
    expect(await auditLines(tenant.id)).toEqual([]);
  });

  it("cannot run the functions' internal functions", async () => {
    await asApp(api.testDatabase.appUrl, undefined, async (client) => {
      await expect(
        client.query('select * from live_operator($1, $2)', [hashKey(robin.apiKey), testNow]),
      ).rejects.toMatchObject({ code: '42501' });
    });
  });
});
