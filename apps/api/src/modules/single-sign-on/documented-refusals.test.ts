import type { ActionName } from '@burrow/contracts/actions';
import type { ErrorCode } from '@burrow/contracts/errors';
import { expect, it } from 'vitest';
import { makeAccount, makeSessionKey, makeUser } from '../../../../../packages/dev/src/factory-people.ts';
import { openApiDocument } from '../../http/openapi.ts';
import { useTestApi, type Caller } from '../../testing/harness.ts';
import { SoftPasskey } from '../../testing/soft-passkey.ts';
import { ssoSignIns } from '../../testing/sso-sign-ins.ts';

// Integrators handle the codes that the OpenAPI document lists for an action.

const api = useTestApi();
const db = () => api.testDatabase.owner;
const sso = ssoSignIns(api);

const { paths } = JSON.parse(JSON.stringify(openApiDocument())) as {
  paths: Record<string, { post: { responses: Record<string, { description: string }> } }>;
};

const documented = (name: ActionName): string[] =>
  Object.values(paths[`/api/${name}`]?.post.responses ?? {}).flatMap(({ description }) =>
    description.split(', '),
  );

const suspend = (tenantId: number) =>
  db().query('update tenants set suspended_at = now() where id = $1', [tenantId]);

/** Makes the provider untrusted, also for a server that has read its discovery document. */
async function distrust(name: string, adminKey: Caller): Promise<void> {
  api.sandbox.oidc.mood = 'wrong issuer';
  const { body } = await api.call('identity_provider/test', { issuer: sso.issuer(name) }, adminKey);
  expect(body.problem).not.toBeNull();
}

const refused: [ActionName, ErrorCode, string, () => Promise<string | undefined>][] = [
  [
    'auth/verify',
    'sso_required',
    'a passkey alone where the practice allows only single sign-on',
    async () => {
      const { tenant, tenantId } = await sso.practiceWithProvider();
      const account = await makeAccount(db());
      const key = await makeSessionKey(db(), { user: await makeUser(db(), { tenant, account }) });
      const passkey = new SoftPasskey(api.url);
      const { body } = await api.call('second_factor/add', { kind: 'passkey' }, key);
      const made = passkey.create(body.passkey_options) as never;
      await api.call('second_factor/confirm', { challenge: body.challenge ?? '', passkey: made }, key);
      await db().query('update identity_providers set only_sso = true where tenant_id = $1', [tenantId]);
      const { body: asked } = await api.call('auth/challenge', {});
      const answer = { challenge: asked.challenge, passkey: passkey.sign(asked.passkey_options) as never };
      return (await api.call('auth/verify', answer)).error.code;
    },
  ],
  [
    'auth/sso_start',
    'sso_failed',
    'a provider that names another issuer',
    async () => {
      const { tenantId } = await sso.practiceWithProvider();
      api.sandbox.oidc.mood = 'wrong issuer';
      return (await sso.start(tenantId)).code;
    },
  ],
  [
    'auth/sso_start',
    'not_found',
    'a suspended practice',
    async () => {
      const { tenantId } = await sso.practiceWithProvider();
      await suspend(tenantId);
      return (await sso.start(tenantId)).code;
    },
  ],
  [
    'auth/sso_finish',
    'not_found',
    'a practice that was suspended since the start',
    async () => {
      const practice = await sso.practiceWithProvider();
      const { who } = await sso.connectedPerson(practice);
      const { url, cookie } = await sso.start(practice.tenantId);
      const { token = '' } = await sso.follow(api.sandbox.oidc.answer(url, who), cookie);
      await suspend(practice.tenantId);
      return (await sso.finish(token, cookie)).body.code;
    },
  ],
  [
    'sso/connect_start',
    'sso_failed',
    'a provider that names another issuer',
    async () => {
      const { staffKey } = await sso.practiceWithProvider();
      api.sandbox.oidc.mood = 'wrong issuer';
      return (await api.call('sso/connect_start', { of: 'practice' }, staffKey)).error.code;
    },
  ],
  [
    'sso/confirm_start',
    'sso_failed',
    'a provider that names another issuer now',
    async () => {
      const practice = await sso.practiceWithProvider();
      const { who } = await sso.connectedPerson(practice);
      const { key } = await sso.signIn(practice.tenantId, who);
      await distrust(practice.providerName, practice.adminKey);
      return (await api.call('sso/confirm_start', {}, key)).error.code;
    },
  ],
];

it.each(refused)('%s documents that it answers %s: %s', async (name, code, _when, refuse) => {
  expect(await refuse()).toBe(code);
  expect(documented(name)).toContain(code);
});
