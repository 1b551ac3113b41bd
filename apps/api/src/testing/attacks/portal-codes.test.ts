import bcrypt from 'bcrypt';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hashKey } from '../../lib/api-key.ts';
import {
  defaultPassword,
  makeClient,
  makeSessionKey,
  makeTenant,
  passwordHash,
} from '../../../../../packages/dev/src/factory-people.ts';
import { useTestApi } from '../harness.ts';
import { codeSentTo, later, provenPhone } from '../portal-sign-up.ts';

// Without the phone there is no way into its account, in any number of attempts, at any speed or concurrency.

const api = useTestApi({ TRUST_PROXY: '1' });
const db = () => api.testDatabase.owner;
beforeEach(() => db().query('truncate rate_limits'));
afterEach(() => vi.restoreAllMocks());

const phone = '07700900123';
const chosen = 'a-chosen-phrase';

/** Answers a call from a new address each time, as a botnet would. */
async function crowd(name: string, inputs: readonly Record<string, string | number>[]): Promise<string[]> {
  return Promise.all(
    inputs.map(async (input, n) => {
      const answer = await api.post(`/api/${name}`, JSON.stringify(input), {
        'Content-Type': 'application/json',
        'X-Forwarded-For': `10.${n >> 8}.${n & 255}.1`,
      });
      const { code } = (await answer.json()) as { code?: string };
      return [answer.status, code].filter(Boolean).join(' ');
    }),
  );
}

const start = (tenantId: number, number = phone) =>
  api.call('cp/register/start', { tenant_id: tenantId, phone: number });
const verify = async (tenantId: number, code: string, number = phone) => {
  const { status, error } = await api.call('cp/register/verify', {
    tenant_id: tenantId,
    phone: number,
    code,
  });
  return [status, error.code].filter(Boolean).join(' ');
};
const complete = async (tenantId: number, token: string, number = phone) => {
  const { status, error } = await api.call('cp/register/complete', {
    tenant_id: tenantId,
    phone: number,
    name: 'Nora Newcomer',
    password: chosen,
    registration_token: token,
  });
  return [status, error.code].filter(Boolean).join(' ');
};
const notValid = '400 code_not_valid';
const notVerified = '400 phone_not_verified';

/** Wrong codes. */
const wrongCodes = (right: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) =>
    String((Number(right) + 1 + n * 977) % 1_000_000).padStart(6, '0'),
  ).filter((code) => code !== right);

const triesOf = async (tenantId: number) =>
  (
    await db().query<{ tries: number }>('select tries from phone_codes where tenant_id = $1 and phone = $2', [
      tenantId,
      phone,
    ])
  ).rows.map(({ tries }) => tries);

describe('guessing a code', () => {
  it('ends after five attempts, of two hundred at once, even with the right one', async () => {
    const { id } = await makeTenant(db());
    await start(id);
    const right = codeSentTo(api, phone);
    const guesses = wrongCodes(right, 200).map((code) => ({ tenant_id: id, phone, code }));
    expect(new Set(await crowd('cp/register/verify', guesses))).toEqual(new Set([notValid]));
    expect(await triesOf(id)).toEqual([5]);
    expect(await verify(id, right)).toBe(notValid);
    later(api, 60);
    await start(id);
    expect(await verify(id, codeSentTo(api, phone))).toBe('200');
  });

  it('allows the fifth attempt and not the sixth', async () => {
    const { id } = await makeTenant(db());
    for (const [wrongs, expected] of [
      [4, '200'],
      [5, notValid],
    ] as const) {
      await start(id);
      const right = codeSentTo(api, phone);
      for (const code of wrongCodes(right, wrongs)) expect(await verify(id, code)).toBe(notValid);
      expect(await verify(id, right)).toBe(expected);
      later(api, 61);
    }
  });

  it('never matches a used, replaced or expired one', async () => {
    const { id } = await makeTenant(db());
    await start(id);
    const used = codeSentTo(api, phone);
    expect(await verify(id, used)).toBe('200');
    expect(await verify(id, used)).toBe(notValid);
    later(api, 61);
    await start(id);
    const replaced = codeSentTo(api, phone);
    later(api, 61);
    await start(id);
    const old = codeSentTo(api, phone);
    expect(await verify(id, replaced)).toBe(notValid);
    later(api, 600);
    expect(await verify(id, old)).toBe(notValid);
  });

  it('never matches one of another purpose, practice or number', async () => {
    const [one, other] = [await makeTenant(db()), await makeTenant(db())];
    await makeClient(db(), { tenant: one, phone: '07700900777', password: defaultPassword });
    await api.call('cp/password/reset/start', { tenant_id: one.id, phone: '07700900777' });
    const ofReset = codeSentTo(api, '07700900777');
    expect(await verify(one.id, ofReset, '07700900777')).toBe(notValid);
    await start(one.id);
    const right = codeSentTo(api, phone);
    expect(await verify(other.id, right)).toBe(notValid);
    expect(await verify(one.id, right, '07700900778')).toBe(notValid);
    const reset = { tenant_id: one.id, phone: '07700900777', code: right, new_password: chosen };
    const misused = await api.call('cp/password/reset/complete', reset);
    expect(misused.error.code).toBe('code_not_valid');
    expect(await verify(one.id, right)).toBe('200');
  });

  it('verifies a number once, though the right code arrives many times at the same moment', async () => {
    const { id } = await makeTenant(db());
    await start(id);
    const code = codeSentTo(api, phone);
    const answers = await crowd(
      'cp/register/verify',
      Array.from({ length: 20 }, () => ({ tenant_id: id, phone, code })),
    );
    expect(answers.filter((answer) => answer === '200')).toHaveLength(1);
  });
});

