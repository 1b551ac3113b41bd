import type { InputOf } from '@burrow/contracts/actions';
import { apiKeyPrefix, maxApiKeys, type ApiKeyRecord } from '@burrow/contracts/api-key';
import { describe, expect, it } from 'vitest';
import { doJob } from '../../jobs/job-handlers.ts';
import { makeAccount, makeSessionKey, makeUser } from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi, type Caller } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const create = (caller: Caller, input: Partial<InputOf<'api_key/create'>> = {}) =>
  api.call(
    'api_key/create',
    { label: 'Website', scopes: 'services:read, clients:write', expires_in: '90_days', ...input },
    caller,
  );
const keys = async ({ adminKey }: Practice): Promise<ApiKeyRecord[]> =>
  (await api.call('api_keys', {}, adminKey)).body;

/** Another admin of the practice, and their session. */
async function anotherAdmin({ tenant }: Practice) {
  const admin = await makeUser(db(), { tenant, role: 'admin', name: 'Olga Other' });
  return { admin, key: await makeSessionKey(db(), { user: admin }) };
}

describe('an API key', () => {
  it('is created and shown once, is limited to its scopes, and is listed without its secret', async () => {
    const practice = await makePractice(db());
    const { status, body } = await create(practice.adminKey, {
      allowed_addresses: '127.0.0.0/8,\n2001:db8::/32 127.0.0.0/8',
    });
    expect([status, body]).toEqual([
      200,
      {
        key_id: expect.any(Number),
        api_key: expect.stringMatching(new RegExp(`^${apiKeyPrefix}[\\w-]{43}$`)),
        expires_at: '2026-04-14T09:00:00.000Z',
      },
    ]);
    const text = JSON.stringify(await keys(practice));
    expect(text).not.toContain(body.api_key);
    expect(JSON.parse(text)).toEqual([
      {
        id: body.key_id,
        label: 'Website',
        last_four: body.api_key.slice(-4),
        scopes: ['services:read', 'clients:write'],
        allowed_addresses: ['127.0.0.0/8', '2001:db8::/32'],
        staff_id: practice.admin.id,
        staff_name: 'Ada Admin',
        acts_as: 'admin',
        state: 'live',
        created_at: '2026-01-14T09:00:00.000Z',
        last_used_at: null,
        expires_at: '2026-04-14T09:00:00.000Z',
        revoked_at: null,
        old_secret_until: null,
      },
    ]);
    const caller = { apiKey: body.api_key };
    expect((await api.call('booking_types', {}, caller)).status).toBe(200);
    expect((await api.call('clients', {}, caller)).error).toMatchObject({
      code: 'scope_missing',
      message: 'This API key needs the scope clients:read for that.',
    });
    const { rows } = await db().query('select 1 from api_keys k where to_jsonb(k)::text like $1', [
      `%${body.api_key}%`,
    ]);
    expect(rows).toEqual([]);
  });

  it('expires on its day, or never', async () => {
    const practice = await makePractice(db());
    const short = (await create(practice.adminKey, { expires_in: '30_days' })).body;
    const lasting = (await create(practice.adminKey, { expires_in: 'never' })).body;
    expect(lasting.expires_at).toBe(null);
    const statusOf = async ({ api_key: apiKey }: { api_key: string }) =>
      (await api.call('booking_types', {}, { apiKey })).status;
    api.clock.set('2026-02-13T08:59:59Z');
    expect([await statusOf(short), await statusOf(lasting)]).toEqual([200, 200]);
    api.clock.set('2026-02-13T09:00:00Z');
    expect([await statusOf(short), await statusOf(lasting)]).toEqual([401, 200]);
    expect((await keys(practice)).map(({ state, expires_at: end }) => [state, end])).toEqual([
      ['live', null],
      ['expired', '2026-02-13T09:00:00.000Z'],
    ]);
    api.clock.set('2036-01-14T09:00:00Z');
    expect(await statusOf(lasting)).toBe(200);
  });

  it('is revoked by any admin, once, and refused from its next request', async () => {
    const practice = await makePractice(db());
    const { key } = await anotherAdmin(practice);
    const { key_id, api_key: apiKey } = (await create(practice.adminKey)).body;
    expect((await api.call('api_key/revoke', { key_id }, key)).status).toBe(200);
    expect((await api.call('booking_types', {}, { apiKey })).status).toBe(401);
    expect((await api.call('api_key/revoke', { key_id }, key)).status).toBe(404);
    expect((await api.call('api_key/take_over', { key_id }, key)).status).toBe(404);
    expect(await keys(practice)).toMatchObject([
      { state: 'revoked', revoked_at: '2026-01-14T09:00:00.000Z' },
    ]);
  });

  it('stops with its person, is limited with their role, and works again once an admin takes it over', async () => {
    const practice = await makePractice(db());
    const { admin, key } = await anotherAdmin(practice);
    const { key_id, api_key: apiKey } = (await create(key, { scopes: 'practice:read,practice:write' })).body;
    const caller = { apiKey };
    const rename = () => api.call('tenant_update', { tenant_name: 'New' }, caller);
    expect((await rename()).status).toBe(200);
    const { adminKey } = practice;
    await api.call('team/update', { staff_id: admin.id, role: 'staff' }, adminKey);
    expect((await rename()).error.code).toBe('forbidden');
    expect((await api.call('tenant', {}, caller)).status).toBe(200);
    expect(await keys(practice)).toMatchObject([{ acts_as: 'staff', state: 'live' }]);
    await api.call('team/disable', { staff_id: admin.id }, adminKey);
    expect((await api.call('tenant', {}, caller)).status).toBe(401);
    expect(await keys(practice)).toMatchObject([{ acts_as: null, state: 'live', staff_name: 'Olga Other' }]);
    const team = (await api.call('team', {}, adminKey)).body;
    expect(team.find(({ id }) => id === admin.id)).toMatchObject({ api_keys: 1, sessions: 0 });
    const taken = (await api.call('api_key/take_over', { key_id }, adminKey)).body;
    // The former owner may have kept a copy.
    expect((await rename()).status).toBe(401);
    caller.apiKey = taken.api_key ?? '';
    expect((await rename()).status).toBe(200);
    expect(await keys(practice)).toMatchObject([{ acts_as: 'admin', staff_id: practice.admin.id }]);
  });

  it('keeps its secret when an admin takes it over from an active colleague', async () => {
    const practice = await makePractice(db());
    const { key } = await anotherAdmin(practice);
    const { key_id, api_key: apiKey } = (await create(key)).body;
    const taken = await api.call('api_key/take_over', { key_id }, practice.adminKey);
    expect(taken.body).toEqual({ success: true, api_key: null });
    expect((await api.call('booking_types', {}, { apiKey })).status).toBe(200);
  });

  it('is rotated: the old secret works for another day, and ends with the key', async () => {
    const practice = await makePractice(db());
    const { key_id, api_key: first } = (await create(practice.adminKey)).body;
    const rotated = await api.call('api_key/rotate', { key_id }, practice.adminKey);
    expect(rotated.body).toEqual({
      key_id,
      api_key: expect.stringMatching(new RegExp(`^${apiKeyPrefix}[\\w-]{43}$`)),
      old_secret_until: '2026-01-15T09:00:00.000Z',
      expires_at: '2026-04-14T09:00:00.000Z',
    });
    const second = rotated.body.api_key;
    const statusOf = async (apiKey: string) => (await api.call('booking_types', {}, { apiKey })).status;
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200]);
    expect(await keys(practice)).toMatchObject([
      {
        id: key_id,
        last_four: second.slice(-4),
        old_secret_until: '2026-01-15T09:00:00.000Z',
        state: 'live',
      },
    ]);
    const lines = (await api.call('audit_log', { entity: 'api_key' }, practice.adminKey)).body;
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(`${first}|${second}`));
    api.clock.set('2026-01-15T09:00:00Z');
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
    expect(await keys(practice)).toMatchObject([{ old_secret_until: null }]);
    expect((await api.call('api_key/revoke', { key_id }, practice.adminKey)).status).toBe(200);
    expect(await statusOf(second)).toBe(401);
    expect((await api.call('api_key/rotate', { key_id }, practice.adminKey)).status).toBe(404);
  });

  it('has the old secret revoked with it, at once by choice, and an older one at the next rotation', async () => {
    const practice = await makePractice(db());
    const { key_id, api_key: first } = (await create(practice.adminKey)).body;
    const rotate = async (input: Partial<InputOf<'api_key/rotate'>> = {}) =>
      (await api.call('api_key/rotate', { key_id, ...input }, practice.adminKey)).body.api_key;
    const statusOf = async (apiKey: string) => (await api.call('booking_types', {}, { apiKey })).status;
    const second = await rotate();
    api.clock.set('2026-01-14T09:10:00Z');
    const third = await rotate();
    expect([await statusOf(first), await statusOf(second), await statusOf(third)]).toEqual([401, 200, 200]);
    const fourth = await rotate({ old_secret: 'end_now' });
    expect([await statusOf(second), await statusOf(third), await statusOf(fourth)]).toEqual([401, 401, 200]);
    const fifth = await rotate();
    expect((await api.call('api_key/revoke', { key_id }, practice.adminKey)).status).toBe(200);
    expect([await statusOf(fourth), await statusOf(fifth)]).toEqual([401, 401]);
  });

  it('keeps the secret in use when a rotation whose answer was lost is repeated', async () => {
    const practice = await makePractice(db());
    const { key_id, api_key: inUse } = (await create(practice.adminKey)).body;
    const rotate = async (input: Partial<InputOf<'api_key/rotate'>> = {}) =>
      (await api.call('api_key/rotate', { key_id, ...input }, practice.adminKey)).body;
    const statusOf = async (apiKey: string) => (await api.call('booking_types', {}, { apiKey })).status;
    const lost = await rotate();
    api.clock.set('2026-01-14T09:09:59Z');
    const shown = await rotate();
    expect(shown.old_secret_until).toBe('2026-01-15T09:00:00.000Z');
    expect([await statusOf(inUse), await statusOf(lost.api_key), await statusOf(shown.api_key)]).toEqual([
      200, 401, 200,
    ]);
    const ending = await rotate({ old_secret: 'end_now' });
    expect(ending.old_secret_until).toBe(null);
    expect([await statusOf(inUse), await statusOf(shown.api_key)]).toEqual([401, 401]);
    // Without a former secret, the current one is the one in use.
    const last = await rotate();
    expect([await statusOf(ending.api_key), await statusOf(last.api_key)]).toEqual([200, 200]);
  });

  it('gets another secret when a take-over whose answer was lost is repeated, for some minutes and that person', async () => {
    const practice = await makePractice(db());
    const { admin, key } = await anotherAdmin(practice);
    const { key_id } = (await create(key)).body;
    await api.call('team/disable', { staff_id: admin.id }, practice.adminKey);
    const takeOver = async (caller: Caller) =>
      (await api.call('api_key/take_over', { key_id }, caller)).body.api_key;
    const statusOf = async (apiKey: string | null) =>
      (await api.call('booking_types', {}, { apiKey: apiKey ?? '' })).status;
    const lost = await takeOver(practice.adminKey);
    const shown = await takeOver(practice.adminKey);
    expect([await statusOf(lost), await statusOf(shown)]).toEqual([401, 200]);
    const third = await makeUser(db(), { tenant: practice.tenant, role: 'admin' });
    const other = await makeSessionKey(db(), { user: third });
    expect(await takeOver(other)).toBe(null);
    expect(await statusOf(shown)).toBe(200);
    api.clock.set('2026-01-14T09:10:00Z');
    expect(await takeOver(practice.adminKey)).toBe(null);
    expect(await statusOf(shown)).toBe(200);
  });

  it('cannot be rotated during support access, which the secret would outlast', async () => {
    const practice = await makePractice(db());
    const { key_id } = (await create(practice.adminKey)).body;
    await db().query("update users set support_until = '2026-01-14T10:00:00Z' where id = $1", [
      practice.admin.id,
    ]);
    expect((await api.call('api_key/rotate', { key_id }, practice.adminKey)).error.code).toBe('forbidden');
  });

  it('outlives a new password of its person, but not their account', async () => {
    const account = await makeAccount(db());
    const practice = await makePractice(db());
    const admin = await makeUser(db(), { tenant: practice.tenant, account, role: 'admin' });
    const session = await makeSessionKey(db(), { user: admin });
    const { api_key: apiKey } = (await create(session)).body;
    const change = { password: 'a-newly-chosen-phrase', current_password: 'correct-horse-7' };
    expect((await api.call('set_password', change, session)).status).toBe(200);
    expect((await api.call('booking_types', {}, { apiKey })).status).toBe(200);
    await db().query('update accounts set disabled_at = now() where id = $1', [account.id]);
    expect((await api.call('booking_types', {}, { apiKey })).status).toBe(401);
  });

  it('shows its last use, which is no activity of its person', async () => {
    const practice = await makePractice(db());
    const { admin, key } = await anotherAdmin(practice);
    await db().query("update api_keys set last_used_at = '2026-01-01' where id = $1", [key.keyId]);
    const { api_key: apiKey } = (await create(practice.adminKey)).body;
    await db().query('update api_keys set user_id = $2, account_id = $3 where key_hash = sha256($1::bytea)', [
      apiKey,
      admin.id,
      admin.account_id,
    ]);
    expect(await keys(practice)).toMatchObject([{ last_used_at: null }]);
    await api.call('booking_types', {}, { apiKey });
    // Recorded beside the request.
    await expect.poll(async () => (await keys(practice))[0]?.last_used_at).toBe('2026-01-14T09:00:00.000Z');
    const team = (await api.call('team', {}, practice.adminKey)).body;
    expect(team.find(({ id }) => id === admin.id)?.last_active_at).toBe('2026-01-01T00:00:00.000Z');
  });

  it.each([
    [{ label: ' ' }, 'label'],
    [{ scopes: '' }, 'scopes'],
    [{ scopes: 'team:write' }, 'scopes.0'],
    [{ scopes: 'clients:read,everything' }, 'scopes.1'],
    [{ expires_in: '10_years' as never }, 'expires_in'],
    [{ allowed_addresses: '10.0.0.1/33' }, 'allowed_addresses.0'],
    [{ allowed_addresses: '10.0.0.1, example.test' }, 'allowed_addresses.1'],
    [{ allowed_addresses: Array.from({ length: 21 }, (_, n) => `10.0.0.${n}`) }, 'allowed_addresses'],
  ])('cannot be created with %j', async (input, field) => {
    const practice = await makePractice(db());
    const { status, error } = await create(practice.adminKey, input);
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]]);
    expect(await keys(practice)).toEqual([]);
  });
});

