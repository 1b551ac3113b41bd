import type { MessageKind } from '@burrow/contracts/message-text';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeClient } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { sendDueMessages } from './sender.ts';

// The operator limits how many messages a practice sends, and to which countries and addresses.

const api = useTestApi({
  MAIL_PER_PRACTICE_PER_DAY: '3',
  MAIL_PER_RECIPIENT_PER_HOUR: '2',
  SMS_PER_PRACTICE_PER_DAY: '2',
  SMS_COUNTRIES: 'GB,FR',
});
const db = () => api.testDatabase.owner;

let practice: Practice;
beforeEach(async () => {
  await db().query("delete from comms where status = 'pending'");
  await db().query("update send_pace set free_at = '-infinity'");
  await db().query('truncate rate_limits');
  practice = await makePractice(db());
});

/** In one order whichever of the messages, which are sent concurrently, was counted first. */
const sorted = <T extends { status: string }>(rows: T[]) =>
  rows.toSorted((one, other) => one.status.localeCompare(other.status));

/** Inserts a message that is due, to a new client. */
async function due(
  channel: 'sms' | 'email',
  to: { phone?: string; email?: string } = {},
  { tenant, dog }: Practice = practice,
  kind: MessageKind = 'ready_for_collection',
) {
  const client = await makeClient(db(), { tenant, ...to });
  const animal = await makeAnimal(db(), { client, species: dog });
  const booking = await makeBooking(db(), { animal, status: 'confirmed', booking_date: '2026-01-20' });
  await db().query(
    `insert into comms (tenant_id, client_id, booking_id, type, status, kind, recipient, due_at, created_at)
     values ($1, $2, $3, $4, 'pending', $6, 'x', $5, $5)`,
    [tenant.id, client.id, booking.id, channel, api.clock.now(), kind],
  );
}

async function send(): Promise<{ status: string; why: string | null }[]> {
  while ((await sendDueMessages(api.deps)) > 0);
  const { rows } = await db().query<{ status: string; why: string | null }>(
    'select k.status, k.last_error as why from comms k where k.tenant_id = $1 order by k.id',
    [practice.tenant.id],
  );
  return rows;
}

const count = (rows: { status: string }[], status: string) =>
  rows.filter((row) => row.status === status).length;

