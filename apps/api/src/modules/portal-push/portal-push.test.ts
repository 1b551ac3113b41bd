import type { MessageKind } from '@burrow/contracts/message-text';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { makeBooking, makeComms } from '../../../../../packages/dev/src/factory-bookings.ts';
import {
  makeClient,
  makeSessionKey,
  type SessionKey,
} from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import type { BookingRow, ClientRow, CommsRow } from '../../../../../packages/dev/src/factory-rows.ts';
import { readStream } from '../../testing/event-stream.ts';
import { useTestApi } from '../../testing/harness.ts';
import { pushDevices, pushSettings, type PushPayload } from '../../testing/push-devices.ts';
import { sendDueMessages } from '../message/sender.ts';

const api = useTestApi(pushSettings);
const { browser, subscribed: subscribe, shownOn } = pushDevices(api);
const subscribed = () => subscribe(key);
const db = () => api.testDatabase.owner;

// The server listens to the database from the first stream on, whose first event says so.
beforeAll(async () => {
  const { staffKey } = await makePractice(db());
  const stream = await readStream(`${api.url}/api/notifications/stream`, staffKey);
  await stream.next();
  stream.leave();
});

let practice: Practice;
let client: ClientRow;
let booking: BookingRow;
let key: SessionKey;
beforeEach(async () => {
  await db().query("delete from comms where status = 'pending'");
  await db().query("update send_pace set free_at = '-infinity'");
  practice = await makePractice(db(), { tenant_name: 'Willow Vets' });
  ({ client, booking, key } = await owner('Ann Miller'));
});

/** A client with a confirmed consultation tomorrow at 10:00, and a session. */
async function owner(name: string) {
  const made = await makeClient(db(), { tenant: practice.tenant, name, password: 'petlover' });
  const animal = await makeAnimal(db(), { client: made, species: practice.dog, name: 'Biscuit' });
  return {
    client: made,
    booking: await makeBooking(db(), { animal, service: practice.checkUp, status: 'confirmed' }),
    key: await makeSessionKey(db(), { client: made }),
  };
}

const due = (kind: MessageKind = 'booking_reminder', columns: Partial<CommsRow> = {}) =>
  makeComms(db(), {
    booking,
    type: 'sms',
    status: 'pending',
    body: null,
    recipient: client.phone ?? '',
    kind,
    due_at: api.clock.now(),
    created_at: api.clock.now(),
    ...columns,
  });

async function send(): Promise<void> {
  while ((await sendDueMessages(api.deps)) > 0);
}

const later = (minutes: number) =>
  api.clock.set(new Date(api.clock.now().getTime() + minutes * 60_000).toISOString());

const texts = () => api.smsTo(client.phone ?? '');
const devices = async (caller = key) => (await api.call('cp/push', {}, caller)).body.devices;
const row = async ({ id }: CommsRow) =>
  (
    await db().query<{ status: string; provider: string | null; body: string; last_error: string | null }>(
      'select * from comms where id = $1',
      [id],
    )
  ).rows[0];

