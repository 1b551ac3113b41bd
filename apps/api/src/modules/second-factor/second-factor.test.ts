import { TOTP, Secret } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { defaultPassword, makeAccount, makeUser } from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { testNow, useTestApi, type Caller } from '../../testing/harness.ts';
import { SoftPasskey } from '../../testing/soft-passkey.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const seconds = (count: number) => new Date(Date.parse(testNow) + count * 1000).toISOString();

/** A staff member of a new practice, signed in with their password. */
async function makePerson(columns: { is_superadmin?: boolean } = {}) {
  const practice = await makePractice(db());
  const account = await makeAccount(db(), columns);
  if (!columns.is_superadmin) await makeUser(db(), { tenant: practice.tenant, account, role: 'admin' });
  const signIn = () => api.call('auth', { email: account.email, password: defaultPassword });
  const { body } = await signIn();
  return { practice, account, signIn, caller: { apiKey: body.api_key } };
}

/** What an authenticator app shows at a moment. */
const shownBy = (secret: string | null, at = api.clock.now()): string =>
  new TOTP({ secret: Secret.fromBase32(secret ?? '') }).generate({ timestamp: at.getTime() });

async function addApp(caller: Caller) {
  const { body } = await api.call('second_factor/add', { kind: 'totp' }, caller);
  const confirmed = await api.call('second_factor/confirm', { code: shownBy(body.secret) }, caller);
  expect(confirmed.status).toBe(200);
  return { secret: body.secret, codes: confirmed.body.recovery_codes ?? [] };
}

async function addPasskey(caller: Caller, passkey = new SoftPasskey(api.url)) {
  const { body } = await api.call('second_factor/add', { kind: 'passkey' }, caller);
  const answer = {
    challenge: body.challenge ?? '',
    passkey: passkey.create(body.passkey_options) as never,
    name: 'Laptop',
  };
  const confirmed = await api.call('second_factor/confirm', answer, caller);
  expect(confirmed.error).not.toHaveProperty('code');
  return { passkey, codes: confirmed.body.recovery_codes ?? [] };
}

const verify = (challenge: string | undefined, answer: { code?: string; passkey?: string }) =>
  api.call('auth/verify', { challenge: challenge ?? '', ...(answer as object) });

