import { beforeEach, expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import type { BookingRow, Columns, TenantRow } from '../../../../../packages/dev/src/factory-rows.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { planReminders } from './reminders.ts';
import { sendDueMessages } from './sender.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

beforeEach(async () => {
  await db().query('delete from work_marks');
  await db().query("update send_pace set free_at = '-infinity'");
});

const open = (columns: Columns<TenantRow> = {}) =>
  makePractice(db(), { quiet_from: '00:00', quiet_until: '00:00', ...columns });

const book = ({ animal, checkUp }: Practice, booking_date: string, booking_time: string) =>
  makeBooking(db(), {
    animal,
    service: checkUp,
    created_at: '2026-01-01T09:00:00Z',
    booking_date,
    booking_time,
  });

/** Creates the due reminders at a moment. @returns how many there were */
async function planAt(iso: string): Promise<number> {
  api.clock.set(iso);
  return planReminders(api.deps);
}

async function change({ adminKey }: Practice, settings: object): Promise<void> {
  expect((await api.call('tenant_update', settings, adminKey)).status).toBe(200);
}

/** How many reminders there are of each appointment, by SMS and email. */
const remindersOf = (...bookings: BookingRow[]) =>
  Promise.all(
    bookings.map(async ({ id }) => {
      const { rows } = await db().query(
        "select from comms where booking_id = $1 and kind = 'booking_reminder' and status <> 'cancelled'",
        [id],
      );
      return rows.length;
    }),
  );

it('reminds those who would have been reminded already by a longer time', async () => {
  const practice = await open();
  const [reminded, between, later] = [
    await book(practice, '2026-01-15', '09:00'),
    await book(practice, '2026-01-15', '15:00'),
    await book(practice, '2026-01-16', '15:00'),
  ];
  await planAt('2026-01-14T08:59:00Z');
  expect(await planAt('2026-01-14T09:00:00Z')).toBe(2);
  await change(practice, { reminder_hours: '[48]' });
  expect(await planAt('2026-01-14T09:01:00Z')).toBe(2);
  expect(await remindersOf(reminded, between, later)).toEqual([2, 2, 0]);
  expect(await planAt('2026-01-14T15:00:00Z')).toBe(2);
});

it('reminds no one twice when the hours change back and forth', async () => {
  const practice = await open();
  const booking = await book(practice, '2026-01-15', '09:00');
  await planAt('2026-01-14T08:59:00Z');
  await planAt('2026-01-14T09:00:00Z');
  for (const hours of [48, 24, 48, 24, 48]) await change(practice, { reminder_hours: `[${hours}]` });
  await planAt('2026-01-14T09:01:00Z');
  expect(await remindersOf(booking)).toEqual([2]);
});

it('reminds all of the next day when reminders are turned on', async () => {
  const practice = await open({ reminder_hours: [] });
  const [today, tomorrow] = [
    await book(practice, '2026-01-14', '15:00'),
    await book(practice, '2026-01-16', '15:00'),
  ];
  await planAt('2026-01-14T09:00:00Z');
  await change(practice, { reminder_hours: '[24]' });
  await planAt('2026-01-14T09:01:00Z');
  expect(await remindersOf(today, tomorrow)).toEqual([2, 0]);
});

it('counts from the last run, if there was none for a while', async () => {
  const practice = await open();
  const missed = await book(practice, '2026-01-15', '10:00');
  await planAt('2026-01-14T09:59:00Z');
  api.clock.set('2026-01-14T13:00:00Z');
  await change(practice, { reminder_hours: '[25]' });
  expect(await planAt('2026-01-14T13:01:00Z')).toBe(2);
  expect(await remindersOf(missed)).toEqual([2]);
});

it('reminds those who come earlier in a new time zone', async () => {
  const practice = await open();
  const [reminded, between, later] = [
    await book(practice, '2026-01-15', '09:00'),
    await book(practice, '2026-01-15', '09:30'),
    await book(practice, '2026-01-15', '11:00'),
  ];
  await planAt('2026-01-14T08:59:00Z');
  await planAt('2026-01-14T09:00:00Z');
  await change(practice, { time_zone: 'Europe/Paris' });
  expect(await planAt('2026-01-14T09:01:00Z')).toBe(2);
  expect(await remindersOf(reminded, between, later)).toEqual([2, 2, 0]);
});

it('does not remind again of the same local time, later in a new time zone', async () => {
  const practice = await open();
  const booking = await book(practice, '2026-01-15', '09:00');
  await planAt('2026-01-14T08:59:00Z');
  await planAt('2026-01-14T09:00:00Z');
  await change(practice, { time_zone: 'America/New_York' });
  await planAt('2026-01-14T13:59:00Z');
  expect(await planAt('2026-01-14T14:00:00Z')).toBe(0);
  expect(await remindersOf(booking)).toEqual([2]);
});

it('keeps both reminders of a moved appointment whose new instant is the former one', async () => {
  const practice = await open();
  const booking = await book(practice, '2026-01-15', '10:00');
  await planAt('2026-01-14T09:59:00Z');
  await planAt('2026-01-14T10:00:00Z');
  const { status } = await api.call(
    'booking_update',
    { booking_id: booking.id, booking_time: '11:00' },
    practice.staffKey,
  );
  expect(status).toBe(200);
  await planAt('2026-01-14T11:00:00Z');
  expect(await remindersOf(booking)).toEqual([4]);
  await change(practice, { time_zone: 'Europe/Paris' });
  await planAt('2026-01-14T11:01:00Z');
  expect(await remindersOf(booking)).toEqual([4]);
});

it('sends a reminder that waits for the end of the quiet hours in a new time zone', async () => {
  const practice = await open({ quiet_from: '08:00', quiet_until: '10:00' });
  await book(practice, '2026-01-15', '09:00');
  await planAt('2026-01-14T08:59:00Z');
  await planAt('2026-01-14T09:00:00Z');
  await change(practice, { time_zone: 'Europe/Paris' });
  api.clock.set('2026-01-14T10:00:00Z');
  while ((await sendDueMessages(api.deps)) > 0);
  expect(api.smsTo(practice.client.phone ?? '')).toHaveLength(1);
});
