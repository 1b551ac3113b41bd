import { isPortalAction } from '@burrow/contracts/action';
import { actionNamed, actionNames } from '@burrow/contracts/actions';
import { beforeEach, describe, expect, it } from 'vitest';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import {
  defaultPassword,
  makeClient,
  makeSessionKey,
  makeTenant,
} from '../../../../../packages/dev/src/factory-people.ts';
import { useTestApi } from '../harness.ts';
import { codeSentTo, later, provenPhone } from '../portal-sign-up.ts';
import { sendParts } from '../uploads.ts';

// A portal account belongs to the person who verified its number: not to a previous owner, nor to a person who only
// entered it.

const api = useTestApi({ TRUST_PROXY: '1' });
const db = () => api.testDatabase.owner;
beforeEach(() => db().query('truncate rate_limits'));

const [firstPhone, otherPhone] = ['07700900123', '07700900124'];
const chosen = 'a-chosen-phrase';

const signIn = async (tenantId: number, phone: string, password: string) => {
  const { status, body } = await api.call('auth_customer', { tenant_id: tenantId, phone, password });
  return { status, apiKey: body.api_key };
};

/** Signs up with a number, with access to its phone. */
async function signUp(tenantId: number, phone: string, name = 'Nora Newcomer') {
  const registration_token = await provenPhone(api, tenantId, phone);
  const input = { tenant_id: tenantId, phone, name, password: chosen, registration_token };
  const { status, body, error } = await api.call('cp/register/complete', input);
  return { status, code: error.code, clientId: body.client_id };
}

const clientRow = async (id: number) =>
  (
    await db().query<{ name: string; phone: string | null }>(
      'select name, phone from clients where id = $1',
      [id],
    )
  ).rows[0];

const isSignedIn = async (apiKey: string) => (await api.call('cp/client', {}, { apiKey })).status === 200;

const detailsOf = async ({ tenant }: Practice, entityId: number) =>
  (
    await db().query<{ details: unknown }>(
      "select details from audit_log where tenant_id = $1 and entity = 'client' and entity_id = $2 order by id",
      [tenant.id, entityId],
    )
  ).rows.map(({ details }) => details);

describe('a number that the practice changes', () => {
  it.each([otherPhone, null])('to %s ends the old owner’s portal access', async (phone) => {
    const practice = await makePractice(db());
    const { tenant, staffKey } = practice;
    const client = await makeClient(db(), { tenant, phone: firstPhone, password: defaultPassword });
    const { apiKey } = await signIn(tenant.id, firstPhone, defaultPassword);
    const about = async () =>
      (await api.call('client', { client_id: client.id }, staffKey)).body.portal_access;
    expect(await about()).toBe('1');
    await api.call('client_update', { client_id: client.id, notes: 'Rings' }, staffKey);
    expect(await isSignedIn(apiKey)).toBe(true);
    await api.call('client_update', { client_id: client.id, phone }, staffKey);
    expect(await isSignedIn(apiKey)).toBe(false);
    expect(await about()).toBe('0');
    expect((await detailsOf(practice, client.id)).at(-1)).toEqual({
      changed: ['phone'],
      portal_access_ended: true,
    });
    for (const number of [firstPhone, otherPhone]) {
      expect((await signIn(tenant.id, number, defaultPassword)).status).toBe(401);
    }
  });

  it('gives the record to the owner of the new one', async () => {
    const { tenant, staffKey } = await makePractice(db());
    const client = await makeClient(db(), { tenant, phone: firstPhone, password: defaultPassword });
    await api.call('client_update', { client_id: client.id, phone: otherPhone }, staffKey);
    const reset = await api.call('cp/password/reset/start', { tenant_id: tenant.id, phone: otherPhone });
    expect(reset.error.code).toBe('account_not_found');
    expect(await signUp(tenant.id, otherPhone)).toMatchObject({ status: 200, clientId: client.id });
    expect((await signIn(tenant.id, otherPhone, chosen)).status).toBe(200);
  });

  it('leaves no session that is being stored at the same moment', async () => {
    const { tenant, staffKey } = await makePractice(db());
    const client = await makeClient(db(), { tenant, phone: firstPhone, password: defaultPassword });
    const [change, ...signIns] = await Promise.all([
      api.call('client_update', { client_id: client.id, phone: otherPhone }, staffKey),
      ...Array.from({ length: 5 }, () => signIn(tenant.id, firstPhone, defaultPassword)),
    ]);
    expect(change.status).toBe(200);
    const given = signIns.filter(({ status }) => status === 200);
    const signedIn = await Promise.all(given.map(({ apiKey }) => isSignedIn(apiKey)));
    expect(signedIn).not.toContain(true);
  });
});

