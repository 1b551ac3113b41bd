import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeBooking, makeComms } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeCareDue, makeCareType } from '../../../../../packages/dev/src/factory-care.ts';
import { makeSessionKey } from '../../../../../packages/dev/src/factory-people.ts';
import type { BookingRow } from '../../../../../packages/dev/src/factory-rows.ts';
import type { Dependencies } from '../../context/context.ts';
import { useBackups } from '../../testing/backups.ts';
import { whileServed } from '../../testing/served-copy.ts';
import { planReminders } from '../message/public.ts';
import { sendDueMessages } from '../message/sender.ts';
import { planRecalls } from '../recall/public.ts';

const night = '2026-01-14T02:30:00Z';
const backups = useBackups();
const { api, make, bringBack } = backups;
const db = () => api.testDatabase.owner;

/** Its confirmation waits for the morning. */
let booked: BookingRow;
let target: pg.Pool;
beforeAll(async () => {
  const { practice } = backups;
  const { tenant, animal, client, checkUp: service } = practice;
  await db().query(
    `update tenants set recalls_on_since = '2026-01-01', reminder_hours = '{24}', quiet_from = '20:00', quiet_until = '08:00'
     where id = $1`,
    [tenant.id],
  );
  await db().query("update clients set likes_email = false, phone = '07700900123' where id = $1", [
    client.id,
  ]);
  const book = (booking_date: string, booking_time: string) =>
    makeBooking(db(), { animal, service, booking_date, booking_time, created_at: '2026-01-01T09:00:00Z' });
  booked = await book('2026-01-20', '10:00');
  await book('2026-01-15', '09:00');
  await book('2026-01-15', '15:00');
  await makeComms(db(), {
    booking: booked,
    status: 'pending',
    kind: 'booking_confirmation',
    dedupe_key: `booking_confirmation:${booked.id}:sms`,
    due_at: '2026-01-14T08:00:00Z',
    created_at: '2026-01-13T22:00:00Z',
    body: null,
  });
  await makeCareDue(db(), { animal, type: await makeCareType(db(), { tenant }), due_on: '2026-01-14' });
  await db().query(
    "insert into work_marks values ('reminders', $1) on conflict (name) do update set at = excluded.at",
    [night],
  );
  await db().query("update recall_looks set looked_on = '2026-01-13' where tenant_id = $1", [tenant.id]);
  target = new pg.Pool({ connectionString: backups.target.superuserUrl, max: 1 });
});
afterAll(() => target.end());

/** Does the scheduled work of a moment, and sends what is due. */
async function workAt(time: string, deps: Dependencies = api.deps): Promise<void> {
  api.clock.set(time);
  await planReminders(deps);
  await planRecalls(deps);
  while ((await sendDueMessages(deps)) > 0);
}
const texts = () => api.smsTo('07700900123').map(({ body }) => body);

const restoredEnv = () => ({ ...api.deps.env, DATABASE_URL: backups.target.appUrl });
const morning = ['08:00', '09:00', '10:00'].map((time) => `2026-01-14T${time}:00Z`);

it('a restore that keeps the sessions sends everything', { timeout: 60_000 }, async () => {
  api.clock.set(night);
  const { place } = await make();
  const { possiblySent } = await bringBack(place, { keepSessions: true });
  expect(possiblySent).toEqual([]);
  await whileServed(restoredEnv(), api, async (_url, deps) => {
    for (const time of morning) await workAt(time, deps);
  });
  expect(texts()).toHaveLength(3);
});

it('any other sends nothing again, and practices decide what to resend', { timeout: 60_000 }, async () => {
  api.clock.set(night);
  const { place } = await make();
  for (const time of morning) await workAt(time);
  expect(texts()).toHaveLength(3);
  api.clock.set('2026-01-14T12:00:00Z');
  const { possiblySent } = await bringBack(place, { replace: true });
  const { practice } = backups;
  const { id: practice_id, tenant_name: practice_name } = practice.tenant;
  expect(possiblySent).toEqual([{ practice_id, practice_name, messages: 1 }]);

  await whileServed(restoredEnv(), api, async (url, deps) => {
    await workAt('2026-01-14T12:01:00Z', deps);
    expect(texts()).toHaveLength(3);

    const { apiKey } = await makeSessionKey(target, { user: practice.admin });
    const call = async (action: string, input: object): Promise<unknown> => {
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${apiKey}` };
      return (
        await fetch(`${url}/api/${action}`, { method: 'POST', headers, body: JSON.stringify(input) })
      ).json();
    };
    const failed = (await call('messages/failed', {})) as { id: number; kind: string; last_error: string }[];
    expect(failed.map(({ kind }) => kind).toSorted()).toEqual([
      'booking_confirmation',
      'booking_reminder',
      'recall',
    ]);
    expect(new Set(failed.map(({ last_error }) => last_error))).toEqual(
      new Set(['This may have been sent before a backup was restored.']),
    );

    const confirmation = failed.find(({ kind }) => kind === 'booking_confirmation');
    expect(await call('message_resend', { message_id: confirmation?.id })).toEqual({ success: true });
    await workAt('2026-01-14T12:02:00Z', deps);
    expect(texts()).toHaveLength(4);
    expect(texts()[0]).toContain('20 January');

    await workAt('2026-01-14T15:00:00Z', deps);
    expect(texts()).toHaveLength(5);
    expect(texts()[0]).toMatch(/reminder/i);
    await workAt('2026-01-15T10:00:00Z', deps);
    expect(texts()).toHaveLength(5);
  });
});
