import { describe, expect, it } from 'vitest';
import {
  defaultPassword,
  makeAccount,
  makeInvited,
  makeSessionKey,
  makeTenant,
  makeUser,
} from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

describe('sign-in', () => {
  it('returns a key for the one practice of a person', async () => {
    const { tenant } = await makePractice(db());
    const account = await makeAccount(db());
    const user = await makeUser(db(), { tenant, account, role: 'admin' });
    const { status, body } = await api.call('auth', {
      email: account.email.toUpperCase(),
      password: defaultPassword,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      user_id: user.id,
      tenant_id: tenant.id,
      client_id: null,
      role: 'admin',
      tenant_name: tenant.tenant_name,
      multiple_tenants: false,
      must_change_password: false,
    });
    const mine = await api.call('tenant', {}, { apiKey: body.api_key });
    expect(mine.body).toMatchObject([{ id: tenant.id, tenant_name: tenant.tenant_name }]);
  });

  it('lists every practice of a person, each with a key that is valid there only', async () => {
    const [one, two] = [await makePractice(db()), await makePractice(db())];
    const account = await makeAccount(db());
    await makeUser(db(), { tenant: one.tenant, account });
    await makeUser(db(), { tenant: two.tenant, account, role: 'admin' });
    const { body } = await api.call('auth', { email: account.email, password: defaultPassword });
    expect(body.multiple_tenants).toBe(true);
    expect(body.available_tenants.map(({ tenant_id, role }) => [tenant_id, role])).toEqual([
      [one.tenant.id, 'staff'],
      [two.tenant.id, 'admin'],
    ]);
    for (const available of body.available_tenants) {
      const answer = await api.call('tenant', {}, { apiKey: available.api_key });
      expect(answer.body[0]?.id).toBe(available.tenant_id);
    }
  });

  it('accepts a password for years, without asking for another one', async () => {
    const account = await makeAccount(db());
    await makeUser(db(), { account });
    api.clock.set('2031-01-14T09:00:00Z');
    const { status, body } = await api.call('auth', { email: account.email, password: defaultPassword });
    expect([status, body.must_change_password]).toEqual([200, false]);
    const mine = await api.call('session', {}, { apiKey: body.api_key });
    expect([mine.status, mine.body.must_change_password]).toEqual([200, false]);
  });

  it('says that a practice is suspended only with the right password', async () => {
    const account = await makeAccount(db());
    const suspended = await makeTenant(db(), { suspended_at: new Date() });
    await makeUser(db(), { tenant: suspended, account });
    const signIn = (password = defaultPassword) => api.call('auth', { email: account.email, password });
    const told = await signIn();
    expect([told.status, told.error.code, told.error.message]).toEqual([
      403,
      'practice_unavailable',
      'This practice is suspended. Contact your system administrator.',
    ]);
    expect((await signIn('something-else')).error.code).toBe('invalid_credentials');
    await db().query('update users set disabled_at = now() where account_id = $1', [account.id]);
    expect((await signIn()).error.code).toBe('invalid_credentials');

    await db().query('update users set disabled_at = null where account_id = $1', [account.id]);
    const open = await makeUser(db(), { account });
    const { body } = await signIn();
    expect(body.available_tenants.map(({ tenant_id }) => tenant_id)).toEqual([open.tenant_id]);
  });

  it('refuses an unknown email and a wrong password with the same answer', async () => {
    const account = await makeAccount(db());
    const wrong = await api.call('auth', { email: account.email, password: 'something-else' });
    const unknown = await api.call('auth', { email: 'nobody@example.test', password: 'something-else' });
    for (const answer of [wrong, unknown]) {
      expect(answer.status).toBe(401);
      expect(answer.error.code).toBe('invalid_credentials');
    }
    expect({ ...wrong.error, request_id: '' }).toEqual({ ...unknown.error, request_id: '' });
  });

  it('accepts a form post, with the key and the id as fields', async () => {
    const { tenant } = await makePractice(db());
    const account = await makeAccount(db());
    await makeUser(db(), { tenant, account });
    const form = new URLSearchParams({ email: account.email, password: defaultPassword });
    const signedIn = (await (await api.post('/api/auth', form)).json()) as {
      api_key: string;
      user_id: number;
    };
    const credentials = { api_key: signedIn.api_key, user_id: String(signedIn.user_id) };
    const response = await api.post('/api/tenant', new URLSearchParams(credentials));
    expect(response.status).toBe(200);
    const stranger = await api.post(
      '/api/tenant',
      new URLSearchParams({ ...credentials, user_id: '999999' }),
    );
    expect(stranger.status).toBe(401);
  });

  it('limits attempts on one account from one network to ten a minute, and states how long to wait', async () => {
    const account = await makeAccount(db());
    const attempts = [];
    for (let n = 0; n < 15; n += 1)
      attempts.push(await api.call('auth', { email: account.email, password: 'wrong-guess' }));
    const refused = attempts.filter(({ status }) => status === 429);
    expect(attempts.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(refused).toHaveLength(5);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('gives no session to a person who was removed from every practice', async () => {
    const account = await makeAccount(db());
    await makeUser(db(), { account, disabled_at: new Date('2026-01-01T00:00:00Z') });
    expect((await api.call('auth', { email: account.email, password: defaultPassword })).status).toBe(401);
  });

  it('lets a superadmin in without a practice', async () => {
    const account = await makeAccount(db(), { is_superadmin: true });
    const { body } = await api.call('auth', { email: account.email, password: defaultPassword });
    expect(body).toMatchObject({ role: 'superadmin', tenant_id: null, user_id: account.id });
    expect((await api.call('tenant', {}, { apiKey: body.api_key })).status).toBe(403);
  });
});

describe('a session', () => {
  it('ends on the next request after logout, expiry, idleness, a new role or a disabled person', async () => {
    const { staff, admin, tenant } = await makePractice(db());
    const check = async (caller: { apiKey: string }) => (await api.call('tenant', {}, caller)).status;

    const left = await makeSessionKey(db(), { user: staff });
    expect(await check(left)).toBe(200);
    await api.call('logout', {}, left);
    expect(await check(left)).toBe(401);

    const now = new Date(api.clock.now());
    const expired = await makeSessionKey(db(), { user: staff, expires: now });
    expect(await check(expired)).toBe(401);

    const idle = await makeSessionKey(db(), {
      user: staff,
      lastUsed: new Date(now.getTime() - 12 * 3_600_000),
    });
    expect(await check(idle)).toBe(401);

    const disabled = await makeSessionKey(db(), { user: admin });
    expect(await check(disabled)).toBe(200);
    await db().query('update users set disabled_at = now() where id = $1', [admin.id]);
    expect(await check(disabled)).toBe(401);

    const suspended = await makeSessionKey(db(), { user: staff });
    await db().query('update tenants set suspended_at = now() where id = $1', [tenant.id]);
    expect(await check(suspended)).toBe(401);
  });

  it('stays valid while it is used', async () => {
    const { staff } = await makePractice(db());
    const start = api.clock.now().getTime();
    const key = await makeSessionKey(db(), { user: staff, lastUsed: new Date(start) });
    for (const hours of [11, 22, 33]) {
      api.clock.set(new Date(start + hours * 3_600_000).toISOString());
      expect((await api.call('tenant', {}, key)).status).toBe(200);
      // The last use is recorded beside the request; wait for it.
      await expect
        .poll(async () => {
          const { rows } = await db().query('select last_used_at from api_keys where id = $1', [key.keyId]);
          return (rows[0] as { last_used_at: Date }).last_used_at.getTime();
        })
        .toBe(start + hours * 3_600_000);
    }
  });

  it('ends although an unattended page polls, and says how long it lasts without use', async () => {
    const { staff } = await makePractice(db());
    const start = api.clock.now().getTime();
    const key = await makeSessionKey(db(), { user: staff, lastUsed: new Date(start) });
    const after = (hours: number) => api.clock.set(new Date(start + hours * 3_600_000).toISOString());
    const poll = (action: string) =>
      api.post(`/api/${action}`, '{}', {
        authorization: `Bearer ${key.apiKey}`,
        'content-type': 'application/json',
        'x-burrow-background': '1',
      });
    for (const hours of [1, 6, 11.5]) {
      after(hours);
      expect((await poll('bookings_today')).status).toBe(200);
    }
    expect(await (await poll('session')).json()).toMatchObject({ idle_seconds_left: 1800 });
    after(12);
    expect((await poll('bookings_today')).status).toBe(401);

    after(0);
    const used = await makeSessionKey(db(), { user: staff, lastUsed: new Date(start) });
    after(11.5);
    expect((await api.call('session', {}, used)).body).toMatchObject({ idle_seconds_left: 12 * 3600 });
  });

  it('stores only a hash of the key and writes no secret to the log', async () => {
    const { tenant } = await makePractice(db());
    const account = await makeAccount(db());
    await makeUser(db(), { tenant, account });
    const { body } = await api.call('auth', { email: account.email, password: defaultPassword });
    await api.post(`/api/tenant?api_key=${body.api_key}`, undefined);
    const { rows } = await db().query('select * from api_keys');
    expect(JSON.stringify(rows)).not.toContain(body.api_key);
    const log = api.logLines.join('\n');
    expect(log).toContain('/api/tenant');
    expect(log).not.toContain(body.api_key);
    expect(log).not.toContain(defaultPassword);
    expect(log).not.toContain('?');
  });
});

describe('set_password', () => {
  it('replaces the password, lifts the forced change and ends every other session', async () => {
    const { tenant } = await makePractice(db());
    const account = await makeAccount(db(), { must_change_password: true });
    const user = await makeUser(db(), { tenant, account });
    const elsewhere = await makeSessionKey(db(), { user });
    const { body } = await api.call('auth', { email: account.email, password: defaultPassword });
    expect(body.must_change_password).toBe(true);
    const me = { apiKey: body.api_key };
    expect((await api.call('clients', {}, me)).error.code).toBe('password_change_required');

    expect((await api.call('set_password', { password: 'a-better-phrase' }, me)).status).toBe(200);
    expect((await api.call('clients', {}, me)).status).toBe(200);
    expect((await api.call('tenant', {}, elsewhere)).status).toBe(401);
    expect((await api.call('auth', { email: account.email, password: defaultPassword })).status).toBe(401);
    expect((await api.call('auth', { email: account.email, password: 'a-better-phrase' })).status).toBe(200);
  });

  it.each([
    ['short', 'Password must be at least 8 characters long'],
    ['password1', 'This password is too common. Choose another.'],
  ])('refuses %s', async (password, message) => {
    const { staffKey } = await makePractice(db());
    const { status, error } = await api.call('set_password', { password }, staffKey);
    expect(status).toBe(400);
    expect(error.fields).toEqual({ password: message });
  });

  it('requires the current password, except for a forced change', async () => {
    const { staffKey, staff } = await makePractice(db());
    const elsewhere = await makeSessionKey(db(), { user: staff });
    const set = (password: string, current_password?: string) =>
      api.call('set_password', { password, ...(current_password && { current_password }) }, staffKey);
    for (const [answer, message] of [
      [await set('a-better-phrase'), 'Enter your current password.'],
      [await set('a-better-phrase', 'not-the-one'), 'Your current password is incorrect.'],
    ] as const) {
      expect(answer.status).toBe(400);
      expect(answer.error.fields).toEqual({ current_password: message });
    }
    expect((await set(defaultPassword, defaultPassword)).error.code).toBe('weak_password');
    expect((await api.call('tenant', {}, elsewhere)).status).toBe(200);
    expect((await set('a-better-phrase', defaultPassword)).status).toBe(200);
    expect((await api.call('tenant', {}, elsewhere)).status).toBe(401);
    expect((await api.call('tenant', {}, staffKey)).status).toBe(200);
  });
});

describe('a person who has not joined, or whose support access has ended', () => {
  it('gets no session there', async () => {
    const account = await makeAccount(db());
    const { user } = await makeInvited(db(), { account });
    const over = await makeUser(db(), { account, support_until: api.clock.now().toISOString() });
    for (const outside of [user, over]) {
      const key = await makeSessionKey(db(), { user: outside });
      expect((await api.call('tenant', {}, key)).status).toBe(401);
    }
    expect((await api.call('auth', { email: account.email, password: defaultPassword })).status).toBe(401);
    const { id: joined } = await makeUser(db(), { account });
    const { body } = await api.call('auth', { email: account.email, password: defaultPassword });
    expect(body.available_tenants.map(({ user_id }) => user_id)).toEqual([joined]);
  });
});

describe("the caller's sessions", () => {
  const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36';

  async function signIn(email: string) {
    const body = JSON.stringify({ email, password: defaultPassword });
    const headers = { 'Content-Type': 'application/json', 'User-Agent': chrome };
    const answer = (await (await api.post('/api/auth', body, headers)).json()) as {
      available_tenants: { api_key: string }[];
    };
    return answer.available_tenants.map(({ api_key: apiKey }) => ({ apiKey }));
  }

  it('are one row per sign-in, with its device and never the header itself', async () => {
    const account = await makeAccount(db());
    const one = await makePractice(db(), { tenant_name: 'Alder Vets' });
    const two = await makePractice(db(), { tenant_name: 'Birch Grooming' });
    await makeUser(db(), { tenant: one.tenant, account });
    await makeUser(db(), { tenant: two.tenant, account });
    const [first] = await signIn(account.email);
    await signIn(account.email);
    const { body } = await api.call('session/list', {}, first);
    const row = { label: 'Chrome on Windows', tenant_name: 'Alder Vets, Birch Grooming' };
    expect(body).toMatchObject([row, row]);
    expect(body.filter(({ current }) => current)).toHaveLength(1);
    const { rows } = await db().query('select label from api_keys where account_id = $1', [account.id]);
    expect(rows).toEqual(Array.from({ length: 4 }, () => ({ label: 'Chrome on Windows' })));
  });

  it('end by sign-in, and only by their owner', async () => {
    const account = await makeAccount(db());
    await makeUser(db(), { account });
    await makeUser(db(), { account });
    const [mine] = await signIn(account.email);
    const others = await signIn(account.email);
    const list = async () => (await api.call('session/list', {}, mine)).body;
    const other = (await list()).find(({ current }) => !current);
    const stranger = await makePractice(db());
    const stolen = await api.call('session/revoke', { session_id: other?.id ?? 0 }, stranger.adminKey);
    expect(stolen.status).toBe(404);
    expect((await api.call('session/revoke', { session_id: other?.id ?? 0 }, mine)).status).toBe(200);
    for (const key of others) expect((await api.call('tenant', {}, key)).status).toBe(401);

    const [left] = await signIn(account.email);
    expect((await api.call('session/revoke', {}, mine)).status).toBe(200);
    expect((await api.call('tenant', {}, left)).status).toBe(401);
    expect((await list()).map(({ current }) => current)).toEqual([true]);
    const [own] = await list();
    expect((await api.call('session/revoke', { session_id: own?.id ?? 0 }, mine)).status).toBe(200);
    expect((await api.call('tenant', {}, mine)).status).toBe(401);
  });

  it('show who is signed in, a superadmin too', async () => {
    const account = await makeAccount(db(), { is_superadmin: true });
    const [key] = await signIn(account.email);
    expect((await api.call('session', {}, key)).body).toEqual({
      name: account.name,
      email: account.email,
      idle_seconds_left: 12 * 3600,
      role: 'superadmin',
      user_id: account.id,
      tenant_id: null,
      must_change_password: false,
      practice_only: false,
      fresh_seconds_left: 300,
      second_factor_due_at: null,
      must_set_up_second_factor: false,
      support_until: null,
    });
    expect((await api.call('session/list', {}, key)).body).toMatchObject([
      { tenant_name: null, current: true },
    ]);
  });
});
