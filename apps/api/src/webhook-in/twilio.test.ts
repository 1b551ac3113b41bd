import { postSigned } from '@burrow/sandbox/twilio/signed-form';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readStream, type ReadStream } from '../testing/event-stream.ts';
import { makePractice, type Practice } from '../../../../packages/dev/src/factories.ts';
import { makeBooking, makeComms } from '../../../../packages/dev/src/factory-bookings.ts';
import { connectOwner } from '../../../../packages/dev/src/factory-insert.ts';
import type { BookingRow, CommsRow } from '../../../../packages/dev/src/factory-rows.ts';
import { testNow, useTestApi } from '../testing/harness.ts';

const api = useTestApi();
let owner: pg.Client;
let firstListener: ReadStream;
beforeAll(async () => {
  owner = await connectOwner(api.testDatabase.ownerUrl);
  // The first listener opens the connection, and is notified once it is open.
  firstListener = await listen(await makePractice(owner));
  await firstListener.next();
});
afterAll(async () => {
  firstListener.leave();
  await owner.end();
});

const listen = ({ staffKey }: Practice): Promise<ReadStream> =>
  readStream(`${api.url}/api/notifications/stream`, staffKey);

const account = () => ({
  accountSid: api.sandbox.settings.TWILIO_ACCOUNT_SID,
  authToken: api.sandbox.settings.TWILIO_AUTH_TOKEN,
});
let counter = 0;
const sid = (): string => `SM${String((counter += 1)).padStart(32, '0')}`;

interface World extends Practice {
  booking: BookingRow;
  message: CommsRow;
  phone: string;
}

/** A practice whose client was reminded of an upcoming appointment by text message. */
async function remindedClient(columns: Partial<CommsRow> = {}): Promise<World> {
  const practice = await makePractice(owner);
  const booking = await makeBooking(owner, {
    client: practice.client,
    animal: practice.animal,
    status: 'pending',
  });
  const phone = `+44${practice.client.phone!.slice(1)}`;
  const message = await makeComms(owner, {
    booking,
    kind: 'booking_reminder',
    recipient: phone,
    provider: 'twilio',
    provider_reference: sid(),
    sent_at: '2026-01-14T08:00:00Z',
    created_at: '2026-01-14T08:00:00Z',
    ...columns,
  });
  return { ...practice, booking, message, phone };
}

const rowOf = async ({ tenant_id, id }: CommsRow): Promise<CommsRow> =>
  (await owner.query<CommsRow>('select * from comms where tenant_id = $1 and id = $2', [tenant_id, id]))
    .rows[0]!;

const bookingOf = async (bookingId: number, { staffKey }: Practice) => {
  const { body } = await api.call('booking', { booking_id: bookingId }, staffKey);
  return (Array.isArray(body) ? body[0] : body) as {
    status: string;
    comms_log: { direction: string; body: string }[];
  };
};

const notificationsOf = async ({ tenant }: Practice): Promise<string[]> =>
  (
    await owner.query<{ kind: string }>('select kind from notifications where tenant_id = $1 order by id', [
      tenant.id,
    ])
  ).rows.map(({ kind }) => kind);

async function report(
  { tenant_id, id, provider_reference }: Pick<CommsRow, 'tenant_id' | 'id' | 'provider_reference'>,
  status: string,
  fields: Record<string, string> = {},
): Promise<number> {
  const url = `${api.url}/api/webhooks/twilio/status?tenant=${tenant_id}&message=${id}`;
  const response = await postSigned(account(), url, {
    MessageSid: provider_reference ?? '',
    MessageStatus: status,
    ...fields,
  });
  return response.status;
}

async function nextOf(stream: ReadStream): Promise<string> {
  const event = await stream.next();
  stream.leave();
  return JSON.stringify(event);
}

