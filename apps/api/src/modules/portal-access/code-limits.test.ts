import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { defaultPassword, makeClient, makeTenant } from '../../../../../packages/dev/src/factory-people.ts';
import { useTestApi } from '../../testing/harness.ts';
import { codeSentTo, later } from '../../testing/portal-sign-up.ts';
import { readFigures } from '../installation/read-model.ts';

// Codes cost money, so the numbers that get them and their count are limited.

const api = useTestApi({ PORTAL_SMS_PER_DAY: '4', PORTAL_SMS_PER_DAY_TOTAL: '6', TRUST_PROXY: '1' });
/** The same with limits that a test does not reach by chance. */
const many = useTestApi({ PORTAL_SMS_PER_DAY: '400', TRUST_PROXY: '1' });
const db = () => api.testDatabase.owner;
beforeEach(async () => {
  for (const { testDatabase } of [api, many]) await testDatabase.owner.query('truncate rate_limits');
});

const noMoreToday = 'We can’t send any more codes today. Try again in about 24 hours, or call the practice.';

const start = (tenantId: number, phone: string) =>
  api.call('cp/register/start', { tenant_id: tenantId, phone });
const fresh = (n: number): string => `07700900${String(600 + n)}`;

describe('a code', () => {
  it.each([
    ['07012345678', 'a personal number'],
    ['07641234567', 'a pager'],
    ['07624123456', 'a mobile of the Isle of Man'],
    ['07781123456', 'a mobile of Guernsey'],
    ['07797123456', 'a mobile of Jersey'],
    ['07911123456', 'a mobile of Guernsey'],
  ])('is not sent to %s, %s', async (phone) => {
    const { id } = await makeTenant(db());
    const { status, error } = await start(id, phone);
    expect([status, error.fields]).toEqual([400, { phone: 'Please enter a valid UK mobile number.' }]);
    expect(api.smsTo(phone)).toEqual([]);
  });

  it('is sent to a mainland mobile, and for a new password to the number of an account anywhere', async () => {
    const tenant = await makeTenant(db());
    expect((await start(tenant.id, '07911212345')).status).toBe(200);
    const island = await makeClient(db(), { tenant, phone: '07624123456', password: defaultPassword });
    const reset = { tenant_id: tenant.id, phone: island.phone ?? '' };
    expect((await api.call('cp/password/reset/start', reset)).status).toBe(200);
  });

  it('is hashed with a key that is not in the database', async () => {
    const { id } = await makeTenant(db());
    await start(id, '07911212345');
    const code = codeSentTo(api, '07911212345');
    const { rows } = await db().query<{ salt: Buffer; code_hash: Buffer }>(
      'select c.salt, c.code_hash from phone_codes c where c.tenant_id = $1',
      [id],
    );
    const { salt, code_hash: kept } = rows[0] ?? { salt: Buffer.alloc(0), code_hash: Buffer.alloc(0) };
    expect(kept).toHaveLength(32);
    expect(kept.equals(createHash('sha256').update(salt).update(code).digest())).toBe(false);
    // The HMAC includes the number, so it is not valid in another row.
    await db().query(
      `insert into phone_codes (tenant_id, purpose, phone, salt, code_hash, sent_at, expires_at)
       select c.tenant_id, c.purpose, '07911212346', c.salt, c.code_hash, c.sent_at, c.expires_at
       from phone_codes c where c.tenant_id = $1`,
      [id],
    );
    const elsewhere = { tenant_id: id, phone: '07911212346', code };
    expect((await api.call('cp/register/verify', elsewhere)).error.code).toBe('code_not_valid');
  });

  it('is deleted once it and its proof have expired, also if the practice sends no more', async () => {
    const { id } = await makeTenant(db());
    for (const phone of ['07911212345', '07911212346']) await start(id, phone);
    const proved = { tenant_id: id, phone: '07911212346', code: codeSentTo(api, '07911212346') };
    expect((await api.call('cp/register/verify', proved)).status).toBe(200);
    const keptAfter = async (minutes: number) => {
      later(api, minutes * 60);
      await (await api.deps.jobs.boss()).send('clear_up', {});
      await api.runJobs();
      const { rows } = await db().query<{ phone: string }>(
        'select c.phone from phone_codes c where c.tenant_id = $1 order by 1',
        [id],
      );
      return rows.map(({ phone }) => phone);
    };
    expect(await keptAfter(1)).toEqual(['07911212345', '07911212346']);
    expect(await keptAfter(11)).toEqual(['07911212346']);
    expect(await keptAfter(4)).toEqual([]);
  });
});

