import { beforeEach, describe, expect, it } from 'vitest';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import {
  defaultPassword,
  makeClient,
  makeSessionKey,
  makeTenant,
} from '../../../../../packages/dev/src/factory-people.ts';
import { testNow, useTestApi } from '../../testing/harness.ts';
import { codeSentTo, later } from '../../testing/portal-sign-up.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;
beforeEach(() => db().query('truncate rate_limits'));

const signIn = (tenantId: number, phone: string, password = defaultPassword) =>
  api.call('auth_customer', { tenant_id: tenantId, phone, password });

const clientOf = async (columns: Parameters<typeof makeClient>[1] = {}) => {
  const client = await makeClient(db(), { password: defaultPassword, ...columns });
  return { id: client.id, tenantId: client.tenant_id, phone: client.phone ?? '' };
};

describe('signing in to a portal', () => {
  it('returns a key of that practice, in both spellings', async () => {
    const { tenant, client } = await makePractice(db());
    const spaced = (client.phone ?? '').replace(/^(.{5})/, ' $1 ');
    const { status, body } = await signIn(tenant.id, spaced);
    expect(status).toBe(200);
    expect(body).toEqual({
      api_key: body.api_key,
      user_id: client.id,
      client_id: client.id,
      tenant_id: tenant.id,
      role: 'customer',
      tenant_name: tenant.tenant_name,
      must_change_password: false,
      multiple_tenants: false,
      available_tenants: [
        {
          tenant_id: tenant.id,
          tenant_name: tenant.tenant_name,
          tenant_subdomain: tenant.subdomain,
          user_id: client.id,
          api_key: body.api_key,
          role: 'customer',
        },
      ],
      auth: {
        apiKey: body.api_key,
        userId: client.id,
        clientId: client.id,
        tenantId: tenant.id,
        role: 'customer',
      },
    });
    const key = { apiKey: body.api_key };
    expect((await api.call('logout', {}, key)).status).toBe(200);
    expect((await api.call('logout', {}, key)).status).toBe(401);
  });

  it('lasts as long as a staff session, and is in the audit log', async () => {
    const { id, tenantId, phone } = await clientOf();
    const { body } = await signIn(tenantId, phone);
    const { rows } = await db().query(
      "select expires_at = $2::timestamptz + interval '14 days' as in_time, label from api_keys where client_id = $1",
      [id, testNow],
    );
    expect(rows).toEqual([{ in_time: true, label: null }]);
    const log = await db().query(
      'select action, client_id::integer, entity_id::integer, details from audit_log where tenant_id = $1',
      [tenantId],
    );
    const details = { network: '127.0.0.x' };
    expect(log.rows).toEqual([{ action: 'auth_customer', client_id: id, entity_id: id, details }]);
    expect(api.logLines.join('\n')).not.toContain(body.api_key);
  });

  it('refuses an unknown number, a wrong password, an archived client and one without a login with the same answer', async () => {
    const tenant = await makeTenant(db());
    const [known, archived, without] = [
      await clientOf({ tenant }),
      await clientOf({ tenant, archived_at: new Date() }),
      await clientOf({ tenant, password: null }),
    ];
    const elsewhere = await clientOf();
    const answers = [
      await signIn(tenant.id, known.phone, 'something-else'),
      await signIn(tenant.id, '07700900999'),
      await signIn(tenant.id, archived.phone),
      await signIn(tenant.id, without.phone),
      await signIn(tenant.id, elsewhere.phone),
    ];
    for (const { status, error } of answers) {
      expect([status, { ...error, request_id: '' }]).toEqual([
        401,
        {
          code: 'invalid_credentials',
          message: 'The mobile number or password is incorrect.',
          request_id: '',
        },
      ]);
    }
  });

  it('refuses an invalid mobile number, and a suspended practice', async () => {
    const { tenantId, phone } = await clientOf();
    const malformed = await signIn(tenantId, '12345');
    expect([malformed.status, malformed.error.fields]).toEqual([
      400,
      { phone: 'Please enter a valid UK mobile number.' },
    ]);
    await db().query('update tenants set suspended_at = now() where id = $1', [tenantId]);
    expect((await signIn(tenantId, phone)).status).toBe(404);
  });

  it('does not continue after the client was archived and restored', async () => {
    const { tenant, client, staffKey } = await makePractice(db());
    const { body } = await signIn(tenant.id, client.phone ?? '');
    const mine = async () => (await api.call('cp/tenant', {}, { apiKey: body.api_key })).status;
    expect(await mine()).toBe(200);
    await api.call('client_archive', { client_id: client.id }, staffKey);
    await api.call('client_restore', { client_id: client.id }, staffKey);
    expect(await mine()).toBe(401);
    expect((await signIn(tenant.id, client.phone ?? '')).status).toBe(200);
  });

  it('is limited after ten attempts with a number from one network, in any spelling', async () => {
    const { tenantId, phone } = await clientOf();
    const spaces = ['', ' ', '  ', '\u2009', '\u00a0', '\u2003', ' \u2003', '\u3000', '   ', '\u2009 '];
    for (const space of spaces) {
      const written = `${phone.slice(0, 4)}${space}${phone.slice(4)}`;
      expect((await signIn(tenantId, written, 'guess')).status).toBe(401);
    }
    const { status, error, headers } = await signIn(tenantId, phone);
    expect([status, error.code]).toEqual([429, 'rate_limited']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(200);
    const other = await clientOf({ phone });
    expect((await signIn(other.tenantId, phone)).status).toBe(200);
  });
});

describe('a forgotten password', () => {
  const start = (tenantId: number, phone: string) =>
    api.call('cp/password/reset/start', { tenant_id: tenantId, phone });
  const complete = (tenantId: number, phone: string, code: string, password = 'a-new-phrase') =>
    api.call('cp/password/reset/complete', { tenant_id: tenantId, phone, code, new_password: password });

  it('is replaced by the owner of the phone, and every session ends', async () => {
    const { id, tenantId, phone } = await clientOf();
    const before = await makeSessionKey(db(), { client: { tenant_id: tenantId, id } });
    const sibling = await clientOf({ tenant_id: tenantId });
    const siblings = await makeSessionKey(db(), { client: { tenant_id: tenantId, id: sibling.id } });
    for (let n = 0; n < 11; n += 1) await signIn(tenantId, phone, 'guess');
    expect((await start(tenantId, phone)).body).toEqual({ success: true, resend_after: 60, expires_in: 600 });
    expect((await complete(tenantId, phone, codeSentTo(api, phone))).status).toBe(200);
    expect((await api.call('logout', {}, before)).status).toBe(401);
    expect((await api.call('logout', {}, siblings)).status).toBe(200);
    expect((await signIn(tenantId, phone)).status).toBe(401);
    expect((await signIn(tenantId, phone, 'a-new-phrase')).status).toBe(200);
    const log = await db().query(
      'select action, entity, client_id::integer from audit_log where tenant_id = $1 and client_id is not null order by id limit 1',
      [tenantId],
    );
    expect(log.rows).toEqual([{ action: 'cp/password/reset/complete', entity: 'client', client_id: id }]);
  });

  it('reports that no account has the number', async () => {
    const tenant = await makeTenant(db());
    const [archived, without] = [
      await clientOf({ tenant, archived_at: new Date() }),
      await clientOf({ tenant, password: null }),
    ];
    for (const phone of ['07700900999', archived.phone, without.phone]) {
      const started = await start(tenant.id, phone);
      expect([started.status, started.error.code, started.error.message]).toEqual([
        404,
        'account_not_found',
        'No account found with this mobile number.',
      ]);
      const completed = await complete(tenant.id, phone, '123456');
      expect([completed.status, completed.error.code, completed.error.message]).toEqual([
        404,
        'account_not_found',
        'Account not found.',
      ]);
    }
    expect((await start(tenant.id, '0770')).error.message).toBe('Please enter a valid UK mobile number.');
  });

  it('does not use the code up on a refused password', async () => {
    const { tenantId, phone } = await clientOf();
    await db().query('update tenants set portal_password_minimum = 8 where id = $1', [tenantId]);
    await start(tenantId, phone);
    const code = codeSentTo(api, phone);
    const refused: [string, string][] = [
      ['tiny', 'Password must be at least 6 characters long'],
      ['seven-7', 'Password must be at least 8 characters long'],
      ['12345678', 'This password is too common. Choose another.'],
    ];
    for (const [password, message] of refused) {
      const { status, error } = await complete(tenantId, phone, code, password);
      expect([status, error.fields]).toEqual([400, { new_password: message }]);
    }
    later(api, 599);
    expect((await complete(tenantId, phone, code)).status).toBe(200);
    const again = await complete(tenantId, phone, code);
    expect([again.status, again.error.code]).toEqual([400, 'code_not_valid']);
  });
});

describe('the practice of a portal', () => {
  it('shows its name, colour and rules, and no other data of it', async () => {
    const tenant = await makeTenant(db(), { colour: '#1d5a4c' });
    await db().query('update tenants set portal_password_minimum = 10 where id = $1', [tenant.id]);
    const { body } = await api.call('tenant_public', { tenant_id: tenant.id });
    expect(body).toEqual({
      tenant_id: tenant.id,
      tenant_name: tenant.tenant_name,
      tenant_logo: null,
      color: '#1d5a4c',
      locale: 'en-GB',
      uk_mobile: true,
      password_minimum: 10,
    });
    for (const [locale, isBritish] of [
      ['cy-GB', true],
      ['fr-FR', false],
    ] as const) {
      const { id } = await makeTenant(db(), { locale });
      const answer = await api.call('tenant_public', { tenant_id: id });
      expect([locale, answer.body.uk_mobile]).toEqual([locale, isBritish]);
    }
    const unknown = await api.call('tenant_public', { tenant_id: 9_999_999 });
    expect([unknown.status, unknown.error.code]).toEqual([404, 'not_found']);
  });
});
