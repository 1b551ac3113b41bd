import type { InputOf } from '@burrow/contracts/actions';
import { describe, expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeServiceStaff } from '../../../../../packages/dev/src/factory-diary.ts';
import { makeUser } from '../../../../../packages/dev/src/factory-people.ts';
import { useTestApi } from '../../testing/harness.ts';
import { changeCalls, makeOwn, type Own } from '../../testing/own-changes.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;
const { preview, cancel, move, detail, shown, history, openChanges, refundedAtCard } = changeCalls(api);

const inTime = '2026-01-14T09:00:00.000Z';
const late = '2026-01-14T12:00:00.000Z';

/** After the start of the appointment. */
const missed = '2026-01-15T10:30:00.000Z';

/** An appointment of a practice that answers requests. */
const makeAsking = () => {
  api.clock.set(inTime);
  return makeOwn(api, { tenant: { self_change: 'request' } });
};

const onlyChange = async (own: Own) => {
  const [change, ...more] = await openChanges(own);
  if (!change || more.length > 0) throw new Error('There is not one open change.');
  return change;
};

type Answer = Omit<InputOf<'booking_change_answer'>, 'change_id'>;
const answer = async (own: Own, input: Answer, caller = own.practice.staffKey) =>
  api.call('booking_change_answer', { change_id: (await onlyChange(own)).change_id, ...input }, caller);

const atDesk = async ({ practice, booking }: Own) =>
  (await api.call('booking_cancel_preview', { booking_id: booking.id }, practice.staffKey)).body;

const cancelAtDesk = ({ practice, booking }: Own, cancelled_by: 'client' | 'practice') =>
  api.call(
    'booking_status_update',
    { booking_id: booking.id, status: 'cancelled', cancelled_by },
    practice.staffKey,
  );

const miss = ({ practice, booking }: Own) =>
  api.call('booking_did_not_attend', { booking_id: booking.id }, practice.staffKey);

const kinds = async (own: Own) => (await detail(own)).comms_log.map(({ kind }) => kind);

