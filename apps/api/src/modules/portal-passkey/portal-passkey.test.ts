import { beforeEach, describe, expect, it } from 'vitest';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { addClientPasskey, makePetOwner, signInByPasskey } from '../../testing/client-passkeys.ts';
import { testNow, useTestApi } from '../../testing/harness.ts';
import { later } from '../../testing/portal-sign-up.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;
beforeEach(() => {
  api.clock.set(testNow);
  return db().query('truncate rate_limits');
});

/** A pet owner with a passkey. */
async function makeHolder(columns: Parameters<typeof makePetOwner>[1] = {}) {
  const owner = await makePetOwner(api, columns);
  const { passkey } = await addClientPasskey(api, owner.caller);
  return { ...owner, passkey };
}

const codeOf = ({ status, error }: { status: number; error: { code?: string } }) =>
  [status, error.code].filter(Boolean).join(' ');

describe('signing in to a portal with a passkey', () => {
  it('answers as the sign-in with a password does', async () => {
    const { client, tenantId, phone, passkey } = await makeHolder();
    const { status, body } = await signInByPasskey(api, tenantId, passkey);
    expect(status).toBe(200);
    const password = await api.call('auth_customer', {
      tenant_id: tenantId,
      phone,
      password: 'correct-horse-7',
    });
    const keyless = (answer: object) => JSON.stringify(answer).replaceAll(/"(api_?[kK]ey)":"[^"]+"/g, '"$1"');
    expect(keyless(body)).toBe(keyless(password.body));
    expect((await api.call('cp/client', {}, { apiKey: body.api_key })).body.id).toBe(client.id);
    const { rows } = await db().query(
      `select k.factors, k.network, k.expires_at = $2::timestamptz + interval '14 days' as in_time
       from api_keys k where k.client_id = $1 and k.factors <> '{}'`,
      [client.id, testNow],
    );
    expect(rows).toEqual([{ factors: ['passkey'], network: '127.0.0.x', in_time: true }]);
  });

  it('is in the audit log and the security log, and shows when the passkey was last used', async () => {
    const { client, tenantId, caller, passkey } = await makeHolder();
    expect((await api.call('cp/passkeys', {}, caller)).body).toMatchObject([{ last_used_at: null }]);
    later(api, 60);
    expect((await signInByPasskey(api, tenantId, passkey)).status).toBe(200);
    const { rows } = await db().query(
      "select entity, entity_id::integer, client_id::integer from audit_log where action = 'cp/passkey/sign_in' and tenant_id = $1",
      [tenantId],
    );
    expect(rows).toEqual([{ entity: 'client', entity_id: client.id, client_id: client.id }]);
    const traced = (line: string) =>
      line.includes('"portal_sign_in_succeeded"') && line.includes(`"client_id":${client.id},`);
    await expect.poll(() => api.logLines.some(traced)).toBe(true);
    expect((await api.call('cp/passkeys', {}, caller)).body).toMatchObject([
      { last_used_at: '2026-01-14T09:01:00.000Z' },
    ]);
  });

  it('makes the device known, so that strangers do not use up its attempts', async () => {
    const { tenantId, passkey } = await makeHolder();
    const { headers } = await signInByPasskey(api, tenantId, passkey);
    expect(headers.get('set-cookie')).toMatch(/^burrow_portal_device=/);
  });

  it('refuses a passkey of another practice, also of the same person', async () => {
    const phone = '07700900501';
    const [here, there] = [await makeHolder({ phone }), await makeHolder({ phone })];
    const refused = await signInByPasskey(api, there.tenantId, here.passkey);
    expect(codeOf(refused)).toBe('400 passkey_not_valid');
    expect((await signInByPasskey(api, here.tenantId, here.passkey)).status).toBe(200);
  });

  it('refuses a challenge of another practice', async () => {
    const [{ tenantId, passkey }, other] = [await makeHolder(), await makeHolder()];
    const { body } = await api.call('cp/passkey/challenge', { tenant_id: other.tenantId });
    const answer = passkey.sign(body.passkey_options) as never;
    const input = { tenant_id: tenantId, challenge: body.challenge, passkey: answer };
    expect(codeOf(await api.call('cp/passkey/sign_in', input))).toBe('400 challenge_expired');
  });

  it('refuses a passkey that answers from another origin', async () => {
    const { tenantId, passkey } = await makeHolder();
    const refused = await signInByPasskey(api, tenantId, passkey, 'https://burrow.example.net');
    expect(codeOf(refused)).toBe('400 passkey_not_valid');
  });

  it('refuses a copy, whose counter has gone back', async () => {
    const { tenantId, passkey } = await makeHolder();
    passkey.counter = 40;
    expect((await signInByPasskey(api, tenantId, passkey)).status).toBe(200);
    passkey.counter = 20;
    expect(codeOf(await signInByPasskey(api, tenantId, passkey))).toBe('400 passkey_not_valid');
  });

  it('accepts one of two simultaneous sign-ins with the same counter', async () => {
    const { tenantId, passkey } = await makeHolder();
    const answers = await Promise.all(
      [1, 2].map(async () => {
        const { body } = await api.call('cp/passkey/challenge', { tenant_id: tenantId });
        passkey.counter = 40;
        const answer = passkey.sign(body.passkey_options) as never;
        return { tenant_id: tenantId, challenge: body.challenge, passkey: answer };
      }),
    );
    const signed = await Promise.all(answers.map((answer) => api.call('cp/passkey/sign_in', answer)));
    expect(signed.map(codeOf).toSorted()).toEqual(['200', '400 passkey_not_valid']);
  });

  it('refuses a passkey that did not verify the person', async () => {
    const { tenantId, passkey } = await makeHolder();
    passkey.verifiesUser = false;
    expect(codeOf(await signInByPasskey(api, tenantId, passkey))).toBe('400 passkey_not_valid');
  });

  it('refuses a replayed challenge, also after a failure, and one that is five minutes old', async () => {
    const { tenantId, passkey } = await makeHolder();
    const begin = async () => (await api.call('cp/passkey/challenge', { tenant_id: tenantId })).body;
    const finish = (begun: Awaited<ReturnType<typeof begin>>, origin = api.url) =>
      api.call('cp/passkey/sign_in', {
        tenant_id: tenantId,
        challenge: begun.challenge,
        passkey: passkey.sign(begun.passkey_options, origin),
      });
    const first = await begin();
    expect((await finish(first)).status).toBe(200);
    expect(codeOf(await finish(first))).toBe('400 challenge_expired');
    const second = await begin();
    expect(codeOf(await finish(second, 'https://burrow.example.net'))).toBe('400 passkey_not_valid');
    expect(codeOf(await finish(second))).toBe('400 challenge_expired');
    const third = await begin();
    later(api, 300);
    expect(codeOf(await finish(third))).toBe('400 challenge_expired');
  });

  it('refuses the challenge of adding a passkey', async () => {
    const { tenantId, caller, passkey } = await makeHolder();
    const { body } = await api.call('cp/passkey/add', {}, caller);
    const answer = passkey.sign({ ...body.passkey_options, rpId: '127.0.0.1' }) as never;
    const input = { tenant_id: tenantId, challenge: body.challenge, passkey: answer };
    expect(codeOf(await api.call('cp/passkey/sign_in', input))).toBe('400 challenge_expired');
  });

  it('refuses an archived client until they are restored', async () => {
    const { tenant, staffKey } = await makePractice(db());
    const { client, tenantId, passkey } = await makeHolder({ tenant });
    await api.call('client_archive', { client_id: client.id }, staffKey);
    expect(codeOf(await signInByPasskey(api, tenantId, passkey))).toBe('400 passkey_not_valid');
    await api.call('client_restore', { client_id: client.id }, staffKey);
    expect((await signInByPasskey(api, tenantId, passkey)).status).toBe(200);
  });

  it('is closed while the practice is suspended, also to a sign-in that has begun', async () => {
    const { tenantId, passkey } = await makeHolder();
    const { body } = await api.call('cp/passkey/challenge', { tenant_id: tenantId });
    await db().query('update tenants set suspended_at = now() where id = $1', [tenantId]);
    const answer = passkey.sign(body.passkey_options) as never;
    const input = { tenant_id: tenantId, challenge: body.challenge, passkey: answer };
    expect(codeOf(await api.call('cp/passkey/sign_in', input))).toBe('404 not_found');
    expect(codeOf(await api.call('cp/passkey/challenge', { tenant_id: tenantId }))).toBe('404 not_found');
  });

  it('tells the practice of a refused passkey of its client', async () => {
    const { client, tenantId, passkey } = await makeHolder();
    for (let n = 0; n < 3; n += 1) await signInByPasskey(api, tenantId, passkey, 'https://elsewhere.example');
    const noted = async () => {
      const { rows } = await db().query(
        "select entity_id::integer, client_id from audit_log where action = 'portal_passkey_refused' and tenant_id = $1",
        [tenantId],
      );
      return rows;
    };
    await expect.poll(noted).toEqual([{ entity_id: client.id, client_id: null }]);
  });

  it('is limited by network', async () => {
    const { tenantId } = await makePetOwner(api);
    const statuses = new Set<number>();
    for (let n = 0; n < 61; n += 1)
      statuses.add((await api.call('cp/passkey/challenge', { tenant_id: tenantId })).status);
    expect([...statuses]).toEqual([200, 429]);
  });
});
