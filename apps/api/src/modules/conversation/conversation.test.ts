import type { InputOf } from '@burrow/contracts/actions';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeBooking, makeComms } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeClient, makeSessionKey, makeUser } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import type { ClientRow, Columns, CommsRow } from '../../../../../packages/dev/src/factory-rows.ts';
import { useTestApi, type Caller } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

let practice: Practice;
beforeEach(async () => {
  practice = await makePractice(db());
});

const list = async (input: InputOf<'conversations'> = {}, caller: Caller = practice.staffKey) => {
  const { status, body } = await api.call('conversations', input, caller);
  expect(status).toBe(200);
  return body;
};
const namesIn = async (input?: InputOf<'conversations'>, caller?: Caller) =>
  (await list(input, caller)).conversations.map(({ client_name }) => client_name);

const threadOf = async (client: ClientRow, input: { limit?: number; cursor?: string } = {}) => {
  const { status, body } = await api.call(
    'conversation',
    { client_id: client.id, ...input },
    practice.staffKey,
  );
  expect(status).toBe(200);
  return body;
};

const named = (name: string, columns: Columns<ClientRow> = {}) =>
  makeClient(db(), { tenant: practice.tenant, name, ...columns });

/** A message of an hour on the day of the tests: from the client, or sent to them. */
const message = (client: ClientRow, time: string, columns: Columns<CommsRow> = {}) => {
  const at = `2026-01-14T${time}:00Z`;
  const isIn = columns.direction === 'in';
  return makeComms(db(), {
    client,
    created_at: at,
    ...(isIn ? { status: 'confirmed' } : { kind: 'recall', sent_at: at }),
    ...columns,
  });
};
const reply = (client: ClientRow, time: string, columns: Columns<CommsRow> = {}) =>
  message(client, time, { direction: 'in', ...columns });

const mark = (client: ClientRow, unread: '1' | '0', caller: Caller = practice.staffKey) =>
  api.call('conversation_mark', { client_id: client.id, unread }, caller);
const assign = (client: ClientRow, user: { id: number } | null, caller: Caller = practice.staffKey) =>
  api.call('conversation_assign', { client_id: client.id, staff_id: user?.id ?? null }, caller);