describe('a number that a pet owner changes', () => {
  it('is announced to the old one, and ends all their other sessions', async () => {
    const tenant = await makeTenant(db(), { tenant_name: 'Willow.Vets' });
    const client = await makeClient(db(), { tenant, phone: firstPhone, password: defaultPassword });
    const sibling = await makeSessionKey(db(), { client: await makeClient(db(), { tenant }) });
    const [mine, other] = [
      await signIn(tenant.id, firstPhone, defaultPassword),
      await makeSessionKey(db(), { client }),
    ];
    await api.call('cp/client_update', { name: 'Nora', phone: firstPhone }, mine);
    expect([api.smsTo(firstPhone).length, await isSignedIn(other.apiKey)]).toEqual([0, true]);
    const { status, body } = await api.call('cp/client_update', { phone: otherPhone }, mine);
    expect([status, body]).toEqual([200, { success: true }]);
    expect(api.smsTo(firstPhone).map((message) => message.body)).toEqual([
      "The mobile number for your account at Willow Vets was changed. If this wasn't you, please contact the practice.",
    ]);
    expect(api.smsTo(otherPhone)).toEqual([]);
    expect(await Promise.all([mine, other, sibling].map(({ apiKey }) => isSignedIn(apiKey)))).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('is changed even if the old one cannot be notified, with a warning that contains neither', async () => {
    const { client, clientKey } = await makePractice(db());
    api.sandbox.mood.twilio = 'outage';
    const { status } = await api.call('cp/client_update', { phone: otherPhone }, clientKey);
    expect([status, (await clientRow(client.id))?.phone]).toEqual([200, otherPhone]);
    const warning = api.logLines.find((text) => text.includes('could not be notified')) ?? '';
    expect(JSON.parse(warning)).toMatchObject({ level: 40 });
    expect(warning).not.toContain(otherPhone.slice(1));
    expect(warning).not.toContain((client.phone ?? '').slice(1));
  });
});

describe('a number that was entered and never verified', () => {
  /** A squatter with an account of their own, who entered another person's number. */
  async function squat(tenantId: number) {
    const { clientId } = await signUp(tenantId, firstPhone, 'Sid Squatter');
    const { apiKey } = await signIn(tenantId, firstPhone, chosen);
    expect((await api.call('cp/client_update', { phone: otherPhone }, { apiKey })).status).toBe(200);
    return { clientId, apiKey };
  }

  it('belongs to the person who verifies it, with their own record', async () => {
    const practice = await makePractice(db());
    const { tenant } = practice;
    const squatter = await squat(tenant.id);
    const owner = await signUp(tenant.id, otherPhone, 'Olive Owner');
    expect(owner.status).toBe(200);
    expect(owner.clientId).not.toBe(squatter.clientId);
    expect(await clientRow(owner.clientId)).toEqual({ name: 'Olive Owner', phone: otherPhone });
    expect(await clientRow(squatter.clientId)).toEqual({ name: 'Sid Squatter', phone: null });
    expect(await isSignedIn(squatter.apiKey)).toBe(false);
    expect((await detailsOf(practice, squatter.clientId)).at(-1)).toEqual({
      changed: ['phone'],
      portal_access_ended: true,
    });
    const signedIn = await signIn(tenant.id, otherPhone, chosen);
    const { body: mine } = await api.call('cp/client', {}, signedIn);
    expect([mine.id, mine.name]).toEqual([owner.clientId, 'Olive Owner']);
    // Verified, so this no longer takes it over.
    later(api, 61);
    const again = await api.call('cp/register/start', { tenant_id: tenant.id, phone: otherPhone });
    expect(again.error.code).toBe('account_exists');
  });

  it('is theirs once a new password verifies it, even during another sign-up with it', async () => {
    const { tenant } = await makePractice(db());
    const squatter = await squat(tenant.id);
    const registration_token = await provenPhone(api, tenant.id, otherPhone);
    const asked = { tenant_id: tenant.id, phone: otherPhone };
    await api.call('cp/password/reset/start', asked);
    const code = codeSentTo(api, otherPhone);
    const reset = await api.call('cp/password/reset/complete', {
      ...asked,
      code,
      new_password: `${chosen}-2`,
    });
    expect(reset.status).toBe(200);
    const late = { ...asked, name: 'Olive', password: chosen, registration_token };
    const { status, error } = await api.call('cp/register/complete', late);
    expect([status, error.code]).toEqual([409, 'account_exists']);
    expect((await clientRow(squatter.clientId))?.phone).toBe(otherPhone);
  });

  it('is not taken from a client of the practice, whose record is kept for the person who verifies it', async () => {
    const { tenant } = await makePractice(db());
    const known = await makeClient(db(), { tenant, phone: otherPhone, name: 'Mrs Owner' });
    await signUp(tenant.id, firstPhone);
    const { apiKey } = await signIn(tenant.id, firstPhone, chosen);
    const { error } = await api.call('cp/client_update', { phone: otherPhone }, { apiKey });
    expect(error.code).toBe('phone_taken');
    expect(await signUp(tenant.id, otherPhone)).toMatchObject({ status: 200, clientId: known.id });
  });
});

describe("another site's page", () => {
  const commands = actionNames.filter((name) => {
    const { access, kind } = actionNamed(name);
    return access === 'public' && kind === 'command';
  });
  const from = async (site: string | null, name: string) => {
    const headers = {
      'Content-Type': 'application/json',
      ...(site === null ? {} : { 'Sec-Fetch-Site': site }),
    };
    const response = await api.post(`/api/${name}`, '{}', headers);
    await response.arrayBuffer();
    return response.status;
  };

  it.each(commands)('cannot make its visitors request %s', async (name) => {
    expect(await from('cross-site', name)).toBe(403);
    expect((await db().query('select 1 from rate_limits')).rows).toEqual([]);
    for (const site of ['same-origin', 'same-site', 'none', null]) {
      expect([site, await from(site, name)]).not.toEqual([site, 403]);
    }
  });

  it('may request public information', async () => {
    expect(await from('cross-site', 'bootstrap')).toBe(200);
  });
});

describe('guessing a password', () => {
  const guess = async (tenantId: number, address: string, password = 'guessed') => {
    const body = JSON.stringify({ tenant_id: tenantId, phone: firstPhone, password });
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': address };
    const response = await api.post('/api/auth_customer', body, headers);
    await response.arrayBuffer();
    return response.status;
  };
  const tenantWithClient = async () => {
    const tenant = await makeTenant(db());
    await makeClient(db(), { tenant, phone: firstPhone, password: defaultPassword });
    return tenant.id;
  };

  it('from one network does not lock the owner out', async () => {
    const id = await tenantWithClient();
    for (let n = 0; n < 60; n += 1) await guess(id, `2001:db8:1:2::${n.toString(16)}`);
    expect(await guess(id, '2001:db8:1:2::ffff', defaultPassword)).toBe(429);
    expect(await guess(id, '203.0.113.7', defaultPassword)).toBe(200);
  });

  it('from many networks ends after a hundred wrong ones', async () => {
    const id = await tenantWithClient();
    for (let n = 0; n < 5; n += 1) expect(await guess(id, `10.1.0.${n}`, defaultPassword)).toBe(200);
    const statuses = await Promise.all(Array.from({ length: 110 }, (_, n) => guess(id, `10.0.${n}.1`)));
    expect(statuses.filter((status) => status === 401)).toHaveLength(100);
    expect(statuses.filter((status) => status === 403)).toHaveLength(10);
  });
});

describe('the limit of a person', () => {
  it('applies to every command of the portal', () => {
    const unlimited = actionNames.filter((name) => {
      const { kind, limit } = actionNamed(name);
      return (
        kind === 'command' && isPortalAction(actionNamed(name)) && !limit?.some(({ per }) => per === 'caller')
      );
    });
    expect(unlimited).toEqual([]);
  });

  it('covers all their sessions and addresses, and no other person', async () => {
    const { tenant, client, clientKey } = await makePractice(db());
    const other = await makeSessionKey(db(), { client });
    const sibling = await makeSessionKey(db(), { client: await makeClient(db(), { tenant }) });
    const ask = async ({ apiKey }: { apiKey: string }, n: number) => {
      const headers = {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${apiKey}`,
        'X-Forwarded-For': `10.2.0.${n}`,
      };
      const response = await api.post('/api/cp/booking_create', '{}', headers);
      await response.arrayBuffer();
      return response.status;
    };
    const statuses = await Promise.all(
      Array.from({ length: 40 }, (_, n) => ask(n % 2 ? clientKey : other, n)),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    expect(await ask(sibling, 1)).toBe(400);
  });
});

describe('a pet owner’s uploads', () => {
  it('may total a hundred megabytes', async () => {
    const { tenant, client, clientKey } = await makePractice(db());
    await db().query(
      `insert into files (tenant_id, client_id, uploaded_by_client_id, filename, file_size, mime_type, sha256)
       select $1, $2, $2, 'large.pdf', 10485760 - case n when 1 then 5 else 0 end, 'application/pdf',
              decode(repeat('00', 32), 'hex')
       from generate_series(1, 10) n`,
      [tenant.id, client.id],
    );
    const to = { entity_type: 'client', entity_id: client.id };
    const upload = (content: string) =>
      sendParts(api, 'file/cp_upload', to, { name: 'note.txt', content: Buffer.from(content) }, clientKey);
    expect((await upload('12345')).status).toBe(200);
    const { status, code, message } = await upload('1');
    expect([status, code, message]).toEqual([
      409,
      'too_many_files',
      'You’ve used all your file storage. Delete some files, or contact the practice.',
    ]);
  });
});

describe('names', () => {
  const forged = ['Ann\nBob', 'Ann\tBob', 'Ann\u202Egpj', 'Ann\u2066x', 'Ann\u001b[2J', 'Ann\u0085'];
  it.each(forged)('are one line that reads as it is stored: not %j', async (name) => {
    const { adminKey, clientKey, dog } = await makePractice(db());
    const sentence = 'This text has a character that can’t be stored.';
    const written = [
      await api.call('client_create', { name: `${name}.` }, adminKey),
      await api.call('cp/client_update', { name: `${name}.` }, clientKey),
      await api.call('cp/animal_create', { name: `${name}.`, type: dog.id }, clientKey),
      await api.call('tenant_update', { tenant_name: `${name}.` }, adminKey),
    ];
    for (const { status, error } of written) {
      expect([status, Object.values(error.fields ?? {})]).toEqual([400, [sentence]]);
    }
    const species = await api.call('animal_species_insert_multi', { species: `Cat,${name}.` }, adminKey);
    expect([species.status, species.error.fields]).toEqual([400, { species: sentence }]);
    const breed = await api.call(
      'cp/animal_create',
      { name: 'Rex', type: dog.id, breed: `${name}.` },
      clientKey,
    );
    expect([breed.status, breed.error.fields]).toEqual([400, { breed: sentence }]);
  });

  it('end at their line break, and texts keep theirs', async () => {
    const { client, clientKey, adminKey } = await makePractice(db());
    const address = '3 Back Lane\n\tOakham';
    await api.call('cp/client_update', { name: ' Zoë O’Brien\n', address }, clientKey);
    const { body } = await api.call('client', { client_id: client.id }, adminKey);
    expect([body.name, body.address]).toEqual(['Zoë O’Brien', address]);
  });
});
