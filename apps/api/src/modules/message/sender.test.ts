import type { MessageKind } from '@burrow/contracts/message-text';
import { beforeEach, describe, expect, it } from 'vitest';
import { readEnv } from '../../config/env.ts';
import type { Dependencies } from '../../context/context.ts';
import { createMailSender } from '../../integrations/mail/mail-sender.ts';
import { createSmsSender } from '../../integrations/sms/sms-sender.ts';
import { twilioSender } from '../../integrations/sms/twilio.ts';
import { SmsUnavailable } from '../../lib/ports/sms.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { makeBooking, makeComms } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeClient } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import type {
  BookingRow,
  ClientRow,
  Columns,
  CommsRow,
} from '../../../../../packages/dev/src/factory-rows.ts';
import { testNow, useTestApi } from '../../testing/harness.ts';
import { sendDueMessages } from './sender.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

let practice: Practice;
let client: ClientRow;
let booking: BookingRow;
beforeEach(async () => {
  await db().query("delete from comms where status = 'pending'");
  await db().query("update send_pace set free_at = '-infinity'");
  practice = await makePractice(db(), { tenant_name: 'Willow Vets' });
  ({ client, booking } = await appointment());
});

/** A confirmed consultation for a new client, tomorrow at 10:00. */
async function appointment(columns: Columns<ClientRow> = {}) {
  const owner = await makeClient(db(), { tenant: practice.tenant, name: 'Ann Miller', ...columns });
  const animal = await makeAnimal(db(), { client: owner, species: practice.dog, name: 'Biscuit' });
  const made = await makeBooking(db(), { animal, service: practice.checkUp, status: 'confirmed' });
  return { client: owner, booking: made };
}

/** A text message about `booking` that is due now. */
const due = (kind: MessageKind, columns: Columns<CommsRow> = {}) =>
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

const later = (minutes: number, from = api.clock.now()) =>
  api.clock.set(new Date(from.getTime() + minutes * 60_000).toISOString());

/** Sends until nothing is due. */
async function send(deps: Dependencies = api.deps): Promise<void> {
  while ((await sendDueMessages(deps)) > 0);
}

async function row({ tenant_id, id }: CommsRow): Promise<CommsRow | undefined> {
  const { rows } = await db().query<CommsRow & Record<string, unknown>>(
    'select k.* from comms k where k.tenant_id = $1 and k.id = $2',
    [tenant_id, id],
  );
  return rows[0];
}

const set = (table: 'bookings' | 'clients' | 'tenants', id: number, columns: Record<string, unknown>) =>
  db().query(
    `update ${table} set ${Object.keys(columns)
      .map((name, index) => `${name} = $${index + 2}`)
      .join(', ')} where id = $1`,
    [id, ...Object.values(columns)],
  );

const move = async (booking_time: string, tell_client: '0' | '1' = '1') => {
  const input = { booking_id: booking.id, booking_time, tell_client };
  expect((await api.call('booking_update', input, practice.staffKey)).status).toBe(200);
};

const texts = () => api.smsTo(client.phone ?? '').map(({ body }) => body);

const notifications = async () =>
  (await api.call('notifications', {}, practice.adminKey)).body.notifications.map(({ kind }) => kind);

