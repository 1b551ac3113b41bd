import bcrypt from 'bcrypt';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hashKey } from '../../lib/api-key.ts';
import {
  defaultPassword,
  makeAccount,
  makeInvited,
  makeSessionKey,
  makeSetupLink,
  makeUser,
  passwordHash,
} from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../harness.ts';

// A link opens an account. An admin who makes one must not gain access to its owner's other practices, and no two
// people may use one.

const api = useTestApi();
const db = () => api.testDatabase.owner;
afterEach(() => vi.restoreAllMocks());
// All calls come from one address; the limits are tested elsewhere.
beforeEach(() => db().query('truncate rate_limits'));

const use = (token: string, password: string) => api.call('setup_link/use', { token, password });
const hashOf = async (accountId: number) => {
  const { rows } = await db().query<{ password_hash: string | null }>(
    'select password_hash from accounts where id = $1',
    [accountId],
  );
  return rows[0]?.password_hash;
};
const codeOf = (answer: { status: number; error: { code: string } }) =>
  answer.status === 200 ? 'ok' : answer.error.code;

/** Lets the next hashing of a password finish only once `meanwhile` has happened. */
function duringHashing(meanwhile: () => Promise<unknown>): void {
  const hash = bcrypt.hash.bind(bcrypt);
  vi.spyOn(bcrypt, 'hash').mockImplementationOnce(async (...given: unknown[]) => {
    const made = await hash(given[0] as string, given[1] as number);
    await meanwhile();
    return made;
  });
}

describe('one link', () => {
  it('is used once, though several use it at once', async () => {
    const { account, link } = await makeInvited(db());
    const passwords = Array.from({ length: 6 }, (_, n) => `a-first-phrase-${n}`);
    const answers = await Promise.all(passwords.map((password) => use(link.token, password)));
    expect(answers.map(codeOf).toSorted()).toEqual([...Array<string>(5).fill('link_expired'), 'ok']);
    const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? '';
    expect(await bcrypt.compare(winner, (await hashOf(account.id)) ?? '')).toBe(true);
  });

  it('that never existed costs no hash and reveals nothing', async () => {
    const [compare, hash] = [vi.spyOn(bcrypt, 'compare'), vi.spyOn(bcrypt, 'hash')];
    const expired = await makeInvited(db());
    await db().query('update setup_links set expires_at = $2 where user_id = $1', [
      expired.user.id,
      api.clock.now(),
    ]);
    const answers = [
      await use('x'.repeat(43), 'a-first-phrase'),
      await use(expired.link.token, 'a-first-phrase'),
    ];
    const said = answers.map(({ status, error }) => ({ status, ...error, request_id: '' }));
    expect(said[0]).toEqual(said[1]);
    expect(said[0]).toMatchObject({ status: 410, code: 'link_expired' });
    expect([compare.mock.calls.length, hash.mock.calls.length]).toEqual([0, 0]);
  });

  it.each<[string, (user: { tenant_id: number; id: number }) => [string, unknown[]]]>([
    ['is disabled', (user) => ['update users set disabled_at = now() where id = $1', [user.id]]],
    ['is no longer invited', (user) => ['delete from users where id = $1', [user.id]]],
    [
      'works in a practice that is suspended',
      (user) => ['update tenants set suspended_at = now() where id = $1', [user.tenant_id]],
    ],
  ])('has no effect when its person %s while the password is hashed', async (_what, happens) => {
    const { user, account, link } = await makeInvited(db());
    duringHashing(() => db().query(...happens(user)));
    expect(codeOf(await use(link.token, 'a-first-phrase'))).toBe('link_expired');
    expect(await hashOf(account.id)).toBeNull();
  });
});

