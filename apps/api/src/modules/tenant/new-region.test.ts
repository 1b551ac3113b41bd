import { beforeEach, describe, expect, it } from 'vitest';
import { insertRows } from '../../../../../packages/dev/src/factory-insert.ts';
import {
  makeAccount,
  makeClient,
  makePhoneCode,
  makeSessionKey,
  type SessionKey,
} from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { makePasskey } from '../../testing/derived/scene-records.ts';
import { useTestApi } from '../../testing/harness.ts';
import { codeSentTo } from '../../testing/portal-sign-up.ts';
import { sendDueMessages } from '../message/sender.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

let practice: Practice;
beforeEach(async () => {
  await db().query("update send_pace set free_at = '-infinity'");
  practice = await makePractice(db(), { phone: '02079460123' });
});

const moveTo = (locale: string) => api.call('tenant_update', { locale }, practice.adminKey);

const addClient = async (phone: string, name = 'Ann Archer') =>
  (await api.call('client_create', { name, phone }, practice.staffKey)).body.client_id;

const clientOf = async (client_id: number) =>
  (await api.call('client', { client_id }, practice.staffKey)).body;
const phoneOf = async (clientId: number) => (await clientOf(clientId)).phone;

async function text(client_id: number): Promise<void> {
  const input = { client_id, channel: 'sms', body: 'Shall we say Tuesday?' } as const;
  expect((await api.call('message_send', input, practice.staffKey)).status).toBe(200);
  while ((await sendDueMessages(api.deps)) > 0);
}

