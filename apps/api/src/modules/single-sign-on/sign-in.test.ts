import { sandboxClient } from '@burrow/sandbox/sandbox';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import {
  defaultPassword,
  makeAccount,
  makeInvited,
  makeSessionKey,
  makeUser,
} from '../../../../../packages/dev/src/factory-people.ts';
import { useTestApi } from '../../testing/harness.ts';
import { personAt, ssoSignIns } from '../../testing/sso-sign-ins.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;
// All sign-ins come from one address.
beforeEach(() => db().query('truncate rate_limits'));

const sso = ssoSignIns(api);

const groups = { admin_group: 'burrow-admins', staff_group: 'burrow-staff' };

const json = { 'content-type': 'application/json' };

describe('a sign-in by the practice’s provider', () => {
  it('opens that practice, names the factor, and shows the secret nowhere', async () => {
    const practice = await sso.practiceWithProvider();
    const { account, who } = await sso.connectedPerson(practice);
    const elsewhere = await makePractice(db());
    await makeUser(db(), { tenant: elsewhere.tenant, account });
    const { key, opened } = await sso.signIn(practice.tenantId, who);
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
    const practice = await sso.practiceWithProvider();
    const { who } = await sso.connectedPerson(practice);
    const { url, cookie } = await sso.start(practice.tenantId);
    api.sandbox.oidc.mood = mood;
    expect(await sso.follow(api.sandbox.oidc.answer(url, who), cookie)).toEqual({ error: code });
  });

  it.each([
    ['silent', 'sso_unavailable'],
    ['endless discovery', 'sso_unavailable'],
    ['wrong issuer', 'sso_failed'],
  ] as const)('does not start with a provider that is %s', async (mood, code) => {
    api.expectLoggedErrors();
    const practice = await sso.practiceWithProvider();
    api.sandbox.oidc.mood = mood;
    const began = performance.now();
    expect((await sso.start(practice.tenantId)).code).toBe(code);
    expect(performance.now() - began).toBeLessThan(10_000);
    const { body } = await api.call(
      'identity_provider/test',
      { issuer: sso.issuer(practice.providerName) },
      practice.adminKey,
    );
    expect(body.problem).not.toBeNull();
  });

  it.each([
    ['in the header, unless the provider names another way', 'well'],
    ['in the body, if the provider takes it there', 'secret in the body'],
  ] as const)('sends the client secret %s', async (_way, mood) => {
    const practice = await sso.practiceWithProvider();
    const { account } = await makeInvited(db(), { tenant: practice.tenant });
    api.sandbox.oidc.mood = mood;
    const { opened } = await sso.signIn(practice.tenantId, personAt(account.email));
    expect(opened).toEqual([practice.tenantId]);
  });

  it('is refused when the person cancels at the provider', async () => {
    const practice = await sso.practiceWithProvider();
    const { url, cookie } = await sso.start(practice.tenantId);
    const state = new URL(url).searchParams.get('state') ?? '';
    const answer = `${api.url}/api/sso/callback?error=access_denied&state=${state}`;
    expect(await sso.follow(answer, cookie)).toEqual({ error: 'sso_denied' });
  });

  it('uses a code, a state and a token once', async () => {
    const practice = await sso.practiceWithProvider();
    const { who } = await sso.connectedPerson(practice);
    const { url, cookie } = await sso.start(practice.tenantId);
    const answer = api.sandbox.oidc.answer(url, who);
    const { token = '' } = await sso.follow(answer, cookie);
    expect(await sso.follow(answer, cookie)).toEqual({ error: 'sso_expired' });
    const again = await sso.start(practice.tenantId, cookie);
    const replayed = new URL(answer);
    replayed.searchParams.set('state', new URL(again.url).searchParams.get('state') ?? '');
    expect(await sso.follow(replayed.href, cookie)).toEqual({ error: 'sso_failed' });
    expect((await sso.finish(token, cookie)).status).toBe(200);
    expect((await sso.finish(token, cookie)).body.code).toBe('sso_expired');
  });

  it('can only be finished in the browser that started it, and in time', async () => {
    const practice = await sso.practiceWithProvider();
    const { who } = await sso.connectedPerson(practice);
    const mine = await sso.start(practice.tenantId);
    const other = await sso.start(practice.tenantId);
    const answer = api.sandbox.oidc.answer(mine.url, who);
    for (const cookie of ['', other.cookie])
      expect(await sso.follow(answer, cookie)).toEqual({ error: 'sso_expired' });
    const { token = '' } = await sso.follow(answer, mine.cookie);
    for (const cookie of ['', other.cookie])
      expect((await sso.finish(token, cookie)).body.code).toBe('sso_expired');
    api.clock.set('2026-01-14T09:02:00Z');
    expect((await sso.finish(token, mine.cookie)).body.code).toBe('sso_expired');
    const late = await sso.start(practice.tenantId);
    api.clock.set('2026-01-14T09:12:00Z');
    expect(await sso.follow(api.sandbox.oidc.answer(late.url, who), late.cookie)).toEqual({
      error: 'sso_expired',
    });
  });

  it('binds the browser with a cookie that is sent when another site redirects back', async () => {
    const practice = await sso.practiceWithProvider();
    const body = JSON.stringify({ practice_id: practice.tenantId });
    const [cookie] = (await api.post('/api/auth/sso_start', body, json)).headers.getSetCookie();
    expect(cookie).toMatch(/^burrow_sso=[\w-]{43}; Max-Age=600; Path=\/api; .*HttpOnly; SameSite=Lax$/);
  });
});

