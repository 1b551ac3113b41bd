import { beforeEach, describe, expect, it } from 'vitest';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import {
  defaultPassword,
  makeClient,
  makeSessionKey,
} from '../../../../../packages/dev/src/factory-people.ts';
import {
  addClientPasskey,
  makePetOwner,
  makeProofStale,
  signInByPasskey,
} from '../../testing/client-passkeys.ts';
import { testNow, useTestApi, type Caller } from '../../testing/harness.ts';
import { codeSentTo, later, provenPhone, sessionOf, signInByCode } from '../../testing/portal-sign-up.ts';
import { SoftPasskey } from '../../testing/soft-passkey.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;
beforeEach(async () => {
  api.clock.set(testNow);
  await db().query('truncate rate_limits');
});

const namesOf = async (caller: Caller) =>
  (await api.call('cp/passkeys', {}, caller)).body.map(({ name }) => name);
const rowsOf = async (clientId: number): Promise<number> =>
  (await db().query('select 1 from client_passkeys p where p.client_id = $1', [clientId])).rows.length;

describe('adding a passkey', () => {
  it('lists it under the name of the device, records it, and texts the client', async () => {
    const { tenant } = await makePractice(db(), { tenant_name: 'Willow Vets' });
    const { client, caller, phone } = await makePetOwner(api, { tenant, phone: '07700900511' });
    const { body } = await api.call('cp/passkey/add', {}, caller);
    expect(body.passkey_options).toMatchObject({
      rp: { name: 'Willow Vets', id: '127.0.0.1' },
      user: { name: `${client.name} (Willow Vets)`, displayName: client.name },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const response = await api.post(
      '/api/cp/passkey/confirm',
      JSON.stringify({
        challenge: body.challenge,
        passkey: new SoftPasskey(api.url).create(body.passkey_options),
      }),
      {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${caller.apiKey}`,
        'User-Agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0.0.0 Mobile Safari/537.36',
      },
    );
    expect(await response.json()).toEqual({ success: true });
    expect(await namesOf(caller)).toEqual(['Chrome on Android']);
    const { rows } = await db().query(
      "select client_id::integer, entity_id::integer, details from audit_log where action = 'cp/passkey/confirm'",
    );
    expect(rows).toEqual([
      { client_id: client.id, entity_id: client.id, details: { passkey: 'Chrome on Android' } },
    ]);
    const text =
      "A passkey was added to your account at Willow Vets. If this wasn't you, please contact the practice.";
    expect(api.smsTo(phone).map((sms) => sms.body)).toEqual([text]);
    expect(api.mailTo(client.email ?? '')).toEqual([]);
  });

  it('emails a client without a number that can be texted, and stands if nothing can be sent', async () => {
    const { client, caller } = await makePetOwner(api);
    api.sandbox.mood.twilio = 'outage';
    expect((await addClientPasskey(api, caller)).added.status).toBe(200);
    expect(api.mailTo(client.email ?? '')[0]?.subject).toBe('A passkey was added to your account');
    const other = await makePetOwner(api, { phone: '01632960123', email: null });
    expect((await addClientPasskey(api, other.caller)).added.status).toBe(200);
    expect(await rowsOf(other.client.id)).toBe(1);
  });

  it('needs the password more than five minutes after the sign-in', async () => {
    const { caller } = await makePetOwner(api);
    later(api, 299);
    expect((await api.call('cp/passkey/add', {}, caller)).status).toBe(200);
    makeProofStale(api);
    const add = async (input: { password?: string }) => {
      const { status, error } = await api.call('cp/passkey/add', input, caller);
      return status === 200 ? 200 : error.fields?.['password'];
    };
    expect(await add({})).toBe('Enter your password.');
    expect(await add({ password: 'something-else' })).toBe('Your password is incorrect.');
    expect(await add({ password: defaultPassword })).toBe(200);
  });

  it('needs a new sign-in instead from a client without a password', async () => {
    const { tenant } = await makePractice(db());
    const { phone, id } = await makeClient(db(), { tenant, phone: '07700900512' });
    const signIn = async () => {
      const { body } = await signInByCode(api, tenant.id, phone ?? '');
      return { apiKey: sessionOf(body).auth.apiKey };
    };
    const caller = await signIn();
    expect((await addClientPasskey(api, caller)).added.status).toBe(200);
    makeProofStale(api);
    for (let n = 0; n < 11; n += 1) {
      const { status, error } = await api.call(
        'cp/passkey/add',
        n === 0 ? {} : { password: `guess-${n}` },
        caller,
      );
      expect([status, error.code, error.fields]).toEqual([403, 'recent_sign_in_required', undefined]);
    }
    expect((await addClientPasskey(api, await signIn())).added.status).toBe(200);
    expect(await rowsOf(id)).toBe(2);
  });

  it('takes ten passwords in five minutes, in all sessions of the client together', async () => {
    const { client, caller } = await makePetOwner(api);
    const second = await makeSessionKey(db(), { client, verified: api.clock.now() });
    makeProofStale(api);
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) {
      const asked = n % 2 === 0 ? caller : second;
      statuses.push((await api.call('cp/passkey/add', { password: `guess-${n}` }, asked)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
  });

  it('counts a sign-in with a passkey as a fresh proof', async () => {
    const { caller, tenantId } = await makePetOwner(api);
    const { passkey } = await addClientPasskey(api, caller);
    makeProofStale(api);
    const { body } = await signInByPasskey(api, tenantId, passkey);
    expect((await api.call('cp/passkey/add', {}, { apiKey: body.api_key })).status).toBe(200);
  });

  it('refuses another client’s challenge, a used one, and one of five minutes ago', async () => {
    const [mine, theirs] = [await makePetOwner(api), await makePetOwner(api)];
    const begin = async ({ caller }: typeof mine) => (await api.call('cp/passkey/add', {}, caller)).body;
    const finish = async ({ challenge, passkey_options: options }: Awaited<ReturnType<typeof begin>>) => {
      const passkey = new SoftPasskey(api.url).create(options) as never;
      const { status, error } = await api.call('cp/passkey/confirm', { challenge, passkey }, mine.caller);
      return status === 200 ? 200 : error.code;
    };
    expect(await finish(await begin(theirs))).toBe('challenge_expired');
    const used = await begin(mine);
    expect([await finish(used), await finish(used)]).toEqual([200, 'challenge_expired']);
    const late = await begin(mine);
    later(api, 300);
    expect(await finish(late)).toBe('challenge_expired');
  });

  it('refuses one that does not verify the person, and the same one twice', async () => {
    const { caller } = await makePetOwner(api);
    const careless = new SoftPasskey(api.url);
    careless.verifiesUser = false;
    expect((await addClientPasskey(api, caller, careless)).added.error.code).toBe('passkey_not_valid');
    const { passkey } = await addClientPasskey(api, caller);
    expect((await addClientPasskey(api, caller, passkey)).added.error.code).toBe('conflict');
    const { body } = await api.call('cp/passkey/add', {}, caller);
    expect(body.passkey_options['excludeCredentials']).toMatchObject([{ id: passkey.id }]);
  });

  it('is possible five times, one at a time', async () => {
    const { client, caller } = await makePetOwner(api);
    const [first, second] = [
      await api.call('cp/passkey/add', {}, caller),
      await api.call('cp/passkey/add', {}, caller),
    ];
    const answers = [];
    for (const { body } of [first, second]) {
      const passkey = new SoftPasskey(api.url).create(body.passkey_options) as never;
      answers.push(await api.call('cp/passkey/confirm', { challenge: body.challenge, passkey }, caller));
    }
    expect(answers.map(({ status, error }) => error.code ?? status)).toEqual(['challenge_expired', 200]);
    for (let n = 0; n < 4; n += 1) await addClientPasskey(api, caller);
    expect(await rowsOf(client.id)).toBe(5);
    expect((await api.call('cp/passkey/add', {}, caller)).error.message).toBe(
      'You already have 5 passkeys, the most allowed. Remove one first.',
    );
  });
});

describe('a client’s passkey', () => {
  it('can be renamed and removed by its owner, and then does not sign in', async () => {
    const { caller, client, tenantId } = await makePetOwner(api);
    const { passkey } = await addClientPasskey(api, caller);
    const id = (await api.call('cp/passkeys', {}, caller)).body[0]?.id ?? 0;
    const rename = { passkey_id: id, name: 'My phone' };
    expect((await api.call('cp/passkey/rename', rename, caller)).status).toBe(200);
    expect(await namesOf(caller)).toEqual(['My phone']);
    const other = await makePetOwner(api, { tenant_id: tenantId });
    expect((await api.call('cp/passkey/remove', { passkey_id: id }, other.caller)).status).toBe(404);
    expect((await api.call('cp/passkey/rename', rename, other.caller)).status).toBe(404);
    expect((await api.call('cp/passkey/remove', { passkey_id: id }, caller)).status).toBe(200);
    expect((await signInByPasskey(api, tenantId, passkey)).error.code).toBe('passkey_not_valid');
    const { rows } = await db().query(
      `select action, details from audit_log where client_id = $1 and action in ('cp/passkey/rename', 'cp/passkey/remove')
       order by id`,
      [client.id],
    );
    expect(rows).toEqual([
      { action: 'cp/passkey/rename', details: { passkey: 'My phone' } },
      { action: 'cp/passkey/remove', details: { passkey: 'My phone' } },
    ]);
  });

  /** A client with a passkey, and the desk of their practice. */
  async function makeHolder(phone: string) {
    const { tenant, staffKey, adminKey } = await makePractice(db());
    const owner = await makePetOwner(api, { tenant, phone });
    const { passkey } = await addClientPasskey(api, owner.caller);
    const signsIn = async () => (await signInByPasskey(api, owner.tenantId, passkey)).status === 200;
    expect(await signsIn()).toBe(true);
    return { ...owner, signsIn, staffKey, adminKey };
  }

  it('ends when the practice changes the number', async () => {
    const { client, staffKey, signsIn } = await makeHolder('07700900521');
    await api.call('client_update', { client_id: client.id, phone: '07700900522' }, staffKey);
    expect([await signsIn(), await rowsOf(client.id)]).toEqual([false, 0]);
  });

  it('ends when the client changes their number, and stays when they change anything else', async () => {
    const { client, caller, signsIn } = await makeHolder('07700900523');
    await api.call('cp/client_update', { name: 'Another Name', email: 'other@example.test' }, caller);
    expect(await signsIn()).toBe(true);
    await api.call('cp/client_update', { phone: '07700900524' }, caller);
    expect([await signsIn(), await rowsOf(client.id)]).toEqual([false, 0]);
  });

  it('ends when another person proves the number', async () => {
    const { client, tenantId, caller } = await makePetOwner(api, { phone: '07700900525' });
    await api.call('cp/client_update', { phone: '07700900526' }, caller);
    const { passkey } = await addClientPasskey(api, caller);
    const token = await provenPhone(api, tenantId, '07700900526');
    const claimed = await api.call('cp/register/complete', {
      tenant_id: tenantId,
      phone: '07700900526',
      name: 'The Owner',
      password: 'another-phrase',
      registration_token: token,
    });
    expect(claimed.status).toBe(200);
    expect(await rowsOf(client.id)).toBe(0);
    expect((await signInByPasskey(api, tenantId, passkey)).error.code).toBe('passkey_not_valid');
  });

  it('ends with a password reset, whose sender may be a new holder of the number', async () => {
    const { client, tenantId, signsIn } = await makeHolder('07700900527');
    const where = { tenant_id: tenantId, phone: '07700900527' };
    await api.call('cp/password/reset/start', where);
    const code = codeSentTo(api, '07700900527');
    const reset = { ...where, code, new_password: 'another-phrase' };
    expect((await api.call('cp/password/reset/complete', reset)).status).toBe(200);
    expect([await signsIn(), await rowsOf(client.id)]).toEqual([false, 0]);
  });

  it('ends when the client is erased', async () => {
    const { client, adminKey, signsIn } = await makeHolder('07700900528');
    const erased = await api.call('client_erase', { client_id: client.id, name: client.name }, adminKey);
    expect(erased.status).toBe(200);
    expect([await signsIn(), await rowsOf(client.id)]).toEqual([false, 0]);
  });

  it('cannot be added while the practice removes the login', async () => {
    const { client, caller } = await makePetOwner(api, { phone: '07700900529' });
    const { body } = await api.call('cp/passkey/add', {}, caller);
    await db().query('delete from client_logins l where l.client_id = $1', [client.id]);
    const passkey = new SoftPasskey(api.url).create(body.passkey_options) as never;
    const late = await api.call('cp/passkey/confirm', { challenge: body.challenge, passkey }, caller);
    expect([late.status, await rowsOf(client.id)]).toEqual([400, 0]);
    expect((await api.call('cp/passkey/add', {}, caller)).status).toBe(401);
  });
});
