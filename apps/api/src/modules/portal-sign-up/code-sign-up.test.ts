import { beforeEach, describe, expect, it } from 'vitest';
import { makeClient, makeTenant } from '../../../../../packages/dev/src/factory-people.ts';
import { useTestApi } from '../../testing/harness.ts';
import { later, provenPhone, sessionOf, signInByCode, tokenOf } from '../../testing/portal-sign-up.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;
// All calls come from one address; the limits are tested elsewhere.
beforeEach(() => db().query('truncate rate_limits'));
const phone = '07700900123';
const chosen = 'a-chosen-phrase';

const signIn = (tenantId: number) => signInByCode(api, tenantId, phone);

const complete = (tenantId: number, registration_token: string, more: { email?: string } = {}) =>
  api.call('cp/code/complete', {
    tenant_id: tenantId,
    phone,
    name: 'Nora Newcomer',
    registration_token,
    ...more,
  });

const auditOf = async (tenantId: number) =>
  (
    await db().query(
      `select action, client_id::integer, entity_id::integer, details from audit_log
       where tenant_id = $1 and entity = 'client' order by id`,
      [tenantId],
    )
  ).rows;

describe('an unknown number', () => {
  it('becomes a client without a password, signed in', async () => {
    const { id } = await makeTenant(db());
    const { body } = await signIn(id);
    expect(body).toMatchObject({ is_new: true, unverified_account: false });
    const made = await complete(id, tokenOf(body), { email: 'Nora@Example.test' });
    expect(made.status).toBe(200);
    const { client_id: clientId, api_key: apiKey } = made.body;
    const own = await api.call('cp/client', {}, { apiKey });
    expect(own.body).toMatchObject({
      id: clientId,
      name: 'Nora Newcomer',
      email: 'nora@example.test',
      phone,
    });
    const { rows } = await db().query(
      'select client_id::integer, password_hash, proved_phone from client_logins where tenant_id = $1',
      [id],
    );
    expect(rows).toEqual([{ client_id: clientId, password_hash: null, proved_phone: phone }]);
    expect(await auditOf(id)).toEqual([
      {
        action: 'cp/code/complete',
        client_id: clientId,
        entity_id: clientId,
        details: { network: '127.0.0.x', claimed: false },
      },
    ]);
    later(api, 61);
    expect(sessionOf((await signIn(id)).body).client_id).toBe(clientId);
  });

  it('gets the record that the practice makes meanwhile', async () => {
    const tenant = await makeTenant(db());
    const token = tokenOf((await signIn(tenant.id)).body);
    const mine = await makeClient(db(), { tenant, phone, name: 'Mrs Newcomer', email: null });
    const made = await complete(tenant.id, token, { email: 'nora@example.test' });
    expect(made.body.client_id).toBe(mine.id);
    const { rows } = await db().query('select name, email::text from clients where tenant_id = $1', [
      tenant.id,
    ]);
    expect(rows).toEqual([{ name: 'Mrs Newcomer', email: 'nora@example.test' }]);
  });

  it('needs the token, which is valid for 15 minutes, once, for that number and practice', async () => {
    const [one, other] = [await makeTenant(db()), await makeTenant(db())];
    const refused = async (tenantId: number, token: string) =>
      (await complete(tenantId, token)).error.code === 'phone_not_verified';
    const ofSignUp = await provenPhone(api, one.id, phone);
    expect(await refused(one.id, ofSignUp)).toBe(true);
    later(api, 61);
    const late = tokenOf((await signIn(one.id)).body);
    later(api, 901);
    expect(await refused(one.id, late)).toBe(true);
    const token = tokenOf((await signIn(one.id)).body);
    expect(await refused(other.id, token)).toBe(true);
    // Nor does it make an account with a password.
    const account = { name: 'Nora', password: chosen, registration_token: token };
    const signUp = await api.call('cp/register/complete', { tenant_id: one.id, phone, ...account });
    expect(signUp.error.code).toBe('phone_not_verified');
    later(api, 899);
    expect(await refused(one.id, token)).toBe(false);
    expect(await refused(one.id, token)).toBe(true);
  });

  it('makes one client, though the token arrives many times at the same moment', async () => {
    const { id } = await makeTenant(db());
    const token = tokenOf((await signIn(id)).body);
    const answers = await Promise.all(Array.from({ length: 5 }, () => complete(id, token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await db().query('select 1 from clients where tenant_id = $1', [id]);
    expect(rows).toHaveLength(1);
  });
});
