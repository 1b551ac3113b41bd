import { beforeAll, describe, expect, it } from 'vitest';
import { defaultPassword, makeAccount, makeUser } from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi, type Caller } from '../../testing/harness.ts';
import { personAt, ssoSignIns } from '../../testing/sso-sign-ins.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;
const sso = ssoSignIns(api);

beforeAll(() => {
  Object.assign(api.deps.env, sso.installation());
});

const later = (seconds: number) =>
  api.clock.set(new Date(api.clock.now().getTime() + seconds * 1000).toISOString());

/** What a sensitive action answers: 200, or a code. */
async function sensitive(caller: Caller): Promise<string | number> {
  const { status, error } = await api.call('calendar_feed_create', {}, caller);
  return error.code ?? status;
}

const noKey: Caller = { apiKey: '' };

/** A person whom their practice's provider signed in. */
async function bySso(mood: typeof api.sandbox.oidc.mood = 'well') {
  const practice = await sso.practiceWithProvider();
  const { account, who } = await sso.connectedPerson(practice);
  api.sandbox.oidc.mood = mood;
  const { key = noKey } = await sso.signIn(practice.tenantId, who);
  return { practice, account, who, key };
}

/** Confirms a session at the provider. @returns the code of a refusal, or the status */
async function confirm(caller: Caller, who: Parameters<typeof api.sandbox.oidc.answer>[1], by = caller) {
  const started = await api.call('sso/confirm_start', {}, caller);
  if (started.status !== 200) return started.error.code;
  const { confirm: token, error } = await sso.follow(api.sandbox.oidc.answer(started.body.url, who), '');
  if (!token) return error;
  const { status, error: refusal } = await api.call('sso/confirm_finish', { token }, by);
  return refusal.code ?? status;
}

describe('a sign-in by single sign-on', () => {
  it('is a fresh proof if the provider has just asked for credentials', async () => {
    const { key } = await bySso();
    expect(await sensitive(key)).toBe(200);
  });

  it.each(['remembers', 'no auth_time'] as const)('is none if it %s', async (mood) => {
    const { key } = await bySso(mood);
    expect((await api.call('session', {}, key)).body.fresh_seconds_left).toBe(0);
    expect(await sensitive(key)).toBe('step_up_required');
    expect((await api.call('tenant', {}, key)).status).toBe(200);
  });

  it('is none in any practice that the installation’s provider opens silently', async () => {
    const { tenant } = await makePractice(db());
    const account = await makeAccount(db());
    await makeUser(db(), { tenant, account });
    const { body } = await api.call('auth', { email: account.email, password: defaultPassword });
    const who = personAt(account.email);
    expect((await sso.connect({ apiKey: body.api_key }, who, 'installation')).status).toBe(200);
    api.sandbox.oidc.mood = 'remembers';
    const { key = noKey } = await sso.signIn(undefined, who);
    expect(await sensitive(key)).toBe('step_up_required');
    // They have a password, so the provider, signed in at the same desk, does not confirm it.
    expect(await confirm(key, who)).toBe('conflict');
    expect((await api.call('auth/step_up', { password: defaultPassword }, key)).status).toBe(200);
    expect(await sensitive(key)).toBe(200);
  });
});