describe('the codes of a day', () => {
  it('reserve half for password resets, and a sign-up does not reveal who is a client', async () => {
    const tenant = await makeTenant(db());
    const client = await makeClient(db(), { tenant, phone: '07700900699' });
    const holder = await makeClient(db(), { tenant, phone: '07700900697', password: defaultPassword });
    const statuses = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await start(tenant.id, fresh(n))).status);
    expect(statuses).toEqual([200, 200, 429]);
    const [known, stranger] = [await start(tenant.id, client.phone ?? ''), await start(tenant.id, fresh(9))];
    expect([known.status, known.error.message]).toEqual([stranger.status, stranger.error.message]);
    expect(stranger.error.message).toBe(noMoreToday);
    const reset = { tenant_id: tenant.id, phone: holder.phone ?? '' };
    expect((await api.call('cp/password/reset/start', reset)).status).toBe(200);
  });

  it('are limited over all practices, half of them for password resets only, and counted for the operator', async () => {
    const tenants = [await makeTenant(db()), await makeTenant(db()), await makeTenant(db())];
    const statuses = [];
    for (const [n, { id }] of [...tenants, ...tenants].entries()) {
      statuses.push((await start(id, fresh(20 + n))).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
    const [tenant] = tenants;
    if (!tenant) throw new Error('There is a practice.');
    const known = await makeClient(db(), { tenant, phone: '07700900698', password: defaultPassword });
    const reset = { tenant_id: tenant.id, phone: known.phone ?? '' };
    expect((await api.call('cp/password/reset/start', reset)).status).toBe(200);
    expect((await readFigures(api.database.control, api.clock.now())).portalCodesToday).toBe(4);
  });
});

/** Requests a code from an address. */
async function askFrom(
  address: string,
  action: 'cp/register/start' | 'cp/password/reset/start' | 'cp/code/start',
  tenantId: number,
  phone: string,
  server = api,
) {
  const answer = await server.post(`/api/${action}`, JSON.stringify({ tenant_id: tenantId, phone }), {
    'Content-Type': 'application/json',
    'X-Forwarded-For': address,
  });
  const body = (await answer.json()) as { code?: string; message?: string; clients_only?: boolean };
  return { status: answer.status, body };
}
const crowded = '203.0.113.9';

/** Uses up what a network has for repeated and refused requests. */
async function useUpNetwork(tenantId: number, server = api): Promise<void> {
  for (let n = 0; n < 20; n += 1) await askFrom(crowded, 'cp/code/start', tenantId, '07012345678', server);
}

const networkMessage =
  /^Too many codes have been requested from this network\. Try again in about \d+ minutes, or call the practice\.$/;

