import { beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultPassword, makeClient, makeTenant } from '../../../../../packages/dev/src/factory-people.ts';
import { testNow, useTestApi } from '../../testing/harness.ts';
import { codeSentTo, later, provenPhone } from '../../testing/portal-sign-up.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;
// All calls come from one address; the limits are tested elsewhere.
beforeEach(() => db().query('truncate rate_limits'));
const phone = '07700900123';

const start = (tenantId: number, number = phone) =>
  api.call('cp/register/start', { tenant_id: tenantId, phone: number });

const account = { name: 'Nora Newcomer', password: 'petlover-77' };

describe('requesting a code', () => {
  it('sends six digits in a text that phones can recognise, and returns how long to wait', async () => {
    const { id } = await makeTenant(db(), { tenant_name: 'Willow Vets' });
    const { status, body } = await start(id, '07700 900 123');
    expect([status, body]).toEqual([200, { success: true, resend_after: 60, expires_in: 600 }]);
    const [message, ...others] = api.smsTo(phone);
    expect(others).toEqual([]);
    expect(message?.body).toMatch(
      /^\d{6} is your verification code for Willow Vets\. It's valid for 10 minutes\.$/,
    );
  });

  it('names the practice without anything that a phone turns into a link', async () => {
    const tenant_name = 'Dr.Vet & Sons (St. Ives) – https://evil.example/win?x=1 @vets';
    const { id } = await makeTenant(db(), { tenant_name });
    await start(id);
    expect(api.smsTo(phone)[0]?.body).toMatch(
      /^\d{6} is your verification code for Dr Vet & Sons \(St\. Ives\) https evil example win\?x 1 vets\. /,
    );
  });

  it('truncates a long name: the text stays one message', async () => {
    const { id } = await makeTenant(db(), { tenant_name: `The Old\n Mill ${'and Sons '.repeat(20)}` });
    await start(id);
    expect(api.smsTo(phone)[0]?.body).toContain('The Old Mill and Sons');
    expect(api.smsTo(phone)[0]?.body.length).toBeLessThanOrEqual(160);
  });

  it.each(['0770090012', '+447700900123', '07700-900123', '01632960123', '077009001234', 'seven'])(
    'refuses %s in a British practice',
    async (number) => {
      const { id } = await makeTenant(db());
      const { status, error } = await start(id, number);
      const message = 'Please enter a valid UK mobile number.';
      expect([status, error.code, error.message, error.fields]).toEqual([
        400,
        'invalid_input',
        message,
        { phone: message },
      ]);
    },
  );

  it('accepts a mobile number of the practice’s own country elsewhere, and no other', async () => {
    const { id } = await makeTenant(db(), { locale: 'fr-FR' });
    expect((await start(id, '06 12 34 56 78')).status).toBe(200);
    expect(api.smsTo('+33612345678')).toHaveLength(1);
    for (const number of ['12', '01 42 34 56 78', '000382', '+447700900123', '06 12 34 56 78 ext 3']) {
      const { status, error } = await start(id, number);
      expect([number, status, error.fields]).toEqual([
        number,
        400,
        { phone: 'Enter a mobile number such as 06 12 34 56 78.' },
      ]);
    }
  });

  it('needs an existing practice that is not suspended', async () => {
    const suspended = await makeTenant(db(), { suspended_at: new Date() });
    for (const id of [suspended.id, 9_999_999]) {
      const { status, error } = await start(id);
      expect([status, error.code]).toEqual([404, 'not_found']);
    }
    expect(api.smsTo(phone)).toEqual([]);
  });

  it('refuses the number of an existing account', async () => {
    const tenant = await makeTenant(db());
    await makeClient(db(), { tenant, phone, password: defaultPassword });
    const known = await start(tenant.id);
    expect([known.status, known.error.code, known.error.message]).toEqual([
      409,
      'account_exists',
      'An account with this mobile number already exists.',
    ]);
    expect(api.smsTo(phone)).toEqual([]);
  });

  it('reveals an archived client only to the person who verifies the number', async () => {
    const tenant = await makeTenant(db());
    const archived_at = new Date();
    for (const password of [null, defaultPassword]) {
      const { phone: number } = await makeClient(db(), {
        tenant,
        archived_at,
        ...(password ? { password } : {}),
      });
      const registration_token = await provenPhone(api, tenant.id, number ?? '');
      const input = { tenant_id: tenant.id, phone: number ?? '', ...account, registration_token };
      const { status, error } = await api.call('cp/register/complete', input);
      expect([status, error.code]).toEqual([409, 'client_archived']);
    }
  });

  it('sends the next one after 60 seconds', async () => {
    const { id } = await makeTenant(db());
    await start(id);
    later(api, 18);
    const { status, error, headers } = await start(id);
    expect([status, error.code, error.message, headers.get('retry-after')]).toEqual([
      429,
      'code_just_sent',
      'Please wait before requesting another SMS code.',
      '42',
    ]);
    later(api, 42);
    expect((await start(id)).status).toBe(200);
    expect(api.smsTo(phone)).toHaveLength(2);
  });

  it('sends at most five an hour to one phone of a practice, for all purposes, and ten a day', async () => {
    const tenant = await makeTenant(db());
    const { phone: number } = await makeClient(db(), { tenant, password: defaultPassword });
    const ask = { tenant_id: tenant.id, phone: number ?? '' };
    const statuses: number[] = [];
    const waits: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      const { status, headers } = await api.call('cp/password/reset/start', ask);
      statuses.push(status);
      if (status === 429) waits.push(Math.ceil(Number(headers.get('retry-after')) / 3600));
      // An hour later.
      if (n === 5 || n === 10) await db().query("delete from rate_limits where key like 'code:3600:%'");
      later(api, 61);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 200, 200, 200, 200, 200, 429]);
    expect(waits).toEqual([1, 24]);
    const elsewhere = await makeTenant(db());
    expect((await start(elsewhere.id, number ?? '')).status).toBe(200);
  });

  it('does not delay the next request when the text could not be sent', async () => {
    const { id } = await makeTenant(db());
    api.expectLoggedErrors();
    api.sandbox.mood.twilio = 'outage';
    for (let n = 0; n < 7; n += 1) {
      const { status, error } = await start(id);
      expect([status, error.code]).toEqual([503, 'sms_unavailable']);
    }
    api.sandbox.mood.twilio = 'well';
    expect((await start(id)).status).toBe(200);
    const { rows } = await db().query('select tries from phone_codes where tenant_id = $1', [id]);
    expect(rows).toHaveLength(1);
  });

  it('keeps the previous code valid when the next one could not be sent', async () => {
    const { id } = await makeTenant(db());
    const verify = (code: string) => api.call('cp/register/verify', { tenant_id: id, phone, code });
    await start(id);
    const first = codeSentTo(api, phone);
    const wrong = String((Number(first) + 1) % 1_000_000).padStart(6, '0');
    const { rows: before } = await db().query('select * from phone_codes where tenant_id = $1', [id]);
    later(api, 61);
    api.expectLoggedErrors();
    api.sandbox.mood.twilio = 'outage';
    expect((await start(id)).status).toBe(503);
    const { rows: after } = await db().query('select * from phone_codes where tenant_id = $1', [id]);
    expect(after).toEqual(before);
    // Four attempts are used, and a failed text does not restore them.
    for (let n = 0; n < 4; n += 1) expect((await verify(wrong)).status).toBe(400);
    expect((await start(id)).status).toBe(503);
    expect((await verify(first)).status).toBe(200);
    expect((await start(id)).status).toBe(503);
    expect((await verify(first)).status).toBe(400);
  });

  it('gives no more attempts at a code by requesting others that cannot be sent', async () => {
    const { id } = await makeTenant(db());
    const verify = (code: string) => api.call('cp/register/verify', { tenant_id: id, phone, code });
    await start(id);
    const first = codeSentTo(api, phone);
    const wrong = String((Number(first) + 1) % 1_000_000).padStart(6, '0');
    later(api, 61);
    api.expectLoggedErrors();
    api.sandbox.mood.twilio = 'outage';
    for (let n = 0; n < 5; n += 1) {
      await verify(wrong);
      await start(id);
    }
    expect((await verify(first)).status).toBe(400);
  });

  it('makes the new code valid, and the next one wait, when it is unknown whether it was sent', async () => {
    const { id } = await makeTenant(db());
    const verify = (code: string) => api.call('cp/register/verify', { tenant_id: id, phone, code });
    await start(id);
    const first = codeSentTo(api, phone);
    later(api, 61);
    api.expectLoggedErrors();
    api.sandbox.mood.twilio = 'lost';
    const { status, error } = await start(id);
    expect([status, error.code, error.message]).toEqual([
      503,
      'sms_unavailable',
      'We can’t tell whether the text message was sent. If it doesn’t arrive, please try again.',
    ]);
    const second = codeSentTo(api, phone);
    expect((await start(id)).error.code).toBe('code_just_sent');
    // The same six digits twice happen once in a million.
    const former = first === second ? 400 : (await verify(first)).status;
    expect(former).toBe(400);
    expect((await verify(second)).status).toBe(200);
  });

  it('deletes old codes', async () => {
    const { id } = await makeTenant(db());
    await start(id, '07700900201');
    later(api, 601);
    await start(id, '07700900202');
    const { rows } = await db().query('select phone from phone_codes where tenant_id = $1', [id]);
    expect(rows).toEqual([{ phone: '07700900202' }]);
  });
});

