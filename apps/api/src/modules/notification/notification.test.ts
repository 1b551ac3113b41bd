import type { Scope } from '@burrow/contracts/scopes';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  makeBooking,
  makeNotification,
  makePayment,
} from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeSessionKey, makeUser } from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { idsEach } from '../../db/installation-ids.ts';
import { testNow, useTestApi, type Caller } from '../../testing/harness.ts';
import { inboxStatement } from './read-model.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

let practice: Practice;
beforeEach(async () => {
  practice = await makePractice(db());
});

const inbox = async (caller: Caller, input: { limit?: number; cursor?: string } = {}) => {
  const { status, body } = await api.call('notifications', input, caller);
  expect(status).toBe(200);
  return body;
};

const seen = (caller: Caller, lastId: number) => api.call('notifications/seen', { last_id: lastId }, caller);

/** A confirmed consultation of the practice's client. */
const confirmed = (columns: { booking_time?: string } = {}) =>
  makeBooking(db(), {
    animal: practice.animal,
    service: practice.checkUp,
    status: 'confirmed',
    ...columns,
  });

describe('an action of staff', () => {
  it('notifies their colleagues with its details, and not themselves', async () => {
    const booking = await confirmed();
    await api.call('booking_update', { booking_id: booking.id, status: 'cancelled' }, practice.staffKey);
    expect(await inbox(practice.staffKey)).toEqual({ unread: 0, notifications: [] });
    expect(await inbox(practice.adminKey)).toEqual({
      unread: 1,
      notifications: [
        {
          id: expect.any(Number),
          kind: 'booking_cancelled',
          created_at: '2026-01-14T09:00:00.000Z',
          unread: true,
          booking_id: booking.id,
          client_name: practice.client.name,
          animal_name: practice.animal.name,
          species: 'Dog',
          service: 'Consultation',
          booking_date: '2026-01-15',
          booking_time: '10:00',
          amount: null,
          waiting: null,
          webhook_host: null,
          client_id: null,
          text: null,
          actor_name: 'Stefan Staff',
        },
      ],
    });
  });

  it('notifies an admin of what their API key does, and the key of what they do', async () => {
    const key = await makeSessionKey(db(), {
      user: practice.admin,
      kind: 'integration',
      scopes: ['appointments:read', 'appointments:write'],
    });
    const cancel = async (booking_time: string, caller: Caller) => {
      const { id: booking_id } = await confirmed({ booking_time });
      const cancelled = { booking_id, status: 'cancelled' } as const;
      expect((await api.call('booking_update', cancelled, caller)).status).toBe(200);
      return booking_id;
    };
    const byKey = await cancel('11:00', key);
    const inPerson = await cancel('12:00', practice.adminKey);
    expect(await inbox(practice.adminKey)).toMatchObject({
      unread: 1,
      notifications: [{ booking_id: byKey, actor_name: practice.admin.name }],
    });
    const { notifications } = await inbox(key);
    expect(notifications.map(({ booking_id }) => booking_id)).toEqual([inPerson, byKey]);
  });

  it('notifies of a payment, with its amount, and not when a deposit had covered it all', async () => {
    const [open, covered] = [await confirmed(), await confirmed({ booking_time: '12:00' })];
    await makePayment(db(), { booking: covered, kind: 'deposit', amount_pence: 4500 });
    for (const { id } of [open, covered]) {
      const paid = { booking_id: id, status: 'completed', paid_type: 'Card' } as const;
      expect((await api.call('booking_status_update', paid, practice.staffKey)).status).toBe(200);
    }
    const { notifications } = await inbox(practice.adminKey);
    expect(notifications).toMatchObject([{ kind: 'payment', booking_id: open.id, amount: '45.00' }]);
  });

  it('notifies of every appointment that is cancelled with a client', async () => {
    const bookings = [await confirmed({ booking_time: '12:00' }), await confirmed({ booking_time: '11:00' })];
    const input = { client_id: practice.client.id, cancel_bookings: '1' } as const;
    expect((await api.call('client_archive', input, practice.staffKey)).status).toBe(200);
    const { notifications, unread } = await inbox(practice.adminKey);
    expect(notifications.map(({ kind, booking_id }) => [kind, booking_id])).toEqual(
      bookings.map(({ id }) => ['booking_cancelled', id]),
    );
    expect(unread).toBe(2);
  });

  it('does not notify when it is refused, or only an edit', async () => {
    const booking = await confirmed();
    await api.call('booking_update', { booking_id: booking.id, price: '50.00' }, practice.staffKey);
    await api.call(
      'booking_status_update',
      { booking_id: booking.id, status: 'confirmed' },
      practice.staffKey,
    );
    expect(await inbox(practice.adminKey)).toEqual({ unread: 0, notifications: [] });
  });

  it('deletes notifications older than ninety days when a new one is added', async () => {
    const { tenant } = practice;
    for (const day of ['2025-10-01', '2025-10-15', '2025-10-17']) {
      await makeNotification(db(), { tenant, created_at: `${day}T09:00:00Z` });
    }
    const other = await makeNotification(db(), { created_at: '2025-10-01T09:00:00Z' });
    const booking = await confirmed();
    await api.call('booking_update', { booking_id: booking.id, status: 'cancelled' }, practice.staffKey);
    const { notifications } = await inbox(practice.adminKey);
    expect(notifications.map(({ created_at }) => created_at.slice(0, 10))).toEqual([
      '2026-01-14',
      '2025-10-17',
    ]);
    const { rowCount } = await db().query('select from notifications where id = $1', [other.id]);
    expect(rowCount).toBe(1);
  });

  it('has its notification deleted after ninety days, also in a practice without new ones', async () => {
    const { tenant } = practice;
    for (const day of ['2025-10-15', '2025-10-17']) {
      await makeNotification(db(), { tenant, created_at: `${day}T09:00:00Z` });
    }
    await (await api.deps.jobs.boss()).send('clear_up', {});
    await api.runJobs();
    const { rows } = await db().query(
      'select n.created_at::date::text as day from notifications n where n.tenant_id = $1',
      [tenant.id],
    );
    expect(rows).toEqual([{ day: '2025-10-17' }]);
  });

  it('keeps names and amounts as they were', async () => {
    const booking = await confirmed();
    await api.call('booking_update', { booking_id: booking.id, status: 'cancelled' }, practice.staffKey);
    await api.call('client_update', { client_id: practice.client.id, name: 'New Name' }, practice.adminKey);
    const { notifications } = await inbox(practice.adminKey);
    expect(notifications[0]?.client_name).toBe(practice.client.name);
  });
});

