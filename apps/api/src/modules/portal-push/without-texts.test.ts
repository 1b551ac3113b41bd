import { beforeEach, describe, expect, it } from 'vitest';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import {
  makeClient,
  makeSessionKey,
  type SessionKey,
} from '../../../../../packages/dev/src/factory-people.ts';
import { makeCareDue, makeCareType } from '../../../../../packages/dev/src/factory-care.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import type { BookingRow, ClientRow } from '../../../../../packages/dev/src/factory-rows.ts';
import type { Dependencies } from '../../context/context.ts';
import { useTestApi } from '../../testing/harness.ts';
import { pushDevices, pushSettings } from '../../testing/push-devices.ts';
import { sendDueMessages } from '../message/sender.ts';
import { planRecalls } from '../recall/public.ts';

const api = useTestApi(pushSettings);
const { subscribed, shownOn } = pushDevices(api);
const db = () => api.testDatabase.owner;

let practice: Practice;
let client: ClientRow;
let booking: BookingRow;
let key: SessionKey;
beforeEach(async () => {
  await db().query("delete from comms where status = 'pending'");
  await db().query("update send_pace set free_at = '-infinity'");
  practice = await makePractice(db());
  client = await makeClient(db(), {
    tenant: practice.tenant,
    password: 'petlover',
    likes_sms: false,
    likes_email: false,
  });
  const animal = await makeAnimal(db(), { client, species: practice.dog });
  booking = await makeBooking(db(), { animal, service: practice.checkUp, status: 'confirmed' });
  key = await makeSessionKey(db(), { client });
});

async function send(): Promise<void> {
  while ((await sendDueMessages(api.deps)) > 0);
}

const later = (minutes: number) =>
  api.clock.set(new Date(api.clock.now().getTime() + minutes * 60_000).toISOString());

const texts = () => api.smsTo(client.phone ?? '');
const log = async () =>
  (
    await db().query<{ status: string; provider: string | null; last_error: string | null }>(
      'select status, provider, last_error from comms where client_id = $1 order by id',
      [client.id],
    )
  ).rows;
const recalls = async () =>
  (
    await db().query<{ id: number }>('select id::integer as id from recalls where client_id = $1', [
      client.id,
    ])
  ).rows;
const call = () => api.call('booking_ready_collect', { booking_id: booking.id }, practice.staffKey);
const record = async () => (await api.call('client', { client_id: client.id }, practice.staffKey)).body;