describe('a text message to a client with notifications', () => {
  it('goes to the device, is sent once the device shows it, and costs nothing', async () => {
    const { label } = await subscribed();
    const message = await due();
    await send();
    const [payload] = shownOn(label);
    expect(texts()).toEqual([]);
    expect((await row(message))?.status).toBe('pending');
    const shown = { tenant_id: practice.tenant.id, receipt: payload?.receipt ?? '' };
    expect((await api.call('cp/push/shown', shown)).status).toBe(200);
    expect(await row(message)).toMatchObject({ status: 'sent', provider: 'push', body: payload?.body });
    later(10);
    await send();
    expect(texts()).toEqual([]);
  });

  it('updates open screens when its devices have it, and when one shows it', async () => {
    const { label } = await subscribed();
    const stream = await readStream(`${api.url}/api/notifications/stream`, practice.staffKey);
    await due();
    await send();
    expect(await stream.next()).toMatchObject({ data: { action: 'message_resend' } });
    const shown = { tenant_id: practice.tenant.id, receipt: shownOn(label)[0]?.receipt ?? '' };
    await api.call('cp/push/shown', shown);
    expect(await stream.next()).toMatchObject({ data: { action: 'message_resend' } });
    stream.leave();
  });

  it('says no more than the text would, and does not ask for a reply', async () => {
    const { label } = await subscribed();
    await due();
    await send();
    later(6);
    await send();
    const [payload] = shownOn(label);
    const text = texts()[0]?.body ?? '';
    expect(Object.keys(payload ?? {}).toSorted()).toEqual([
      'body',
      'booking_id',
      'recall_id',
      'receipt',
      'tag',
      'tenant_id',
      'title',
    ]);
    expect(payload?.booking_id).toBe(booking.id);
    expect(payload?.title).toBe('Willow Vets');
    expect(payload?.body).not.toContain('Reply YES');
    expect(text).toContain('Reply YES');
    expect(payload?.body).not.toContain('/l/');
    expect(text.replace(/\nMove or cancel: \S+\nReply YES.*$/, '')).toBe(payload?.body);
  });

  it('is sent as a text when no device has shown it after five minutes, once', async () => {
    const { label } = await subscribed();
    const message = await due('booking_confirmation');
    await send();
    later(4);
    await send();
    expect(texts()).toEqual([]);
    later(2);
    await send();
    expect(texts()).toHaveLength(1);
    expect(shownOn(label)).toHaveLength(1);
    const shown = { tenant_id: practice.tenant.id, receipt: shownOn(label)[0]?.receipt ?? '' };
    await api.call('cp/push/shown', shown);
    expect(await row(message)).toMatchObject({ status: 'sent', provider: 'twilio' });
  });

  it('is sent when a device shows it before the push service has answered', async () => {
    await subscribed();
    const message = await due('booking_confirmation');
    api.sandbox.push.onDelivered = async (text) => {
      const { tenant_id, receipt } = JSON.parse(text) as PushPayload;
      await api.call('cp/push/shown', { tenant_id, receipt });
    };
    await send();
    expect(await row(message)).toMatchObject({
      status: 'sent',
      provider: 'push',
      handed_over_at: null,
      told_starts_at: new Date(booking.starts_at),
    });
    later(6);
    await send();
    expect(texts()).toEqual([]);
  });

  it('is sent as a text after a minute when the client must act on it', async () => {
    const { label } = await subscribed();
    await due('ready_for_collection');
    await send();
    expect(shownOn(label)).toHaveLength(1);
    expect(texts()).toEqual([]);
    later(1);
    await send();
    expect(texts()).toHaveLength(1);
  });

  it('counts towards the daily limit of text messages', async () => {
    const { label } = await subscribed();
    await db().query('update tenants set sms_daily_cap = 1 where id = $1', [practice.tenant.id]);
    await due('ready_for_collection');
    await send();
    await api.call('cp/push/shown', {
      tenant_id: practice.tenant.id,
      receipt: shownOn(label)[0]?.receipt ?? '',
    });
    const second = await due('booking_confirmation');
    await send();
    expect(shownOn(label)).toHaveLength(1);
    expect(await row(second)).toMatchObject({
      status: 'failed',
      last_error: 'The daily limit of 1 text messages has been reached.',
    });
  });

  it('is sent as a text at once when its subscription has ended, which is deleted', async () => {
    const { subscription } = await subscribed();
    api.sandbox.push.expire(subscription);
    await due();
    await send();
    expect(texts()).toHaveLength(1);
    expect(await devices()).toEqual([]);
  });

  it('is sent as a text at once while the push service is down, and keeps the subscription', async () => {
    await subscribed();
    api.sandbox.push.mood = 'down';
    await due();
    await send();
    expect(texts()).toHaveLength(1);
    expect(await devices()).toHaveLength(1);
  });

  it('goes to all devices, and is sent when one of them shows it', async () => {
    const [first, second] = [await subscribed(), await subscribed()];
    api.sandbox.push.expire(first.subscription);
    await due();
    await send();
    expect(shownOn(first.label)).toEqual([]);
    expect(shownOn(second.label)).toHaveLength(1);
    expect(texts()).toEqual([]);
    expect(await devices()).toHaveLength(1);
  });

  it('waits for the end of the quiet hours', async () => {
    const { label } = await subscribed();
    await db().query("update tenants set quiet_from = '08:00', quiet_until = '10:00' where id = $1", [
      practice.tenant.id,
    ]);
    await due();
    await send();
    expect(shownOn(label)).toEqual([]);
    later(61);
    await send();
    expect(shownOn(label)).toHaveLength(1);
  });

  it('is a text while notifications are switched off in the profile', async () => {
    const { label } = await subscribed();
    expect((await api.call('cp/client_update', { likes_push: '0' }, key)).status).toBe(200);
    expect((await api.call('cp/push', {}, key)).body.likes_push).toBe('0');
    await due();
    await send();
    expect(shownOn(label)).toEqual([]);
    expect(texts()).toHaveLength(1);
  });
});

