import type { InputOf } from '@burrow/contracts/actions';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeBooking, makePayment } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeSessionKey, makeUser } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import type { BookingRow, Columns } from '../../../../../packages/dev/src/factory-rows.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { readStream } from '../../testing/event-stream.ts';
import { useTestApi } from '../../testing/harness.ts';
import { hereNow } from './here-read-model.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const today = '2026-01-14';

let practice: Practice;
beforeEach(async () => {
  practice = await makePractice(db());
});

/** A confirmed check-up of today at 09:00, which is now, with the practice's staff. */
const expected = (columns: Columns<BookingRow> = {}): Promise<BookingRow> =>
  makeBooking(db(), {
    animal: practice.animal,
    service: practice.checkUp,
    staff: practice.staff,
    booking_date: today,
    booking_time: '09:00',
    status: 'confirmed',
    ...columns,
  });

type Stage = InputOf<'booking_stage_set'>['stage'];

const setStage = (booking: { id: number }, stage: Stage, more: { staff_id?: number } = {}) =>
  api.call('booking_stage_set', { booking_id: booking.id, stage, ...more }, practice.staffKey);

async function reach(booking: { id: number }, stage: Stage, at: string): Promise<void> {
  api.clock.set(`${today}T${at}:00Z`);
  expect((await setStage(booking, stage)).status).toBe(200);
}

const detail = async (booking: { id: number }) =>
  (await api.call('booking', { booking_id: booking.id }, practice.staffKey)).body;

const stageOf = async (booking: { id: number }) => {
  const { status, stage, arrived_at, seen_at, ready_at, left_at } = await detail(booking);
  const times = [arrived_at, seen_at, ready_at, left_at].map((time) => time?.slice(11, 16) ?? null);
  return [status, stage, ...times];
};

const here = async (caller = practice.staffKey) => (await api.call('bookings_here', {}, caller)).body;

/** The live update that a colleague's screen receives. */
async function changeSeenDuring(change: () => Promise<unknown>): Promise<unknown> {
  const stream = await readStream(`${api.url}/api/notifications/stream`, practice.adminKey);
  try {
    await change();
    for (;;) {
      const told = await stream.next();
      // The connection of the first listener says when it is open.
      if (told === undefined || (told.data as { action: string | null }).action !== null) return told?.data;
    }
  } finally {
    stream.leave();
  }
}

const messageCount = async (): Promise<number> => {
  const { rows } = await db().query<{ n: number }>(
    'select count(*)::int as n from comms where tenant_id = $1',
    [practice.tenant.id],
  );
  return rows[0]?.n ?? 0;
};