describe('an account that is used in another practice', () => {
  it('keeps its password whichever practice invites it', async () => {
    const account = await makeAccount(db());
    await makeUser(db(), { account });
    const { link } = await makeInvited(db(), { account });
    expect(codeOf(await use(link.token, 'chosen-by-the-admin'))).toBe('invalid_credentials');
    expect(await hashOf(account.id)).toBe(account.password_hash);
  });

  it('is not guessed through invitations, however many links a practice makes, nor locked elsewhere', async () => {
    const account = await makeAccount(db());
    const key = await makeSessionKey(db(), { user: await makeUser(db(), { account }) });
    const { user, link: first } = await makeInvited(db(), { account });
    const codes: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const link = n === 0 ? first : await makeSetupLink(db(), { user });
      for (let guess = 0; guess < 5; guess += 1) codes.push(codeOf(await use(link.token, 'a-wrong-guess')));
    }
    expect(codes).toEqual([
      ...Array<string>(10).fill('invalid_credentials'),
      ...Array<string>(5).fill('rate_limited'),
    ]);
    const { link: elsewhere } = await makeInvited(db(), { account });
    expect(codeOf(await use(elsewhere.token, 'a-wrong-guess'))).toBe('invalid_credentials');
    const change = { password: 'a-better-phrase', current_password: defaultPassword };
    expect((await api.call('set_password', change, key)).status).toBe(200);
  });

  it('is not taken over by a second invitation made before it had a password', async () => {
    const account = await makeAccount(db(), { password: null });
    const [mine, attacker] = [await makeInvited(db(), { account }), await makeInvited(db(), { account })];
    // The attacker's link is checked while there is no password; one is set before the hash is ready.
    const chosen = await passwordHash('chosen-by-its-owner');
    duringHashing(async () => {
      const values = [hashKey(mine.link.token), chosen, api.clock.now()];
      const { rows } = await db().query("select use_setup_link($1, null, $2, $3, 'request') as used", values);
      expect(rows).toEqual([{ used: true }]);
    });
    expect(codeOf(await use(attacker.link.token, 'chosen-by-the-admin'))).toBe('link_expired');
    expect(await bcrypt.compare('chosen-by-its-owner', (await hashOf(account.id)) ?? '')).toBe(true);
    expect(codeOf(await use(attacker.link.token, 'chosen-by-the-admin'))).toBe('invalid_credentials');
  });

  it.each([
    ['active', {}],
    ['disabled', { disabled_at: new Date() }],
  ])('gets no new password from this one: %s there', async (_state, there) => {
    const { tenant, adminKey } = await makePractice(db());
    const account = await makeAccount(db());
    const user = await makeUser(db(), { tenant, account });
    await makeUser(db(), { account, ...there });
    const answer = await api.call('team/reset_password', { staff_id: user.id }, adminKey);
    expect([answer.status, answer.error.code]).toEqual([409, 'shared_account']);
  });

  it('gets none by a link made before it was used there, nor by one in use at that moment', async () => {
    const account = await makeAccount(db());
    const user = await makeUser(db(), { account });
    const link = await makeSetupLink(db(), { user, purpose: 'reset' });
    duringHashing(() => makeUser(db(), { account }));
    expect(codeOf(await use(link.token, 'chosen-by-the-admin'))).toBe('link_expired');
    expect(codeOf(await use(link.token, 'chosen-by-the-admin'))).toBe('link_expired');
    expect(await hashOf(account.id)).toBe(account.password_hash);
  });

  it('gets none while it is a superadmin’s', async () => {
    const account = await makeAccount(db(), { is_superadmin: true });
    const user = await makeUser(db(), { account });
    const reset = await makeSetupLink(db(), { user, purpose: 'reset' });
    expect(codeOf(await use(reset.token, 'chosen-by-the-admin'))).toBe('link_expired');
    const empty = await makeAccount(db(), { is_superadmin: true, password: null });
    const { link } = await makeInvited(db(), { account: empty });
    expect(codeOf(await use(link.token, 'chosen-by-the-admin'))).toBe('link_expired');
    expect(await hashOf(empty.id)).toBeNull();
  });
});

describe('the people of another practice', () => {
  it('are unreachable by all of the team’s actions', async () => {
    const [here, there] = [await makePractice(db()), await makePractice(db())];
    const { user: invited, link } = await makeInvited(db(), { tenant: there.tenant });
    for (const staff_id of [there.staff.id, there.admin.id, invited.id]) {
      for (const action of [
        'team/update',
        'team/disable',
        'team/enable',
        'team/reset_password',
        'team/sessions',
        'team/session_revoke',
        'team/invite_again',
        'team/invite_cancel',
      ] as const) {
        expect([action, (await api.call(action, { staff_id }, here.adminKey)).status]).toEqual([action, 404]);
      }
    }
    expect((await api.call('tenant', {}, there.staffKey)).status).toBe(200);
    expect((await api.call('setup_link/check', { token: link.token })).status).toBe(200);
  });
});

describe('two admins', () => {
  it('who remove each other at the same moment leave one of them', async () => {
    for (const action of ['team/disable', 'team/update'] as const) {
      const { tenant, admin, adminKey } = await makePractice(db());
      const second = await makeUser(db(), { tenant, role: 'admin' });
      const secondKey = await makeSessionKey(db(), { user: second });
      await Promise.all([
        api.call(action, { staff_id: second.id, role: 'staff' } as never, adminKey),
        api.call(action, { staff_id: admin.id, role: 'staff' } as never, secondKey),
        api.call(action, { staff_id: admin.id, role: 'staff' } as never, adminKey),
        api.call(action, { staff_id: second.id, role: 'staff' } as never, secondKey),
      ]);
      const { rows } = await db().query(
        "select 1 from users where tenant_id = $1 and role = 'admin' and disabled_at is null",
        [tenant.id],
      );
      expect([action, rows.length]).toEqual([action, 1]);
    }
  });
});

describe('guessing the current password in an unattended session', () => {
  it('ends after ten tries', async () => {
    const { staffKey } = await makePractice(db());
    const guess = (current_password: string) =>
      api.call('set_password', { password: 'a-better-phrase', current_password }, staffKey);
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1) statuses.push((await guess(`guess-${n}`)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429, 429]);
    const right = await guess(defaultPassword);
    expect(right.status).toBe(429);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(60);
  });
});