describe('a client with notifications who gets no text messages', () => {
  it('gets a recall too, which opens what is due', async () => {
    const { label } = await subscribed(key);
    await db().query("update tenants set recalls_on_since = '2026-01-01' where id = $1", [
      practice.tenant.id,
    ]);
    const animal = await makeAnimal(db(), { client, name: 'Biscuit' });
    const type = await makeCareType(db(), { tenant: practice.tenant, name: 'Booster' });
    await makeCareDue(db(), { animal, type, due_on: '2026-02-13' });
    const before = api.clock.now();
    api.clock.set('2026-01-14T10:00:00Z');
    await planRecalls(api.deps);
    await send();
    const [recall] = await recalls();
    expect(shownOn(label)).toMatchObject([{ booking_id: null, recall_id: recall?.id }]);
    expect(shownOn(label)[0]?.body).toMatch(/: Biscuit's booster is due on 13 February\.$/);
    expect(texts()).toEqual([]);
    api.clock.set(before.toISOString());
  });

  it('gets the notification, which is sent once the push service has it', async () => {
    const { label } = await subscribed(key);
    expect((await call()).body).toEqual({ success: true, channels: ['sms'] });
    await send();
    expect(shownOn(label)).toHaveLength(1);
    expect(await log()).toEqual([{ status: 'sent', provider: 'push', last_error: null }]);
    const shown = { tenant_id: practice.tenant.id, receipt: shownOn(label)[0]?.receipt ?? '' };
    expect((await api.call('cp/push/shown', shown)).status).toBe(200);
    later(10);
    await send();
    expect(texts()).toEqual([]);
    expect(await log()).toHaveLength(1);
  });

  it('sees it once when the worker dies before it notes that it was sent', async () => {
    const { label } = await subscribed(key);
    const dying: Dependencies = {
      ...api.deps,
      push: {
        ...api.deps.push,
        send: async (...push) => {
          await api.deps.push.send(...push);
          throw new Error('The process has died.');
        },
      },
    };
    api.expectLoggedErrors();
    await call();
    await sendDueMessages(dying);
    later(2);
    await send();
    expect(await log()).toMatchObject([{ status: 'sent', provider: 'push' }]);
    await call();
    await send();
    const [next, again, first] = shownOn(label);
    expect(again?.tag).toBe(first?.tag);
    expect(again?.receipt).not.toBe(first?.receipt);
    expect(next?.tag).not.toBe(first?.tag);
  });

  it('is notified of a change of their appointment', async () => {
    const { label } = await subscribed(key);
    const cancel = { booking_id: booking.id, status: 'cancelled' } as const;
    expect((await api.call('booking_status_update', cancel, practice.staffKey)).status).toBe(200);
    later(2);
    await send();
    expect(shownOn(label)).toMatchObject([{ booking_id: booking.id }]);
  });

  it('shows as failed, for the desk to call, when the subscription has ended, and gets no more', async () => {
    const { subscription } = await subscribed(key);
    api.sandbox.push.expire(subscription);
    await call();
    await send();
    expect(await log()).toEqual([
      {
        status: 'failed',
        provider: null,
        last_error:
          'The client’s device no longer receives notifications, and they can’t be sent text messages. Please call the client.',
      },
    ]);
    expect(texts()).toEqual([]);
    expect(await record()).toMatchObject({ push_devices: 0 });
    later(5);
    expect((await call()).error).toMatchObject({ code: 'no_channel' });
  });

  it('gets it later when the push service was down', async () => {
    const { label } = await subscribed(key);
    api.sandbox.push.mood = 'down';
    await call();
    await send();
    expect(await log()).toMatchObject([
      {
        status: 'pending',
        last_error: 'The notification couldn’t be delivered. It responded with 503 Service Unavailable.',
      },
    ]);
    api.sandbox.push.mood = 'well';
    later(2);
    await send();
    expect(shownOn(label)).toHaveLength(1);
    expect(await log()).toMatchObject([{ status: 'sent', provider: 'push' }]);
  });

  it('gets none once the desk or they have turned notifications off', async () => {
    await subscribed(key);
    expect(await record()).toMatchObject({ likes_sms: '0', likes_push: '1', push_devices: 1 });
    const off = { client_id: client.id, likes_push: '0' } as const;
    expect((await api.call('client_update', off, practice.staffKey)).status).toBe(200);
    expect(await record()).toMatchObject({ likes_push: '0', push_devices: 1 });
    expect((await api.call('cp/push', {}, key)).body.likes_push).toBe('0');
    expect((await call()).error).toMatchObject({ code: 'no_channel' });
    expect((await api.call('cp/client_update', { likes_push: '1' }, key)).status).toBe(200);
    expect((await call()).status).toBe(200);
  });

  it('keeps no subscription when they are erased', async () => {
    await subscribed(key);
    await api.call(
      'booking_status_update',
      { booking_id: booking.id, status: 'cancelled' },
      practice.staffKey,
    );
    const erasure = { client_id: client.id, name: client.name };
    expect((await api.call('client_erase', erasure, practice.adminKey)).status).toBe(200);
    const { rows } = await db().query('select 1 from push_subscriptions where client_id = $1', [client.id]);
    expect(rows).toEqual([]);
    const { rows: kept } = await db().query('select likes_push from clients where id = $1', [client.id]);
    expect(kept).toEqual([{ likes_push: false }]);
  });
});
