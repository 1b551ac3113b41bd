import { beforeEach, describe, expect, it } from 'vitest';
import { defaultPassword, makeClient } from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { codeSentTo } from '../../testing/portal-sign-up.ts';
import { useSecondServer } from '../../testing/second-server.ts';

const api = useTestApi({ TRUST_PROXY: '1' });
const second = useSecondServer(api, { TRUST_PROXY: '1' });
const db = () => api.testDatabase.owner;
beforeEach(() => db().query('truncate rate_limits'));

interface PetOwner {
  id: number;
  tenantId: number;
  phone: string;
}

async function petOwner(columns: Parameters<typeof makeClient>[1] = {}): Promise<PetOwner> {
  const client = await makeClient(db(), { password: defaultPassword, ...columns });
  return { id: client.id, tenantId: client.tenant_id, phone: client.phone ?? '' };
}

interface From {
  address?: string;
  cookie?: string;
  url?: string;
}

async function signIn(
  { tenantId, phone }: Omit<PetOwner, 'id'>,
  password: string = defaultPassword,
  { address = '198.51.100.1', cookie = '', url = api.url }: From = {},
) {
  const response = await fetch(`${url}/api/auth_customer`, {
    method: 'POST',
    body: JSON.stringify({ tenant_id: tenantId, phone, password }),
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address, Cookie: cookie },
  });
  const body = (await response.json()) as { code?: string; message?: string };
  return {
    status: response.status,
    code: body.code,
    message: body.message,
    retryAfter: Number(response.headers.get('retry-after')),
    /** The device's cookie, as the browser sends it back. */
    cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '',
  };
}

type Tried = Omit<PetOwner, 'id'>;

const strangers = (n: number): string => `203.0.113.${n}`;
/** Enough concurrent wrong passwords, over two processes, that unknown devices need a code. */
const beyond = (whose: Tried) =>
  Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      signIn(whose, 'guess', { address: strangers(n), url: n % 2 ? second() : api.url }),
    ),
  );

/** Chooses a new password with the code that is texted. */
async function resetWithCode({ tenantId, phone }: Tried, address = '198.51.100.1'): Promise<void> {
  const ask = async (action: string, input: object) => {
    const body = JSON.stringify({ tenant_id: tenantId, phone, ...input });
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': address };
    const answer = await api.post(`/api/${action}`, body, headers);
    await answer.arrayBuffer();
    expect(answer.status).toBe(200);
  };
  await ask('cp/password/reset/start', {});
  const code = codeSentTo(api, phone);
  await ask('cp/password/reset/complete', { code, new_password: 'a-new-phrase' });
}