describe('API keys', () => {
  it('are limited per practice, also when created at once', async () => {
    const practice = await makePractice(db());
    const { admin, adminKey } = practice;
    const room = 3;
    for (let made = 0; made < maxApiKeys - room; made += 1)
      await makeSessionKey(db(), { user: admin, kind: 'integration' });
    const answers = await Promise.all(Array.from({ length: room + 3 }, () => create(adminKey)));
    const told = answers.map(({ status, error }) => (status === 200 ? '200' : error.code));
    expect(told.toSorted()).toEqual(['200', '200', '200', ...Array<string>(3).fill('too_many_api_keys')]);
    const { key_id } = answers.find(({ status }) => status === 200)?.body ?? { key_id: 0 };
    await api.call('api_key/revoke', { key_id }, adminKey);
    expect((await create(adminKey)).status).toBe(200);
    expect((await create((await makePractice(db())).adminKey)).status).toBe(200);
  });

  it('are in the audit log when created, taken over and revoked, with their actions and without their secrets', async () => {
    const practice = await makePractice(db());
    const { admin, key } = await anotherAdmin(practice);
    const { key_id, api_key: apiKey } = (await create(practice.adminKey, { scopes: 'clients:write' })).body;
    await api.call('client_create', { name: 'From the website', phone: '07700900123' }, { apiKey });
    await api.call('api_key/take_over', { key_id }, key);
    await api.call('api_key/revoke', { key_id }, key);
    const { rows } = await db().query<{ action: string; user_id: string; details: object }>(
      'select action, user_id::integer, details from audit_log where tenant_id = $1 order by id',
      [practice.tenant.id],
    );
    expect(rows).toMatchObject([
      {
        action: 'api_key/create',
        user_id: practice.admin.id,
        details: { name: 'Website', scopes: ['clients:write'] },
      },
      { action: 'client_create', user_id: practice.admin.id, details: { by_key: 'Website' } },
      { action: 'api_key/take_over', user_id: admin.id, details: { name: 'Website' } },
      { action: 'api_key/revoke', user_id: admin.id, details: { name: 'Website' } },
    ]);
    const log = api.logLines.join('\n');
    expect(log).not.toContain(apiKey);
    expect(log).toContain(`"key_id":${key_id}`);
    const entries = (await api.call('audit_log', { entity: 'api_key' }, key)).body;
    expect(entries).toHaveLength(3);
    expect(JSON.stringify([rows, entries])).not.toContain(apiKey);
  });
});

