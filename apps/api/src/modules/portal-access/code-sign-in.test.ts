import { beforeEach, describe, expect, it } from 'vitest';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import {
  defaultPassword,
  makeClient,
  makePhoneCode,
  makeTenant,
} from '../../../../../packages/dev/src/factory-people.ts';
import { testNow, useTestApi } from '../../testing/harness.ts';
import {
  codeSentTo,
  later,
  provenPhone,
  sessionOf,
  signInByCode,
  tokenOf,
} from '../../testing/portal-sign-up.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;
// All calls come from one address; the limits are tested elsewhere.
beforeEach(() => db().query('truncate rate_limits'));
const phone = '07700900123';

const start = (tenantId: number, number = phone) =>
  api.call('cp/code/start', { tenant_id: tenantId, phone: number });

const signIn = (tenantId: number, number = phone) => signInByCode(api, tenantId, number);

const complete = (tenantId: number, registration_token: string, more: { email?: string } = {}) =>
  api.call('cp/code/complete', {
    tenant_id: tenantId,
    phone,
    name: 'Nora Newcomer',
    registration_token,
    ...more,
  });

const chosen = 'a-chosen-phrase';
const withPassword = (tenantId: number) =>
  api.call('auth_customer', { tenant_id: tenantId, phone, password: chosen });

const auditOf = async (tenantId: number) =>
  (
    await db().query(
      `select action, client_id::integer, entity_id::integer, details from audit_log
       where tenant_id = $1 and entity = 'client' order by id`,
      [tenantId],
    )
  ).rows;

describe('a client with the number', () => {
  it('gets a session like that of a password, without one', async () => {
    const { tenant, staffKey } = await makePractice(db());
    const client = await makeClient(db(), { tenant, phone });
    const { status, body } = await signIn(tenant.id, '07700 900 123');
    expect(status).toBe(200);
    const { is_new: _isNew, ...session } = sessionOf(body);
    const { api_key: apiKey, auth } = session;
    expect(auth).toEqual({
      apiKey,
      userId: client.id,
      clientId: client.id,
      tenantId: tenant.id,
      role: 'customer',
    });
    const known = await makeClient(db(), { tenant, password: defaultPassword });
    const credentials = { tenant_id: tenant.id, phone: known.phone ?? '', password: defaultPassword };
    const byPassword = await api.call('auth_customer', credentials);
    expect(Object.keys(session).toSorted()).toEqual(Object.keys(byPassword.body).toSorted());
    expect((await api.call('cp/client', {}, { apiKey })).body.id).toBe(client.id);
    expect((await api.call('client', { client_id: client.id }, staffKey)).body.portal_access).toBe('1');
    expect((await auditOf(tenant.id))[0]).toEqual({
      action: 'cp/code/verify',
      client_id: client.id,
      entity_id: client.id,
      details: { network: '127.0.0.x' },
    });
    expect((await api.call('logout', {}, { apiKey })).status).toBe(200);
    expect((await api.call('cp/client', {}, { apiKey })).status).toBe(401);
  });

  it('keeps the password they have, and the device becomes a known one', async () => {
    const { id } = await makeTenant(db());
    await makeClient(db(), { tenant: { id }, phone, password: defaultPassword });
    const { headers } = await signIn(id);
    expect(headers.get('set-cookie')).toMatch(/^burrow_portal_device=.+HttpOnly; SameSite=Strict$/);
    const byPassword = await api.call('auth_customer', { tenant_id: id, phone, password: defaultPassword });
    expect(byPassword.status).toBe(200);
  });

  it('can choose a password afterwards by a sign-up, which keeps their session', async () => {
    const tenant = await makeTenant(db());
    const client = await makeClient(db(), { tenant, phone });
    const { api_key: apiKey } = sessionOf((await signIn(tenant.id)).body);
    expect((await withPassword(tenant.id)).error.code).toBe('invalid_credentials');
    later(api, 61);
    const registration_token = await provenPhone(api, tenant.id, phone);
    const account = { name: 'Nora', password: chosen, registration_token };
    const made = await api.call('cp/register/complete', { tenant_id: tenant.id, phone, ...account });
    expect([made.status, made.body.client_id]).toEqual([200, client.id]);
    expect((await api.call('cp/client', {}, { apiKey })).status).toBe(200);
    expect((await withPassword(tenant.id)).body.client_id).toBe(client.id);
    // From now on they have an account.
    expect((await api.call('cp/register/start', { tenant_id: tenant.id, phone })).error.code).toBe(
      'account_exists',
    );
  });

  it('can choose a password afterwards as a new one, which ends their sessions', async () => {
    const tenant = await makeTenant(db());
    const client = await makeClient(db(), { tenant, phone });
    const { api_key: apiKey } = sessionOf((await signIn(tenant.id)).body);
    later(api, 61);
    expect((await api.call('cp/password/reset/start', { tenant_id: tenant.id, phone })).status).toBe(200);
    const reset = { tenant_id: tenant.id, phone, code: codeSentTo(api, phone), new_password: chosen };
    expect((await api.call('cp/password/reset/complete', reset)).status).toBe(200);
    expect((await api.call('cp/client', {}, { apiKey })).status).toBe(401);
    expect((await withPassword(tenant.id)).body.client_id).toBe(client.id);
  });

  it('does not change their own number while codes to it are the only way in', async () => {
    const tenant = await makeTenant(db());
    await makeClient(db(), { tenant, phone });
    const { api_key: apiKey } = sessionOf((await signIn(tenant.id)).body);
    const change = () => api.call('cp/client_update', { phone: '07700900124' }, { apiKey });
    const refused = await change();
    expect([refused.status, refused.error.code]).toEqual([400, 'phone_not_verified']);
    expect(refused.error.fields?.['phone']).toMatch(/^You sign in with codes to this number\./);
    expect((await api.call('cp/client_update', { name: 'Nora' }, { apiKey })).status).toBe(200);
    later(api, 61);
    const registration_token = await provenPhone(api, tenant.id, phone);
    const account = { name: 'Nora', password: chosen, registration_token };
    await api.call('cp/register/complete', { tenant_id: tenant.id, phone, ...account });
    expect((await change()).status).toBe(200);
  });
});

