import { beforeEach, describe, expect, it } from 'vitest';
import {
  defaultPassword,
  makeAccount,
  makeSessionKey,
  makeUser,
} from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi({ TRUST_PROXY: '1' });
const db = () => api.testDatabase.owner;
beforeEach(() => db().query('truncate rate_limits, known_devices, security_events'));

const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36';
const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Mobile/15E148 Safari/604.1';

async function signIn(email: string, password: string, address = '198.51.100.1', agent = chrome) {
  const body = JSON.stringify({ email, password });
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': address, 'User-Agent': agent };
  const response = await api.post('/api/auth', body, headers);
  const { api_key: apiKey = '' } = (await response.json()) as { api_key?: string };
  return { status: response.status, apiKey };
}

interface Line {
  event: string;
  reason?: string;
  network?: string;
  identity_hash?: string;
  account_id?: number | null;
  request_id?: string;
}

const lines = (): Line[] =>
  api.logLines
    .map((line) => JSON.parse(line) as Line & { msg: string })
    .filter(({ msg }) => msg === 'security event');
const rowsOf = async (event: string) =>
  (
    await db().query<{ account_id: string | null; network: string; times: number; reason: string | null }>(
      'select account_id, network, times, reason from security_events where event = $1 order by id',
      [event],
    )
  ).rows;
const auditOf = async (tenantId: number) =>
  (
    await db().query<{ action: string; user_id: string | null; details: Record<string, unknown> | null }>(
      'select action, user_id, details from audit_log where tenant_id = $1 order by id',
      [tenantId],
    )
  ).rows;

async function person() {
  const { tenant } = await makePractice(db());
  const account = await makeAccount(db(), { name: 'Gwen Jones' });
  const user = await makeUser(db(), { tenant, account, name: 'Gwen Jones' });
  return { tenant, account, user };
}

describe('the server’s log', () => {
  it('has one line for each sign-in, with network, hashed email, account and reason, and without the email', async () => {
    const { account } = await person();
    await signIn(account.email, 'wrong-guess', '2001:db8:1:2:3:4:5:6');
    await signIn('stranger@example.test', 'wrong-guess');
    await signIn(account.email, defaultPassword);
    for (let n = 0; n < 11; n += 1) await signIn(account.email, 'wrong-guess');
    await expect.poll(() => lines().length).toBe(14);
    const [wrong, unknown, right] = lines();
    expect(wrong).toMatchObject({
      event: 'sign_in_failed',
      reason: 'wrong_password',
      network: '2001:db8:1:2::/64',
      account_id: account.id,
    });
    expect(wrong?.identity_hash).toMatch(/^[\w-]{22}$/);
    expect(wrong?.request_id).toMatch(/\S{8}/);
    expect(unknown).toMatchObject({ event: 'sign_in_failed', reason: 'unknown_email', account_id: null });
    expect(unknown?.identity_hash).not.toBe(wrong?.identity_hash);
    expect(right).toMatchObject({ event: 'sign_in_succeeded', account_id: account.id });
    expect(lines().at(-1)).toMatchObject({
      event: 'sign_in_limited',
      reason: 'account_limit',
      identity_hash: wrong?.identity_hash,
    });
    const whole = api.logLines.join('\n');
    for (const secret of [account.email, 'stranger@example.test', ':3:4:5:6', 'wrong-guess'])
      expect(whole).not.toContain(secret);
  });

  it('records the link that was requested and the link that was used', async () => {
    const { account } = await person();
    await api.call('password/reset/start', { email: account.email });
    await api.runJobs();
    const token = /welcome#(\S+)/.exec(api.mailTo(account.email)[0]?.body ?? '')?.[1] ?? '';
    await api.call('setup_link/use', { token, password: 'a-better-phrase' });
    await expect
      .poll(() => lines().map(({ event }) => event))
      .toEqual(['link_requested', 'link_used', 'password_changed']);
  });
});

describe('the audit log of a practice', () => {
  it('records failed sign-ins to its people’s accounts without naming them as the author', async () => {
    const { tenant, account } = await person();
    await signIn(account.email, 'wrong-guess');
    await expect.poll(() => auditOf(tenant.id)).toHaveLength(1);
    expect(await auditOf(tenant.id)).toEqual([
      {
        action: 'sign_in_failed',
        user_id: null,
        details: { network: '198.51.100.x', device: 'Chrome on Windows', reason: 'wrong_password' },
      },
    ]);
    // For superadmins it is whole.
    expect(await rowsOf('sign_in_failed')).toMatchObject([{ network: '198.51.100.1' }]);
  });

  it('gets few lines from many attempts, and so does the security log', async () => {
    const { tenant, account } = await person();
    for (let n = 0; n < 30; n += 1) await signIn(account.email, `guess-${n}`);
    for (let n = 0; n < 30; n += 1) await signIn(`flood-${n}@example.test`, 'x', `2001:db8:9:${n}::1`);
    await expect
      .poll(async () => (await rowsOf('sign_in_failed')).map(({ times }) => times))
      .toEqual([10, 30]);
    await expect.poll(async () => (await rowsOf('sign_in_limited')).map(({ times }) => times)).toEqual([20]);
    expect((await rowsOf('sign_in_failed'))[1]).toMatchObject({
      account_id: null,
      network: '2001:db8:9::/48',
    });
    expect((await auditOf(tenant.id)).map(({ action, details }) => [action, details?.['times']])).toEqual([
      ['sign_in_failed', undefined],
      ['sign_in_failed', 10],
      ['sign_in_limited', undefined],
      ['sign_in_limited', 10],
    ]);
  });
});