describe('a due message', () => {
  it('is sent by text message, in the standard words, and is logged as it was sent', async () => {
    const message = await due('booking_confirmation');
    await send();
    const [body = ''] = texts();
    expect(texts()).toHaveLength(1);
    expect(body.replace(/[\w-]{12}$/, '…')).toBe(
      `Hi Ann, Biscuit is booked in: Consultation on Thursday 15 January at 10:00. See you then! Willow Vets, 01632 960123\nMove or cancel: ${api.url}/l/…`,
    );
    expect(await row(message)).toMatchObject({
      status: 'sent',
      body,
      recipient: `+44${client.phone?.slice(1)}`,
      provider: 'twilio',
      provider_reference: expect.stringMatching(/^SM/),
      attempts: 1,
      handed_over_at: null,
      last_error: null,
    });
    const { comms_log: log } = (await api.call('booking', { booking_id: booking.id }, practice.staffKey))
      .body;
    expect(log).toMatchObject([{ status: 'sent', body, sent_at: '2026-01-14T09:00:00.000Z' }]);
  });

  it('is sent by email, with the practice’s colleague and the practice’s own text', async () => {
    await set('bookings', booking.id, { staff_id: practice.staff.id });
    await db().query(
      `insert into message_templates (tenant_id, kind, channel, subject, body)
       values ($1, 'booking_change', 'email', 'News of {{ animal_name }}', $2)`,
      [practice.tenant.id, 'Now {{date}}, {{time}} with {{staff_member}}.\n\n<b>{{service}}</b> {{amount}}'],
    );
    const message = await due('booking_change', { type: 'email' });
    await send();
    expect(api.mailTo(client.email ?? '')).toMatchObject([
      {
        subject: 'News of Biscuit',
        body: 'Now Thursday 15 January, 10:00 with Stefan Staff.\n\n<b>Consultation</b>',
      },
    ]);
    expect(await row(message)).toMatchObject({
      status: 'sent',
      provider: 'smtp',
      subject: 'News of Biscuit',
    });
  });

  it('omits missing values, and uses the words of the practice’s country', async () => {
    await set('tenants', practice.tenant.id, { locale: 'en-US', phone: null, email: 'hello@willow.test' });
    await set('bookings', booking.id, {
      service_id: null,
      starts_at: '2027-01-15T15:30Z',
      booking_date: '2027-01-15',
    });
    await set('bookings', booking.id, { booking_time: '15:30' });
    await due('booking_reminder', { type: 'email' });
    await send();
    const [mail] = api.mailTo(client.email ?? '');
    expect(mail?.body).toContain(
      'Biscuit – an appointment\nFriday, January 15, 2027 at 3:30 PM\nAt Willow Vets',
    );
    expect(mail?.body).toMatch(/hello@willow\.test$/);
  });

  it('is plain text whatever the names are, keeps to its lines, and makes no links of them', async () => {
    await set('tenants', practice.tenant.id, { tenant_name: 'win.example' });
    await db().query('update animals set name = $2 where id = $1', [
      booking.animal_id,
      '<script>alert(1)</script>\u202E{{client_name}}\n$& http://evil.example/pay',
    ]);
    await due('ready_for_collection');
    await due('booking_change', { type: 'email' });
    await send();
    const shown = 'script alert(1) script client name & http evil example pay';
    expect(texts()[0]).toContain(`${shown} is ready to come home.`);
    expect(texts()[0]).toContain('win example');
    const [mail] = api.mailTo(client.email ?? '');
    expect(mail?.subject).toBe(`${shown}'s appointment has changed`);
  });

  it('updates open screens with its outcome', async () => {
    const heard: (string | null)[] = [];
    const ready = Promise.withResolvers<void>();
    const told = Promise.withResolvers<void>();
    const stop = api.database.live.listen(practice.tenant.id, {
      onUpdate: ({ action }) => {
        heard.push(action);
        if (action === null) ready.resolve();
        else told.resolve();
      },
      onClosed: () => undefined,
    });
    await ready.promise;
    await due('booking_confirmation');
    await send();
    await told.promise;
    stop();
    expect(heard).toEqual([null, 'message_resend']);
  });
});

describe('a message that is no longer true', () => {
  it.each<[string, MessageKind, () => Promise<unknown>]>([
    [
      'the appointment is cancelled',
      'booking_confirmation',
      () => set('bookings', booking.id, { status: 'cancelled' }),
    ],
    [
      'the appointment is cancelled',
      'ready_for_collection',
      () => set('bookings', booking.id, { status: 'cancelled' }),
    ],
    [
      'it is a request again',
      'booking_change',
      () => set('bookings', booking.id, { is_provisional: true, status: 'pending' }),
    ],
    [
      'the animal is here already',
      'booking_reminder',
      () => set('bookings', booking.id, { status: 'in-progress' }),
    ],
    ['it has begun', 'booking_cancellation', () => set('bookings', booking.id, { starts_at: testNow })],
    ['the client wants no texts', 'booking_change', () => set('clients', client.id, { likes_sms: false })],
    [
      'the client is archived',
      'booking_cancellation',
      () => set('clients', client.id, { archived_at: testNow }),
    ],
  ])('is withdrawn: %s (%s)', async (_why, kind, change) => {
    const message = await due(kind);
    await change();
    await send();
    expect(await row(message)).toBeUndefined();
    expect(texts()).toEqual([]);
  });

  it('is withdrawn when the practice has switched it off meanwhile', async () => {
    const message = await due('booking_change');
    await db().query(
      "insert into message_templates (tenant_id, kind, channel, body, enabled) values ($1, 'booking_change', 'sms', 'Later.', false)",
      [practice.tenant.id],
    );
    await send();
    expect(await row(message)).toBeUndefined();
  });

  it('is withdrawn when it reminds of a time that has changed', async () => {
    const [other, same] = [
      await due('booking_reminder', { told_starts_at: '2026-01-15T11:00:00Z' }),
      await due('booking_reminder', { told_starts_at: booking.starts_at }),
    ];
    await send();
    later(1);
    await send();
    expect(await row(other)).toBeUndefined();
    expect(await row(same)).toMatchObject({ status: 'sent' });
  });
});