describe('a request to cancel', () => {
  it('costs what it did when the client asked, however late the practice answers', async () => {
    const own = await makeAsking();
    expect(await preview(own)).toMatchObject({ may_cancel: 'request', may_move: 'request' });
    expect((await cancel(own, { reason: 'On holiday' })).body).toEqual({
      booking_id: own.booking.id,
      outcome: 'asked',
      kept: '0.00',
      refund: '30.00',
    });
    expect(await shown(own)).toMatchObject({ status: 'confirmed', open_change: 'cancel' });
    api.clock.set(late);
    expect(await onlyChange(own)).toMatchObject({
      kind: 'cancel',
      asked_at: inTime,
      reason: 'On holiday',
      refund: '30.00',
      kept: '0.00',
      booking_id: own.booking.id,
      client_name: own.practice.client.name,
    });
    expect((await answer(own, { answer: 'accept' })).body).toEqual({ booking_id: own.booking.id });
    await api.runJobs();
    expect(refundedAtCard(own)).toBe(3000);
    expect(await detail(own)).toMatchObject({
      status: 'cancelled',
      cancelled_by: 'client',
      open_change_id: null,
    });
    expect(await history(own)).toMatchObject([
      {
        kind: 'cancel',
        state: 'done',
        by: 'client',
        answered_by: own.practice.staff.name,
        refunded: '30.00',
      },
    ]);
    expect(await kinds(own)).toEqual(['booking_cancellation', 'booking_cancellation']);
  });

  it.each([
    ['terms', 2000, '10.00'],
    ['refund', 3000, '0.00'],
    ['keep', 0, '30.00'],
  ] as const)('that was late can be accepted with the deposit as %s', async (deposit, refunded, kept) => {
    const own = await makeAsking();
    api.clock.set(late);
    expect((await cancel(own)).body).toMatchObject({ outcome: 'asked', kept: '10.00', refund: '20.00' });
    expect((await answer(own, { answer: 'accept', deposit })).status).toBe(200);
    await api.runJobs();
    expect(refundedAtCard(own)).toBe(refunded);
    expect(await history(own)).toMatchObject([{ state: 'done', kept }]);
  });

  it.each([
    {
      meanwhile: 'a part of the deposit was refunded',
      act: ({ practice, deposit }: Own) =>
        api.call(
          'payment_refund',
          { payment_id: deposit?.paymentId ?? 0, amount: '24.00' },
          practice.staffKey,
        ),
      money: { kept: '6.00', refund: '0.00' },
    },
    {
      meanwhile: 'the fee was waived',
      act: ({ practice, booking }: Own) =>
        api.call('booking_fee_waive', { booking_id: booking.id }, practice.staffKey),
      money: { kept: '0.00', refund: '30.00' },
    },
  ])('shows the desk and its client what accepting it keeps once $meanwhile', async ({ act, money }) => {
    const own = await makeAsking();
    api.clock.set(late);
    expect((await cancel(own)).body).toMatchObject({ kept: '10.00', refund: '20.00' });
    expect((await act(own)).status).toBe(200);
    expect(await onlyChange(own)).toMatchObject(money);
    expect((await preview(own)).open_change).toMatchObject(money);
    expect((await cancel(own)).body).toMatchObject({ outcome: 'asked', ...money });
    expect((await answer(own, { answer: 'accept' })).status).toBe(200);
    expect(await history(own)).toContainEqual(
      expect.objectContaining({ kind: 'cancel', state: 'done', kept: money.kept, refunded: money.refund }),
    );
  });

  it('is made once, and can be withdrawn', async () => {
    const own = await makeAsking();
    const both = await Promise.all([cancel(own, { refund: '30.00' }), cancel(own, { refund: '30.00' })]);
    expect(both.map(({ status, body }) => [status, body.outcome])).toEqual([
      [200, 'asked'],
      [200, 'asked'],
    ]);
    const { change_id } = await onlyChange(own);
    const withdraw = () => api.call('cp/booking_change_withdraw', { change_id }, own.practice.clientKey);
    expect((await withdraw()).body).toEqual({ success: true, booking_id: own.booking.id });
    expect(await openChanges(own)).toEqual([]);
    expect((await withdraw()).error.code).toBe('change_answered');
    const input = { change_id, answer: 'accept' } as const;
    expect((await api.call('booking_change_answer', input, own.practice.staffKey)).error.code).toBe(
      'change_answered',
    );
    expect((await detail(own)).status).toBe('confirmed');
  });

  it("can't be withdrawn by another client, nor answered by another practice", async () => {
    const own = await makeAsking();
    await cancel(own);
    const { change_id } = await onlyChange(own);
    const other = await makeAsking();
    const withdrawn = await api.call('cp/booking_change_withdraw', { change_id }, other.practice.clientKey);
    const answered = await api.call(
      'booking_change_answer',
      { change_id, answer: 'accept' },
      other.practice.staffKey,
    );
    expect([withdrawn.error.code, answered.error.code]).toEqual(['not_found', 'not_found']);
  });

  it('is declined in the practice’s own words', async () => {
    const own = await makeAsking();
    await cancel(own);
    expect((await answer(own, { answer: 'decline', reason: 'Please call us first.' })).status).toBe(200);
    expect(await shown(own)).toMatchObject({ status: 'confirmed', open_change: null });
    expect(await history(own)).toMatchObject([{ state: 'declined', answer: 'Please call us first.' }]);
    expect(await kinds(own)).toEqual(['change_declined', 'change_declined']);
  });
});

