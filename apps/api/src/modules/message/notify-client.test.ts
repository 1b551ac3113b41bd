import type { InputOf } from '@burrow/contracts/actions';
import type { MessageChannel, MessageKind } from '@burrow/contracts/message-text';
import { beforeEach, describe, expect, it } from 'vitest';
import { inPractice } from '../../context/in-practice.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeClient } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import type { ClientRow, Columns, TenantRow } from '../../../../../packages/dev/src/factory-rows.ts';
import { useTestApi } from '../../testing/harness.ts';
import { tellDepositReturned } from './service.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

let practice: Practice;
beforeEach(async () => {
  practice = await makePractice(db());
});

interface Waiting {
  kind: MessageKind;
  type: MessageChannel;
  due: string;
}

/** The queued messages of a practice, in the order of their decisions. */
async function waiting({ tenant }: Practice = practice): Promise<Waiting[]> {
  const { rows } = await db().query<Waiting>(
    `select k.kind, k.type, to_char(k.due_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as due
     from comms k where k.tenant_id = $1 and k.kind is not null and k.status = 'pending' order by k.id`,
    [tenant.id],
  );
  return rows;
}

const kinds = async () => (await waiting()).map(({ kind, type }) => `${kind} ${type}`);

const setTenant = (columns: Columns<TenantRow> & Record<string, unknown>) =>
  db().query(
    `update tenants set ${Object.keys(columns)
      .map((name, index) => `${name} = $${index + 2}`)
      .join(', ')} where id = $1`,
    [practice.tenant.id, ...Object.values(columns)],
  );

const create = async (input: Partial<InputOf<'booking_create'>> = {}, animal = practice.animal) => {
  const { status, body } = await api.call(
    'booking_create',
    {
      client_id: animal.client_id,
      animal_id: animal.id,
      service_id: practice.checkUp.id,
      booking_date: '2026-01-20',
      booking_time: '11:00',
      ...input,
    },
    practice.staffKey,
  );
  expect(status).toBe(200);
  return body.booking_id;
};

const update = async (bookingId: number, input: Partial<InputOf<'booking_update'>>) => {
  const answer = await api.call('booking_update', { booking_id: bookingId, ...input }, practice.staffKey);
  expect(answer.status).toBe(200);
};

const existing = (columns: Parameters<typeof makeBooking>[1] = {}) =>
  makeBooking(db(), { animal: practice.animal, service: practice.checkUp, ...columns });

const request = () => existing({ is_provisional: true, source: 'portal' });

const animalOf = async (columns: Columns<ClientRow>) =>
  makeAnimal(db(), {
    client: await makeClient(db(), { tenant: practice.tenant, ...columns }),
    species: practice.dog,
  });

describe('an appointment made at the desk', () => {
  it('is confirmed at once by both channels', async () => {
    await create();
    expect(await waiting()).toEqual([
      { kind: 'booking_confirmation', type: 'sms', due: '2026-01-14 09:00:00' },
      { kind: 'booking_confirmation', type: 'email', due: '2026-01-14 09:00:00' },
    ]);
  });

  it('shows its messages in its log before they are sent', async () => {
    const bookingId = await create();
    const { body } = await api.call('booking', { booking_id: bookingId }, practice.staffKey);
    expect(body.comms_log).toMatchObject([
      { type: 'email', status: 'pending', body: '', kind: 'booking_confirmation', sent_at: null },
      { type: 'sms', status: 'pending', body: '', due_at: '2026-01-14T09:00:00.000Z' },
    ]);
  });

  it.each<[string, Columns<ClientRow>, string[]]>([
    ['does not like texts', { likes_sms: false }, ['email']],
    ['does not like emails', { likes_email: false }, ['sms']],
    ['likes neither', { likes_sms: false, likes_email: false }, []],
    ['has no number', { phone: null }, ['email']],
    ['has the number of a house', { phone: '01632960199' }, ['email']],
    ['has a number abroad', { phone: '+33612345678' }, ['sms', 'email']],
    ['has no address', { email: null }, ['sms']],
    ['is archived', { archived_at: '2026-01-01T00:00:00Z' }, []],
  ])('is confirmed to a client who %s by the other channel', async (_who, columns, expected) => {
    const animal = await animalOf(columns);
    const booking = await existing({ animal, is_provisional: true });
    await update(booking.id, { is_provisional: '0' });
    expect((await waiting()).map(({ type }) => type)).toEqual(expected);
  });

  it('is not confirmed when notifications are off, when it is past, or by a channel that the practice switched off', async () => {
    await create({ tell_client: '0' });
    await create({ booking_date: '2026-01-14', booking_time: '08:30' });
    expect(await waiting()).toEqual([]);
    await db().query(
      `insert into message_templates (tenant_id, kind, channel, body, enabled)
       values ($1, 'booking_confirmation', 'sms', 'Booked.', false), ($1, 'booking_confirmation', 'email', 'Booked.', true)`,
      [practice.tenant.id],
    );
    await create({ booking_time: '15:00' });
    expect(await kinds()).toEqual(['booking_confirmation email']);
  });

  it('booked as pending sends its confirmation once, when the desk confirms it', async () => {
    const booking_id = await create({ status: 'pending' });
    expect(await waiting()).toEqual([]);
    for (const status of ['confirmed', 'pending', 'confirmed'] as const) {
      const moved = await api.call('booking_status_update', { booking_id, status }, practice.staffKey);
      expect(moved.status).toBe(200);
    }
    expect(await kinds()).toEqual(['booking_confirmation sms', 'booking_confirmation email']);
  });
});