describe('a new region', () => {
  it.each(['en-IE', 'de-DE'])('keeps the telephones of clients and of the practice in %s', async (locale) => {
    const british = await addClient('07911 123456');
    const french = await addClient('+33 6 12 34 56 78');
    const drama = await addClient('07700 900001');
    expect((await moveTo(locale)).status).toBe(200);
    expect(await Promise.all([british, french, drama].map(phoneOf))).toEqual([
      '+447911123456',
      '+33612345678',
      '+447700900001',
    ]);
    const [tenant] = (await api.call('tenant', {}, practice.staffKey)).body;
    expect(tenant?.phone).toBe('+442079460123');
    await text(british);
    expect(api.smsTo('+447911123456')).toHaveLength(1);
    await api.sandbox.texting.reply('+447911123456', 'STOP');
    expect((await clientOf(british)).likes_sms).toBe('0');
    expect((await moveTo('en-GB')).status).toBe(200);
    expect(await phoneOf(british)).toBe('07911123456');
  });

  it.each([
    ['en-IE', '+353 87 123 4567', '0871234567'],
    ['en-IE', '087 123 4567', '0871234567'],
    ['de-DE', '0171 1234567', '01711234567'],
    ['en-US', '(415) 555-2671', '4155552671'],
    ['en-US', '(212) 555-1234', '2125551234'],
    ['en-AU', '0412 345 678', '0412345678'],
  ])('makes the numbers of %s its own: %s', async (locale, typed, stored) => {
    const client = await addClient(typed);
    await moveTo(locale);
    expect(await phoneOf(client)).toBe(stored);
    const again = { name: 'The same number', phone: typed };
    expect((await api.call('client_create', again, practice.staffKey)).error.code).toBe('phone_taken');
  });

  it('keeps numbers for another language of the same country', async () => {
    const client = await addClient('087 123 4567');
    const before = await phoneOf(client);
    await moveTo('cy-GB');
    expect(await phoneOf(client)).toBe(before);
  });

  it('keeps passkeys, and logins with the number that they were verified with', async () => {
    const irish = await makeClient(db(), {
      tenant: practice.tenant,
      phone: '+353871234567',
      password: 'long-enough-7',
    });
    await makePasskey(db(), practice.client);
    await moveTo('en-IE');
    expect((await api.call('cp/passkeys', {}, practice.clientKey)).body).toHaveLength(1);
    const asked = { tenant_id: practice.tenant.id, phone: '087 123 4567' };
    await api.call('cp/code/start', asked);
    const { body } = await api.call('cp/code/verify', { ...asked, code: codeSentTo(api, '+353871234567') });
    expect(body).toMatchObject({ client_id: irish.id, is_new: false });
  });

  it('ends codes in progress, which name the former spelling', async () => {
    const { phone, code } = await makePhoneCode(db(), { tenant: practice.tenant, phone: '0871234567' });
    await moveTo('en-IE');
    const input = { tenant_id: practice.tenant.id, phone, code };
    expect((await api.call('cp/register/verify', input)).status).toBe(400);
  });

  it('is no change of the client’s, so an import that added them can be undone', async () => {
    const client = await addClient('07911 123456');
    const before = await clientOf(client);
    api.clock.set('2026-01-14T10:00:00Z');
    await moveTo('en-IE');
    expect(await clientOf(client)).toEqual({ ...before, phone: '+447911123456' });
  });

  it('gives a number to one client that another had in the former spelling', async () => {
    const german = await addClient('+49 7911 123456');
    const british = await addClient('07911 123456');
    expect((await moveTo('de-DE')).status).toBe(200);
    expect([await phoneOf(german), await phoneOf(british)]).toEqual(['07911123456', '+447911123456']);
  });

  it('is refused while two clients would have the same number, naming them', async () => {
    const first = await addClient('+353 87 123 4567', 'Ann Archer');
    await addClient('087 123 4567', 'Ann Archer (typed again)');
    const { status, error } = await moveTo('en-IE');
    expect([status, error.fields]).toEqual([
      400,
      {
        locale:
          'Some clients would have the same phone number in this region: Ann Archer and Ann Archer (typed again). Change or remove one number in each pair, then save again.',
      },
    ]);
    expect(await phoneOf(first)).toBe('+353871234567');
    await api.call('client_update', { client_id: first, phone: null }, practice.staffKey);
    expect((await moveTo('en-IE')).status).toBe(200);
  });

  it('is refused with three of many pairs', async () => {
    for (const digit of [1, 2, 3, 4, 5]) {
      await addClient(`+353 87 123 456${digit}`, `Abroad ${digit}`);
      await addClient(`087 123 456${digit}`, `Home ${digit}`);
    }
    expect((await moveTo('en-IE')).error.fields?.['locale']).toContain(
      ': Abroad 1 and Home 1; Abroad 2 and Home 2; Abroad 3 and Home 3; and 2 more pairs. ',
    );
  });

  it('of another country needs the scopes of clients from an API key, another language none', async () => {
    const { admin: user, adminKey } = practice;
    const keyWith = (scopes: string[]) => makeSessionKey(db(), { user, kind: 'integration', scopes });
    const change = (locale: string, key: SessionKey) => api.call('tenant_update', { locale }, key);
    for (const scope of ['clients:read', 'clients:write']) {
      const key = await keyWith(['practice:write', scope]);
      expect((await change('en-IE', key)).error.code).toBe('scope_missing');
      expect((await change('cy-GB', key)).status).toBe(200);
      expect((await change('en-GB', adminKey)).status).toBe(200);
    }
    const key = await keyWith(['practice:write', 'clients:read', 'clients:write']);
    expect((await change('en-IE', key)).status).toBe(200);
  });

  it('of another country is refused during support access', async () => {
    const account = await makeAccount(db(), { is_superadmin: true });
    const superadmin = await makeSessionKey(db(), { account });
    const { body } = await api.call(
      'superadmin/support_access',
      { practice_id: practice.tenant.id, reason: 'Printer', minutes: 30 },
      superadmin,
    );
    const support = { apiKey: body.api_key, userId: body.user_id };
    const { status, error } = await api.call('tenant_update', { locale: 'en-IE' }, support);
    expect([status, error.code]).toEqual([403, 'forbidden']);
    expect((await api.call('tenant_update', { locale: 'cy-GB' }, support)).status).toBe(200);
  });

  it('of another country can be chosen five times a day; a refused one doesn’t count', async () => {
    const [same] = [await addClient('+353 87 123 4567'), await addClient('087 123 4567')];
    expect((await moveTo('en-IE')).status).toBe(400);
    await api.call('client_update', { client_id: same, phone: null }, practice.staffKey);
    for (const locale of ['en-IE', 'en-GB', 'en-IE', 'en-GB', 'en-IE']) {
      expect((await moveTo(locale)).status).toBe(200);
    }
    const { status, error } = await moveTo('en-GB');
    expect([status, error.code, error.message]).toEqual([
      429,
      'rate_limited',
      'The region’s country can be changed 5 times a day. Try again in 24 hours.',
    ]);
    expect((await moveTo('ga-IE')).status).toBe(200);
    await db().query('update rate_limits set expire = 0');
    expect((await moveTo('en-GB')).status).toBe(200);
  });

  it('rewrites the numbers of thousands of clients', async () => {
    await insertRows(
      db(),
      'clients',
      Array.from({ length: 2500 }, (_, index) => ({
        tenant_id: practice.tenant.id,
        name: `Many ${index}`,
        phone: `07911${String(index).padStart(6, '0')}`,
      })),
    );
    expect((await moveTo('en-IE')).status).toBe(200);
    const { rows } = await db().query(
      `select count(*)::integer as clients, count(*) filter (where phone like '+44%')::integer as international
       from clients where tenant_id = $1`,
      [practice.tenant.id],
    );
    expect(rows).toEqual([{ clients: 2501, international: 2501 }]);
  });
});