describe('a subscription', () => {
  const states: [string, () => Promise<unknown>][] = [
    ['signing out', () => api.call('logout', {}, key)],
    [
      'ending the session on another device',
      async () => {
        const other = await makeSessionKey(db(), { client });
        const { body } = await api.call('cp/session_list', {}, other);
        const ended = body.find(({ current }) => !current);
        return api.call('cp/session_end', { session_id: ended?.id ?? 0 }, other);
      },
    ],
    ['switching it off', () => api.call('cp/push/unsubscribe', {}, key)],
    [
      'another number',
      () => api.call('client_update', { client_id: client.id, phone: '07700 900999' }, practice.staffKey),
    ],
    ['archiving the client', () => api.call('client_archive', { client_id: client.id }, practice.staffKey)],
  ];
  it.each(states)('ends with %s', async (_, end) => {
    await subscribed();
    await end();
    const { rows } = await db().query('select 1 from push_subscriptions where client_id = $1', [client.id]);
    expect(rows).toEqual([]);
  });

  it('ends with the session that was opened on the same browser after the one that turned it on', async () => {
    const { input } = await subscribed();
    const next = await makeSessionKey(db(), { client });
    const attach = { endpoint: input.endpoint };
    expect(await devices(next)).toMatchObject([{ is_current: false }]);
    expect((await api.call('cp/push/attach', attach, next)).status).toBe(200);
    expect(await devices(next)).toMatchObject([{ is_current: true }]);
    expect((await api.call('logout', {}, key)).status).toBe(200);
    expect(await devices(next)).toHaveLength(1);
    const other = await makeSessionKey(db(), { client });
    const { body } = await api.call('cp/session_list', {}, next);
    const { id = 0 } = body.find(({ current }) => current) ?? {};
    expect((await api.call('cp/session_end', { session_id: id }, other)).status).toBe(200);
    expect(await devices(other)).toEqual([]);
  });

  it('is attached to no session of another client, and not turned on by it', async () => {
    const { input } = await subscribed();
    const other = await owner('Bo');
    const attach = { endpoint: input.endpoint };
    expect((await api.call('cp/push/attach', attach, other.key)).status).toBe(200);
    expect(await devices(other.key)).toEqual([]);
    expect(await devices()).toMatchObject([{ is_current: true }]);
    expect((await api.call('cp/push/unsubscribe', {}, key)).status).toBe(200);
    expect((await api.call('cp/push/attach', attach, key)).status).toBe(200);
    expect(await devices()).toEqual([]);
  });

  it('becomes that of the client who signs in on the same browser', async () => {
    const { input } = await subscribed();
    const other = await owner('Bo');
    expect((await api.call('cp/push/subscribe', input, other.key)).status).toBe(200);
    expect(await devices()).toEqual([]);
    expect(await devices(other.key)).toHaveLength(1);
  });

  it('is replaced by the eleventh device', async () => {
    const made = [];
    for (let index = 0; index < 11; index += 1) made.push(await subscribed());
    const kept = await devices();
    expect(kept).toHaveLength(10);
    await due();
    await send();
    expect(shownOn(made[0]?.label ?? '')).toEqual([]);
    expect(shownOn(made[10]?.label ?? '')).toHaveLength(1);
  });

  it('of another client or practice can’t be seen, ended or used', async () => {
    const { label } = await subscribed();
    const [device] = await devices();
    const sibling = await owner('Bo');
    const elsewhere = await makePractice(db());
    for (const caller of [sibling.key, elsewhere.clientKey]) {
      expect(await devices(caller)).toEqual([]);
      const input = { subscription_id: device?.id ?? 0 };
      expect((await api.call('cp/push/unsubscribe', input, caller)).status).toBe(404);
    }
    await due('booking_reminder', { client_id: sibling.client.id, booking_id: sibling.booking.id });
    await send();
    expect(shownOn(label)).toEqual([]);
    expect(await devices()).toHaveLength(1);
  });

  it('can’t lead into the installation’s networks', async () => {
    const { input } = browser();
    const outside = { ...input, endpoint: 'http://push.example.com/abc' };
    expect(
      (await api.call('cp/push/subscribe', { ...outside, endpoint: 'ftp://push.example.com' }, key)).status,
    ).toBe(400);
    for (const endpoint of [
      'https://push.example.com/#x',
      'https://a:b@push.example.com/',
      'https://push.example.com:25/',
    ]) {
      const answer = await api.call('cp/push/subscribe', { ...input, endpoint }, key);
      expect([answer.status, answer.error.fields]).toEqual([
        400,
        { endpoint: 'Notifications can’t be sent to this address.' },
      ]);
    }
  });

  it('with keys of a wrong form is refused', async () => {
    const { input } = browser();
    for (const wrong of [
      { p256dh: 'short' },
      { auth: 'no/base64url+characters!' },
      { p256dh: 'x'.repeat(101) },
    ]) {
      expect((await api.call('cp/push/subscribe', { ...input, ...wrong }, key)).status).toBe(400);
    }
  });
});