describe('a request', () => {
  it('is confirmed when it is accepted, in any way, and sends nothing before', async () => {
    const [first, second] = [await request(), await request()];
    await update(first.id, { booking_time: '12:00' });
    await update(first.id, { price: '50.00' });
    expect(await waiting()).toEqual([]);
    await update(first.id, { is_provisional: '0', status: 'pending', staff_accepted: '1' });
    const moved = { booking_id: second.id, status: 'confirmed', allow_overlap: '1' } as const;
    expect((await api.call('booking_status_update', moved, practice.staffKey)).status).toBe(200);
    const confirmed = ['booking_confirmation sms', 'booking_confirmation email'];
    expect(await kinds()).toEqual([...confirmed, ...confirmed]);
  });

  it('is declined in words of its own, a minute later', async () => {
    await update((await request()).id, { status: 'cancelled' });
    expect(await waiting()).toEqual([
      { kind: 'request_declined', type: 'sms', due: '2026-01-14 09:01:00' },
      { kind: 'request_declined', type: 'email', due: '2026-01-14 09:01:00' },
    ]);
  });
});

describe('a changed appointment', () => {
  it('sends a message when its day or time changes, once while that is queued, and for no other change', async () => {
    const { id } = await existing({ status: 'confirmed' });
    await update(id, { price: '50.00', duration_minutes: 45 });
    await update(id, { staff_id: practice.staff.id });
    expect(await waiting()).toEqual([]);
    await update(id, { booking_time: '12:00', tell_client: '0' });
    expect(await waiting()).toEqual([]);
    await update(id, { booking_time: '13:00' });
    await update(id, { booking_date: '2026-01-16' });
    expect(await waiting()).toEqual([
      { kind: 'booking_change', type: 'sms', due: '2026-01-14 09:01:00' },
      { kind: 'booking_change', type: 'email', due: '2026-01-14 09:01:00' },
    ]);
  });

  it('sends a message when it is cancelled, and not when it is completed or has begun', async () => {
    const [kept, done] = [await existing(), await existing()];
    const past = await existing({ booking_date: '2026-01-13' });
    for (const [booking, status] of [
      [kept, 'cancelled'],
      [done, 'completed'],
      [past, 'cancelled'],
    ] as const) {
      const input = { booking_id: booking.id, status };
      expect((await api.call('booking_status_update', input, practice.staffKey)).status).toBe(200);
    }
    expect(await kinds()).toEqual(['booking_cancellation sms', 'booking_cancellation email']);
    const silent = { booking_id: (await existing()).id, status: 'cancelled', tell_client: '0' } as const;
    await api.call('booking_status_update', silent, practice.staffKey);
    expect(await kinds()).toHaveLength(2);
  });

  it('sends a message when it is cancelled with an animal, and not with its client', async () => {
    await existing();
    const other = await animalOf({});
    await existing({ animal: other });
    const archived = { client_id: other.client_id, cancel_bookings: '1' } as const;
    expect((await api.call('client_archive', archived, practice.staffKey)).status).toBe(200);
    expect(await waiting()).toEqual([]);
    const animal = { animal_id: practice.animal.id, cancel_bookings: '1', reason: 'moved' } as const;
    expect((await api.call('animal_archive', animal, practice.staffKey)).status).toBe(200);
    expect(await kinds()).toEqual(['booking_cancellation sms', 'booking_cancellation email']);
  });

  it('tells of a request that is cancelled with an animal that it was declined', async () => {
    await existing({ status: 'pending', is_provisional: true });
    const animal = { animal_id: practice.animal.id, cancel_bookings: '1', reason: 'moved' } as const;
    expect((await api.call('animal_archive', animal, practice.staffKey)).status).toBe(200);
    expect(await kinds()).toEqual(['request_declined sms', 'request_declined email']);
  });

  it('sends none to a client whose animal has died', async () => {
    await existing();
    const died = { animal_id: practice.animal.id, cancel_bookings: '1', reason: 'deceased' } as const;
    expect((await api.call('animal_archive', died, practice.staffKey)).status).toBe(200);
    expect(await waiting()).toEqual([]);
  });

  it('sends none when the change is refused', async () => {
    const { id } = await existing({ status: 'completed' });
    const input = { booking_id: id, status: 'cancelled' } as const;
    expect((await api.call('booking_status_update', input, practice.staffKey)).status).toBe(409);
    expect(await waiting()).toEqual([]);
  });
});

