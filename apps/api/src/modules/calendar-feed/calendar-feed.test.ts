import type { InputOf } from '@burrow/contracts/actions';
import { maxFeedsOfOne } from '@burrow/contracts/calendar-feed';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import {
  makeAccount,
  makeClient,
  makeSessionKey,
  makeUser,
} from '../../../../../packages/dev/src/factory-people.ts';
import {
  makeAnimal,
  makeCalendarFeed,
  makeHoliday,
} from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi, type Caller } from '../../testing/harness.ts';
import { eventsIn, instant, said } from '../../testing/read-calendar.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const read = (path: string, headers: Record<string, string> = {}) => fetch(`${api.url}${path}`, { headers });

/** The events of a feed by their UID, as a calendar program reads them. */
async function eventsAt(path: string): Promise<Map<string, ICAL.Event>> {
  const answer = await read(path);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
  return eventsIn(await answer.text());
}

const only = (events: Map<string, ICAL.Event>): ICAL.Event => {
  const [event] = events.values();
  if (events.size !== 1 || !event) throw new Error(`There are ${events.size} events.`);
  return event;
};

const create = (caller: Caller, input: InputOf<'calendar_feed_create'> = {}) =>
  api.call('calendar_feed_create', input, caller);

describe('a feed', () => {
  it("of other diaries ends when its maker becomes staff; the maker's own stays", async () => {
    const practice = await makePractice(db());
    const second = await makeUser(db(), { tenant: practice.tenant, role: 'admin' });
    const caller = await makeSessionKey(db(), { user: second });
    const whole = (await create(caller, { covers: 'practice' })).body.feed_path;
    const colleague = (await create(caller, { staff_id: practice.staff.id })).body.feed_path;
    const own = (await create(caller)).body.feed_path;
    const demoted = await api.call('team/update', { staff_id: second.id, role: 'staff' }, practice.adminKey);
    expect(demoted.status).toBe(200);
    const statuses = await Promise.all(
      [whole, colleague, own].map(async (path) => (await read(path)).status),
    );
    expect(statuses).toEqual([404, 404, 200]);
  });

  it('is made for the own diary, read by a calendar program, listed and revoked', async () => {
    const practice = await makePractice(db(), { tenant_name: 'Willow Lane Vets' });
    const { animal, checkUp, staff, admin, staffKey } = practice;
    const booking = await makeBooking(db(), { animal, service: checkUp, staff, booking_date: '2026-01-20' });
    await makeBooking(db(), { animal, service: checkUp, staff: admin });
    const { status, body } = await create(staffKey, { label: 'My phone' });
    expect([status, /^\/api\/calendar\/[\w-]{43}\.ics$/.test(body.feed_path)]).toEqual([200, true]);
    const event = only(await eventsAt(body.feed_path));
    expect(event.summary).toBe(`Check-up · ${animal.name}`);
    expect([instant(event.startDate), instant(event.endDate)]).toEqual([
      '2026-01-20T10:00:00.000Z',
      '2026-01-20T10:30:00.000Z',
    ]);
    expect([said(event, 'status'), said(event, 'url')]).toEqual([
      'CONFIRMED',
      `${api.url}/app/admin/booking/${booking.id}`,
    ]);
    // The reading is recorded beside the answer.
    const listed = async () => (await api.call('calendar_feeds', {}, staffKey)).body;
    await expect.poll(async () => (await listed())[0]?.last_read_at).not.toBeNull();
    expect(await listed()).toEqual([
      {
        id: body.feed_id,
        covers: 'diary',
        staff_id: staff.id,
        staff_name: 'Stefan Staff',
        shows: 'service',
        label: 'My phone',
        made_by: 'Stefan Staff',
        created_at: '2026-01-14T09:00:00.000Z',
        last_read_at: '2026-01-14T09:00:00.000Z',
      },
    ]);
    expect((await api.call('calendar_feed_revoke', { feed_id: body.feed_id }, staffKey)).status).toBe(200);
    expect((await read(body.feed_path)).status).toBe(404);
    expect((await api.call('calendar_feeds', {}, staffKey)).body).toEqual([]);
    expect((await api.call('calendar_feed_revoke', { feed_id: body.feed_id }, staffKey)).status).toBe(404);
  });

  it('gives calendar programs its name, its time zone and its refresh interval', async () => {
    const practice = await makePractice(db(), { tenant_name: 'Fur; Feather, & Co' });
    const { body } = await create(practice.adminKey, { staff_id: practice.staff.id });
    const text = await (await read(body.feed_path)).text();
    expect(text.split('\r\n').filter((row) => row.length > 75)).toEqual([]);
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
    const calendar = new ICAL.Component(ICAL.parse(text) as ICAL.Component['jCal']);
    const value = (name: string) => String(calendar.getFirstPropertyValue(name));
    expect(value('version')).toBe('2.0');
    expect(value('x-wr-calname')).toContain('Stefan Staff · Fur');
    expect(text).toContain('NAME:Stefan Staff · Fur\\; Feather\\, & Co');
    expect([value('x-wr-timezone'), value('refresh-interval'), value('x-published-ttl')]).toEqual([
      'Europe/London',
      'PT30M',
      'PT30M',
    ]);
    // With a METHOD, DTSTAMP would have to be the moment of each reading.
    expect(calendar.getFirstPropertyValue('method')).toBeNull();
  });

  it('has the appointments from 30 days back to 365 ahead, without cancelled ones', async () => {
    const { animal, admin } = await makePractice(db());
    const on = (booking_date: string, columns = {}) =>
      makeBooking(db(), { animal, staff: admin, booking_date, ...columns });
    const dates = ['2025-12-14', '2025-12-15', '2026-01-14', '2027-01-14', '2027-01-15'];
    for (const date of dates) await on(date);
    const cancelled = await on('2026-01-16', { status: 'cancelled' });
    const requested = await on('2026-01-17', { is_provisional: true });
    const { path } = await makeCalendarFeed(db(), { maker: admin, staff: admin });
    const events = await eventsAt(path);
    const days = [...events.values()].map((event) => event.startDate.toString().slice(0, 10));
    expect(days).toEqual(['2025-12-15', '2026-01-14', '2026-01-17', '2027-01-14']);
    expect(events.has(`booking-${cancelled.id}`)).toBe(false);
    const request = events.get(`booking-${requested.id}`);
    expect(request && [said(request, 'status'), request.summary.startsWith('Requested: ')]).toEqual([
      'TENTATIVE',
      true,
    ]);
  });

  it('keeps the UID of a booking, with the fact and time of a change', async () => {
    const practice = await makePractice(db());
    const { animal, checkUp, staff, admin, adminKey } = practice;
    const created_at = '2026-01-10T08:00:00Z';
    const booking = await makeBooking(db(), {
      animal,
      service: checkUp,
      staff,
      booking_date: '2026-01-20',
      created_at,
      updated_at: created_at,
    });
    await db().query("update animals set updated_at = '2026-01-01' where tenant_id = $1", [
      practice.tenant.id,
    ]);
    const diary = await makeCalendarFeed(db(), { maker: staff, staff });
    const whole = await makeCalendarFeed(db(), { maker: admin, shows: 'busy' });
    const before = only(await eventsAt(diary.path));
    expect(only(await eventsAt(whole.path)).uid).toBe(before.uid);
    expect(before.uid).toMatch(new RegExp(`^booking-${booking.id}@[0-9a-f-]{36}$`));
    expect(String(said(before, 'dtstamp'))).toBe('2026-01-10T08:00:00Z');
    await api.call('booking_update', { booking_id: booking.id, booking_time: '15:30' }, adminKey);
    const after = only(await eventsAt(diary.path));
    expect([after.uid, instant(after.startDate)]).toEqual([before.uid, '2026-01-20T15:30:00.000Z']);
    expect(after.sequence).toBeGreaterThan(before.sequence);
    expect(String(said(after, 'last-modified'))).toBe('2026-01-14T09:00:00Z');
    expect(String(said(after, 'dtstamp'))).toBe('2026-01-14T09:00:00Z');
  });

  it('is right on both nights on which the clocks change', async () => {
    const { animal, checkUp, admin } = await makePractice(db());
    const at = (booking_date: string, booking_time: string, starts_at: string, duration_minutes = 60) =>
      makeBooking(db(), {
        animal,
        service: checkUp,
        staff: admin,
        booking_date,
        booking_time,
        starts_at,
        duration_minutes,
      });
    await at('2026-03-28', '09:00', '2026-03-28T09:00:00Z');
    await at('2026-03-29', '00:15', '2026-03-29T00:15:00Z', 30);
    // The hour from one to two is skipped.
    await at('2026-03-29', '00:45', '2026-03-29T00:45:00Z');
    await at('2026-03-29', '09:00', '2026-03-29T08:00:00Z');
    await at('2026-10-25', '00:30', '2026-10-24T23:30:00Z', 30);
    // The hour from one to two is repeated; the first applies.
    await at('2026-10-25', '01:15', '2026-10-25T00:15:00Z', 60);
    await at('2026-10-25', '09:00', '2026-10-25T09:00:00Z');
    const { path } = await makeCalendarFeed(db(), { maker: admin, staff: admin });
    const text = await (await read(path)).text();
    const times = [...eventsIn(text).values()].map(({ startDate, endDate }) => [
      instant(startDate),
      (endDate.toUnixTime() - startDate.toUnixTime()) / 60,
    ]);
    expect(times).toEqual([
      ['2026-03-28T09:00:00.000Z', 60],
      ['2026-03-29T00:15:00.000Z', 30],
      ['2026-03-29T00:45:00.000Z', 60],
      ['2026-03-29T08:00:00.000Z', 60],
      ['2026-10-24T23:30:00.000Z', 30],
      ['2026-10-25T00:15:00.000Z', 60],
      ['2026-10-25T09:00:00.000Z', 60],
    ]);
    expect(text).toContain('DTSTART:20260329T080000Z');
    expect(text).toContain('DTSTART:20261025T001500Z');
  });
});