describe('the emails of a practice', () => {
  it('stop for the day at the operator’s limit, and the log says so', async () => {
    for (let number = 0; number < 5; number += 1) await due('email');
    const rows = await send();
    expect([count(rows, 'sent'), count(rows, 'failed')]).toEqual([3, 2]);
    expect(rows.find(({ status }) => status === 'failed')?.why).toBe(
      'The daily limit of 3 emails has been reached.',
    );
  });

  const beyond = {
    status: 'failed',
    why: 'Too many emails to this address within an hour. Try again later.',
  };
  const sent = { status: 'sent', why: null };

  it('to one address stop for the hour, in any spelling; those of another practice continue', async () => {
    const first = practice;
    for (const email of ['victim@example.test', 'Victim@example.test', 'victim@EXAMPLE.test'])
      await due('email', { email }, first);
    expect(sorted(await send())).toEqual([beyond, sent, sent]);
    practice = await makePractice(db());
    await due('email', { email: 'victim@example.test' });
    expect(await send()).toEqual([sent]);
  });

  it('to one address stop for the hour at twice the limit over all practices', async () => {
    for (const email of ['victim@example.test', 'victim@example.test']) {
      await due('email', { email });
      await due('email', { email }, await makePractice(db()));
    }
    await send();
    practice = await makePractice(db());
    await due('email', { email: 'victim@example.test' });
    expect(await send()).toEqual([beyond]);
  });

  it('to one address are not counted when an attempt certainly failed, however many attempts there are', async () => {
    await due('email', { email: 'victim@example.test' });
    api.sandbox.mood.mail = 'outage';
    for (const at of ['09:01', '09:06', '09:21']) {
      expect(await send()).toMatchObject([{ status: 'pending' }]);
      api.clock.set(`2026-01-14T${at}:00Z`);
    }
    api.sandbox.mood.mail = 'well';
    expect(await send()).toEqual([sent]);
    await due('email', { email: 'victim@example.test' });
    expect(await send()).toEqual([sent, sent]);
    await due('email', { email: 'victim@example.test' });
    expect(await send()).toEqual([sent, sent, beyond]);
  });

  it('to one address stay counted when an attempt may have been delivered', async () => {
    await due('email', { email: 'victim@example.test' });
    api.sandbox.mood.mail = 'lost';
    await send();
    const { rows } = await db().query<{ points: number }>(
      "select points from rate_limits where key like 'mail-to:%'",
    );
    expect(rows).toEqual([{ points: 1 }, { points: 1 }]);
  });

  it('to one address wait for the end of the hour if they are still useful then', async () => {
    for (let number = 0; number < 3; number += 1) {
      await due('email', { email: 'victim@example.test' }, practice, 'booking_reminder');
    }
    const waits = { status: 'pending', why: null };
    expect(sorted(await send())).toEqual([waits, sent, sent]);
    api.clock.set('2026-01-14T09:50:00Z');
    expect(sorted(await send())).toEqual([waits, sent, sent]);
    await db().query('update rate_limits set expire = 0');
    // The hour began some milliseconds after the test's clock.
    api.clock.set('2026-01-14T10:01:00Z');
    expect(await send()).toEqual([sent, sent, sent]);
  });

  it('to one address fail if the appointment begins within two hours of the end of the hour', async () => {
    api.clock.set('2026-01-20T07:00:30Z');
    for (let number = 0; number < 3; number += 1) {
      await due('email', { email: 'victim@example.test' }, practice, 'booking_reminder');
    }
    expect(sorted(await send())).toEqual([beyond, sent, sent]);
  });
});

describe('the text messages of a practice', () => {
  it('stop for the day at the operator’s limit, even if the practice’s own is higher', async () => {
    for (let number = 0; number < 3; number += 1) await due('sms');
    const rows = await send();
    expect([count(rows, 'sent'), count(rows, 'failed')]).toEqual([2, 1]);
    const status = await api.call('messages/status', {}, practice.adminKey);
    expect(status.body).toMatchObject({ sms_daily_cap: 2, sms_today: 2 });
  });

  it('cannot be given a higher limit by the practice', async () => {
    const { status, error } = await api.call('tenant_update', { sms_daily_cap: 3 }, practice.adminKey);
    expect([status, error.fields]).toEqual([
      400,
      { sms_daily_cap: 'Enter 2 or less: the limit of this installation.' },
    ]);
    expect((await api.call('tenant_update', { sms_daily_cap: 1 }, practice.adminKey)).status).toBe(200);
  });

  it.each([
    ['+491511234567', 'Text messages to this number’s country (Germany) are turned off here.'],
    ['+18765551234', 'Text messages to this number’s country (Jamaica) are turned off here.'],
    ['+88216123456', 'Text messages can’t be sent to satellite phones and other global numbers.'],
    ['+883510012345', 'Text messages can’t be sent to satellite phones and other global numbers.'],
    ['+881612345678', 'Text messages can’t be sent to satellite phones and other global numbers.'],
    ['+870773111632', 'Text messages can’t be sent to satellite phones and other global numbers.'],
  ])('are not sent to %s, and the log states why', async (phone, why) => {
    await due('sms', { phone });
    expect(await send()).toEqual([{ status: 'failed', why }]);
    expect(api.smsTo(phone)).toEqual([]);
  });

  it('are sent to the countries that the operator allows', async () => {
    await due('sms', { phone: '+33612345678' });
    await due('sms', { phone: '07700900555' });
    expect(count(await send(), 'sent')).toBe(2);
  });
});
