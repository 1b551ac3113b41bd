import { beforeEach, describe, expect, it } from 'vitest';
import { makeBooking, makeComms } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeClient } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import type {
  BookingRow,
  ClientRow,
  Columns,
  CommsRow,
} from '../../../../../packages/dev/src/factory-rows.ts';
import { useTestApi } from '../../testing/harness.ts';
import { sendDueMessages } from './sender.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

let practice: Practice;
let booking: BookingRow;
beforeEach(async () => {
  await db().query("delete from comms where status = 'pending'");
  await db().query("update send_pace set free_at = '-infinity'");
  practice = await makePractice(db());
  booking = await makeBooking(db(), {
    animal: practice.animal,
    service: practice.checkUp,
    status: 'confirmed',
    booking_date: '2026-01-15',
  });
});

const ready = (bookingId = booking.id) =>
  api.call('booking_ready_collect', { booking_id: bookingId }, practice.staffKey);

const texts = () => api.smsTo(practice.client.phone ?? '').map(({ body }) => body);

const send = async () => {
  while ((await sendDueMessages(api.deps)) > 0);
};

const failed = (columns: Columns<CommsRow> = {}) =>
  makeComms(db(), {
    booking,
    kind: 'booking_change',
    status: 'failed',
    attempts: 8,
    last_error: 'Away',
    ...columns,
  });

const resend = (message: CommsRow, caller = practice.staffKey) =>
  api.call('message_resend', { message_id: message.id }, caller);

const listed = async (input: { limit?: number; cursor?: string } = {}) => {
  const { status, body } = await api.call('messages/failed', input, practice.adminKey);
  expect(status).toBe(200);
  return body;
};

const statusNow = async () => (await api.call('messages/status', {}, practice.adminKey)).body;

const stateOf = async ({ id }: CommsRow) => {
  const { body } = await api.call('booking', { booking_id: booking.id }, practice.staffKey);
  return body.comms_log.find((entry) => entry.id === id);
};

describe('the message that an animal is ready to collect', () => {
  it('is sent at once by both channels, at any hour, and once however often it is requested within a minute', async () => {
    api.clock.set('2026-01-14T23:30:00Z');
    const told = { success: true, channels: ['sms', 'email'] };
    const answers = await Promise.all([ready(), ready(), ready()]);
    expect(answers.map(({ body }) => body)).toEqual([told, told, told]);
    await send();
    expect((await ready()).body).toEqual(told);
    await send();
    expect(texts()).toHaveLength(1);
    expect(api.mailTo(practice.client.email ?? '')).toHaveLength(1);
    api.clock.set('2026-01-14T23:31:00Z');
    await ready();
    await send();
    expect(texts()).toHaveLength(2);
  });

  it('is sent again at once when it failed', async () => {
    await ready();
    await db().query("update comms set status = 'failed' where tenant_id = $1 and type = 'sms'", [
      practice.tenant.id,
    ]);
    await ready();
    await send();
    expect(texts()).toHaveLength(1);
  });

  it('is sent although the practice switched the message off, because the desk requests it', async () => {
    await db().query(
      `insert into message_templates (tenant_id, kind, channel, body, enabled)
       values ($1, 'ready_for_collection', 'sms', 'Come and get {{animal_name}}.', false)`,
      [practice.tenant.id],
    );
    await ready();
    await send();
    expect(texts()).toEqual([`Come and get ${practice.animal.name}.`]);
  });

  it('is not sent for an appointment that is cancelled or in another practice', async () => {
    const cancelled = await makeBooking(db(), { animal: practice.animal, status: 'cancelled' });
    expect(await ready(cancelled.id)).toMatchObject({ status: 409, error: { code: 'booking_closed' } });
    const elsewhere = await makeBooking(db());
    expect(await ready(elsewhere.id)).toMatchObject({ status: 404, error: { code: 'not_found' } });
    const ofAnother = { booking_id: booking.id, client_id: elsewhere.client_id };
    expect((await api.call('booking_ready_collect', ofAnother, practice.staffKey)).status).toBe(404);
    const asSpecified = {
      booking_id: booking.id,
      client_id: booking.client_id,
      tenant_id: practice.tenant.id,
      tenant_name: 'Willow',
      animal_name: 'Biscuit',
      phone: '07700 900001',
    };
    expect((await api.call('booking_ready_collect', asSpecified, practice.staffKey)).status).toBe(200);
  });

  const readyFor = async (columns: Columns<ClientRow>) => {
    const client = await makeClient(db(), { tenant: practice.tenant, ...columns });
    const animal = await makeAnimal(db(), { client });
    return ready((await makeBooking(db(), { animal })).id);
  };

  it.each<[string, Columns<ClientRow>, RegExp]>([
    ['wants none', { likes_sms: false, likes_email: false }, /both are turned off/],
    ['wants texts and has no number', { phone: null, likes_email: false }, /no number or address/],
    ['wants texts and has no mobile', { phone: '01632960199', likes_email: false }, /no number or address/],
    ['is archived', { archived_at: '2026-01-01T00:00:00Z' }, /archived/],
  ])('is not sent to a client who %s', async (_who, columns, why) => {
    const { status, error } = await readyFor(columns);
    expect([status, error.code, error.message]).toEqual([409, 'no_channel', expect.stringMatching(why)]);
  });

  it("is sent by the client's preferred channels", async () => {
    expect((await readyFor({ likes_sms: false })).body).toEqual({ success: true, channels: ['email'] });
  });
});

