import { postSigned } from '@burrow/sandbox/twilio/signed-form';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sendDueMessages } from '../../modules/message/sender.ts';
import { beginPaying, checkoutFor, makeDepositPractice, makeOwner, moneyOf, ownerOf } from '../deposits.ts';
import { makeBooking, makeComms } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import type { BookingRow, CommsRow } from '../../../../../packages/dev/src/factory-rows.ts';
import { testNow, useTestApi } from '../harness.ts';

// What a pet owner, or anyone with a phone, can make a practice send, pay for or lose.

const api = useTestApi();
const db = () => api.testDatabase.owner;
const later = (minutes: number) =>
  api.clock.set(new Date(Date.parse(testNow) + minutes * 60_000).toISOString());

const send = async () => {
  while ((await sendDueMessages(api.deps)) > 0);
};

describe('a pet owner who pays in order to have messages sent', () => {
  it('gets nothing refunded by archiving their own pet', async () => {
    const practice = await makeDepositPractice(api);
    const owner = ownerOf(practice);
    const reference = await checkoutFor(api, practice, owner);
    const off = { animal_id: owner.animalId, active: '0' } as const;
    expect((await api.call('cp/animal_update', off, owner.caller)).status).toBe(200);
    api.sandbox.stripe.pay(reference);
    expect(await api.sandbox.stripe.deliverHeld()).toEqual([200]);
    await api.runJobs();
    const { deposits, refunds } = await moneyOf(api, practice);
    expect([deposits, refunds]).toMatchObject([[{ status: 'booked' }], []]);
  });

  it('has at most three payments a day refunded', async () => {
    const practice = await makeDepositPractice(api);
    const owner = ownerOf(practice);
    const animal = { animal_id: owner.animalId };
    const payInVain = async (booking_time: string) => {
      const reference = await checkoutFor(api, practice, owner, { booking_time });
      await api.call('animal_archive', { ...animal, reason: 'other' }, practice.staffKey);
      api.sandbox.stripe.pay(reference);
      await api.sandbox.stripe.deliverHeld();
      await api.call('animal_restore', animal, practice.staffKey);
    };
    for (const time of ['10:00', '11:00', '12:00']) await payInVain(time);
    const { notifications } = (await api.call('notifications', {}, practice.adminKey)).body;
    expect(notifications.map(({ kind, amount }) => [kind, amount])).toEqual(
      Array.from({ length: 3 }, () => ['deposit_returned', '10.00']),
    );
    const { status, error } = await beginPaying(api, practice, owner);
    expect([status, error.code]).toEqual([409, 'too_many_requests_waiting']);
    expect(error.message).toContain('contact the practice');
    expect((await beginPaying(api, practice, await makeOwner(api, practice))).status).toBe(200);
    later(24 * 60 + 1);
    expect((await beginPaying(api, practice, owner, { booking_date: '2026-01-16' })).status).toBe(200);
  });

  it('starts at most ten unpaid payments a day', async () => {
    const practice = await makeDepositPractice(api);
    const answers: string[] = [];
    for (let number = 0; number < 11; number += 1) {
      // Slow enough to stay below the limit per minute.
      await db().query('delete from rate_limits');
      const { id } = number % 2 ? practice.vaccination : practice.checkUp;
      const { status, error } = await beginPaying(api, practice, ownerOf(practice), { service_id: id });
      answers.push(status === 200 ? 'begun' : error.code);
    }
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 'begun'), 'too_many_requests_waiting']);
    expect((await moneyOf(api, practice)).deposits).toHaveLength(10);
  });

  it("puts no link of theirs into the practice's messages", async () => {
    const practice = await makePractice(db());
    const email = 'victim@elsewhere.example';
    const link = 'Pay 1.99 at https://evil.example/pay?x=1';
    const { clientKey, animal } = practice;
    await api.call('cp/client_update', { name: link, email, likes_email: '1', likes_sms: '1' }, clientKey);
    await api.call('cp/animal_update', { animal_id: animal.id, name: link }, clientKey);
    const { id } = await makeBooking(db(), { client: practice.client, animal, status: 'confirmed' });
    await api.call('booking_ready_collect', { booking_id: id }, practice.staffKey);
    await send();
    const said = [...api.smsTo(practice.client.phone ?? ''), ...api.mailTo(email)];
    expect(said).toHaveLength(2);
    for (const { subject = '', body } of said) {
      expect(`${subject}\n${body}`).toContain('evil example pay');
      expect(`${subject}\n${body}`).not.toMatch(/evil\.example|:\/\//);
    }
  });
});

