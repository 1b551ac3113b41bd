import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeCalendarFeed, makeHoliday } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { eventsIn, feedCalls, instant, only, said } from '../../testing/read-calendar.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;
const { read, eventsAt, create } = feedCalls(api);

describe('a feed', () => {
  it('is made for the own diary, read by a calendar program, listed and revoked', async () => {
    const practice = await makePractice(db(), { tenant_name: 'Willow Lane Vets' });
    const { animal, checkUp, staff, admin, staffKey } = practice;
    const booking = await makeBooking(db(), { animal, service: checkUp, staff, booking_date: '2026-01-20' });
    await makeBooking(db(), { animal, service: checkUp, staff: admin });
    const { status, body } = await create(staffKey, { label: 'My phone' });
    expect([status, /^\/api\/calendar\/[\w-]{43}\.ics$/.test(body.feed_path)]).toEqual([200, true]);
    const event = only(await eventsAt(body.feed_path));
    expect(event.summary).toBe(`Consultation · ${animal.name}`);
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
    const unassigned = await makeBooking(db(), { animal, service: checkUp, booking_time: '11:00' });
    const { path } = await makeCalendarFeed(db(), { maker: admin });
    const events = await eventsAt(path);
    expect(events.get(`booking-${his.id}`)?.description).toBe('With Stefan Staff');
    expect(events.get(`booking-${unassigned.id}`)?.description).toBe(null);
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
