import { scopes } from '@burrow/contracts/scopes';
import { beforeEach, describe, expect, it } from 'vitest';
import { maxOfKey } from '../../http/rate-limits.ts';
import { makeAccount, makeSessionKey } from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi, type Caller } from '../harness.ts';

// An attacker with an API key tries to exceed its permissions.

const api = useTestApi({ TRUST_PROXY: '1' });
const db = () => api.testDatabase.owner;
beforeEach(() => db().query('truncate rate_limits'));

const programKey = ({ admin }: Practice, options: { scopes?: string[]; allowedAddresses?: string[] } = {}) =>
  makeSessionKey(db(), { user: admin, kind: 'integration', label: 'Website', ...options });

const newKey = { label: 'More', scopes: [...scopes], expires_in: 'never' } as const;

describe('an API key with every scope', () => {
  it('makes, takes over, revokes and lists no key, and gives no one access', async () => {
    const practice = await makePractice(db());
    const key = await programKey(practice);
    const answers = [
      await api.call('api_key/create', newKey, key),
      await api.call('api_key/take_over', { key_id: key.keyId }, key),
      await api.call('api_key/revoke', { key_id: key.keyId }, key),
      await api.call('api_keys', {}, key),
      await api.call('team/invite', { name: 'Eve', email: 'eve@example.test', role: 'admin' }, key),
      await api.call('team/reset_password', { staff_id: practice.staff.id }, key),
      await api.call('team/update', { staff_id: practice.staff.id, role: 'admin' }, key),
      await api.call('set_password', { password: 'a-new-phrase-of-mine', current_password: 'x' }, key),
      await api.call('session/revoke', {}, key),
      await api.call('logout', {}, key),
      await api.call('cp/client', {}, key),
    ];
    expect(answers.map(({ status, error }) => [status, error.code])).toEqual(
      answers.map(() => [403, 'forbidden']),
    );
    const { rows } = await db().query('select 1 from api_keys where tenant_id = $1 and kind = $2', [
      practice.tenant.id,
      'integration',
    ]);
    expect(rows).toHaveLength(1);
    expect((await api.call('session/list', {}, practice.adminKey)).status).toBe(200);
  });

  it('but files:write uploads nothing, and none of the file is read', async () => {
    const practice = await makePractice(db());
    const { apiKey } = await programKey(practice, {
      scopes: scopes.filter((scope) => scope !== 'files:write'),
    });
    const form = new FormData();
    form.set('entity_type', 'animal');
    form.set('entity_id', String(practice.animal.id));
    // With the scope, the upload's error is reported.
    form.set('file', new Blob([new Uint8Array(2_000_000)]), 'nothing-known.bin');
    const upload = (key: string) => api.post('/api/file/upload', form, { Authorization: `Bearer ${key}` });
    expect(await (await upload(apiKey)).json()).toMatchObject({ code: 'scope_missing' });
    expect((await upload(practice.adminKey.apiKey)).status).toBe(415);
  });

  it('acts for no other person by any id sent beside it, and in no other practice', async () => {
    const practice = await makePractice(db());
    const other = await makePractice(db());
    const { apiKey } = await programKey(practice);
    const withId = async (fields: Record<string, string>) =>
      (await api.post('/api/clients', new URLSearchParams({ api_key: apiKey, ...fields }))).status;
    expect(await withId({ user_id: String(practice.admin.id) })).toBe(200);
    expect(await withId({ user_id: String(practice.staff.id) })).toBe(401);
    expect(await withId({ tenant_id: String(other.tenant.id) })).toBe(404);
    expect((await api.call('client', { client_id: other.client.id }, { apiKey })).status).toBe(404);
  });
});