describe('text messages in the quiet hours', () => {
  it.each([
    // From 21:00 to 08:00 on the practice's clock, to the minute.
    ['2026-01-14T20:59:59Z', '2026-01-14 20:59:59'],
    ['2026-01-14T21:00:00Z', '2026-01-15 08:00:00'],
    ['2026-01-14T23:59:00Z', '2026-01-15 08:00:00'],
    ['2026-01-15T03:00:00Z', '2026-01-15 08:00:00'],
    ['2026-01-15T08:00:00Z', '2026-01-15 08:00:00'],
    // The clocks go forward in one night, and back in the other.
    ['2026-03-28T22:00:00Z', '2026-03-29 07:00:00'],
    ['2026-03-29T00:30:00Z', '2026-03-29 07:00:00'],
    ['2026-10-24T22:00:00Z', '2026-10-25 08:00:00'],
    ['2026-10-25T00:30:00Z', '2026-10-25 08:00:00'],
    ['2026-10-25T01:30:00Z', '2026-10-25 08:00:00'],
  ])('decided at %s are sent at %s, and emails at once', async (now, due) => {
    api.clock.set(now);
    const booking = await existing({ booking_date: '2026-11-20', is_provisional: true });
    await update(booking.id, { is_provisional: '0' });
    expect(await waiting()).toEqual([
      { kind: 'booking_confirmation', type: 'sms', due },
      { kind: 'booking_confirmation', type: 'email', due: now.replace('T', ' ').replace('Z', '') },
    ]);
  });

  it.each([
    ['a rest at noon', '12:00', '13:00', '2026-01-14T12:30:00Z', '2026-01-14 13:00:00'],
    ['a rest at noon that is over', '12:00', '13:00', '2026-01-14T13:00:00Z', '2026-01-14 13:00:00'],
    ['none at all', '08:00', '08:00', '2026-01-14T03:00:00Z', '2026-01-14 03:00:00'],
    ['the time that the clocks skip', '22:00', '01:30', '2026-03-28T23:00:00Z', '2026-03-29 01:30:00'],
  ])('are sent after %s', async (_what, quiet_from, quiet_until, now, due) => {
    await setTenant({ quiet_from, quiet_until });
    api.clock.set(now);
    const booking = await existing({ booking_date: '2026-11-20', is_provisional: true });
    await update(booking.id, { is_provisional: '0' });
    expect((await waiting())[0]).toMatchObject({ type: 'sms', due });
  });

  it('follow the clock of the practice', async () => {
    await setTenant({ time_zone: 'America/New_York' });
    api.clock.set('2026-01-15T01:59:00Z');
    await update((await request()).id, { is_provisional: '0' });
    api.clock.set('2026-01-15T02:00:00Z');
    await update((await existing({ is_provisional: true, booking_date: '2026-01-16' })).id, {
      is_provisional: '0',
    });
    const texts = (await waiting()).filter(({ type }) => type === 'sms');
    expect(texts.map(({ due }) => due)).toEqual(['2026-01-15 01:59:00', '2026-01-15 13:00:00']);
  });
});

describe('a refunded deposit', () => {
  it('sends one message, however often that is decided', async () => {
    const { tenant, client, animal, checkUp } = practice;
    const { rows } = await db().query<{ id: string }>(
      `insert into deposits (tenant_id, client_id, animal_id, service_id, booking_date, booking_time, duration_minutes,
         starts_at, price_pence, amount_pence, currency, status, return_origin, held_until, payment_reference, created_at, updated_at)
       values ($1, $2, $3, $4, '2026-01-20', '11:00', 30, '2026-01-20T11:00Z', 4500, 1000, 'GBP', 'returned', 'http://localhost',
         '2026-01-14T09:30Z', 'pi_1', now(), now()) returning id`,
      [tenant.id, client.id, animal.id, checkUp.id],
    );
    for (let time = 0; time < 2; time += 1) {
      await inPractice(
        api.deps,
        { tenantId: tenant.id, action: 'cp/payment/status', requestId: 'test' },
        (ctx) => tellDepositReturned(ctx, Number(rows[0]?.id)),
      );
    }
    expect(await waiting()).toEqual([
      { kind: 'deposit_returned', type: 'sms', due: '2026-01-14 09:00:00' },
      { kind: 'deposit_returned', type: 'email', due: '2026-01-14 09:00:00' },
    ]);
  });
});
