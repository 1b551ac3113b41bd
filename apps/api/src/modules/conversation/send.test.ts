import { createHash } from 'node:crypto';
import type { InputOf } from '@burrow/contracts/actions';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeBooking, makeFile } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeClient, makeSessionKey } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import type { ClientRow, CommsRow } from '../../../../../packages/dev/src/factory-rows.ts';
import { keyedCall } from '../../testing/keyed-call.ts';
import { useTestApi, type Caller } from '../../testing/harness.ts';
import { pushDevices, pushSettings } from '../../testing/push-devices.ts';
import { sendDueMessages } from '../message/sender.ts';

const api = useTestApi(pushSettings);
const devices = pushDevices(api);
const db = () => api.testDatabase.owner;

let practice: Practice;
let client: ClientRow;
beforeEach(async () => {
  await db().query("delete from comms where status = 'pending'");
  await db().query("update send_pace set free_at = '-infinity'");
  await db().query('truncate rate_limits');
  practice = await makePractice(db(), { tenant_name: 'Willow Vets', email: 'desk@willow.test' });
  ({ client } = practice);
});

type Message = Partial<InputOf<'message_send'>>;

const send = (message: Message = {}, caller: Caller = practice.staffKey) =>
  api.call(
    'message_send',
    { client_id: client.id, channel: 'sms', body: 'Please bring the red book.', ...message },
    caller,
  );

const email = (message: Message = {}, caller?: Caller) =>
  send({ channel: 'email', subject: 'Bella’s results', body: 'Hello,\n\nall is well.', ...message }, caller);

async function deliver(): Promise<void> {
  while ((await sendDueMessages(api.deps)) > 0);
}

const thread = async () => {
  const { status, body } = await api.call('conversation', { client_id: client.id }, practice.staffKey);
  expect(status).toBe(200);
  return body;
};
const latest = async () => (await thread()).messages[0];

const texts = () => api.smsTo(client.phone ?? '').map(({ body }) => body);
const mails = () => api.mailTo(client.email ?? '');

const set = (table: 'clients' | 'tenants', id: number, columns: Record<string, unknown>) =>
  db().query(
    `update ${table} set ${Object.keys(columns)
      .map((name, index) => `${name} = $${index + 2}`)
      .join(', ')} where id = $1`,
    [id, ...Object.values(columns)],
  );

const rows = async (): Promise<CommsRow[]> =>
  (
    await db().query<CommsRow & Record<string, unknown>>(
      'select k.* from comms k where k.tenant_id = $1 order by k.id',
      [practice.tenant.id],
    )
  ).rows;

const bell = async () =>
  (await api.call('notifications', {}, practice.adminKey)).body.notifications.map(
    ({ kind, client_id, client_name }) => [kind, client_id, client_name],
  );