describe('an admin', () => {
  it('affects no key of another practice, and cannot end a key as if it were a session', async () => {
    const [one, two] = [await makePractice(db()), await makePractice(db())];
    const key = await programKey(two);
    const targets = [
      key.keyId,
      two.adminKey.keyId,
      one.adminKey.keyId,
      one.staffKey.keyId,
      one.clientKey.keyId,
    ];
    for (const key_id of targets) {
      expect((await api.call('api_key/revoke', { key_id }, one.adminKey)).status).toBe(404);
      expect((await api.call('api_key/take_over', { key_id }, one.adminKey)).status).toBe(404);
    }
    expect((await api.call('api_keys', {}, one.adminKey)).body).toEqual([]);
    for (const caller of [key, two.adminKey, one.adminKey, one.staffKey])
      expect((await api.call('clients', {}, caller)).status).toBe(200);
  });

  it('on temporary support access leaves no key behind, and takes none over', async () => {
    const practice = await makePractice(db());
    const key = await programKey(practice);
    const account = await makeAccount(db(), { is_superadmin: true });
    const own = await makeSessionKey(db(), { account });
    const access = { practice_id: practice.tenant.id, reason: 'Printer' };
    const { body } = await api.call('superadmin/support_access', access, own);
    const support = { apiKey: body.api_key };
    expect((await api.call('api_key/create', newKey, support)).error.code).toBe('forbidden');
    expect((await api.call('api_key/take_over', { key_id: key.keyId }, support)).error.code).toBe(
      'forbidden',
    );
    expect((await api.call('api_keys', {}, support)).body).toHaveLength(1);
    expect((await api.call('api_key/revoke', { key_id: key.keyId }, support)).status).toBe(200);
    expect((await api.call('clients', {}, key)).status).toBe(401);
  });
});

describe('an API key that may be used from certain addresses', () => {
  const from = async ({ apiKey }: Caller, forwarded: string) => {
    const headers = { Authorization: `Bearer ${apiKey}`, 'X-Forwarded-For': forwarded };
    const response = await api.post('/api/clients', null, headers);
    const { message = '' } = (await response.json()) as { message?: string };
    return `${response.status} ${message}`.trim();
  };

  it('is refused from others, whatever address the caller claims', async () => {
    const key = await programKey(await makePractice(db()), {
      allowedAddresses: ['203.0.113.0/24', '2001:db8::/32'],
    });
    expect(await from(key, '203.0.113.9')).toBe('200');
    expect(await from(key, '2001:db8::9')).toBe('200');
    // The proxy appends the address it saw; everything before it is the caller's claim.
    expect(await from(key, '198.51.100.1, 203.0.113.9')).toBe('200');
    const refused = '403 This API key can’t be used from 198.51.100.1.';
    expect(await from(key, '198.51.100.1')).toBe(refused);
    expect(await from(key, '203.0.113.9, 198.51.100.1')).toBe(refused);
    expect(await from(key, 'nonsense')).toMatch(/^403 /);
  });
});

describe('an API key in heavy use', () => {
  const statuses = (count: number, caller: Caller) =>
    Promise.all(
      Array.from(
        { length: count },
        async () => (await api.call('reports/popular_services', {}, caller)).status,
      ),
    );
  const counted = (all: number[]): Record<string, number> =>
    Object.fromEntries(
      Object.entries(Object.groupBy(all, String)).map(([status, list]) => [status, list?.length ?? 0]),
    );

  it('has its own count: its person and their other keys keep theirs', async () => {
    const practice = await makePractice(db());
    const [one, two] = [await programKey(practice), await programKey(practice)];
    expect(counted(await statuses(245, one))).toEqual({ 200: 240, 429: 5 });
    expect(counted(await statuses(2, two))).toEqual({ 200: 2 });
    expect(counted(await statuses(2, practice.adminKey))).toEqual({ 200: 2 });
  });

  it('has a total limit of requests a minute, refused ones included', async () => {
    const practice = await makePractice(db());
    const key = await programKey(practice, { scopes: [] });
    const all: number[] = [];
    for (let sent = 0; sent < maxOfKey; sent += 100) all.push(...(await statuses(100, key)));
    expect(counted(all)).toEqual({ 403: maxOfKey });
    const answer = await api.call('clients', {}, key);
    expect([answer.status, answer.error.code]).toEqual([429, 'rate_limited']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await api.call('clients', {}, practice.adminKey)).status).toBe(200);
  });
});