describe('a person', () => {
  it('gets an email about a new device, but not about the first one or one used before', async () => {
    const { account } = await person();
    await signIn(account.email, defaultPassword);
    await signIn(account.email, defaultPassword);
    await api.runJobs();
    expect(api.mailTo(account.email)).toEqual([]);
    await signIn(account.email, defaultPassword, '203.0.113.77', safari);
    await api.runJobs();
    const [mail, ...others] = api.mailTo(account.email);
    expect([mail?.subject, others]).toEqual(['New sign-in to Burrow', []]);
    expect(mail?.body).toContain('Hi Gwen,');
    expect(mail?.body).toContain('When: Wednesday 14 January 2026 at 09:00');
    expect(mail?.body).toContain('Device: Safari on iPhone');
    expect(mail?.body).toContain('Network: 203.0.113.x');
    expect(mail?.body).toContain('If it wasn');
  });

  it('gets an email about a changed password', async () => {
    const { account, user } = await person();
    const key = await makeSessionKey(db(), { user });
    const input = { password: 'a-better-phrase', current_password: defaultPassword };
    expect((await api.call('set_password', input, key)).status).toBe(200);
    await api.runJobs();
    expect(api.mailTo(account.email).map(({ subject }) => subject)).toEqual([
      'Your Burrow password was changed',
    ]);
  });

  it('gets an email when the operator’s command removed their second factor', async () => {
    const { account } = await person();
    const { rows } = await db().query<{ id: number }>(
      `select record_security_event('second_factor_removed', 'operator_command', $1, 'command line', null, $2, 'cli',
                                    false, false, 'command line')::integer as id`,
      [account.id, api.clock.now()],
    );
    await api.deps.jobs.enqueue(api.database.control, 'account_mail', { eventId: rows[0]?.id ?? 0 });
    await api.runJobs();
    const [mail, ...others] = api.mailTo(account.email);
    expect([mail?.subject, others]).toEqual(['Your second factor for Burrow was removed', []]);
    expect(mail?.body).toContain('Your system administrator removed');
    expect(mail?.body).not.toContain('Network:');
  });

  it('sees network and device of each session, and so do admins', async () => {
    const { account, user, tenant } = await person();
    const { apiKey } = await signIn(account.email, defaultPassword, '2001:db8:1:2:3::4');
    const row = { label: 'Chrome on Windows', network: '2001:db8:1::/48' };
    expect((await api.call('session/list', {}, { apiKey })).body).toMatchObject([row]);
    const admin = await makeSessionKey(db(), { user: await makeUser(db(), { tenant, role: 'admin' }) });
    expect((await api.call('team/sessions', { staff_id: user.id }, admin)).body).toMatchObject([row]);
  });
});

describe('the security log', () => {
  it('has sign-ins and actions of superadmins, newest first, filtered and in pages', async () => {
    const root = await makeAccount(db(), { is_superadmin: true, name: 'Robin Root' });
    const { tenant, account } = await person();
    const { apiKey } = await signIn(root.email, defaultPassword);
    const key = { apiKey };
    await api.call('superadmin/practice_suspend', { practice_id: tenant.id }, key);
    await api.call('superadmin/practice_resume', { practice_id: tenant.id }, key);
    await signIn(account.email, 'wrong-guess');
    await expect.poll(() => rowsOf('sign_in_failed')).toHaveLength(1);
    const read = async (input: object = {}) =>
      (await api.call('superadmin/security_events', input, key)).body;
    const all = await read();
    expect(all.map(({ event, name, practice_name }) => [event, name, practice_name])).toEqual([
      ['sign_in_failed', 'Gwen Jones', null],
      ['superadmin/practice_resume', 'Robin Root', tenant.tenant_name],
      ['superadmin/practice_suspend', 'Robin Root', tenant.tenant_name],
      ['sign_in_succeeded', 'Robin Root', null],
    ]);
    const events = async (input: object) => (await read(input)).map(({ event }) => event);
    expect(await events({ kind: 'refused' })).toEqual(['sign_in_failed']);
    expect(await events({ kind: 'superadmin' })).toHaveLength(2);
    expect(await events({ kind: 'account' })).toEqual(['sign_in_succeeded']);
    expect(await events({ email: account.email })).toEqual(['sign_in_failed']);
    expect(await events({ date_from: '2026-01-15' })).toEqual([]);
    expect(await events({ date_to: '2026-01-14' })).toHaveLength(4);
    expect(await events({ limit: 2, cursor: String(all[1]?.id) })).toEqual(
      all.slice(2).map(({ event }) => event),
    );
  });

  it('is kept for a year', async () => {
    await signIn('stranger@example.test', 'x');
    await expect.poll(() => rowsOf('sign_in_failed')).toHaveLength(1);
    const clearUp = async (at: string) => {
      api.clock.set(at);
      await (await api.deps.jobs.boss()).send('clear_up', {});
      await api.runJobs();
      return (await rowsOf('sign_in_failed')).length;
    };
    expect(await clearUp('2027-01-13T09:00:00Z')).toBe(1);
    expect(await clearUp('2027-01-15T09:00:00Z')).toBe(0);
  });
});
