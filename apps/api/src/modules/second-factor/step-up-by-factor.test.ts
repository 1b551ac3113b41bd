import { freshProofSeconds } from '@burrow/contracts/action';
import { TOTP, Secret } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { defaultPassword, makeAccount, makeUser } from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi, type Caller } from '../../testing/harness.ts';
import { SoftPasskey } from '../../testing/soft-passkey.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

beforeEach(() => db().query('truncate rate_limits'));

const later = (seconds: number) =>
  api.clock.set(new Date(api.clock.now().getTime() + seconds * 1000).toISOString());

const shownBy = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: api.clock.now().getTime() });

/** An admin with an authenticator app, whose last proof is stale. */
async function stalePerson() {
  const { tenant } = await makePractice(db());
  const account = await makeAccount(db());
  await makeUser(db(), { tenant, account, role: 'admin' });
  const { body } = await api.call('auth', { email: account.email, password: defaultPassword });
  const caller = { apiKey: body.api_key };
  const begun = await api.call('second_factor/add', { kind: 'totp' }, caller);
  const secret = begun.body.secret ?? '';
  const confirmed = await api.call('second_factor/confirm', { code: shownBy(secret) }, caller);
  later(freshProofSeconds + 60);
  return { caller, account, secret, recoveryCodes: confirmed.body.recovery_codes ?? [] };
}

const start = async (caller: Caller) => (await api.call('auth/step_up/start', {}, caller)).body;
const stepUp = (caller: Caller, input: Record<string, unknown>) => api.call('auth/step_up', input, caller);

/** What removing a factor answers: 200, or a code. */
async function sensitive(caller: Caller) {
  const { status, error } = await api.call('second_factor/recovery_codes', {}, caller);
  return error.code ?? status;
}

describe('a person with a second factor', () => {
  it('confirms who they are with it', async () => {
    const { caller, secret } = await stalePerson();
    expect(await sensitive(caller)).toBe('step_up_required');
    const asked = await start(caller);
    expect(asked).toMatchObject({ step_up_by: 'second_factor', factors: ['totp', 'recovery_code'] });
    const answer = { challenge: asked.challenge, code: shownBy(secret) };
    expect((await stepUp(caller, answer)).status).toBe(200);
    expect(await sensitive(caller)).toBe(200);
    expect((await stepUp(caller, answer)).error.code).toBe('challenge_expired');
  });

  it('cannot do so with the password alone', async () => {
    const { caller } = await stalePerson();
    const { status, error } = await stepUp(caller, { password: defaultPassword });
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['challenge']]);
    expect(await sensitive(caller)).toBe('step_up_required');
  });

  it('uses up the recovery code that they confirm with', async () => {
    const { caller, recoveryCodes } = await stalePerson();
    const [code] = recoveryCodes;
    expect((await stepUp(caller, { challenge: (await start(caller)).challenge, code })).status).toBe(200);
    const again = await stepUp(caller, { challenge: (await start(caller)).challenge, code });
    expect(again.error.code).toBe('code_not_valid');
  });

  it('can use a passkey', async () => {
    const { caller, secret } = await stalePerson();
    const passkey = new SoftPasskey(api.url);
    await stepUp(caller, { challenge: (await start(caller)).challenge, code: shownBy(secret) });
    const begun = (await api.call('second_factor/add', { kind: 'passkey' }, caller)).body;
    const made = {
      challenge: begun.challenge ?? '',
      passkey: passkey.create(begun.passkey_options) as never,
    };
    expect((await api.call('second_factor/confirm', made, caller)).error).not.toHaveProperty('code');
    later(freshProofSeconds + 60);
    const asked = await start(caller);
    const answer = { challenge: asked.challenge, passkey: passkey.sign(asked.passkey_options ?? undefined) };
    expect((await stepUp(caller, answer)).status).toBe(200);
  });

  it('cannot answer another person’s challenge', async () => {
    const [mine, other] = [await stalePerson(), await stalePerson()];
    const answer = { challenge: (await start(other.caller)).challenge, code: shownBy(other.secret) };
    expect((await stepUp(mine.caller, answer)).error.code).toBe('challenge_expired');
    expect(await sensitive(mine.caller)).toBe('step_up_required');
  });
});

describe('a challenge', () => {
  it('from a step-up cannot sign in, because a step-up needs no password', async () => {
    const { caller, secret } = await stalePerson();
    const challenge = (await start(caller)).challenge ?? '';
    const { status, error } = await api.call('auth/verify', { challenge, code: shownBy(secret) });
    expect([status, error.code]).toEqual([400, 'challenge_expired']);
  });

  it('from a sign-in cannot confirm a session', async () => {
    const { caller, account, secret } = await stalePerson();
    const { error } = await api.call('auth', { email: account.email, password: defaultPassword });
    const { challenge } = error as { challenge?: string };
    const refused = await stepUp(caller, { challenge, code: shownBy(secret) });
    expect(refused.error.code).toBe('challenge_expired');
  });
});

describe('a person with a second factor who joins another practice', () => {
  it('proves it too: someone else may have made the account with their email', async () => {
    const { account, secret } = await stalePerson();
    const { tenant, adminKey } = await makePractice(db());
    const invited = await api.call('team/invite', { name: 'Jo', email: account.email }, adminKey);
    const token = invited.body.setup_link.replace(/^.*#/, '');
    const given = { token, password: defaultPassword };
    const asked = await api.call('setup_link/use', given);
    expect([asked.status, asked.error.code]).toEqual([401, 'second_factor_required']);
    const { challenge } = asked.error as { challenge?: string };
    const wrong = await api.call('setup_link/use', { ...given, challenge, code: '000000' });
    expect(wrong.error.code).toBe('code_not_valid');
    const used = await api.call('setup_link/use', { ...given, challenge, code: shownBy(secret) });
    expect([used.status, used.body.tenant_id]).toEqual([200, tenant.id]);
  });
});
