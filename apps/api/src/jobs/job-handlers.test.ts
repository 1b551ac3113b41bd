import { describe, expect, it } from 'vitest';
import { checkoutFor, makeDepositPractice, moneyOf, ownerOf } from '../testing/deposits.ts';
import { useTestApi } from '../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

/** A practice whose paid appointment is cancelled, so that its deposit is to be refunded. */
async function makeRefund() {
  const practice = await makeDepositPractice(api);
  const checkout = await checkoutFor(api, practice, ownerOf(practice));
  api.sandbox.stripe.pay(checkout);
  await api.runJobs({ ignoreStartAfter: true });
  const [booking] = (await moneyOf(api, practice)).bookings;
  await api.call(
    'booking_status_update',
    { booking_id: booking?.id ?? 0, status: 'cancelled' },
    practice.staffKey,
  );
  return practice;
}

describe('a job', () => {
  it('that fails is retried later, and stores no text of the error', async () => {
    const practice = await makeRefund();
    api.sandbox.stripe.mood = 'outage';
    expect(await api.runJobs()).toMatchObject([{ name: 'refund', status: 'failed' }]);
    const { rows } = await db().query(
      "select j.state::text, j.output, j.start_after > now() as later from pgboss.job j where j.name = 'refund'",
    );
    expect(rows).toEqual([{ state: 'retry', output: { failed: 'payments_unavailable' }, later: true }]);
    expect(await api.runJobs()).toEqual([]);
    api.sandbox.stripe.mood = 'well';
    expect(await api.runJobs({ ignoreStartAfter: true })).toMatchObject([
      { name: 'refund', status: 'completed' },
    ]);
    expect((await moneyOf(api, practice)).refunds).toMatchObject([{ status: 'done' }]);
  });

  it(
    'of a refund is marked as failed after too many attempts, and the practice is notified',
    { timeout: 60_000 },
    async () => {
      const practice = await makeRefund();
      api.sandbox.stripe.mood = 'outage';
      const tried: string[] = [];
      do tried.push(...(await api.runJobs({ ignoreStartAfter: true })).map(({ name }) => name));
      while (!tried.includes('refund_given_up') && tried.length < 20);
      expect(tried).toEqual([...Array<string>(13).fill('refund'), 'refund_given_up']);
      expect((await moneyOf(api, practice)).refunds).toMatchObject([{ status: 'unknown' }]);
      const { rows } = await db().query(
        'select n.kind from notifications n where n.tenant_id = $1 and n.kind = $2',
        [practice.tenant.id, 'refund_failed'],
      );
      expect(rows).toHaveLength(1);
    },
  );
});
