import { TOTP, Secret } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  defaultPassword,
  makeAccount,
  makeInvited,
  makeSetupLink,
  makeUser,
} from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { testNow, useTestApi, type Caller } from '../../testing/harness.ts';
import { SoftPasskey } from '../../testing/soft-passkey.ts';
import { personAt, ssoSignIns } from '../../testing/sso-sign-ins.ts';

// Every refusal on a way in leaves a line in the server's log, a row of the security log and, about an account, a line in
// the audit logs of its practices.

const api = useTestApi({ TRUST_PROXY: '1' });
const db = () => api.testDatabase.owner;
const sso = ssoSignIns(api);
beforeEach(() => db().query('truncate rate_limits, security_events'));

interface Line {
  event: string;
  reason?: string;
  network?: string;
  identity_hash?: string;
  account_id?: number | null;
  tenant_id?: number;
}

/** The lines of an event about an account, or a practice. An earlier test's may still be written. */
const linesOf = (event: string, about: Partial<Line>): Line[] =>
  api.logLines
    .map((line) => JSON.parse(line) as Line & { msg: string })
    .filter((line) => line.msg === 'security event' && line.event === event)
    .filter((line) => Object.entries(about).every(([name, value]) => Reflect.get(line, name) === value));

// By reason, because requests are recorded in the background, in any order.
const rowsOf = async (event: string) =>
  (
    await db().query<{
      reason: string;
      account: number | null;
      practice: number | null;
      network: string;
      times: number;
    }>(
      `select reason, account_id::integer as account, practice_id::integer as practice, network, times
       from security_events where event = $1 order by reason`,
      [event],
    )
  ).rows;

const auditOf = async (tenantId: number, event: string) =>
  (
    await db().query<{ entity: string; entity_id: number | null; user_id: number | null; details: object }>(
      `select entity, entity_id::integer, user_id, details from audit_log
       where tenant_id = $1 and action = $2 order by details->>'reason', id`,
      [tenantId, event],
    )
  ).rows;

const address = '198.51.100.7';

/** Posts an action from that address. */
async function post(action: string, input: object, caller?: Caller) {
  const response = await api.post(`/api/${action}`, JSON.stringify(input), {
    'Content-Type': 'application/json',
    'X-Forwarded-For': address,
    ...(caller && { Authorization: `Bearer ${caller.apiKey}` }),
  });
  const body = (await response.json()) as { code?: string; challenge?: string; passkey_options?: object };
  return { status: response.status, ...body };
}

const later = (seconds: number) =>
  api.clock.set(new Date(Date.parse(testNow) + seconds * 1000).toISOString());

/** A person with an authenticator app, a passkey and recovery codes. */
async function personWithFactors() {
  const { tenant } = await makePractice(db());
  const account = await makeAccount(db());
  const user = await makeUser(db(), { tenant, account });
  const signIn = () => post('auth', { email: account.email, password: defaultPassword });
  const { body } = await api.call('auth', { email: account.email, password: defaultPassword });
  const caller = { apiKey: body.api_key };
  const app = (await api.call('second_factor/add', { kind: 'totp' }, caller)).body.secret ?? '';
  const shown = () =>
    new TOTP({ secret: Secret.fromBase32(app) }).generate({ timestamp: api.clock.now().getTime() });
  expect((await api.call('second_factor/confirm', { code: shown() }, caller)).status).toBe(200);
  const passkey = new SoftPasskey(api.url);
  const begun = (await api.call('second_factor/add', { kind: 'passkey' }, caller)).body;
  const made = { challenge: begun.challenge ?? '', passkey: passkey.create(begun.passkey_options) as never };
  expect((await api.call('second_factor/confirm', made, caller)).status).toBe(200);
  return { tenant, account, user, caller, passkey, signIn, shown };
}

type Person = Awaited<ReturnType<typeof personWithFactors>>;

/** Where a second factor is asked for: how to get a challenge, what answers it, and the event of a refusal. */
const places = {
  'a sign-in': {
    event: 'second_factor_failed',
    ask: ({ signIn }: Person) => signIn(),
    answer: (_person: Person, input: object) => post('auth/verify', input),
  },
  'a step-up': {
    event: 'step_up_failed',
    ask: ({ caller }: Person) => post('auth/step_up/start', {}, caller),
    answer: ({ caller }: Person, input: object) => post('auth/step_up', input, caller),
  },
  'a link': {
    event: 'link_refused',
    ask: async ({ account }: Person) => {
      const invited = await makeInvited(db(), { account });
      return post('setup_link/use', { token: invited.link.token, password: defaultPassword });
    },
    answer: async ({ account }: Person, input: object) => {
      const user = await makeUser(db(), { account, accepted_at: null });
      const { token } = await makeSetupLink(db(), { user });
      return post('setup_link/use', { token, password: defaultPassword, ...input });
    },
  },
} as const;