describe('a moved appointment', () => {
  it('sends nothing if it is moved back within the minute, whether its client was notified of it before or not', async () => {
    await move('11:00');
    await move('10:00');
    later(1);
    await send();
    expect(texts()).toEqual([]);
    await move('12:00');
    later(1);
    await send();
    expect(texts()).toHaveLength(1);
    await move('13:00');
    await move('12:00');
    later(1);
    await send();
    expect(texts()).toHaveLength(1);
  });

  it('sends one message for two moves within the minute, with the latest time; and again when it moves after that', async () => {
    await move('11:00');
    later(0.5);
    await move('12:00');
    later(0.4);
    await send();
    expect(texts()).toEqual([]);
    later(0.1);
    await send();
    expect(texts()).toMatchObject([expect.stringContaining("It's now on Thursday 15 January at 12:00")]);
    await move('15:30');
    later(1);
    await send();
    expect(texts()).toMatchObject([expect.stringContaining('at 15:30'), expect.stringContaining('at 12:00')]);
  });

  it('sends a message when the appointment is moved back after a move that staff told the client about', async () => {
    await due('booking_confirmation');
    await send();
    later(60);
    await move('11:00', '0');
    await move('10:00');
    later(1);
    await send();
    expect(texts()).toEqual([
      expect.stringContaining("It's now on Thursday 15 January at 10:00"),
      expect.stringContaining('at 10:00'),
    ]);
  });

  it('is covered by its confirmation while that is queued', async () => {
    await due('booking_confirmation');
    await move('11:00');
    later(1);
    await send();
    later(1);
    await send();
    expect(texts()).toEqual([
      expect.stringContaining('is booked in: Consultation on Thursday 15 January at 11:00'),
    ]);
  });
});

describe('a delayed message', () => {
  it('waits for the end of the quiet hours, unless a person is waiting for it or it is an email', async () => {
    api.clock.set('2026-01-14T22:00:00Z');
    const message = await due('booking_change');
    await due('ready_for_collection');
    await due('booking_change', { type: 'email' });
    await send();
    expect(texts()).toEqual([expect.stringContaining('ready to come home')]);
    expect(api.mailTo(client.email ?? '')).toHaveLength(1);
    expect(await row(message)).toMatchObject({ status: 'pending', attempts: 0, locked_until: null });
    api.clock.set('2026-01-15T08:00:00Z');
    await send();
    expect(texts()).toHaveLength(2);
  });

  it('fails beyond the practice’s daily limit of texts, which resets on a new day of its clock', async () => {
    await set('tenants', practice.tenant.id, {
      sms_daily_cap: 2,
      time_zone: 'Pacific/Auckland',
      quiet_from: '00:00',
      quiet_until: '00:00',
    });
    const messages = [];
    for (const kind of ['booking_confirmation', 'ready_for_collection', 'ready_for_collection'] as const) {
      const own = await appointment();
      messages.push(await due(kind, { booking_id: own.booking.id, client_id: own.client.id }));
    }
    await send();
    const states = await Promise.all(messages.map(row));
    expect(states.filter((state) => state?.status === 'sent')).toHaveLength(2);
    expect(states.find((state) => state?.status === 'failed')?.last_error).toBe(
      'The daily limit of 2 text messages has been reached.',
    );
    // Midnight in Auckland.
    api.clock.set('2026-01-14T11:00:00Z');
    const next = await due('ready_for_collection');
    await send();
    expect(await row(next)).toMatchObject({ status: 'sent' });
  });

  it.each<[string, Columns<CommsRow>, Record<string, unknown>, string]>([
    ['number', {}, { phone: null }, 'The client has no phone number.'],
    ['mobile', {}, { phone: '01632960199' }, 'The client has no mobile number.'],
    ['address', { type: 'email' }, { email: null }, 'The client has no email address.'],
  ])('fails at once without a %s, and the practice is notified', async (_what, columns, change, reason) => {
    const message = await due('booking_change', columns);
    await set('clients', client.id, change);
    await send();
    expect(await row(message)).toMatchObject({ status: 'failed', last_error: reason, locked_until: null });
    expect(await notifications()).toEqual(['message_failed']);
  });

  it('fails at once if no provider is configured', async () => {
    const env = readEnv({ DATABASE_URL: api.testDatabase.appUrl });
    const bare = { ...api.deps, sms: createSmsSender(env), mail: createMailSender(env) };
    const [text, mail] = [await due('booking_change'), await due('booking_change', { type: 'email' })];
    await send(bare);
    expect((await row(text))?.last_error).toBe('Text messages aren’t set up.');
    expect((await row(mail))?.last_error).toBe('Email isn’t set up.');
  });
});

