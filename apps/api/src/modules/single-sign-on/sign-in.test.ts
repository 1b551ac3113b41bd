import { sandboxClient } from '@burrow/sandbox/sandbox';
import type { OidcPerson } from '@burrow/sandbox/oidc/oidc';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import {
  defaultPassword,
  makeAccount,
  makeInvited,
  makeSessionKey,
  makeUser,
} from '../../../../../packages/dev/src/factory-people.ts';
import { useTestApi, type Caller } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;
// All sign-ins come from one address.
beforeEach(() => db().query('truncate rate_limits'));

const issuer = (name: string) => `${api.sandbox.url}/oidc/${name}`;

type ProviderInput = Parameters<typeof api.call<'identity_provider/save'>>[1];

const saveProvider = (caller: Caller, name: string, more: Partial<ProviderInput> = {}) =>
  api.call(
    'identity_provider/save',
    {
      name: 'Work account',
      issuer: issuer(name),
      application: sandboxClient.clientId,
      client_secret: sandboxClient.clientSecret,
      ...more,
    },
    caller,
  );

const groups = { admin_group: 'burrow-admins', staff_group: 'burrow-staff' };

/** A practice with its own provider. */
async function practiceWithProvider(more: Partial<ProviderInput> = {}) {
  const practice = await makePractice(db());
  const name = `practice-${practice.tenant.id}`;
  const { status } = await saveProvider(practice.adminKey, name, more);
  expect(status).toBe(200);
  return { ...practice, providerName: name, tenantId: practice.tenant.id };
}

const person = (email: string, more: Partial<OidcPerson> = {}): OidcPerson => ({
  sub: `subject-of-${email}`,
  email,
  email_verified: true,
  name: 'Ada Vetter',
  groups: [],
  ...more,
});

const json = { 'content-type': 'application/json' };

/** Starts a sign-in in a browser of its own. */
async function start(practiceId: number | undefined, cookie = '') {
  const answer = await api.post(
    '/api/auth/sso_start',
    JSON.stringify({ ...(practiceId !== undefined && { practice_id: practiceId }) }),
    { ...json, cookie },
  );
  const body = (await answer.json()) as { url: string; code?: string };
  return { status: answer.status, url: body.url, code: body.code, cookie: cookieOf(answer) ?? cookie };
}

const cookieOf = (answer: Response): string | undefined => answer.headers.getSetCookie()[0]?.split(';')[0];

/** Follows the provider's answer. @returns the fragment of the page's address */
async function follow(address: string, cookie: string) {
  const answer = await fetch(address, { redirect: 'manual', headers: { cookie } });
  const [page, fragment = ''] = (answer.headers.get('location') ?? '').split('#');
  expect([answer.status, page]).toEqual([303, '/app/sso']);
  return Object.fromEntries(new URLSearchParams(fragment)) as Partial<
    Record<'token' | 'connect' | 'error', string>
  >;
}

async function finish(token: string, cookie: string) {
  const answer = await api.post('/api/auth/sso_finish', JSON.stringify({ token }), { ...json, cookie });
  const body = (await answer.json()) as {
    code: string;
    api_key: string;
    tenant_id: number;
    role: string;
    available_tenants: { tenant_id: number }[];
  };
  return { status: answer.status, body, opened: body.available_tenants?.map(({ tenant_id: id }) => id) };
}

/** Runs a whole sign-in. @returns the code of its refusal, or the sessions */
async function signIn(practiceId: number | undefined, who: OidcPerson) {
  const { url, cookie, code } = await start(practiceId);
  if (code) return { refusal: code };
  const { token, error } = await follow(api.sandbox.oidc.answer(url, who), cookie);
  if (!token) return { refusal: error };
  const { status, body, opened } = await finish(token, cookie);
  return status === 200 ? { key: { apiKey: body.api_key }, role: body.role, opened } : { refusal: body.code };
}

/** Connects a provider to the account of a session. */
async function connect(caller: Caller, who: OidcPerson, of: 'practice' | 'installation' = 'practice') {
  const started = await api.call('sso/connect_start', { of }, caller);
  expect(started.status).toBe(200);
  const { connect: token = '' } = await follow(api.sandbox.oidc.answer(started.body.url, who), '');
  return api.call('sso/connect_finish', { token }, caller);
}