describe('a message in own words', () => {
  it('is sent as a text, as it was written, and is in the thread with its author', async () => {
    const { status, body } = await send({ body: 'Hi Ann,\nplease bring {{animal_name}}’s red book.' });
    expect([status, body.due_at]).toEqual([200, '2026-01-14T09:00:00.000Z']);
    expect(await latest()).toMatchObject({ status: 'queued', due_at: body.due_at, body: expect.any(String) });
    await deliver();
    expect(texts()).toEqual(['Hi Ann,\nplease bring {{animal_name}}’s red book.']);
    expect(await latest()).toEqual({
      message_id: body.message_id,
      at: '2026-01-14T09:00:00.000Z',
      direction: 'out',
      channel: 'sms',
      status: 'sent',
      automatic: '0',
      kind: 'own_words',
      author: 'Stefan Staff',
      subject: null,
      body: 'Hi Ann,\nplease bring {{animal_name}}’s red book.',
      due_at: null,
      last_error: null,
      booking_id: null,
      files: [],
      deleted_files: [],
    });
  });

  it('is sent as an email with its subject, from the practice', async () => {
    await email();
    await deliver();
    expect(mails()).toMatchObject([{ subject: 'Bella’s results', body: 'Hello,\n\nall is well.' }]);
    expect(await latest()).toMatchObject({ channel: 'email', status: 'sent', subject: 'Bella’s results' });
  });

  it('is sent to a client without animals', async () => {
    client = await makeClient(db(), { tenant: practice.tenant });
    await send();
    await deliver();
    expect(texts()).toHaveLength(1);
  });

  it('never goes to the client’s devices', async () => {
    const { label } = await devices.subscribed(practice.clientKey);
    await send();
    await deliver();
    expect(texts()).toHaveLength(1);
    expect(devices.shownOn(label)).toEqual([]);
  });

  it('is sent once, however often the request is repeated', async () => {
    const call = () =>
      keyedCall(
        api,
        'message_send',
        { client_id: client.id, channel: 'sms', body: 'Once' },
        practice.staffKey,
        'own-words-1',
      );
    const [first, second] = [await call(), await call()];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    await deliver();
    expect(texts()).toEqual(['Once']);
  });

  it('is sent once for each of two colleagues who write at the same time', async () => {
    const sent = await Promise.all([
      send({ body: 'From Stefan' }),
      send({ body: 'From Ada' }, practice.adminKey),
    ]);
    expect(sent.map(({ status }) => status)).toEqual([200, 200]);
    await deliver();
    expect(texts().toSorted()).toEqual(['From Ada', 'From Stefan']);
    expect(new Set((await thread()).messages.map(({ author }) => author))).toEqual(
      new Set(['Ada Admin', 'Stefan Staff']),
    );
  });

  it('is sent once when its sender dies after handing it over, by asking the provider', async () => {
    const { body } = await send();
    await deliver();
    await db().query(
      `update comms set status = 'pending', sent_at = null, provider_reference = null, handed_over_at = $2,
         locked_until = $3 where id = $1`,
      [body.message_id, api.clock.now(), new Date(api.clock.now().getTime() + 60_000)],
    );
    await deliver();
    expect(await latest()).toMatchObject({ status: 'queued' });
    api.clock.set('2026-01-14T09:02:00Z');
    await deliver();
    expect(await latest()).toMatchObject({ status: 'sent' });
    expect(texts()).toHaveLength(1);
  });

  it('is in the audit log, without its words', async () => {
    const { body } = await send({ body: 'A secret' });
    await api.call('message_cancel', { message_id: body.message_id }, practice.staffKey);
    const { rows: lines } = await db().query<{ action: string; entity: string; entity_id: number }>(
      `select l.action, l.entity, l.entity_id::integer, l.details from audit_log l where l.tenant_id = $1 order by l.id`,
      [practice.tenant.id],
    );
    expect(lines).toMatchObject([
      { action: 'message_send', entity: 'client', entity_id: client.id },
      { action: 'message_cancel', entity: 'message', entity_id: body.message_id },
    ]);
    expect(JSON.stringify(lines)).not.toContain('secret');
  });
});