describe('verifying', () => {
  it('returns a proof, for browsers as a cookie that no script reads', async () => {
    const { id } = await makeTenant(db());
    await start(id);
    const { status, body, headers } = await api.call('cp/register/verify', {
      tenant_id: id,
      phone: '07700 900123',
      code: codeSentTo(api, phone),
    });
    expect(status).toBe(200);
    expect(headers.get('set-cookie')).toMatch(
      new RegExp(
        `^burrow_registration=${body.registration_token}; Max-Age=900; Path=/api/cp/register; .*HttpOnly; SameSite=Strict$`,
      ),
    );
  });

  it('refuses any other code with the same answer', async () => {
    const { id } = await makeTenant(db());
    await start(id);
    const right = codeSentTo(api, phone);
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0');
    for (const input of [
      { phone, code: wrong },
      { phone: '07700900124', code: right },
    ]) {
      const { status, error } = await api.call('cp/register/verify', { tenant_id: id, ...input });
      expect([status, error.code, error.message]).toEqual([
        400,
        'code_not_valid',
        'Invalid or expired verification code.',
      ]);
    }
    const short = await api.call('cp/register/verify', { tenant_id: id, phone, code: '12345' });
    expect(short.error.fields).toEqual({ code: 'Please enter a valid 6-digit code' });
  });
});

