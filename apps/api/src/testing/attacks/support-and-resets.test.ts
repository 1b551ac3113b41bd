import { beforeAll, describe, expect, it } from 'vitest';
import {
  defaultPassword,
  makeAccount,
  makeInvited,
  makeSessionKey,
  makeSetupLink,
  makeUser,
  type SessionKey,
} from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { testNow, useTestApi } from '../harness.ts';
import { checkImport, uploadImport } from '../imports.ts';
import { provenPhone } from '../portal-sign-up.ts';

// A superadmin's powers over people must not give lasting access, lock anyone out, or be undone by their target.

const api = useTestApi();
const db = () => api.testDatabase.owner;

let robin: SessionKey;
beforeAll(async () => {
  const account = await makeAccount(db(), { name: 'Robin Root', is_superadmin: true });
  robin = await makeSessionKey(db(), { account, signInId: '11111111-1111-4111-8111-111111111111' });
});

describe('support access against attempts to keep it, or to block it', () => {
  const open = async (practiceId: number) => {
    const { body } = await api.call(
      'superadmin/support_access',
      { practice_id: practiceId, reason: 'Printer', minutes: 30 },
      robin,
    );
    return { apiKey: body.api_key, userId: body.user_id };
  };

  it('gives no one access and no one another role', async () => {
    const { tenant, staff } = await makePractice(db());
    const { user: invited } = await makeInvited(db(), { tenant });
    const disabled = await makeUser(db(), { tenant, disabled_at: new Date(testNow) });
    const support = await open(tenant.id);
    for (const answer of [
      await api.call('team/invite', { name: 'Mole', email: 'mole@example.test', role: 'admin' }, support),
      await api.call('team/invite_again', { staff_id: invited.id }, support),
      await api.call('team/reset_password', { staff_id: staff.id }, support),
      await api.call('team/enable', { staff_id: disabled.id }, support),
      await api.call('team/update', { staff_id: staff.id, role: 'admin' }, support),
    ]) {
      expect([answer.status, answer.error.code]).toEqual([403, 'forbidden']);
    }
    const rename = { staff_id: staff.id, name: 'Renamed', role: 'staff' } as const;
    expect((await api.call('team/update', rename, support)).status).toBe(200);
  });

  it('sends nothing of the practice to a lasting address, and reveals no secret', async () => {
    const { tenant, adminKey } = await makePractice(db());
    const own = { url: 'https://theirs.example.test/hook', events: ['client.created'] };
    const endpointId = (await api.call('webhook_endpoint_create', own, adminKey)).body.endpoint_id;
    const support = await open(tenant.id);
    const away = 'https://mole.example.test/hook';
    const change = (input: { url?: string; description?: string; is_on?: '0' }) =>
      api.call('webhook_endpoint_update', { endpoint_id: endpointId, ...input }, support);
    for (const answer of [
      await api.call('webhook_endpoint_create', { ...own, url: away }, support),
      await change({ url: away }),
      await api.call('webhook_secret_rotate', { endpoint_id: endpointId }, support),
    ]) {
      expect([answer.status, answer.error.code]).toEqual([403, 'forbidden']);
    }
    const { body } = await api.call('webhook_endpoints', {}, adminKey);
    expect(body).toMatchObject([{ url: own.url, old_secret_until: null }]);
    // The support tasks stay allowed.
    expect((await change({ url: own.url, description: 'Till', is_on: '0' })).status).toBe(200);
  });

  it('exports no copy of the whole practice, and erases no one', async () => {
    const { tenant, client } = await makePractice(db());
    const support = await open(tenant.id);
    for (const answer of [
      await api.call('practice_export', {}, support),
      await api.call('client_erase', { client_id: client.id, name: client.name }, support),
    ]) {
      expect([answer.status, answer.error.code]).toEqual([403, 'forbidden']);
      expect(answer.error.message).toMatch(/ can’t be \w+ during support access\./);
    }
    expect((await api.call('client', { client_id: client.id }, support)).body.name).toBe(client.name);
  });

  it('leaves the subscription to the practice', async () => {
    const { tenant, adminKey } = await makePractice(db());
    const support = await open(tenant.id);
    for (const action of ['subscription/checkout', 'subscription/portal'] as const) {
      const { status, error } = await api.call(action, {}, support);
      expect([status, error.code]).toEqual([403, 'forbidden']);
      expect((await api.call(action, {}, adminKey)).status).toBe(200);
    }
    expect((await api.call('subscription/status', {}, support)).status).toBe(200);
  });

  it('makes no portal login that shows an animal’s records after its end', async () => {
    const { tenant, animal } = await makePractice(db());
    const support = await open(tenant.id);
    const own = '07700900555';
    const made = await api.call('client_create', { name: 'Mole', phone: own }, support);
    expect([made.status, made.error.code]).toEqual([403, 'forbidden']);
    const mail = await api.call('client_create', { name: 'Mole', email: 'mole@example.test' }, support);
    expect(mail.error.code).toBe('forbidden');
    const bare = await api.call('client_create', { name: 'Mole' }, support);
    expect(bare.status).toBe(200);
    // A stranger can sign up in any practice: their own record must stay without the practice's animals.
    const token = await provenPhone(api, tenant.id, own);
    const account = { tenant_id: tenant.id, phone: own, name: 'Mole', password: 'petlover-77' };
    const { body } = await api.call('cp/register/complete', { ...account, registration_token: token });
    for (const clientId of [bare.body.client_id, body.client_id]) {
      const moved = await api.call('animal_transfer', { animal_id: animal.id, client_id: clientId }, support);
      expect([moved.status, moved.error.code]).toEqual([403, 'forbidden']);
    }
    const { rows } = await db().query('select client_id::integer as owner from animals where id = $1', [
      animal.id,
    ]);
    expect(rows).toEqual([{ owner: animal.client_id }]);
  });

  it.each(['Phone', 'Home phone', 'Email'])(
    'imports no clients with the column %s, which the practice’s admin can start',
    async (heading) => {
      const practice = await makePractice(db());
      const value = heading === 'Email' ? 'mole@example.test' : '07700900556';
      const id = await uploadImport(api, practice, `Name,${heading}\nAnn Miller,${value}\n`);
      await checkImport(api, practice, id);
      const run = { import_id: id, species: [], duplicates: 'fill' } as const;
      const support = await open(practice.tenant.id);
      const refused = await api.call('import/run', run, support);
      expect([refused.status, refused.error.code]).toEqual([403, 'forbidden']);
      expect((await api.call('import/run', run, practice.adminKey)).status).toBe(200);
    },
  );

  it('imports clients without contact details', async () => {
    const practice = await makePractice(db());
    const id = await uploadImport(api, practice, 'Name,Address\nAnn Miller,1 Mill Lane\n');
    await checkImport(api, practice, id);
    const run = { import_id: id, species: [], duplicates: 'skip' } as const;
    expect((await api.call('import/run', run, await open(practice.tenant.id))).status).toBe(200);
  });

  it('revokes the links that were made under it when it ends', async () => {
    const { tenant } = await makePractice(db());
    const { user: invited } = await makeInvited(db(), { tenant });
    const { userId } = await open(tenant.id);
    const made = () => makeSetupLink(db(), { user: invited, created_by_user_id: userId });
    const status = async ({ token }: { token: string }) =>
      (await api.call('setup_link/check', { token })).status;
    const link = await made();
    expect(await status(link)).toBe(200);
    api.clock.set('2026-01-14T09:30:00Z');
    expect(await status(link)).toBe(410);
    // A later access is not the one under which it was made.
    await open(tenant.id);
    expect(await status(link)).toBe(410);
  });

  it('is not blocked by an unaccepted invitation of the superadmin', async () => {
    const { tenant, adminKey } = await makePractice(db());
    const account = await makeAccount(db(), { is_superadmin: true, name: 'Sue Super' });
    const sue = await makeSessionKey(db(), { account });
    const invited = await api.call('team/invite', { name: 'Sue', email: account.email }, adminKey);
    const access = { practice_id: tenant.id, reason: 'Printer' };
    const granted = await api.call('superadmin/support_access', access, sue);
    expect([granted.status, granted.body.user_id]).toEqual([200, invited.body.staff_id]);
    const token = invited.body.setup_link.replace(/^.*#/, '');
    expect((await api.call('setup_link/check', { token })).status).toBe(410);
    const { body } = await api.call('team', {}, adminKey);
    expect(body.find(({ id }) => id === granted.body.user_id)).toMatchObject({ state: 'support' });
  });

  it('is ended without signing the superadmin out, and ends with the superadmin’s own session', async () => {
    const { tenant } = await makePractice(db());
    const account = await makeAccount(db(), { is_superadmin: true });
    const own = await makeSessionKey(db(), { account, signInId: '22222222-2222-4222-8222-222222222222' });
    const enter = async () => {
      const { body } = await api.call(
        'superadmin/support_access',
        { practice_id: tenant.id, reason: 'Printer' },
        own,
      );
      return { apiKey: body.api_key };
    };
    const first = await enter();
    expect((await api.call('logout', {}, first)).status).toBe(200);
    expect((await api.call('clients', {}, first)).status).toBe(401);
    expect((await api.call('superadmin/totals', {}, own)).status).toBe(200);
    const second = await enter();
    expect((await api.call('logout', {}, own)).status).toBe(200);
    expect((await api.call('clients', {}, second)).status).toBe(401);
  });
});

describe('resetting a sign-in', () => {
  const reset = (email: string, key: SessionKey = robin) =>
    api.call('superadmin/account_reset', { email }, key);
  const tokenOf = (link: string) => link.replace(/^.*#/, '');

  it('recovers the account of a person of two practices by a link', async () => {
    const [here, there] = [await makePractice(db()), await makePractice(db())];
    const account = await makeAccount(db());
    const user = await makeUser(db(), { tenant: here.tenant, account });
    await makeUser(db(), { tenant: there.tenant, account });
    const key = await makeSessionKey(db(), { user });
    const earlier = tokenOf((await reset(account.email)).body.setup_link);
    const { status, body } = await reset(account.email.toUpperCase());
    expect([status, body.expires_at]).toEqual([200, '2026-01-15T09:00:00.000Z']);
    const token = tokenOf(body.setup_link);
    expect((await api.call('setup_link/check', { token: earlier })).status).toBe(410);
    expect((await api.call('tenant', {}, key)).status).toBe(401);
    const signIn = (password: string) => api.call('auth', { email: account.email, password });
    expect((await signIn(defaultPassword)).status).toBe(401);

    expect((await api.call('setup_link/check', { token })).body).toEqual({
      purpose: 'reset',
      email: account.email,
      name: account.name,
      tenant_name: null,
      has_password: false,
      sso: null,
    });
    const used = await api.call('setup_link/use', { token, password: 'a-better-phrase' });
    expect([used.status, used.body]).toEqual([200, { success: true, email: account.email, tenant_id: null }]);
    expect((await api.call('setup_link/use', { token, password: 'another-phrase-2' })).status).toBe(410);
    expect((await signIn('a-better-phrase')).body.available_tenants).toHaveLength(2);
    for (const { tenant, adminKey } of [here, there]) {
      const log = await api.call('audit_log', { entity: 'user' }, adminKey);
      // The earlier link's refusal is recorded in the background.
      const actions = log.body.map(({ action }) => action).filter((action) => action !== 'link_refused');
      expect([tenant.id, actions]).toEqual([
        tenant.id,
        ['setup_link/use', 'superadmin/account_reset', 'superadmin/account_reset'],
      ]);
    }
  });

  it('takes an account away from a practice that made it in another person’s name', async () => {
    const attacker = await makePractice(db());
    const account = await makeAccount(db(), { password: null });
    const { user, link } = await makeInvited(db(), { tenant: attacker.tenant, account });
    await api.call('setup_link/use', { token: link.token, password: 'of-the-attacker' });
    const made = await api.call('team/reset_password', { staff_id: user.id }, attacker.adminKey);
    const { body } = await reset(account.email);
    expect((await api.call('setup_link/check', { token: tokenOf(made.body.setup_link) })).status).toBe(410);
    const own = await makePractice(db());
    const invitation = await api.call(
      'team/invite',
      { name: 'Vera Victim', email: account.email },
      own.adminKey,
    );
    const join = { token: tokenOf(invitation.body.setup_link), password: 'of-the-victim-1' };
    await api.call('setup_link/use', { ...join, token: tokenOf(body.setup_link) });
    const again = await api.call('team/reset_password', { staff_id: user.id }, attacker.adminKey);
    expect(again.error.code).toBe('shared_account');
    expect((await api.call('setup_link/use', join)).status).toBe(200);
    const signedIn = await api.call('auth', { email: account.email, password: join.password });
    expect(signedIn.body.available_tenants.map(({ tenant_id }) => tenant_id)).toContain(own.tenant.id);
  });

  it('is refused for a superadmin, for an unknown account and by everyone else', async () => {
    const other = await makeAccount(db(), { is_superadmin: true });
    expect((await reset(other.email)).error.code).toBe('conflict');
    expect((await reset('nobody@example.test')).error.code).toBe('not_found');
    const { adminKey } = await makePractice(db());
    const account = await makeAccount(db());
    expect((await reset(account.email, adminKey)).status).toBe(403);
    const { rows } = await db().query(
      'select id from accounts where id = any($1) and password_hash is null',
      [[other.id, account.id]],
    );
    expect(rows).toEqual([]);
  });
});