describe('confirming a session that single sign-on opened', () => {
  it('asks the provider to ask again, and counts from then for five minutes', async () => {
    const { key, who, practice } = await bySso('remembers');
    expect((await api.call('auth/step_up/start', {}, key)).body.step_up_by).toBe('sign_in');
    const { body } = await api.call('sso/confirm_start', {}, key);
    const asked = new URL(body.url).searchParams;
    expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '0']);
    expect(await confirm(key, who)).toBe(200);
    expect(await sensitive(key)).toBe(200);
    const { body: log } = await api.call('audit_log', { entity: 'session' }, practice.adminKey);
    expect(log.find(({ action }) => action === 'sso/confirm_finish')?.details).toContain('sso');
    later(301);
    expect(await sensitive(key)).toBe('step_up_required');
  });

  it('is refused when the provider answers silently', async () => {
    const { key, who, account } = await bySso('remembers');
    api.sandbox.oidc.mood = 'ignores prompt';
    expect(await confirm(key, who)).toBe('sso_not_confirmed');
    expect(await sensitive(key)).toBe('step_up_required');
    const rows = async () =>
      (
        await db().query('select reason from security_events where event = $1 and account_id = $2', [
          'sso_failed',
          account.id,
        ])
      ).rows;
    await expect.poll(rows).toEqual([{ reason: 'sso_not_confirmed' }]);
  });

  it('is refused when the provider doesn’t say when it asked, and not started where it says it never does', async () => {
    const { key, who } = await bySso();
    later(301);
    api.sandbox.oidc.mood = 'no auth_time';
    expect(await confirm(key, who)).toBe('sso_not_confirmed');
    const other = await bySso('no auth_time');
    // Read again: the document was cached before.
    const issuer = sso.issuer(other.practice.providerName);
    await api.call('identity_provider/test', { issuer }, other.practice.adminKey);
    const { status, error } = await api.call('sso/confirm_start', {}, other.key);
    expect([status, error.code]).toEqual([403, 'sso_not_confirmed']);
  });

  it('is refused for another person, and for an account of another session', async () => {
    const [one, two] = [await bySso('remembers'), await bySso('remembers')];
    expect(await confirm(one.key, personAt('someone@example.test'))).toBe('sso_not_confirmed');
    expect(await confirm(one.key, one.who, two.key)).toBe('sso_expired');
    expect([await sensitive(one.key), await sensitive(two.key)]).toEqual([
      'step_up_required',
      'step_up_required',
    ]);
  });

  it('is refused in a session of another practice, whose own provider must ask', async () => {
    const { key, who, account } = await bySso('remembers');
    const theirs = await sso.practiceWithProvider();
    await makeUser(db(), { tenant: theirs.tenant, account });
    const { body } = await api.call('auth', { email: account.email, password: defaultPassword });
    const there = body.available_tenants.find(({ tenant_id: id }) => id === theirs.tenantId);
    const rogue = personAt('rogue@example.test');
    expect((await sso.connect({ apiKey: there?.api_key ?? '' }, rogue)).status).toBe(200);
    const { key: rogueKey = noKey } = await sso.signIn(theirs.tenantId, rogue);
    expect(await confirm(rogueKey, rogue, key)).toBe('sso_expired');
    expect(await sensitive(key)).toBe('step_up_required');
    expect(await confirm(key, who)).toBe(200);
  });

  it('uses a token once, and none that comes late', async () => {
    const { key, who } = await bySso('remembers');
    const { body } = await api.call('sso/confirm_start', {}, key);
    const { confirm: token = '' } = await sso.follow(api.sandbox.oidc.answer(body.url, who), '');
    expect((await api.call('sso/confirm_finish', { token }, key)).body.fresh_seconds_left).toBe(300);
    expect((await api.call('sso/confirm_finish', { token }, key)).error.code).toBe('sso_expired');
    const late = await api.call('sso/confirm_start', {}, key);
    const answer = await sso.follow(api.sandbox.oidc.answer(late.body.url, who), '');
    later(121);
    expect((await api.call('sso/confirm_finish', { token: answer.confirm ?? '' }, key)).error.code).toBe(
      'sso_expired',
    );
  });

  it('cannot finish with the token of a sign-in or of a connection', async () => {
    const { key, who, practice } = await bySso('remembers');
    const { url, cookie } = await sso.start(practice.tenantId);
    const { token = '' } = await sso.follow(api.sandbox.oidc.answer(url, who), cookie);
    expect((await api.call('sso/confirm_finish', { token }, key)).error.code).toBe('sso_expired');
    const confirming = await api.call('sso/confirm_start', {}, key);
    const own = await sso.follow(api.sandbox.oidc.answer(confirming.body.url, who), '');
    expect((await sso.finish(own.confirm ?? '', cookie)).body.code).toBe('sso_expired');
    expect((await api.call('sso/connect_finish', { token: own.confirm ?? '' }, key)).error.code).toBe(
      'sso_expired',
    );
  });
});

describe('a person without a password who is connected to the practice’s provider', () => {
  it('is in the team list as one who signs in only with single sign-on', async () => {
    const practice = await sso.practiceWithProvider();
    const { account, user } = await sso.connectedPerson(practice);
    const found = async () => {
      const { body } = await api.call('team', {}, practice.adminKey);
      return body.filter(({ only_single_sign_on: only }) => only).map(({ id }) => id);
    };
    expect(await found()).toEqual([]);
    await db().query('update accounts set password_hash = null where id = $1', [account.id]);
    expect(await found()).toEqual([user.id]);
    await db().query("update identity_providers set issuer = issuer || '/new' where tenant_id = $1", [
      practice.tenantId,
    ]);
    expect(await found()).toEqual([]);
  });
});