describe('clearing up', () => {
  it("deletes keys of any kind a month after their end, except a person's last used session", async () => {
    const practice = await makePractice(db());
    const { staff, client, adminKey } = practice;
    await db().query('delete from api_keys where id <> $1', [adminKey.keyId]);
    const over = { expires: new Date('2025-12-15T08:59:59Z') };
    const barely = { expires: new Date('2025-12-15T09:00:01Z') };
    const used = (day: string) => ({ lastUsed: new Date(day) });
    const revoked = { revoked: new Date('2025-12-15T08:59:59Z') };
    for (const options of [
      { user: staff, ...over, ...used('2025-11-01') },
      { client, ...over, ...used('2025-11-01') },
      { client, ...revoked },
      { user: staff, kind: 'integration' as const, ...revoked },
    ])
      await makeSessionKey(db(), options);
    const kept = [
      adminKey,
      await makeSessionKey(db(), { user: staff, ...over, ...used('2025-11-02') }),
      await makeSessionKey(db(), { client, ...barely }),
      await makeSessionKey(db(), { user: staff, kind: 'integration', ...barely }),
    ];
    const { status } = await doJob(api.deps, { id: 'job', name: 'clear_up', data: null });
    expect(status).toBe('completed');
    const { rows } = await db().query<{ id: string }>('select id from api_keys order by id');
    expect(rows.map(({ id }) => Number(id))).toEqual(kept.map(({ keyId }) => keyId));
  });
});
