import { describe, expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeClient } from '../../../../../packages/dev/src/factory-people.ts';
import {
  makeAnimal,
  makeCalendarFeed,
  makeHoliday,
} from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { eventsIn, feedCalls, only } from '../../testing/read-calendar.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;
const { read } = feedCalls(api);

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
      expect(text).not.toMatch(/Olive|07700|Rex|Consultation|Stefan|Ada|Bites|Wedding|\/app\//);
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
    expect(middle).toContain('SUMMARY:Consultation · Rex');
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
    expect(event.summary.replaceAll('\n', '\r\n')).toBe(`Consultation · ${name}`);
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
