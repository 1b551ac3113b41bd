import { beforeEach, describe, expect, it } from 'vitest';
import { hashKey } from '../../lib/api-key.ts';
import {
  defaultPassword,
  makeAccount,
  makeSessionKey,
  makeUser,
} from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const withoutMail = useTestApi({ SMTP_URL: '', MAIL_FROM: '' });
const db = () => api.testDatabase.owner;

const ask = (email: string) => api.call('password/reset/start', { email });
const tokenIn = (body: string | undefined) => /\/app\/welcome#([\w-]{43})/.exec(body ?? '')?.[1] ?? '';

beforeEach(async () => {
  await db().query('delete from rate_limits');
});

/** Requests a link and returns its token from the email. */
async function mailedToken(email: string): Promise<string> {
  await ask(email);
  await api.runJobs();
  return tokenIn(api.mailTo(email)[0]?.body);
}

describe('a forgotten password of staff', () => {
  it('is reset by an emailed link, which ends every session and is in the audit log', async () => {
    const { tenant } = await makePractice(db());
    const account = await makeAccount(db(), { name: 'Nora Newcomer' });
    const user = await makeUser(db(), { tenant, account });
    const key = await makeSessionKey(db(), { user });
    const asked = await ask(` ${account.email.toUpperCase()} `);
    expect([asked.status, asked.body]).toEqual([200, { success: true }]);
    expect(api.mailTo(account.email)).toEqual([]);
    await api.runJobs();
    const [mail, ...more] = api.mailTo(account.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Choose a new password for Burrow');
    expect(mail?.body).toContain('Hi Nora Newcomer,');
    expect(mail?.body).toContain(`${api.url}/app/welcome#`);
    expect(mail?.body).toContain('If you didn’t ask for this');

    const token = tokenIn(mail?.body);
    expect((await api.call('setup_link/check', { token })).body).toMatchObject({
      purpose: 'reset',
      email: account.email,
      has_password: false,
    });
    expect((await api.call('tenant', {}, key)).status).toBe(200);
    expect((await api.call('setup_link/use', { token, password: 'a-better-phrase' })).status).toBe(200);
    expect((await api.call('tenant', {}, key)).status).toBe(401);
    expect((await api.call('auth', { email: account.email, password: defaultPassword })).status).toBe(401);
    const signedIn = await api.call('auth', { email: account.email, password: 'a-better-phrase' });
    expect(signedIn.body.tenant_id).toBe(tenant.id);
    const { rows } = await db().query(
      'select action, entity_id::integer, details from audit_log where tenant_id = $1 order by id limit 1',
      [tenant.id],
    );
    expect(rows).toEqual([{ action: 'setup_link/use', entity_id: user.id, details: { purpose: 'reset' } }]);
    const stored = await db().query('select * from account_links where account_id = $1', [account.id]);
    expect(JSON.stringify(stored.rows)).not.toContain(token);
    expect(stored.rows).toMatchObject([{ token_hash: hashKey(token) }]);
  });

  it('gives the same answer and does the same work for an email without an account', async () => {
    const { tenant } = await makePractice(db());
    const disabled = await makeAccount(db(), { disabled_at: new Date() });
    await makeUser(db(), { tenant, account: disabled });
    const left = await makeAccount(db());
    await makeUser(db(), { tenant, account: left, disabled_at: new Date() });
    const known = await makeAccount(db());
    await makeUser(db(), { tenant, account: known });
    const emails = [known.email, 'unknown@example.test', disabled.email, left.email];
    const answers = await Promise.all(emails.map(ask));
    for (const { status, body } of answers) expect([status, body]).toEqual([200, { success: true }]);
    const done = await api.runJobs();
    expect(done.map(({ name, status }) => [name, status])).toEqual(
      emails.map(() => ['password_mail', 'completed']),
    );
    expect(emails.map((email) => api.mailTo(email).length)).toEqual([1, 0, 0, 0]);
  });

  it('gives a link that works once within an hour, and invalidates the others when used', async () => {
    const { tenant } = await makePractice(db());
    const account = await makeAccount(db());
    await makeUser(db(), { tenant, account });
    const [first, second] = [await mailedToken(account.email), await mailedToken(account.email)];
    const check = async (token: string) => (await api.call('setup_link/check', { token })).status;
    // Emails may arrive in any order.
    expect([await check(first), await check(second)]).toEqual([200, 200]);
    api.clock.set('2026-01-14T09:59:59Z');
    expect(await check(first)).toBe(200);
    api.clock.set('2026-01-14T10:00:00Z');
    expect(await check(first)).toBe(410);
    api.clock.set('2026-01-14T09:30:00Z');
    expect((await api.call('setup_link/use', { token: first, password: 'a-better-phrase' })).status).toBe(
      200,
    );
    expect([await check(first), await check(second)]).toEqual([410, 410]);
  });

  it('gives a link that ends when its owner changes the password', async () => {
    const { tenant } = await makePractice(db());
    const account = await makeAccount(db());
    const key = await makeSessionKey(db(), { user: await makeUser(db(), { tenant, account }) });
    const token = await mailedToken(account.email);
    const change = { password: 'a-better-phrase', current_password: defaultPassword };
    expect((await api.call('set_password', change, key)).status).toBe(200);
    expect((await api.call('setup_link/use', { token, password: 'a-stranger-chose-it' })).status).toBe(410);
    const signIn = { email: account.email, password: 'a-better-phrase' };
    expect((await api.call('auth', signIn)).status).toBe(200);
  });

  it('works for a person of two practices and leaves an admin able to reset another member', async () => {
    const { tenant, adminKey } = await makePractice(db());
    const both = await makeAccount(db());
    await makeUser(db(), { tenant, account: both });
    await makeUser(db(), { account: both });
    const alone = await makeAccount(db());
    const member = await makeUser(db(), { tenant, account: alone });
    for (const { email } of [both, alone]) {
      const token = await mailedToken(email);
      expect((await api.call('setup_link/use', { token, password: 'a-better-phrase' })).status).toBe(200);
    }
    const signedIn = await api.call('auth', { email: both.email, password: 'a-better-phrase' });
    expect(signedIn.body.available_tenants).toHaveLength(2);
    expect((await api.call('team/reset_password', { staff_id: member.id }, adminKey)).status).toBe(200);
  });

  it('works for a superadmin, and for an account whose password the operator removed', async () => {
    const root = await makeAccount(db(), { is_superadmin: true });
    const { tenant } = await makePractice(db());
    const reset = await makeAccount(db(), { password: null });
    await makeUser(db(), { tenant, account: reset });
    for (const { email } of [root, reset]) {
      const token = await mailedToken(email);
      expect((await api.call('setup_link/use', { token, password: 'a-better-phrase' })).status).toBe(200);
      expect((await api.call('auth', { email, password: 'a-better-phrase' })).status).toBe(200);
    }
  });

  it('is limited to five requests an hour per email, known or not', async () => {
    const known = await makeAccount(db());
    for (const email of [known.email, 'stranger@example.test']) {
      const answers = [];
      for (let n = 0; n < 6; n += 1) answers.push((await ask(email)).status);
      expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
    }
  });

  it('sends the link later if the mail server is down', async () => {
    const { tenant } = await makePractice(db());
    const account = await makeAccount(db());
    await makeUser(db(), { tenant, account });
    api.sandbox.mood.mail = 'outage';
    await ask(account.email);
    expect(await api.runJobs()).toMatchObject([{ name: 'password_mail', status: 'failed' }]);
    api.sandbox.mood.mail = 'well';
    await api.runJobs({ ignoreStartAfter: true });
    expect(api.mailTo(account.email)).toHaveLength(1);
  });
});

it('points to an admin if the server can’t send email', async () => {
  for (const email of ['known@example.test', 'unknown@example.test']) {
    const { status, error } = await withoutMail.call('password/reset/start', { email });
    expect([status, error.code]).toEqual([409, 'password_mail_off']);
    expect(error.message).toContain('Ask an admin at your practice');
  }
});