describe('requesting codes', () => {
  it('sends one message, though twenty are requested at the same moment', async () => {
    const { id } = await makeTenant(db());
    const answers = await crowd(
      'cp/register/start',
      Array.from({ length: 20 }, (_, n) => ({
        tenant_id: id,
        phone: `0770${' '.repeat(n % 5)}0900123`,
      })),
    );
    expect(answers.toSorted()).toEqual(['200', ...Array<string>(19).fill('429 code_just_sent')]);
    expect(api.smsTo(phone)).toHaveLength(1);
  });

  it('for another person’s number takes nothing from its verified owner', async () => {
    const { id } = await makeTenant(db());
    const token = await provenPhone(api, id, phone);
    later(api, 61);
    await start(id);
    for (const code of wrongCodes(codeSentTo(api, phone), 6)) await verify(id, code);
    expect(await complete(id, token)).toBe('200');
  });
});

describe('the token of a verified number', () => {
  it('makes one account, though two use it at the same moment', async () => {
    const { id } = await makeTenant(db());
    const registration_token = await provenPhone(api, id, phone);
    const input = { tenant_id: id, phone, name: 'Nora', password: chosen, registration_token };
    const answers = await crowd('cp/register/complete', [input, input, input]);
    expect(answers.toSorted()).toEqual(['200', notVerified, notVerified]);
    const { rows } = await db().query('select 1 from clients where tenant_id = $1', [id]);
    expect(rows).toHaveLength(1);
  });

  it('makes one account, though the practice adds the client at the same moment', async () => {
    const tenant = await makeTenant(db());
    const token = await provenPhone(api, tenant.id, phone);
    const hash = bcrypt.hash.bind(bcrypt);
    vi.spyOn(bcrypt, 'hash').mockImplementationOnce(async (...given: unknown[]) => {
      await makeClient(db(), { tenant, phone, name: 'Mrs Newcomer' });
      return hash(given[0] as string, given[1] as number);
    });
    expect(await complete(tenant.id, token)).toBe('200');
    const { rows } = await db().query('select name from clients where tenant_id = $1', [tenant.id]);
    expect(rows).toEqual([{ name: 'Mrs Newcomer' }]);
  });

  it('is valid for that number and practice only, and is not interchangeable', async () => {
    const [one, other] = [await makeTenant(db()), await makeTenant(db())];
    const token = await provenPhone(api, one.id, phone);
    const others = await provenPhone(api, one.id, '07700900124');
    expect(await complete(one.id, others)).toBe(notVerified);
    expect(await complete(one.id, token, '07700900124')).toBe(notVerified);
    expect(await complete(other.id, token)).toBe(notVerified);
    expect(await complete(one.id, `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).toBe(
      notVerified,
    );
    expect(await complete(one.id, hashKey(token).toString('hex'))).toBe(notVerified);
    expect(await complete(one.id, token)).toBe('200');
  });

  it('is checked before a password is hashed', async () => {
    const { id } = await makeTenant(db());
    const hashing = vi.spyOn(bcrypt, 'hash');
    expect(await complete(id, 'guessed')).toBe(notVerified);
    await makeClient(db(), { tenant: { id }, phone, password: defaultPassword });
    const reset = { tenant_id: id, phone, code: '123456', new_password: chosen };
    expect((await api.call('cp/password/reset/complete', reset)).error.code).toBe('code_not_valid');
    expect(hashing.mock.results).toEqual([]);
  });
});

/** Waits until a statement is blocked by another transaction. */
const blocked = `select 1 from pg_locks l join pg_stat_activity a on a.pid = l.pid
  where not l.granted and a.datname = current_database()`;

describe('a new password', () => {
  it('leaves no session that is being stored at the same moment', async () => {
    const client = await makeClient(db(), { phone, password: defaultPassword });
    const { tenant_id: tenantId } = client;
    await api.call('cp/password/reset/start', { tenant_id: tenantId, phone });
    const signingIn = await db().connect();
    await signingIn.query('begin');
    await signingIn.query("select set_config('app.tenant_id', $1, true)", [String(tenantId)]);
    const issued = await signingIn.query(
      "select client_issue_key($1, $2, $3, now(), now() + interval '99 years', null, 'request') as issued",
      [hashKey('the-key-of-the-intruder'), client.id, await passwordHash(defaultPassword)],
    );
    expect(issued.rows).toEqual([{ issued: true }]);
    const code = codeSentTo(api, phone);
    const reset = api.call('cp/password/reset/complete', {
      tenant_id: tenantId,
      phone,
      code,
      new_password: chosen,
    });
    await expect.poll(async () => (await db().query(blocked)).rows.length).toBe(1);
    await signingIn.query('commit');
    signingIn.release();
    expect((await reset).status).toBe(200);
    expect((await api.call('cp/client', {}, { apiKey: 'the-key-of-the-intruder' })).status).toBe(401);
  });

  it('gives no session to a sign-in that was comparing the old one', async () => {
    const client = await makeClient(db(), { phone, password: defaultPassword });
    const compare = bcrypt.compare.bind(bcrypt);
    vi.spyOn(bcrypt, 'compare').mockImplementationOnce(async (...given: unknown[]) => {
      const same = await compare(given[0] as string, given[1] as string);
      await db().query('update client_logins set password_hash = $2 where client_id = $1', [
        client.id,
        await passwordHash(chosen),
      ]);
      return same;
    });
    const { status } = await api.call('auth_customer', {
      tenant_id: client.tenant_id,
      phone,
      password: defaultPassword,
    });
    expect(status).toBe(401);
    const { rows } = await db().query('select 1 from api_keys where client_id = $1', [client.id]);
    expect(rows).toEqual([]);
  });

  it('is not needed to refuse a sign-in while the practice archives the client', async () => {
    const client = await makeClient(db(), { phone, password: defaultPassword });
    const archiving = await db().connect();
    await archiving.query('begin');
    await archiving.query('select 1 from clients where id = $1 for update', [client.id]);
    await archiving.query('update clients set archived_at = now() where id = $1', [client.id]);
    const signingIn = api.call('auth_customer', {
      tenant_id: client.tenant_id,
      phone,
      password: defaultPassword,
    });
    await expect.poll(async () => (await db().query(blocked)).rows.length).toBe(1);
    await archiving.query('commit');
    archiving.release();
    expect((await signingIn).status).toBe(401);
    const { rows } = await db().query('select 1 from api_keys where client_id = $1 and revoked_at is null', [
      client.id,
    ]);
    expect(rows).toEqual([]);
  });

  it('ends the sessions of that client only', async () => {
    const client = await makeClient(db(), { phone, password: defaultPassword });
    const tenant = { id: client.tenant_id };
    const sibling = await makeSessionKey(db(), { client: await makeClient(db(), { tenant }) });
    const elsewhere = await makeSessionKey(db(), { client: await makeClient(db(), { phone }) });
    const mine = await makeSessionKey(db(), { client });
    await api.call('cp/password/reset/start', { tenant_id: tenant.id, phone });
    const reset = { tenant_id: tenant.id, phone, code: codeSentTo(api, phone), new_password: chosen };
    const answers = await crowd('cp/password/reset/complete', [reset, reset, reset]);
    expect(answers.toSorted()).toEqual(['200', notValid, notValid]);
    const statuses = [mine, sibling, elsewhere].map(
      async (key) => (await api.call('logout', {}, key)).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 200, 200]);
  });
});

describe('the log', () => {
  it('contains no code, token, number or password', async () => {
    const { id } = await makeTenant(db());
    const token = await provenPhone(api, id, phone);
    const code = codeSentTo(api, phone);
    await complete(id, token);
    await verify(id, code);
    const key = await api.call('auth_customer', { tenant_id: id, phone, password: chosen });
    expect(key.status).toBe(200);
    api.expectLoggedErrors();
    api.sandbox.mood.twilio = 'outage';
    const refused = await api.call('cp/password/reset/start', { tenant_id: id, phone });
    expect(refused.status).toBe(503);
    const log = api.logLines.join('\n');
    expect(log).toContain('cp/register/complete');
    for (const secret of [token, code, chosen, phone, '7700900123', key.body.api_key]) {
      expect([secret, log.includes(secret)]).toEqual([secret, false]);
    }
    const { rows } = await db().query<{ all: string }>(
      `select (select string_agg(c::text, ' ') from phone_codes c where c.tenant_id = $1) || ' ' ||
              coalesce((select string_agg(r::text, ' ') from rate_limits r), '') as all`,
      [id],
    );
    for (const secret of [token, code, hashKey(chosen).toString('hex')]) {
      expect([secret, rows[0]?.all.includes(secret)]).toEqual([secret, false]);
    }
  });
});