describe('what a request to cancel costs', () => {
  const free = { kept: '0.00', refund: '30.00' };

  it('is the same when the desk cancels for the client instead of accepting it', async () => {
    const own = await makeAsking();
    await cancel(own, { reason: 'On holiday' });
    api.clock.set(late);
    expect(await atDesk(own)).toMatchObject({
      asked_at: inTime,
      is_free: true,
      by_client: free,
      by_practice: free,
      no_show: free,
    });
    expect((await cancelAtDesk(own, 'client')).status).toBe(200);
    await api.runJobs();
    expect(refundedAtCard(own)).toBe(3000);
    expect(await history(own)).toMatchObject([
      {
        kind: 'cancel',
        state: 'done',
        by: 'client',
        reason: 'On holiday',
        answered_by: own.practice.staff.name,
        kept: '0.00',
        refunded: '30.00',
      },
    ]);
  });

  it('is nothing when the practice cancels, and ends the request as not answered', async () => {
    const own = await makeAsking();
    api.clock.set(late);
    await cancel(own);
    expect((await cancelAtDesk(own, 'practice')).status).toBe(200);
    await api.runJobs();
    expect(refundedAtCard(own)).toBe(3000);
    expect(await history(own)).toMatchObject([
      { state: 'lapsed', by: 'client' },
      { state: 'done', by: 'practice', kept: '0.00' },
    ]);
  });

  it('is the same when the practice begins to let clients cancel at once', async () => {
    const own = await makeAsking();
    await cancel(own, { reason: 'On holiday' });
    const direct = { self_change: 'direct' } as const;
    expect((await api.call('tenant_update', direct, own.practice.adminKey)).status).toBe(200);
    api.clock.set(late);
    expect(await preview(own)).toMatchObject({
      may_cancel: 'direct',
      is_free: true,
      kept_no_show: '0.00',
      ...free,
    });
    expect((await cancel(own)).body).toMatchObject({ outcome: 'cancelled', ...free });
    await api.runJobs();
    expect(refundedAtCard(own)).toBe(3000);
    expect(await history(own)).toMatchObject([
      { state: 'done', by: 'client', reason: 'On holiday', answered_by: null, kept: '0.00' },
    ]);
  });

  it.each([
    ['in time', inTime, 3000, '0.00'],
    ['late', late, 2000, '10.00'],
  ])('%s is the most that not attending can cost', async (_when, asked, refunded, kept) => {
    const own = await makeAsking();
    api.clock.set(asked);
    await cancel(own);
    api.clock.set(missed);
    await api.runJobs({ ignoreStartAfter: true });
    expect((await history(own))[0]?.state).toBe('lapsed');
    expect(await atDesk(own)).toMatchObject({ asked_at: asked, by_client: { kept }, no_show: { kept } });
    expect((await miss(own)).status).toBe(200);
    await api.runJobs();
    expect(refundedAtCard(own)).toBe(refunded);
    expect((await history(own))[1]).toMatchObject({ kind: 'no_show', kept });
  });

  it('is the same for one who does not attend before the request has ended', async () => {
    const own = await makeAsking();
    await cancel(own);
    api.clock.set(missed);
    expect((await miss(own)).status).toBe(200);
    await api.runJobs();
    expect(refundedAtCard(own)).toBe(3000);
    expect(await history(own)).toMatchObject([{ state: 'lapsed' }, { kind: 'no_show', kept: '0.00' }]);
  });

  it.each([
    [
      'was withdrawn',
      ({ practice }: Own, change_id: number) =>
        api.call('cp/booking_change_withdraw', { change_id }, practice.clientKey),
    ],
    ['was declined', (own: Own) => answer(own, { answer: 'decline' })],
    [
      'was about another time',
      ({ practice, booking }: Own) =>
        api.call('booking_update', { booking_id: booking.id, booking_time: '10:15' }, practice.staffKey),
    ],
  ])('no longer counts when it %s', async (_how, end) => {
    const own = await makeAsking();
    await cancel(own);
    expect((await end(own, (await onlyChange(own)).change_id)).status).toBe(200);
    api.clock.set(missed);
    expect(await atDesk(own)).toMatchObject({ asked_at: null, no_show: { kept: '20.00' } });
  });
});

it('lapses at the start of the appointment in a new time zone', async () => {
  const own = await makeAsking();
  await cancel(own);
  const hoursLeft = async () => {
    const { rows } = await db().query<{ hours: number }>(
      `select round(extract(epoch from j.start_after - j.created_on) / 3600)::int as hours
       from pgboss.job j where j.name = 'booking_change_lapse' and (j.data->>'tenantId')::bigint = $1`,
      [own.practice.tenant.id],
    );
    return rows.map(({ hours }) => hours);
  };
  expect(await hoursLeft()).toEqual([25]);
  await api.call('tenant_update', { time_zone: 'Europe/Paris' }, own.practice.adminKey);
  expect(await hoursLeft()).toEqual([24]);
});

describe('a practice whose subscription has lapsed', () => {
  const makeLapsed = async (ask: (own: Own) => Promise<unknown>) => {
    const own = await makeAsking();
    await ask(own);
    await db().query("update tenants set trial_ends_at = '2026-01-01' where id = $1", [
      own.practice.tenant.id,
    ]);
    return own;
  };

  it('can accept a request to cancel', async () => {
    const own = await makeLapsed(cancel);
    expect((await answer(own, { answer: 'accept' })).status).toBe(200);
    expect((await detail(own)).status).toBe('cancelled');
  });

  it('can decline a request to move, and not accept it', async () => {
    const own = await makeLapsed((asking) => move(asking, '14:00'));
    const refused = await answer(own, { answer: 'accept' });
    expect([refused.status, refused.error.code]).toEqual([402, 'subscription_required']);
    expect((await answer(own, { answer: 'decline' })).status).toBe(200);
    expect(await detail(own)).toMatchObject({ booking_time: '10:00', open_change_id: null });
  });
});