describe('notifications', () => {
  it('are listed newest first, a page at a time', async () => {
    const made = [];
    for (let count = 0; count < 5; count += 1) {
      made.unshift(await makeNotification(db(), { tenant: practice.tenant }));
    }
    const ids = made.map(({ id }) => id);
    const first = await inbox(practice.staffKey, { limit: 2 });
    expect(first.notifications.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const rest = await inbox(practice.staffKey, { limit: 10, cursor: String(ids[1]) });
    expect(rest.notifications.map(({ id }) => id)).toEqual(ids.slice(2));
    expect([first.unread, rest.unread]).toEqual([5, 5]);
    expect((await api.call('notifications', { cursor: 'last' }, practice.staffKey)).status).toBe(400);
  });

  it('count at most a hundred unread ones', async () => {
    await db().query(
      `insert into notifications (tenant_id, kind, created_at)
       select $1, 'payment', now() from generate_series(1, 130)`,
      [practice.tenant.id],
    );
    expect((await inbox(practice.staffKey)).unread).toBe(100);
  });

  it('are shown for ninety days, even if no new ones are added', async () => {
    const { tenant } = practice;
    await makeNotification(db(), { tenant, created_at: '2025-10-16T08:59:59Z' });
    const kept = await makeNotification(db(), { tenant, created_at: '2025-10-16T09:00:00Z' });
    const { unread, notifications } = await inbox(practice.adminKey);
    expect([unread, notifications.map(({ id }) => id)]).toEqual([1, [kept.id]]);
  });

  it("never include another practice's", async () => {
    const other = await makePractice(db());
    await makeNotification(db(), { tenant: other.tenant });
    expect(await inbox(practice.adminKey)).toEqual({ unread: 0, notifications: [] });
  });

  it('show no amounts to staff from whom the practice hides its revenue', async () => {
    const hiding = await makePractice(db(), { hide_revenue_from_staff: true });
    await makeNotification(db(), {
      tenant: hiding.tenant,
      kind: 'payment',
      details: { amount_pence: 4500, client_name: 'Ann Baker' },
    });
    const [staff, admin] = [await inbox(hiding.staffKey), await inbox(hiding.adminKey)];
    expect(staff.notifications).toMatchObject([{ client_name: 'Ann Baker', amount: null }]);
    expect(admin.notifications).toMatchObject([{ client_name: 'Ann Baker', amount: '45.00' }]);
  });

  it('show an API key the texts and amounts that its scopes allow', async () => {
    const { tenant, client, admin, adminKey } = practice;
    await makeNotification(db(), { tenant, kind: 'payment', details: { amount_pence: 4500 } });
    const details = { client_id: client.id, client_name: 'Ann Baker', text: 'Bella is ill' };
    await makeNotification(db(), { tenant, kind: 'client_text', details });
    const shown = async (caller: Caller) =>
      (await inbox(caller)).notifications.map(({ amount, client_id, text }) => [amount, client_id, text]);
    const shownTo = async (...more: Scope[]) =>
      shown(
        await makeSessionKey(db(), {
          user: admin,
          kind: 'integration',
          scopes: ['appointments:read', ...more],
        }),
      );
    const [sum, message] = [
      ['45.00', null, null],
      [null, client.id, 'Bella is ill'],
    ];
    const nothing = [null, null, null];
    expect(await shownTo()).toEqual([nothing, nothing]);
    expect(await shownTo('messages:read')).toEqual([message, nothing]);
    expect(await shownTo('payments:read')).toEqual([nothing, sum]);
    expect(await shownTo('messages:read', 'payments:read')).toEqual([message, sum]);
    expect(await shown(adminKey)).toEqual([message, sum]);
  });

  it('are read from the index by time, without sorting', async () => {
    await db().query(
      `insert into notifications (tenant_id, kind, created_at)
       select $1, 'payment', now() from generate_series(1, 5000)`,
      [practice.tenant.id],
    );
    await db().query('analyze notifications');
    const values = [practice.tenant.id, practice.staff.id, null, 30, `'${testNow}'`, false, false];
    const text = inboxStatement.text.replaceAll(/\$(\d)/g, (_all, place: string) =>
      String(values[Number(place) - 1]),
    );
    const { rows } = await db().query<{ 'QUERY PLAN': string }>(`explain ${text}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('Index Scan Backward using notifications_by_time');
    expect(plan).not.toMatch(/Seq Scan on notification|Sort/);
  });
});

describe('notifications/seen', () => {
  it('leaves later ones unread, for this person alone', async () => {
    const made = [
      await makeNotification(db(), { tenant: practice.tenant }),
      await makeNotification(db(), { tenant: practice.tenant }),
    ];
    await seen(practice.staffKey, made[0]?.id ?? 0);
    const after = await inbox(practice.staffKey);
    expect([after.unread, after.notifications.map(({ unread }) => unread)]).toEqual([1, [true, false]]);
    expect((await inbox(practice.adminKey)).unread).toBe(2);
  });

  it('never moves backwards, and cannot exceed the latest one', async () => {
    const first = await makeNotification(db(), { tenant: practice.tenant });
    await seen(practice.staffKey, first.id + 1_000_000);
    await seen(practice.staffKey, 0);
    expect((await inbox(practice.staffKey)).unread).toBe(0);
    await makeNotification(db(), { tenant: practice.tenant });
    expect((await inbox(practice.staffKey)).unread).toBe(1);
  });

  it('leaves what follows unread where ids began lower again, as after a move back', async () => {
    const { tenant, staffKey } = practice;
    const before = await makeNotification(db(), { tenant, id: 2 * idsEach + 5 });
    await seen(staffKey, before.id);
    const booking = await confirmed();
    await api.call('booking_update', { booking_id: booking.id, status: 'cancelled' }, practice.adminKey);
    const { unread, notifications } = await inbox(staffKey);
    expect([unread, notifications.map(({ kind }) => kind)]).toEqual([
      1,
      ['booking_cancelled', 'booking_request'],
    ]);
    expect((await inbox(staffKey, { cursor: String(before.id) })).notifications).toEqual([]);
    await seen(staffKey, notifications[0]!.id);
    await seen(staffKey, before.id);
    expect((await inbox(staffKey)).unread).toBe(0);
  });

  it('counts as the previous release noted it, by the id alone', async () => {
    const { tenant, staff, staffKey } = practice;
    const made = [
      await makeNotification(db(), { tenant }),
      await makeNotification(db(), { tenant }),
      await makeNotification(db(), { tenant }),
    ];
    await seen(staffKey, made[0]?.id ?? 0);
    const note = (id: number | undefined) =>
      db().query('update notification_reads set last_seen_id = $2 where user_id = $1', [staff.id, id]);
    await note(made[1]?.id);
    expect((await inbox(staffKey)).unread).toBe(1);
    await db().query('update notification_reads set last_seen_at = null where user_id = $1', [staff.id]);
    expect((await inbox(staffKey)).unread).toBe(1);
  });

  it('belongs to the person, in any of their sessions', async () => {
    const made = await makeNotification(db(), { tenant: practice.tenant });
    const person = await makeUser(db(), { tenant: practice.tenant });
    const [one, other] = [
      await makeSessionKey(db(), { user: person }),
      await makeSessionKey(db(), { user: person }),
    ];
    expect((await seen(one, made.id)).status).toBe(200);
    expect((await inbox(other)).unread).toBe(0);
  });
});