const account = () => ({
  accountSid: api.sandbox.settings.TWILIO_ACCOUNT_SID,
  authToken: api.sandbox.settings.TWILIO_AUTH_TOKEN,
});
let counter = 0;
const sid = (): string => `SM${String((counter += 1)).padStart(32, '0')}`;

/** Sends a text message to us; returns the status and the reply. */
async function text(From: string, Body: string, MessageSid = sid()): Promise<[number, string | undefined]> {
  const form = { From, To: '+441632960144', Body, MessageSid };
  const response = await postSigned(account(), `${api.url}/api/webhooks/twilio/incoming`, form);
  return [response.status, /<Message>(.*)<\/Message>/.exec(await response.text())?.[1]];
}

interface Reminded extends Practice {
  booking: BookingRow;
  message: CommsRow;
  phone: string;
}

/** A practice that has reminded its client of an appointment. */
async function remindedClient({
  phone,
  at = '2026-01-14T08:00:00Z',
}: { phone?: string; at?: string } = {}): Promise<Reminded> {
  const practice = await makePractice(db());
  const { client, animal } = practice;
  if (phone !== undefined) {
    const number = `0${phone.slice(3)}`;
    await db().query('update clients set phone = $3 where tenant_id = $1 and id = $2', [
      client.tenant_id,
      client.id,
      number,
    ]);
  }
  const booking = await makeBooking(db(), { client, animal, status: 'pending' });
  const recipient = phone ?? `+44${client.phone?.slice(1)}`;
  const message = await makeComms(db(), {
    booking,
    kind: 'booking_reminder',
    recipient,
    provider: 'twilio',
    provider_reference: sid(),
    sent_at: at,
    created_at: at,
  });
  return { ...practice, booking, message, phone: recipient };
}

const likesTexts = async ({ client }: Practice): Promise<boolean> => {
  const { rows } = await db().query<{ likes_sms: boolean }>(
    'select likes_sms from clients where tenant_id = $1 and id = $2',
    [client.tenant_id, client.id],
  );
  return rows[0]?.likes_sms ?? false;
};

const statusOf = async ({ booking, staffKey }: Reminded): Promise<string> =>
  (await api.call('booking', { booking_id: booking.id }, staffKey)).body.status;

const kept = async ({ tenant }: Practice, direction: 'in' | 'out'): Promise<number> => {
  const { rows } = await db().query(
    'select id from comms where tenant_id = $1 and direction = $2 and kind is null',
    [tenant.id, direction],
  );
  return rows.length;
};

describe('a client who texts again and again', () => {
  it('is answered once, has twenty an hour stored at most, and can still opt out', async () => {
    const world = await remindedClient();
    const answers = [];
    for (let number = 0; number < 15; number += 1) answers.push(await text(world.phone, 'YES'));
    const atOnce = await Promise.all(Array.from({ length: 15 }, () => text(world.phone, 'YES')));
    expect(answers[0]?.[1]).toContain('is confirmed');
    expect([...answers.slice(1), ...atOnce]).toEqual(Array.from({ length: 29 }, () => [200, undefined]));
    expect([await kept(world, 'in'), await kept(world, 'out')]).toEqual([20, 1]);
    expect(await text(world.phone, 'STOP')).toEqual([200, undefined]);
    expect(await likesTexts(world)).toBe(false);
    later(61);
    await text(world.phone, 'START');
    expect(await likesTexts(world)).toBe(true);
  });

  it('is answered again when their appointment has moved', async () => {
    const world = await remindedClient();
    await text(world.phone, 'YES');
    const moved = { booking_id: world.booking.id, booking_time: '16:15' };
    expect((await api.call('booking_update', moved, world.staffKey)).status).toBe(200);
    expect((await text(world.phone, 'YES'))[1]).toContain('16:15');
    expect((await text(world.phone, 'YES'))[1]).toBeUndefined();
  });

  it('confirms without an answer when the practice has reached its daily limit', async () => {
    const world = await remindedClient();
    await db().query('update tenants set sms_daily_cap = 1 where id = $1', [world.tenant.id]);
    expect(await text(world.phone, 'YES')).toEqual([200, undefined]);
    expect([await statusOf(world), await kept(world, 'out')]).toEqual(['confirmed', 0]);
  });
});