describe('creating the account', () => {
  it('creates a client who can sign in, and records it in the audit log', async () => {
    const { id } = await makeTenant(db());
    const registration_token = await provenPhone(api, id, phone);
    const { status, body, headers } = await api.call('cp/register/complete', {
      tenant_id: id,
      phone,
      ...account,
      email: 'Nora@Example.test',
      address: '1 New Street',
      registration_token,
    });
    expect(status).toBe(200);
    expect(headers.get('set-cookie')).toMatch(
      /^burrow_registration=; Path=\/api\/cp\/register; Expires=Thu, 01 Jan 1970/,
    );
    const { rows } = await db().query(
      'select id::integer, name, email::text, phone, address from clients where tenant_id = $1',
      [id],
    );
    expect(rows).toEqual([
      {
        id: body.client_id,
        name: 'Nora Newcomer',
        email: 'nora@example.test',
        phone,
        address: '1 New Street',
      },
    ]);
    const log = await db().query(
      'select action, entity, entity_id::integer, client_id::integer, details from audit_log where tenant_id = $1',
      [id],
    );
    expect(log.rows).toEqual([
      {
        action: 'cp/register/complete',
        entity: 'client',
        entity_id: body.client_id,
        client_id: body.client_id,
        details: { claimed: false },
      },
    ]);
    const signedIn = await api.call('auth_customer', { tenant_id: id, phone, password: account.password });
    expect([signedIn.status, signedIn.body.client_id]).toEqual([200, body.client_id]);
  });

  it('accepts the cookie in place of the token', async () => {
    const { id } = await makeTenant(db());
    await start(id);
    const verified = await api.call('cp/register/verify', {
      tenant_id: id,
      phone,
      code: codeSentTo(api, phone),
    });
    const cookie = verified.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    const form = new URLSearchParams({ tenant_id: String(id), phone, ...account });
    expect((await api.post('/api/cp/register/complete', form)).status).toBe(400);
    expect((await api.post('/api/cp/register/complete', form, { Cookie: cookie })).status).toBe(200);
  });

  it("gives a person the practice's existing record, and fills in blank fields", async () => {
    const tenant = await makeTenant(db());
    const mine = await makeClient(db(), { tenant, phone, name: 'Mrs Newcomer', email: null, notes: 'Gate' });
    const registration_token = await provenPhone(api, tenant.id, phone);
    const { body } = await api.call('cp/register/complete', {
      tenant_id: tenant.id,
      phone,
      ...account,
      email: 'nora@example.test',
      address: 'Somewhere else',
      registration_token,
    });
    expect(body.client_id).toBe(mine.id);
    const { rows } = await db().query(
      'select name, email::text, address, notes from clients where tenant_id = $1',
      [tenant.id],
    );
    expect(rows).toEqual([
      { name: 'Mrs Newcomer', email: 'nora@example.test', address: mine.address, notes: 'Gate' },
    ]);
    const log = await db().query('select details from audit_log where tenant_id = $1', [tenant.id]);
    expect(log.rows).toEqual([{ details: { claimed: true } }]);
  });

  it("requires a password by the practice's rules, and keeps the proof until then", async () => {
    const { id } = await makeTenant(db());
    await db().query('update tenants set portal_password_minimum = 9 where id = $1', [id]);
    const registration_token = await provenPhone(api, id, phone);
    const complete = (password: string) =>
      api.call('cp/register/complete', { tenant_id: id, phone, ...account, password, registration_token });
    const refused: [string, string, string][] = [
      ['tiny', 'invalid_input', 'Password must be at least 6 characters long'],
      ['eight-ch', 'invalid_input', 'Password must be at least 9 characters long'],
      ['password1', 'weak_password', 'This password is too common. Choose another.'],
      [phone, 'weak_password', 'This password is too common. Choose another.'],
      ['+44 7700 900123', 'weak_password', 'This password is too common. Choose another.'],
    ];
    for (const [password, code, message] of refused) {
      const { status, error } = await complete(password);
      expect([status, error.code, error.fields]).toEqual([400, code, { password: message }]);
    }
    expect((await complete('nine-chars')).status).toBe(200);
  });

  it('needs the proof, which is valid for 15 minutes and for one use', async () => {
    const { id } = await makeTenant(db());
    const complete = async (registration_token?: string) => {
      const proof = registration_token === undefined ? {} : { registration_token };
      const answer = await api.call('cp/register/complete', { tenant_id: id, phone, ...account, ...proof });
      return [answer.status, answer.error.code];
    };
    expect(await complete()).toEqual([400, 'phone_not_verified']);
    const late = await provenPhone(api, id, phone);
    later(api, 901);
    expect(await complete(late)).toEqual([400, 'phone_not_verified']);
    const token = await provenPhone(api, id, phone);
    later(api, 899);
    expect(await complete(token)).toEqual([200, undefined]);
    expect(await complete(token)).toEqual([400, 'phone_not_verified']);
  });

  it('creates a new client when the number is being taken from another at that moment', async () => {
    const tenant = await makeTenant(db());
    const registration_token = await provenPhone(api, tenant.id, phone);
    const other = await makeClient(db(), { tenant, phone });
    const desk = await db().connect();
    try {
      await desk.query('begin');
      await desk.query('select from clients where id = $1 for update', [other.id]);
      const completed = api.call('cp/register/complete', {
        tenant_id: tenant.id,
        phone,
        ...account,
        registration_token,
      });
      await vi.waitFor(async () => {
        const { rowCount } = await db().query(
          `select from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query like '%from clients c%for update%'`,
        );
        expect(rowCount).toBe(1);
      }, 10_000);
      await desk.query("update clients set phone = '07700900999' where id = $1", [other.id]);
      await desk.query('commit');
      const { status, body } = await completed;
      expect(status).toBe(200);
      expect(body.client_id).not.toBe(other.id);
    } finally {
      desk.release();
    }
  });

  it('is refused when an account was created, or the client archived, meanwhile', async () => {
    const tenant = await makeTenant(db());
    const registration_token = await provenPhone(api, tenant.id, phone);
    const input = { tenant_id: tenant.id, phone, ...account, registration_token };
    const client = await makeClient(db(), { tenant, phone, password: defaultPassword });
    const exists = await api.call('cp/register/complete', input);
    expect([exists.status, exists.error.code]).toEqual([409, 'account_exists']);
    await db().query('update clients set archived_at = $2 where id = $1', [client.id, testNow]);
    const archived = await api.call('cp/register/complete', input);
    expect([archived.status, archived.error.code]).toEqual([409, 'client_archived']);
  });
});

