import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AccountRow } from '../../../../../packages/dev/src/factory-rows.ts';
import {
  defaultPassword,
  makeAccount,
  makeInvited,
  makeSessionKey,
  makeUser,
} from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi, type Caller } from '../../testing/harness.ts';
import { SoftPasskey } from '../../testing/soft-passkey.ts';
import { personAt, ssoSignIns } from '../../testing/sso-sign-ins.ts';

// A link to join a practice that allows only single sign-on.

const api = useTestApi();
const db = () => api.testDatabase.owner;
const sso = ssoSignIns(api);
// All calls come from one address.
beforeEach(() => db().query('truncate rate_limits'));

const password = defaultPassword;

/** A person who works elsewhere, with a password, and was invited to such a practice. */
async function invitedWithPassword() {
  const practice = await sso.ssoOnlyPractice();
  const account = await makeAccount(db());
  const elsewhere = await makeUser(db(), { account });
  const { link, user } = await makeInvited(db(), { tenant: practice.tenant, account });
  // The provider knows them by another email.
  const who = personAt('vera@work.example', { sub: `vera-${account.id}` });
  return { practice, account, elsewhere, user, token: link.token, who };
}

const passwordOf = async ({ id }: AccountRow) => {
  const { rows } = await db().query<{ password_hash: string | null }>(
    'select password_hash from accounts where id = $1',
    [id],
  );
  return rows[0]?.password_hash;
};

const isValid = async (token: string) => (await api.call('setup_link/check', { token })).status === 200;

async function addPasskey(caller: Caller) {
  const passkey = new SoftPasskey(api.url);
  const { body } = await api.call('second_factor/add', { kind: 'passkey' }, caller);
  const made = passkey.create(body.passkey_options) as never;
  const answer = { challenge: body.challenge ?? '', passkey: made };
  const confirmed = await api.call('second_factor/confirm', answer, caller);
  expect(confirmed.status).toBe(200);
  return confirmed.body.recovery_codes ?? [];
}

describe('a person whose account has no password', () => {
  it('joins with the provider, by their email, and gets no password', async () => {
    const practice = await sso.ssoOnlyPractice();
    const { account, link } = await makeInvited(db(), { tenant: practice.tenant });
    const { token } = link;
    expect((await api.call('setup_link/check', { token })).body).toMatchObject({
      has_password: false,
      sso: {
        practice_id: practice.tenantId,
        name: 'Work account',
        link_url: `${api.url}/app/welcome#${token}`,
      },
    });
    const used = await api.call('setup_link/use', { token, password: 'a-first-phrase' });
    expect([used.status, used.error.code]).toEqual([403, 'sso_required']);
    expect(await passwordOf(account)).toBeNull();
    expect((await sso.join({ token }, personAt(account.email))).opened).toEqual([practice.tenantId]);
    expect(await isValid(token)).toBe(false);
    expect((await sso.signIn(practice.tenantId, personAt(account.email))).opened).toEqual([
      practice.tenantId,
    ]);
  });

  it('is not who has the link, but signs in at the provider as someone else', async () => {
    const practice = await sso.ssoOnlyPractice();
    const { link } = await makeInvited(db(), { tenant: practice.tenant });
    const thief = personAt('thief@example.test');
    expect(await sso.join({ token: link.token }, thief)).toEqual({ refusal: 'sso_not_invited' });
    expect(await isValid(link.token)).toBe(true);
  });

  it('joins although another practice’s provider signs them in as well', async () => {
    const [first, practice] = [await sso.ssoOnlyPractice(), await sso.ssoOnlyPractice()];
    const { account } = await makeInvited(db(), { tenant: first.tenant });
    const who = personAt(account.email);
    expect((await sso.signIn(first.tenantId, who)).opened).toEqual([first.tenantId]);
    const { link } = await makeInvited(db(), { tenant: practice.tenant, account });
    expect((await sso.join({ token: link.token }, who)).opened).toEqual([practice.tenantId]);
    expect((await sso.signIn(first.tenantId, who)).opened).toEqual([first.tenantId]);
  });
});