describe('the feed of a practice', () => {
  it('has everyone’s appointments and says whose each is', async () => {
    const { animal, checkUp, staff, admin } = await makePractice(db());
    const his = await makeBooking(db(), { animal, service: checkUp, staff });
    const nobodys = await makeBooking(db(), { animal, service: checkUp, booking_time: '11:00' });
    const { path } = await makeCalendarFeed(db(), { maker: admin });
    const events = await eventsAt(path);
    expect(events.get(`booking-${his.id}`)?.description).toBe('With Stefan Staff');
    expect(events.get(`booking-${nobodys.id}`)?.description).toBe(null);
  });

  it('has the holidays as whole days, with each occurrence of recurring ones', async () => {
    const { tenant, admin } = await makePractice(db());
    const holiday = (columns: Partial<Parameters<typeof makeHoliday>[1]>) =>
      makeHoliday(db(), { tenant, ...columns });
    await holiday({ name: 'Easter; long', start_date: '2026-04-03', end_date: '2026-04-06' });
    await holiday({
      name: 'Winter',
      start_date: '2020-12-28',
      end_date: '2021-01-02',
      is_recurring: true,
    });
    await holiday({ name: 'Leap', start_date: '2024-02-29', end_date: '2024-02-29', is_recurring: true });
    await holiday({ name: 'Long gone', start_date: '2024-05-06', end_date: '2024-05-07' });
    const feed = await makeCalendarFeed(db(), { maker: admin });
    const events = await eventsAt(feed.path);
    const shown = [...events.values()].map(({ summary, startDate, endDate }) => [
      summary,
      startDate.toString(),
      endDate.toString(),
    ]);
    expect(shown.toSorted(([a, b], [c, d]) => `${a} ${b}`.localeCompare(`${c} ${d}`))).toEqual([
      ['Closed: Easter; long', '2026-04-03', '2026-04-07'],
      ['Closed: Leap', '2026-02-28', '2026-03-01'],
      ['Closed: Winter', '2025-12-28', '2026-01-03'],
      ['Closed: Winter', '2026-12-28', '2027-01-03'],
    ]);
    expect([...events.values()].map((event) => said(event, 'transp'))).toEqual(
      Array.from({ length: 4 }, () => 'TRANSPARENT'),
    );
    const diary = await makeCalendarFeed(db(), { maker: admin, staff: admin });
    expect((await eventsAt(diary.path)).size).toBe(0);
  });
});