describe('a message that could not be sent', () => {
  it('is retried with increasing delay, and fails after eight attempts; the practice is notified once', async () => {
    await set('bookings', booking.id, { booking_date: '2026-02-15', starts_at: '2026-02-15T10:00:00Z' });
    await set('tenants', practice.tenant.id, { quiet_from: '00:00', quiet_until: '00:00' });
    const message = await due('booking_confirmation');
    api.sandbox.mood.twilio = 'outage';
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      const before = api.clock.now();
      await send();
      const state = await row(message);
      expect(state).toMatchObject({ attempts: attempt, last_error: expect.stringContaining('503') });
      if (state?.status === 'failed') break;
      waits.push((Date.parse(String(state?.due_at)) - before.getTime()) / 60_000);
      expect(await notifications()).toEqual([]);
      later(waits.at(-1) ?? 0, before);
    }
    expect(waits).toEqual([1, 5, 15, 60, 180, 180, 180]);
    expect(await row(message)).toMatchObject({ status: 'failed', attempts: 8 });
    expect(await notifications()).toEqual(['message_failed']);
  });

  it('is sent when the provider is back, with the current details', async () => {
    const message = await due('booking_confirmation');
    api.sandbox.mood.twilio = 'outage';
    await send();
    api.sandbox.mood.twilio = 'well';
    await move('12:00');
    later(1);
    await send();
    expect(texts()).toEqual([expect.stringContaining('at 12:00')]);
    expect(await row(message)).toMatchObject({ status: 'sent', attempts: 2, last_error: null });
  });

  it('stays unsent when its change was undone before it could be sent', async () => {
    await move('11:00');
    later(1);
    api.sandbox.mood.twilio = 'outage';
    await send();
    api.sandbox.mood.twilio = 'well';
    await move('10:00');
    later(5);
    await send();
    expect(texts()).toEqual([]);
    // No message remains that would be sent later.
    const { rows } = await db().query(
      "select from comms k where k.tenant_id = $1 and k.type = 'sms' and k.status = 'pending'",
      [practice.tenant.id],
    );
    expect(rows).toEqual([]);
  });

  it('is not retried if that would be after the appointment began', async () => {
    api.clock.set('2026-01-15T09:59:00Z');
    const message = await due('booking_reminder');
    api.sandbox.mood.twilio = 'outage';
    await send();
    expect(await row(message)).toMatchObject({ status: 'failed', attempts: 1 });
  });

  it('fails at once when the provider refuses permanently', async () => {
    const own = await appointment({ phone: '+15005550001' });
    const message = await due('booking_change', { booking_id: own.booking.id, client_id: own.client.id });
    await send();
    expect(await row(message)).toMatchObject({ status: 'failed', attempts: 1 });
    expect((await row(message))?.last_error).toContain('21211');
    expect((await row(message))?.last_error).not.toContain('5005550001');
    expect(await notifications()).toEqual(['message_failed']);
  });

  it('is the last to a client who has opted out at the provider', async () => {
    const own = await appointment({ phone: '+15005550004' });
    const message = await due('booking_change', { booking_id: own.booking.id, client_id: own.client.id });
    await send();
    expect(await row(message)).toMatchObject({
      status: 'failed',
      last_error: 'The client has replied STOP to your text messages.',
    });
    const { body } = await api.call('client', { client_id: own.client.id }, practice.staffKey);
    expect(body).toMatchObject({ likes_sms: '0' });
  });
});