describe('booking_stage_set', () => {
  it('records the minute of each stage, and moves the status with it', async () => {
    const booking = await expected({ status: 'pending' });
    await reach(booking, 'arrived', '09:02');
    expect(await stageOf(booking)).toEqual(['confirmed', 'arrived', '09:02', null, null, null]);
    await reach(booking, 'with', '09:10');
    expect(await stageOf(booking)).toEqual(['in-progress', 'with', '09:02', '09:10', null, null]);
    await reach(booking, 'ready', '09:40');
    await reach(booking, 'left', '10:00');
    expect(await stageOf(booking)).toEqual(['in-progress', 'left', '09:02', '09:10', '09:40', '10:00']);
    const { body } = await api.call('bookings_today', {}, practice.staffKey);
    expect(body).toMatchObject([{ id: booking.id, stage: 'left', arrived_at: `${today}T09:02:00.000Z` }]);
    const { rows } = await db().query(
      'select action, details from audit_log where entity_id = $1 order by id limit 2',
      [booking.id],
    );
    expect(rows).toEqual([
      { action: 'booking_stage_set', details: { stage: 'arrived' } },
      { action: 'booking_stage_set', details: { stage: 'with' } },
    ]);
    expect(await messageCount()).toBe(0);
  });

  it('leaves the times of skipped stages empty', async () => {
    const booking = await expected();
    await reach(booking, 'ready', '09:30');
    expect(await stageOf(booking)).toEqual(['confirmed', 'ready', null, null, '09:30', null]);
  });

  it('is undone by an earlier stage, which clears the later times and the start', async () => {
    const booking = await expected();
    await reach(booking, 'arrived', '09:02');
    await reach(booking, 'with', '09:10');
    await reach(booking, 'ready', '09:40');
    await reach(booking, 'with', '09:41');
    expect(await stageOf(booking)).toEqual(['in-progress', 'with', '09:02', '09:10', null, null]);
    await reach(booking, 'arrived', '09:42');
    expect(await stageOf(booking)).toEqual(['confirmed', 'arrived', '09:02', null, null, null]);
    await reach(booking, 'none', '09:43');
    expect(await stageOf(booking)).toEqual(['confirmed', null, null, null, null, null]);
  });

  it('keeps the status of a completed appointment, whose client pays before leaving', async () => {
    const booking = await expected({ status: 'completed' });
    await reach(booking, 'with', '09:10');
    await reach(booking, 'left', '09:50');
    expect(await stageOf(booking)).toEqual(['completed', 'left', null, '09:10', null, '09:50']);
  });

  it('keeps the first minute when two desks record the same arrival at once', async () => {
    const booking = await expected();
    const answers = await Promise.all([setStage(booking, 'arrived'), setStage(booking, 'arrived')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    api.clock.set(`${today}T09:05:00Z`);
    expect((await setStage(booking, 'arrived')).status).toBe(200);
    expect(await stageOf(booking)).toEqual(['confirmed', 'arrived', '09:00', null, null, null]);
    const { rows } = await db().query<{ stage: string | null }>(
      "select details ->> 'stage' as stage from audit_log where entity_id = $1 order by id",
      [booking.id],
    );
    expect(rows.filter(({ stage }) => stage !== null)).toHaveLength(1);
  });

  it('assigns the staff member who sees the animal, even if they have another appointment', async () => {
    const { admin, tenant } = practice;
    const other = await makeAnimal(db(), { tenant });
    await expected({ animal_id: other.id, staff_id: admin.id });
    const booking = await expected();
    expect((await setStage(booking, 'with', { staff_id: admin.id })).status).toBe(200);
    expect(await detail(booking)).toMatchObject({ staff_id: admin.id, stage: 'with', overlap_allowed: 1 });
    const free = await makeUser(db(), { tenant });
    expect((await setStage(booking, 'with', { staff_id: free.id })).status).toBe(200);
    expect(await detail(booking)).toMatchObject({ staff_id: free.id, seen_at: '2026-01-14T09:00:00.000Z' });
    const former = await makeUser(db(), { tenant, disabled_at: new Date(0) });
    const refused = await setStage(booking, 'with', { staff_id: former.id });
    expect([refused.status, Object.keys(refused.error.fields ?? {})]).toEqual([404, ['staff_id']]);
    const early = await setStage(booking, 'arrived', { staff_id: free.id });
    expect([early.status, Object.keys(early.error.fields ?? {})]).toEqual([400, ['staff_id']]);
  });

  it.each([
    [{ status: 'cancelled' }, 'booking_closed', 'A cancelled appointment can’t be changed. Book a new one.'],
    [
      { status: 'pending', is_provisional: true },
      'request_unanswered',
      'This is still a request. Accept it first.',
    ],
    [
      { booking_date: '2026-01-15' },
      'booking_not_due',
      'This appointment is on a later day. Move it to today first.',
    ],
  ] as const)('refuses an appointment with %o', async (columns, code, message) => {
    const booking = await expected(columns);
    const { status, error } = await setStage(booking, 'arrived');
    expect([status, error.code, error.message]).toEqual([409, code, message]);
    expect((await detail(booking)).stage).toBe(null);
  });

  it('is cleared when the appointment is cancelled or moved to another day', async () => {
    const [one, two] = [await expected(), await expected({ booking_time: '11:00' })];
    for (const booking of [one, two]) await setStage(booking, 'arrived');
    await api.call('booking_update', { booking_id: one.id, booking_date: '2026-01-15' }, practice.staffKey);
    await api.call('booking_status_update', { booking_id: two.id, status: 'cancelled' }, practice.staffKey);
    expect(await stageOf(one)).toEqual(['confirmed', null, null, null, null, null]);
    expect(await stageOf(two)).toEqual(['cancelled', null, null, null, null, null]);
  });

  it('stays when the appointment moves to another time of the same day', async () => {
    const booking = await expected();
    await setStage(booking, 'arrived');
    await api.call('booking_update', { booking_id: booking.id, booking_time: '11:00' }, practice.staffKey);
    expect(await stageOf(booking)).toEqual(['confirmed', 'arrived', '09:00', null, null, null]);
  });

  it('is announced to other screens, without a notification', async () => {
    const booking = await expected();
    const changed = await changeSeenDuring(() => setStage(booking, 'arrived'));
    expect(changed).toEqual({ action: 'booking_stage_set', notification_id: null });
    expect((await api.call('notifications', {}, practice.adminKey)).body.notifications).toEqual([]);
  });

  it("never changes another practice's appointment", async () => {
    const booking = await expected();
    const other = await makePractice(db());
    const input = { booking_id: booking.id, stage: 'arrived' } as const;
    expect((await api.call('booking_stage_set', input, other.staffKey)).status).toBe(404);
    expect(await here(other.staffKey)).toEqual({ here: [], expected: [] });
    expect((await detail(booking)).stage).toBe(null);
  });
});

describe('bookings_here', () => {
  it('lists those who are here in the order of arrival, and those who are expected', async () => {
    const times = ['09:00', '09:30', '10:00', '10:30', '11:00'];
    const [second, first, gone, next, last] = await Promise.all(
      times.map((booking_time) => expected({ booking_time })),
    );
    if (!first || !second || !gone || !next || !last) throw new Error('unreachable');
    await expected({ booking_time: '08:00', status: 'cancelled' });
    await expected({ booking_time: '12:00', status: 'pending', is_provisional: true });
    await expected({ booking_date: '2026-01-15' });
    await reach(first, 'arrived', '09:01');
    await reach(second, 'arrived', '09:02');
    await reach(first, 'ready', '09:20');
    await reach(gone, 'left', '09:21');
    const shown = await here();
    expect(shown.here.map(({ id, stage }) => [id, stage])).toEqual([
      [first.id, 'ready'],
      [second.id, 'arrived'],
    ]);
    expect(shown.expected.map(({ id }) => id)).toEqual([next.id, last.id]);
  });

  it('names the person, and what the desk must know', async () => {
    await db().query('update animals set allergies = $2, behaviour_notes = $3 where id = $1', [
      practice.animal.id,
      'Penicillin',
      'Bites',
    ]);
    await expected({ booking_date: '2026-01-12', status: 'completed' });
    const booking = await expected();
    await setStage(booking, 'arrived');
    expect((await here()).here).toMatchObject([
      {
        animal_name: practice.animal.name,
        client_name: practice.client.name,
        service: 'Check-up',
        staff_member: practice.staff.name,
        arrived_at: '2026-01-14T09:00:00.000Z',
        allergies: 'Penicillin',
        behaviour_notes: 'Bites',
        balance_due: '45.00',
      },
    ]);
    const key = await makeSessionKey(db(), {
      user: practice.admin,
      kind: 'integration',
      scopes: ['appointments:read'],
    });
    expect((await here(key)).here[0]?.balance_due).toBe(null);
  });

  it('finds them by an index of those who are here alone', async () => {
    await db().query(
      `insert into bookings (tenant_id, client_id, animal_id, booking_date, booking_time, duration_minutes, starts_at, stage)
       select $1, $2, $3, $4, '09:00', 30, $4::date, 'left' from generate_series(1, 3000)`,
      [practice.tenant.id, practice.client.id, practice.animal.id, today],
    );
    await expected({ stage: 'arrived' });
    await db().query('analyze bookings');
    const values = [practice.tenant.id, `'${today}'`, "'2026-01-13'", `'${today} 09:00'`];
    const text = hereNow.text.replaceAll(/\$(\d)/g, (_all, place: string) =>
      String(values[Number(place) - 1]),
    );
    const { rows } = await db().query<{ 'QUERY PLAN': string }>(`explain ${text}`);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('using bookings_here');
  });

  it('keeps an overnight stay until it ends, and forgets an earlier day otherwise', async () => {
    const night = { booking_date: '2026-01-13', stage: 'with', status: 'in-progress' } as const;
    const stay = await expected({ ...night, booking_time: '18:00', duration_minutes: 960 });
    await expected({ ...night, booking_time: '15:00' });
    expect((await here()).here.map(({ id }) => id)).toEqual([stay.id]);
    api.clock.set(`${today}T10:00:00Z`);
    expect((await here()).here).toEqual([]);
  });
});

describe('booking_did_not_attend', () => {
  const miss = (booking: { id: number }, more: { deposit?: 'refund' | 'keep' } = {}) =>
    api.call('booking_did_not_attend', { booking_id: booking.id, ...more }, practice.staffKey);

  const missedBy = async () =>
    (await api.call('client', { client_id: practice.client.id }, practice.staffKey)).body.did_not_attend;

  it('cancels with its own reason, counts it for the client, and sends no message', async () => {
    const [one, two] = [await expected(), await expected({ booking_time: '08:00', status: 'pending' })];
    const other = await expected({ booking_time: '08:30' });
    await api.call(
      'booking_status_update',
      { booking_id: other.id, status: 'cancelled', tell_client: '0' },
      practice.staffKey,
    );
    expect(await missedBy()).toBe(0);
    for (const booking of [one, two]) expect((await miss(booking)).status).toBe(200);
    expect(await detail(one)).toMatchObject({ status: 'cancelled', cancel_reason: 'did_not_attend' });
    expect((await detail(other)).cancel_reason).toBe(null);
    expect(await missedBy()).toBe(2);
    expect(await messageCount()).toBe(0);
    const { body } = await api.call('notifications', {}, practice.adminKey);
    expect(body.notifications.map(({ kind, booking_id }) => [kind, booking_id])).toEqual([
      ['booking_cancelled', two.id],
      ['booking_cancelled', one.id],
      ['booking_cancelled', other.id],
    ]);
  });

  it.each(['refund', 'keep'] as const)('can %s a deposit that was paid by card', async (deposit) => {
    const booking = await expected();
    await makePayment(db(), {
      booking,
      kind: 'deposit',
      amount_pence: 1000,
      provider: 'stripe',
      provider_reference: `pi_of_${booking.id}`,
    });
    expect((await miss(booking, { deposit })).status).toBe(200);
    const { rows } = await db().query<{ amount_pence: number }>(
      'select amount_pence from refunds where tenant_id = $1',
      [practice.tenant.id],
    );
    expect(rows.map(({ amount_pence: amount }) => amount)).toEqual(deposit === 'refund' ? [1000] : []);
  });

  it.each([
    [{ booking_time: '09:01' }, 'booking_not_due'],
    [{ status: 'in-progress' }, 'illegal_transition'],
    [{ status: 'completed' }, 'illegal_transition'],
    [{ status: 'cancelled' }, 'illegal_transition'],
    [{ stage: 'arrived' }, 'illegal_transition'],
    [{ status: 'pending', is_provisional: true }, 'request_unanswered'],
  ] as const)('refuses an appointment with %o', async (columns, code) => {
    const booking = await expected(columns);
    const { status, error } = await miss(booking);
    expect([status, error.code]).toEqual([409, code]);
    expect(await detail(booking)).toMatchObject({ status: booking.status, cancel_reason: null });
  });

  it('shows the count to an API key that may read appointments, and to no other', async () => {
    await miss(await expected());
    const counts = [];
    for (const scopes of [['clients:read'], ['clients:read', 'appointments:read']] as const) {
      const key = await makeSessionKey(db(), {
        user: practice.admin,
        kind: 'integration',
        scopes: [...scopes],
      });
      counts.push((await api.call('client', { client_id: practice.client.id }, key)).body.did_not_attend);
    }
    expect(counts).toEqual([null, 1]);
  });
});

describe('the writes of the previous release', () => {
  const write = (set: string, booking: { id: number }) =>
    db().query(`update bookings set ${set} where id = $1`, [booking.id]);

  it('cancel an appointment that has a stage', async () => {
    const booking = await expected();
    await setStage(booking, 'with');
    await write("status = 'cancelled', is_provisional = false", booking);
    expect(await stageOf(booking)).toEqual(['cancelled', null, null, null, null, null]);
  });

  it('reopen one that was not attended, which has no reason then', async () => {
    const booking = await expected({ status: 'cancelled', cancel_reason: 'did_not_attend' });
    await write("status = 'confirmed'", booking);
    expect(await detail(booking)).toMatchObject({ status: 'confirmed', cancel_reason: null });
  });

  it('can record no reason for an appointment that takes place, and no stage for a cancelled one', async () => {
    const [one, two] = [await expected(), await expected({ booking_time: '08:00', status: 'cancelled' })];
    await expect(write("cancel_reason = 'did_not_attend'", one)).rejects.toThrow(
      'bookings_reason_of_cancelled',
    );
    await expect(write("stage = 'arrived'", two)).rejects.toThrow('bookings_stage_not_cancelled');
  });
});

describe('booking_walk_in', () => {
  type WalkIn = Partial<InputOf<'booking_walk_in'>>;
  const walkIn = (input: WalkIn = {}) =>
    api.call(
      'booking_walk_in',
      {
        client_id: practice.client.id,
        animal_id: practice.animal.id,
        service_id: practice.checkUp.id,
        ...input,
      },
      practice.staffKey,
    );
  const anotherAnimal = async () => ({
    animal_id: (await makeAnimal(db(), { client: practice.client })).id,
  });

  it('books from the last five minutes on, as arrived, without a message', async () => {
    api.clock.set(`${today}T09:08:30Z`);
    const { status, body } = await walkIn();
    expect(status).toBe(200);
    expect(await detail({ id: body.booking_id })).toMatchObject({
      booking_date: today,
      booking_time: '09:05',
      duration_minutes: 30,
      price: '45.00',
      status: 'confirmed',
      stage: 'arrived',
      arrived_at: `${today}T09:08:30.000Z`,
      overlap_allowed: 0,
    });
    expect(await messageCount()).toBe(0);
    expect((await here()).here.map(({ id }) => id)).toEqual([body.booking_id]);
  });

  it("starts on the practice's clock", async () => {
    const away = await makePractice(db(), { time_zone: 'America/New_York' });
    api.clock.set('2026-01-15T02:13:00Z');
    const { body } = await api.call(
      'booking_walk_in',
      { client_id: away.client.id, animal_id: away.animal.id, service_id: away.checkUp.id },
      away.staffKey,
    );
    const { body: booking } = await api.call('booking', { booking_id: body.booking_id }, away.staffKey);
    expect([booking.booking_date, booking.booking_time]).toEqual([today, '21:10']);
    const { rows } = await db().query<{ starts_at: Date }>('select starts_at from bookings where id = $1', [
      body.booking_id,
    ]);
    expect(rows[0]?.starts_at).toEqual(new Date('2026-01-15T02:10:00Z'));
  });

  it('gives it to the free staff member with the fewest minutes that day, then to the lowest id', async () => {
    const { admin, staff, tenant } = practice;
    const third = await makeUser(db(), { tenant });
    const chosen = async () => (await walkIn(await anotherAnimal())).body.staff_id;
    // The admin is free and booked for an hour later; the third person is busy now.
    await expected({ staff_id: admin.id, booking_time: '15:00', duration_minutes: 60 });
    await expected({ staff_id: staff.id, booking_time: '16:00', duration_minutes: 30 });
    const busy = await expected({ staff_id: third.id, animal_id: (await anotherAnimal()).animal_id });
    expect(await chosen()).toBe(staff.id);
    expect(await chosen()).toBe(admin.id);
    await db().query("update bookings set status = 'cancelled' where id = $1", [busy.id]);
    expect(await chosen()).toBe(third.id);
    api.clock.set(`${today}T12:00:00Z`);
    // Now the third has 30 minutes, the staff 60 and the admin 90.
    expect([await chosen(), await chosen(), await chosen()]).toEqual([third.id, staff.id, admin.id]);
  });

  it('refuses when everyone is busy and the practice is full, unless the desk books anyway', async () => {
    const { admin, staff } = practice;
    for (const { id } of [admin, staff]) {
      await expected({ staff_id: id, animal_id: (await anotherAnimal()).animal_id });
    }
    const refused = await walkIn();
    expect([refused.status, refused.error.code, refused.error.conflicts?.length]).toEqual([
      409,
      'practice_full',
      2,
    ]);
    const { body } = await walkIn({ allow_overlap: '1' });
    expect(body.staff_id).toBe(null);
    expect(await detail({ id: body.booking_id })).toMatchObject({ stage: 'arrived', overlap_allowed: 1 });
  });

  it('gives one free person to one of two desks that book at once', async () => {
    const { admin, tenant } = practice;
    await db().query('update users set takes_bookings = false where tenant_id = $1 and id <> $2', [
      tenant.id,
      admin.id,
    ]);
    const animals = await Promise.all(Array.from({ length: 6 }, anotherAnimal));
    const answers = await Promise.all(animals.map((animal) => walkIn(animal)));
    const booked = answers.filter(({ status }) => status === 200);
    expect(booked.map(({ body }) => body.staff_id)).toEqual([admin.id]);
    expect(answers.filter(({ status }) => status !== 200).map(({ error }) => error.code)).toEqual(
      Array.from({ length: 5 }, () => 'practice_full'),
    );
  });

  it('refuses a chosen staff member who is busy, and an animal that is here already', async () => {
    const { staff } = practice;
    expect((await walkIn({ staff_id: staff.id })).body.staff_id).toBe(staff.id);
    const busy = await walkIn({ staff_id: staff.id, ...(await anotherAnimal()) });
    expect(busy.error.code).toBe('staff_busy');
    expect((await walkIn()).error.code).toBe('animal_busy');
  });

  it("refuses another practice's records, and an animal of another client", async () => {
    const other = await makePractice(db());
    const stranger = await makeAnimal(db(), { tenant: practice.tenant });
    const service = { service_id: other.checkUp.id };
    for (const input of [{ client_id: other.client.id }, { animal_id: stranger.id }, service]) {
      expect((await walkIn(input)).status).toBe(404);
    }
    expect((await here()).here).toEqual([]);
  });

  it('is announced to other screens', async () => {
    const changed = await changeSeenDuring(() => walkIn());
    expect(changed).toEqual({ action: 'booking_walk_in', notification_id: null });
  });
});