describe('an account that is not connected', () => {
  it('is not opened by a matching email while it has a password', async () => {
    const practice = await sso.practiceWithProvider(groups);
    const account = await makeAccount(db());
    await makeUser(db(), { tenant: practice.tenant, account });
    const who = personAt(account.email, { groups: ['burrow-admins'] });
    expect(await sso.signIn(practice.tenantId, who)).toEqual({ refusal: 'sso_connect_first' });
  });

  it('does not match an email that the provider has not verified', async () => {
    const practice = await sso.practiceWithProvider(groups);
    const { account } = await makeInvited(db(), { tenant: practice.tenant });
    const who = personAt(account.email, { email_verified: false, groups: ['burrow-staff'] });
    expect(await sso.signIn(practice.tenantId, who)).toEqual({ refusal: 'sso_email_unverified' });
  });

  it('joins when its person was invited and has no password; the link ends', async () => {
    const practice = await sso.practiceWithProvider();
    const { account, link } = await makeInvited(db(), { tenant: practice.tenant });
    const { opened, refusal } = await sso.signIn(practice.tenantId, personAt(account.email));
    expect(refusal).toBeUndefined();
    expect(opened).toEqual([practice.tenantId]);
    expect((await api.call('setup_link/check', { token: link.token })).status).toBe(410);
    expect((await sso.signIn(practice.tenantId, personAt(account.email))).opened).toEqual([
      practice.tenantId,
    ]);
  });

  it('is not opened by another practice’s provider', async () => {
    const neighbour = await sso.practiceWithProvider(groups);
    const victim = await sso.practiceWithProvider(groups);
    const connected = await sso.connectedPerson(victim, 'admin');
    const invited = await makeInvited(db(), { tenant: victim.tenant });
    for (const email of [connected.account.email, invited.account.email]) {
      const who = personAt(email, { groups: ['burrow-admins'] });
      expect(await sso.signIn(neighbour.tenantId, who)).toEqual({ refusal: 'sso_not_invited' });
    }
    // The same issuer with the same subject, entered by the neighbour.
    expect((await sso.saveProvider(neighbour.adminKey, victim.providerName)).status).toBe(200);
    expect(await sso.signIn(neighbour.tenantId, connected.who)).toEqual({ refusal: 'sso_not_invited' });
  });

  it('is refused without groups, or when disabled in the practice', async () => {
    const practice = await sso.practiceWithProvider();
    expect(await sso.signIn(practice.tenantId, personAt('new@example.test'))).toEqual({
      refusal: 'sso_not_invited',
    });
    const { user, who } = await sso.connectedPerson(practice);
    await api.call('team/disable', { staff_id: user.id }, practice.adminKey);
    expect(await sso.signIn(practice.tenantId, who)).toEqual({ refusal: 'sso_not_invited' });
  });
});

describe('groups', () => {
  it('add a new person with their role, which then follows the groups', async () => {
    const practice = await sso.practiceWithProvider(groups);
    const who = personAt('grace@example.test', { groups: ['everyone', 'burrow-staff'] });
    expect((await sso.signIn(practice.tenantId, who)).role).toBe('staff');
    expect((await sso.signIn(practice.tenantId, { ...who, groups: ['burrow-admins'] })).role).toBe('admin');
    expect((await sso.signIn(practice.tenantId, { ...who, groups: ['burrow-staff'] })).role).toBe('staff');
    expect(await sso.signIn(practice.tenantId, { ...who, groups: [] })).toEqual({ refusal: 'sso_no_group' });
    expect(await sso.signIn(practice.tenantId, personAt('none@example.test'))).toEqual({
      refusal: 'sso_no_group',
    });
  });

  it('never remove the last admin', async () => {
    const practice = await sso.practiceWithProvider(groups);
    const { user, who } = await sso.connectedPerson(practice, 'admin');
    await db().query("update users set role = 'staff' where tenant_id = $1 and id <> $2", [
      practice.tenantId,
      user.id,
    ]);
    for (const named of [['burrow-staff'], []])
      expect((await sso.signIn(practice.tenantId, { ...who, groups: named })).role).toBe('admin');
  });

  it('make one person from two concurrent first sign-ins', async () => {
    const practice = await sso.practiceWithProvider(groups);
    const who = personAt('twice@example.test', { groups: ['burrow-staff'] });
    const both = await Promise.all([sso.signIn(practice.tenantId, who), sso.signIn(practice.tenantId, who)]);
    expect(both.map(({ opened }) => opened)).toEqual([[practice.tenantId], [practice.tenantId]]);
  });
});

