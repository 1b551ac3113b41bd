import { sandboxClient } from '@burrow/sandbox/sandbox';
import { describe, expect, it } from 'vitest';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { makeAccount, makeSessionKey, makeUser } from '../../../../../packages/dev/src/factory-people.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi({
  SSO_ISSUER: 'https://login.example.test',
  SSO_CLIENT_ID: 'burrow',
  SSO_CLIENT_SECRET: 'of-the-installation',
  SSO_NAME: 'Example account',
});
const db = () => api.testDatabase.owner;

const providerAt = (issuer: string) => ({
  name: 'Work account',
  issuer,
  application: sandboxClient.clientId,
  client_secret: sandboxClient.clientSecret,
});

describe('the practice’s provider', () => {
  it('never returns its secret, and needs a new one for another issuer', async () => {
    const { adminKey, tenant } = await makePractice(db());
    const issuer = `${api.sandbox.url}/oidc/one`;
    expect((await api.call('identity_provider/save', providerAt(issuer), adminKey)).status).toBe(200);
    const { client_secret: _secret, ...kept } = providerAt(issuer);
    const renamed = { ...kept, name: 'Our account' };
    expect((await api.call('identity_provider/save', renamed, adminKey)).status).toBe(200);
    const moved = await api.call(
      'identity_provider/save',
      { ...kept, issuer: `${api.sandbox.url}/oidc/two` },
      adminKey,
    );
    expect(moved.error.fields).toEqual({ client_secret: 'Enter the client secret.' });
    const { body } = await api.call('identity_provider', {}, adminKey);
    expect(body).toMatchObject({
      provider: { name: 'Our account', issuer, only_sso: '0' },
      redirect_url: `${api.url}/api/sso/callback`,
      sign_in_url: `${api.url}/app/login?practice=${tenant.id}`,
      can_save: '1',
    });
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  it.each([
    ['http://login.example.com', 'Enter a URL that starts with https://.'],
    ['https://10.0.0.1', 'SSO_PRIVATE_ISSUERS'],
    ['https://localhost', 'SSO_PRIVATE_ISSUERS'],
    ['https://login.microsoftonline.com/common/v2.0', 'your own directory'],
  ])('is refused at %s', async (issuer, reason) => {
    const { adminKey } = await makePractice(db());
    for (const name of ['identity_provider/save', 'identity_provider/test'] as const) {
      const { status, error } = await api.call(name, providerAt(issuer), adminKey);
      expect([status, error.fields?.['issuer']]).toEqual([400, expect.stringContaining(reason)]);
    }
  });

  it('needs both groups or neither', async () => {
    const { adminKey } = await makePractice(db());
    const input = { ...providerAt(`${api.sandbox.url}/oidc/one`), admin_group: 'admins' };
    const { error } = await api.call('identity_provider/save', input, adminKey);
    expect(error.fields).toEqual({ staff_group: 'Enter both groups, or neither.' });
  });

  it('cannot be changed under support access', async () => {
    const practice = await makePractice(db());
    const helper = await makeUser(db(), {
      tenant: practice.tenant,
      account: await makeAccount(db()),
      role: 'admin',
      support_until: '2026-01-14T10:00:00Z',
    });
    const key = await makeSessionKey(db(), { user: helper });
    const issuer = `${api.sandbox.url}/oidc/one`;
    expect((await api.call('identity_provider/save', providerAt(issuer), key)).status).toBe(403);
    expect((await api.call('sso/connect_start', { of: 'installation' }, key)).status).toBe(403);
  });

  it('is deleted with its connected identities, by an admin with a password', async () => {
    const { adminKey } = await makePractice(db());
    await api.call('identity_provider/save', providerAt(`${api.sandbox.url}/oidc/one`), adminKey);
    expect((await api.call('identity_provider/delete', {}, adminKey)).status).toBe(200);
    expect((await api.call('identity_provider', {}, adminKey)).body.provider).toBeNull();
    expect((await api.call('identity_provider/delete', {}, adminKey)).status).toBe(404);
  });
});

describe('the sign-in page', () => {
  it('offers the practice’s provider and the installation’s, at the address of the server', async () => {
    const { adminKey, tenant } = await makePractice(db());
    await api.call('identity_provider/save', providerAt(`${api.sandbox.url}/oidc/one`), adminKey);
    const { body } = await api.call('auth/sso_options', { practice_id: tenant.id });
    expect(body).toEqual({
      providers: [
        { practice_id: tenant.id, name: 'Work account' },
        { practice_id: null, name: 'Example account' },
      ],
      sign_in_url: null,
    });
    await db().query('update tenants set suspended_at = now() where id = $1', [tenant.id]);
    expect((await api.call('auth/sso_options', { practice_id: tenant.id })).body.providers).toEqual([
      { practice_id: null, name: 'Example account' },
    ]);
  });
});