describe('the list of failed messages', () => {
  it('has the failed messages that are not dismissed, newest first, a page at a time', async () => {
    const [first, second] = [await failed(), await failed({ type: 'email', body: null })];
    await failed({ dismissed_at: '2026-01-14T08:00:00Z' });
    await failed({ kind: null });
    await makeComms(db(), { booking, kind: 'booking_change', status: 'sent' });
    await makeComms(db(), { kind: 'booking_change', status: 'failed' });
    const list = await listed();
    expect(list.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(list[1]).toEqual({
      id: first.id,
      type: 'sms',
      kind: 'booking_change',
      recipient: '07700900001',
      body: first.body,
      last_error: 'Away',
      attempts: 8,
      created_at: expect.any(String),
      booking_id: booking.id,
      booking_date: '2026-01-15',
      booking_time: '10:00',
      client_id: practice.client.id,
      client_name: practice.client.name,
      animal_name: practice.animal.name,
    });
    expect(await listed({ limit: 1 })).toMatchObject([{ id: second.id }]);
    expect(await listed({ limit: 1, cursor: String(second.id) })).toMatchObject([{ id: first.id }]);
  });

  it('and the counts are for admins', async () => {
    expect((await api.call('messages/failed', {}, practice.staffKey)).status).toBe(403);
    expect((await api.call('messages/status', {}, practice.staffKey)).status).toBe(403);
    expect(
      (await api.call('message_dismiss', { message_id: (await failed()).id }, practice.staffKey)).status,
    ).toBe(403);
  });

  it("is counted beside today's sent messages on the practice’s clock and the queued ones", async () => {
    expect(await statusNow()).toEqual({
      sms: true,
      email: true,
      sms_today: 0,
      sms_daily_cap: 500,
      email_today: 0,
      waiting: 0,
      failed: 0,
    });
    await failed();
    await failed({ dismissed_at: '2026-01-14T08:00:00Z' });
    await makeComms(db(), { booking, kind: 'booking_change', sent_at: '2026-01-13T23:59:59Z' });
    await ready();
    expect(await statusNow()).toMatchObject({ sms_today: 0, waiting: 2, failed: 1 });
    await send();
    expect(await statusNow()).toMatchObject({ sms_today: 1, email_today: 1, waiting: 0, failed: 1 });
  });
});

describe('a failed message', () => {
  it('is resent by any staff member, with current details', async () => {
    const message = await failed({ body: 'It is now at 08:00.' });
    expect((await resend(message)).body).toEqual({ success: true });
    expect(await stateOf(message)).toMatchObject({ status: 'pending', last_error: null });
    expect(await listed()).toEqual([]);
    await send();
    expect(texts()).toEqual([expect.stringContaining('on Thursday 15 January at 10:00')]);
    expect(await stateOf(message)).toMatchObject({ status: 'sent', body: texts()[0] });
    expect(await resend(message)).toMatchObject({ status: 409, error: { code: 'message_not_failed' } });
  });

  it('is resent although its client knows the time, and the message was switched off', async () => {
    await makeComms(db(), {
      booking,
      kind: 'booking_reminder',
      told_starts_at: booking.starts_at,
      sent_at: '2026-01-14T08:00:00Z',
    });
    await db().query(
      `insert into message_templates (tenant_id, kind, channel, body, enabled)
       values ($1, 'booking_change', 'sms', 'At {{time}}.', false)`,
      [practice.tenant.id],
    );
    await resend(await failed());
    await send();
    expect(texts()).toEqual(['At 10:00.']);
  });

  it('is resent as a reminder of the time to which its appointment was moved', async () => {
    const message = await failed({ kind: 'booking_reminder', told_starts_at: '2026-01-15T09:00:00Z' });
    await resend(message);
    await send();
    expect(texts()).toEqual([expect.stringContaining('on Thursday 15 January at 10:00')]);
    expect(await stateOf(message)).toMatchObject({ status: 'sent' });
  });

  it('stays in the list when a resend fails, and notifies once', async () => {
    const message = await failed();
    await resend(message);
    await db().query("update bookings set status = 'cancelled' where id = $1", [booking.id]);
    await send();
    expect(await stateOf(message)).toMatchObject({
      status: 'failed',
      last_error: 'The appointment has been cancelled.',
    });
    const { body } = await api.call('notifications', {}, practice.adminKey);
    expect(body.notifications).toEqual([]);
  });

  it('with unknown outcome is looked up before it is sent again', async () => {
    api.sandbox.mood.twilio = 'lost';
    await db().query("update bookings set starts_at = '2026-01-14T09:01:00Z' where id = $1", [booking.id]);
    const message = await makeComms(db(), {
      booking,
      kind: 'booking_reminder',
      status: 'pending',
      body: null,
      due_at: api.clock.now(),
    });
    await send();
    expect(await stateOf(message)).toMatchObject({ status: 'failed' });
    api.sandbox.mood.twilio = 'well';
    await resend(message);
    await send();
    expect(await stateOf(message)).toMatchObject({ status: 'sent' });
    expect(texts()).toHaveLength(1);
  });

  it('is dismissed, and restored', async () => {
    const message = await failed();
    const dismiss = (dismissed?: '0') =>
      api.call('message_dismiss', { message_id: message.id, dismissed }, practice.adminKey);
    expect((await dismiss()).body).toEqual({ success: true });
    expect(await listed()).toEqual([]);
    expect((await statusNow()).failed).toBe(0);
    await dismiss('0');
    expect(await listed()).toHaveLength(1);
    const sent = await makeComms(db(), { booking, kind: 'booking_change' });
    const { error } = await api.call('message_dismiss', { message_id: sent.id }, practice.adminKey);
    expect(error.code).toBe('message_not_failed');
  });

  it('is resent with all the others that are not dismissed, by an admin', async () => {
    const aside = await failed({ dismissed_at: '2026-01-14T08:00:00Z' });
    const [first, second] = [await failed(), await failed({ kind: 'ready_for_collection' })];
    const foreign = await makeComms(db(), { kind: 'booking_change', status: 'failed' });
    expect((await api.call('messages/resend_all', {}, practice.staffKey)).status).toBe(403);
    const { body } = await api.call('messages/resend_all', {}, practice.adminKey);
    expect(body).toEqual({ success: true, messages: 2 });
    await send();
    for (const message of [first, second])
      expect(await stateOf(message)).toMatchObject({ status: 'sent', last_error: null });
    expect(await stateOf(aside)).toMatchObject({ status: 'failed' });
    expect(texts()).toHaveLength(2);
    const { rows } = await db().query('select status from comms where id = $1', [foreign.id]);
    expect(rows).toEqual([{ status: 'failed' }]);
    const { rows: audited } = await db().query(
      "select details from audit_log where tenant_id = $1 and action = 'messages/resend_all'",
      [practice.tenant.id],
    );
    expect(audited).toEqual([{ details: { messages: 2 } }]);
  });

  it('of another practice, or an internal entry, is not found', async () => {
    const foreign = await makeComms(db(), { kind: 'booking_change', status: 'failed' });
    for (const message of [foreign, await failed({ kind: null }), await failed({ direction: 'in' })]) {
      expect(await resend(message)).toMatchObject({ status: 404, error: { code: 'not_found' } });
    }
  });
});
