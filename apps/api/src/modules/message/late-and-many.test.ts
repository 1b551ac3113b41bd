import type { MessageKind } from '@burrow/contracts/message-text';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Dependencies } from '../../context/context.ts';
import { SmsUnavailable } from '../../lib/ports/sms.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { makeBooking, makeComms, makeDeposit } from '../../../../../packages/dev/src/factory-bookings.ts';
import type { BookingRow, Columns, CommsRow } from '../../../../../packages/dev/src/factory-rows.ts';
import { useTestApi } from '../../testing/harness.ts';
import { sendDueMessages } from './sender.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

let practice: Practice;
let booking: BookingRow;
beforeEach(async () => {
  await db().query("delete from comms where status = 'pending'");
  await db().query("update send_pace set free_at = '-infinity'");
  practice = await makePractice(db());
  booking = await appointment('2026-01-20');
});

/** A confirmed appointment at 10:00. */
const appointment = (booking_date: string) =>
  makeBooking(db(), {
    animal: practice.animal,
    service: practice.checkUp,
    status: 'confirmed',
    booking_date,
  });

/** A text message that is due now. */
const due = (kind: MessageKind, columns: Columns<CommsRow> = {}) =>
  makeComms(db(), {
    booking,
    status: 'pending',
    body: null,
    kind,
    due_at: api.clock.now(),
    created_at: api.clock.now(),
    ...columns,
  });

/** Sends until nothing is due. */
async function send(deps: Dependencies = api.deps): Promise<void> {
  while ((await sendDueMessages(deps)) > 0);
}

const rowsOf = async ({ tenant }: Practice = practice): Promise<CommsRow[]> =>
  (
    await db().query<CommsRow & Record<string, unknown>>(
      'select k.* from comms k where k.tenant_id = $1 order by k.id',
      [tenant.id],
    )
  ).rows;

const outcome = async () => (await rowsOf()).map(({ status, last_error: why }) => ({ status, why }));
const tooLate = { status: 'failed', why: 'It’s too late to send this. Please call the client.' };

const notified = async () =>
  (await api.call('notifications', {}, practice.adminKey)).body.notifications.map(({ kind }) => kind);

const setTenant = (text: string) =>
  db().query(`update tenants set ${text} where id = $1`, [practice.tenant.id]);

describe('a late message', () => {
  it('about an animal ready to collect is sent at night within its hour, and never after that', async () => {
    api.clock.set('2026-01-14T23:00:00Z');
    await due('ready_for_collection');
    await due('ready_for_collection', { created_at: '2026-01-14T22:01:00Z' });
    await due('ready_for_collection', { created_at: '2026-01-14T22:00:00Z' });
    await send();
    expect(await outcome()).toEqual([{ status: 'sent', why: null }, { status: 'sent', why: null }, tooLate]);
    expect(await notified()).toEqual(['message_failed']);
  });

  it('about an animal ready to collect fails as soon as the next attempt would be after its hour', async () => {
    await due('ready_for_collection');
    api.sandbox.mood.twilio = 'outage';
    for (const at of ['09:01', '09:06', '09:21']) {
      await send();
      api.clock.set(`2026-01-14T${at}:00Z`);
    }
    expect(await outcome()).toMatchObject([{ status: 'pending' }]);
    await send();
    expect(await outcome()).toEqual([tooLate]);
  });

  it('is sent when a person requests it again', async () => {
    const message = await due('ready_for_collection', { created_at: '2026-01-14T07:00:00Z' });
    await send();
    expect(await outcome()).toEqual([tooLate]);
    await api.call('message_resend', { message_id: message.id }, practice.staffKey);
    await send();
    expect(await outcome()).toEqual([{ status: 'sent', why: null }]);
  });

  it('is useless three days after a deposit was refunded', async () => {
    const deposit = await makeDeposit(db(), {
      booking,
      booking_id: null,
      status: 'returned',
    });
    const returned = { booking_id: null, client_id: practice.client.id, deposit_id: deposit.id };
    await due('deposit_returned', { ...returned, created_at: '2026-01-11T09:01:00Z' });
    await due('deposit_returned', { ...returned, created_at: '2026-01-11T09:00:00Z' });
    await send();
    expect(await outcome()).toEqual([{ status: 'sent', why: null }, tooLate]);
  });

  it('is not sent more than a day after it could have been; the practice is notified of the first of the day', async () => {
    for (let number = 0; number < 3; number += 1) {
      await due('booking_confirmation', {
        booking_id: (await appointment('2026-01-21')).id,
        due_at: '2026-01-13T08:59:59Z',
      });
    }
    await due('booking_change', { due_at: '2026-01-13T09:00:00Z' });
    await send();
    expect(await outcome()).toEqual([tooLate, tooLate, tooLate, { status: 'sent', why: null }]);
    expect(await notified()).toEqual(['message_failed']);
  });
});

