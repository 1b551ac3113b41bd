import { actionNamed, type ActionName } from '@burrow/contracts/actions';
import { webhookData } from '@burrow/contracts/webhook-events';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inPractice } from '../../context/in-practice.ts';
import { makeBooking, makeComms, makeFile } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeClient } from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { readStream } from '../../testing/event-stream.ts';
import { useTestApi } from '../../testing/harness.ts';
import { addEndpoint } from '../../testing/webhook-endpoint.ts';
import { sendDueMessages } from '../message/sender.ts';
import { keepIncomingEmail, type IncomingEmail } from './incoming-email.ts';

// What clients write arrives in the conversation with them.

const api = useTestApi();
const db = () => api.testDatabase.owner;

// The server listens to the database from the first stream on, whose first event says so.
beforeAll(async () => {
  const { staffKey } = await makePractice(db());
  const stream = await readStream(`${api.url}/api/notifications/stream`, staffKey);
  await stream.next();
  stream.leave();
});

let practice: Practice;
beforeEach(async () => {
  await db().query("update send_pace set free_at = '-infinity'");
  practice = await makePractice(db());
});

const phone = () => `+44${practice.client.phone?.slice(1)}`;

/** Sends the practice's client a text in own words. */
async function write(body = 'Shall we say Tuesday at ten?'): Promise<void> {
  const input = { client_id: practice.client.id, channel: 'sms', body } as const;
  expect((await api.call('message_send', input, practice.staffKey)).status).toBe(200);
  while ((await sendDueMessages(api.deps)) > 0);
}

const thread = async (client = practice.client) =>
  (await api.call('conversation', { client_id: client.id }, practice.staffKey)).body;
const unread = async () => (await api.call('conversations', {}, practice.staffKey)).body.unread;
const bell = async () => (await api.call('notifications', {}, practice.adminKey)).body.notifications;

/** The event stream of an open screen. `until` waits for an action that makes it refetch a query. */
async function openScreen() {
  const stream = await readStream(`${api.url}/api/notifications/stream`, practice.staffKey);
  const until = async (query: string): Promise<ActionName> => {
    for (;;) {
      const event = await stream.next();
      if (!event) throw new Error(`No change of ${query} was announced.`);
      const { action } = event.data as { action: ActionName };
      if (actionNamed(action).invalidates?.includes(query)) return action;
    }
  };
  return { until, leave: () => stream.leave() };
}