describe.each(Object.entries(places))('a second factor in %s', (_place, { event, ask, answer }) => {
  it.each([
    ['wrong_code', '000000'],
    ['wrong_recovery_code', 'aaaaa-bbbbb'],
  ])('leaves traces of a %s, and of its limit', async (reason, code) => {
    const person = await personWithFactors();
    const { account, tenant, user } = person;
    const { challenge } = await ask(person);
    expect((await answer(person, { challenge, code })).code).toBe('code_not_valid');
    await expect
      .poll(() => rowsOf(event))
      .toEqual([{ reason, account: account.id, practice: null, network: address, times: 1 }]);
    await expect
      .poll(() => linesOf(event, { account_id: account.id }))
      .toMatchObject([
        {
          reason,
          network: address,
          identity_hash: expect.stringMatching(/^[\w-]{22}$/),
        },
      ]);
    await expect
      .poll(() => auditOf(tenant.id, event))
      .toEqual([
        { entity: 'user', entity_id: user.id, user_id: null, details: { network: '198.51.100.x', reason } },
      ]);
    await db().query("update rate_limits set points = 10 where key ~ '^(?:second-factor|recovery-code)'");
    expect((await answer(person, { challenge, code })).status).toBe(429);
    const limit = reason === 'wrong_code' ? 'code_limit' : 'recovery_code_limit';
    await expect.poll(async () => (await rowsOf(event)).map((row) => row.reason)).toEqual([limit, reason]);
  });

  it('leaves traces of blocked codes and of a refused passkey', async () => {
    const person = await personWithFactors();
    const { account, passkey, shown } = person;
    await db().query('update accounts set wrong_codes = 100 where id = $1', [account.id]);
    later(60);
    const { challenge, passkey_options: options } = await ask(person);
    expect((await answer(person, { challenge, code: shown() })).code).toBe('codes_blocked');
    await expect.poll(async () => (await rowsOf(event)).map((row) => row.reason)).toEqual(['codes_blocked']);
    const elsewhere = passkey.sign(options, 'https://burrow.example.net');
    expect((await answer(person, { challenge, passkey: elsewhere })).code).toBe('passkey_not_valid');
    await expect
      .poll(async () => (await rowsOf(event)).map(({ reason, account: of }) => [reason, of]))
      .toEqual([
        ['codes_blocked', account.id],
        ['passkey_refused', account.id],
      ]);
  });
});

describe('a passkey that belongs to no account', () => {
  it('leaves a line and a row without one', async () => {
    const { challenge, passkey_options: options } = await post('auth/challenge', {});
    const passkey = new SoftPasskey(api.url).sign(options);
    expect((await post('auth/verify', { challenge, passkey })).code).toBe('passkey_not_valid');
    await expect
      .poll(() => rowsOf('second_factor_failed'))
      .toMatchObject([{ reason: 'passkey_refused', account: null }]);
    await expect.poll(() => linesOf('second_factor_failed', { account_id: null })).toHaveLength(1);
  });
});