describe('a network', () => {
  it('never makes the first code of a number wait, and then says so to those that ask again', async () => {
    const { id } = await makeTenant(many.testDatabase.owner);
    await useUpNetwork(id, many);
    const ask = (action: Parameters<typeof askFrom>[1], n: number, address = crowded) =>
      askFrom(address, action, id, fresh(n), many);
    expect((await ask('cp/register/start', 40)).status).toBe(200);
    expect((await ask('cp/code/start', 41)).status).toBe(200);
    // The number's own limit is named first.
    later(many, 5);
    expect((await ask('cp/register/start', 40)).body.code).toBe('code_just_sent');
    later(many, 60);
    for (const [action, n] of [
      ['cp/register/start', 40],
      ['cp/code/start', 41],
    ] as const) {
      const { status, body } = await ask(action, n);
      expect([status, body.code]).toEqual([429, 'rate_limited']);
      expect(body.message).toMatch(networkMessage);
    }
    // From elsewhere they get another code.
    expect((await ask('cp/register/start', 40, '203.0.113.10')).status).toBe(200);
  });

  it('may get first codes for any number of people without reaching its limit', async () => {
    const { id } = await makeTenant(many.testDatabase.owner);
    for (let n = 0; n < 30; n += 1) {
      expect((await many.call('cp/code/start', { tenant_id: id, phone: fresh(n) })).status).toBe(200);
    }
    later(many, 61);
    expect((await many.call('cp/code/start', { tenant_id: id, phone: fresh(3) })).status).toBe(200);
  });

  it('over its limit cannot tell a client’s number from others', async () => {
    const tenant = await makeTenant(db());
    const clients = [50, 51].map((n) => fresh(n));
    for (const phone of clients) await makeClient(db(), { tenant, phone, password: defaultPassword });
    const [ofSignUp = '', ofReset = ''] = clients;
    // Within the limit the answers say it, as the sign-up and the reset need.
    expect((await askFrom(crowded, 'cp/register/start', tenant.id, ofSignUp)).status).toBe(409);
    expect((await askFrom(crowded, 'cp/password/reset/start', tenant.id, fresh(52))).status).toBe(404);
    await useUpNetwork(tenant.id);
    expect((await askFrom(crowded, 'cp/register/start', tenant.id, ofSignUp)).status).toBe(200);
    expect((await askFrom(crowded, 'cp/password/reset/start', tenant.id, fresh(52))).status).toBe(200);
    // New numbers have used up their half: a client’s counts as one of them, or the difference would show.
    for (const phone of [ofReset, fresh(53)]) {
      const { status, body } = await askFrom(crowded, 'cp/password/reset/start', tenant.id, phone);
      expect([status, body.message]).toEqual([429, noMoreToday]);
    }
    expect((await api.call('cp/password/reset/start', { tenant_id: tenant.id, phone: ofReset })).status).toBe(
      200,
    );
  });

  it('over its limit gets no account with the number of another, only a code to its phone', async () => {
    const tenant = await makeTenant(db());
    const { phone } = await makeClient(db(), { tenant, phone: fresh(54), password: defaultPassword });
    await useUpNetwork(tenant.id);
    await askFrom(crowded, 'cp/register/start', tenant.id, phone ?? '');
    const code = codeSentTo(api, fresh(54));
    const verified = await api.call('cp/register/verify', { tenant_id: tenant.id, phone: fresh(54), code });
    const account = { name: 'Nora', password: 'a-chosen-phrase', ...verified.body };
    const made = await api.call('cp/register/complete', {
      tenant_id: tenant.id,
      phone: fresh(54),
      ...account,
    });
    expect([made.status, made.error.code]).toEqual([409, 'account_exists']);
  });
});

describe('a number', () => {
  it('gets at most twenty codes a day from all practices together', async () => {
    const answers: string[] = [];
    for (let n = 0; n < 21; n += 1) {
      const { id } = await makeTenant(many.testDatabase.owner);
      const { status, error } = await many.call('cp/code/start', { tenant_id: id, phone: fresh(60) });
      answers.push([status, error.code].filter(Boolean).join(' '));
    }
    expect(answers).toEqual([...Array<string>(20).fill('200'), '429 code_just_sent']);
  });
});