describe('a message with unknown outcome', () => {
  it('is looked up first: one that the provider accepted is not sent twice', async () => {
    const message = await due('booking_confirmation');
    api.sandbox.mood.twilio = 'lost';
    await send();
    expect(await row(message)).toMatchObject({ status: 'pending', handed_over_at: expect.anything() });
    expect(texts()).toHaveLength(1);
    api.sandbox.mood.twilio = 'well';
    later(1);
    await send();
    expect(texts()).toHaveLength(1);
    expect(await row(message)).toMatchObject({
      status: 'sent',
      provider_reference: expect.stringMatching(/^SM/),
      handed_over_at: null,
    });
  });

  it('is sent when the provider has not accepted it, and not while the provider cannot be asked', async () => {
    const impatient = {
      ...api.deps,
      sms: twilioSender({
        accountSid: api.sandbox.settings.TWILIO_ACCOUNT_SID,
        authToken: api.sandbox.settings.TWILIO_AUTH_TOKEN,
        from: api.sandbox.settings.TWILIO_FROM,
        apiUrl: api.sandbox.settings.TWILIO_API_URL,
        limitMs: 200,
      }),
    };
    const message = await due('booking_confirmation');
    api.sandbox.mood.twilio = 'silence';
    await send(impatient);
    later(1);
    api.sandbox.mood.twilio = 'outage';
    await send(impatient);
    expect(await row(message)).toMatchObject({ status: 'pending', attempts: 2 });
    api.sandbox.mood.twilio = 'well';
    later(5);
    await send(impatient);
    expect(texts()).toHaveLength(1);
    expect(await row(message)).toMatchObject({ status: 'sent', attempts: 3 });
  });

  it('does not count as known because of an attempt that never arrived', async () => {
    const said: string[] = [];
    const outcomes = [{ mayArrive: true }, { mayArrive: false }];
    const failing: Dependencies = {
      ...api.deps,
      sms: {
        isConfigured: true,
        find: async () => null,
        send: async ({ body }) => {
          const failure = outcomes.shift();
          if (failure) throw new SmsUnavailable('Away', failure);
          said.push(body);
          return { reference: 'SM1' };
        },
      },
    };
    await move('11:00');
    for (const minutes of [1, 1, 5]) {
      later(minutes);
      await send(failing);
    }
    expect(said).toEqual([expect.stringContaining('at 11:00')]);
  });

  it('is sent again, if it is an email, under the same id, by which a mailbox can recognise it', async () => {
    const names: string[] = [];
    const noting: Dependencies = {
      ...api.deps,
      mail: {
        isConfigured: true,
        send: (mail) => {
          names.push(mail.messageId);
          return api.deps.mail.send(mail);
        },
      },
    };
    const message = await due('booking_confirmation', { type: 'email' });
    api.sandbox.mood.mail = 'lost';
    await send(noting);
    api.sandbox.mood.mail = 'well';
    later(1);
    await send(noting);
    expect(await row(message)).toMatchObject({ status: 'sent' });
    const { tenant_id, id } = message;
    const host = api.sandbox.settings.MAIL_FROM.split('@')[1];
    expect(names).toEqual([`<comms-${tenant_id}-${id}@${host}>`, `<comms-${tenant_id}-${id}@${host}>`]);
  });

  it('is continued by the next claim after its lease, and not before', async () => {
    const message = await due('booking_confirmation');
    const { rows } = await db().query(
      "select m.message_id from claim_messages('sms', $1, '60 seconds', 1000, 50) m",
      [api.clock.now()],
    );
    expect(rows).toHaveLength(1);
    later(0.5);
    await send();
    expect(texts()).toEqual([]);
    later(0.5);
    await send();
    expect(texts()).toHaveLength(1);
    expect(await row(message)).toMatchObject({ status: 'sent', attempts: 2 });
  });
});

describe('several senders at once', () => {
  it('send every message once', async () => {
    const owners = await Promise.all(Array.from({ length: 60 }, () => appointment()));
    for (const own of owners) {
      await due('booking_confirmation', { booking_id: own.booking.id, client_id: own.client.id });
    }
    await Promise.all([send(), send(), send(), send()]);
    const counts = owners.map((own) => api.smsTo(own.client.phone ?? '').length);
    expect(counts).toEqual(owners.map(() => 1));
  });

  it('keep to the rate of their channel together', async () => {
    const limit = 10;
    const slow = { ...api.deps, env: { ...api.deps.env, SMS_PER_SECOND: limit } };
    for (let number = 0; number < 3 * limit; number += 1) await due('ready_for_collection');
    const sent: number[] = [];
    // Three poll ten times a second.
    for (let look = 0; look < 50; look += 1) {
      const taken = await Promise.all(Array.from({ length: 3 }, () => sendDueMessages(slow)));
      sent.push(taken.reduce((sum, count) => sum + count));
      later(1 / 600);
    }
    const inAnySecond = sent.map((_count, from) =>
      sent.slice(from, from + 10).reduce((sum, count) => sum + count, 0),
    );
    expect(Math.max(...inAnySecond)).toBeLessThanOrEqual(limit);
    expect(Math.max(...inAnySecond)).toBeGreaterThan(limit / 2);
    expect(texts()).toHaveLength(3 * limit);
  });

  it('are not delayed for long by a clock that was wrong once', async () => {
    await db().query("update send_pace set free_at = $1::timestamptz + interval '1 day'", [testNow]);
    await due('booking_confirmation');
    await send();
    expect(texts()).toHaveLength(1);
  });
});