describe('recovery codes', () => {
  it('are limited by network and device, so that strangers who know the password cannot use up the owner’s', async () => {
    const person = await personWithFactors();
    const codes = (await api.call('second_factor/recovery_codes', {}, person.caller)).body.recovery_codes;
    const { challenge } = await person.signIn();
    const wrong = { challenge, code: 'aaaaa-bbbbb' };
    const statuses = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await post('auth/verify', wrong)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
    const tries = { challenge, code: '000000' };
    for (let n = 0; n < 11; n += 1) await post('auth/verify', tries);
    // The owner, in another network.
    const { error } = await api.call('auth', { email: person.account.email, password: defaultPassword });
    const { challenge: own = '' } = error as { challenge?: string };
    expect((await api.call('auth/verify', { challenge: own, code: codes[0] ?? '' })).status).toBe(200);
  });

  it('do not block the app’s codes when they are wrong', async () => {
    const person = await personWithFactors();
    const { challenge } = await person.signIn();
    await post('auth/verify', { challenge, code: 'aaaaa-bbbbb' });
    const { rows } = await db().query('select wrong_codes from accounts where id = $1', [person.account.id]);
    expect(rows).toEqual([{ wrong_codes: 0 }]);
  });

  it('are limited for all unknown devices together, because comparing one takes memory', async () => {
    const person = await personWithFactors();
    const { challenge } = await person.signIn();
    const attempt = async (n: number) => {
      const body = JSON.stringify({ challenge, code: 'aaaaa-bbbbb' });
      const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': `198.51.100.${n}` };
      return (await api.post('/api/auth/verify', body, headers)).status;
    };
    expect(await attempt(1)).toBe(400);
    await db().query('update rate_limits set points = 59 where key = $1', [
      `recovery-code:${person.account.id}`,
    ]);
    expect([await attempt(2), await attempt(3)]).toEqual([400, 429]);
  });

  it('are counted for a known device wherever it is', async () => {
    const person = await personWithFactors();
    const { challenge } = await person.signIn();
    const token = 'd'.repeat(43);
    await db().query(
      `insert into known_devices (account_id, token_hash, network, created_at, last_used_at)
       values ($1, sha256($2), '203.0.113.9', $3, $3)`,
      [person.account.id, Buffer.from(token), testNow],
    );
    const attempt = async (cookie: string, from: string) => {
      const response = await api.post(
        '/api/auth/verify',
        JSON.stringify({ challenge, code: 'aaaaa-bbbbb' }),
        { 'Content-Type': 'application/json', 'X-Forwarded-For': from, Cookie: cookie },
      );
      return response.status;
    };
    for (let n = 0; n < 10; n += 1) await attempt('', address);
    expect(await attempt('', address)).toBe(429);
    expect(await attempt(`burrow_device=${token}`, address)).toBe(400);
    expect(await attempt(`burrow_device=${'x'.repeat(43)}`, address)).toBe(429);
  });
});

describe('a wrong password in a session', () => {
  it.each([
    ['set_password', { password: 'A-newly-chosen-one', current_password: 'guess' }, 'password_change_failed'],
    ['auth/step_up', { password: 'guess' }, 'step_up_failed'],
  ])('leaves traces: %s', async (action, input, event) => {
    const { tenant } = await makePractice(db());
    const account = await makeAccount(db());
    await makeUser(db(), { tenant, account });
    const { body } = await api.call('auth', { email: account.email, password: defaultPassword });
    const caller = { apiKey: body.api_key };
    for (let n = 0; n < 11; n += 1) await post(action, input, caller);
    await expect
      .poll(async () => (await rowsOf(event)).map(({ reason, account: of, times }) => [reason, of, times]))
      .toEqual([
        ['password_limit', account.id, 1],
        ['wrong_password', account.id, 10],
      ]);
    await db().query('truncate rate_limits');
    await post(action, input, caller);
    await db().query("update rate_limits set points = 101 where key like 'password-row:%'");
    await post(action, input, caller);
    await expect
      .poll(async () => (await rowsOf(event)).map(({ reason }) => reason))
      .toEqual(['link_required', 'password_limit', 'wrong_password']);
    await expect.poll(() => linesOf(event, { account_id: account.id })).toHaveLength(13);
    expect(linesOf(event, { account_id: account.id })[0]).toMatchObject({
      identity_hash: expect.any(String),
      network: address,
    });
    expect((await auditOf(tenant.id, event)).map(({ details }) => details)).toMatchObject([
      { reason: 'link_required' },
      { reason: 'password_limit' },
      { reason: 'wrong_password' },
      { reason: 'wrong_password', times: 10 },
    ]);
  });
});

describe('a one-time link', () => {
  it('leaves traces when it is used, expired or unknown, checked as well as used', async () => {
    const { tenant } = await makePractice(db());
    const account = await makeAccount(db());
    const user = await makeUser(db(), { tenant, account });
    const { token } = await makeSetupLink(db(), { user, purpose: 'reset' });
    const use = (of: string) => post('setup_link/use', { token: of, password: 'a-better-phrase' });
    expect((await use(token)).status).toBe(200);
    for (const answer of [await use(token), await post('setup_link/check', { token })])
      expect(answer.code).toBe('link_expired');
    expect((await use('u'.repeat(43))).code).toBe('link_expired');
    await expect
      .poll(() => rowsOf('link_refused'))
      .toMatchObject([
        { reason: 'link_expired', account: account.id, times: 2 },
        { reason: 'unknown_link', account: null, times: 1 },
      ]);
    expect((await auditOf(tenant.id, 'link_refused')).map(({ details }) => details)).toEqual([
      { network: '198.51.100.x', reason: 'link_expired' },
    ]);
  });
});

