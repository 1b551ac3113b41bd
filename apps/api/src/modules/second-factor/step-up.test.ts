import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freshProofSeconds } from '@burrow/contracts/action';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  defaultPassword,
  makeAccount,
  makeSessionKey,
  makeUser,
  passwordHash,
} from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { createApp } from '../../app.ts';
import { useTestApi, type Caller } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

beforeEach(async () => {
  await db().query('truncate rate_limits');
});

const later = (seconds: number) =>
  api.clock.set(new Date(api.clock.now().getTime() + seconds * 1000).toISOString());

/** An admin who signed in with their password, at the clock's moment. */
async function signedIn() {
  const practice = await makePractice(db());
  const account = await makeAccount(db());
  const user = await makeUser(db(), { tenant: practice.tenant, account, role: 'admin' });
  return { practice, account, user, caller: await signIn(account) };
}

async function signIn({ email }: { email: string }): Promise<Caller> {
  const { body } = await api.call('auth', { email, password: defaultPassword });
  return { apiKey: body.api_key };
}

/** What a sensitive action answers: 200, or a code. */
async function sensitive(caller: Caller): Promise<string | number> {
  const input = { label: 'Till', scopes: 'services:read', expires_in: '30_days' } as const;
  const { status, error } = await api.call('api_key/create', input, caller);
  return error.code ?? status;
}

const stepUp = (caller: Caller, password?: string) =>
  api.call('auth/step_up', password === undefined ? {} : { password }, caller);

const session = async (caller: Caller) => (await api.call('session', {}, caller)).body;

describe('a session', () => {
  it('is fresh for five minutes after the sign-in, and again after a step-up', async () => {
    const { caller } = await signedIn();
    expect(await session(caller)).toMatchObject({ fresh_seconds_left: 300 });
    later(freshProofSeconds);
    expect(await session(caller)).toMatchObject({ fresh_seconds_left: 0 });
    expect(await sensitive(caller)).toBe(200);
    later(1);
    expect(await sensitive(caller)).toBe('step_up_required');
    expect(await stepUp(caller, defaultPassword)).toMatchObject({
      status: 200,
      body: { success: true, fresh_seconds_left: 300 },
    });
    later(freshProofSeconds);
    expect(await sensitive(caller)).toBe(200);
    later(1);
    expect(await sensitive(caller)).toBe('step_up_required');
  });

  it('explains what is needed, and stays open', async () => {
    const { caller } = await signedIn();
    later(freshProofSeconds + 1);
    const { status, error } = await api.call('practice_export', {}, caller);
    expect([status, error.code, error.message]).toEqual([
      403,
      'step_up_required',
      'Confirm it’s you to continue.',
    ]);
    expect((await api.call('tenant', {}, caller)).status).toBe(200);
  });
});

