import { beforeAll, describe, expect, it } from 'vitest';
import { makeAccount, makeSessionKey, makeUser } from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi, type Caller } from '../../testing/harness.ts';
import { SoftPasskey } from '../../testing/soft-passkey.ts';

const api = useTestApi({ SUPERADMIN_SECOND_FACTOR: 'required' });
const db = () => api.testDatabase.owner;

async function addPasskey(caller: Caller): Promise<SoftPasskey> {
  const passkey = new SoftPasskey(api.url);
  const { body } = await api.call('second_factor/add', { kind: 'passkey' }, caller);
  const made = { challenge: body.challenge ?? '', passkey: passkey.create(body.passkey_options) };
  expect((await api.call('second_factor/confirm', made, caller)).status).toBe(200);
  return passkey;
}

async function signInByPasskey(passkey: SoftPasskey): Promise<Caller> {
  const { body: asked } = await api.call('auth/challenge', {});
  const answer = { challenge: asked.challenge, passkey: passkey.sign(asked.passkey_options) };
  const { body } = await api.call('auth/verify', answer);
  return { apiKey: body.api_key };
}

const codeOf = async (name: 'clients' | 'superadmin/practices', caller: Caller) => {
  const { status, error } = await api.call(name, {}, caller);
  return status === 200 ? 200 : error.code;
};

describe('a practice that requires a second factor', () => {
  let practice: Practice;
  beforeAll(async () => {
    practice = await makePractice(db());
  });

  it('gives its staff a grace period, then lets them only set it up, sign out and change their password', async () => {
    const require = { required: true, grace_days: 7 };
    expect((await api.call('second_factor/require', require, practice.adminKey)).status).toBe(200);
    const { staffKey } = practice;
    const due = '2026-01-21T09:00:00.000Z';
    const before = await api.call('session', {}, staffKey);
    expect(before.body).toMatchObject({ second_factor_due_at: due, must_set_up_second_factor: false });
    expect((await api.call('tenant', {}, staffKey)).body[0]?.second_factor_from).toBe(due);
    expect(await codeOf('clients', staffKey)).toBe(200);
    const late = await makeSessionKey(db(), { user: practice.staff, lastUsed: new Date(due) });
    api.clock.set(due);
    expect(await codeOf('clients', late)).toBe('second_factor_setup_required');
    expect((await api.call('session', {}, late)).body.must_set_up_second_factor).toBe(true);
    await addPasskey(late);
    expect(await codeOf('clients', late)).toBe(200);
    expect((await api.call('session', {}, late)).body.second_factor_due_at).toBeNull();
  });

  it('keeps the date when it is required again, allows at most 14 days, and can stop requiring it', async () => {
    const set = (input: { required: boolean; grace_days?: number }) =>
      api.call('second_factor/require', input, practice.adminKey);
    expect((await set({ required: true, grace_days: 15 })).status).toBe(400);
    expect((await set({ required: true, grace_days: 14 })).status).toBe(200);
    const { rows } = await db().query<{ from: Date }>(
      'select second_factor_from as from from tenants where id = $1',
      [practice.tenant.id],
    );
    expect(rows[0]?.from.toISOString()).toBe('2026-01-21T09:00:00.000Z');
    expect((await set({ required: false })).status).toBe(200);
    const staffKey = await makeSessionKey(db(), { user: practice.staff });
    expect((await api.call('session', {}, staffKey)).body.second_factor_due_at).toBeNull();
    const { rows: log } = await db().query(
      `select details from audit_log where tenant_id = $1 and action = 'second_factor/require' order by id`,
      [practice.tenant.id],
    );
    expect(log).toEqual([
      { details: { required_from: '2026-01-21T09:00:00.000Z' } },
      { details: { required: false } },
    ]);
  });

  it('does not stop its API keys', async () => {
    const other = await makePractice(db());
    const key = await makeSessionKey(db(), { user: other.admin, kind: 'integration' });
    await db().query('update tenants set second_factor_from = now() where id = $1', [other.tenant.id]);
    expect(await codeOf('clients', key)).toBe(200);
  });
});

describe('a superadmin', () => {
  it('must set up a second factor first, which support access then inherits', async () => {
    const account = await makeAccount(db(), { is_superadmin: true });
    const key = await makeSessionKey(db(), { account });
    expect(await codeOf('superadmin/practices', key)).toBe('second_factor_setup_required');
    const passkey = await addPasskey(key);
    expect(await codeOf('superadmin/practices', key)).toBe(200);
    const fresh = await signInByPasskey(passkey);
    const { tenant } = await makePractice(db());
    const support = await api.call(
      'superadmin/support_access',
      { practice_id: tenant.id, reason: 'A question' },
      fresh,
    );
    expect(support.status).toBe(200);
    const { rows } = await db().query(
      'select factors from api_keys where tenant_id = $1 and account_id = $2',
      [tenant.id, account.id],
    );
    expect(rows).toEqual([{ factors: ['passkey'] }]);
  });
});

describe('an admin', () => {
  it('sees which staff have no second factor, and removes it for a person who lost their device', async () => {
    const { tenant, adminKey } = await makePractice(db());
    const user = await makeUser(db(), { tenant });
    const key = await makeSessionKey(db(), { user });
    await addPasskey(key);
    const has = async () =>
      (await api.call('team', {}, adminKey)).body.find(({ id }) => id === user.id)?.second_factor;
    expect(await has()).toBe(true);
    const remove = () => api.call('team/second_factor_remove', { staff_id: user.id }, adminKey);
    expect((await remove()).status).toBe(200);
    expect(await has()).toBe(false);
    expect(await codeOf('clients', key)).toBe('unauthenticated');
    expect((await remove()).error.code).toBe('conflict');
    const { rows } = await db().query(
      `select entity, entity_id::integer as id from audit_log
       where tenant_id = $1 and action = 'team/second_factor_remove'`,
      [tenant.id],
    );
    expect(rows).toEqual([{ entity: 'user', id: user.id }]);
  });

  it('cannot remove their own, or that of an account that another practice also uses', async () => {
    const [here, elsewhere] = [await makePractice(db()), await makePractice(db())];
    const account = await makeAccount(db());
    const user = await makeUser(db(), { tenant: here.tenant, account });
    await makeUser(db(), { tenant: elsewhere.tenant, account });
    await addPasskey(await makeSessionKey(db(), { user }));
    const remove = (staff_id: number, caller: Caller) =>
      api.call('team/second_factor_remove', { staff_id }, caller);
    expect((await remove(user.id, here.adminKey)).error.code).toBe('shared_account');
    expect((await remove(here.admin.id, here.adminKey)).error.code).toBe('conflict');
    expect((await remove(user.id, elsewhere.adminKey)).error.code).toBe('not_found');
  });
});
