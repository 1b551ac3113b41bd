import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { readEnv } from '../../config/env.ts';
import { createDatabase, type Database } from '../../db/database.ts';
import { createDependencies } from '../../dependencies.ts';
import { EventStreams } from '../../http/event-streams.ts';
import { readStream, type ReadStream, type StreamedEvent } from '../../testing/event-stream.ts';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeSessionKey } from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi, type Caller } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

let practice: Practice;
const opened: ReadStream[] = [];
const missed = { event: 'changed', data: { action: null, notification_id: null } };

async function open(caller: Caller, url = api.url): Promise<ReadStream> {
  const stream = await readStream(`${url}/api/notifications/stream`, caller);
  opened.push(stream);
  return stream;
}

beforeAll(async () => {
  practice = await makePractice(db());
  // The first listener opens the connection, and is notified once it is open.
  const first = await open(practice.adminKey);
  await first.next();
});
afterEach(() => {
  for (const stream of opened.splice(0)) stream.leave();
});

/** Cancels an appointment that was not announced before. */
async function cancelOne({ animal, checkUp, staffKey }: Practice, minute: number): Promise<number> {
  const booking_time = `${String(8 + minute).padStart(2, '0')}:00`;
  const booking = await makeBooking(db(), { animal, service: checkUp, status: 'confirmed', booking_time });
  const input = { booking_id: booking.id, status: 'cancelled' } as const;
  expect((await api.call('booking_status_update', input, staffKey)).status).toBe(200);
  return booking.id;
}

