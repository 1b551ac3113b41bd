import type { InputOf } from '@burrow/contracts/actions';
import { describe, expect, it } from 'vitest';
import type { BookingRow, Columns } from '../../../../../packages/dev/src/factory-rows.ts';
import { useTestApi } from '../../testing/harness.ts';
import { changeCalls, makeOwn, type Own } from '../../testing/own-changes.ts';
import { planReminders } from '../message/public.ts';
import { sendDueMessages } from '../message/sender.ts';

const api = useTestApi();
const { preview, cancel, move, shown, history, openChanges, refundedAtCard } = changeCalls(api);

const inTime = '2026-01-14T09:00:00.000Z';

/** On the day of the appointment, shortly before and after its start at 10:00. */
const dueSoon = '2026-01-15T09:50:00.000Z';
const started = '2026-01-15T10:05:00.000Z';

/** An appointment of a practice that answers requests, on 15 January at 10:00 unless given otherwise. */
const makeAsking = (booking: Columns<BookingRow> = {}) => {
  api.clock.set(inTime);
  return makeOwn(api, { tenant: { self_change: 'request' }, booking });
};

/** An appointment whose client has asked in time to cancel it. */
const makeAsked = async (booking?: Columns<BookingRow>) => {
  const own = await makeAsking(booking);
  await cancel(own);
  return own;
};

type Update = Omit<InputOf<'booking_update'>, 'booking_id'>;
const update = async ({ practice, booking }: Own, input: Update) => {
  const { status } = await api.call(
    'booking_update',
    { booking_id: booking.id, ...input },
    practice.staffKey,
  );
  expect(status).toBe(200);
};

type Stage = InputOf<'booking_stage_set'>['stage'];
const setStage = async ({ practice, booking }: Own, stage: Stage) => {
  const { status } = await api.call(
    'booking_stage_set',
    { booking_id: booking.id, stage },
    practice.staffKey,
  );
  expect(status).toBe(200);
};

const states = async (own: Own) =>
  (await history(own)).filter(({ by }) => by === 'client').map(({ state }) => state);

/** Does not attend, and returns what is refunded of the deposit of £30.00. */
async function missed(own: Own) {
  api.clock.set('2026-01-15T10:30:00.000Z');
  await api.runJobs({ ignoreStartAfter: true });
  const input = { booking_id: own.booking.id };
  expect((await api.call('booking_did_not_attend', input, own.practice.staffKey)).status).toBe(200);
  await api.runJobs();
  return refundedAtCard(own);
}