describe('messages of a suspended practice', () => {
  it('do not delay those of others, and are sent when it is resumed, unless that is a day later', async () => {
    await due('booking_change');
    await due('ready_for_collection');
    await setTenant('suspended_at = now()');
    const other = await makePractice(db());
    const own = await makeBooking(db(), {
      animal: other.animal,
      status: 'confirmed',
      booking_date: '2026-01-20',
    });
    await due('booking_change', { booking_id: own.id, client_id: own.client_id, tenant_id: other.tenant.id });
    await send();
    expect((await rowsOf(other)).map(({ status }) => status)).toEqual(['sent']);
    expect((await rowsOf(practice)).map(({ status }) => status)).toEqual(['pending', 'pending']);
    api.clock.set('2026-01-14T10:00:00Z');
    await setTenant('suspended_at = null');
    await send();
    expect(await outcome()).toEqual([{ status: 'sent', why: null }, tooLate]);
  });

  it('are not sent after waiting for more than a day', async () => {
    await due('booking_change');
    await setTenant('suspended_at = now()');
    for (const at of ['2026-01-14T09:00:00Z', '2026-01-14T21:00:00Z', '2026-01-15T08:30:00Z']) {
      api.clock.set(at);
      await send();
    }
    await setTenant('suspended_at = null');
    api.clock.set('2026-01-15T09:30:00Z');
    await send();
    expect(await outcome()).toEqual([tooLate]);
  });
});

describe('beyond the daily limit', () => {
  beforeEach(() => setTenant("sms_daily_cap = 2, quiet_from = '21:00', quiet_until = '08:00'"));

  it('the practice is notified once a day', async () => {
    for (let number = 0; number < 8; number += 1) await due('ready_for_collection');
    await send();
    const why = 'The daily limit of 2 text messages has been reached.';
    const states = await outcome();
    expect(states.filter(({ status }) => status === 'sent')).toHaveLength(2);
    expect(states.filter((state) => state.why === why)).toHaveLength(6);
    expect(await notified()).toEqual(['message_failed']);
    api.clock.set('2026-01-15T09:00:00Z');
    for (let number = 0; number < 4; number += 1) await due('ready_for_collection');
    await send();
    expect(await notified()).toEqual(['message_failed', 'message_failed']);
  });

  it('a reminder waits for the next day when that is in time', async () => {
    await due('ready_for_collection');
    await due('ready_for_collection');
    await send();
    const tomorrow = await appointment('2026-01-15');
    await due('booking_reminder');
    await due('booking_reminder', { booking_id: tomorrow.id });
    await send();
    expect((await outcome()).slice(2)).toEqual([
      { status: 'pending', why: null },
      { status: 'failed', why: 'The daily limit of 2 text messages has been reached.' },
    ]);
    api.clock.set('2026-01-15T07:59:00Z');
    await send();
    expect((await outcome())[2]).toMatchObject({ status: 'pending' });
    api.clock.set('2026-01-15T08:00:00Z');
    await send();
    expect((await outcome())[2]).toMatchObject({ status: 'sent' });
  });
});

describe('an email with unknown outcome', () => {
  it('is sent once more at most, and is then marked as possibly delivered', async () => {
    await due('booking_change', { type: 'email' });
    api.sandbox.mood.mail = 'lost';
    await send();
    expect(await outcome()).toMatchObject([{ status: 'pending' }]);
    for (const at of ['09:01', '09:06', '09:21', '10:21']) {
      api.clock.set(`2026-01-14T${at}:00Z`);
      await send();
    }
    expect(await outcome()).toEqual([{ status: 'failed', why: 'It may have arrived.' }]);
    expect(api.mailTo(practice.client.email ?? '')).toHaveLength(2);
  });

  it('is sent once more at most, even if its sender died each time', async () => {
    const message = await due('booking_change', { type: 'email' });
    const written: string[] = [];
    const dying: Dependencies = {
      ...api.deps,
      mail: {
        isConfigured: true,
        send: async ({ messageId }) => {
          written.push(messageId);
          throw new Error('The process has died.');
        },
      },
    };
    api.expectLoggedErrors();
    for (const at of ['09:01', '09:02', '09:03', '09:04']) {
      await send(dying);
      api.clock.set(`2026-01-14T${at}:00Z`);
    }
    expect(written).toHaveLength(2);
    expect(await outcome()).toEqual([{ status: 'failed', why: 'It may have arrived.' }]);
    // A person who requests a resend gets it.
    await api.call('message_resend', { message_id: message.id }, practice.staffKey);
    await send();
    expect(await outcome()).toEqual([{ status: 'sent', why: null }]);
  });
});

describe('a message that fails while its appointment is moved', () => {
  it("waits for the move, and leaves the new time to the move's own message", async () => {
    await due('booking_change');
    const desk = await db().connect();
    let concluding: Promise<void> | undefined;
    const reached = Promise.withResolvers<void>();
    const refusing: Dependencies = {
      ...api.deps,
      sms: {
        isConfigured: true,
        find: async () => null,
        send: async ({ to }) => {
          await desk.query('begin');
          await desk.query('select b.id from bookings b where b.tenant_id = $1 and b.id = $2 for update', [
            booking.tenant_id,
            booking.id,
          ]);
          await desk.query(
            `insert into comms (tenant_id, client_id, booking_id, type, status, kind, recipient, dedupe_key, due_at)
             values ($1, $2, $3, 'sms', 'pending', 'booking_change', $4, $5, '2026-01-14T09:01:00Z')`,
            [booking.tenant_id, booking.client_id, booking.id, to, `booking_change:${booking.id}:sms`],
          );
          reached.resolve();
          throw new SmsUnavailable('Away', { mayArrive: false });
        },
      },
    };
    try {
      concluding = send(refusing);
      await reached.promise;
      await expect
        .poll(
          async () =>
            (
              await db().query(
                "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
              )
            ).rowCount,
        )
        .toBe(1);
      await desk.query('commit');
      await concluding;
    } finally {
      desk.release(true);
    }
    const key = `booking_change:${booking.id}:sms`;
    expect((await rowsOf()).map(({ dedupe_key, last_error }) => [dedupe_key, last_error])).toEqual([
      [null, 'Away'],
      [key, null],
    ]);
  });
});
