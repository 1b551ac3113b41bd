import { beforeEach, describe, expect, it } from 'vitest';
import { makeSessionKey, makeUser } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { today, visitCalls, type Stage } from '../../testing/visits.ts';
import { hereNow } from './here-read-model.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

let practice: Practice;
beforeEach(async () => {
  practice = await makePractice(db());
});

const { expected, setStage, detail, here, changeSeenDuring, messageCount } = visitCalls(api, () => practice);

async function reach(booking: { id: number }, stage: Stage, at: string): Promise<void> {
  api.clock.set(`${today}T${at}:00Z`);
  expect((await setStage(booking, stage)).status).toBe(200);
}

const stageOf = async (booking: { id: number }) => {
  const { status, stage, arrived_at, seen_at, ready_at, left_at } = await detail(booking);
  const times = [arrived_at, seen_at, ready_at, left_at].map((time) => time?.slice(11, 16) ?? null);
  return [status, stage, ...times];
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

  it('returns to an earlier stage, clearing the later times and the start', async () => {
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

  it('keeps the first time when two desks record the same arrival at once', async () => {
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

  it('clears the stage of an appointment that is cancelled or moved to another day', async () => {
    const [one, two] = [await expected(), await expected({ booking_time: '11:00' })];
    for (const booking of [one, two]) await setStage(booking, 'arrived');
    await api.call('booking_update', { booking_id: one.id, booking_date: '2026-01-15' }, practice.staffKey);
    await api.call('booking_status_update', { booking_id: two.id, status: 'cancelled' }, practice.staffKey);
    expect(await stageOf(one)).toEqual(['confirmed', null, null, null, null, null]);
    expect(await stageOf(two)).toEqual(['cancelled', null, null, null, null, null]);
  });

  it('keeps the stage of an appointment that moves within its day', async () => {
    const booking = await expected();
    await setStage(booking, 'arrived');
    await api.call('booking_update', { booking_id: booking.id, booking_time: '11:00' }, practice.staffKey);
    expect(await stageOf(booking)).toEqual(['confirmed', 'arrived', '09:00', null, null, null]);
  });

  it('updates other screens, without a notification', async () => {
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
  it('lists visits in order of arrival, and the appointments still expected', async () => {
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

  it('expects the client of an appointment that began before midnight until its end', async () => {
    const late = await expected({ booking_time: '23:50', duration_minutes: 45 });
    const expectedAt = async (moment: string) => {
      api.clock.set(moment);
      return (await here()).expected.map(({ id }) => id);
    };
    expect(await expectedAt('2026-01-15T00:34:00Z')).toEqual([late.id]);
    expect(await expectedAt('2026-01-15T00:35:00Z')).toEqual([]);
  });

  it('lists an appointment started by its status as with its staff member since then', async () => {
    const [waiting, started] = [await expected(), await expected({ booking_time: '09:30' })];
    const startAt = async (booking: { id: number }, at: string) => {
      api.clock.set(`${today}T${at}:00Z`);
      const input = { booking_id: booking.id, status: 'in-progress' } as const;
      expect((await api.call('booking_status_update', input, practice.staffKey)).status).toBe(200);
    };
    await startAt(started, '09:20');
    await reach(waiting, 'arrived', '09:25');
    api.clock.set(`${today}T09:40:00Z`);
    const note = { booking_id: started.id, staff_notes: 'Calm today' };
    await api.call('booking/update_staff_notes', note, practice.staffKey);
    const shown = await here();
    expect(shown.here.map(({ id, stage, seen_at }) => [id, stage, seen_at])).toEqual([
      [started.id, 'with', `${today}T09:20:00.000Z`],
      [waiting.id, 'arrived', null],
    ]);
    expect(shown.expected).toEqual([]);
    // What is stored is unchanged.
    expect(await stageOf(started)).toEqual(['in-progress', null, null, null, null, null]);
    await reach(started, 'none', '09:45');
    expect(await stageOf(started)).toEqual(['confirmed', null, null, null, null, null]);
    expect((await here()).expected.map(({ id }) => id)).toEqual([started.id]);
    await startAt(started, '09:50');
    await reach(started, 'ready', '10:00');
    expect(await stageOf(started)).toEqual(['in-progress', 'ready', null, null, '10:00', null]);
    expect((await here()).here.map(({ id, stage }) => [id, stage])).toEqual([
      [waiting.id, 'arrived'],
      [started.id, 'ready'],
    ]);
  });

  it('lists no appointment of an earlier day that was started and never completed', async () => {
    const started = { status: 'in-progress', booking_date: '2026-01-13' } as const;
    await expected({ ...started, booking_time: '15:00' });
    const stay = await expected({ ...started, booking_time: '18:00', duration_minutes: 960 });
    expect((await here()).here.map(({ id, stage }) => [id, stage])).toEqual([[stay.id, 'with']]);
  });

  it('shows the staff member, allergies, behaviour notes and balance due', async () => {
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
        service: 'Consultation',
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

  it('uses the partial index of visits in progress', async () => {
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

  it('lists an overnight stay until it ends, and no other visit of an earlier day', async () => {
    const night = { booking_date: '2026-01-13', stage: 'with', status: 'in-progress' } as const;
    const stay = await expected({ ...night, booking_time: '18:00', duration_minutes: 960 });
    await expected({ ...night, booking_time: '15:00' });
    expect((await here()).here.map(({ id }) => id)).toEqual([stay.id]);
    api.clock.set(`${today}T10:00:00Z`);
    expect((await here()).here).toEqual([]);
  });
});

describe('the writes of the previous release', () => {
  const write = (set: string, booking: { id: number }) =>
    db().query(`update bookings set ${set} where id = $1`, [booking.id]);

  it('clear the stage of an appointment they cancel', async () => {
    const booking = await expected();
    await setStage(booking, 'with');
    await write("status = 'cancelled', is_provisional = false", booking);
    expect(await stageOf(booking)).toEqual(['cancelled', null, null, null, null, null]);
  });

  it('clear the reason of an appointment they reopen', async () => {
    const booking = await expected({ status: 'cancelled', cancel_reason: 'did_not_attend' });
    await write("status = 'confirmed'", booking);
    expect(await detail(booking)).toMatchObject({ status: 'confirmed', cancel_reason: null });
  });

  it('can’t set a reason without a cancellation, or a stage on a cancelled appointment', async () => {
    const [one, two] = [await expected(), await expected({ booking_time: '08:00', status: 'cancelled' })];
    await expect(write("cancel_reason = 'did_not_attend'", one)).rejects.toThrow(
      'bookings_reason_of_cancelled',
    );
    await expect(write("stage = 'arrived'", two)).rejects.toThrow('bookings_stage_not_cancelled');
  });
});
