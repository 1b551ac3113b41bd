import { describe, expect, it } from 'vitest';
import { makeClient } from '../../testing/factory-people.ts';
import { makePractice } from '../../testing/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

describe('clients', () => {
  it('are listed by name, whatever its case, and paged without a gap or a repeat', async () => {
    const practice = await makePractice(db());
    const names = ['bea', 'Adam', 'Bea', 'adam', 'Zoë', 'Émile', 'bea'];
    for (const name of names) await makeClient(db(), { tenant: practice.tenant, name });
    const { body: all } = await api.call('clients', {}, practice.staffKey);
    expect(all).toHaveLength(names.length + 1);
    const paged: number[] = [];
    let cursor: string | undefined;
    for (;;) {
      const { body } = await api.call(
        'clients',
        { limit: 3, ...(cursor ? { cursor } : {}) },
        practice.staffKey,
      );
      if (body.length === 0) break;
      paged.push(...body.map(({ id }) => id));
      cursor = String(body.at(-1)?.id);
    }
    expect(paged).toEqual(all.map(({ id }) => id));
  });

  it.each([
    ['o’bri', 'Zoë O’Brien'],
    ['07700 900 5', 'Phone'],
    ['@farm.test', 'Mail'],
    ['back lane', 'Street'],
    ['100%', '100% Cats'],
    ['_', 'Under_score'],
  ])('%s finds %s and nobody else', async (q, name) => {
    const practice = await makePractice(db());
    const { tenant } = practice;
    const plain = { phone: null, email: null, address: null };
    await makeClient(db(), { tenant, ...plain, name: 'Zoë O’Brien' });
    await makeClient(db(), { tenant, ...plain, name: 'Phone', phone: '07700900555' });
    await makeClient(db(), { tenant, ...plain, name: 'Mail', email: 'Jo@Farm.test' });
    await makeClient(db(), { tenant, ...plain, name: 'Street', address: '3 Back Lane' });
    await makeClient(db(), { tenant, ...plain, name: '100% Cats' });
    await makeClient(db(), { tenant, ...plain, name: 'Under_score' });
    await db().query('delete from api_keys where client_id = $1', [practice.client.id]);
    const { body } = await api.call('clients', { q }, practice.staffKey);
    expect(body.map((client) => client.name)).toEqual([name]);
    const { body: count } = await api.call('clients/count', { q }, practice.staffKey);
    expect(count).toEqual({ total: 7, matching: 1 });
  });

  it('tell the truth about being archived and about what they like', async () => {
    const practice = await makePractice(db());
    const client = await makeClient(db(), {
      tenant: practice.tenant,
      archived_at: new Date(0),
      likes_sms: false,
    });
    const { body } = await api.call('client', { client_id: client.id }, practice.staffKey);
    expect(body).toMatchObject({ active: '0', likes_sms: '0', likes_email: '1' });
    expect(Object.keys(body)).not.toContain('tenant_id');
  });
});
