import { expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { dice } from '../../testing/dice.ts';
import { useTestApi } from '../../testing/harness.ts';
import { changeCalls, type Own } from '../../testing/own-changes.ts';

// What the client is shown and what happens agree to the penny, for random terms, times around the end of the free time,
// part refunds and clock changes. `terms.test.ts` walks through ten thousand more, without a server.

const api = useTestApi();
const db = () => api.testDatabase.owner;
const { preview, detail } = changeCalls(api);

const rounds = 250;
const hourMs = 3_600_000;
const pick = <Item>(items: readonly Item[], roll: (below: number) => number): Item => {
  const item = items[roll(items.length)];
  if (item === undefined) throw new Error('There is nothing to pick.');
  return item;
};

/** Days around both clock changes of the year, and others. */
const days = [
  '2026-02-10',
  '2026-03-28',
  '2026-03-29',
  '2026-03-30',
  '2026-10-24',
  '2026-10-25',
  '2026-10-26',
];
/** Around the end of the free time. */
const offsetsMs = [-hourMs, -100, -1, 0, 1, 100, hourMs, 30 * hourMs];

/** A random appointment with a deposit of which some was refunded. */
async function randomOwn(practice: Practice, roll: (below: number) => number) {
  const terms = {
    cancel_free_hours: pick([0, 1, 23, 24, 25, 48], roll),
    cancel_keep: pick(['nothing', 'sum', 'percent'] as const, roll),
    cancel_keep_value: roll(10_001),
  };
  await db().query(
    'update tenants set cancel_free_hours = $2, cancel_keep = $3, cancel_keep_value = $4 where id = $1',
    [practice.tenant.id, ...Object.values(terms)],
  );
  const [price, paid] = [roll(9000), 1 + roll(4000)];
  const booking_date = pick(days, roll);
  const booking = await makeBooking(db(), {
    animal: practice.animal,
    status: 'confirmed',
    booking_date,
    booking_time: pick(['00:30', '03:00', '09:00', '23:45'], roll),
    price_pence: price,
  });
  const { rows } = await db().query<{ id: string }>(
    `insert into payments (tenant_id, booking_id, kind, method, amount_pence, provider, provider_reference, taken_at)
     values ($1, $2, 'deposit', 'Card', $3, 'stripe', $4, $5) returning id`,
    [practice.tenant.id, booking.id, paid, `pi_walk_${booking.id}`, api.clock.now()],
  );
  const before = roll(3) === 0 ? roll(paid) + 1 : 0;
  if (before > 0) {
    await db().query(
      `insert into refunds (tenant_id, payment_id, amount_pence, reason, status, requested_at)
       values ($1, $2, $3, 'asked', 'pending', $4)`,
      [practice.tenant.id, rows[0]?.id, before, api.clock.now()],
    );
  }
  const own: Own = { practice, booking, deposit: null };
  return { own, terms, price, held: paid - before };
}

it('shows and does the same in random cases', { timeout: 240_000 }, async () => {
  const roll = dice(19);
  const practice = await makePractice(db());
  let kept = 0;
  for (let round = 0; round < rounds; round += 1) {
    if (round % 25 === 0) await db().query('truncate rate_limits');
    api.clock.set('2026-01-14T09:00:00Z');
    const { own, terms, price, held } = await randomOwn(practice, roll);
    const start = new Date(own.booking.starts_at).getTime();
    const limit = start - terms.cancel_free_hours * hourMs;
    const moment = Math.min(limit + pick(offsetsMs, roll), start - 1);
    api.clock.set(new Date(moment).toISOString());
    const ruled = {
      nothing: 0,
      sum: terms.cancel_keep_value,
      percent: Math.floor((price * terms.cancel_keep_value) / 10_000),
    }[terms.cancel_keep];
    const due = moment < limit ? 0 : Math.min(held, ruled);
    const seen = await preview(own);
    const pounds = (pence: number): string => (pence / 100).toFixed(2);
    expect([round, seen.kept, seen.refund]).toEqual([round, pounds(due), pounds(held - due)]);
    const { refund } = seen;
    const { status, body } = await api.call(
      'cp/booking_cancel',
      { booking_id: own.booking.id, refund },
      practice.clientKey,
    );
    expect([round, status, body.kept, body.refund]).toEqual([round, 200, seen.kept, seen.refund]);
    const { refunds, deposit_kept } = await detail(own);
    const made = refunds.filter(({ reason }) => reason === 'booking_cancelled').map(({ amount }) => amount);
    expect([round, made, deposit_kept]).toEqual([round, held > due ? [refund] : [], pounds(due)]);
    kept += due > 0 ? 1 : 0;
  }
  expect(kept).toBeGreaterThan(50);
});