describe('a request that the desk ended by mistake', () => {
  it.each([
    ['a move to another time', { booking_time: '12:00' }, { booking_time: '10:00' }],
    ['a move to another day', { booking_date: '2026-01-16' }, { booking_date: '2026-01-15' }],
    ['a start', { status: 'in-progress' }, { status: 'confirmed' }],
  ] as const)('is open again once %s is undone, and decides the fee', async (_what, change, undo) => {
    const own = await makeAsked();
    const [asked] = await openChanges(own);
    await update(own, change);
    expect(await states(own)).toEqual(['lapsed']);
    await update(own, undo);
    expect(await openChanges(own)).toEqual([asked]);
    expect(await preview(own)).toMatchObject({ open_change: { kind: 'cancel', asked_at: inTime } });
    expect(await missed(own)).toBe(3000);
    expect(await states(own)).toEqual(['lapsed']);
  });

  it.each(['arrived', 'with'] as const)('is open again once “%s” is undone', async (stage) => {
    const own = await makeAsked();
    api.clock.set(dueSoon);
    await setStage(own, stage);
    expect(await openChanges(own)).toEqual([]);
    await setStage(own, 'none');
    expect(await openChanges(own)).toMatchObject([{ kind: 'cancel', asked_at: inTime }]);
    expect(await missed(own)).toBe(3000);
  });

  it('is not open again while the client is here', async () => {
    const own = await makeAsked();
    api.clock.set(dueSoon);
    await setStage(own, 'with');
    await setStage(own, 'arrived');
    await update(own, { booking_time: '12:00' });
    await update(own, { booking_time: '10:00' });
    expect(await states(own)).toEqual(['lapsed']);
  });

  it('was not answered in time if that is undone after the start, and decides the fee', async () => {
    const own = await makeAsked();
    api.clock.set(dueSoon);
    await setStage(own, 'arrived');
    api.clock.set(started);
    await setStage(own, 'none');
    expect((await shown(own)).open_change).toBeNull();
    expect(await states(own)).toEqual(['lapsed']);
    expect(await missed(own)).toBe(3000);
  });

  it('of another time stays ended', async () => {
    const own = await makeAsked();
    await update(own, { booking_time: '12:00' });
    await update(own, { booking_time: '10:30' });
    expect(await openChanges(own)).toEqual([]);
  });

  it('stays ended once its client has asked for something else', async () => {
    const own = await makeAsked();
    await update(own, { booking_time: '12:00' });
    await move(own, '14:00');
    await update(own, { booking_time: '10:00' });
    expect(await states(own)).toEqual(['lapsed', 'lapsed']);
    await update(own, { booking_time: '12:00' });
    expect(await openChanges(own)).toMatchObject([{ kind: 'move', to_time: '14:00' }]);
  });

  it('stays ended once its client has asked for something else, whatever the ids since the practice moved', async () => {
    const own = await makeAsked();
    await update(own, { booking_time: '12:00' });
    api.clock.set('2026-01-14T12:00:00.000Z');
    await move(own, '14:00');
    // Another installation may continue with lower numbers.
    const backwards = 'update booking_changes set id = 9000000 - id where tenant_id = $1';
    await api.testDatabase.owner.query(backwards, [own.practice.tenant.id]);
    await update(own, { booking_time: '10:00' });
    expect(await states(own)).toEqual(['lapsed', 'lapsed']);
  });

  it.each([
    ['is open again a day later', '2026-01-15T09:00:00.000Z', 'asked'],
    ['stays ended after a day', '2026-01-15T09:00:00.001Z', 'lapsed'],
  ])('%s', async (_what, undoneAt, state) => {
    const own = await makeAsked({ booking_date: '2026-01-20' });
    await update(own, { booking_time: '12:00' });
    api.clock.set(undoneAt);
    await update(own, { booking_time: '10:00' });
    expect(await states(own)).toEqual([state]);
  });

  it.each([
    ['is open again just before the time that its client asked for', '2026-01-14T14:59:59.000Z', 'asked'],
    ['stays ended from the time that its client asked for', '2026-01-14T15:00:00.000Z', 'lapsed'],
  ])('%s', async (_what, undoneAt, state) => {
    const own = await makeAsking();
    await move(own, '15:00', { booking_date: '2026-01-14' });
    expect(await openChanges(own)).toMatchObject([{ to_date: '2026-01-14', to_time: '15:00' }]);
    await update(own, { booking_time: '12:00' });
    api.clock.set(undoneAt);
    await update(own, { booking_time: '10:00' });
    expect(await states(own)).toEqual([state]);
  });

  it('is open again, as asked first, if its client has only repeated it', async () => {
    const own = await makeAsked();
    await update(own, { booking_time: '12:00' });
    api.clock.set('2026-01-14T12:00:00.000Z');
    await cancel(own);
    await update(own, { booking_time: '10:00' });
    expect(await openChanges(own)).toMatchObject([{ kind: 'cancel', asked_at: inTime, kept: '0.00' }]);
  });

  it('is open once, whatever two desks do at the same time', async () => {
    const own = await makeAsked();
    for (let round = 0; round < 5; round += 1) {
      await update(own, { booking_time: '12:00' });
      await Promise.all([
        update(own, { booking_time: '10:00' }),
        update(own, { booking_time: '10:00' }),
        cancel(own),
      ]);
      expect(await openChanges(own)).toHaveLength(1);
    }
  });
});