describe('the practice’s own limit', () => {
  const few = useTestApi({ PORTAL_SMS_PER_DAY: '4' });

  it('allows a number of codes a day, half of them for sign-ups, and refuses more with its own message', async () => {
    const [one, other] = [await makeTenant(few.testDatabase.owner), await makeTenant(few.testDatabase.owner)];
    const ask = (tenantId: number, number: string) =>
      few.call('cp/register/start', { tenant_id: tenantId, phone: number });
    expect((await ask(one.id, '07700900301')).status).toBe(200);
    expect((await ask(one.id, '07700900302')).status).toBe(200);
    const { status, error } = await ask(one.id, '07700900303');
    expect([status, error.code, error.message]).toEqual([
      429,
      'rate_limited',
      'We can’t send any more codes today. Try again in about 24 hours, or call the practice.',
    ]);
    expect(few.smsTo('07700900303')).toEqual([]);
    expect((await ask(other.id, '07700900303')).status).toBe(200);
  });

  it('counts password resets separately, so that sign-ups by strangers do not use them up', async () => {
    const tenant = await makeTenant(few.testDatabase.owner);
    const { phone: number } = await makeClient(few.testDatabase.owner, { tenant, password: defaultPassword });
    const ask = { tenant_id: tenant.id };
    for (const invented of ['07700900304', '07700900305', '07700900306']) {
      await few.call('cp/register/start', { ...ask, phone: invented });
    }
    const reset = await few.call('cp/password/reset/start', { ...ask, phone: number ?? '' });
    expect(reset.status).toBe(200);
  });
});
