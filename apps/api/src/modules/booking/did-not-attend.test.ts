import { beforeEach, describe, expect, it } from 'vitest';
import { makePayment } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeSessionKey } from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { visitCalls } from '../../testing/visits.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

let practice: Practice;
beforeEach(async () => {
  practice = await makePractice(db());
});

const { expected, detail, messageCount } = visitCalls(api, () => practice);

describe('booking_did_not_attend', () => {
  const miss = (booking: { id: number }, more: { deposit?: 'refund' | 'keep' } = {}) =>
    api.call('booking_did_not_attend', { booking_id: booking.id, ...more }, practice.staffKey);

  const missedBy = async () =>
    (await api.call('client', { client_id: practice.client.id }, practice.staffKey)).body.did_not_attend;

  it('cancels with the reason, counts it for the client, and sends no message', async () => {
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

  it('returns the count only to an API key with appointments:read', async () => {
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