describe('the status of a text message', () => {
  it('moves forwards only, in any order and any number of reports', async () => {
    const world = await remindedClient();
    for (const status of ['delivered', 'queued', 'sent', 'delivered', 'undelivered', 'failed']) {
      expect(await report(world.message, status)).toBe(204);
      expect((await rowOf(world.message)).status).toBe('confirmed');
    }
    expect(await notificationsOf(world)).toEqual([]);
  });

  it('notifies the practice once of a failure, and removes that when the message was delivered after all', async () => {
    const world = await remindedClient();
    const failed = () => report(world.message, 'undelivered', { ErrorCode: '30003' });
    expect(await Promise.all([failed(), failed(), failed()])).toEqual([204, 204, 204]);
    expect(await rowOf(world.message)).toMatchObject({
      status: 'failed',
      last_error: 'The phone is switched off or out of range.',
    });
    expect(await notificationsOf(world)).toEqual(['message_failed']);
    expect(await report(world.message, 'sent')).toBe(204);
    expect((await rowOf(world.message)).status).toBe('failed');
    expect(await report(world.message, 'delivered')).toBe(204);
    expect(await rowOf(world.message)).toMatchObject({ status: 'confirmed', last_error: null });
    expect(await notificationsOf(world)).toEqual(['message_failed']);
  });

  it('may arrive before the sender has recorded the message as sent', async () => {
    const under = {
      status: 'pending',
      provider_reference: null,
      sent_at: null,
      handed_over_at: testNow,
    } as const;
    const [early, waiting] = [
      await remindedClient(under),
      await remindedClient({ ...under, handed_over_at: null, body: null, due_at: testNow }),
    ];
    expect(await report({ ...early.message, provider_reference: 'SM1' }, 'delivered')).toBe(204);
    expect(await rowOf(early.message)).toMatchObject({ status: 'confirmed', provider_reference: 'SM1' });
    // Of an earlier attempt, while this one is not sent yet.
    for (const status of ['delivered', 'failed']) {
      expect(await report({ ...waiting.message, provider_reference: 'SM2' }, status)).toBe(204);
    }
    expect((await rowOf(waiting.message)).status).toBe('pending');
    const other = await remindedClient();
    expect(await report({ ...other.message, provider_reference: sid() }, 'failed')).toBe(204);
    expect((await rowOf(other.message)).status).toBe('sent');
  });

  it('ends the texts to a client who has opted out at Twilio', async () => {
    const world = await remindedClient();
    await report(world.message, 'failed', { ErrorCode: '21610' });
    const { body } = await api.call('client', { client_id: world.client.id }, world.staffKey);
    expect(JSON.stringify(body)).toContain('"likes_sms":"0"');
  });

  it('is shown on open screens at once', async () => {
    const world = await remindedClient();
    const stream = await listen(world);
    await report(world.message, 'delivered');
    expect(await nextOf(stream)).toContain('message_resend');
  });

  it('changes nothing for an unknown message', async () => {
    const world = await remindedClient();
    const other = await makePractice(owner);
    const strange = [
      { ...world.message, id: 999_999 },
      { ...world.message, tenant_id: other.tenant.id },
      { ...world.message, tenant_id: 999_999 },
    ];
    for (const message of strange) expect(await report(message, 'delivered')).toBe(404);
    expect((await rowOf(world.message)).status).toBe('sent');
  });
});

