import { describe, expect, it } from 'vitest';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import {
  defaultPassword,
  makeClient,
  makeSessionKey,
} from '../../../../../packages/dev/src/factory-people.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi({ TRUST_PROXY: '1' });
const db = () => api.testDatabase.owner;

const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1';

/** Signs a client in on a device; returns the key. */
async function signIn(
  { tenant_id, phone }: { tenant_id: number; phone: string | null },
  agent: string,
  address: string,
): Promise<{ apiKey: string }> {
  const body = JSON.stringify({ tenant_id, phone, password: defaultPassword });
  const response = await api.post('/api/auth_customer', body, {
    'Content-Type': 'application/json',
    'User-Agent': agent,
    'X-Forwarded-For': address,
  });
  expect(response.status).toBe(200);
  return { apiKey: ((await response.json()) as { api_key: string }).api_key };
}

async function twoDevices() {
  const { tenant } = await makePractice(db());
  const client = await makeClient(db(), { tenant, password: defaultPassword });
  const laptop = await signIn(client, chrome, '203.0.113.7');
  api.clock.set('2026-01-14T10:30:00Z');
  const phone = await signIn(client, safari, '2001:db8:1:2::7');
  return { tenant, client, laptop, phone };
}

const list = (key: { apiKey: string }) => api.call('cp/session_list', {}, key);

describe('a pet owner’s sessions', () => {
  it('are listed with device, shortened network and last use, and no other person’s', async () => {
    const { tenant, phone } = await twoDevices();
    await makeSessionKey(db(), { client: await makeClient(db(), { tenant }) });
    const { body } = await list(phone);
    const id = expect.any(Number);
    expect(body).toEqual([
      {
        id,
        label: 'Safari on iPhone',
        network: '2001:db8:1::/48',
        created_at: '2026-01-14T10:30:00.000Z',
        last_used_at: '2026-01-14T10:30:00.000Z',
        current: true,
      },
      {
        id,
        label: 'Chrome on Windows',
        network: '203.0.113.x',
        created_at: '2026-01-14T09:00:00.000Z',
        last_used_at: '2026-01-14T09:00:00.000Z',
        current: false,
      },
    ]);
  });

  it('are ended one by one, with a line in the audit log', async () => {
    const { tenant, client, laptop, phone } = await twoDevices();
    const other = (await list(phone)).body.find(({ current }) => !current)?.id ?? 0;
    expect((await api.call('cp/session_end', { session_id: other }, phone)).status).toBe(200);
    expect((await list(laptop)).status).toBe(401);
    expect((await list(phone)).body).toHaveLength(1);
    const again = await api.call('cp/session_end', { session_id: other }, phone);
    expect([again.status, again.error.code]).toEqual([404, 'not_found']);
    const { rows } = await db().query(
      "select client_id::integer, entity from audit_log where tenant_id = $1 and action = 'cp/session_end'",
      [tenant.id],
    );
    expect(rows).toEqual([{ client_id: client.id, entity: 'session' }]);
  });

  it('end together, except for the one that asks', async () => {
    const { tenant, client, laptop, phone } = await twoDevices();
    const third = await makeSessionKey(db(), { client });
    const sibling = await makeSessionKey(db(), { client: await makeClient(db(), { tenant }) });
    expect((await api.call('cp/session_end', {}, laptop)).status).toBe(200);
    for (const ended of [phone, third]) expect((await list(ended)).status).toBe(401);
    expect((await list(laptop)).body.map(({ current }) => current)).toEqual([true]);
    expect((await list(sibling)).status).toBe(200);
  });

  it('of another client cannot be ended', async () => {
    const { tenant, laptop } = await twoDevices();
    const sibling = await makeSessionKey(db(), { client: await makeClient(db(), { tenant }) });
    const { status } = await api.call('cp/session_end', { session_id: sibling.keyId }, laptop);
    expect(status).toBe(404);
    expect((await list(sibling)).status).toBe(200);
  });

  it('are not listed once they have been idle for too long', async () => {
    const { client, laptop } = await twoDevices();
    api.clock.set('2026-01-14T21:00:00Z');
    expect((await list(laptop)).status).toBe(401);
    const fresh = await signIn(client, chrome, '203.0.113.7');
    // The phone's, used at half past ten, can still be resumed.
    expect((await list(fresh)).body.map(({ label }) => label)).toEqual([
      'Chrome on Windows',
      'Safari on iPhone',
    ]);
  });
});