describe('a stream of changes', () => {
  it('announces appointments that the desk books or moves, but no refused ones', async () => {
    const own = await makePractice(db());
    const { animal, client, checkUp, staff, staffKey } = own;
    const stream = await open(own.adminKey);
    const at = { booking_date: '2026-01-15', booking_time: '10:00' };
    const wish = { client_id: client.id, animal_id: animal.id, service_id: checkUp.id, staff_id: staff.id };
    const { body } = await api.call('booking_create', { ...wish, ...at }, staffKey);
    expect((await api.call('booking_create', { ...wish, ...at }, staffKey)).status).toBe(409);
    const moved = { booking_id: body.booking_id, booking_time: '11:00' };
    expect((await api.call('booking_update', moved, staffKey)).status).toBe(200);
    expect([await stream.next(), await stream.next()]).toEqual([
      { event: 'changed', data: { action: 'booking_create', notification_id: null } },
      { event: 'changed', data: { action: 'booking_update', notification_id: null } },
    ]);
  });

  it('announces notes that others may be editing', async () => {
    const own = await makePractice(db());
    const { animal, client, checkUp, staffKey } = own;
    const { id: booking_id } = await makeBooking(db(), { animal, service: checkUp });
    const stream = await open(own.adminKey);
    const answers = [
      await api.call('booking/update_notes', { booking_id, notes: 'Limps' }, staffKey),
      await api.call('booking/update_staff_notes', { booking_id, staff_notes: 'Bites' }, staffKey),
      await api.call('animal_update', { animal_id: animal.id, notes: 'Shy' }, staffKey),
      await api.call('client_update', { client_id: client.id, notes: 'Deaf' }, staffKey),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const events = [await stream.next(), await stream.next(), await stream.next(), await stream.next()];
    expect(events.map((event) => event?.data)).toEqual(
      ['booking/update_notes', 'booking/update_staff_notes', 'animal_update', 'client_update'].map(
        (action) => ({ action, notification_id: null }),
      ),
    );
  });

  it('announces a change to everyone in the practice once it is committed, and to no one else', async () => {
    const other = await makePractice(db());
    const [admin, colleague, stranger] = [
      await open(practice.adminKey),
      await open(practice.staffKey),
      await open(other.adminKey),
    ];
    await cancelOne(practice, 1);
    const { body } = await api.call('notifications', {}, practice.adminKey);
    const told = {
      event: 'changed',
      data: { action: 'booking_status_update', notification_id: body.notifications[0]?.id },
    };
    expect([await admin.next(), await colleague.next()]).toEqual([told, told]);
    // Their own practice's change is the first event they receive.
    await cancelOne(other, 1);
    const theirs = await api.call('notifications', {}, other.adminKey);
    expect(await stranger.next()).toMatchObject({
      data: { notification_id: theirs.body.notifications[0]?.id },
    });
  });

  it('announces nothing that was rolled back', async () => {
    const stream = await open(practice.adminKey);
    const client = await db().connect();
    await client.query('begin');
    await client.query("select pg_notify('burrow_changed', $1)", [
      JSON.stringify({ tenant_id: practice.tenant.id, action: 'undone', notification_id: 1 }),
    ]);
    await client.query('rollback');
    client.release();
    await cancelOne(practice, 2);
    expect(await stream.next()).toMatchObject({ data: { action: 'booking_status_update' } });
  });

  it('is refused without permission, and for a key in the address', async () => {
    const { apiKey } = practice.adminKey;
    expect((await open({ apiKey: 'wrong' })).status).toBe(401);
    expect((await open(practice.clientKey)).status).toBe(403);
    const inAddress = await api.post(`/api/notifications/stream?api_key=${apiKey}`, null);
    expect(inAddress.status).toBe(401);
  });

  it('ignores invalid messages, and logs them', async () => {
    const stream = await open(practice.adminKey);
    for (const payload of ['', 'text', 'null', '{"tenant_id":"1"}', '{"tenant_id":1,"action":2}']) {
      await db().query("select pg_notify('burrow_changed', $1)", [payload]);
    }
    await cancelOne(practice, 3);
    expect(await stream.next()).toMatchObject({ data: { action: 'booking_status_update' } });
    expect(api.logLines.filter((line) => line.includes('an invalid live update'))).toHaveLength(5);
  });

  it('does not count as activity of its session', async () => {
    const lastUsed = new Date(api.clock.now().getTime() - 3_600_000);
    const key = await makeSessionKey(db(), { user: practice.admin, lastUsed });
    const stream = await open(key);
    expect(stream.status).toBe(200);
    const { rows } = await db().query<{ last_used_at: Date }>(
      'select last_used_at from api_keys where id = $1',
      [key.keyId],
    );
    expect(rows[0]?.last_used_at).toEqual(lastUsed);
  });

  it('survives the loss of the listening connection, and is notified that events may have been missed', async () => {
    const stream = await open(practice.adminKey);
    const { rowCount } = await db().query(
      `select pg_terminate_backend(a.pid) from pg_stat_activity a
       where a.application_name = 'burrow-live' and a.datname = current_database()`,
    );
    expect(rowCount).toBe(1);
    expect(await stream.next()).toEqual(missed);
    await cancelOne(practice, 4);
    expect(await stream.next()).toMatchObject({ data: { action: 'booking_status_update' } });
  });
});

describe('a server of its own', () => {
  let database: Database;
  let server: Server;
  let url: string;
  beforeAll(async () => {
    const log = pino({ level: 'silent' });
    const env = readEnv({ DATABASE_URL: api.testDatabase.appUrl, BCRYPT_COST: '4' });
    database = createDatabase({ url: env.DATABASE_URL, poolSize: 2, prepared: true, log });
    const deps = createDependencies({ env, database, clock: api.clock, log });
    const app = createApp(deps, { draining: false }, new EventStreams({ lookAgainMs: 20 }));
    server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await database.close();
  });

  it('ends the stream of an API key that is revoked at another server, and refuses it afterwards', async () => {
    const { admin, adminKey } = await makePractice(db());
    const key = await makeSessionKey(db(), {
      user: admin,
      kind: 'integration',
      scopes: ['appointments:read'],
    });
    const stream = await open(key, url);
    expect(stream.status).toBe(200);
    expect((await api.call('api_key/revoke', { key_id: key.keyId }, adminKey)).status).toBe(200);
    // It may be notified that the server has started to listen.
    expect((await rest(stream)).filter(({ event }) => event !== 'changed')).toEqual([]);
    expect((await open(key, url)).status).toBe(401);
  });

  it.each([
    ['the key is revoked', 'update api_keys set revoked_at = $2 where id = $1'],
    ['the key has run out', 'update api_keys set expires_at = $2 where id = $1'],
    [
      'the person was disabled',
      'update users set disabled_at = $2 where id = (select k.user_id from api_keys k where k.id = $1)',
    ],
    [
      'the practice is suspended',
      'update tenants set suspended_at = $2 where id = (select k.tenant_id from api_keys k where k.id = $1)',
    ],
  ])('ends the stream when %s', async (_what, sql) => {
    const { staffKey } = await makePractice(db());
    const stream = await open(staffKey, url);
    expect(stream.status).toBe(200);
    await db().query(sql, [staffKey.keyId, new Date(api.clock.now().getTime() - 1000)]);
    // It may be notified that the server has started to listen.
    expect((await rest(stream)).filter(({ event }) => event !== 'changed')).toEqual([]);
    expect((await open(staffKey, url)).status).toBe(401);
  });

  it('ends every stream at once when it drains, and opens none that would delay it', async () => {
    const streams = [await open(practice.adminKey, url), await open(practice.staffKey, url)];
    await database.live.close();
    streams.push(await open(practice.adminKey, url));
    const said = await Promise.all(streams.map(rest));
    expect(said.flat().filter(({ event }) => event !== 'changed')).toEqual([]);
  });
});

/** The rest of a stream until its end, which must come without a request. */
async function rest(stream: ReadStream): Promise<StreamedEvent[]> {
  const events: StreamedEvent[] = [];
  for (let event = await stream.next(); event; event = await stream.next()) events.push(event);
  return events;
}