describe('a receipt', () => {
  it('of another practice, or an unknown or repeated one, changes nothing', async () => {
    const { label } = await subscribed();
    const message = await due();
    await send();
    const { receipt = '' } = shownOn(label)[0] ?? {};
    const elsewhere = await makePractice(db());
    for (const input of [
      { tenant_id: elsewhere.tenant.id, receipt },
      { tenant_id: practice.tenant.id, receipt: `${receipt.slice(1)}x` },
    ]) {
      expect((await api.call('cp/push/shown', input)).status).toBe(200);
      expect((await row(message))?.status).toBe('pending');
    }
    const right = { tenant_id: practice.tenant.id, receipt };
    await api.call('cp/push/shown', right);
    const sent = await row(message);
    later(1);
    expect((await api.call('cp/push/shown', right)).status).toBe(200);
    expect(await row(message)).toEqual(sent);
  });

  it('can’t be read by the practice, its exports or from the database', async () => {
    const { label, input } = await subscribed();
    await due();
    await send();
    const { receipt = '' } = shownOn(label)[0] ?? {};
    const { rows } = await db().query(
      "select to_jsonb(k)::text as stored from comms k where kind = 'booking_reminder'",
    );
    expect(JSON.stringify(rows)).not.toContain(receipt);
    const { body } = await api.call('client_export', { client_id: client.id }, practice.adminKey);
    const text = Buffer.from(body as unknown as Uint8Array).toString('latin1');
    expect(text).not.toContain(input.endpoint);
  });
});
