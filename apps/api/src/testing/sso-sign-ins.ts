import type { InputOf } from '@burrow/contracts/actions';
import type { ErrorBody } from '@burrow/contracts/errors';
import { sandboxClient } from '@burrow/sandbox/sandbox';
import type { OidcPerson } from '@burrow/sandbox/oidc/oidc';
import { expect } from 'vitest';
import { defaultPassword, makeAccount, makeUser } from '../../../../packages/dev/src/factory-people.ts';
import { makePractice } from '../../../../packages/dev/src/factories.ts';
import type { Caller, TestApi } from './harness.ts';

type ProviderInput = InputOf<'identity_provider/save'>;

const json = { 'content-type': 'application/json' };

const cookieOf = (answer: Response): string | undefined => answer.headers.getSetCookie()[0]?.split(';')[0];

/** What a provider claims about a person. */
export const personAt = (email: string, more: Partial<OidcPerson> = {}): OidcPerson => ({
  sub: `subject-of-${email}`,
  email,
  email_verified: true,
  name: 'Ada Vetter',
  groups: [],
  ...more,
});

interface Finished {
  code: string;
  message: string;
  api_key: string;
  tenant_id: number;
  role: string;
  available_tenants: { tenant_id: number }[];
}

/** Signs people in with the sandbox's providers, each in a browser of their own. */
export function ssoSignIns(api: TestApi) {
  const issuer = (name: string): string => `${api.sandbox.url}/oidc/${name}`;

  /** The settings of the installation's provider. */
  const installation = () => {
    const { clientId, clientSecret } = sandboxClient;
    return { SSO_ISSUER: issuer('main'), SSO_CLIENT_ID: clientId, SSO_CLIENT_SECRET: clientSecret };
  };

  const saveProvider = (caller: Caller, name: string, more: Partial<ProviderInput> = {}) => {
    const { clientId: application, clientSecret: client_secret } = sandboxClient;
    const provider = { name: 'Work account', issuer: issuer(name), application, client_secret, ...more };
    return api.call('identity_provider/save', provider, caller);
  };

  /** A practice with its own provider. */
  const practiceWithProvider = async (more: Partial<ProviderInput> = {}) => {
    const practice = await makePractice(api.testDatabase.owner);
    const name = `practice-${practice.tenant.id}`;
    const { status } = await saveProvider(practice.adminKey, name, more);
    expect(status).toBe(200);
    return { ...practice, providerName: name, tenantId: practice.tenant.id };
  };

  /** A practice that allows only single sign-on. */
  const ssoOnlyPractice = async (more: Partial<ProviderInput> = {}) => {
    const practice = await practiceWithProvider(more);
    await api.testDatabase.owner.query('update identity_providers set only_sso = true where tenant_id = $1', [
      practice.tenantId,
    ]);
    return practice;
  };

  const begin = async (action: 'auth/sso_start' | 'auth/sso_join', input: object, cookie: string) => {
    const answer = await api.post(`/api/${action}`, JSON.stringify(input), { ...json, cookie });
    const body = (await answer.json()) as { url: string } & Partial<ErrorBody>;
    const { url, code, challenge } = body;
    return { status: answer.status, url, code, challenge, cookie: cookieOf(answer) ?? cookie };
  };

  /** Starts a sign-in in a browser of its own. */
  const start = (practiceId: number | undefined, cookie = '') =>
    begin('auth/sso_start', practiceId === undefined ? {} : { practice_id: practiceId }, cookie);

  /** Starts joining with a one-time link, in a browser of its own. */
  const startJoin = (input: InputOf<'auth/sso_join'>) => begin('auth/sso_join', input, '');

  const finish = async (token: string, cookie: string) => {
    const answer = await api.post('/api/auth/sso_finish', JSON.stringify({ token }), { ...json, cookie });
    const body = (await answer.json()) as Finished;
    return { status: answer.status, body, opened: body.available_tenants?.map(({ tenant_id: id }) => id) };
  };

  /** The rest of a started sign-in. @returns the code of its refusal, or the sessions */
  const complete = async ({ url, cookie, code }: Awaited<ReturnType<typeof begin>>, who: OidcPerson) => {
    if (code) return { refusal: code };
    const { token, error } = await follow(api.sandbox.oidc.answer(url, who), cookie);
    if (!token) return { refusal: error };
    const { status, body, opened } = await finish(token, cookie);
    return status === 200
      ? { key: { apiKey: body.api_key }, role: body.role, opened }
      : { refusal: body.code };
  };

  /** Runs a whole sign-in, as `complete`. */
  const signIn = async (practiceId: number | undefined, who: OidcPerson) =>
    complete(await start(practiceId), who);

  /** The same for a person who joins with a one-time link. */
  const join = async (input: InputOf<'auth/sso_join'>, who: OidcPerson) =>
    complete(await startJoin(input), who);

  /** Connects a provider to the account of a session. */
  const connect = async (caller: Caller, who: OidcPerson, of: 'practice' | 'installation' = 'practice') => {
    const started = await api.call('sso/connect_start', { of }, caller);
    expect(started.status).toBe(200);
    const { connect: token = '' } = await follow(api.sandbox.oidc.answer(started.body.url, who), '');
    return api.call('sso/connect_finish', { token }, caller);
  };

  /** A person of a practice with a password and a connected identity. */
  const connectedPerson = async (practice: { tenant: { id: number } }, role: 'staff' | 'admin' = 'staff') => {
    const db = api.testDatabase.owner;
    const account = await makeAccount(db);
    const user = await makeUser(db, { tenant: practice.tenant, account, role });
    const { body } = await api.call('auth', { email: account.email, password: defaultPassword });
    const found = body.available_tenants.find(({ tenant_id: id }) => id === practice.tenant.id);
    const who = personAt(account.email);
    expect((await connect({ apiKey: found?.api_key ?? '' }, who)).status).toBe(200);
    return { account, user, who };
  };

  return {
    issuer,
    installation,
    saveProvider,
    practiceWithProvider,
    ssoOnlyPractice,
    start,
    startJoin,
    follow,
    finish,
    complete,
    signIn,
    join,
    connect,
    connectedPerson,
  };
}

/** Follows the provider's answer. @returns the fragment of the page's address */
async function follow(address: string, cookie: string) {
  const answer = await fetch(address, { redirect: 'manual', headers: { cookie } });
  const [page, fragment = ''] = (answer.headers.get('location') ?? '').split('#');
  expect([answer.status, page]).toEqual([303, '/app/sso']);
  return Object.fromEntries(new URLSearchParams(fragment)) as Partial<
    Record<'token' | 'connect' | 'confirm' | 'error' | 'for', string>
  >;
}