describe('auth/step_up', () => {
  it('refuses a wrong, empty or missing password at its field, and changes nothing', async () => {
    const { caller } = await signedIn();
    later(freshProofSeconds + 1);
    for (const [password, message] of [
      ['not mine', 'Your password is incorrect.'],
      ['', 'Enter your password.'],
      [undefined, 'Enter your password.'],
    ] as const) {
      const { status, error } = await stepUp(caller, password);
      expect([status, error.fields]).toEqual([400, { password: message }]);
    }
    expect(await sensitive(caller)).toBe('step_up_required');
  });

  it('counts for every practice of the same sign-in, and for no other session of that person', async () => {
    const { account, caller } = await signedIn();
    const other = await makePractice(db());
    await makeUser(db(), { tenant: other.tenant, account, role: 'admin' });
    const { body } = await api.call('auth', { email: account.email, password: defaultPassword });
    const [here, there] = body.available_tenants.map(({ api_key: apiKey }) => ({ apiKey }));
    if (!here || !there) throw new Error('They work in two practices.');
    later(freshProofSeconds + 1);
    expect((await stepUp(here, defaultPassword)).status).toBe(200);
    expect(await sensitive(there)).toBe(200);
    expect(await sensitive(caller)).toBe('step_up_required');
  });

  it('refuses another person’s password, and leaves their session stale', async () => {
    const one = await signedIn();
    const two = await signedIn();
    await db().query('update accounts set password_hash = $2 where id = $1', [
      two.account.id,
      await passwordHash('Quite-another-1'),
    ]);
    later(freshProofSeconds + 1);
    expect((await stepUp(one.caller, 'Quite-another-1')).status).toBe(400);
    expect((await stepUp(one.caller, defaultPassword)).status).toBe(200);
    expect(await sensitive(two.caller)).toBe('step_up_required');
  });

  it('is limited to ten tries in five minutes together with changes of the password', async () => {
    const { caller } = await signedIn();
    const guess = { password: 'Something-new-7', current_password: 'guess' };
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await stepUp(caller, 'guess')).status).toBe(400);
      expect((await api.call('set_password', guess, caller)).status).toBe(400);
    }
    const { status, error } = await stepUp(caller, defaultPassword);
    expect([status, error.code]).toEqual([429, 'rate_limited']);
  });

  it('ends at a hundred wrong passwords in a row, counted with changes of it, until a right one', async () => {
    const { caller } = await signedIn();
    const points = (count: number) =>
      db().query("update rate_limits set points = $1 where key like 'password-row:session:%'", [count]);
    const guess = { password: 'Something-new-7', current_password: 'guess' };
    expect((await api.call('set_password', guess, caller)).status).toBe(400);
    await points(98);
    expect((await stepUp(caller, 'guess')).status).toBe(400);
    expect((await stepUp(caller, defaultPassword)).status).toBe(200);
    expect((await stepUp(caller, 'guess')).status).toBe(400);
    await points(100);
    expect((await stepUp(caller, defaultPassword)).error.code).toBe('sign_in_link_required');
  });

  it('leaves a line in the server’s log for each wrong password', async () => {
    const { account, caller } = await signedIn();
    await stepUp(caller, 'guess');
    const lines = () =>
      api.logLines
        .map((line) => JSON.parse(line) as { event?: string; reason?: string; account_id?: number })
        .filter(({ event }) => event === 'step_up_failed');
    await expect.poll(lines).toMatchObject([{ reason: 'wrong_password', account_id: account.id }]);
  });

  it('counts tries and proofs across two servers', async () => {
    const { caller } = await signedIn();
    const server = createServer(createApp(api.deps));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const urls = [api.url, `http://127.0.0.1:${(server.address() as AddressInfo).port}`];
    const confirm = async (number: number, password: string) => {
      const response = await fetch(`${urls[number % 2]}/api/auth/step_up`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${caller.apiKey}` },
        body: JSON.stringify({ password }),
      });
      await response.arrayBuffer();
      return response.status;
    };
    later(freshProofSeconds + 1);
    expect(await confirm(1, defaultPassword)).toBe(200);
    expect(await sensitive(caller)).toBe(200);
    const statuses = await Promise.all(Array.from({ length: 12 }, (_, n) => confirm(n, `guess ${n}`)));
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(statuses.filter((status) => status === 400)).toHaveLength(9);
    expect(statuses.filter((status) => status === 429)).toHaveLength(3);
  });

  it('fails when the password changes during the comparison', async () => {
    const { caller, account } = await signedIn();
    later(freshProofSeconds + 1);
    const { passwords } = api.deps;
    api.deps.passwords = {
      ...passwords,
      matches: async (password, hash) => {
        const isRight = await passwords.matches(password, hash);
        await db().query('update accounts set password_hash = $2 where id = $1', [
          account.id,
          await passwordHash('Quite-another-1'),
        ]);
        return isRight;
      },
    };
    const { status } = await stepUp(caller, defaultPassword);
    api.deps.passwords = passwords;
    expect(status).toBe(401);
    expect(await sensitive(caller)).toBe('step_up_required');
  });

  it('tells a person without a password to sign in again', async () => {
    const { caller, account } = await signedIn();
    await db().query('update accounts set password_hash = null where id = $1', [account.id]);
    expect((await api.call('auth/step_up/start', {}, caller)).body.step_up_by).toBe('sign_in');
    const { status, error } = await stepUp(caller, defaultPassword);
    expect([status, error.fields]).toEqual([
      400,
      { password: 'You don’t have a password. Log out and sign in again to continue.' },
    ]);
  });

  it('is not for API keys or pet owners', async () => {
    const { practice } = await signedIn();
    const key = await makeSessionKey(db(), { user: practice.admin, kind: 'integration' });
    for (const caller of [key, practice.clientKey]) {
      expect((await stepUp(caller, defaultPassword)).error.code).toBe('forbidden');
    }
  });

  it('is recorded in the practice’s audit log, and works for a superadmin without a practice', async () => {
    const { caller, practice } = await signedIn();
    await stepUp(caller, defaultPassword);
    const { body } = await api.call('audit_log', {}, practice.adminKey);
    expect(body[0]).toMatchObject({ action: 'auth/step_up', entity: 'session' });
    expect(body[0]?.details).toContain('password');
    const account = await makeAccount(db(), { is_superadmin: true });
    const root = await signIn(account);
    later(freshProofSeconds + 1);
    const reset = () => api.call('superadmin/account_reset', { email: 'no@example.test' }, root);
    expect((await reset()).error.code).toBe('step_up_required');
    expect((await stepUp(root, defaultPassword)).status).toBe(200);
    expect((await reset()).error.code).toBe('not_found');
  });
});

describe('support access', () => {
  it('starts fresh because the superadmin has just confirmed, and is confirmed with their password', async () => {
    const practice = await makePractice(db());
    const root = await signIn(await makeAccount(db(), { is_superadmin: true }));
    const open = { practice_id: practice.tenant.id, reason: 'Printer', minutes: 60 };
    const { body } = await api.call('superadmin/support_access', open, root);
    const support = { apiKey: body.api_key };
    expect((await session(support)).fresh_seconds_left).toBe(300);
    const feed = () => api.call('calendar_feed_create', {}, support);
    later(freshProofSeconds + 1);
    expect((await feed()).error.code).toBe('step_up_required');
    expect((await stepUp(support, defaultPassword)).status).toBe(200);
    expect((await feed()).error.code).not.toBe('step_up_required');
  });
});

describe('team/update and webhook_endpoint_update', () => {
  it('ask only for changes that give access or send more data', async () => {
    const { caller, practice } = await signedIn();
    const hook = { url: 'https://ours.example.test/hook', events: ['client.created'] };
    const endpoint_id = (await api.call('webhook_endpoint_create', hook, caller)).body.endpoint_id;
    later(freshProofSeconds + 1);
    const member = (input: { role?: 'staff' | 'admin'; name?: string }) =>
      api.call('team/update', { staff_id: practice.staff.id, ...input }, caller);
    const change = (input: { url?: string; events?: string[]; description?: string; is_on?: '0' | '1' }) =>
      api.call('webhook_endpoint_update', { endpoint_id, ...input }, caller);
    for (const answer of [
      await member({ role: 'admin' }),
      await change({ url: 'https://theirs.example.test/hook' }),
      await change({ events: ['client.created', 'client.updated'] }),
    ]) {
      expect(answer.error.code).toBe('step_up_required');
    }
    for (const answer of [
      await member({ name: 'Stella Staff', role: 'staff' }),
      await change({ description: 'Till', is_on: '0' }),
    ]) {
      expect(answer.status).toBe(200);
    }
    expect((await change({ is_on: '1' })).error.code).toBe('step_up_required');
    await stepUp(caller, defaultPassword);
    expect((await member({ role: 'admin' })).status).toBe(200);
    later(freshProofSeconds + 1);
    expect((await member({ role: 'staff' })).status).toBe(200);
  });
});
