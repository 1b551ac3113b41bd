import { beforeEach, describe, expect, it } from 'vitest';
import {
  defaultPassword,
  makeAccount,
  makeSessionKey,
  makeUser,
} from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { hashKey } from '../../lib/api-key.ts';
import { useTestApi } from '../../testing/harness.ts';
import { useSecondServer } from '../../testing/second-server.ts';

const api = useTestApi({ TRUST_PROXY: '1' });
const db = () => api.testDatabase.owner;
beforeEach(() => db().query('truncate rate_limits, known_devices'));

const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36';

interface From {
  address?: string;
  cookie?: string | undefined;
  agent?: string;
  url?: string;
}

interface Answered {
  status: number;
  code: string | undefined;
  retryAfter: string | null;
  /** The device's cookie, as the browser sends it back. */
  cookie: string | undefined;
}

async function signIn(email: string, password: string, from: From = {}): Promise<Answered> {
  const { address = '198.51.100.1', cookie, agent = chrome, url = api.url } = from;
  const response = await fetch(`${url}/api/auth`, {
    method: 'POST',
    body: JSON.stringify({ email, password }),
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': address,
      'User-Agent': agent,
      ...(cookie === undefined ? {} : { Cookie: cookie }),
    },
  });
  const body = (await response.json()) as { code?: string };
  return {
    status: response.status,
    code: body.code,
    retryAfter: response.headers.get('retry-after'),
    cookie: response.headers.getSetCookie()[0]?.split(';')[0],
  };
}

async function person(columns: Parameters<typeof makeAccount>[1] = {}) {
  const account = await makeAccount(db(), columns);
  const user = await makeUser(db(), { account });
  return { account, user, email: account.email };
}

/** Wrong passwords, three at a time, because one network may have no more at once. */
async function wrong(
  email: string,
  count: number,
  address: (n: number) => string,
  from: From = {},
): Promise<Answered[]> {
  const answers: Answered[] = [];
  for (let first = 0; first < count; first += 3) {
    const some = Array.from({ length: Math.min(3, count - first) }, (_, n) =>
      signIn(email, 'wrong-guess', { ...from, address: address(first + n) }),
    );
    answers.push(...(await Promise.all(some)));
  }
  return answers;
}

const strangers = (n: number): string => `203.0.113.${n}`;
/** Enough concurrent wrong passwords that unknown devices need a link. */
const beyond = (email: string): Promise<Answered[]> =>
  Promise.all(Array.from({ length: 100 }, (_, n) => signIn(email, 'wrong-guess', { address: strangers(n) })));

/** Sets 'a-better-phrase' with a link by email, on the device of the cookie. */
async function resetByEmail(email: string, cookie = ''): Promise<void> {
  await api.call('password/reset/start', { email });
  await api.runJobs();
  const mails = api.mailTo(email).map(({ body }) => body);
  const token = /welcome#(\S+)/.exec(mails.join('\n'))?.[1] ?? '';
  const body = JSON.stringify({ token, password: 'a-better-phrase' });
  const headers = { 'Content-Type': 'application/json', Cookie: cookie };
  const used = await api.post('/api/setup_link/use', body, headers);
  await used.arrayBuffer();
  expect(used.status).toBe(200);
}

