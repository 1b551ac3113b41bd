import { beforeEach, describe, expect, it } from 'vitest';
import {
  defaultPassword,
  makeClient,
  makeClientLink,
  makePhoneCode,
  makeSessionKey,
  makeTenant,
  testCodeSecret,
} from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../harness.ts';
import { codeSentTo, later } from '../portal-sign-up.ts';
import { useSecondServer } from '../second-server.ts';

// Signing in with codes and links: without the phone there is no way in, by whichever link, process or purpose.

const api = useTestApi({ TRUST_PROXY: '1' });
const second = useSecondServer(api, { TRUST_PROXY: '1', CODE_SECRET: testCodeSecret });
const db = () => api.testDatabase.owner;
beforeEach(() => db().query('truncate rate_limits'));
const phone = '07700900123';

/** Posts to a server from a new address each time, as a botnet would. @returns status and code of the answer */
let callers = 0;
async function post(server: string, name: string, input: Record<string, string | number>): Promise<string> {
  const n = (callers += 1);
  const answer = await fetch(`${server}/api/${name}`, {
    method: 'POST',
    body: JSON.stringify(input),
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `10.${n >> 8}.${n & 255}.1` },
  });
  const { code } = (await answer.json()) as { code?: string };
  return [answer.status, code].filter(Boolean).join(' ');
}

const notValid = '400 code_not_valid';

const wrongCodes = (right: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => String((Number(right) + 1 + n * 977) % 1_000_000).padStart(6, '0'));

const keysOf = async (clientId: number) =>
  (await db().query('select 1 from api_keys where client_id = $1 and revoked_at is null', [clientId])).rows
    .length;

describe('guessing a code', () => {
  it('ends after five attempts, over two processes, two links and the number together', async () => {
    const client = await makeClient(db(), { phone });
    const links = [await makeClientLink(db(), { client }), await makeClientLink(db(), { client })];
    expect(await post(api.url, 'cp/link/start', { token: links[0]?.token ?? '' })).toBe('200');
    const right = codeSentTo(api, phone);
    const guesses = wrongCodes(right, 60).map((code, n) => {
      const server = n % 2 === 0 ? api.url : second();
      const token = links[n % 3]?.token;
      return token === undefined
        ? post(server, 'cp/code/verify', { tenant_id: client.tenant_id, phone, code })
        : post(server, 'cp/link/verify', { token, code });
    });
    expect(new Set(await Promise.all(guesses))).toEqual(new Set([notValid]));
    const { rows } = await db().query('select tries from phone_codes where tenant_id = $1', [
      client.tenant_id,
    ]);
    expect(rows).toEqual([{ tries: 5 }]);
    for (const { token } of links) {
      expect(await post(second(), 'cp/link/verify', { token, code: right })).toBe(notValid);
    }
    expect(await keysOf(client.id)).toBe(0);
  });

  it('opens one session with the right one, though it arrives many times at the same moment', async () => {
    const client = await makeClient(db(), { phone });
    const { token } = await makeClientLink(db(), { client });
    await post(api.url, 'cp/code/start', { tenant_id: client.tenant_id, phone });
    const code = codeSentTo(api, phone);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        n % 2 === 0
          ? post(api.url, 'cp/link/verify', { token, code })
          : post(second(), 'cp/code/verify', { tenant_id: client.tenant_id, phone, code }),
      ),
    );
    expect(answers.filter((answer) => answer === '200')).toHaveLength(1);
    expect(await keysOf(client.id)).toBe(1);
  });

  it('never matches one of another purpose', async () => {
    const client = await makeClient(db(), { phone, password: defaultPassword });
    const { token } = await makeClientLink(db(), { client });
    const tenant = { id: client.tenant_id };
    const code = '123456';
    const uses = {
      register: [['cp/register/verify', { tenant_id: tenant.id, phone, code }]],
      reset: [
        [
          'cp/password/reset/complete',
          { tenant_id: tenant.id, phone, code, new_password: 'a-chosen-phrase' },
        ],
      ],
      sign_in: [
        ['cp/code/verify', { tenant_id: tenant.id, phone, code }],
        ['cp/link/verify', { token, code }],
      ],
    } as const;
    const purposes = ['register', 'reset', 'sign_in'] as const;
    for (const purpose of purposes) {
      await db().query('delete from phone_codes');
      await makePhoneCode(db(), { tenant, phone, purpose });
      for (const other of purposes.filter((one) => one !== purpose)) {
        for (const [name, input] of uses[other]) expect(await post(api.url, name, input)).toBe(notValid);
      }
      // It was a valid one.
      for (const [name, input] of uses[purpose].slice(0, 1))
        expect(await post(api.url, name, input)).toBe('200');
    }
  });
});

