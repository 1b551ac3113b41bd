import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { defaultPassword, makeClient, makeTenant } from '../../../../../packages/dev/src/factory-people.ts';
import { useTestApi } from '../../testing/harness.ts';
import { codeSentTo, later } from '../../testing/portal-sign-up.ts';
import { readFigures } from '../installation/read-model.ts';

// Codes cost money, so the numbers that get them and their count are limited.

const api = useTestApi({ PORTAL_SMS_PER_DAY: '4', PORTAL_SMS_PER_DAY_TOTAL: '6', TRUST_PROXY: '1' });
const db = () => api.testDatabase.owner;
beforeEach(() => db().query('truncate rate_limits'));

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
    expect(stranger.error.message).toBe(
      'We can’t send any more codes today. Try again in about 24 hours, or call the practice.',
    );
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

describe('a person over a limit', () => {
  it('reads that their network has requested too many codes, after twenty requests by others', async () => {
    const { id } = await makeTenant(db());
    const ask = async (phone: string) => {
      const answer = await api.post('/api/cp/register/start', JSON.stringify({ tenant_id: id, phone }), {
        'Content-Type': 'application/json',
        'X-Forwarded-For': '203.0.113.9',
      });
      return { status: answer.status, body: (await answer.json()) as { code?: string; message?: string } };
    };
    // Refused requests count for the network too.
    for (let n = 0; n < 20; n += 1) await ask('07012345678');
    const { status, body } = await ask(fresh(40));
    expect([status, body.code]).toEqual([429, 'rate_limited']);
    expect(body.message).toMatch(
      /^Too many codes have been requested from this network\. Try again in about \d+ minutes, or call the practice\.$/,
    );
    // From another network the phone gets a code at once, and then the message of its own limit.
    expect((await start(id, fresh(40))).status).toBe(200);
    later(api, 5);
    expect((await start(id, fresh(40))).error).toMatchObject({
      code: 'code_just_sent',
      message: 'Please wait before requesting another SMS code.',
    });
  });

  it('reads how long to wait after too many wrong passwords', async () => {
    const tenant = await makeTenant(db());
    const { phone } = await makeClient(db(), { tenant, password: defaultPassword });
    const signIn = () =>
      api.call('auth_customer', { tenant_id: tenant.id, phone: phone ?? '', password: 'wrong' });
    for (let n = 0; n < 10; n += 1) await signIn();
    expect((await signIn()).error.message).toBe('Too many attempts. Try again in about 5 minutes.');
  });
});