describe('wrong passwords of strangers', () => {
  it('do not limit the owner: 24 in two minutes', async () => {
    const { email } = await person();
    const own = '198.51.100.20';
    const { cookie } = await signIn(email, defaultPassword, { address: own });
    for (let round = 0; round < 4; round += 1) {
      const tried = await wrong(email, 6, (n) => strangers(round * 2 + (n % 2)));
      expect(tried.map(({ status }) => status)).toEqual(tried.map(() => 401));
      expect((await signIn(email, defaultPassword, { address: own, cookie })).status).toBe(200);
      expect((await signIn(email, defaultPassword, { address: '192.0.2.9', cookie })).status).toBe(200);
    }
    expect((await signIn(email, defaultPassword, { address: own })).status).toBe(200);
  });

  it('make their network wait longer and longer', async () => {
    const { email } = await person();
    const first = await wrong(email, 15, () => strangers(1));
    expect(first.filter(({ status }) => status === 429)).toHaveLength(5);
    const passes = (seconds: number) =>
      db().query(`update rate_limits set expire = expire - $1::bigint * 1000 where key like 'sign-in:%'`, [
        seconds,
      ]);
    await passes(61);
    await wrong(email, 10, () => strangers(1));
    await passes(61);
    await wrong(email, 10, () => strangers(1));
    await passes(61);
    const held = await signIn(email, defaultPassword, { address: strangers(1) });
    expect([held.status, Number(held.retryAfter) > 3000]).toEqual([429, true]);
    expect((await signIn(email, defaultPassword, { address: strangers(2) })).status).toBe(200);
  });

  it('delay the answers to networks that the account doesn’t know, and to no others', async () => {
    const { email } = await person();
    const own = '198.51.100.21';
    await signIn(email, defaultPassword, { address: own });
    await Promise.all(Array.from({ length: 60 }, (_, n) => signIn(email, 'x', { address: strangers(n) })));
    const inARow = async () =>
      (await db().query("select points from rate_limits where key like 'sign-in-row:%'")).rows;
    const began = performance.now();
    const other = signIn(email, defaultPassword, { address: '192.0.2.4' });
    const otherMs = other.then(() => performance.now() - began);
    // The owner's success clears the count that delays the other one.
    await expect.poll(inARow).toEqual([{ points: 61 }]);
    const first = await Promise.race([
      signIn(email, defaultPassword, { address: own }).then(({ status }) => ['own', status]),
      other.then(({ status }) => ['other', status]),
    ]);
    expect(first).toEqual(['own', 200]);
    expect([(await other).status, (await otherMs) > 1000]).toEqual([200, true]);
  });

  it('require a link for unknown devices after a hundred in a row', async () => {
    const { email } = await person();
    const { cookie } = await signIn(email, defaultPassword);
    const tried = await beyond(email);
    expect(tried.map(({ status }) => status)).toEqual(tried.map(() => 401));
    const refused = await signIn(email, defaultPassword, { address: '192.0.2.1' });
    expect([refused.status, refused.code]).toEqual([403, 'sign_in_link_required']);
    // The right password gets the same answer as a wrong one, and a day later too.
    expect((await signIn(email, 'wrong-guess', { address: '192.0.2.2' })).code).toBe('sign_in_link_required');
    await db().query("update rate_limits set expire = expire - 86400000 where key like 'sign-in-row:%'");
    expect((await signIn(email, defaultPassword)).code).toBe('sign_in_link_required');
    expect((await signIn(email, defaultPassword, { cookie })).status).toBe(200);
    expect((await signIn(email, defaultPassword)).code).toBe('sign_in_link_required');

    await resetByEmail(email);
    expect((await signIn(email, 'a-better-phrase')).status).toBe(200);
  }, 60_000);

  it('are counted alike for an unknown email and an account', async () => {
    const answers = await beyond('no-such-person@example.test');
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
    expect((await signIn('no-such-person@example.test', 'x')).code).toBe('sign_in_link_required');
  }, 60_000);

  it('start from zero after a success', async () => {
    const { email } = await person();
    await Promise.all(Array.from({ length: 99 }, (_, n) => signIn(email, 'x', { address: strangers(n) })));
    expect((await signIn(email, defaultPassword)).status).toBe(200);
    const tried = await wrong(email, 40, (n) => `192.0.2.${n}`);
    expect(tried.map(({ status }) => status)).toEqual(tried.map(() => 401));
  }, 60_000);

  it('that their network refuses neither use up an account’s tries nor store a count of its email', async () => {
    const { email } = await person();
    const address = strangers(7);
    const counts = async () =>
      (await db().query<{ key: string }>('select key, points from rate_limits order by key')).rows;
    await signIn('spray@example.test', 'wrong-guess', { address });
    await db().query("update rate_limits set points = 100 where key like 'sign-in-network:%'");
    const before = await counts();
    for (let n = 0; n < 12; n += 1)
      expect((await signIn(email, 'wrong-guess', { address })).status).toBe(429);
    expect((await signIn('no-such-person@example.test', 'x', { address })).status).toBe(429);
    await db().query("update rate_limits set points = 100 where key like 'sign-in-network:%'");
    const ofSignIn = (rows: { key: string }[]) => rows.filter(({ key }) => key.startsWith('sign-in'));
    expect(ofSignIn(await counts())).toEqual(ofSignIn(before));
    await db().query("update rate_limits set expire = 0 where key like 'sign-in-network:%'");
    expect((await signIn(email, defaultPassword, { address })).status).toBe(200);
  }, 60_000);

  it('are counted for the /48 of their IPv6 networks', async () => {
    const tried = await Promise.all(
      Array.from({ length: 310 }, (_, n) =>
        signIn(`spray-${n}@example.test`, 'x', { address: `2001:db8:77:${n.toString(16)}::1` }),
      ),
    );
    expect(tried.filter(({ status }) => status === 429)).toHaveLength(10);
    expect((await signIn('spray@example.test', 'x', { address: '2001:db8:78::1' })).status).toBe(401);
  }, 60_000);
});