describe('a forwarded link', () => {
  it('sends codes to its own client only, and takes no code of another', async () => {
    const { tenant } = await makePractice(db());
    const client = await makeClient(db(), { tenant, phone });
    const friend = await makeClient(db(), { tenant, phone: '07700900124' });
    const [ofClient, ofFriend] = [
      await makeClientLink(db(), { client }),
      await makeClientLink(db(), { client: friend }),
    ];
    expect(await post(api.url, 'cp/link/start', { token: ofFriend.token })).toBe('200');
    const code = codeSentTo(api, '07700900124');
    expect(await post(api.url, 'cp/link/verify', { token: ofClient.token, code })).toBe(notValid);
    expect(await post(api.url, 'cp/link/start', { token: ofClient.token })).toBe('200');
    expect(await post(api.url, 'cp/link/verify', { token: ofClient.token, code })).toBe(notValid);
    const forged = { token: ofClient.token, phone: '07700900124', tenant_id: 1, client_id: friend.id };
    later(api, 61);
    expect(await post(api.url, 'cp/link/start', forged)).toBe('200');
    expect(api.smsTo('07700900124')).toHaveLength(1);
    expect(api.smsTo(phone)).toHaveLength(2);
    expect(await post(api.url, 'cp/link/verify', { token: ofFriend.token, code })).toBe('200');
    expect([await keysOf(client.id), await keysOf(friend.id)]).toEqual([0, 1]);
  });

  it('opens nothing for staff or under support access, who can read messages', async () => {
    const { tenant, staffKey, adminKey } = await makePractice(db());
    const client = await makeClient(db(), { tenant, phone });
    const { token } = await makeClientLink(db(), { client });
    for (const key of [staffKey, adminKey]) {
      expect((await api.call('cp/link/open', { token }, key)).status).toBe(403);
    }
    await db().query("update users set support_until = '2026-01-14T10:00:00Z' where id = $1", [
      adminKey.userId,
    ]);
    const moved = { client_id: client.id, phone: '07700900999' };
    expect((await api.call('client_update', moved, adminKey)).status).toBe(403);
    expect(await post(api.url, 'cp/link/start', { token })).toBe('200');
    expect(api.smsTo(phone)).toHaveLength(1);
  });

  it('is the same number at another practice, and opens nothing there', async () => {
    const [here, there] = [await makeClient(db(), { phone }), await makeClient(db(), { phone })];
    const { token } = await makeClientLink(db(), { client: here });
    await post(api.url, 'cp/code/start', { tenant_id: there.tenant_id, phone });
    const code = codeSentTo(api, phone);
    expect(await post(api.url, 'cp/link/verify', { token, code })).toBe(notValid);
    const key = await makeSessionKey(db(), { client: there });
    expect((await api.call('cp/link/open', { token }, key)).status).toBe(404);
  });
});

/** Waits until a statement is blocked by another transaction. */
const blocked = `select 1 from pg_locks l join pg_stat_activity a on a.pid = l.pid
  where not l.granted and a.datname = current_database()`;