describe('the late fee of an appointment that the desk moves and moves back', () => {
  /** Too late to cancel the appointment of 15 January at 10:00 free of charge. */
  const late = '2026-01-14T12:00:00.000Z';
  const makeLate = async (now = late, booking: Columns<BookingRow> = {}) => {
    api.clock.set(now);
    return makeOwn(api, { tenant: { cancel_free_hours: 72, move_notice_hours: 0 }, booking });
  };
  const away = { booking_time: '12:00', tell_client: '0' } as const;
  const back = { booking_time: '10:00', tell_client: '0' } as const;
  const terms = async (own: Own) => {
    const { kept, free_until: until } = await preview(own);
    return [kept, until];
  };
  const usual = ['10.00', '2026-01-12T10:00:00.000Z'];

  it('is due again if the client was not notified', async () => {
    const own = await makeLate();
    expect(await terms(own)).toEqual(usual);
    await update(own, away);
    expect(await terms(own)).toEqual(['0.00', '2026-01-15T12:00:00.000Z']);
    await update(own, back);
    expect(await terms(own)).toEqual(usual);
  });

  it('stays as it was after a client’s own late move', async () => {
    const own = await makeLate();
    expect((await move(own, '14:00')).status).toBe(200);
    expect(await terms(own)).toEqual(usual);
    await update(own, away);
    await update(own, { ...back, booking_time: '14:00' });
    expect(await terms(own)).toEqual(usual);
  });

  it('is not due for a client who was notified of the move', async () => {
    const own = await makeLate();
    await update(own, { booking_time: '12:00' });
    await update(own, back);
    expect(await terms(own)).toEqual(['0.00', '2026-01-15T10:00:00.000Z']);
  });

  it('is not due for a client who was reminded of the new time', async () => {
    await api.testDatabase.owner.query('delete from work_marks');
    const own = await makeLate('2026-01-14T11:00:00.000Z', { created_at: '2026-01-01T09:00:00Z' });
    await planReminders(api.deps);
    await update(own, away);
    api.clock.set(late);
    await planReminders(api.deps);
    await update(own, back);
    expect(await terms(own)).toEqual(['0.00', '2026-01-15T10:00:00.000Z']);
  });

  it('is not due for a client whose confirmation was queued before the move and sent after it', async () => {
    const own = await makeLate(late, { status: 'pending' });
    await update(own, { status: 'confirmed' });
    api.clock.set('2026-01-14T12:01:00.000Z');
    await update(own, away);
    api.clock.set('2026-01-14T12:02:00.000Z');
    await sendDueMessages(api.deps);
    await update(own, back);
    expect(await terms(own)).toEqual(['0.00', '2026-01-15T10:00:00.000Z']);
  });

  it('is due again for a client whose last message was sent before the move', async () => {
    const own = await makeLate(late, { status: 'pending' });
    await update(own, { status: 'confirmed' });
    await sendDueMessages(api.deps);
    api.clock.set('2026-01-14T12:01:00.000Z');
    await update(own, away);
    await update(own, back);
    expect(await terms(own)).toEqual(usual);
  });

  it('is not due once the client has moved it in between', async () => {
    const own = await makeLate();
    await update(own, away);
    expect((await move(own, '14:00')).status).toBe(200);
    await update(own, back);
    expect(await terms(own)).toEqual(['0.00', '2026-01-15T10:00:00.000Z']);
  });

  it('gives at least a day again when it is moved once more', async () => {
    const own = await makeLate('2026-01-13T09:00:00.000Z');
    await update(own, away);
    await update(own, back);
    api.clock.set('2026-01-13T19:00:00.000Z');
    await update(own, away);
    expect(await terms(own)).toEqual(['0.00', '2026-01-14T19:00:00.000Z']);
  });

  it('is not due when it is moved back more than a day later', async () => {
    const own = await makeLate('2026-01-13T09:00:00.000Z');
    await update(own, away);
    api.clock.set('2026-01-14T09:00:01.000Z');
    await update(own, back);
    expect(await terms(own)).toEqual(['0.00', '2026-01-15T09:00:01.000Z']);
  });
});