/** A person of a practice with a password and a connected identity. */
async function connectedPerson(practice: { tenant: { id: number } }, role: 'staff' | 'admin' = 'staff') {
  const account = await makeAccount(db());
  const user = await makeUser(db(), { tenant: practice.tenant, account, role });
  const { body } = await api.call('auth', { email: account.email, password: defaultPassword });
  const found = body.available_tenants.find(({ tenant_id: id }) => id === practice.tenant.id);
  const who = person(account.email);
  expect((await connect({ apiKey: found?.api_key ?? '' }, who)).status).toBe(200);
  return { account, user, who };
}

describe('a sign-in by the practice’s provider', () => {
  it('opens that practice, names the factor, and shows the secret nowhere', async () => {
    const practice = await practiceWithProvider();
    const { account, who } = await connectedPerson(practice);
    const elsewhere = await makePractice(db());
    await makeUser(db(), { tenant: elsewhere.tenant, account });
    const { key, opened } = await signIn(practice.tenantId, who);
    expect(opened).toEqual([practice.tenantId]);
    expect((await api.call('session', {}, key)).body.email).toBe(account.email);
    const { rows } = await db().query(
      "select factors, practice_only from api_keys where account_id = $1 and 'sso' = any (factors)",
      [account.id],
    );
    expect(rows).toEqual([{ factors: ['sso'], practice_only: true }]);
    const { rows: stored } = await db().query('select p.*::text from identity_providers p');
    const shown = (await api.call('identity_provider', {}, practice.adminKey)).body;
    expect(JSON.stringify([stored, shown, api.logLines])).not.toContain(sandboxClient.clientSecret);
    expect(api.logLines.join('\n')).not.toContain('code=');
  });

  it.each([
    ['wrong issuer', 'sso_failed'],
    ['wrong audience', 'sso_failed'],
    ['logout token', 'sso_failed'],
    ['unsigned token', 'sso_failed'],
    ['signed with the secret', 'sso_failed'],
    ['wrong nonce', 'sso_failed'],
    ['mix-up', 'sso_failed'],
    ['expired token', 'sso_failed'],
    ['unknown key', 'sso_failed'],
    ['endless token', 'sso_unavailable'],
  ] as const)('is refused with %s', async (mood, code) => {
    const practice = await practiceWithProvider();
    const { who } = await connectedPerson(practice);
    const { url, cookie } = await start(practice.tenantId);
    api.sandbox.oidc.mood = mood;
    expect(await follow(api.sandbox.oidc.answer(url, who), cookie)).toEqual({ error: code });
  });

  it.each([
    ['silent', 'sso_unavailable'],
    ['endless discovery', 'sso_unavailable'],
    ['wrong issuer', 'sso_failed'],
  ] as const)('does not start with a provider that is %s', async (mood, code) => {
    api.expectLoggedErrors();
    const practice = await practiceWithProvider();
    api.sandbox.oidc.mood = mood;
    const began = performance.now();
    expect((await start(practice.tenantId)).code).toBe(code);
    expect(performance.now() - began).toBeLessThan(10_000);
    const { body } = await api.call(
      'identity_provider/test',
      { issuer: issuer(practice.providerName) },
      practice.adminKey,
    );
    expect(body.problem).not.toBeNull();
  });

  it('is refused when the person cancels at the provider', async () => {
    const practice = await practiceWithProvider();
    const { url, cookie } = await start(practice.tenantId);
    const state = new URL(url).searchParams.get('state') ?? '';
    const answer = `${api.url}/api/sso/callback?error=access_denied&state=${state}`;
    expect(await follow(answer, cookie)).toEqual({ error: 'sso_denied' });
  });

  it('uses a code, a state and a token once', async () => {
    const practice = await practiceWithProvider();
    const { who } = await connectedPerson(practice);
    const { url, cookie } = await start(practice.tenantId);
    const answer = api.sandbox.oidc.answer(url, who);
    const { token = '' } = await follow(answer, cookie);
    expect(await follow(answer, cookie)).toEqual({ error: 'sso_expired' });
    const again = await start(practice.tenantId, cookie);
    const replayed = new URL(answer);
    replayed.searchParams.set('state', new URL(again.url).searchParams.get('state') ?? '');
    expect(await follow(replayed.href, cookie)).toEqual({ error: 'sso_failed' });
    expect((await finish(token, cookie)).status).toBe(200);
    expect((await finish(token, cookie)).body.code).toBe('sso_expired');
  });

  it('can only be finished in the browser that started it, and in time', async () => {
    const practice = await practiceWithProvider();
    const { who } = await connectedPerson(practice);
    const mine = await start(practice.tenantId);
    const other = await start(practice.tenantId);
    const answer = api.sandbox.oidc.answer(mine.url, who);
    for (const cookie of ['', other.cookie])
      expect(await follow(answer, cookie)).toEqual({ error: 'sso_expired' });
    const { token = '' } = await follow(answer, mine.cookie);
    for (const cookie of ['', other.cookie])
      expect((await finish(token, cookie)).body.code).toBe('sso_expired');
    api.clock.set('2026-01-14T09:02:00Z');
    expect((await finish(token, mine.cookie)).body.code).toBe('sso_expired');
    const late = await start(practice.tenantId);
    api.clock.set('2026-01-14T09:12:00Z');
    expect(await follow(api.sandbox.oidc.answer(late.url, who), late.cookie)).toEqual({
      error: 'sso_expired',
    });
  });

  it('binds the browser with a cookie that is sent when another site redirects back', async () => {
    const practice = await practiceWithProvider();
    const body = JSON.stringify({ practice_id: practice.tenantId });
    const [cookie] = (await api.post('/api/auth/sso_start', body, json)).headers.getSetCookie();
    expect(cookie).toMatch(/^burrow_sso=[\w-]{43}; Max-Age=600; Path=\/api; .*HttpOnly; SameSite=Lax$/);
  });
});