describe('only single sign-on', () => {
  it('is turned on only after the admin’s own sign-in with it, and refuses passwords in that practice', async () => {
    const practice = await sso.practiceWithProvider();
    const { account, who } = await sso.connectedPerson(practice, 'admin');
    const only = { only_sso: '1' } as const;
    expect((await sso.saveProvider(practice.adminKey, practice.providerName, only)).error.code).toBe(
      'sso_try_first',
    );
    const { key } = await sso.signIn(practice.tenantId, who);
    expect((await sso.saveProvider(key ?? { apiKey: '' }, practice.providerName, only)).status).toBe(200);
    const credentials = { email: account.email, password: defaultPassword };
    expect((await api.call('auth', credentials)).error.code).toBe('sso_required');
    const { id: elsewhere } = (await makeUser(db(), { account })) as { id: number };
    const { body } = await api.call('auth', credentials);
    expect(body.available_tenants.map(({ user_id: id }) => id)).toEqual([elsewhere]);
    expect((await sso.signIn(practice.tenantId, who)).opened).toEqual([practice.tenantId]);
  });
});

describe('the installation’s provider', () => {
  beforeAll(() => {
    Object.assign(api.deps.env, sso.installation());
  });

  it('opens every practice of the account that its person connected, and matches none by email', async () => {
    const { tenant } = await makePractice(db());
    const account = await makeAccount(db());
    await makeUser(db(), { tenant, account });
    const { tenant_id: elsewhere } = await makeUser(db(), { account });
    const who = personAt(account.email);
    expect(await sso.signIn(undefined, who)).toEqual({ refusal: 'sso_connect_first' });
    const { body } = await api.call('auth', { email: account.email, password: defaultPassword });
    expect((await sso.connect({ apiKey: body.api_key }, who, 'installation')).status).toBe(200);
    expect((await sso.signIn(undefined, who)).opened).toEqual([tenant.id, elsewhere]);
  });

  it('cannot be connected by another account, or in a session of a practice’s provider', async () => {
    const practice = await sso.practiceWithProvider();
    const { account, who } = await sso.connectedPerson(practice);
    const { key = { apiKey: '' } } = await sso.signIn(practice.tenantId, who);
    expect((await api.call('sso/connect_start', { of: 'installation' }, key)).status).toBe(403);
    const { body } = await api.call('auth', { email: account.email, password: defaultPassword });
    const started = await api.call('sso/connect_start', { of: 'installation' }, { apiKey: body.api_key });
    const { connect: token = '' } = await sso.follow(api.sandbox.oidc.answer(started.body.url, who), '');
    const stolen = await api.call('sso/connect_finish', { token }, practice.adminKey);
    expect(stolen.error.code).toBe('sso_expired');
  });
});

describe('a session of a practice’s provider', () => {
  it('says that it cannot change the account', async () => {
    const practice = await sso.practiceWithProvider();
    const { account, who } = await sso.connectedPerson(practice);
    const { key } = await sso.signIn(practice.tenant.id, who);
    expect((await api.call('session', {}, key)).body.practice_only).toBe(true);
    const { body } = await api.call('auth', { email: account.email, password: defaultPassword });
    expect((await api.call('session', {}, { apiKey: body.api_key })).body.practice_only).toBe(false);
  });

  it('cannot add a second factor, or see sessions of another practice', async () => {
    const practice = await sso.practiceWithProvider();
    const { account, who } = await sso.connectedPerson(practice);
    const elsewhere = await makeUser(db(), { account });
    const other = await makeSessionKey(db(), { user: elsewhere });
    const { key: caller = { apiKey: '' } } = await sso.signIn(practice.tenant.id, who);
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
  const practice = await sso.practiceWithProvider();
  const { account } = await sso.connectedPerson(practice);
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
    const practice = await sso.practiceWithProvider();
    const { account, who } = await sso.connectedPerson(practice);
    const { key = { apiKey: '' } } = await sso.signIn(practice.tenantId, who);
    const { body } = await api.call('auth', { email: account.email, password: defaultPassword });
    const caller = { apiKey: body.api_key };
    const [identity] = (await api.call('sso/identities', {}, caller)).body.connected;
    const input = { identity_id: identity?.id ?? 0 };
    expect((await api.call('sso/disconnect', input, practice.adminKey)).status).toBe(404);
    expect((await api.call('sso/disconnect', input, caller)).status).toBe(200);
    expect((await api.call('tenant', {}, key)).status).toBe(401);
    expect(await sso.signIn(practice.tenantId, who)).toEqual({ refusal: 'sso_connect_first' });
  });

  it('is refused for the only way to sign in', async () => {
    const practice = await sso.practiceWithProvider();
    const { account } = await makeInvited(db(), { tenant: practice.tenant });
    const { key = { apiKey: '' } } = await sso.signIn(practice.tenantId, personAt(account.email));
    const [identity] = (await api.call('sso/identities', {}, key)).body.connected;
    const input = { identity_id: identity?.id ?? 0 };
    expect((await api.call('sso/disconnect', input, key)).error.code).toBe('last_way_in');
  });
});
