import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { defaultPassword, makeAccount, makeUser } from '../../../../../packages/dev/src/factory-people.ts';
import { useTestApi } from '../../testing/harness.ts';
import { SoftPasskey } from '../../testing/soft-passkey.ts';

// The emails that a person gets when what they sign in with changes. Those of single sign-on are in its own tests.

const api = useTestApi({ TRUST_PROXY: '1' });
const db = () => api.testDatabase.owner;

const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36';
const from = { 'Content-Type': 'application/json', 'X-Forwarded-For': '203.0.113.7', 'User-Agent': chrome };

/** A person at work, on a known device and network. */
async function person() {
  const practice = await makePractice(db());
  const account = await makeAccount(db(), { name: 'Gwen Jones' });
  const user = await makeUser(db(), { tenant: practice.tenant, account });
  const ask = async <Answer>(action: string, input: object, key = ''): Promise<Answer> => {
    const response = await api.post(`/api/${action}`, JSON.stringify(input), {
      ...from,
      ...(key && { Authorization: `Bearer ${key}` }),
    });
    return (await response.json()) as Answer;
  };
  const signIn = () =>
    ask<{ api_key: string; challenge: string }>('auth', { email: account.email, password: defaultPassword });
  const { api_key: key } = await signIn();
  /** The emails since the last call, oldest first. */
  let read = 0;
  const mails = async () => {
    await api.runJobs();
    const all = api.mailTo(account.email).toReversed();
    return all.slice(read, (read = all.length));
  };
  return { practice, account, user, ask, signIn, key, mails };
}

type Person = Awaited<ReturnType<typeof person>>;

const shownBy = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: api.clock.now().getTime() });

async function addApp({ ask, key }: Person): Promise<{ secret: string; codes: string[] }> {
  const { secret } = await ask<{ secret: string }>('second_factor/add', { kind: 'totp' }, key);
  const input = { code: shownBy(secret) };
  const { recovery_codes: codes } = await ask<{ recovery_codes: string[] }>(
    'second_factor/confirm',
    input,
    key,
  );
  expect(codes).toHaveLength(10);
  return { secret, codes };
}

async function addPasskey({ ask, key }: Person): Promise<void> {
  const begun = await ask<{ challenge: string; passkey_options: never }>(
    'second_factor/add',
    { kind: 'passkey' },
    key,
  );
  const passkey = new SoftPasskey(api.url).create(begun.passkey_options);
  const input = { challenge: begun.challenge, passkey, name: 'Laptop' };
  expect(await ask('second_factor/confirm', input, key)).toMatchObject({ success: true });
}

const factorOf = async ({ ask, key }: Person): Promise<number> => {
  const { factors } = await ask<{ factors: { id: number }[] }>('second_factor', {}, key);
  return factors[0]?.id ?? 0;
};

/** What every such email says, apart from what happened. */
const common = [
  'Hi Gwen,',
  'When: Wednesday 14 January 2026 at 09:00',
  'Device: Chrome on Windows',
  'Network: 203.0.113.x',
  'If this was you, you don',
  '/app/login',
  'Then tell an admin at your practice.',
];

describe('a person gets an email', () => {
  it.each([
    ['an authenticator app', addApp],
    ['a passkey', addPasskey],
  ] as const)('about %s that was added', async (_what, add) => {
    const one = await person();
    await add(one);
    const [mail, ...others] = await one.mails();
    expect([mail?.subject, others]).toEqual(['A sign-in method was added to your Burrow account', []]);
    for (const text of [...common, 'A passkey or an authenticator app was added to your Burrow account.'])
      expect(mail?.body).toContain(text);
    expect(mail?.body).toContain('remove it under My account');
  });

  it('about one that was removed, by the person or by an admin', async () => {
    const one = await person();
    const removed = 'A sign-in method was removed from your Burrow account';
    await addApp(one);
    await one.mails();
    const factor_id = await factorOf(one);
    expect(await one.ask('second_factor/remove', { factor_id }, one.key)).toMatchObject({ success: true });
    const [mail, ...others] = await one.mails();
    expect([mail?.subject, others]).toEqual([removed, []]);
    for (const text of [...common, 'A passkey or an authenticator app was removed'])
      expect(mail?.body).toContain(text);
    await addApp(one);
    await one.mails();
    const { practice, user } = one;
    const done = await api.call('team/second_factor_remove', { staff_id: user.id }, practice.adminKey);
    expect(done.status).toBe(200);
    expect((await one.mails()).map(({ subject }) => subject)).toEqual([removed]);
  });

  it('about recovery codes that were replaced and used, without any code', async () => {
    const one = await person();
    const { secret, codes: old } = await addApp(one);
    await one.mails();
    const { recovery_codes: codes } = await one.ask<{ recovery_codes: string[] }>(
      'second_factor/recovery_codes',
      {},
      one.key,
    );
    expect(codes).toHaveLength(10);
    const [replaced, ...others] = await one.mails();
    expect([replaced?.subject, others]).toEqual(['Your Burrow recovery codes were replaced', []]);
    for (const text of [...common, 'The old ones no longer work.']) expect(replaced?.body).toContain(text);

    const refused = await one.signIn();
    await one.ask('auth/verify', { challenge: refused.challenge, code: old[0] });
    expect(await one.mails()).toEqual([]);
    const { challenge } = await one.signIn();
    const entered = await one.ask('auth/verify', { challenge, code: codes[0] });
    expect(entered).toMatchObject({ recovery_codes_left: 9 });
    const [used, ...more] = await one.mails();
    expect([used?.subject, more]).toEqual(['A recovery code for your Burrow account was used', []]);
    for (const text of [...common, 'with a recovery code. That code no longer works.'])
      expect(used?.body).toContain(text);
    for (const mail of [replaced, used])
      for (const shown of [...old, ...codes, secret]) expect(mail?.body).not.toContain(shown);
  });

  it('later, if the mail server is down', async () => {
    const one = await person();
    api.sandbox.mood.mail = 'outage';
    await addApp(one);
    expect(await one.mails()).toEqual([]);
    api.sandbox.mood.mail = 'well';
    await api.runJobs({ ignoreStartAfter: true });
    expect(await one.mails()).toHaveLength(1);
  });
});
