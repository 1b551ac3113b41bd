import { describe, expect, it } from 'vitest';
import {
  defaultPassword,
  makeClient,
  makeSessionKey,
} from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi, type Caller } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

describe('a phone number that the practice changes', () => {
  it('gets a text if it had portal access', async () => {
    const { tenant, staffKey } = await makePractice(db(), { tenant_name: 'Willow Vets' });
    const client = await makeClient(db(), { tenant, phone: '07700900411', password: defaultPassword });
    const changed = await api.call('client_update', { client_id: client.id, phone: '07700900412' }, staffKey);
    expect(changed.status).toBe(200);
    expect(api.smsTo('07700900411').map(({ body }) => body)).toEqual([
      "The mobile number for your account at Willow Vets was changed. If this wasn't you, please contact the practice.",
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

  it('gets a text even if the client wants no texts, because it is about their account', async () => {
    const { tenant, staffKey } = await makePractice(db());
    const client = await makeClient(db(), {
      tenant,
      phone: '07700900418',
      password: defaultPassword,
      likes_sms: false,
      sms_stopped_at: new Date('2026-01-10T09:00:00Z'),
    });
    await api.call('client_update', { client_id: client.id, phone: '07700900419' }, staffKey);
    expect(api.smsTo('07700900418')).toHaveLength(1);
  });

  it('gets one text and loses the portal once when two colleagues change it at the same moment', async () => {
    const { tenant, staffKey, adminKey } = await makePractice(db());
    const client = await makeClient(db(), { tenant, phone: '07700900420', password: defaultPassword });
    const key = await makeSessionKey(db(), { client });
    const change = (phone: string, caller: Caller) =>
      api.call('client_update', { client_id: client.id, phone }, caller);
    const answers = await Promise.all([change('07700900421', staffKey), change('07700900422', adminKey)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const texts = ['07700900420', '07700900421', '07700900422'].map((phone) => api.smsTo(phone).length);
    expect(texts).toEqual([1, 0, 0]);
    expect((await api.call('cp/client', {}, key)).status).toBe(401);
  });

  it('keeps its portal session and gets no text in a neighbouring practice', async () => {
    const [one, two] = [await makePractice(db()), await makePractice(db())];
    const phone = '07700900423';
    const here = await makeClient(db(), { tenant: one.tenant, phone, password: defaultPassword });
    const there = await makeClient(db(), { tenant: two.tenant, phone, password: defaultPassword });
    const keys = {
      here: await makeSessionKey(db(), { client: here }),
      there: await makeSessionKey(db(), { client: there }),
    };
    const strange = await api.call(
      'client_update',
      { client_id: there.id, phone: '07700900424' },
      one.adminKey,
    );
    expect(strange.status).toBe(404);
    expect(api.smsTo(phone)).toEqual([]);
    await api.call('client_update', { client_id: here.id, phone: '07700900424' }, one.adminKey);
    expect(api.smsTo(phone)).toHaveLength(1);
    expect((await api.call('cp/client', {}, keys.here)).status).toBe(401);
    expect((await api.call('cp/client', {}, keys.there)).status).toBe(200);
  });
});
