import { expect, it } from 'vitest';
import { instantOf } from '../../lib/clock.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import type { StoredTerms } from '../../db/schema.ts';
import { dice } from '../../testing/dice.ts';
import { useTestApi } from '../../testing/harness.ts';

// What the client is shown and what happens agree to the penny, for random terms, times around the end of the free time,
// part refunds and clock changes. `terms.test.ts` walks through ten thousand more, without a server.

const api = useTestApi();
const db = () => api.testDatabase.owner;

const cases = Number(process.env['WALK_CASES'] ?? 500);
/** The client may call a command this often a minute. */
const atOnce = 25;
const hourMs = 3_600_000;
/** The night before the clocks of London go forward. */
const now = new Date('2026-03-28T21:30:00Z');

type Roll = (below: number) => number;
const pick = <Item>(items: readonly Item[], roll: Roll): Item => {
  const item = items[roll(items.length)];
  if (item === undefined) throw new Error('There is nothing to pick.');
  return item;
};

/** A random appointment, and what of its deposit is kept and refunded. */
function randomCase(roll: Roll) {
  const price = roll(9000);
  const terms: StoredTerms = {
    free_hours: pick([0, 1, 23, 24, 25, 48, 720], roll),
    keep: pick(['nothing', 'sum', 'percent'] as const, roll),
    keep_value: roll(10_001),
    no_show_keep: 'nothing',
    no_show_keep_value: 0,
    move_limit: 3,
    move_notice_hours: 24,
    price_pence: price,
  };
  // On the practice's clock; around the end of the free time, on both sides of the change.
  const hours = terms.free_hours + pick([-2, -1, 0, 1, 2, 30], roll);
  const start = new Date(Math.max(now.getTime() + hours * hourMs, now.getTime() + hourMs / 2));
  const offset = pick([-hourMs, -100, -1, 0, 1, 100, hourMs], roll);
  // Half of them were moved late before, which fixed the end to the millisecond.
  const fixed = roll(2) === 0 ? null : new Date(now.getTime() + offset);
  const limit = fixed ?? new Date(start.getTime() - terms.free_hours * hourMs);
  const paid = 1 + roll(4000);
  const held = roll(3) === 0 ? roll(paid) : paid;
  const ruled = {
    nothing: 0,
    sum: terms.keep_value,
    percent: Math.floor((price * terms.keep_value) / 10_000),
  }[terms.keep];
  const kept = now < limit ? 0 : Math.min(held, ruled);
  const lasting = fixed === null ? terms : { ...terms, free_until: fixed.toISOString() };
  return { price, terms: lasting, start, paid, held, kept };
}
type Case = ReturnType<typeof randomCase>;

/** The start as the practice's clock shows it. */
const local = (start: Date): { date: string; time: string } => {
  const text = start.toLocaleString('sv-SE', { timeZone: 'Europe/London' });
  return { date: text.slice(0, 10), time: text.slice(11, 16) };
};

/** Writes appointments, each with its terms, its deposit paid by card, and what of that was refunded. @returns their ids */
async function write({ tenant, animal }: Practice, made: readonly Case[]): Promise<number[]> {
  const rows = made.map(({ start, ...columns }, place) => ({ ...columns, ...local(start), start, place }));
  const { rows: written } = await db().query<{ id: string }>(
    `with given as (
       select * from jsonb_to_recordset($4::jsonb) as g (place int, price int, terms jsonb, start timestamptz, date date,
         time time, paid int, held int)),
     booked as (
       insert into bookings (tenant_id, client_id, animal_id, booking_date, booking_time, starts_at, duration_minutes,
         price_pence, status, terms, notes)
       select $1, $2, $3, g.date, g.time, g.start, 30, g.price, 'confirmed', g.terms, g.place::text from given g
       returning id, notes),
     paid as (
       insert into payments (tenant_id, booking_id, kind, method, amount_pence, provider, provider_reference, taken_at)
       select $1, b.id, 'deposit', 'Card', g.paid, 'stripe', 'pi_walk_' || b.id, $5
       from booked b join given g on g.place = b.notes::int
       returning id, booking_id, amount_pence),
     refunded as (
       insert into refunds (tenant_id, payment_id, amount_pence, reason, status, requested_at)
       select $1, p.id, g.paid - g.held, 'asked', 'pending', $5
       from paid p join booked b on b.id = p.booking_id join given g on g.place = b.notes::int
       where g.held < g.paid)
     select id from booked order by notes::int`,
    [tenant.id, animal.client_id, animal.id, JSON.stringify(rows), now],
  );
  return written.map(({ id }) => Number(id));
}

const pounds = (pence: number): string => (pence / 100).toFixed(2);

/** What the client is shown, what they are answered, and what the ledger refunds, in pounds. */
async function cancel({ clientKey }: Practice, booking_id: number) {
  const { body: seen } = await api.call('cp/booking_change_preview', { booking_id }, clientKey);
  const { body: done, status } = await api.call(
    'cp/booking_cancel',
    { booking_id, refund: seen.refund },
    clientKey,
  );
  const { rows } = await db().query<{ pence: string | null }>(
    `select sum(r.amount_pence) as pence from refunds r
     join payments p on p.tenant_id = r.tenant_id and p.id = r.payment_id
     where p.booking_id = $1 and r.reason = 'booking_cancelled'`,
    [booking_id],
  );
  return {
    status,
    shown: [seen.kept, seen.refund],
    answered: [done.kept, done.refund],
    refunded: pounds(Number(rows[0]?.pence ?? 0)),
  };
}

it(`shows and does the same in ${cases} random cases`, { timeout: 60_000 + cases * 150 }, async () => {
  const roll = dice(19);
  const practice = await makePractice(db(), { parallel_places: 20 });
  api.clock.set(now.toISOString());
  let keeping = 0;
  for (let begun = 0; begun < cases; begun += atOnce) {
    const made = Array.from({ length: Math.min(atOnce, cases - begun) }, () => randomCase(roll));
    for (const { start } of made) expect(instantOf(local(start), 'Europe/London')).toEqual(start);
    await db().query('truncate rate_limits');
    const ids = await write(practice, made);
    const outcomes = await Promise.all(ids.map((id) => cancel(practice, id)));
    expect(outcomes).toEqual(
      made.map(({ kept, held }) => {
        const money = [pounds(kept), pounds(held - kept)];
        return { status: 200, shown: money, answered: money, refunded: pounds(held - kept) };
      }),
    );
    keeping += made.filter(({ kept }) => kept > 0).length;
  }
  expect(keeping).toBeGreaterThan(cases / 10);
});