describe('a device that signed in before', () => {
  it('has its own limits', async () => {
    const { email } = await person();
    const { cookie } = await signIn(email, defaultPassword);
    const tried = await wrong(email, 12, () => '192.0.2.3', { cookie });
    expect(tried.filter(({ status }) => status === 429)).toHaveLength(2);
    expect((await signIn(email, defaultPassword, { address: '192.0.2.3' })).status).toBe(200);
  });

  it('counts as unknown after a hundred wrong passwords in a row', async () => {
    const { email } = await person();
    const { cookie } = await signIn(email, defaultPassword);
    await db().query(
      `insert into rate_limits (key, points, expire)
       select 'sign-in-device-row:' || d.id, 100, extract(epoch from now() + interval '1 day') * 1000 from known_devices d`,
    );
    await beyond(email);
    expect((await signIn(email, defaultPassword, { cookie })).code).toBe('sign_in_link_required');
  }, 60_000);

  it('is known to the accounts that signed in on it, and keeps its token', async () => {
    const [one, two] = [await person(), await person()];
    const { cookie } = await signIn(one.email, defaultPassword);
    await beyond(two.email);
    expect((await signIn(two.email, defaultPassword, { cookie })).code).toBe('sign_in_link_required');
    await db().query('truncate rate_limits');
    expect((await signIn(two.email, defaultPassword, { cookie })).cookie).toBe(cookie);
    const { rows } = await db().query<{ token_hash: Buffer }>('select token_hash from known_devices');
    const token = cookie?.split('=')[1] ?? '';
    expect(rows.map(({ token_hash }) => token_hash)).toEqual([hashKey(token), hashKey(token)]);
    // A token that this installation never issued is replaced.
    const invented = `burrow_device=${'x'.repeat(43)}`;
    expect((await signIn(one.email, defaultPassword, { cookie: invented })).cookie).not.toBe(invented);
  }, 60_000);

  it('is remembered for a year, as one of the twenty used last', async () => {
    const { account, email } = await person();
    const cookies = [];
    for (let n = 0; n < 21; n += 1) {
      api.clock.set(new Date(Date.parse('2026-01-14T09:00:00Z') + n * 60_000).toISOString());
      cookies.push((await signIn(email, defaultPassword, { address: `192.0.2.${n}` })).cookie);
    }
    const { rows } = await db().query('select 1 from known_devices where account_id = $1', [account.id]);
    expect(rows).toHaveLength(20);
    await beyond(email);
    const again = (cookie: string | undefined) => signIn(email, defaultPassword, { cookie });
    expect((await again(cookies[0])).code).toBe('sign_in_link_required');
    expect((await again(cookies[20])).status).toBe(200);
    api.clock.set('2027-01-15T09:00:00Z');
    expect((await again(cookies[19])).code).toBe('sign_in_link_required');
  }, 60_000);

  it('is a stranger’s after a new password, unless that was set on it', async () => {
    const { account, email } = await person();
    const device = async (password: string, cookie?: string) =>
      (await signIn(email, password, { cookie })).cookie ?? '';
    const knownTokens = async () => {
      const { rows } = await db().query<{ token_hash: Buffer | null }>(
        'select token_hash from known_devices where account_id = $1',
        [account.id],
      );
      return rows.map(({ token_hash }) => token_hash?.toString('hex'));
    };
    const hashOf = (cookie: string) => hashKey(cookie.split('=')[1] ?? '').toString('hex');
    const [own, other] = [await device(defaultPassword), await device(defaultPassword)];
    await signIn(email, defaultPassword, { agent: 'curl/8' });
    expect(await knownTokens()).toHaveLength(3);
    await resetByEmail(email, own);
    expect(await knownTokens()).toEqual([hashOf(own)]);
    const second = await device('a-better-phrase');
    expect(await knownTokens()).toEqual([hashOf(own), hashOf(second)]);
    const { body } = await api.call('auth', { email, password: 'a-better-phrase' });
    const change = { password: 'yet-another-phrase', current_password: 'a-better-phrase' };
    const changed = await api.post('/api/set_password', JSON.stringify(change), {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${body.api_key}`,
      Cookie: second,
    });
    await changed.arrayBuffer();
    expect(changed.status).toBe(200);
    expect(await knownTokens()).toEqual([hashOf(second)]);
    await beyond(email);
    const again = (cookie: string) => signIn(email, 'yet-another-phrase', { cookie });
    expect((await again(other)).code).toBe('sign_in_link_required');
    expect((await again(own)).code).toBe('sign_in_link_required');
    expect((await again(second)).status).toBe(200);
  }, 60_000);

  it('is recognised by its network when it is a program without cookies', async () => {
    const { account, email } = await person();
    for (let n = 0; n < 3; n += 1) {
      expect((await signIn(email, defaultPassword, { agent: 'curl/8' })).cookie).toBeUndefined();
    }
    const { rows } = await db().query('select 1 from known_devices where account_id = $1', [account.id]);
    expect(rows).toHaveLength(1);
  });
});

describe('two processes', () => {
  const second = useSecondServer(api, { TRUST_PROXY: '1' });

  it('count together', async () => {
    const { email } = await person();
    const urls = [api.url, second()];
    const tried = [];
    for (let n = 0; n < 14; n += 1) tried.push(await signIn(email, 'wrong', { url: urls[n % 2] ?? '' }));
    expect(tried.filter(({ status }) => status === 429)).toHaveLength(4);
    await Promise.all(
      Array.from({ length: 90 }, (_, n) =>
        signIn(email, 'wrong-guess', { url: urls[n % 2] ?? '', address: strangers(n) }),
      ),
    );
    for (const one of urls) {
      const { code } = await signIn(email, defaultPassword, { url: one, address: '192.0.2.7' });
      expect(code).toBe('sign_in_link_required');
    }
  }, 60_000);
});

/** The key of the only count of wrong passwords in a row at a place. */
async function onlyRow(place: string): Promise<string> {
  const { rows } = await db().query<{ key: string }>('select key from rate_limits where key like $1', [
    `password-row:${place}:%`,
  ]);
  expect(rows).toHaveLength(1);
  return rows[0]?.key ?? '';
}

describe('guesses elsewhere', () => {
  it('of the current password are refused after a hundred in a row', async () => {
    const { account, user } = await person();
    const key = await makeSessionKey(db(), { user });
    const change = (current_password: string) =>
      api.call('set_password', { password: 'a-better-phrase', current_password }, key);
    expect((await change('not-it')).error.code).toBe('invalid_input');
    await db().query('update rate_limits set points = 100 where key = $1', [await onlyRow('session')]);
    expect((await change(defaultPassword)).error.code).toBe('sign_in_link_required');
    await resetByEmail(account.email);
    const again = await makeSessionKey(db(), { user });
    const input = { password: 'yet-another-phrase', current_password: 'a-better-phrase' };
    expect((await api.call('set_password', input, again)).status).toBe(200);
  });

  it('through one practice’s link do not keep a person from joining another, and end with a new password', async () => {
    const { account } = await person();
    const invited = async () => {
      const { adminKey } = await makePractice(db());
      const { body } = await api.call(
        'team/invite',
        { name: 'Gwen Jones', email: account.email, role: 'staff' },
        adminKey,
      );
      return { token: body.setup_link.replace(/^.*#/, '') };
    };
    const [theirs, ours] = [await invited(), await invited()];
    const use = ({ token }: { token: string }, password: string) =>
      api.call('setup_link/use', { token, password });
    expect((await use(theirs, 'wrong-guess')).error.code).toBe('invalid_credentials');
    await db().query('update rate_limits set points = 100 where key = $1', [await onlyRow('link')]);
    expect((await use(theirs, defaultPassword)).error.code).toBe('sign_in_link_required');
    expect((await use(ours, defaultPassword)).status).toBe(200);
    await resetByEmail(account.email);
    expect((await use(theirs, 'a-better-phrase')).status).toBe(200);
  });
});