describe('a person whose account has a password', () => {
  it('joins with it and the provider, who may know them by another email, and keeps it', async () => {
    const { practice, account, elsewhere, user, token, who } = await invitedWithPassword();
    expect((await api.call('setup_link/check', { token })).body).toMatchObject({
      has_password: true,
      sso: { practice_id: practice.tenantId },
    });
    expect((await sso.join({ token, password }, who)).opened).toEqual([practice.tenantId]);
    expect(await isValid(token)).toBe(false);
    expect((await sso.signIn(practice.tenantId, who)).opened).toEqual([practice.tenantId]);
    const { body } = await api.call('auth', { email: account.email, password });
    expect(body.available_tenants.map(({ user_id: id }) => id)).toEqual([elsewhere.id]);
    await api.runJobs();
    expect(api.mailTo(account.email).map(({ subject }) => subject)).toContain(
      'Single sign-on was connected to your Burrow account',
    );
    const { rows } = await db().query(
      'select action, details from audit_log where tenant_id = $1 and entity_id = $2 order by id',
      [practice.tenantId, user.id],
    );
    expect(rows).toMatchObject([
      { action: 'auth/sso_finish', details: { joined: true, email: who.email } },
      { action: 'sso_connected' },
    ]);
  });

  it('proves the second factor too', async () => {
    const { practice, elsewhere, token, who } = await invitedWithPassword();
    const [code = ''] = await addPasskey(await makeSessionKey(db(), { user: elsewhere }));
    const asked = await sso.startJoin({ token, password });
    expect([asked.status, asked.code]).toEqual([401, 'second_factor_required']);
    const { challenge } = asked;
    const wrong = await sso.startJoin({ token, password, challenge, code: 'wrong-codes' });
    expect(wrong.code).toBe('code_not_valid');
    expect((await sso.join({ token, password, challenge, code }, who)).opened).toEqual([practice.tenantId]);
  });

  it('can try again after the provider refused', async () => {
    const { practice, token, who } = await invitedWithPassword();
    const { url, cookie } = await sso.startJoin({ token, password });
    const state = new URL(url).searchParams.get('state') ?? '';
    const cancelled = `${api.url}/api/sso/callback?error=access_denied&state=${state}`;
    expect(await sso.follow(cancelled, cookie)).toEqual({ error: 'sso_denied' });
    expect((await sso.join({ token, password }, who)).opened).toEqual([practice.tenantId]);
  });

  it('is not who signs in at the provider with their email', async () => {
    const { practice, account, token } = await invitedWithPassword();
    const thief = personAt(account.email);
    const { url, cookie: browser } = await sso.start(practice.tenantId);
    const { token: answered = '' } = await sso.follow(api.sandbox.oidc.answer(url, thief), browser);
    expect((await sso.finish(answered, browser)).body).toMatchObject({
      code: 'sso_connect_first',
      message: 'Your email already has a Burrow account. To join, open your invitation link.',
    });
    // Their own start lets no one else in.
    const mine = await sso.startJoin({ token, password });
    const { cookie } = await sso.start(practice.tenantId);
    expect(await sso.follow(api.sandbox.oidc.answer(mine.url, thief), cookie)).toEqual({
      error: 'sso_expired',
    });
    expect(await sso.signIn(practice.tenantId, thief)).toEqual({ refusal: 'sso_connect_first' });
  });

  it.each([
    ['no password', undefined, 'invalid_input'],
    ['a guess', 'a-wrong-guess', 'invalid_credentials'],
  ] as const)('is not who has the link and %s', async (_what, guess, code) => {
    const { token, account } = await invitedWithPassword();
    const input = guess === undefined ? { token } : { token, password: guess };
    expect(await sso.join(input, personAt(account.email))).toEqual({ refusal: code });
    expect(await isValid(token)).toBe(true);
  });

  it('gets no identity that a colleague has connected', async () => {
    const { practice, token } = await invitedWithPassword();
    const { account: colleague } = await makeInvited(db(), { tenant: practice.tenant });
    const who = personAt(colleague.email);
    expect((await sso.signIn(practice.tenantId, who)).opened).toEqual([practice.tenantId]);
    expect(await sso.join({ token, password }, who)).toEqual({ refusal: 'identity_taken' });
    expect(await isValid(token)).toBe(true);
  });

  it('is no superadmin', async () => {
    const practice = await sso.ssoOnlyPractice();
    const account = await makeAccount(db(), { is_superadmin: true });
    const { link } = await makeInvited(db(), { tenant: practice.tenant, account });
    const joined = await sso.join({ token: link.token, password }, personAt(account.email));
    expect(joined).toEqual({ refusal: 'sso_not_invited' });
    const { rows } = await db().query('select 1 from account_identities where account_id = $1', [account.id]);
    expect(rows).toEqual([]);
  });

  it('gets none if the account is changed before they finish', async () => {
    const { account, elsewhere, token, who } = await invitedWithPassword();
    const join = () => sso.startJoin({ token, password });
    const [first, second] = [await join(), await join()];
    const owner = await makeSessionKey(db(), { user: elsewhere });
    api.clock.set('2026-01-14T09:01:00Z');
    await addPasskey(owner);
    expect(await sso.complete(first, who)).toEqual({ refusal: 'sso_expired' });
    await db().query('delete from account_factors where account_id = $1', [account.id]);
    const chosen = { password: 'a-better-phrase', current_password: password };
    expect((await api.call('set_password', chosen, owner)).status).toBe(200);
    expect(await sso.complete(second, who)).toEqual({ refusal: 'sso_expired' });
  });
});

describe('a link', () => {
  it('sets no password when the practice turns passwords off while it is used', async () => {
    const practice = await sso.practiceWithProvider();
    const { account, link } = await makeInvited(db(), { tenant: practice.tenant });
    const { passwords } = api.deps;
    const hash = passwords.hash.bind(passwords);
    vi.spyOn(passwords, 'hash').mockImplementationOnce(async (chosen) => {
      await db().query('update identity_providers set only_sso = true where tenant_id = $1', [
        practice.tenantId,
      ]);
      return hash(chosen);
    });
    const used = await api.call('setup_link/use', { token: link.token, password: 'a-first-phrase' });
    expect(used.error.code).toBe('link_expired');
    expect(await passwordOf(account)).toBeNull();
  });

  it('of a practice that allows passwords sets one', async () => {
    const practice = await sso.practiceWithProvider();
    const { account, link } = await makeInvited(db(), { tenant: practice.tenant });
    const { token } = link;
    expect((await api.call('setup_link/check', { token })).body.sso).toBeNull();
    expect(await sso.join({ token }, personAt(account.email))).toEqual({ refusal: 'conflict' });
    expect((await api.call('setup_link/use', { token, password: 'a-first-phrase' })).status).toBe(200);
  });

  it('that is unknown, or of a practice without a provider, starts nothing', async () => {
    const { tenant } = await makePractice(db());
    const { link } = await makeInvited(db(), { tenant });
    expect((await sso.startJoin({ token: 'x'.repeat(43) })).code).toBe('link_expired');
    expect((await sso.startJoin({ token: link.token })).code).toBe('conflict');
  });
});