describe('the conversations of a practice', () => {
  it('are listed by their latest message, with the beginning of it', async () => {
    const [ann, ben, cat] = [await named('Ann'), await named('Ben'), await named('Cat')];
    await message(ann, '08:00');
    await message(ben, '08:30', { type: 'email', body: `Hello Ben,\n\nhere is ${'more '.repeat(80)}` });
    await reply(ann, '08:45', { body: ' Yes please.\nAnn ' });
    await named('Dan without messages');
    await message(cat, '07:00', { kind: 'booking_reminder', status: 'pending', body: null, sent_at: null });
    const { unread, conversations, next_cursor } = await list();
    expect([unread, next_cursor]).toEqual([1, null]);
    expect(conversations).toEqual([
      {
        client_id: ann.id,
        client_name: 'Ann',
        archived: '0',
        unread: '1',
        assignee_id: null,
        assignee: null,
        last_at: '2026-01-14T08:45:00.000Z',
        last_direction: 'in',
        last_channel: 'sms',
        last_status: 'received',
        last_text: 'Yes please. Ann',
      },
      {
        client_id: ben.id,
        client_name: 'Ben',
        archived: '0',
        unread: '0',
        assignee_id: null,
        assignee: null,
        last_at: '2026-01-14T08:30:00.000Z',
        last_direction: 'out',
        last_channel: 'email',
        last_status: 'sent',
        last_text: expect.stringMatching(/^Hello Ben, here is more .{100,}…$/),
      },
    ]);
  });

  it('follow when a queued message is sent, and when the latest is deleted', async () => {
    const [ann, ben] = [await named('Ann'), await named('Ben')];
    await message(ann, '08:00');
    const late = await message(ann, '08:10', { kind: 'booking_reminder', status: 'pending', sent_at: null });
    await message(ben, '08:20');
    expect(await namesIn()).toEqual(['Ben', 'Ann']);
    await db().query("update comms set status = 'sent', sent_at = '2026-01-14T08:30:00Z' where id = $1", [
      late.id,
    ]);
    expect(await namesIn()).toEqual(['Ann', 'Ben']);
    await db().query('delete from comms where id = $1', [late.id]);
    expect(await namesIn()).toEqual(['Ben', 'Ann']);
  });

  it('continue on the next page after a client whose only message is being sent again', async () => {
    const [ann, ben, cat] = [await named('Ann'), await named('Ben'), await named('Cat')];
    await message(ann, '08:00');
    await message(ben, '08:10');
    const failed = await message(cat, '08:20', { status: 'failed' });
    const resent = await api.call('message_resend', { message_id: failed.id }, practice.staffKey);
    expect(resent.status).toBe(200);
    const first = await list({ limit: 1 });
    const second = await list({ limit: 1, cursor: first.next_cursor ?? '' });
    const names = [first, second].map(({ conversations }) => conversations[0]?.client_name);
    expect([...names, second.next_cursor]).toEqual(['Ben', 'Ann', null]);
  });

  it('say how far the latest message got', async () => {
    const ann = await named('Ann');
    const status = async () => (await list()).conversations.map(({ last_status }) => last_status);
    const own = await message(ann, '08:00', { kind: 'own_words', status: 'pending', sent_at: null });
    expect(await status()).toEqual(['queued']);
    await db().query("update comms set status = 'failed' where id = $1", [own.id]);
    expect(await status()).toEqual(['failed']);
    await db().query(
      "update comms set status = 'confirmed', sent_at = '2026-01-14T08:05:00Z' where id = $1",
      [own.id],
    );
    expect(await status()).toEqual(['delivered']);
  });

  it('are paged', async () => {
    for (const number of [1, 2, 3, 4, 5]) await message(await named(`C${number}`), `08:0${number}`);
    // Two at the same moment.
    await message(await named('C6'), '08:03');
    const first = await list({ limit: 2 });
    expect(first.conversations.map(({ client_name }) => client_name)).toEqual(['C5', 'C4']);
    const second = await list({ limit: 2, cursor: first.next_cursor ?? '' });
    const third = await list({ limit: 2, cursor: second.next_cursor ?? '' });
    expect([...second.conversations, ...third.conversations].map(({ client_name }) => client_name)).toEqual([
      'C6',
      'C3',
      'C2',
      'C1',
    ]);
    expect(third.next_cursor).toBeNull();
    const moments = ['2026-99-14T08:00', '2026-02-30T08:00', '2026-01-14T24:00', '0000-01-01T00:00'];
    for (const cursor of ['x', '2026-01-14_1', ...moments.map((at) => `${at}:00.000000Z_1`)]) {
      expect((await api.call('conversations', { cursor }, practice.staffKey)).status).toBe(400);
    }
  });

  it('are found by name, number and email, and by animals with the right to read those', async () => {
    const ann = await named('Ann Miller', { phone: '07700900111', email: 'ann@example.test' });
    await makeAnimal(db(), { client: ann, species: practice.dog, name: 'Waldi' });
    const ben = await named('Ben Miller', { archived_at: new Date('2026-01-01T09:00:00Z') });
    for (const client of [ann, ben]) await message(client, '08:00');
    await named('Cat Miller');
    expect((await namesIn({ search: 'miller' })).toSorted()).toEqual(['Ann Miller', 'Ben Miller']);
    expect(await namesIn({ search: 'an' })).toEqual(['Ann Miller']);
    for (const search of ['mill ann', '+44 7700 900111', 'ann@example', 'Waldi']) {
      expect(await namesIn({ search })).toEqual(['Ann Miller']);
    }
    const key = await makeSessionKey(db(), {
      user: practice.admin,
      kind: 'integration',
      scopes: ['messages:read'],
    });
    expect(await namesIn({ search: 'Waldi' }, key)).toEqual([]);
    expect(await namesIn({ search: 'Ann' }, key)).toEqual(['Ann Miller']);
    expect((await list({ search: 'ben' })).conversations[0]?.archived).toBe('1');
  });

  it('are filtered by unread mark and assignee; one who left has none', async () => {
    const [ann, ben, cat] = [await named('Ann'), await named('Ben'), await named('Cat')];
    await message(ann, '08:00');
    await reply(ben, '08:01');
    await reply(cat, '08:02');
    const leaver = await makeUser(db(), { tenant: practice.tenant, name: 'Lea' });
    await assign(ann, practice.staff);
    await assign(cat, leaver);
    expect(await namesIn({ filter: 'unread' })).toEqual(['Cat', 'Ben']);
    expect(await namesIn({ filter: 'mine' })).toEqual(['Ann']);
    expect(await namesIn({ filter: 'mine' }, practice.adminKey)).toEqual([]);
    expect(await namesIn({ filter: 'unassigned' })).toEqual(['Ben']);
    expect((await list()).conversations[0]).toMatchObject({ assignee_id: leaver.id, assignee: 'Lea' });
    await db().query('update users set disabled_at = now() where id = $1', [leaver.id]);
    expect(await namesIn({ filter: 'unassigned' })).toEqual(['Cat', 'Ben']);
    expect((await list()).conversations[0]).toMatchObject({ assignee_id: null, assignee: null });
  });

  it('never include another practice’s', async () => {
    await reply(practice.client, '08:00');
    const other = await makePractice(db());
    expect(await list({}, other.staffKey)).toEqual({ unread: 0, conversations: [], next_cursor: null });
  });
});