describe('a request to move', () => {
  it('is accepted at the time that the client wanted, as of when they asked', async () => {
    const own = await makeAsking();
    expect((await move(own, '14:00', { reason: 'Late train' })).body.outcome).toBe('asked');
    api.clock.set(late);
    expect((await answer(own, { answer: 'accept' })).status).toBe(200);
    expect(await detail(own)).toMatchObject({ booking_time: '14:00', moves: 1, open_change_id: null });
    // The client asked in time, so the free time is that of the new start.
    expect((await preview(own)).free_until).toBe('2026-01-14T14:00:00.000Z');
    expect(await kinds(own)).toEqual(['booking_change', 'booking_change']);
    expect(await history(own)).toMatchObject([
      { kind: 'move', state: 'done', by: 'client', to_time: '14:00' },
    ]);
  });

  it('for a time that is now taken reports the conflict, and needs an override to be accepted', async () => {
    const own = await makeAsking();
    await move(own, '14:00');
    await makeBooking(db(), { animal: own.practice.animal, booking_time: '14:00' });
    const refused = await answer(own, { answer: 'accept' });
    expect([refused.status, refused.error.code]).toEqual([409, 'animal_busy']);
    expect((await detail(own)).booking_time).toBe('10:00');
    expect((await answer(own, { answer: 'accept', allow_overlap: '1' })).status).toBe(200);
    expect((await detail(own)).booking_time).toBe('14:00');
  });

  it('for a time that has passed is not accepted, and can be declined', async () => {
    const own = await makeAsking();
    expect((await move(own, '11:00', { booking_date: '2026-01-14' })).status).toBe(200);
    api.clock.set(late);
    const { status, error } = await answer(own, { answer: 'accept' });
    expect([status, error.code, error.message]).toEqual([
      409,
      'requested_time_passed',
      'The time the client asked for has passed. Decline the request, or move the appointment yourself.',
    ]);
    expect((await answer(own, { answer: 'decline' })).status).toBe(200);
  });

  it('with a staff member who no longer takes appointments can only be declined', async () => {
    const own = await makeAsking();
    const { tenant, adminKey, checkUp } = own.practice;
    const jo = await makeUser(db(), { tenant, name: 'Jo Leaving' });
    await makeServiceStaff(db(), checkUp, jo);
    expect((await move(own, '14:00', { staff_id: jo.id })).body.outcome).toBe('asked');
    expect((await api.call('team/disable', { staff_id: jo.id }, adminKey)).status).toBe(200);
    const { status, error } = await answer(own, { answer: 'accept', allow_overlap: '1', allow_outside: '1' });
    expect([status, error.code, error.message]).toEqual([
      404,
      'not_found',
      'The staff member they asked for no longer takes appointments. Decline the request, or move the appointment yourself.',
    ]);
    expect(await detail(own)).toMatchObject({ booking_time: '10:00', staff_id: own.booking.staff_id });
    expect((await answer(own, { answer: 'decline' })).status).toBe(200);
  });

  it('with the staff member it has is accepted, even if they no longer take appointments', async () => {
    const own = await makeAsking();
    const { tenant, adminKey, checkUp } = own.practice;
    const jo = await makeUser(db(), { tenant, name: 'Jo Leaving' });
    await makeServiceStaff(db(), checkUp, jo);
    await db().query('update bookings set staff_id = $2 where id = $1', [own.booking.id, jo.id]);
    expect((await move(own, '14:00')).body.outcome).toBe('asked');
    expect((await api.call('team/disable', { staff_id: jo.id }, adminKey)).status).toBe(200);
    expect((await answer(own, { answer: 'accept' })).status).toBe(200);
    expect(await detail(own)).toMatchObject({ booking_time: '14:00', staff_id: jo.id });
  });

  it('replaces an earlier request', async () => {
    const own = await makeAsking();
    await cancel(own);
    await move(own, '14:00');
    expect(await onlyChange(own)).toMatchObject({ kind: 'move' });
    expect((await history(own)).map(({ kind, state }) => [kind, state])).toEqual([
      ['cancel', 'withdrawn'],
      ['move', 'asked'],
    ]);
  });

  it('answered and withdrawn at the same moment has exactly one outcome', async () => {
    for (let round = 0; round < 5; round += 1) {
      const own = await makeAsking();
      await move(own, '14:00');
      const { change_id } = await onlyChange(own);
      const answers = await Promise.all([
        api.call('booking_change_answer', { change_id, answer: 'accept' }, own.practice.staffKey),
        api.call('booking_change_answer', { change_id, answer: 'decline' }, own.practice.adminKey),
        api.call('cp/booking_change_withdraw', { change_id }, own.practice.clientKey),
      ]);
      expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
        200, 409, 409,
      ]);
      const [change] = await history(own);
      expect((await detail(own)).booking_time).toBe(change?.state === 'done' ? '14:00' : '10:00');
    }
  });
});