describe('signing in with a code', () => {
  /** The answer without the time that the caller has to wait. */
  const shown = ({ status, body, error }: Awaited<ReturnType<typeof signIn>>) =>
    status === 200 ? body : [status, error.code, error.message];
  const signIn = (tenantId: number, phone: string) =>
    api.call('cp/code/start', { tenant_id: tenantId, phone });

  it('keeps half of a practice’s codes for its clients, and does not reveal who they are', async () => {
    const tenant = await makeTenant(db());
    const client = await makeClient(db(), { tenant, phone: fresh(70) });
    const archived = await makeClient(db(), { tenant, phone: fresh(71), archived_at: new Date() });
    const moved = await makeClient(db(), { tenant, password: defaultPassword });
    await db().query('update clients set phone = $2 where id = $1', [moved.id, fresh(72)]);
    for (const n of [73, 74]) expect((await signIn(tenant.id, fresh(n))).body.clients_only).toBe(false);
    const answers = [];
    for (const phone of [client.phone, archived.phone, fresh(72), fresh(75)]) {
      answers.push(shown(await signIn(tenant.id, phone ?? '')));
    }
    const sent = { success: true, resend_after: 60, expires_in: 600, clients_only: true };
    expect(answers).toEqual([sent, sent, sent, sent]);
    await expect.poll(() => api.smsTo(fresh(70)).length).toBe(1);
    for (const n of [71, 72, 75]) expect(api.smsTo(fresh(n))).toEqual([]);
    // The next steps are the same too.
    for (const n of [70, 75]) {
      expect((await signIn(tenant.id, fresh(n))).error.code).toBe('code_just_sent');
      const wrong = { tenant_id: tenant.id, phone: fresh(n), code: '000000' };
      expect((await api.call('cp/code/verify', wrong)).error.code).toBe('code_not_valid');
    }
    const code = codeSentTo(api, fresh(70));
    const verified = await api.call('cp/code/verify', { tenant_id: tenant.id, phone: fresh(70), code });
    expect(verified.body).toMatchObject({ is_new: false, client_id: client.id });
    // Sign-ups still say that there are none left.
    expect((await start(tenant.id, fresh(76))).error.message).toBe(noMoreToday);
  });

  it('is refused to everyone when the practice’s codes are used up', async () => {
    const tenant = await makeTenant(db());
    const phones = [80, 81, 82].map((n) => fresh(n));
    for (const phone of phones) await makeClient(db(), { tenant, phone });
    for (const n of [83, 84]) await signIn(tenant.id, fresh(n));
    for (const phone of phones.slice(0, 2)) await signIn(tenant.id, phone);
    const [known, unknown] = [await signIn(tenant.id, phones[2] ?? ''), await signIn(tenant.id, fresh(85))];
    expect(shown(known)).toEqual([429, 'rate_limited', noMoreToday]);
    expect(shown(unknown)).toEqual(shown(known));
  });

  it('does not wait for the provider while only clients get codes', async () => {
    const tenant = await makeTenant(db());
    await makeClient(db(), { tenant, phone: fresh(90) });
    for (const n of [91, 92]) await signIn(tenant.id, fresh(n));
    // Waiting for it would fail.
    api.sandbox.mood.twilio = 'outage';
    for (const n of [90, 93]) expect((await signIn(tenant.id, fresh(n))).status).toBe(200);
    await expect.poll(() => api.logLines.join('\n')).toContain('a verification code could not be sent');
  });
});

describe('the limits of a practice and of the service', () => {
  it('have messages of their own, by day and by hour', async () => {
    const ask = async (limit: string, points: number, seconds: number) => {
      await db().query('truncate rate_limits');
      const { id } = await makeTenant(db());
      const key = limit.replace('<practice>', String(id));
      const expire = Date.now() + seconds * 1000;
      await db().query('insert into rate_limits (key, points, expire) values ($1, $2, $3)', [
        key,
        points,
        expire,
      ]);
      return (await start(id, fresh(95))).error.message;
    };
    expect(await ask('codes-of-practice:<practice>:new:hour', 10, 1200)).toBe(
      'Many people have just asked this practice for a code. Try again in about 20 minutes, or call the practice.',
    );
    expect(await ask('codes-of-practice:<practice>', 4, 7200)).toBe(
      'We can’t send any more codes today. Try again in about 2 hours, or call the practice.',
    );
    expect(await ask('codes-of-installation:new:hour', 10, 1200)).toBe(
      'This service has just sent a lot of codes. Try again in about 20 minutes, or call the practice.',
    );
    expect(await ask('codes-of-installation', 6, 7200)).toBe(
      'This service can’t send any more codes today. Try again in about 2 hours, or call the practice.',
    );
  });

  it('spread the codes of new numbers over the day', async () => {
    const { id } = await makeTenant(many.testDatabase.owner);
    const ask = (n: number) => many.call('cp/register/start', { tenant_id: id, phone: fresh(n) });
    // 400 a day are 200 for new numbers, but 50 in an hour.
    for (let n = 0; n < 50; n += 1) expect((await ask(n)).status).toBe(200);
    expect((await ask(50)).error.message).toMatch(/^Many people have just asked this practice for a code\./);
    await many.testDatabase.owner.query("delete from rate_limits where key like '%:hour'");
    expect((await ask(50)).status).toBe(200);
  });
});

describe('a person over a limit', () => {
  it('reads how long to wait after too many wrong passwords', async () => {
    const tenant = await makeTenant(db());
    const { phone } = await makeClient(db(), { tenant, password: defaultPassword });
    const signIn = () =>
      api.call('auth_customer', { tenant_id: tenant.id, phone: phone ?? '', password: 'wrong' });
    for (let n = 0; n < 10; n += 1) await signIn();
    expect((await signIn()).error.message).toBe('Too many attempts. Try again in about 5 minutes.');
  });
});