describe('requesting a code', () => {
  it('is answered alike for a client, a stranger, an archived client and an unverified number', async () => {
    const tenant = await makeTenant(db(), { tenant_name: 'Willow Vets' });
    await makeClient(db(), { tenant, phone: '07700900201' });
    await makeClient(db(), { tenant, phone: '07700900203', archived_at: new Date(testNow) });
    const moved = await makeClient(db(), { tenant, password: defaultPassword });
    await db().query("update clients set phone = '07700900204' where id = $1", [moved.id]);
    for (const n of [201, 202, 203, 204]) {
      const { status, body } = await start(tenant.id, `07700900${n}`);
      const sent = { success: true, resend_after: 60, expires_in: 600, clients_only: false };
      expect([status, body]).toEqual([200, sent]);
      expect(api.smsTo(`07700900${n}`)[0]?.body).toMatch(
        /^\d{6} is your verification code for Willow Vets\. It's valid for 10 minutes\.$/,
      );
      const wrong = { tenant_id: tenant.id, phone: `07700900${n}`, code: '000000' };
      expect((await api.call('cp/code/verify', wrong)).error.message).toBe(
        'Invalid or expired verification code.',
      );
    }
  });

  it('is refused alike for a mobile of the islands, though it is a client’s', async () => {
    const tenant = await makeTenant(db());
    await makeClient(db(), { tenant, phone: '07624123456', password: defaultPassword });
    const [known, unknown] = [await start(tenant.id, '07624123456'), await start(tenant.id, '07624123457')];
    expect([known.status, known.error.fields]).toEqual([
      400,
      { phone: 'Please enter a valid UK mobile number.' },
    ]);
    expect(unknown.error.fields).toEqual(known.error.fields);
  });

  it('needs an existing practice that is not suspended, at every step', async () => {
    const suspended = await makeTenant(db(), { suspended_at: new Date() });
    const client = await makeClient(db(), { tenant: suspended, phone });
    const { code, token } = await makePhoneCode(db(), { tenant: suspended, phone, purpose: 'sign_in' });
    for (const tenant_id of [suspended.id, 9_999_999]) {
      const answers = [
        await start(tenant_id),
        await api.call('cp/code/verify', { tenant_id, phone, code }),
        await complete(tenant_id, token),
      ];
      expect(answers.map(({ status, error }) => [status, error.code])).toEqual(
        Array.from({ length: 3 }, () => [404, 'not_found']),
      );
    }
    expect(api.smsTo(phone)).toEqual([]);
    const { rows } = await db().query('select 1 from api_keys where client_id = $1', [client.id]);
    expect(rows).toEqual([]);
  });
});