describe('wrong passwords of strangers in the portal', () => {
  it('are limited for a number and network, over two processes, and longer the more there are', async () => {
    const owner = await petOwner();
    const urls = [api.url, second()];
    const tried = [];
    for (let n = 0; n < 12; n += 1) tried.push(await signIn(owner, 'guess', { url: urls[n % 2] ?? '' }));
    expect(tried.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    expect(tried[11]?.retryAfter).toBeGreaterThan(200);
    await db().query(
      "update rate_limits set points = 30, expire = expire - 301000 where key like 'portal-sign-in:%'",
    );
    expect((await signIn(owner)).retryAfter).toBeGreaterThan(3000);
    expect((await signIn(owner, defaultPassword, { address: strangers(1) })).status).toBe(200);
  });

  it('are limited for a network over all numbers, and for the /48 of IPv6 networks', async () => {
    const { tenantId } = await petOwner();
    const guess = (n: number, address: string) =>
      signIn({ tenantId, phone: `077009${String(n).padStart(5, '0')}` }, 'guess', { address });
    await guess(0, strangers(1));
    await db().query("update rate_limits set points = 100 where key like 'portal-sign-in-network:%'");
    expect((await guess(1, strangers(1))).status).toBe(429);
    await db().query('truncate rate_limits');
    const tried = await Promise.all(
      Array.from({ length: 310 }, (_, n) => guess(n, `2001:db8:77:${n.toString(16)}::1`)),
    );
    expect(tried.filter(({ status }) => status === 429)).toHaveLength(10);
    expect((await guess(0, '2001:db8:78::1')).status).toBe(401);
  }, 60_000);

  it('delay the answers to unknown devices, and not to the owner’s', async () => {
    const owner = await petOwner();
    const { cookie } = await signIn(owner);
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => signIn(owner, 'guess', { address: strangers(n) })),
    );
    const timed = async (from: From) => {
      const began = performance.now();
      const { status } = await signIn(owner, defaultPassword, from);
      return [status, performance.now() - began] as const;
    };
    const [[own, ownMs], [other, otherMs]] = await Promise.all([timed({ cookie }), timed({})]);
    expect([own, ownMs < 1000]).toEqual([200, true]);
    expect([other, otherMs > 1000]).toEqual([200, true]);
  }, 60_000);

  it('require a code after a hundred in a row over two processes, except on the owner’s device', async () => {
    const owner = await petOwner();
    const { cookie } = await signIn(owner);
    const tried = await beyond(owner);
    expect(tried.map(({ status }) => status)).toEqual(tried.map(() => 401));
    for (const url of [api.url, second()]) {
      // The right password gets the same answer as a wrong one.
      for (const password of [defaultPassword, 'guess']) {
        const { status, code, message } = await signIn(owner, password, { url, address: '192.0.2.1' });
        expect([status, code]).toEqual([403, 'sign_in_code_required']);
        expect(message).toContain('use “Forgot your password”');
      }
      expect((await signIn(owner, defaultPassword, { url, address: '192.0.2.2', cookie })).status).toBe(200);
    }
    // A day later too.
    await db().query(
      "update rate_limits set expire = expire - 86400000 where key like 'portal-sign-in-row:%'",
    );
    expect((await signIn(owner)).code).toBe('sign_in_code_required');
    await resetWithCode(owner);
    expect((await signIn(owner, 'a-new-phrase')).status).toBe(200);
    expect((await signIn(owner, 'a-new-phrase', { address: '192.0.2.3' })).status).toBe(200);
  }, 60_000);

  it('are counted alike for an unknown number, and apart in each practice', async () => {
    const [{ tenantId }, elsewhere] = [await petOwner(), await petOwner({ phone: '07700900999' })];
    const unknown = { tenantId, phone: '07700900999' };
    expect((await beyond(unknown)).every(({ status }) => status === 401)).toBe(true);
    expect((await signIn(unknown)).code).toBe('sign_in_code_required');
    expect((await signIn(elsewhere)).status).toBe(200);
  }, 60_000);

  it('start from zero after a success, and for a new account of the number', async () => {
    const owner = await petOwner();
    await Promise.all(
      Array.from({ length: 99 }, (_, n) => signIn(owner, 'guess', { address: strangers(n) })),
    );
    expect((await signIn(owner)).status).toBe(200);
    expect((await signIn(owner, 'guess')).status).toBe(401);

    const { tenantId, phone } = owner;
    await beyond(owner);
    await db().query('delete from client_logins where tenant_id = $1 and client_id = $2', [
      tenantId,
      owner.id,
    ]);
    await api.call('cp/register/start', { tenant_id: tenantId, phone });
    const code = codeSentTo(api, phone);
    const { body } = await api.call('cp/register/verify', { tenant_id: tenantId, phone, code });
    const { registration_token } = body;
    const account = { tenant_id: tenantId, phone, name: 'Ann', password: 'a-new-phrase', registration_token };
    expect((await api.call('cp/register/complete', account)).status).toBe(200);
    expect((await signIn(owner, 'a-new-phrase')).status).toBe(200);
  }, 60_000);

  it('are in the practice’s audit log: the first and tenth of a network, and the need for a code', async () => {
    const { tenant, client } = await makePractice(db());
    const owner = { tenantId: tenant.id, phone: client.phone ?? '' };
    for (let n = 0; n < 11; n += 1) await signIn(owner, 'guess');
    const lines = async () => {
      const { rows } = await db().query<{ action: string; details: object }>(
        `select action, details from audit_log
         where tenant_id = $1 and action like 'portal\\_sign\\_in%' order by id`,
        [tenant.id],
      );
      return rows;
    };
    const network = '198.51.100.x';
    const wrong = [
      { action: 'portal_sign_in_failed', details: { network } },
      { action: 'portal_sign_in_failed', details: { network, times: 10 } },
    ];
    await expect.poll(lines).toEqual(wrong);
    await db().query("update rate_limits set points = 100 where key like 'portal-sign-in-row:%'");
    for (const address of [strangers(1), strangers(2)]) await signIn(owner, 'guess', { address });
    const needed = { action: 'portal_sign_in_code_required', details: { network: '203.0.113.x' } };
    await expect.poll(lines).toEqual([...wrong, needed]);
  });
});

describe('a device that a pet owner signed in on', () => {
  it('signs in while strangers guess, also for another person of the household', async () => {
    const owner = await petOwner();
    const relative = await petOwner({ tenant_id: owner.tenantId });
    const own = await signIn(owner);
    const shared = await signIn(relative, defaultPassword, { cookie: own.cookie });
    await Promise.all([beyond(owner), beyond(relative)]);
    expect((await signIn(owner, defaultPassword, { cookie: own.cookie })).status).toBe(200);
    expect((await signIn(owner, defaultPassword, { cookie: shared.cookie })).status).toBe(200);
    expect((await signIn(relative, defaultPassword, { cookie: shared.cookie })).status).toBe(200);
    expect((await signIn(relative, defaultPassword, { cookie: own.cookie })).code).toBe(
      'sign_in_code_required',
    );
    const forged = own.cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect((await signIn(owner, defaultPassword, { cookie: forged })).code).toBe('sign_in_code_required');
  }, 60_000);

  it('has its own limits, and counts as unknown after a hundred wrong passwords in a row', async () => {
    const owner = await petOwner();
    const { cookie } = await signIn(owner);
    for (let n = 0; n < 10; n += 1) expect((await signIn(owner, 'guess', { cookie })).status).toBe(401);
    expect((await signIn(owner, defaultPassword, { cookie })).status).toBe(429);
    // The same network on another device.
    expect((await signIn(owner)).status).toBe(200);
    await db().query("update rate_limits set points = 0 where key like 'portal-sign-in:%'");
    await db().query("update rate_limits set points = 100 where key like 'portal-sign-in-device-row:%'");
    expect((await signIn(owner, defaultPassword, { cookie })).status).toBe(200);
    await beyond(owner);
    expect((await signIn(owner, defaultPassword, { cookie })).code).toBe('sign_in_code_required');
  }, 60_000);

  it('is a stranger’s after a new password, and known again after a sign-in', async () => {
    const owner = await petOwner();
    const { cookie } = await signIn(owner);
    await resetWithCode(owner);
    const renewed = await signIn(owner, 'a-new-phrase', { cookie });
    await beyond(owner);
    expect((await signIn(owner, 'a-new-phrase', { cookie })).code).toBe('sign_in_code_required');
    expect((await signIn(owner, 'a-new-phrase', { cookie: renewed.cookie })).status).toBe(200);
  }, 60_000);
});