describe('an account that is not connected', () => {
  it('is not opened by a matching email while it has a password', async () => {
    const practice = await practiceWithProvider(groups);
    const account = await makeAccount(db());
    await makeUser(db(), { tenant: practice.tenant, account });
    const who = person(account.email, { groups: ['burrow-admins'] });
    expect(await signIn(practice.tenantId, who)).toEqual({ refusal: 'sso_connect_first' });
  });

  it('does not match an email that the provider has not verified', async () => {
    const practice = await practiceWithProvider(groups);
    const { account } = await makeInvited(db(), { tenant: practice.tenant });
    const who = person(account.email, { email_verified: false, groups: ['burrow-staff'] });
    expect(await signIn(practice.tenantId, who)).toEqual({ refusal: 'sso_email_unverified' });
  });

  it('joins when its person was invited and has no password; the link ends', async () => {
    const practice = await practiceWithProvider();
    const { account, link } = await makeInvited(db(), { tenant: practice.tenant });
    const { opened, refusal } = await signIn(practice.tenantId, person(account.email));
    expect(refusal).toBeUndefined();
    expect(opened).toEqual([practice.tenantId]);
    expect((await api.call('setup_link/check', { token: link.token })).status).toBe(410);
    expect((await signIn(practice.tenantId, person(account.email))).opened).toEqual([practice.tenantId]);
  });

  it('is not opened by another practice’s provider', async () => {
    const neighbour = await practiceWithProvider(groups);
    const victim = await practiceWithProvider(groups);
    const connected = await connectedPerson(victim, 'admin');
    const invited = await makeInvited(db(), { tenant: victim.tenant });
    for (const email of [connected.account.email, invited.account.email]) {
      const who = person(email, { groups: ['burrow-admins'] });
      expect(await signIn(neighbour.tenantId, who)).toEqual({ refusal: 'sso_not_invited' });
    }
    // The same issuer with the same subject, entered by the neighbour.
    expect((await saveProvider(neighbour.adminKey, victim.providerName)).status).toBe(200);
    expect(await signIn(neighbour.tenantId, connected.who)).toEqual({ refusal: 'sso_not_invited' });
  });

  it('is refused without groups, or when disabled in the practice', async () => {
    const practice = await practiceWithProvider();
    expect(await signIn(practice.tenantId, person('new@example.test'))).toEqual({
      refusal: 'sso_not_invited',
    });
    const { user, who } = await connectedPerson(practice);
    await api.call('team/disable', { staff_id: user.id }, practice.adminKey);
    expect(await signIn(practice.tenantId, who)).toEqual({ refusal: 'sso_not_invited' });
  });
});