describe('an open request', () => {
  it('expires when the appointment starts, and is no longer shown', async () => {
    const own = await makeAsking();
    await move(own, '14:00');
    api.clock.set('2026-01-15T10:00:00Z');
    expect(await openChanges(own)).toEqual([]);
    expect((await shown(own)).open_change).toBeNull();
    await api.runJobs({ ignoreStartAfter: true });
    expect(await history(own)).toMatchObject([{ kind: 'move', state: 'lapsed' }]);
  });

  it.each([
    ['moved', { booking_time: '12:00' }],
    ['cancelled', { status: 'cancelled' }],
    ['begun', { status: 'in-progress' }],
  ] as const)('ends when the appointment is %s at the desk', async (_what, input) => {
    const own = await makeAsking();
    await cancel(own);
    const changed = await api.call(
      'booking_update',
      { booking_id: own.booking.id, ...input },
      own.practice.staffKey,
    );
    expect(changed.status).toBe(200);
    expect(await openChanges(own)).toEqual([]);
    expect((await history(own))[0]).toMatchObject({ kind: 'cancel', state: 'lapsed' });
  });

  it('notifies the desk', async () => {
    const own = await makeAsking();
    await cancel(own);
    const { body } = await api.call('notifications', {}, own.practice.staffKey);
    expect(body.notifications).toMatchObject([
      { kind: 'change_asked', booking_id: own.booking.id, actor_name: null },
    ]);
  });
});

describe('a declined request for an appointment', () => {
  const makeRequest = async () => {
    api.clock.set(late);
    return makeOwn(api, { booking: { status: 'pending', is_provisional: true } });
  };

  it('refunds the whole deposit, with the reason in the practice’s words', async () => {
    const own = await makeRequest();
    const input = { booking_id: own.booking.id, reason: 'Sam is away that day.' };
    expect((await api.call('booking_decline', input, own.practice.staffKey)).body).toEqual({ success: true });
    await api.runJobs();
    expect(refundedAtCard(own)).toBe(3000);
    expect(await detail(own)).toMatchObject({
      status: 'cancelled',
      cancelled_by: 'practice',
      deposit_kept: '0.00',
    });
    expect(await history(own)).toMatchObject([
      { kind: 'decline', by: 'practice', answer: 'Sam is away that day.' },
    ]);
    expect(await kinds(own)).toEqual(['request_declined', 'request_declined']);
    const again = await api.call('booking_decline', input, own.practice.staffKey);
    expect([again.status, again.error.code]).toEqual([409, 'request_answered']);
  });

  it('declined and accepted at the same moment has exactly one outcome', async () => {
    for (let round = 0; round < 5; round += 1) {
      const own = await makeRequest();
      const booking_id = own.booking.id;
      const answers = await Promise.all([
        api.call('booking_decline', { booking_id }, own.practice.staffKey),
        api.call('booking_status_update', { booking_id, status: 'confirmed' }, own.practice.adminKey),
      ]);
      expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
      await api.runJobs();
      expect(refundedAtCard(own)).toBe((await detail(own)).status === 'cancelled' ? 3000 : 0);
    }
  });

  it('cannot be declined once accepted: it must be cancelled', async () => {
    const own = await makeOwn(api);
    const { status, error } = await api.call(
      'booking_decline',
      { booking_id: own.booking.id },
      own.practice.staffKey,
    );
    expect([status, error.code]).toEqual([409, 'request_answered']);
  });
});