describe('a text message from a client', () => {
  it('is in the conversation, which is unread, and the bell leads there', async () => {
    await write();
    await api.sandbox.texting.reply(phone(), 'No, Wednesday.');
    const { unread: isUnread, messages } = await thread();
    expect(isUnread).toBe('1');
    expect(messages.map(({ direction, status, body }) => [direction, status, body])).toEqual([
      ['in', 'received', 'No, Wednesday.'],
      ['out', 'sent', 'Shall we say Tuesday at ten?'],
    ]);
    expect(await bell()).toMatchObject([
      { kind: 'client_text', booking_id: null, client_id: practice.client.id, text: 'No, Wednesday.' },
    ]);
  });

  it('that says yes to what staff wrote is for them, and confirms no appointment', async () => {
    const booking = await makeBooking(db(), { animal: practice.animal, status: 'pending' });
    await makeComms(db(), {
      booking,
      kind: 'booking_reminder',
      recipient: phone(),
      sent_at: '2026-01-14T08:00:00Z',
      created_at: '2026-01-14T08:00:00Z',
    });
    await write();
    expect(await api.sandbox.texting.reply(phone(), 'Yes')).toEqual({ status: 200, answer: undefined });
    const { status } = (await api.call('booking', { booking_id: booking.id }, practice.staffKey)).body;
    expect([status, await unread()]).toEqual(['pending', 1]);
    expect(await bell()).toMatchObject([{ kind: 'client_text', text: 'Yes' }]);
  });

  it('that only confirms a reminder leaves the conversation read', async () => {
    const booking = await makeBooking(db(), { animal: practice.animal, status: 'pending' });
    await makeComms(db(), {
      booking,
      kind: 'booking_reminder',
      recipient: phone(),
      sent_at: '2026-01-14T08:00:00Z',
      created_at: '2026-01-14T08:00:00Z',
    });
    const { answer } = await api.sandbox.texting.reply(phone(), 'YES');
    const { messages, unread: isUnread } = await thread();
    expect(isUnread).toBe('0');
    expect(messages.map(({ body, automatic, kind }) => [body, automatic, kind])).toEqual(
      expect.arrayContaining([
        [answer, '1', null],
        ['YES', '0', null],
      ]),
    );
  });

  it('that says yes to nothing leaves the conversation unread', async () => {
    await makeComms(db(), {
      client: practice.client,
      kind: 'booking_confirmation',
      recipient: phone(),
      sent_at: '2026-01-14T08:00:00Z',
      created_at: '2026-01-14T08:00:00Z',
    });
    await api.sandbox.texting.reply(phone(), 'YES');
    expect(await unread()).toBe(1);
  });

  it('that says STOP ends the texts, and leaves the conversation read', async () => {
    await write();
    await api.sandbox.texting.reply(phone(), 'STOP');
    const { channels, messages } = await thread();
    expect([await unread(), messages[0]?.body]).toEqual([0, 'STOP']);
    expect(channels[0]?.problem).toBe(
      'The client replied STOP to your text messages. They can reply START to get them again.',
    );
  });

  it('is in the conversation with the client whose number it is now', async () => {
    await write();
    const number = practice.client.phone;
    await db().query('update clients set phone = null where id = $1', [practice.client.id]);
    const next = await makeClient(db(), { tenant: practice.tenant, phone: number });
    await api.sandbox.texting.reply(phone(), 'Who is this?');
    expect((await thread()).messages).toHaveLength(1);
    expect(await thread(next)).toMatchObject({ unread: '1', messages: [{ body: 'Who is this?' }] });
    expect(await bell()).toMatchObject([{ client_id: next.id }]);
  });

  it('updates open screens of the conversation, as do messages that are sent', async () => {
    const { until, leave } = await openScreen();
    const input = { client_id: practice.client.id, channel: 'sms', body: 'Tuesday?' } as const;
    await api.call('message_send', input, practice.staffKey);
    expect(await until('conversation')).toBe('message_send');
    while ((await sendDueMessages(api.deps)) > 0);
    expect(await until('conversation')).toBe('message_resend');
    await api.sandbox.texting.reply(phone(), 'No, Wednesday.');
    // Both the message and the notification of it do.
    expect(['message_resend', 'booking_ready_collect']).toContain(await until('conversations'));
    leave();
  });

  it('is sent to webhooks, by its ids', async () => {
    await addEndpoint(api, practice.adminKey, {
      url: 'https://hooks.example.test/',
      events: ['message.received'],
    });
    await write();
    await api.sandbox.texting.reply(phone(), 'No, Wednesday.');
    const { rows } = await db().query<{ type: string; data: Record<string, unknown> }>(
      'select d.type, d.data from webhook_deliveries d where d.tenant_id = $1',
      [practice.tenant.id],
    );
    expect(rows).toEqual([
      {
        type: 'message.received',
        data: {
          message_id: (await thread()).messages[0]?.message_id,
          client_id: practice.client.id,
          booking_id: null,
          channel: 'sms',
          at: '2026-01-14T09:00:00.000Z',
        },
      },
    ]);
    expect(webhookData('message.received').strict().safeParse(rows[0]?.data).success).toBe(true);
  });
});

describe('an email from a client', () => {
  const receive = (email: Partial<IncomingEmail> = {}) =>
    inPractice(
      api.deps,
      { tenantId: practice.tenant.id, action: 'message_resend', requestId: 'mail-1' },
      (ctx) =>
        keepIncomingEmail(ctx, {
          isAutomatic: false,
          clientId: practice.client.id,
          from: 'ann@example.test',
          subject: 'Re: Bella’s\r\n results',
          body: 'Thank you!\n\nAnn\n',
          reference: '<1@example.test>',
          fileIds: [],
          ...email,
        }),
    );

  it('is in the conversation with its subject and files, unread, and in the bell', async () => {
    const files = [
      await makeFile(db(), { client: practice.client, filename: 'b.txt' }),
      await makeFile(db(), { client: practice.client, filename: 'a.txt' }),
    ];
    expect(await receive({ fileIds: files.map(({ id }) => id) })).toBe(true);
    const { unread: isUnread, messages } = await thread();
    expect(isUnread).toBe('1');
    expect(messages).toMatchObject([
      {
        direction: 'in',
        channel: 'email',
        status: 'received',
        subject: 'Re: Bella’s results',
        body: 'Thank you!\n\nAnn',
        files: [{ filename: 'b.txt' }, { filename: 'a.txt' }],
      },
    ]);
    expect(await bell()).toMatchObject([
      { kind: 'client_text', client_id: practice.client.id, text: 'Thank you! Ann' },
    ]);
  });

  it('updates open screens of the conversation, also one that a program wrote', async () => {
    const { until, leave } = await openScreen();
    await receive({ isAutomatic: true });
    expect(await until('conversation')).toBe('conversation_mark');
    expect([await unread(), await bell()]).toEqual([0, []]);
    leave();
  });

  it('is kept once, however often it is received', async () => {
    expect([await receive(), await receive()]).toEqual([true, false]);
    expect([(await thread()).messages.length, (await bell()).length]).toEqual([1, 1]);
  });

  it('is kept without subject and words', async () => {
    await receive({ subject: ' ', body: ' \n' });
    expect((await thread()).messages).toMatchObject([{ subject: null, body: '(no text)' }]);
  });
});