describe('groups', () => {
  it('add a new person with their role, which then follows the groups', async () => {
    const practice = await practiceWithProvider(groups);
    const who = person('grace@example.test', { groups: ['everyone', 'burrow-staff'] });
    expect((await signIn(practice.tenantId, who)).role).toBe('staff');
    expect((await signIn(practice.tenantId, { ...who, groups: ['burrow-admins'] })).role).toBe('admin');
    expect((await signIn(practice.tenantId, { ...who, groups: ['burrow-staff'] })).role).toBe('staff');
    expect(await signIn(practice.tenantId, { ...who, groups: [] })).toEqual({ refusal: 'sso_no_group' });
    expect(await signIn(practice.tenantId, person('none@example.test'))).toEqual({ refusal: 'sso_no_group' });
  });

  it('never remove the last admin', async () => {
    const practice = await practiceWithProvider(groups);
    const { user, who } = await connectedPerson(practice, 'admin');
    await db().query("update users set role = 'staff' where tenant_id = $1 and id <> $2", [
      practice.tenantId,
      user.id,
    ]);
    for (const named of [['burrow-staff'], []])
      expect((await signIn(practice.tenantId, { ...who, groups: named })).role).toBe('admin');
  });

  it('make one person from two concurrent first sign-ins', async () => {
    const practice = await practiceWithProvider(groups);
    const who = person('twice@example.test', { groups: ['burrow-staff'] });
    const both = await Promise.all([signIn(practice.tenantId, who), signIn(practice.tenantId, who)]);
    expect(both.map(({ opened }) => opened)).toEqual([[practice.tenantId], [practice.tenantId]]);
  });
});

describe('only single sign-on', () => {
  it('is turned on only after the admin’s own sign-in with it, and refuses passwords in that practice', async () => {
    const practice = await practiceWithProvider();
    const { account, who } = await connectedPerson(practice, 'admin');
    const only = { only_sso: '1' } as const;
    expect((await saveProvider(practice.adminKey, practice.providerName, only)).error.code).toBe(
      'sso_try_first',
    );
    const { key } = await signIn(practice.tenantId, who);
    expect((await saveProvider(key ?? { apiKey: '' }, practice.providerName, only)).status).toBe(200);
    const credentials = { email: account.email, password: defaultPassword };
    expect((await api.call('auth', credentials)).error.code).toBe('sso_required');
    const { id: elsewhere } = (await makeUser(db(), { account })) as { id: number };
    const { body } = await api.call('auth', credentials);
    expect(body.available_tenants.map(({ user_id: id }) => id)).toEqual([elsewhere]);
    expect((await signIn(practice.tenantId, who)).opened).toEqual([practice.tenantId]);
  });
});

describe('the installation’s provider', () => {
  beforeAll(() => {
    const { clientId, clientSecret } = sandboxClient;
    const settings = { SSO_ISSUER: issuer('main'), SSO_CLIENT_ID: clientId, SSO_CLIENT_SECRET: clientSecret };
    Object.assign(api.deps.env, settings);
  });

  it('opens every practice of the account that its person connected, and matches none by email', async () => {
    const { tenant } = await makePractice(db());
    const account = await makeAccount(db());
    await makeUser(db(), { tenant, account });
    const { tenant_id: elsewhere } = await makeUser(db(), { account });
    const who = person(account.email);
    expect(await signIn(undefined, who)).toEqual({ refusal: 'sso_connect_first' });
    const { body } = await api.call('auth', { email: account.email, password: defaultPassword });
    expect((await connect({ apiKey: body.api_key }, who, 'installation')).status).toBe(200);
    expect((await signIn(undefined, who)).opened).toEqual([tenant.id, elsewhere]);
  });

  it('cannot be connected by another account, or in a session of a practice’s provider', async () => {
    const practice = await practiceWithProvider();
    const { account, who } = await connectedPerson(practice);
    const { key = { apiKey: '' } } = await signIn(practice.tenantId, who);
    expect((await api.call('sso/connect_start', { of: 'installation' }, key)).status).toBe(403);
    const { body } = await api.call('auth', { email: account.email, password: defaultPassword });
    const started = await api.call('sso/connect_start', { of: 'installation' }, { apiKey: body.api_key });
    const { connect: token = '' } = await follow(api.sandbox.oidc.answer(started.body.url, who), '');
    const stolen = await api.call('sso/connect_finish', { token }, practice.adminKey);
    expect(stolen.error.code).toBe('sso_expired');
  });
});

