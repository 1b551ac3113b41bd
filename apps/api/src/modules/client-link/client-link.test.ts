import { beforeEach, describe, expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import {
  defaultPassword,
  makeClient,
  makeClientLink,
  makePhoneCode,
  makeSessionKey,
} from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { inPractice } from '../../context/in-practice.ts';
import { testNow, useTestApi } from '../../testing/harness.ts';
import { codeSentTo, later } from '../../testing/portal-sign-up.ts';
import { linkFor } from './link-for.ts';

const api = useTestApi();
const withoutAddress = useTestApi({ PUBLIC_URL: '' });
const db = () => api.testDatabase.owner;
beforeEach(() => db().query('truncate rate_limits'));
const phone = '07700900001';

const expired =
  'This link doesn’t work any more. Please use the one in your latest message, or contact the practice.';

/** A practice, its client with an appointment, and a link to that in a message. */
async function makeLinked(columns: Parameters<typeof makePractice>[1] = {}) {
  const practice = await makePractice(db(), columns);
  const client = await makeClient(db(), { tenant: practice.tenant, phone });
  const booking = await makeBooking(db(), { client });
  const { token } = await makeClientLink(db(), { client, record_id: booking.id });
  return { ...practice, client, booking, token };
}

const look = (token: string) => api.call('cp/link', { token });
const start = (token: string) => api.call('cp/link/start', { token });
const verify = (token: string, code: string) => api.call('cp/link/verify', { token, code });

/** Asks with the link, and returns the session that the code in the text opens. */
async function openWithCode(token: string, number = phone) {
  expect((await start(token)).status).toBe(200);
  return verify(token, codeSentTo(api, number));
}

describe('a link in a message', () => {
  it('shows the practice and where the code goes, and nothing else', async () => {
    const { tenant, token } = await makeLinked({ tenant_name: 'Willow Vets', colour: '#7a2f5c' });
    expect((await look(token)).body).toEqual({
      tenant_id: tenant.id,
      tenant_name: 'Willow Vets',
      tenant_logo: null,
      color: '#7a2f5c',
      kind: 'booking',
      phone: '07••• ••• 001',
      sign_in: 'code',
    });
  });

  it('leads its client to the record with a code, any number of times', async () => {
    const { tenant, client, booking, token } = await makeLinked();
    for (let time = 0; time < 2; time += 1) {
      const { status, body } = await openWithCode(token);
      expect([status, body.kind, body.booking_id, body.offer_id]).toEqual([200, 'booking', booking.id, null]);
      expect(body.auth).toMatchObject({ clientId: client.id, tenantId: tenant.id, role: 'customer' });
      const session = { apiKey: body.api_key };
      expect((await api.call('cp/booking', { booking_id: booking.id }, session)).status).toBe(200);
      later(api, 61);
    }
    const { rows } = await db().query(
      "select action, client_id::integer, details from audit_log where tenant_id = $1 and action like 'cp/link%' order by id limit 1",
      [tenant.id],
    );
    const details = { network: '127.0.0.x', link: 'booking' };
    expect(rows).toEqual([{ action: 'cp/link/verify', client_id: client.id, details }]);
  });

  it('leads to an offer', async () => {
    const { client } = await makeLinked();
    const { token } = await makeClientLink(db(), { client, kind: 'offer', record_id: 77 });
    const { body } = await openWithCode(token);
    expect([body.kind, body.booking_id, body.offer_id]).toEqual(['offer', null, 77]);
  });

  it('leads a device with a session of its client on at once, and no other', async () => {
    const { tenant, client, booking, token, staffKey } = await makeLinked();
    const open = (caller: { apiKey: string }) => api.call('cp/link/open', { token }, caller);
    const own = await open(await makeSessionKey(db(), { client }));
    expect([own.status, own.body]).toEqual([
      200,
      { kind: 'booking', booking_id: booking.id, offer_id: null, recall_id: null },
    ]);
    const sibling = await makeClient(db(), { tenant });
    const elsewhere = await makeClient(db(), { phone });
    for (const other of [sibling, elsewhere]) {
      const { status, error } = await open(await makeSessionKey(db(), { client: other }));
      expect([status, error.message]).toEqual([404, expired]);
    }
    expect((await open(staffKey)).status).toBe(403);
  });

  it('is the same 404 when it is unknown, expired, or of a suspended practice', async () => {
    const { tenant, client, token } = await makeLinked();
    const old = await makeClientLink(db(), { client, expires_at: new Date('2026-01-14T08:59:59Z') });
    const ends = await makeClientLink(db(), { client, expires_at: new Date('2026-01-14T09:00:01Z') });
    expect((await look(ends.token)).status).toBe(200);
    await makePhoneCode(db(), { tenant, phone, purpose: 'sign_in' });
    const check = async (wrong: string) => {
      const answers = [await look(wrong), await start(wrong), await verify(wrong, '123456')];
      for (const { status, error } of answers) {
        expect([status, error.code, error.message]).toEqual([404, 'not_found', expired]);
      }
      const key = await makeSessionKey(db(), { client });
      const opened = await api.call('cp/link/open', { token: wrong }, key);
      // A session of a suspended practice opens nothing.
      expect([404, 401]).toContain(opened.status);
    };
    for (const wrong of [old.token, 'Ab3_dE-9xYz0', `${token}x`, token.slice(0, -1)]) await check(wrong);
    await db().query('update tenants set suspended_at = now() where id = $1', [tenant.id]);
    await check(token);
    expect(api.smsTo(phone)).toEqual([]);
  });

  it('texts the number that the client has now', async () => {
    const { client, token, staffKey } = await makeLinked();
    await start(token);
    const former = codeSentTo(api, phone);
    await api.call('client_update', { client_id: client.id, phone: '07700900002' }, staffKey);
    expect((await look(token)).body.phone).toBe('07••• ••• 002');
    // What the former number was sent opens nothing.
    expect((await verify(token, former)).error.code).toBe('code_not_valid');
    expect((await openWithCode(token, '07700900002')).body.client_id).toBe(client.id);
    expect(api.smsTo(phone).filter(({ body }) => body.includes('verification'))).toHaveLength(1);
  });

  it('asks for the password when the client typed the number and never verified it', async () => {
    const { tenant } = await makePractice(db());
    const client = await makeClient(db(), { tenant, password: defaultPassword });
    const { token } = await makeClientLink(db(), { client });
    const mine = await makeSessionKey(db(), { client });
    // It may be a stranger's number, mistyped.
    expect((await api.call('cp/client_update', { phone }, mine)).status).toBe(200);
    expect((await look(token)).body.sign_in).toBe('password');
    await makePhoneCode(db(), { tenant, phone, purpose: 'sign_in' });
    for (const { status, error } of [await start(token), await verify(token, '123456')]) {
      expect([status, error.code, error.message]).toEqual([
        400,
        'phone_not_verified',
        'Your mobile number hasn’t been verified yet. Please sign in with your password.',
      ]);
    }
    expect(api.smsTo(phone)).toEqual([]);
  });

  it.each([null, '01632960123', '+33612345678', '07012345678', '07624123456'])(
    'says that no code can be texted to %s',
    async (number) => {
      const { tenant } = await makePractice(db());
      const client = await makeClient(db(), { tenant, phone: number });
      const { token } = await makeClientLink(db(), { client });
      expect((await look(token)).body.sign_in).toBe('contact');
      for (const { status, error } of [await start(token), await verify(token, '123456')]) {
        expect([status, error.code]).toEqual([409, 'phone_unsuitable']);
      }
    },
  );

  it('texts a verified number on the islands, because the practice made the link', async () => {
    const { tenant } = await makePractice(db());
    const client = await makeClient(db(), { tenant, phone: '07624123456', password: defaultPassword });
    const { token } = await makeClientLink(db(), { client });
    expect((await openWithCode(token, '07624123456')).status).toBe(200);
  });

  it('tells an archived client to contact the practice', async () => {
    const { client, token, tenant } = await makeLinked();
    await makePhoneCode(db(), { tenant, phone, purpose: 'sign_in' });
    await db().query('update clients set archived_at = $2 where id = $1', [client.id, testNow]);
    for (const { status, error } of [await look(token), await start(token), await verify(token, '123456')]) {
      expect([status, error.code]).toEqual([409, 'client_archived']);
    }
    expect(api.smsTo(phone)).toEqual([]);
  });

  it('ends with the client’s erasure', async () => {
    const { tenant, adminKey } = await makePractice(db());
    const client = await makeClient(db(), { tenant, phone });
    const { token } = await makeClientLink(db(), { client });
    const erased = await api.call('client_erase', { client_id: client.id, name: client.name }, adminKey);
    expect(erased.status).toBe(200);
    expect((await look(token)).status).toBe(404);
    const { rows } = await db().query('select 1 from client_links where client_id = $1', [client.id]);
    expect(rows).toEqual([]);
  });

  it('is limited by link, though the number could get more', async () => {
    const { token, client } = await makeLinked();
    const other = await makeClientLink(db(), { client });
    for (let n = 0; n < 10; n += 1) await start(token);
    const { status, error } = await start(token);
    expect([status, error.code]).toEqual([429, 'rate_limited']);
    expect(error.message).toMatch(/^This link has been tried too often\. Try again in about \d+ minutes/);
    // The first one of those ten was sent, so the number waits, whichever link is used.
    expect((await start(other.token)).error.code).toBe('code_just_sent');
  });
});

describe('making a link', () => {
  /** As a message does. */
  const make = (tenantId: number, clientId: number, expiresAt = '2026-01-21T09:00:00Z', server = api) =>
    inPractice(server.deps, { tenantId, action: 'booking_update', requestId: 'test' }, (ctx) =>
      linkFor(ctx, { clientId, kind: 'booking', recordId: 7, expiresAt: new Date(expiresAt) }),
    );

  it('gives a short address of the portal, of which only a hash is stored', async () => {
    const { tenant } = await makePractice(db());
    const client = await makeClient(db(), { tenant, phone });
    const address = (await make(tenant.id, client.id)) ?? '';
    expect(address).toMatch(new RegExp(`^${api.url}/l/[\\w-]{12}$`));
    expect((await look(address.slice(-12))).body).toMatchObject({ kind: 'booking', tenant_id: tenant.id });
    expect((await openWithCode(address.slice(-12))).body.booking_id).toBe(7);
    const { rows } = await db().query<{ row: string }>('select l::text as row from client_links l', []);
    expect(rows.map(({ row }) => row).join()).not.toContain(address.slice(-12));
  });

  it('uses the practice’s own host', async () => {
    const { tenant } = await makePractice(db(), { custom_host: 'pets.willow.example' });
    const client = await makeClient(db(), { tenant });
    const { port } = new URL(api.url);
    expect(await make(tenant.id, client.id)).toMatch(
      new RegExp(`^http://pets\\.willow\\.example:${port}/l/`),
    );
  });

  it('is not possible without PUBLIC_URL, nor for an erased client or one of another practice', async () => {
    const plain = await makePractice(withoutAddress.testDatabase.owner);
    expect(await make(plain.tenant.id, plain.client.id, undefined, withoutAddress)).toBeNull();
    const { tenant, adminKey } = await makePractice(db());
    const gone = await makeClient(db(), { tenant });
    await api.call('client_erase', { client_id: gone.id, name: gone.name }, adminKey);
    await expect(make(tenant.id, gone.id)).rejects.toMatchObject({ code: 'client_erased' });
    const foreign = await makeClient(db());
    await expect(make(tenant.id, foreign.id)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('deletes expired ones of the practice', async () => {
    const { tenant } = await makePractice(db());
    const client = await makeClient(db(), { tenant });
    await make(tenant.id, client.id, '2026-01-14T09:30:00Z');
    later(api, 3600);
    await make(tenant.id, client.id);
    const { rows } = await db().query('select expires_at from client_links where client_id = $1', [
      client.id,
    ]);
    expect(rows).toEqual([{ expires_at: new Date('2026-01-21T09:00:00Z') }]);
  });
});
