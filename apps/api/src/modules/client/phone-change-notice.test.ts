import { describe, expect, it } from 'vitest';
import { defaultPassword, makeClient } from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

describe('a phone number that the practice changes', () => {
  it('gets a text if it had portal access', async () => {
    const { tenant, staffKey } = await makePractice(db(), { tenant_name: 'Willow Vets' });
    const client = await makeClient(db(), { tenant, phone: '07700900411', password: defaultPassword });
    const changed = await api.call('client_update', { client_id: client.id, phone: '07700900412' }, staffKey);
    expect(changed.status).toBe(200);
    expect(api.smsTo('07700900411').map(({ body }) => body)).toEqual([
      "The mobile number of your account at Willow Vets was changed. If this wasn't you, please contact the practice.",
    ]);
    expect(api.smsTo('07700900412')).toEqual([]);
  });

  it('gets no text without portal access, or when something else changes', async () => {
    const { tenant, staffKey } = await makePractice(db());
    const plain = await makeClient(db(), { tenant, phone: '07700900413' });
    const withLogin = await makeClient(db(), { tenant, phone: '07700900414', password: defaultPassword });
    await api.call('client_update', { client_id: plain.id, phone: '07700900415' }, staffKey);
    await api.call('client_update', { client_id: withLogin.id, name: 'Another Name' }, staffKey);
    for (const phone of ['07700900413', '07700900414']) expect(api.smsTo(phone)).toEqual([]);
  });

  it('is changed even if the text cannot be sent', async () => {
    const { tenant, staffKey } = await makePractice(db());
    const client = await makeClient(db(), { tenant, phone: '07700900416', password: defaultPassword });
    api.sandbox.mood.twilio = 'outage';
    const changed = await api.call('client_update', { client_id: client.id, phone: '07700900417' }, staffKey);
    expect(changed.status).toBe(200);
  });
});