describe('an account that was changed to the number without verifying it', () => {
  it('is not opened by a code, and loses the number to its owner', async () => {
    const tenant = await makeTenant(db());
    const squatter = await makeClient(db(), { tenant, phone: '07700900777', password: defaultPassword });
    const credentials = { tenant_id: tenant.id, password: defaultPassword };
    const before = await api.call('auth_customer', { ...credentials, phone: '07700900777' });
    const theirs = { apiKey: before.body.api_key };
    expect((await api.call('cp/client_update', { phone }, theirs)).status).toBe(200);
    const { body } = await signIn(tenant.id);
    expect(body).toMatchObject({ is_new: true, unverified_account: true });
    // Until then, the account is theirs.
    expect((await api.call('cp/client', {}, theirs)).status).toBe(200);
    const made = await complete(tenant.id, tokenOf(body));
    expect(made.status).toBe(200);
    expect(made.body.client_id).not.toBe(squatter.id);
    expect((await api.call('cp/client', {}, theirs)).status).toBe(401);
    const { rows } = await db().query('select phone from clients where id = $1', [squatter.id]);
    expect(rows).toEqual([{ phone: null }]);
    expect((await auditOf(tenant.id)).slice(-2)).toEqual([
      {
        action: 'cp/code/complete',
        client_id: made.body.client_id,
        entity_id: squatter.id,
        details: { changed: ['phone'], portal_access_ended: true },
      },
      expect.objectContaining({ entity_id: made.body.client_id }),
    ]);
  });
});

describe('an archived client', () => {
  it('learns it only after verifying the number, and gets no session', async () => {
    const tenant = await makeTenant(db());
    const client = await makeClient(db(), { tenant, phone, archived_at: new Date(testNow) });
    const { status, error } = await signIn(tenant.id);
    expect([status, error.code]).toEqual([409, 'client_archived']);
    const { rows } = await db().query('select 1 from api_keys where client_id = $1', [client.id]);
    expect(rows).toEqual([]);
  });

  it('loses the sessions that codes have opened', async () => {
    const { tenant, staffKey } = await makePractice(db());
    const client = await makeClient(db(), { tenant, phone });
    const { api_key: apiKey } = sessionOf((await signIn(tenant.id)).body);
    expect((await api.call('client_archive', { client_id: client.id }, staffKey)).status).toBe(200);
    expect((await api.call('cp/client', {}, { apiKey })).status).toBe(401);
    await api.call('client_restore', { client_id: client.id }, staffKey);
    expect((await api.call('cp/client', {}, { apiKey })).status).toBe(401);
  });
});

it('an erased client’s number is that of a stranger', async () => {
  const { tenant, adminKey } = await makePractice(db());
  const client = await makeClient(db(), { tenant, phone });
  const { api_key: apiKey } = sessionOf((await signIn(tenant.id)).body);
  const erased = await api.call('client_erase', { client_id: client.id, name: client.name }, adminKey);
  expect(erased.status).toBe(200);
  expect((await api.call('cp/client', {}, { apiKey })).status).toBe(401);
  later(api, 61);
  expect((await signIn(tenant.id)).body).toMatchObject({ is_new: true, unverified_account: false });
});

describe('a number that the practice changes', () => {
  it('loses the sessions that codes have opened, and gets a text', async () => {
    const { tenant, staffKey } = await makePractice(db(), { tenant_name: 'Willow Vets' });
    const client = await makeClient(db(), { tenant, phone });
    const { api_key: apiKey } = sessionOf((await signIn(tenant.id)).body);
    await api.call('client_update', { client_id: client.id, phone: '07700900124' }, staffKey);
    expect((await api.call('cp/client', {}, { apiKey })).status).toBe(401);
    expect(api.smsTo(phone)[0]?.body).toContain(
      'The mobile number for your account at Willow Vets was changed.',
    );
    later(api, 61);
    expect((await signIn(tenant.id)).body.is_new).toBe(true);
    expect(sessionOf((await signIn(tenant.id, '07700900124')).body).client_id).toBe(client.id);
  });
});