describe('a session of a practice’s provider', () => {
  it('cannot add a second factor, or see sessions of another practice', async () => {
    const practice = await practiceWithProvider();
    const { account, who } = await connectedPerson(practice);
    const elsewhere = await makeUser(db(), { account });
    const other = await makeSessionKey(db(), { user: elsewhere });
    const { key: caller = { apiKey: '' } } = await signIn(practice.tenant.id, who);
    for (const kind of ['totp', 'passkey'] as const) {
      expect((await api.call('second_factor/add', { kind }, caller)).error.code).toBe('forbidden');
    }
    const sessions = await api.call('session/list', {}, caller);
    expect(sessions.body.map(({ id }) => id)).not.toContain(other.keyId);
    expect((await api.call('session/revoke', { session_id: other.keyId }, caller)).status).toBe(404);
    const stepUp = await api.call('auth/step_up', { password: defaultPassword }, caller);
    expect(stepUp.error.code).toBe('forbidden');
    const changed = { password: 'a-new-phrase-here', current_password: defaultPassword };
    expect((await api.call('set_password', changed, caller)).error.code).toBe('forbidden');
    await api.call('session/revoke', {}, caller);
    expect((await api.call('session', {}, other)).status).toBe(200);
  });
});

it('emails the person when a provider is connected and disconnected', async () => {
  const practice = await practiceWithProvider();
  const { account } = await connectedPerson(practice);
  await api.runJobs();
  const [connected, ...others] = api.mailTo(account.email);
  expect([connected?.subject, others]).toEqual(['Single sign-on was connected to your Burrow account', []]);
  expect(connected?.body).toContain('You can now sign in to your Burrow account with single sign-on.');
  expect(connected?.body).toContain('disconnect it and sign out any devices you');
  const { body } = await api.call('auth', { email: account.email, password: defaultPassword });
  const caller = { apiKey: body.api_key };
  const [identity] = (await api.call('sso/identities', {}, caller)).body.connected;
  await api.call('sso/disconnect', { identity_id: identity?.id ?? 0 }, caller);
  await api.runJobs();
  const [disconnected] = api.mailTo(account.email);
  expect(disconnected?.subject).toBe('Single sign-on was disconnected from your Burrow account');
  expect(disconnected?.body).toContain(
    'You can no longer sign in to your Burrow account with single sign-on.',
  );
  expect(api.mailTo(account.email)).toHaveLength(2);
});

describe('disconnecting', () => {
  it('ends the other sessions that single sign-on opened, and the sign-in', async () => {
    const practice = await practiceWithProvider();
    const { account, who } = await connectedPerson(practice);
    const { key = { apiKey: '' } } = await signIn(practice.tenantId, who);
    const { body } = await api.call('auth', { email: account.email, password: defaultPassword });
    const caller = { apiKey: body.api_key };
    const [identity] = (await api.call('sso/identities', {}, caller)).body.connected;
    const input = { identity_id: identity?.id ?? 0 };
    expect((await api.call('sso/disconnect', input, practice.adminKey)).status).toBe(404);
    expect((await api.call('sso/disconnect', input, caller)).status).toBe(200);
    expect((await api.call('tenant', {}, key)).status).toBe(401);
    expect(await signIn(practice.tenantId, who)).toEqual({ refusal: 'sso_connect_first' });
  });

  it('is refused for the only way to sign in', async () => {
    const practice = await practiceWithProvider();
    const { account } = await makeInvited(db(), { tenant: practice.tenant });
    const { key = { apiKey: '' } } = await signIn(practice.tenantId, person(account.email));
    const [identity] = (await api.call('sso/identities', {}, key)).body.connected;
    const input = { identity_id: identity?.id ?? 0 };
    expect((await api.call('sso/disconnect', input, key)).error.code).toBe('last_way_in');
  });
});