describe('a message that cannot be sent', () => {
  it.each<[string, Message, string]>([
    ['body', { body: 'x'.repeat(1501) }, 'Use at most 1500 characters for a text message.'],
    ['file_ids', { file_ids: [1] }, 'Files can only be sent by email. Choose email, or remove them.'],
    ['subject', { channel: 'email' }, 'Enter a subject.'],
    ['body', { channel: 'email', subject: 'x', body: 'x'.repeat(20_001) }, 'Use at most 20000 characters.'],
  ])('is refused at its field: %s', async (field, message, sentence) => {
    const { status, error } = await send(message);
    expect([status, error.code, error.fields]).toEqual([400, 'invalid_input', { [field]: sentence }]);
    expect(await rows()).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, Message, string]>([
    ['no number', { phone: null }, {}, 'The client has no phone number. Add one to their details.'],
    [
      'a landline',
      { phone: '01632960001' },
      {},
      'The client has no mobile number. Add one to their details.',
    ],
    [
      'STOP',
      { likes_sms: false, sms_stopped_at: '2026-01-10T09:00:00Z' },
      {},
      'The client replied STOP to your text messages. They can reply START to get them again.',
    ],
    [
      'no wish for emails',
      { likes_email: false },
      { channel: 'email', subject: 'x' },
      'The client has opted out of emails. You can change that in their details if they ask you to.',
    ],
    [
      'no email address',
      { email: null },
      { channel: 'email', subject: 'x' },
      'The client has no email address. Add one to their details.',
    ],
    [
      'been archived',
      { archived_at: '2026-01-10T09:00:00Z' },
      {},
      'This client is archived. Restore the client to send messages.',
    ],
  ])('is refused to a client who has %s, with what to do', async (_what, columns, message, sentence) => {
    await set('clients', client.id, columns);
    const { status, error } = await send(message);
    expect([status, error.code, error.message]).toEqual([409, 'no_channel', sentence]);
    const channel = message.channel ?? 'sms';
    expect((await thread()).channels.find((state) => state.channel === channel)?.problem).toBe(sentence);
    expect(await rows()).toEqual([]);
  });

  it('is refused beyond the daily limit, which counts those that are queued', async () => {
    await set('tenants', practice.tenant.id, { sms_daily_cap: 2 });
    await send();
    await deliver();
    expect((await thread()).channels[0]).toMatchObject({ left_today: 1, problem: null });
    const sent = await Promise.all([send(), send({}, practice.adminKey), send()]);
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(sent.filter(({ status }) => status === 409)).toHaveLength(2);
    const refused = sent.find(({ status }) => status === 409);
    expect([refused?.error.code, refused?.error.message]).toEqual([
      'daily_limit_reached',
      'Today’s limit of 2 text messages has been reached. Try again tomorrow, or call the client.',
    ]);
    expect((await email()).status).toBe(200);
    api.clock.set('2026-01-15T09:00:00Z');
    expect((await send()).status).toBe(200);
  });

  it('is refused to a client of another practice', async () => {
    const other = await makePractice(db());
    expect((await send({}, other.staffKey)).status).toBe(404);
    expect((await api.call('conversation', { client_id: client.id }, other.staffKey)).status).toBe(404);
  });

  it('is refused to a key without the scope to write messages', async () => {
    const key = await makeSessionKey(db(), {
      user: practice.admin,
      kind: 'integration',
      scopes: ['messages:read'],
    });
    const { status, error } = await send({}, key);
    expect([status, error.code]).toEqual([403, 'scope_missing']);
  });
});

describe('a message in the quiet hours', () => {
  beforeEach(async () => {
    await set('tenants', practice.tenant.id, { quiet_from: '20:00', quiet_until: '08:00' });
    api.clock.set('2026-01-14T21:30:00Z');
  });

  it('waits for their end if it is a text, and can be cancelled until then', async () => {
    const { body } = await send();
    expect(body.due_at).toBe('2026-01-15T08:00:00.000Z');
    expect(await thread()).toMatchObject({ quiet_until: '2026-01-15T08:00:00.000Z' });
    await deliver();
    expect(texts()).toEqual([]);
    expect(
      (await api.call('message_cancel', { message_id: body.message_id }, practice.staffKey)).status,
    ).toBe(200);
    expect((await thread()).messages).toEqual([]);
    await send({ body: 'Good morning' });
    api.clock.set('2026-01-15T08:00:01Z');
    await deliver();
    expect(texts()).toEqual(['Good morning']);
    expect(await latest()).toMatchObject({ at: '2026-01-15T08:00:01.000Z' });
  });

  it('counts for the day on which it is sent', async () => {
    await set('tenants', practice.tenant.id, { sms_daily_cap: 1 });
    await db().query(
      `insert into comms (tenant_id, client_id, type, status, kind, recipient, body, sent_at, created_at)
       values ($1, $2, 'sms', 'sent', 'booking_reminder', 'x', 'x', $3, $3)`,
      [practice.tenant.id, client.id, '2026-01-14T10:00:00Z'],
    );
    expect((await send()).status).toBe(200);
    expect((await send()).error.code).toBe('daily_limit_reached');
  });

  it('is sent at once if it is an email', async () => {
    await email();
    await deliver();
    expect(mails()).toHaveLength(1);
  });

  it('cannot be cancelled once it is sent, nor can an automatic one or another practice’s', async () => {
    const { body } = await email();
    await deliver();
    const cancel = async (id: number, caller: Caller) =>
      (await api.call('message_cancel', { message_id: id }, caller)).error.code;
    expect(await cancel(body.message_id, practice.staffKey)).toBe('message_not_queued');
    const { body: queued } = await send();
    const other = await makePractice(db());
    expect(await cancel(queued.message_id, other.staffKey)).toBe('not_found');
    const { rows: automatic } = await db().query<{ id: number }>(
      `insert into comms (tenant_id, client_id, type, status, kind, recipient, due_at)
       values ($1, $2, 'sms', 'pending', 'booking_reminder', 'x', now() + interval '1 day') returning id`,
      [practice.tenant.id, client.id],
    );
    expect(await cancel(automatic[0]?.id ?? 0, practice.staffKey)).toBe('not_found');
  });
});

describe('a message whose client changes before it is sent', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['were archived', { archived_at: '2026-01-14T09:00:00Z' }, 'The client has been archived.'],
    ['replied STOP', { likes_sms: false }, 'The client has opted out of text messages.'],
    ['lost their number', { phone: null }, 'The client has no phone number.'],
  ])('fails when they %s, and the practice is notified', async (_what, columns, reason) => {
    await send();
    await set('clients', client.id, columns);
    await deliver();
    expect(texts()).toEqual([]);
    expect(await latest()).toMatchObject({ status: 'failed', last_error: reason });
    expect(await bell()).toEqual([['message_failed', client.id, client.name]]);
  });

  it('goes to their new number', async () => {
    await send();
    await set('clients', client.id, { phone: '07700900777' });
    await deliver();
    expect(api.smsTo('07700900777')).toHaveLength(1);
  });

  it('is among the failed messages, resent in the same words, and dismissed', async () => {
    await send({ body: 'Word for word' });
    await set('clients', client.id, { likes_sms: false });
    await deliver();
    const failed = await api.call('messages/failed', {}, practice.adminKey);
    expect(failed.body).toMatchObject([
      { kind: 'own_words', body: 'Word for word', client_name: client.name, animal_name: null },
    ]);
    const id = failed.body[0]?.id ?? 0;
    const dismissal = { message_id: id, dismissed: '1' } as const;
    expect((await api.call('message_dismiss', dismissal, practice.adminKey)).status).toBe(200);
    await set('clients', client.id, { likes_sms: true });
    expect((await api.call('message_resend', { message_id: id }, practice.staffKey)).status).toBe(200);
    await deliver();
    expect(texts()).toEqual(['Word for word']);
    expect(await latest()).toMatchObject({ status: 'sent', author: 'Stefan Staff', last_error: null });
  });

  it('waits while the practice is suspended', async () => {
    await send();
    await set('tenants', practice.tenant.id, { suspended_at: '2026-01-14T09:00:00Z' });
    await deliver();
    expect(texts()).toEqual([]);
    await set('tenants', practice.tenant.id, { suspended_at: null });
    await deliver();
    expect(texts()).toHaveLength(1);
  });

  it('is retried while the provider is down', async () => {
    api.sandbox.mood.mail = 'outage';
    await email();
    await deliver();
    expect(await latest()).toMatchObject({ status: 'queued', due_at: '2026-01-14T09:01:00.000Z' });
    api.sandbox.mood.mail = 'well';
    api.clock.set('2026-01-14T09:01:00Z');
    await deliver();
    expect(mails()).toMatchObject([{ subject: 'Bella’s results', body: 'Hello,\n\nall is well.' }]);
  });
});