describe('the content of an event', () => {
  const world = async () => {
    const practice = await makePractice(db());
    const { tenant, staff } = practice;
    const client = await makeClient(db(), { tenant, name: 'Olive Owner', phone: '07700900555' });
    const animal = await makeAnimal(db(), { client, name: 'Rex' });
    const booking = await makeBooking(db(), {
      animal,
      staff,
      service: practice.checkUp,
      notes: 'Bites at the left',
    });
    return { ...practice, client, animal, booking };
  };

  it('is only busy by default', async () => {
    const { tenant, admin, staff } = await world();
    await makeHoliday(db(), { tenant, name: 'Wedding of Stefan' });
    const texts = await Promise.all(
      [undefined, staff].map(async (person) => {
        const { path } = await makeCalendarFeed(db(), {
          maker: admin,
          shows: 'busy',
          ...(person ? { staff: person } : {}),
        });
        return (await read(path)).text();
      }),
    );
    for (const text of texts) {
      expect(text).toContain('SUMMARY:Busy');
      expect(text).not.toMatch(/Olive|07700|Rex|Check-up|Stefan|Ada|Bites|Wedding|\/app\//);
    }
  });

  it('is service and animal, with the client’s name and phone only if chosen', async () => {
    const { staff, booking } = await world();
    const [middle, most] = await Promise.all(
      (['service', 'client'] as const).map(async (shows) => {
        const { path } = await makeCalendarFeed(db(), { maker: staff, staff, shows });
        return (await read(path)).text();
      }),
    );
    expect(middle).toContain('SUMMARY:Check-up · Rex');
    expect(middle).not.toMatch(/Olive|07700|Bites/);
    const event = eventsIn(most ?? '').get(`booking-${booking.id}`);
    expect(event?.description).toBe('Client: Olive Owner\nPhone: 07700900555');
    expect(most).not.toContain('Bites');
  });

  it("cannot be forged by a client's or animal's name", async () => {
    const { tenant, admin, checkUp } = await makePractice(db());
    const name = 'Rex, the; \\ dog\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:forged\u2028 \u{1F415}'.padEnd(
      100,
      'ä',
    );
    const client = await makeClient(db(), { tenant, name: 'A\nATTENDEE:mailto:x@example.test' });
    const animal = await makeAnimal(db(), { client, name });
    await makeBooking(db(), { animal, service: checkUp, staff: admin });
    await db().query('update tenants set tenant_name = $2 where id = $1', [tenant.id, 'Vets\r\nX-FORGED:1']);
    await db().query('update users set name = $2 where id = $1', [admin.id, 'Ada\nX-FORGED:2']);
    const { path } = await makeCalendarFeed(db(), { maker: admin, staff: admin, shows: 'client' });
    const text = await (await read(path)).text();
    const event = only(eventsIn(text));
    expect(event.summary.replaceAll('\n', '\r\n')).toBe(`Check-up · ${name}`);
    expect(text).not.toMatch(/^(?:X-FORGED|UID:forged|ATTENDEE)/m);
    expect(text.split('\r\n').filter((row) => Buffer.byteLength(row) > 75)).toEqual([]);
  });
});

describe('a conditional request', () => {
  it('is answered 304 until the content changes', async () => {
    const practice = await makePractice(db());
    const { tenant, animal, checkUp, staff, admin, adminKey, client } = practice;
    const booking = await makeBooking(db(), { animal, service: checkUp, staff, booking_date: '2026-01-20' });
    const { path } = await makeCalendarFeed(db(), { maker: admin, shows: 'client' });
    let [tag, since] = ['', ''];
    /** The feed's answers to its previous version, by tag and by time; and its current version. */
    const again = async (): Promise<number[]> => {
      const byTag = await read(path, { 'If-None-Match': tag });
      await byTag.arrayBuffer();
      const byTime = await read(path, { 'If-Modified-Since': since });
      await byTime.arrayBuffer();
      [tag, since] = [byTag.headers.get('etag') ?? '', byTag.headers.get('last-modified') ?? ''];
      return [byTag.status, byTime.status];
    };
    const noted = async (): Promise<void> => {
      await expect
        .poll(async () => {
          const { rows } = await db().query<{ content_tag: string }>(
            'select content_tag from calendar_feeds where tenant_id = $1',
            [tenant.id],
          );
          return `W/"${rows[0]?.content_tag}"`;
        })
        .toBe(tag);
    };
    expect(await again()).toEqual([200, 200]);
    await noted();
    expect(await again()).toEqual([304, 304]);
    const changes: (() => Promise<unknown>)[] = [
      () => api.call('booking_update', { booking_id: booking.id, booking_time: '12:00' }, adminKey),
      () => db().query("update services set name = 'Full check' where id = $1", [checkUp.id]),
      () => api.call('client_update', { client_id: client.id, phone: '07700900777' }, adminKey),
      () => db().query("update animals set name = 'Rexina' where id = $1", [animal.id]),
      () => api.call('team/update', { staff_id: staff.id, name: 'Stef' }, adminKey),
      () => makeHoliday(db(), { tenant }),
      () => db().query('delete from holidays where tenant_id = $1', [tenant.id]),
      () => db().query("update tenants set tenant_name = 'Elsewhere' where id = $1", [tenant.id]),
      () => db().query("update bookings set status = 'cancelled' where id = $1", [booking.id]),
    ];
    let minute = 0;
    for (const change of changes) {
      minute += 1;
      api.clock.set(`2026-01-14T10:${String(minute).padStart(2, '0')}:00Z`);
      await change();
      expect([String(change), ...(await again())]).toEqual([String(change), 200, 200]);
      await noted();
      expect([String(change), ...(await again())]).toEqual([String(change), 304, 304]);
    }
    // Internal changes in the practice do not change the feed.
    await db().query("update animals set notes = 'x' where id = $1", [animal.id]);
    expect(await again()).toEqual([304, 304]);
  });

  it('is answered without a body, as is a HEAD request', async () => {
    const { admin, animal } = await makePractice(db());
    await makeBooking(db(), { animal, staff: admin });
    const { path } = await makeCalendarFeed(db(), { maker: admin });
    const full = await read(path);
    expect(full.headers.get('cache-control')).toBe('private, no-cache');
    expect(full.headers.get('x-robots-tag')).toBe('noindex');
    const same = await read(path, { 'If-None-Match': full.headers.get('etag') ?? '' });
    expect([same.status, await same.text()]).toEqual([304, '']);
    const head = await fetch(`${api.url}${path}`, { method: 'HEAD' });
    expect([head.status, head.headers.get('etag')]).toEqual([200, full.headers.get('etag')]);
    expect((await api.post(path, null)).status).toBe(404);
  });
});

describe('reading a feed', () => {
  it('needs a valid token, and every refusal looks the same', async () => {
    const { admin, staff, tenant } = await makePractice(db());
    const open = () => makeCalendarFeed(db(), { maker: admin, staff });
    const [revoked, ofDisabled, live] = await Promise.all([open(), open(), open()]);
    await db().query('update calendar_feeds set revoked_at = now() where id = $1', [revoked.id]);
    const refusals = async (path: string) => {
      const answer = await read(path);
      const { request_id: _id, ...body } = (await answer.json()) as Record<string, unknown>;
      return [answer.status, body, answer.headers.get('etag')];
    };
    const refused = [404, { code: 'not_found', message: 'Record not found.' }, null];
    expect(await refusals(revoked.path)).toEqual(refused);
    expect(await refusals(`/api/calendar/${'a'.repeat(43)}.ics`)).toEqual(refused);
    expect(await refusals('/api/calendar/1.ics')).toEqual(refused);
    expect((await read(live.path)).status).toBe(200);
    for (const [text, id] of [
      ['update users set disabled_at = $2 where id = $1', staff.id],
      ['update users set disabled_at = $2 where id = $1', admin.id],
      ['update accounts set disabled_at = $2 where id = $1', admin.account_id],
      ['update accounts set disabled_at = $2 where id = $1', staff.account_id],
      ['update tenants set suspended_at = $2 where id = $1', tenant.id],
    ] as const) {
      await db().query(text, [id, new Date()]);
      expect([text, await refusals(live.path)]).toEqual([text, refused]);
      await db().query(text, [id, null]);
      expect([text, (await read(ofDisabled.path)).status]).toEqual([text, 200]);
    }
  });

  it('is not possible with an API key, and a token opens nothing else', async () => {
    const { admin, adminKey } = await makePractice(db());
    expect((await read(`/api/calendar/${adminKey.apiKey}.ics`)).status).toBe(404);
    const { path } = await makeCalendarFeed(db(), { maker: admin });
    const apiKey = path.slice('/api/calendar/'.length, -'.ics'.length);
    expect((await api.call('holidays', {}, { apiKey })).status).toBe(401);
    expect((await read('/api/calendar/x.ics', { Authorization: `Bearer ${adminKey.apiKey}` })).status).toBe(
      404,
    );
  });

  it('ends permanently for a disabled person: their diary, and the feeds they made', async () => {
    const { admin, staff, adminKey } = await makePractice(db());
    const left = await makeUser(db(), { tenant_id: admin.tenant_id, role: 'admin' });
    const feeds = {
      ofTheirDiary: await makeCalendarFeed(db(), { maker: admin, staff: left }),
      madeByThem: await makeCalendarFeed(db(), { maker: left }),
      ofOthers: await makeCalendarFeed(db(), { maker: admin, staff }),
    };
    await api.call('team/disable', { staff_id: left.id }, adminKey);
    await api.call('team/enable', { staff_id: left.id }, adminKey);
    expect((await read(feeds.ofTheirDiary.path)).status).toBe(404);
    expect((await read(feeds.madeByThem.path)).status).toBe(404);
    expect((await read(feeds.ofOthers.path)).status).toBe(200);
  });

  it('ends for the previous holder of an account that was recovered', async () => {
    const { admin, staff } = await makePractice(db());
    const theirs = await makeCalendarFeed(db(), { maker: staff, staff });
    const others = await makeCalendarFeed(db(), { maker: admin, staff });
    const superadmin = await makeAccount(db(), { is_superadmin: true });
    const { rows } = await db().query<{ email: string }>('select email from accounts where id = $1', [
      staff.account_id,
    ]);
    const key = await makeSessionKey(db(), { account: superadmin });
    const reset = await api.call('superadmin/account_reset', { email: rows[0]?.email ?? '' }, key);
    expect(reset.status).toBe(200);
    expect((await read(theirs.path)).status).toBe(404);
    expect((await read(others.path)).status).toBe(200);
  });

  it('shows nothing of another practice', async () => {
    const [one, two] = [await makePractice(db()), await makePractice(db())];
    await makeBooking(db(), { animal: one.animal, staff: one.staff });
    const { path } = await makeCalendarFeed(db(), { maker: two.admin, shows: 'client' });
    expect((await eventsAt(path)).size).toBe(0);
    const foreign = await makeCalendarFeed(db(), { maker: one.admin });
    const { status } = await api.call('calendar_feed_revoke', { feed_id: foreign.id }, two.adminKey);
    expect(status).toBe(404);
    expect((await create(two.adminKey, { staff_id: one.staff.id })).status).toBe(404);
  });

  it('leaves no address in the log, in any spelling', async () => {
    const { admin } = await makePractice(db());
    const { path } = await makeCalendarFeed(db(), { maker: admin });
    const token = path.slice('/api/calendar/'.length, -'.ics'.length);
    const ways = [
      path,
      path.toUpperCase().replace(token.toUpperCase(), token),
      `${path}/`,
      `${path}?x=${token}`,
    ];
    for (const way of [...ways, path.replace('.ics', ''), path.replace('.ics', '/other')]) {
      await (await read(way)).arrayBuffer();
    }
    await expect.poll(() => api.logLines.length).toBeGreaterThan(5);
    expect(api.logLines.join('\n')).not.toContain(token);
    expect(api.logLines.join('\n')).toContain('"path":"/api/calendar/…"');
  });

  it('is limited to 240 readings of a feed in an hour', async () => {
    const { admin } = await makePractice(db());
    const { path, id } = await makeCalendarFeed(db(), { maker: admin });
    await (await read(path)).arrayBuffer();
    await db().query("update rate_limits set points = 240 where key like 'calendar_feed:field:feed:%'");
    const answer = await read(path);
    expect([answer.status, Number(answer.headers.get('retry-after')) > 3000]).toEqual([429, true]);
    await db().query('delete from rate_limits');
    expect((await read(path)).status).toBe(200);
    expect(id).toBeGreaterThan(0);
  });
});

describe('making and revoking a feed', () => {
  it('is for admins for any diary and the practice, and for others for their own', async () => {
    const { admin, staff, adminKey, staffKey } = await makePractice(db());
    expect((await create(staffKey, { covers: 'practice' })).status).toBe(403);
    expect((await create(staffKey, { staff_id: admin.id })).status).toBe(403);
    expect((await create(adminKey, { covers: 'practice', label: 'Reception' })).status).toBe(200);
    const ofAdmin = await create(adminKey);
    const ofStaff = await create(adminKey, { staff_id: staff.id });
    const { body: seen } = await api.call('calendar_feeds', {}, staffKey);
    expect(seen.map(({ id, made_by }) => [id, made_by])).toEqual([[ofStaff.body.feed_id, 'Ada Admin']]);
    const { body: all } = await api.call('calendar_feeds', {}, adminKey);
    expect(all.map(({ covers, label }) => [covers, label])).toEqual([
      ['practice', 'Reception'],
      ['diary', null],
      ['diary', null],
    ]);
    const revoke = (feed_id: number, key: Caller) => api.call('calendar_feed_revoke', { feed_id }, key);
    expect((await revoke(ofAdmin.body.feed_id, staffKey)).status).toBe(404);
    expect((await revoke(ofStaff.body.feed_id, staffKey)).status).toBe(200);
    expect((await revoke(ofAdmin.body.feed_id, adminKey)).status).toBe(200);
  });

  it('is not for support, whose access a feed would outlast', async () => {
    const { tenant } = await makePractice(db());
    const account = await makeAccount(db());
    const helper = await makeUser(db(), {
      tenant,
      account,
      role: 'admin',
      support_until: '2026-01-14T10:00:00Z',
    });
    const { status, error } = await create(await makeSessionKey(db(), { user: helper }));
    expect([status, error.code]).toEqual([403, 'forbidden']);
  });

  it('has a limit also when many are made at once, by several people', async () => {
    const { tenant, admin, adminKey } = await makePractice(db());
    const other = await makeSessionKey(db(), { user: await makeUser(db(), { tenant, role: 'admin' }) });
    for (let count = 0; count < maxFeedsOfOne - 2; count += 1) {
      await makeCalendarFeed(db(), { maker: admin });
      await makeCalendarFeed(db(), { maker: admin, staff: admin });
    }
    for (const input of [{ covers: 'practice' }, { staff_id: admin.id }] as const) {
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, number) => create(number % 2 === 0 ? adminKey : other, input)),
      );
      const told = answers.map(({ status, error }) => (status === 200 ? '200' : error.code));
      expect(told.toSorted()).toEqual(['200', '200', ...Array<string>(6).fill('too_many_feeds')]);
    }
  });

  it('is limited, and neither the token nor its hash is in the audit log', async () => {
    const { tenant, staffKey } = await makePractice(db());
    const made = [];
    for (let count = 0; count < maxFeedsOfOne; count += 1)
      made.push(await create(staffKey, { label: 'Phone' }));
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await create(staffKey)).error.code).toBe('too_many_feeds');
    await api.call('calendar_feed_revoke', { feed_id: made[0]?.body.feed_id ?? 0 }, staffKey);
    expect((await create(staffKey)).status).toBe(200);
    const { rows } = await db().query<{ action: string; details: unknown }>(
      'select action, details from audit_log where tenant_id = $1 order by id',
      [tenant.id],
    );
    expect(rows[0]).toEqual({
      action: 'calendar_feed_create',
      details: { name: 'Stefan Staff', label: 'Phone', shows: 'service' },
    });
    expect(JSON.stringify(rows)).not.toContain(made[0]?.body.feed_path.slice(14, 50));
  });
});

it('is complete for a practice with thousands of appointments, and compressed', async () => {
  const { tenant, animal, admin, checkUp } = await makePractice(db());
  await db().query(
    `insert into bookings
       (tenant_id, client_id, animal_id, service_id, booking_date, booking_time, duration_minutes, starts_at)
     select $1, $2, $3, $4, d.day, d.time, 30, (d.day + d.time) at time zone 'Europe/London'
     from (select '2025-12-20'::date + n / 10 as day, '08:00'::time + (n % 10) * interval '1 hour' as time
           from generate_series(0, 2999) n) d`,
    [tenant.id, animal.client_id, animal.id, checkUp.id],
  );
  const { path } = await makeCalendarFeed(db(), { maker: admin, shows: 'client' });
  const answer = await read(path, { 'Accept-Encoding': 'gzip' });
  expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, 'gzip']);
  const text = await answer.text();
  expect(text.match(/^BEGIN:VEVENT\r\n/gm)).toHaveLength(3000);
  expect(new Set(text.match(/^UID:.*$/gm)).size).toBe(3000);
  const again = await read(path, { 'If-None-Match': answer.headers.get('etag') ?? '' });
  expect(again.status).toBe(304);
});