describe('a session that is being stored', () => {
  it.each([
    ['archives the client', 'update clients set archived_at = now() where id = $1', notValid],
    ['changes the number', "update clients set phone = '07700900999' where id = $1", notValid],
  ])('is refused when the practice %s at the same moment', async (_what, change, expected) => {
    const client = await makeClient(db(), { phone });
    const { token } = await makeClientLink(db(), { client });
    await post(api.url, 'cp/link/start', { token });
    const code = codeSentTo(api, phone);
    const desk = await db().connect();
    try {
      await desk.query('begin');
      await desk.query('select 1 from clients where id = $1 for update', [client.id]);
      const verified = post(api.url, 'cp/link/verify', { token, code });
      await expect.poll(async () => (await db().query(blocked)).rows.length).toBe(1);
      await desk.query(change, [client.id]);
      await desk.query('commit');
      expect(await verified).toBe(expected);
    } finally {
      desk.release();
    }
    expect(await keysOf(client.id)).toBe(0);
  });

  it('ends when the practice changes the number right after', async () => {
    const { tenant, staffKey } = await makePractice(db());
    const client = await makeClient(db(), { tenant, phone });
    const signingIn = await db().connect();
    try {
      await signingIn.query('begin');
      await signingIn.query("select set_config('app.tenant_id', $1, true)", [String(tenant.id)]);
      await signingIn.query(
        'insert into client_logins (tenant_id, client_id, password_hash, proved_phone) values ($1, $2, null, $3)',
        [tenant.id, client.id, phone],
      );
      const issued = await signingIn.query(
        "select client_issue_code_key(sha256('key'), $1, $2, now(), now() + interval '99 years', null, 'here') as issued",
        [client.id, phone],
      );
      expect(issued.rows).toEqual([{ issued: true }]);
      const changed = api.call('client_update', { client_id: client.id, phone: '07700900998' }, staffKey);
      await expect.poll(async () => (await db().query(blocked)).rows.length).toBe(1);
      await signingIn.query('commit');
      expect((await changed).status).toBe(200);
    } finally {
      signingIn.release();
    }
    expect(await keysOf(client.id)).toBe(0);
  });

  it('is stored by the function for a verified number of the current practice only', async () => {
    const { tenant } = await makePractice(db());
    const client = await makeClient(db(), { tenant, phone, password: defaultPassword });
    const other = await makeTenant(db());
    const issue = async (tenantId: number, number: string) => {
      const connection = await db().connect();
      try {
        await connection.query('begin');
        await connection.query("select set_config('app.tenant_id', $1, true)", [String(tenantId)]);
        const { rows } = await connection.query<{ issued: boolean }>(
          "select client_issue_code_key(sha256('another'), $1, $2, now(), now() + interval '1 day', null, 'here') as issued",
          [client.id, number],
        );
        return rows[0]?.issued;
      } finally {
        await connection.query('rollback');
        connection.release();
      }
    };
    expect(await issue(tenant.id, phone)).toBe(true);
    expect(await issue(tenant.id, '07700900999')).toBe(false);
    expect(await issue(other.id, phone)).toBe(false);
    await db().query("update client_logins set proved_phone = '07700900999' where client_id = $1", [
      client.id,
    ]);
    expect(await issue(tenant.id, phone)).toBe(false);
    await db().query('update client_logins set proved_phone = $2 where client_id = $1', [client.id, phone]);
    await db().query('update tenants set suspended_at = now() where id = $1', [tenant.id]);
    expect(await issue(tenant.id, phone)).toBe(false);
  });
});

describe('the log', () => {
  it('contains no code, token or number', async () => {
    const { tenant } = await makePractice(db());
    const client = await makeClient(db(), { tenant, phone });
    const { token } = await makeClientLink(db(), { client });
    await fetch(`${api.url}/l/${token}`, { redirect: 'manual' });
    await api.call('cp/link', { token });
    await api.call('cp/link/start', { token });
    const code = codeSentTo(api, phone);
    const { body } = await api.call('cp/link/verify', { token, code });
    await api.call('cp/code/start', { tenant_id: tenant.id, phone: '07700900125' });
    const ofNew = codeSentTo(api, '07700900125');
    const proved = await api.call('cp/code/verify', {
      tenant_id: tenant.id,
      phone: '07700900125',
      code: ofNew,
    });
    if (!proved.body.is_new) throw new Error('The number is new.');
    const { registration_token } = proved.body;
    const made = { tenant_id: tenant.id, phone: '07700900125', name: 'Nora', registration_token };
    expect((await api.call('cp/code/complete', made)).status).toBe(200);
    const log = api.logLines.join('\n');
    expect(log).toContain('cp/code/complete');
    for (const secret of [
      token,
      code,
      ofNew,
      registration_token,
      body.api_key,
      phone,
      '7700900125',
      'Nora',
    ]) {
      expect([secret, log.includes(secret)]).toEqual([secret, false]);
    }
  });
});
