import bcrypt from 'bcrypt';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { hashKey } from '../../lib/api-key.ts';
import {
  defaultPassword,
  makeAccount,
  makeSessionKey,
  makeUser,
  passwordHash,
} from '../../../../../packages/dev/src/factory-people.ts';
import { useTestApi } from '../harness.ts';

// Hashing a password takes time, in which the old one must not open a session.

const api = useTestApi();
const db = () => api.testDatabase.owner;
afterEach(() => vi.restoreAllMocks());

async function person() {
  const account = await makeAccount(db());
  const user = await makeUser(db(), { account });
  const key = await makeSessionKey(db(), { user });
  return { account, user, key };
}

/** Lets the next comparison of a password finish only once `meanwhile` has happened. */
function duringComparison(meanwhile: () => Promise<unknown>): void {
  const compare = bcrypt.compare.bind(bcrypt);
  vi.spyOn(bcrypt, 'compare').mockImplementationOnce(async (...given: unknown[]) => {
    const same = await compare(given[0] as string, given[1] as string);
    await meanwhile();
    return same;
  });
}

const changePassword = async (apiKey: string) =>
  db().query('select change_own_password($1, $2, $3)', [
    hashKey(apiKey),
    await passwordHash('a-better-phrase'),
    api.clock.now(),
  ]);

describe('a sign-in with credentials that were valid when it began', () => {
  it.each<[string, (one: Awaited<ReturnType<typeof person>>) => Promise<unknown>, string?]>([
    ['the password is changed', ({ key }) => changePassword(key.apiKey)],
    [
      'the person is disabled',
      ({ account }) => db().query('update accounts set disabled_at = now() where id = $1', [account.id]),
    ],
    [
      'the person is taken off the practice',
      ({ user }) => db().query('update users set disabled_at = now() where id = $1', [user.id]),
    ],
    [
      'the practice is suspended',
      ({ user }) => db().query('update tenants set suspended_at = now() where id = $1', [user.tenant_id]),
      'practice_unavailable',
    ],
  ])('gives no session when %s meanwhile', async (_what, happens, code = 'invalid_credentials') => {
    const one = await person();
    duringComparison(() => happens(one));
    const answer = await api.call('auth', { email: one.account.email, password: defaultPassword });
    expect(answer.error.code).toBe(code);
    const { rows } = await db().query('select 1 from api_keys where account_id = $1', [one.account.id]);
    expect(rows).toHaveLength(1);
  });

  it('leaves no session that a simultaneous change of the password misses', async () => {
    const { account, user, key } = await person();
    const [signingIn, changing] = [await db().connect(), await db().connect()];
    await signingIn.query('begin');
    const issued = await signingIn.query(
      'select sign_in_issue_key($1, $2, $3, $4, $5, $6, $7, $8) as issued',
      [
        hashKey('the-key-of-the-intruder'),
        user.tenant_id,
        user.id,
        account.id,
        account.password_hash,
        null,
        api.clock.now(),
        new Date('2099-01-01T00:00:00Z'),
      ],
    );
    expect(issued.rows).toEqual([{ issued: true }]);
    const change = changing.query('select change_own_password($1, $2, $3)', [
      hashKey(key.apiKey),
      await passwordHash('a-better-phrase'),
      api.clock.now(),
    ]);
    const blocked = `select 1 from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where not l.granted and a.datname = current_database()`;
    await expect.poll(async () => (await db().query(blocked)).rows.length).toBe(1);
    await signingIn.query('commit');
    await change;
    for (const client of [signingIn, changing]) client.release();
    expect((await api.call('tenant', {}, { apiKey: 'the-key-of-the-intruder' })).status).toBe(401);
    expect((await api.call('tenant', {}, key)).status).toBe(200);
  });
});

describe('the function that issues keys', () => {
  it('issues none for a practice or a rank that the person does not have', async () => {
    const [one, other] = [await person(), await person()];
    const issue = async (tenantId: number | null, userId: number | null) => {
      const { rows } = await db().query<{ issued: boolean }>(
        "select sign_in_issue_key(sha256(random()::text::bytea), $1, $2, $3, $4, null, now(), now() + interval '1 day') as issued",
        [tenantId, userId, one.account.id, one.account.password_hash],
      );
      return rows[0]?.issued;
    };
    expect(await issue(one.user.tenant_id, one.user.id)).toBe(true);
    expect(await issue(other.user.tenant_id, other.user.id)).toBe(false);
    expect(await issue(other.user.tenant_id, one.user.id)).toBe(false);
    expect(await issue(null, null)).toBe(false);
  });
});

describe('a key of an integration', () => {
  it('is not ended by signing out, which does not accept it', async () => {
    const { user } = await person();
    const integration = await makeSessionKey(db(), { user, kind: 'integration' });
    expect((await api.call('logout', {}, integration)).error.code).toBe('forbidden');
    expect((await api.call('tenant', {}, integration)).status).toBe(200);
  });

  it('is invalid with the account of its person, even without naming it', async () => {
    const { user, account } = await person();
    const integration = await makeSessionKey(db(), { user, kind: 'integration' });
    await db().query('update api_keys set account_id = null where id = $1', [integration.keyId]);
    expect((await api.call('tenant', {}, integration)).status).toBe(200);
    await db().query('update accounts set disabled_at = now() where id = $1', [account.id]);
    expect((await api.call('tenant', {}, integration)).status).toBe(401);
  });
});

describe('a forced change of the password', () => {
  it('is not satisfied by choosing the same one again', async () => {
    const account = await makeAccount(db(), { must_change_password: true });
    const key = await makeSessionKey(db(), { user: await makeUser(db(), { account }) });
    const again = await api.call('set_password', { password: defaultPassword }, key);
    expect([again.status, again.error.code]).toEqual([400, 'weak_password']);
    expect((await api.call('clients', {}, key)).error.code).toBe('password_change_required');
    expect((await api.call('set_password', { password: 'a-better-phrase' }, key)).status).toBe(200);
    expect((await api.call('clients', {}, key)).status).toBe(200);
  });
});