describe('a caller other than Twilio', () => {
  it('is refused, and nothing is changed', async () => {
    const { message, phone } = await remindedClient();
    const path = `/api/webhooks/twilio/status?tenant=${message.tenant_id}&message=${message.id}`;
    const form = { MessageSid: message.provider_reference!, MessageStatus: 'failed' };
    const forged = { ...account(), authToken: 'guessed' };
    const statuses = [
      (await postSigned(forged, `${api.url}${path}`, form)).status,
      (await api.post(path, new URLSearchParams(form))).status,
      (await api.post(path, new URLSearchParams(form), { 'X-Twilio-Signature': 'x' })).status,
      (await api.post(path, null)).status,
      (await postSigned(forged, `${api.url}/api/webhooks/twilio/incoming`, { From: phone, Body: 'STOP' }))
        .status,
    ];
    expect(statuses).toEqual([403, 403, 403, 403, 403]);
    expect((await rowOf(message)).status).toBe('sent');
  });

  it('cannot reuse a signature for another message or another text', async () => {
    const [mine, theirs] = [await remindedClient(), await remindedClient()];
    let signature = '';
    const original = globalThis.fetch;
    const form = { MessageSid: theirs.message.provider_reference!, MessageStatus: 'failed' };
    globalThis.fetch = async (input, init) => {
      signature = new Headers(init?.headers).get('X-Twilio-Signature') ?? '';
      return original(input, init);
    };
    await report(mine.message, 'sent').finally(() => {
      globalThis.fetch = original;
    });
    const path = (message: CommsRow) =>
      `/api/webhooks/twilio/status?tenant=${message.tenant_id}&message=${message.id}`;
    const headers = { 'X-Twilio-Signature': signature };
    expect((await api.post(path(theirs.message), new URLSearchParams(form), headers)).status).toBe(403);
    expect((await api.post(path(mine.message), new URLSearchParams(form), headers)).status).toBe(403);
    const sent = { MessageSid: mine.message.provider_reference!, MessageStatus: 'sent' };
    expect((await api.post(path(mine.message), new URLSearchParams(sent), headers)).status).toBe(204);
  });

  it('is answered with a 4xx whatever they send', async () => {
    const { message } = await remindedClient();
    const path = `/api/webhooks/twilio/status?tenant=${message.tenant_id}&message=${message.id}`;
    const form = { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Twilio-Signature': 'AAAA' };
    const answers = [
      await api.post(path, 'x'.repeat(70_000), form),
      await api.post(path, 'a=%00&b=%ff&__proto__=1&a=2', form),
      await api.post(path, '\0\0', { ...form, 'Content-Type': 'text/plain' }),
      await api.post(path, '{', { ...form, 'Content-Type': 'application/json' }),
      await api.post(path, 'a=1', {
        ...form,
        'Content-Type': 'application/x-www-form-urlencoded; charset=utf-99',
      }),
      await api.post('/api/webhooks/twilio/%ff', 'a=1', form),
      await api.post('/api/webhooks/twilio', 'a=1', form),
      await fetch(`${api.url}/api/webhooks/twilio/incoming`),
    ];
    for (const { status } of answers) expect([400, 403, 404, 413, 415]).toContain(status);
  });

  it('may be Twilio itself, with invalid data', async () => {
    const { message, phone } = await remindedClient();
    const url = (query: string) => `${api.url}/api/webhooks/twilio/status?${query}`;
    const form = { MessageSid: 'SM\0', MessageStatus: 'delivered', ErrorCode: '1; drop' };
    for (const query of [
      '',
      'tenant=1',
      'tenant=x&message=y',
      'tenant=1&tenant=2&message=3',
      'tenant=-1&message=1e9',
      `tenant=${'9'.repeat(30)}&message=1`,
    ]) {
      expect((await postSigned(account(), url(query), form)).status).toBe(404);
    }
    expect(await report({ ...message, provider_reference: 'SM\0\u202E' }, 'constructor')).toBe(204);
    expect((await rowOf(message)).status).toBe('sent');
    const incoming = `${api.url}/api/webhooks/twilio/incoming`;
    for (const fields of [
      {},
      { From: 'Burrow', Body: 'x', MessageSid: 'SM1' },
      { From: phone, Body: '\0\u0007 ', MessageSid: sid() },
      { From: phone, Body: 'constructor', MessageSid: sid() },
      { From: phone, Body: '🐶'.repeat(1700), MessageSid: sid() },
    ] as Record<string, string>[]) {
      expect((await postSigned(account(), incoming, fields)).status).toBe(200);
    }
  });
});

describe('a reply by text message', () => {
  it.each(['YES', ' yes. ', 'Y', 'Confirm!'])(
    'confirms the appointment of its reminder: %j',
    async (word) => {
      const world = await remindedClient();
      const { answer } = await api.sandbox.texting.reply(world.phone, word);
      expect(answer).toContain(`${world.animal.name}'s appointment on Thursday`);
      expect(answer).toContain(world.tenant.tenant_name);
      expect(api.smsTo(world.phone)[0]?.body).toBe(answer);
      const { status, comms_log: log } = await bookingOf(world.booking.id, world);
      expect(status).toBe('confirmed');
      expect(log.map(({ direction, body }) => [direction, body])).toEqual(
        expect.arrayContaining([
          ['in', word.trim()],
          ['out', answer],
        ]),
      );
      expect(await notificationsOf(world)).toEqual(['client_confirmed']);
    },
  );

  it('is processed once, however often Twilio sends it', async () => {
    const world = await remindedClient();
    const form = { From: world.phone, To: '+441632960144', Body: 'YES', MessageSid: sid() };
    const tell = async () =>
      (await postSigned(account(), `${api.url}/api/webhooks/twilio/incoming`, form)).text();
    const [first, ...others] = await Promise.all([tell(), tell(), tell(), tell()]);
    expect(first).toContain('<Message>Thank you.');
    expect(others).toEqual([first, first, first]);
    expect(await notificationsOf(world)).toEqual(['client_confirmed']);
    const { comms_log: log } = await bookingOf(world.booking.id, world);
    expect(log).toHaveLength(3);
  });

  it.each([
    ['is cancelled', { status: 'cancelled' }],
    ['lies behind', { booking_date: '2026-01-13', starts_at: '2026-01-13T10:00:00Z' }],
    ['is only a request', { is_provisional: true }],
  ] as const)('confirms nothing that %s, and is stored', async (_what, columns) => {
    const world = await remindedClient();
    await owner.query(
      `update bookings set ${Object.keys(columns)
        .map((column, i) => `${column} = $${i + 3}`)
        .join(', ')}
       where tenant_id = $1 and id = $2`,
      [world.tenant.id, world.booking.id, ...Object.values(columns)],
    );
    const before = (await bookingOf(world.booking.id, world)).status;
    expect(await api.sandbox.texting.reply(world.phone, 'YES')).toEqual({ status: 200, answer: undefined });
    const { status, comms_log: log } = await bookingOf(world.booking.id, world);
    expect([status, log.filter(({ direction }) => direction === 'in').length]).toEqual([before, 1]);
    expect(await notificationsOf(world)).toEqual([]);
  });

  it.each([
    ['a confirmation', { kind: 'booking_confirmation' }],
    ['a change', { kind: 'booking_change' }],
    ['a reminder of long ago', { sent_at: '2025-12-01T08:00:00Z', created_at: '2025-12-01T08:00:00Z' }],
  ] as const)('confirms nothing for %s, and is stored with the last message', async (_what, columns) => {
    const world = await remindedClient(columns);
    const collected = await makeBooking(owner, { animal: world.animal, status: 'in-progress' });
    const told = { booking: collected, kind: 'ready_for_collection', recipient: world.phone } as const;
    await makeComms(owner, { ...told, sent_at: '2026-01-14T08:30:00Z' });
    expect(await api.sandbox.texting.reply(world.phone, 'YES')).toEqual({ status: 200, answer: undefined });
    expect((await bookingOf(world.booking.id, world)).status).toBe('pending');
    expect((await bookingOf(collected.id, world)).comms_log.map(({ direction }) => direction)).toContain(
      'in',
    );
    expect(await notificationsOf(world)).toEqual([]);
  });

  it.each(['booking_cancellation', 'booking_reminder'] as const)(
    'confirms nothing when a later %s was about a cancelled one',
    async (kind) => {
      const world = await remindedClient();
      const cancelled = await makeBooking(owner, { animal: world.animal, status: 'cancelled' });
      const told = { booking: cancelled, kind, recipient: world.phone } as const;
      await makeComms(owner, { ...told, sent_at: '2026-01-14T08:30:00Z' });
      expect(await api.sandbox.texting.reply(world.phone, 'YES')).toEqual({
        status: 200,
        answer: undefined,
      });
      expect((await bookingOf(world.booking.id, world)).status).toBe('pending');
      expect((await bookingOf(cancelled.id, world)).comms_log.map(({ direction }) => direction)).toContain(
        'in',
      );
    },
  );

  it('is in the log of the appointment that it confirms, whatever was sent since', async () => {
    const world = await remindedClient();
    const collected = await makeBooking(owner, { animal: world.animal, status: 'in-progress' });
    const told = { booking: collected, kind: 'ready_for_collection', recipient: world.phone } as const;
    await makeComms(owner, { ...told, sent_at: '2026-01-14T08:30:00Z' });
    await api.sandbox.texting.reply(world.phone, 'YES');
    const { status, comms_log: log } = await bookingOf(world.booking.id, world);
    expect([status, log.some(({ direction }) => direction === 'in')]).toEqual(['confirmed', true]);
  });

  it('is stored unchanged for any other text, and the desk sees it at once', async () => {
    const world = await remindedClient();
    const stream = await listen(world);
    const words = 'Yes please, but could <b>Rex</b> come too? 🐶';
    expect(await api.sandbox.texting.reply(world.phone, words)).toEqual({ status: 200, answer: undefined });
    expect(await nextOf(stream)).toContain('booking_ready_collect');
    const { status, comms_log: log } = await bookingOf(world.booking.id, world);
    expect(status).toBe('pending');
    expect(log.find(({ direction }) => direction === 'in')).toMatchObject({ body: words });
  });

  it('notifies the desk with the sender and beginning of a text, and links to the appointment', async () => {
    const world = await remindedClient();
    await api.sandbox.texting.reply(world.phone, `Can I bring Rex at 10 instead? ${'And more. '.repeat(40)}`);
    const { body } = await api.call('notifications', {}, world.staffKey);
    expect(body.unread).toBe(1);
    expect(body.notifications).toMatchObject([
      {
        kind: 'client_text',
        unread: true,
        booking_id: world.booking.id,
        client_id: world.client.id,
        client_name: world.client.name,
        text: expect.stringMatching(/^Can I bring Rex at 10 instead\? .{10,90}…$/),
      },
    ]);
  });

  it('does not notify the desk of a keyword such as STOP', async () => {
    const world = await remindedClient();
    for (const word of ['STOP', 'START']) await api.sandbox.texting.reply(world.phone, word);
    expect(await notificationsOf(world)).toEqual([]);
  });

  const likes = async ({ client }: Practice): Promise<boolean> =>
    (
      await owner.query<{ likes_sms: boolean }>(
        'select likes_sms from clients where tenant_id = $1 and id = $2',
        [client.tenant_id, client.id],
      )
    ).rows[0]!.likes_sms;

  it.each(['STOP', 'stopall', 'Unsubscribe', ' cancel ', 'END', 'quit.', 'Revoke', 'OPTOUT'])(
    'ends the texts with %j, and they resume with START',
    async (word) => {
      const world = await remindedClient();
      expect(await api.sandbox.texting.reply(world.phone, word)).toEqual({ status: 200, answer: undefined });
      expect(await likes(world)).toBe(false);
      expect((await bookingOf(world.booking.id, world)).status).toBe('pending');
      await api.sandbox.texting.reply(world.phone, 'Start');
      expect(await likes(world)).toBe(true);
    },
  );

  it('is interpreted as the provider did, whatever word its account has for that', async () => {
    const world = await remindedClient();
    const say = async (Body: string, OptOutType: string) => {
      const fields = { From: world.phone, Body, OptOutType, MessageSid: sid() };
      return (await postSigned(account(), `${api.url}/api/webhooks/twilio/incoming`, fields)).status;
    };
    expect(await say('Arrêt', 'STOP')).toBe(200);
    expect(await likes(world)).toBe(false);
    expect(await say('YES', 'START')).toBe(200);
    expect(await likes(world)).toBe(true);
    expect(await say('YES', 'HELP')).toBe(200);
    expect((await bookingOf(world.booking.id, world)).status).toBe('pending');
  });

  it('belongs to the practice that wrote last; STOP applies to every one that wrote to the number', async () => {
    const [first, second, third] = [await remindedClient(), await remindedClient(), await remindedClient()];
    const [national, phone] = [first.client.phone, first.phone];
    await owner.query('update clients set phone = $1 where (tenant_id, id) in (($2, $3), ($4, $5))', [
      national,
      second.tenant.id,
      second.client.id,
      third.tenant.id,
      third.client.id,
    ]);
    // The third has not written to this number.
    await owner.query(
      "update comms set recipient = $1, sent_at = '2026-01-14T08:30:00Z' where tenant_id = $2 and id = $3",
      [phone, second.tenant.id, second.message.id],
    );
    expect((await api.sandbox.texting.reply(phone, 'YES')).answer).toContain(second.tenant.tenant_name);
    expect((await bookingOf(first.booking.id, first)).status).toBe('pending');
    expect((await bookingOf(second.booking.id, second)).status).toBe('confirmed');
    await api.sandbox.texting.reply(phone, 'STOP');
    expect([await likes(first), await likes(second), await likes(third)]).toEqual([false, false, true]);
  });

  it('of a stranger, or without a recent message to the number, changes nothing', async () => {
    const world = await remindedClient({
      sent_at: '2025-12-01T08:00:00Z',
      created_at: '2025-12-01T08:00:00Z',
    });
    for (const word of ['STOP', 'YES', 'Hello']) {
      expect(await api.sandbox.texting.reply('+447700900555', word)).toEqual({
        status: 200,
        answer: undefined,
      });
      expect(await api.sandbox.texting.reply(world.phone, word)).toEqual({ status: 200, answer: undefined });
    }
    expect(await likes(world)).toBe(true);
    expect((await bookingOf(world.booking.id, world)).comms_log).toHaveLength(1);
  });

  it('of a number that is no longer the client’s is stored and has no effect', async () => {
    const world = await remindedClient();
    await owner.query("update clients set phone = '07700 900556' where tenant_id = $1 and id = $2", [
      world.tenant.id,
      world.client.id,
    ]);
    for (const word of ['YES', 'STOP']) await api.sandbox.texting.reply(world.phone, word);
    expect(await likes(world)).toBe(true);
    const { status, comms_log: log } = await bookingOf(world.booking.id, world);
    expect([status, log.length]).toEqual(['pending', 3]);
  });
});