describe('the files of an email', () => {
  const large = Buffer.alloc(3 * 1024 * 1024, 'burrow');

  it('arrive with it, in their order, from the client, their animals and appointments', async () => {
    const booking = await makeBooking(db(), { animal: practice.animal });
    const files = [
      await makeFile(db(), { booking, content: large, filename: 'X-ray.png', mime_type: 'image/png' }),
      await makeFile(db(), { client, filename: 'Größe „1“.txt' }),
      await makeFile(db(), { animal: practice.animal, filename: 'note.txt' }),
    ];
    const { status } = await email({ file_ids: files.map(({ id }) => id) });
    expect(status).toBe(200);
    await deliver();
    const [mail] = mails();
    expect(mail?.body).toBe('Hello,\n\nall is well.');
    expect(mail?.attachments?.map(({ filename }) => filename)).toEqual([
      'X-ray.png',
      'Größe „1“.txt',
      'note.txt',
    ]);
    expect(mail?.attachments?.[0]).toMatchObject({
      mimeType: 'image/png',
      size: large.length,
      sha256: createHash('sha256').update(large).digest('hex'),
    });
    expect((await latest())?.files).toEqual(
      files.map(({ id, filename, file_size }) => ({ file_id: id, filename, file_size })),
    );
  });

  it('are refused if they are another client’s or practice’s, or a previous owner’s own', async () => {
    const other = await makePractice(db());
    const stranger = await makeClient(db(), { tenant: practice.tenant });
    const files = [
      await makeFile(db(), { client: other.client }),
      await makeFile(db(), { client: stranger }),
      await makeFile(db(), { animal: await makeAnimal(db(), { client: stranger, species: practice.dog }) }),
      await makeFile(db(), {
        animal: practice.animal,
        uploaded_by_client_id: stranger.id,
        filename: 'old.txt',
      }),
    ];
    for (const { id } of files) {
      const { status, error } = await email({ file_ids: [id] });
      expect([status, error.code]).toEqual([404, 'not_found']);
    }
    const own = await makeFile(db(), { client });
    const ids = files.slice(2).map(({ id }) => id);
    expect((await email({ file_ids: [own.id, ...ids.slice(1)] })).error.message).toBe(
      'old.txt belongs to another client. Remove it, then send again.',
    );
    expect((await email({ file_ids: ids })).error.message).toBe(
      `${files[2]?.filename} and old.txt belong to another client. Remove them, then send again.`,
    );
    expect((await email({ file_ids: [own.id, files[0]?.id ?? 0] })).error.message).toBe(
      'A file was not found in this client’s records. Choose the files again.',
    );
    expect(await rows()).toEqual([]);
  });

  it('are refused beyond five, or beyond 10 MiB together', async () => {
    const files = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((number) => makeFile(db(), { client, filename: `${number}.txt` })),
    );
    const ids = files.map(({ id }) => id);
    expect((await email({ file_ids: ids })).error.code).toBe('invalid_input');
    await db().query('update files set file_size = $2 where id = any($1)', [
      ids.slice(0, 2),
      5 * 1024 * 1024 + 1,
    ]);
    const { status, error } = await email({ file_ids: ids.slice(0, 2) });
    expect([status, error.code]).toEqual([413, 'attachments_too_large']);
    expect((await email({ file_ids: ids.slice(1, 5) })).status).toBe(200);
  });

  it('need the scope to read files', async () => {
    const file = await makeFile(db(), { client });
    const key = await makeSessionKey(db(), {
      user: practice.admin,
      kind: 'integration',
      scopes: ['messages:write'],
    });
    expect((await email({ file_ids: [file.id] }, key)).error.code).toBe('scope_missing');
    expect((await email({}, key)).status).toBe(200);
  });

  it('make the email fail if one is deleted before it is sent, and are named in the thread afterwards', async () => {
    const file = await makeFile(db(), { client, filename: 'old.txt' });
    await email({ file_ids: [file.id] });
    expect((await api.call('file/delete', { file_id: file.id }, practice.staffKey)).status).toBe(200);
    await deliver();
    expect(mails()).toEqual([]);
    expect(await latest()).toMatchObject({
      status: 'failed',
      last_error: 'A file of this email has been deleted.',
      files: [],
      deleted_files: ['old.txt'],
    });
    expect(await bell()).toEqual([['message_failed', client.id, client.name]]);
  });

  it('are sent again with an email that is resent', async () => {
    const file = await makeFile(db(), { client, filename: 'kept.txt' });
    await email({ file_ids: [file.id] });
    await set('clients', client.id, { likes_email: false });
    await deliver();
    await set('clients', client.id, { likes_email: true });
    const id = (await latest())?.message_id ?? 0;
    await api.call('message_resend', { message_id: id }, practice.staffKey);
    await deliver();
    expect(mails()[0]?.attachments).toMatchObject([{ filename: 'kept.txt' }]);
  });
});
