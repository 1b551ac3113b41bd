import { TOTP, Secret } from 'otpauth';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AccountRow } from '../../../../../packages/dev/src/factory-rows.ts';
import {
  defaultPassword,
  makeAccount,
  makeInvited,
  makeSessionKey,
  makeUser,
} from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi, type Caller } from '../harness.ts';
import { SoftPasskey } from '../soft-passkey.ts';
import { personAt, ssoSignIns } from '../sso-sign-ins.ts';

// A person who held an account before its owner, or who knows its password, must not keep a way in.

const api = useTestApi();
const db = () => api.testDatabase.owner;
const sso = ssoSignIns(api);

beforeAll(() => {
  Object.assign(api.deps.env, sso.installation());
});

const noKey: Caller = { apiKey: '' };
const tokenOf = (link: string) => link.replace(/^.*#/, '');
const chosen = 'chosen-by-the-owner';

async function signIn({ email }: AccountRow, password = defaultPassword): Promise<Caller> {
  const { body } = await api.call('auth', { email, password });
  return { apiKey: body.api_key };
}

const isOpen = async (caller: Caller) => (await api.call('session', {}, caller)).status === 200;

/** The token of the last link that was emailed to a person who asked for one. */
async function emailedLink({ email }: AccountRow): Promise<string> {
  await api.call('password/reset/start', { email });
  await api.runJobs();
  const links = api.mailTo(email).flatMap(({ body }) => /welcome#(\S+)/.exec(body)?.[1] ?? []);
  return links[0] ?? '';
}

/** The text of the email with a subject. Emails are sent in any order. */
const mailAbout = ({ email }: AccountRow, wanted: string) =>
  api.mailTo(email).find(({ subject }) => subject === wanted)?.body;

async function operatorLink({ email }: AccountRow): Promise<string> {
  const root = await makeSessionKey(db(), { account: await makeAccount(db(), { is_superadmin: true }) });
  const { status, body } = await api.call('superadmin/account_reset', { email }, root);
  expect(status).toBe(200);
  return tokenOf(body.setup_link);
}

/**
 * An admin who invited someone else's email, used the link themselves and connected the installation's provider with
 * their own subject.
 */
async function hijacked() {
  const attacker = await makePractice(db());
  const { account, user, link } = await makeInvited(db(), { tenant: attacker.tenant });
  await api.call('setup_link/use', { token: link.token, password: 'of-the-attacker' });
  const caller = await signIn(account, 'of-the-attacker');
  const who = personAt('attacker@example.test', { sub: `attacker-${account.id}` });
  expect((await sso.connect(caller, who, 'installation')).status).toBe(200);
  return { attacker, account, user, who, caller };
}

/** The owner of the account joins a practice with their new password. */
async function joins({ email }: AccountRow) {
  const own = await makePractice(db());
  const { body } = await api.call('team/invite', { name: 'Vera Victim', email }, own.adminKey);
  const used = await api.call('setup_link/use', { token: tokenOf(body.setup_link), password: chosen });
  expect(used.status).toBe(200);
  return own;
}

const securityRows = async ({ id }: AccountRow) =>
  (
    await db().query<{ event: string; reason: string | null }>(
      'select event, reason from security_events where account_id = $1 and event <> $2 order by id',
      [id, 'sso_connected'],
    )
  ).rows;

describe('an account that someone else set up with its owner’s email', () => {
  it('is opened by nothing of theirs after its owner chose a password by email', async () => {
    const { account, who, caller } = await hijacked();
    const { key: opened = { apiKey: '' } } = await sso.signIn(undefined, who);
    const token = await emailedLink(account);
    expect((await api.call('setup_link/use', { token, password: chosen })).status).toBe(200);
    await joins(account);
    expect(await sso.signIn(undefined, who)).toEqual({ refusal: 'sso_connect_first' });
    expect([await isOpen(opened), await isOpen(caller)]).toEqual([false, false]);
    expect(await securityRows(account)).toEqual([{ event: 'password_changed', reason: 'sso_disconnected' }]);
    await api.runJobs();
    expect(mailAbout(account, 'Your Burrow password was changed')).toContain('disconnected single sign-on');
  });

  it('is opened by nothing of theirs after the operator reset it', async () => {
    const { account, who, caller } = await hijacked();
    const { passkey } = await addPasskey(caller);
    const { key: opened = { apiKey: '' } } = await sso.signIn(undefined, who);
    const token = await operatorLink(account);
    await api.call('setup_link/use', { token, password: chosen });
    await joins(account);
    expect(await sso.signIn(undefined, who)).toEqual({ refusal: 'sso_connect_first' });
    expect(await passkeySignIn(passkey)).toBe(400);
    expect([await isOpen(opened), await isOpen(caller)]).toEqual([false, false]);
    expect(await securityRows(account)).toMatchObject([
      { event: 'second_factor_added' },
      { event: 'account_reset', reason: 'ways_in_removed' },
      { event: 'password_changed', reason: null },
    ]);
  });

  it('notifies the person of the operator’s reset by email', async () => {
    const { account } = await hijacked();
    await operatorLink(account);
    await api.runJobs();
    expect(mailAbout(account, 'Your Burrow account was reset')).toContain('passkeys');
  });

  it('gets no identity from a connection that finishes after the reset', async () => {
    const { attacker, account } = await hijacked();
    const practice = await sso.saveProvider(attacker.adminKey, 'late');
    expect(practice.status).toBe(200);
    const caller = await signIn(account, 'of-the-attacker');
    const started = await api.call('sso/connect_start', { of: 'practice' }, caller);
    const who = personAt('late@example.test');
    const { connect: token = '' } = await sso.follow(api.sandbox.oidc.answer(started.body.url, who), '');
    await api.call('setup_link/use', { token: await emailedLink(account), password: chosen });
    const owner = await signIn(account, chosen);
    expect((await api.call('sso/connect_finish', { token }, owner)).error.code).toBe('sso_expired');
    expect((await api.call('sso/identities', {}, owner)).body.connected).toEqual([]);
  });
});

describe('single sign-on of a practice', () => {
  it('is disconnected by a link that sets a password', async () => {
    const practice = await sso.practiceWithProvider();
    const { account, who } = await sso.connectedPerson(practice);
    await api.call('setup_link/use', { token: await emailedLink(account), password: chosen });
    expect(await sso.signIn(practice.tenantId, who)).toEqual({ refusal: 'sso_connect_first' });
  });

  it('stays in a practice that allows nothing else, where no password could have connected it', async () => {
    const practice = await sso.practiceWithProvider();
    const { account, who } = await sso.connectedPerson(practice);
    await db().query('update identity_providers set only_sso = true where tenant_id = $1', [
      practice.tenantId,
    ]);
    const { key = { apiKey: '' } } = await sso.signIn(practice.tenantId, who);
    await api.call('setup_link/use', { token: await emailedLink(account), password: chosen });
    expect(await isOpen(key)).toBe(false);
    expect((await sso.signIn(practice.tenantId, who)).opened).toEqual([practice.tenantId]);
  });

  it('is disconnected by the operator’s reset in any case, and then matches the email again', async () => {
    const practice = await sso.practiceWithProvider();
    const { account, who } = await sso.connectedPerson(practice);
    await db().query('update identity_providers set only_sso = true where tenant_id = $1', [
      practice.tenantId,
    ]);
    await operatorLink(account);
    const { rows } = await db().query('select 1 from account_identities where account_id = $1', [account.id]);
    expect(rows).toEqual([]);
    expect((await sso.signIn(practice.tenantId, who)).opened).toEqual([practice.tenantId]);
  });

  it.each(['passkey', 'identity of the installation’s provider'])(
    'does not match the email of an account without a password that has a %s',
    async (kind) => {
      const practice = await sso.practiceWithProvider();
      const { account } = await makeInvited(db(), { tenant: practice.tenant });
      if (kind === 'passkey') {
        await db().query(
          `insert into account_factors (account_id, kind, state, name, credential_id, public_key, rp_id, counter,
             created_at, confirmed_at)
           values ($1, 'passkey', 'active', 'Old laptop', 'old', 'k', 'burrow.example', 0, now(), now())`,
          [account.id],
        );
      } else {
        await db().query(
          `insert into account_identities (account_id, issuer, subject, connected_at)
           values ($1, 'https://login.example.test', 'earlier', now())`,
          [account.id],
        );
      }
      expect(await sso.signIn(practice.tenantId, personAt(account.email))).toEqual({
        refusal: 'sso_connect_first',
      });
    },
  );

  it('joins a person whom another practice’s provider signs in, because that opens the other practice only', async () => {
    const [one, two] = [await sso.practiceWithProvider(), await sso.practiceWithProvider()];
    const { account } = await makeInvited(db(), { tenant: one.tenant });
    expect((await sso.signIn(one.tenantId, personAt(account.email))).opened).toEqual([one.tenantId]);
    await makeUser(db(), { tenant: two.tenant, account, accepted_at: null });
    expect((await sso.signIn(two.tenantId, personAt(account.email))).opened).toEqual([two.tenantId]);
  });
});

describe('a practice’s provider that is replaced or removed', () => {
  const remove = ({ adminKey }: { adminKey: Caller }) => api.call('identity_provider/delete', {}, adminKey);

  it.each(['removed', 'moved to another issuer'])('ends the sessions it opened when %s', async (how) => {
    const practice = await sso.practiceWithProvider();
    const { account, who } = await sso.connectedPerson(practice);
    const { key = { apiKey: '' } } = await sso.signIn(practice.tenantId, who);
    const byPassword = await signIn(account);
    const changed =
      how === 'removed' ? await remove(practice) : await sso.saveProvider(practice.adminKey, `other-${how}`);
    expect(changed.status).toBe(200);
    expect([await isOpen(key), await isOpen(byPassword)]).toEqual([false, true]);
  });

  it('keeps sessions when only its name changes, and the session of the admin who replaces it', async () => {
    const practice = await sso.practiceWithProvider();
    const { who } = await sso.connectedPerson(practice, 'admin');
    const { key = { apiKey: '' } } = await sso.signIn(practice.tenantId, who);
    const { key: other = { apiKey: '' } } = await sso.signIn(practice.tenantId, who);
    await sso.saveProvider(practice.adminKey, practice.providerName, { name: 'Ours' });
    expect(await isOpen(key)).toBe(true);
    expect((await sso.saveProvider(key, 'elsewhere')).status).toBe(200);
    expect([await isOpen(key), await isOpen(other)]).toEqual([true, false]);
  });

  const identities = async (tenantId: number) =>
    (await db().query('select 1 from account_identities where provider_tenant_id = $1', [tenantId])).rows;

  it('lets no sign-in finish that began before', async () => {
    const practice = await sso.practiceWithProvider();
    const { account } = await makeInvited(db(), { tenant: practice.tenant });
    const { url, cookie } = await sso.start(practice.tenantId);
    const answered = api.sandbox.oidc.answer(url, personAt(account.email));
    const { token = '' } = await sso.follow(answered, cookie);
    await remove(practice);
    expect((await sso.finish(token, cookie)).body.code).toBe('sso_expired');
    expect(await identities(practice.tenantId)).toEqual([]);
  });

  it('lets no connection finish that began before', async () => {
    const practice = await sso.practiceWithProvider();
    const started = await api.call('sso/connect_start', { of: 'practice' }, practice.staffKey);
    const answered = api.sandbox.oidc.answer(started.body.url, personAt('late@example.test'));
    const { connect: token = '' } = await sso.follow(answered, '');
    await remove(practice);
    const { error } = await api.call('sso/connect_finish', { token }, practice.staffKey);
    expect(error.code).toBe('sso_expired');
    expect(await identities(practice.tenantId)).toEqual([]);
  });

  it('ends the installation’s sessions when the operator changes or removes its provider', async () => {
    const { caller, who } = await hijacked();
    const root = await makeAccount(db(), { is_superadmin: true });
    const rootWho = personAt(root.email);
    expect((await sso.connect(await signIn(root), rootWho, 'installation')).status).toBe(200);
    const [{ key = noKey }, { key: rootKey = noKey }] = [
      await sso.signIn(undefined, who),
      await sso.signIn(undefined, rootWho),
    ];
    const { tenant } = await makePractice(db());
    const access = { practice_id: tenant.id, reason: 'Printer' };
    const { body } = await api.call('superadmin/support_access', access, rootKey);
    const bySso = [key, rootKey, { apiKey: body.api_key }];
    const open = () => Promise.all([...bySso, caller].map(isOpen));
    expect(await open()).toEqual([true, true, true, true]);
    const { SSO_ISSUER: issuer } = api.deps.env;
    for (const changed of [undefined, sso.issuer('another')]) {
      Object.assign(api.deps.env, { SSO_ISSUER: changed });
      expect(await open()).toEqual([false, false, false, true]);
    }
    Object.assign(api.deps.env, { SSO_ISSUER: issuer });
  });
});

async function addPasskey(caller: Caller, passkey = new SoftPasskey(api.url)) {
  const { body } = await api.call('second_factor/add', { kind: 'passkey' }, caller);
  const answer = { challenge: body.challenge ?? '', passkey: passkey.create(body.passkey_options) as never };
  const confirmed = await api.call('second_factor/confirm', answer, caller);
  expect(confirmed.status).toBe(200);
  return { passkey, codes: confirmed.body.recovery_codes };
}

async function addApp(caller: Caller) {
  const { body } = await api.call('second_factor/add', { kind: 'totp' }, caller);
  const code = new TOTP({ secret: Secret.fromBase32(body.secret ?? '') }).generate({
    timestamp: api.clock.now().getTime(),
  });
  const confirmed = await api.call('second_factor/confirm', { code }, caller);
  expect(confirmed.status).toBe(200);
  return { codes: confirmed.body.recovery_codes };
}

/** The status of a sign-in with a passkey alone. */
async function passkeySignIn(passkey: SoftPasskey): Promise<number> {
  const { body } = await api.call('auth/challenge', {});
  const answer = { challenge: body.challenge, passkey: passkey.sign(body.passkey_options) as never };
  return (await api.call('auth/verify', answer)).status;
}

describe('a change that waits while the account is recovered', () => {
  /** Holds the account as a reset does, ends its sessions when the call waits for it, and answers the call. */
  async function during<T>({ id }: AccountRow, call: () => Promise<T>): Promise<T> {
    const reset = await db().connect();
    await reset.query('begin');
    await reset.query('select 1 from accounts where id = $1 for update', [id]);
    const answer = call();
    await expect
      .poll(async () => {
        const waits =
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
        return (await db().query(waits)).rows.length;
      })
      .toBe(1);
    await reset.query('update api_keys set revoked_at = now() where account_id = $1', [id]);
    await reset.query('commit');
    reset.release();
    return answer;
  }

  it('adds no second factor', async () => {
    const { account, caller } = await hijacked();
    const { body } = await api.call('second_factor/add', { kind: 'passkey' }, caller);
    const made = new SoftPasskey(api.url).create(body.passkey_options) as never;
    const answer = { challenge: body.challenge ?? '', passkey: made };
    const added = await during(account, () => api.call('second_factor/confirm', answer, caller));
    expect(added.error.code).toBe('challenge_expired');
    const { rows } = await db().query('select 1 from account_factors where account_id = $1', [account.id]);
    expect(rows).toEqual([]);
  });

  it('connects no identity', async () => {
    const practice = await sso.practiceWithProvider();
    const account = await makeAccount(db());
    await makeUser(db(), { tenant: practice.tenant, account });
    const caller = await signIn(account);
    const started = await api.call('sso/connect_start', { of: 'practice' }, caller);
    const answered = api.sandbox.oidc.answer(started.body.url, personAt('late@example.test'));
    const { connect: token = '' } = await sso.follow(answered, '');
    const connected = await during(account, () => api.call('sso/connect_finish', { token }, caller));
    expect(connected.error.code).toBe('sso_expired');
    const { rows } = await db().query('select 1 from account_identities where account_id = $1', [account.id]);
    expect(rows).toEqual([]);
  });
});

describe('the first second factor of an account', () => {
  it.each([
    ['a passkey', addPasskey],
    ['an authenticator app', addApp],
  ] as const)('ends the other sessions that a password alone opened: %s', async (_kind, add) => {
    const practice = await sso.practiceWithProvider();
    const { account, who } = await sso.connectedPerson(practice);
    const [owner, thief] = [await signIn(account), await signIn(account)];
    const { key: bySso = { apiKey: '' } } = await sso.signIn(practice.tenantId, who);
    await add(owner);
    expect([await isOpen(owner), await isOpen(thief), await isOpen(bySso)]).toEqual([true, false, true]);
  });

  it('is the first only once: a later one leaves sessions with a proved factor', async () => {
    const { tenant } = await makePractice(db());
    const account = await makeAccount(db());
    await makeUser(db(), { tenant, account });
    const owner = await signIn(account);
    const { passkey } = await addPasskey(owner);
    const { body } = await api.call('auth/challenge', {});
    const { body: other } = await api.call('auth/verify', {
      challenge: body.challenge,
      passkey: passkey.sign(body.passkey_options),
    });
    await addApp({ apiKey: other.api_key });
    expect([await isOpen(owner), await isOpen({ apiKey: other.api_key })]).toEqual([true, true]);
  });

  it('gives recovery codes once when two are confirmed at the same moment', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const { tenant } = await makePractice(db());
      const account = await makeAccount(db());
      await makeUser(db(), { tenant, account });
      const owner = await signIn(account);
      const added = await Promise.all([addPasskey(owner), addPasskey(owner), addApp(owner)]);
      const shown = added.flatMap(({ codes }) => (codes ? [codes] : []));
      expect(shown).toHaveLength(1);
      const { error } = await api.call('auth', { email: account.email, password: defaultPassword });
      const { challenge = '' } = error as { challenge?: string };
      const code = shown[0]?.[0] ?? '';
      expect((await api.call('auth/verify', { challenge, code })).status).toBe(200);
    }
  });
});