describe('an authenticator app', () => {
  it('is asked for after the password, and then signs in', async () => {
    const { caller, signIn } = await makePerson();
    const { secret, codes } = await addApp(caller);
    expect(codes).toHaveLength(10);
    api.clock.set(seconds(60));
    const asked = await signIn();
    expect([asked.status, asked.error.code]).toEqual([401, 'second_factor_required']);
    expect(asked.error.factors).toEqual(['totp', 'recovery_code']);
    expect(asked.error).not.toHaveProperty('passkey_options');
    const { status, body } = await verify(asked.error.challenge, { code: shownBy(secret) });
    expect(status).toBe(200);
    expect(body.recovery_codes_left).toBeNull();
    const again = await api.call('session', {}, { apiKey: body.api_key });
    expect(again.status).toBe(200);
    const { rows } = await db().query('select factors from api_keys order by id desc limit 1');
    expect(rows).toEqual([{ factors: ['password', 'totp'] }]);
  });

  it('refuses a used code, including the one that confirmed the app', async () => {
    const { caller, signIn } = await makePerson();
    const { secret } = await addApp(caller);
    const first = await signIn();
    const confirmedWith = await verify(first.error.challenge, { code: shownBy(secret) });
    expect(confirmedWith.error).toMatchObject({
      code: 'code_not_valid',
      fields: { code: expect.any(String) },
    });
    api.clock.set(seconds(30));
    expect((await verify(first.error.challenge, { code: shownBy(secret) })).status).toBe(200);
    const second = await signIn();
    expect((await verify(second.error.challenge, { code: shownBy(secret) })).error.code).toBe(
      'code_not_valid',
    );
  });

  it('accepts a code that is one step early or late, and no other', async () => {
    const { caller, signIn } = await makePerson();
    const { secret } = await addApp(caller);
    api.clock.set(seconds(300));
    const { error } = await signIn();
    const at = (offset: number) => shownBy(secret, new Date(seconds(300 + offset)));
    for (const offset of [-60, 60]) {
      expect((await verify(error.challenge, { code: at(offset) })).error.code).toBe('code_not_valid');
    }
    expect((await verify(error.challenge, { code: at(-30) })).status).toBe(200);
    const next = await signIn();
    expect((await verify(next.error.challenge, { code: at(30) })).status).toBe(200);
  });

  it('accepts a code once when two sign-ins send it concurrently', async () => {
    const { caller, signIn } = await makePerson();
    const { secret } = await addApp(caller);
    api.clock.set(seconds(60));
    const asked = await Promise.all([signIn(), signIn(), signIn()]);
    const answers = await Promise.all(
      asked.map(({ error }) => verify(error.challenge, { code: shownBy(secret) })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  });

  it('is stored encrypted', async () => {
    const { caller } = await makePerson();
    const { secret } = await addApp(caller);
    const { rows } = await db().query<{ secret: Buffer }>(
      'select totp_secret as secret from account_factors',
    );
    for (const row of rows) {
      expect(row.secret.toString('latin1')).not.toContain(secret);
      expect(row.secret.includes(Buffer.from(Secret.fromBase32(secret ?? '').bytes))).toBe(false);
    }
  });

  it('is refused after 100 wrong codes in a row, until a recovery code signs in', async () => {
    const { caller, account, signIn } = await makePerson();
    const { secret, codes } = await addApp(caller);
    await db().query('update accounts set wrong_codes = 100 where id = $1', [account.id]);
    api.clock.set(seconds(60));
    const { error } = await signIn();
    expect((await verify(error.challenge, { code: shownBy(secret) })).error.code).toBe('codes_blocked');
    expect((await verify(error.challenge, { code: codes[0] ?? '' })).status).toBe(200);
    const next = await signIn();
    expect((await verify(next.error.challenge, { code: shownBy(secret) })).status).toBe(200);
  });

  it('takes ten tries a minute', async () => {
    const { caller, signIn } = await makePerson();
    await addApp(caller);
    const { error } = await signIn();
    const statuses = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await verify(error.challenge, { code: '000000' })).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
  });
});

describe('a passkey', () => {
  it('signs in alone, without an email or a password', async () => {
    const { caller, account } = await makePerson();
    const { passkey } = await addPasskey(caller);
    const { body: asked } = await api.call('auth/challenge', {});
    const { status, body } = await verify(asked.challenge, { passkey: passkey.sign(asked.passkey_options) });
    expect(status).toBe(200);
    const me = await api.call('session', {}, { apiKey: body.api_key });
    expect(me.body.email).toBe(account.email);
    const { rows } = await db().query('select factors from api_keys order by id desc limit 1');
    expect(rows).toEqual([{ factors: ['passkey'] }]);
  });

  it('is the second step after a password', async () => {
    const { caller, signIn } = await makePerson();
    const { passkey } = await addPasskey(caller);
    const { error } = await signIn();
    expect(error.factors).toEqual(['passkey', 'recovery_code']);
    const answer = { passkey: passkey.sign(error.passkey_options) };
    expect((await verify(error.challenge, answer)).status).toBe(200);
    // The same answer again: the challenge was used.
    expect((await verify(error.challenge, answer)).error.code).toBe('challenge_expired');
  });

  it('is refused from another origin, when added and when used', async () => {
    const { caller } = await makePerson();
    const { passkey } = await addPasskey(caller);
    const { body: asked } = await api.call('auth/challenge', {});
    const elsewhere = 'https://burrow.example.net';
    const signed = await verify(asked.challenge, { passkey: passkey.sign(asked.passkey_options, elsewhere) });
    expect(signed.error.code).toBe('passkey_not_valid');
    const { body } = await api.call('second_factor/add', { kind: 'passkey' }, caller);
    const made = new SoftPasskey(elsewhere).create(body.passkey_options) as never;
    const added = await api.call(
      'second_factor/confirm',
      { challenge: body.challenge ?? '', passkey: made },
      caller,
    );
    expect(added.error.code).toBe('passkey_not_valid');
  });

  it('is refused when its counter goes back, which shows a copy', async () => {
    const { caller } = await makePerson();
    const { passkey } = await addPasskey(caller);
    const attempt = async () => {
      const { body } = await api.call('auth/challenge', {});
      return verify(body.challenge, { passkey: passkey.sign(body.passkey_options) });
    };
    passkey.counter = 40;
    expect((await attempt()).status).toBe(200);
    passkey.counter = 20;
    expect((await attempt()).error.code).toBe('passkey_not_valid');
  });

  it('is refused for another challenge, after five minutes, and for another account', async () => {
    const [one, two] = [await makePerson(), await makePerson()];
    const [mine, theirs] = [await addPasskey(one.caller), await addPasskey(two.caller)];
    const asked = await one.signIn();
    const foreign = await verify(asked.error.challenge, {
      passkey: theirs.passkey.sign(asked.error.passkey_options),
    });
    expect(foreign.error.code).toBe('passkey_not_valid');
    const other = await one.signIn();
    const swapped = await verify(asked.error.challenge, {
      passkey: mine.passkey.sign(other.error.passkey_options),
    });
    expect(swapped.error.code).toBe('passkey_not_valid');
    api.clock.set(seconds(301));
    const late = await verify(asked.error.challenge, {
      passkey: mine.passkey.sign(asked.error.passkey_options),
    });
    expect(late.error.code).toBe('challenge_expired');
  });

  it('can be added five times at most, and not with another person’s challenge', async () => {
    const [{ caller }, other] = [await makePerson(), await makePerson()];
    const { body } = await api.call('second_factor/add', { kind: 'passkey' }, other.caller);
    const stolen = {
      challenge: body.challenge ?? '',
      passkey: new SoftPasskey(api.url).create(body.passkey_options) as never,
    };
    expect((await api.call('second_factor/confirm', stolen, caller)).error.code).toBe('challenge_expired');
    for (let n = 0; n < 5; n += 1) await addPasskey(caller);
    const sixth = await api.call('second_factor/add', { kind: 'passkey' }, caller);
    expect(sixth.error.code).toBe('conflict');
  });
});

describe('a recovery code', () => {
  it('signs in once, and is recorded', async () => {
    const { caller, account, signIn } = await makePerson();
    const { codes } = await addApp(caller);
    const typed = ` ${codes[3]?.toUpperCase().replace('-', ' ')} `;
    const asked = await signIn();
    const { status, body } = await verify(asked.error.challenge, { code: typed });
    expect([status, body.recovery_codes_left]).toEqual([200, 9]);
    expect(
      api.logLines.some(
        (line) => line.includes('"recovery_code_used"') && line.includes(`"account_id":${account.id},`),
      ),
    ).toBe(true);
    const next = await signIn();
    expect((await verify(next.error.challenge, { code: typed })).error.code).toBe('code_not_valid');
  });

  it('stops working when a new set is created or the last factor is removed', async () => {
    const { caller, signIn } = await makePerson();
    const { codes } = await addApp(caller);
    const renewed = await api.call('second_factor/recovery_codes', {}, caller);
    const asked = await signIn();
    expect((await verify(asked.error.challenge, { code: codes[0] ?? '' })).error.code).toBe('code_not_valid');
    const code = renewed.body.recovery_codes[0] ?? '';
    expect((await verify(asked.error.challenge, { code })).status).toBe(200);
    const { body } = await api.call('second_factor', {}, caller);
    expect(body.recovery_codes_left).toBe(9);
    await api.call('second_factor/remove', { factor_id: body.factors[0]?.id ?? 0 }, caller);
    expect((await api.call('second_factor', {}, caller)).body).toMatchObject({
      factors: [],
      recovery_codes_left: 0,
    });
    expect((await signIn()).status).toBe(200);
  });
});

describe('a sign-in that waits for its second step', () => {
  it('ends when the password is changed', async () => {
    const { caller, signIn } = await makePerson();
    const { secret } = await addApp(caller);
    api.clock.set(seconds(60));
    const { error } = await signIn();
    const change = { password: 'a-newly-chosen-phrase', current_password: defaultPassword };
    expect((await api.call('set_password', change, caller)).status).toBe(200);
    expect((await verify(error.challenge, { code: shownBy(secret) })).error.code).toBe('challenge_expired');
  });

  it('cannot be finished with the challenge for adding a passkey, or with another person’s', async () => {
    const { caller } = await makePerson();
    const { passkey } = await addPasskey(caller);
    const { body } = await api.call('second_factor/add', { kind: 'passkey' }, caller);
    const answer = { passkey: passkey.sign({ ...body.passkey_options, rpId: '127.0.0.1' }) };
    expect((await verify(body.challenge ?? '', answer)).error.code).toBe('challenge_expired');
  });

  it('does not start after a wrong password', async () => {
    const { caller, account } = await makePerson();
    await addApp(caller);
    const { error } = await api.call('auth', { email: account.email, password: 'something-else' });
    expect(error.code).toBe('invalid_credentials');
    expect(error).not.toHaveProperty('challenge');
  });
});