describe('single sign-on', () => {
  const event = 'sso_failed';
  const groups = { admin_group: 'burrow-admins', staff_group: 'burrow-staff' };

  it('leaves traces of each refusal in the practice whose provider it was, and in no other', async () => {
    const practice = await sso.practiceWithProvider(groups);
    const { tenantId } = practice;
    const account = await makeAccount(db());
    const user = await makeUser(db(), { tenant: practice.tenant, account });
    const elsewhere = await makeUser(db(), { account });
    const stranger = personAt('stranger@example.test');
    const tries = [
      [personAt(account.email, { groups: ['burrow-staff'] }), 'sso_connect_first', account.id],
      [{ ...stranger, email_verified: false }, 'sso_email_unverified', null],
      [stranger, 'sso_no_group', null],
    ] as const;
    for (const [who, code] of tries) expect(await sso.signIn(tenantId, who)).toEqual({ refusal: code });
    await expect
      .poll(async () =>
        (await rowsOf(event)).map(({ reason, account: of, practice: at }) => [reason, of, at]),
      )
      .toEqual(tries.map(([, code, of]) => [code, of, tenantId]));
    const about = { entity: 'user', entity_id: user.id, user_id: null };
    const unknown = { entity: 'identity_provider', entity_id: null, user_id: null };
    await expect.poll(() => auditOf(tenantId, event)).toMatchObject([about, unknown, unknown]);
    expect(await auditOf(elsewhere.tenant_id, event)).toEqual([]);
    await expect.poll(() => linesOf(event, { tenant_id: tenantId })).toHaveLength(3);
    const [line] = linesOf(event, { account_id: account.id });
    expect(line).toMatchObject({
      tenant_id: tenantId,
      identity_hash: expect.any(String),
    });
    expect(api.logLines.join('\n')).not.toContain('stranger@example.test');
  });

  it('leaves the same traces of an email that has an account elsewhere as of one without', async () => {
    const practice = await sso.practiceWithProvider();
    const { email } = await makeAccount(db());
    for (const given of [email, 'nowhere@example.test'])
      expect(await sso.signIn(practice.tenantId, personAt(given))).toEqual({ refusal: 'sso_not_invited' });
    await expect
      .poll(() => rowsOf(event))
      .toMatchObject([{ reason: 'sso_not_invited', account: null, times: 2 }]);
  });

  it('leaves traces of an answer that is late or of another browser, and of a provider that fails', async () => {
    const practice = await sso.practiceWithProvider();
    const { who } = await sso.connectedPerson(practice);
    const { url } = await sso.start(practice.tenantId);
    await sso.follow(api.sandbox.oidc.answer(url, who), '');
    const { cookie } = await sso.start(practice.tenantId);
    await sso.finish('t'.repeat(43), cookie);
    const began = await sso.start(practice.tenantId);
    api.sandbox.oidc.mood = 'wrong nonce';
    await sso.follow(api.sandbox.oidc.answer(began.url, who), began.cookie);
    await expect
      .poll(async () => (await rowsOf(event)).map(({ reason, practice: at, times }) => [reason, at, times]))
      .toEqual([
        ['sso_expired', null, 2],
        ['sso_failed', practice.tenantId, 1],
      ]);
    api.sandbox.oidc.mood = 'endless discovery';
    api.expectLoggedErrors();
    // It forgets the discovery document of the start above.
    await api.call(
      'identity_provider/test',
      { issuer: sso.issuer(practice.providerName) },
      practice.adminKey,
    );
    expect((await sso.start(practice.tenantId)).code).toBe('sso_unavailable');
    await expect.poll(async () => (await rowsOf(event)).at(-1)).toMatchObject({ reason: 'sso_unavailable' });
  });

  it('leaves traces of an identity that belongs to someone else', async () => {
    const practice = await sso.practiceWithProvider();
    const { who } = await sso.connectedPerson(practice);
    const other = await makeAccount(db());
    await makeUser(db(), { tenant: practice.tenant, account: other });
    const { body } = await api.call('auth', { email: other.email, password: defaultPassword });
    expect((await sso.connect({ apiKey: body.api_key }, who)).error.code).toBe('identity_taken');
    await expect
      .poll(() => rowsOf(event))
      .toMatchObject([{ reason: 'identity_taken', account: other.id, practice: practice.tenantId }]);
  });
});