describe('the unread mark', () => {
  it('is set by what a client writes, stays when read, and is removed and set by staff', async () => {
    const { client } = practice;
    await reply(client, '08:00');
    expect(await threadOf(client)).toMatchObject({ unread: '1' });
    expect((await list()).unread).toBe(1);
    expect((await mark(client, '0')).status).toBe(200);
    expect((await list()).unread).toBe(0);
    expect((await mark(client, '1', practice.adminKey)).status).toBe(200);
    expect(await threadOf(client)).toMatchObject({ unread: '1' });
    expect((await list()).unread).toBe(1);
  });

  it('is not set by messages to the client, nor by a keyword that was carried out', async () => {
    await message(practice.client, '08:00');
    await reply(practice.client, '08:01', { is_carried_out: true });
    expect((await list()).unread).toBe(0);
  });

  it('counts no conversation without messages, and at most a hundred', async () => {
    await mark(practice.client, '1');
    expect((await list()).unread).toBe(0);
    await db().query(
      `with made as (insert into clients (tenant_id, name) select $1, 'Client ' || n from generate_series(1, 110) n returning id)
       insert into comms (tenant_id, client_id, type, status, direction, recipient, body)
       select $1, made.id, 'sms', 'confirmed', 'in', 'x', 'Hello' from made`,
      [practice.tenant.id],
    );
    expect((await list({ limit: 1 })).unread).toBe(100);
  });

  it('is refused for a client of another practice', async () => {
    const other = await makePractice(db());
    expect((await mark(practice.client, '1', other.staffKey)).error.code).toBe('not_found');
  });
});

describe('the assignee', () => {
  it('is set and removed, and is in the audit log', async () => {
    const { client, staff } = practice;
    await reply(client, '08:00');
    expect((await assign(client, staff)).status).toBe(200);
    expect(await threadOf(client)).toMatchObject({
      assignee_id: staff.id,
      assignee: 'Stefan Staff',
      unread: '1',
    });
    expect((await assign(client, null)).status).toBe(200);
    expect(await threadOf(client)).toMatchObject({ assignee_id: null, assignee: null });
    const { rows } = await db().query<{ details: unknown }>(
      "select l.details from audit_log l where l.tenant_id = $1 and l.action = 'conversation_assign' order by l.id",
      [practice.tenant.id],
    );
    expect(rows.map(({ details }) => details)).toEqual([{ staff_id: staff.id }, { staff_id: null }]);
  });

  it('is a person who works at the practice', async () => {
    const other = await makePractice(db());
    const former = await makeUser(db(), { tenant: practice.tenant });
    await db().query('update users set disabled_at = now() where id = $1', [former.id]);
    for (const user of [other.staff, former]) {
      const { status, error } = await assign(practice.client, user);
      expect([status, error.message]).toEqual([404, 'Staff member not found. Choose another.']);
    }
    expect((await assign(practice.client, other.staff, other.staffKey)).error.code).toBe('not_found');
  });
});