describe('STOP', () => {
  it('applies to every practice that can process it, and to the others on a retry', async () => {
    const phone = '+447700900441';
    const broken = await remindedClient({ phone, at: '2026-01-14T08:30:00Z' });
    const well = await remindedClient({ phone });
    await db().query(`create function refuse_texts() returns trigger language plpgsql as
      $$ begin raise exception 'out of order'; end $$`);
    onTestFinished(async () => void (await db().query('drop function if exists refuse_texts cascade')));
    await db().query(`create trigger refuse_texts before insert on comms for each row
      when (new.tenant_id = ${broken.tenant.id}) execute function refuse_texts()`);
    api.expectLoggedErrors();
    const reference = sid();
    expect((await text(phone, 'STOP', reference))[0]).toBe(503);
    expect([await likesTexts(broken), await likesTexts(well)]).toEqual([true, false]);
    await db().query('drop function refuse_texts cascade');
    expect((await text(phone, 'STOP', reference))[0]).toBe(200);
    expect([await likesTexts(broken), await likesTexts(well)]).toEqual([false, false]);
    expect([await kept(broken, 'in'), await kept(well, 'in')]).toEqual([1, 1]);
  });

  it('is undone by START, which undoes no other opt-out', async () => {
    const world = await remindedClient();
    const choose = (likes_sms: '0' | '1') =>
      api.call('client_update', { client_id: world.client.id, likes_sms }, world.staffKey);
    await choose('0');
    await text(world.phone, 'START');
    expect(await likesTexts(world)).toBe(false);
    await text(world.phone, 'STOP');
    await text(world.phone, 'UNSTOP');
    expect(await likesTexts(world)).toBe(false);
    await choose('1');
    await text(world.phone, 'STOP');
    expect(await likesTexts(world)).toBe(false);
    await choose('1');
    await api.call('cp/client_update', { likes_sms: '0' }, world.clientKey);
    await text(world.phone, 'START');
    expect(await likesTexts(world)).toBe(false);
  });

  it('has no effect when reported for a client’s previous number', async () => {
    const report = ({ tenant_id, id, provider_reference }: CommsRow) =>
      postSigned(account(), `${api.url}/api/webhooks/twilio/status?tenant=${tenant_id}&message=${id}`, {
        MessageSid: provider_reference ?? '',
        MessageStatus: 'undelivered',
        ErrorCode: '21610',
      });
    const [moved, same] = [await remindedClient(), await remindedClient()];
    const update = { client_id: moved.client.id, phone: '07700900442' };
    expect((await api.call('client_update', update, moved.staffKey)).status).toBe(200);
    for (const { message } of [moved, same]) expect((await report(message)).status).toBe(204);
    expect([await likesTexts(moved), await likesTexts(same)]).toEqual([true, false]);
    await text(same.phone, 'START');
    expect(await likesTexts(same)).toBe(true);
  });
});

describe('a suspended practice', () => {
  it('confirms nothing, and processes STOP like any other', async () => {
    const phone = '+447700900443';
    const suspended = await remindedClient({ phone, at: '2026-01-14T08:30:00Z' });
    const living = await remindedClient({ phone });
    await db().query('update tenants set suspended_at = $2 where id = $1', [suspended.tenant.id, testNow]);
    expect((await text(phone, 'YES'))[1]).toContain(living.tenant.tenant_name);
    expect(await statusOf(living)).toBe('confirmed');
    await text(phone, 'STOP');
    expect([await likesTexts(suspended), await likesTexts(living)]).toEqual([false, false]);
    await db().query('update tenants set suspended_at = null where id = $1', [suspended.tenant.id]);
    expect(await statusOf(suspended)).toBe('pending');
  });

  it('stores a YES that matches no other practice, and does nothing about it', async () => {
    const world = await remindedClient();
    await db().query('update tenants set suspended_at = $2 where id = $1', [world.tenant.id, testNow]);
    expect(await text(world.phone, 'YES')).toEqual([200, undefined]);
    expect(await kept(world, 'in')).toBe(1);
  });
});
