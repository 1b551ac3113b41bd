import { describe, expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeClient, makeSessionKey } from '../../../../../packages/dev/src/factory-people.ts';
import { useTestApi } from '../../testing/harness.ts';
import { changeCalls, makeOwn } from '../../testing/own-changes.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;
const { cancel, detail, history, openChanges, refundedAtCard } = changeCalls(api);

const late = '2026-01-14T10:00:00.000Z';

describe('cancelling in the portal', () => {
  it('on two phones at once, during a move, has exactly one outcome and one refund', async () => {
    api.clock.set(late);
    for (let round = 0; round < 5; round += 1) {
      const own = await makeOwn(api);
      const answers = await Promise.all([
        cancel(own, { refund: '20.00' }),
        cancel(own, { refund: '20.00' }),
        api.call(
          'cp/booking_move',
          { booking_id: own.booking.id, booking_date: '2026-01-16', booking_time: '12:00' },
          own.practice.clientKey,
        ),
      ]);
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      await api.runJobs();
      expect(refundedAtCard(own)).toBe(2000);
      const after = await detail(own);
      expect(after).toMatchObject({ status: 'cancelled', deposit_kept: '10.00' });
      expect((await history(own)).filter(({ kind }) => kind === 'cancel')).toHaveLength(1);
      expect(await openChanges(own)).toEqual([]);
    }
  });

  it("is a 404 for another client's appointment, and for another practice's", async () => {
    api.clock.set('2026-01-14T09:00:00Z');
    const own = await makeOwn(api);
    const sibling = await makeClient(db(), { tenant: own.practice.tenant });
    const elsewhere = await makeOwn(api);
    const strangers = [await makeSessionKey(db(), { client: sibling }), elsewhere.practice.clientKey];
    const booking_id = own.booking.id;
    for (const key of strangers) {
      const answers = [
        await api.call('cp/booking_change_preview', { booking_id }, key),
        await api.call('cp/booking_cancel', { booking_id, refund: '30.00' }, key),
        await api.call(
          'cp/booking_move',
          { booking_id, booking_date: '2026-01-15', booking_time: '12:00' },
          key,
        ),
        await api.call('cp/booking_availability', { booking_id }, key),
      ];
      for (const { status, error } of answers) expect([status, error.code]).toEqual([404, 'not_found']);
    }
    expect((await detail(own)).status).toBe('confirmed');
    expect(
      (await api.call('cp/booking_cancel', { booking_id, refund: '0' }, own.practice.staffKey)).status,
    ).toBe(403);
  });

  it('during the client’s erasure leaves no text behind, and fails in no other way', async () => {
    api.clock.set('2026-01-14T09:00:00Z');
    for (let round = 0; round < 5; round += 1) {
      const own = await makeOwn(api, {
        paidPence: null,
        booking: { status: 'pending', is_provisional: true },
      });
      const { client, adminKey } = own.practice;
      const other = await makeBooking(db(), { animal: own.practice.animal, booking_time: '15:00' });
      await db().query("update bookings set status = 'cancelled' where id = $1", [other.id]);
      const erase = () => api.call('client_erase', { client_id: client.id, name: client.name }, adminKey);
      const [cancelled, erased] = await Promise.all([
        cancel(own, { refund: '0.00', reason: 'My secret reason' }),
        erase(),
      ]);
      // Erasing is refused before the cancellation, which it never overtakes.
      expect(cancelled.status).toBe(200);
      expect([200, 409]).toContain(erased.status);
      const last = erased.status === 200 ? erased : await erase();
      expect(last.status).toBe(200);
      const { rows } = await db().query(
        'select reason from booking_changes where booking_id = $1 and reason is not null',
        [own.booking.id],
      );
      expect(rows).toEqual([]);
    }
  });
});