describe('a conversation', () => {
  it('is empty for a client without messages, and says how they can be written to', async () => {
    const client = await named('Ann Miller', { phone: '07700900111', email: null });
    await makeAnimal(db(), { client, species: practice.dog, name: 'Waldi' });
    await makeAnimal(db(), { client, species: practice.dog, name: 'Bella' });
    expect(await threadOf(client)).toEqual({
      client_id: client.id,
      client_name: 'Ann Miller',
      client_first_name: 'Ann',
      archived: '0',
      unread: '0',
      assignee_id: null,
      assignee: null,
      channels: [
        { channel: 'sms', recipient: '07700900111', problem: null, left_today: expect.any(Number) },
        {
          channel: 'email',
          recipient: null,
          problem: 'The client has no email address. Add one to their details.',
          left_today: expect.any(Number),
        },
      ],
      quiet_until: null,
      animals: ['Bella', 'Waldi'],
      email_replies: '0',
      messages: [],
      has_more: '0',
    });
  });

  it('contains every message of the client by when it was sent, page by page, and no other’s', async () => {
    const { client, animal } = practice;
    const booking = await makeBooking(db(), { animal });
    const reminder = await message(client, '07:00', { kind: 'booking_reminder', booking_id: booking.id });
    const slow = await message(client, '07:10', { sent_at: '2026-01-14T08:20:00Z' });
    const answer = await reply(client, '08:10', { body: 'Thank you' });
    const failed = await message(client, '08:30', { sent_at: null, status: 'failed', last_error: 'No.' });
    const queued = await message(client, '08:40', {
      kind: 'booking_change',
      status: 'pending',
      body: null,
      sent_at: null,
      due_at: '2026-01-14T09:30:00Z',
    });
    await message(await named('Ben'), '08:00');
    const { messages, has_more } = await threadOf(client);
    expect([messages.map(({ message_id }) => message_id), has_more]).toEqual([
      [queued.id, failed.id, slow.id, answer.id, reminder.id],
      '0',
    ]);
    expect(messages).toMatchObject([
      {
        status: 'queued',
        automatic: '1',
        kind: 'booking_change',
        body: null,
        due_at: '2026-01-14T09:30:00.000Z',
      },
      { status: 'failed', last_error: 'No.', due_at: null },
      { status: 'sent', at: '2026-01-14T08:20:00.000Z' },
      { status: 'received', direction: 'in', automatic: '0', kind: null, author: null, body: 'Thank you' },
      { status: 'sent', kind: 'booking_reminder', automatic: '1', booking_id: booking.id },
    ]);
    const first = await threadOf(client, { limit: 2 });
    const rest = await threadOf(client, { limit: 3, cursor: String(failed.id) });
    expect([first.has_more, first.messages.length]).toEqual(['1', 2]);
    expect([rest.has_more, rest.messages.map(({ message_id }) => message_id)]).toEqual([
      '0',
      [slow.id, answer.id, reminder.id],
    ]);
  });

  it('stays with the client when their animal gets another owner', async () => {
    const { client, animal } = practice;
    const booking = await makeBooking(db(), { animal, booking_date: '2026-01-05', status: 'completed' });
    await message(client, '08:00', { booking_id: booking.id });
    const next = await named('New Owner');
    await db().query('update animals set client_id = $2 where id = $1', [animal.id, next.id]);
    expect((await threadOf(client)).messages).toHaveLength(1);
    expect((await threadOf(next)).messages).toEqual([]);
  });

  it('is not shown of an erased client, and nothing is left of it', async () => {
    const { client, tenant, adminKey } = practice;
    await reply(client, '08:00', { body: 'Remember me' });
    await assign(client, practice.staff);
    const input = { client_id: client.id, name: client.name };
    expect((await api.call('client_erase', input, adminKey)).status).toBe(200);
    const { status, error } = await api.call('conversation', { client_id: client.id }, practice.staffKey);
    expect([status, error.code]).toEqual([404, 'not_found']);
    const { rows } = await db().query('select from conversations c where c.tenant_id = $1', [tenant.id]);
    expect(rows).toEqual([]);
    expect((await assign(client, practice.staff)).error.code).toBe('not_found');
    expect((await mark(client, '1')).error.code).toBe('not_found');
  });
});
