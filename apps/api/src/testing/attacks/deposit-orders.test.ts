import { describe, expect, it } from 'vitest';
import { checkDeposit } from '../../modules/deposit/check.ts';
import { askingFor, beginPaying, makeDepositPractice, makeOwner, moneyOf, type Owner } from '../deposits.ts';
import { dice } from '../dice.ts';
import type { Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../harness.ts';

// A few pet owners, three times of one day, and every event of a payment, several at the same moment. In the end
// every penny that was paid belongs to an appointment or was refunded to its card.

const api = useTestApi();
const db = () => api.testDatabase.owner;
const stripe = () => api.sandbox.stripe;

interface World {
  practice: Practice;
  owners: Owner[];
  roll: (below: number) => number;
  /** Minutes since the test began. */
  minutes: number;
}

const begin = Date.parse('2026-01-14T09:00:00Z');

/** A randomly chosen next step. Refusals are valid answers. */
function anything(world: World): () => Promise<unknown> {
  const { practice, owners, roll } = world;
  const pick = <T>(...choices: readonly T[]): T => choices[roll(choices.length)] as T;
  const owner = pick(...owners);
  const draft = {
    booking_time: pick('10:00', '11:00', '12:00'),
    service_id: pick(practice.checkUp.id, practice.vaccination.id),
  };
  const sessions = stripe().sessions;
  const session = sessions[roll(Math.max(1, sessions.length))];
  const event = stripe().events[roll(Math.max(1, stripe().events.length))];
  const begins = () => beginPaying(api, practice, owner, draft);
  const pays = async () => whileOpen(() => session && stripe().pay(session.id));
  return pick<() => Promise<unknown>>(
    begins,
    begins,
    begins,
    pays,
    pays,
    pays,
    async () => whileOpen(() => session && stripe().decline(session.id)),
    async () => session && stripe().expire(session.id),
    () => stripe().deliverHeld({ reversed: roll(2) === 0, times: 1 + roll(2) }),
    async () => event && stripe().deliver(event),
    async () => session && api.call('cp/payment/status', { checkout_id: session.id }, owner.caller),
    async () => session && askingFor(api, practice, owner, { ...draft, payment_id: session.id }),
    () => looked(practice),
    () => api.runJobs(),
    () => cancelled(practice, roll),
  );
}

/** Acts on the provider's page, which refuses a checkout that is paid or expired. */
function whileOpen(act: () => unknown): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('This Checkout Session is '))) throw error;
  }
}

async function looked({ tenant }: Practice): Promise<void> {
  const { rows } = await db().query<{ id: string }>('select id from deposits where tenant_id = $1', [
    tenant.id,
  ]);
  for (const { id } of rows)
    await checkDeposit(api.deps, { tenantId: tenant.id, depositId: Number(id) }, 'look');
}

/** Staff decline a request, which frees its time, and keep or refund its deposit. */
async function cancelled(practice: Practice, roll: World['roll']): Promise<void> {
  const { bookings } = await moneyOf(api, practice);
  const booking = bookings[roll(Math.max(1, bookings.length))];
  if (!booking) return;
  const input = {
    booking_id: booking.id,
    status: 'cancelled',
    deposit: roll(2) ? 'keep' : 'refund',
  } as const;
  await api.call('booking_status_update', input, practice.staffKey);
}

/** What must hold in a practice at the end; each row is a breach. */
const breaches: Record<string, string> = {
  'a paid deposit without exactly its appointment and its line in the ledger': `select d.id from deposits d
    where d.tenant_id = $1 and d.status = 'booked' and not exists (
      select 1 from payments p join bookings b on b.tenant_id = p.tenant_id and b.id = p.booking_id
      where p.tenant_id = d.tenant_id and p.deposit_id = d.id and p.booking_id = d.booking_id and p.kind = 'deposit'
        and p.amount_pence = d.amount_pence and b.client_id = d.client_id and b.animal_id = d.animal_id
        and b.booking_date = d.booking_date and b.booking_time = d.booking_time)`,
  'money of a returned deposit that is not back': `select d.id from deposits d
    where d.tenant_id = $1 and d.status = 'returned' and
      (select count(*) from payments p where p.tenant_id = d.tenant_id and p.deposit_id = d.id) <> 2
    union all select d.id from deposits d join payments p on p.tenant_id = d.tenant_id and p.deposit_id = d.id
    where d.tenant_id = $1 and d.status = 'returned'
    group by d.id having sum(p.amount_pence) <> 0`,
  'a deposit that is still open': "select d.id from deposits d where d.tenant_id = $1 and d.status = 'open'",
  'money for an unpaid deposit': `select d.id from deposits d join payments p
      on p.tenant_id = d.tenant_id and p.deposit_id = d.id
    where d.tenant_id = $1 and d.status = 'ended'`,
  'two appointments at one time': `select a.id, b.id from bookings a join bookings b
      on a.tenant_id = b.tenant_id and a.id < b.id and a.during && b.during
    where a.tenant_id = $1 and a.status <> 'cancelled' and b.status <> 'cancelled'`,
  'a sum that is not the ledger’s': `select b.id from bookings b where b.tenant_id = $1 and b.paid_pence <>
      coalesce((select sum(p.amount_pence) from payments p where p.tenant_id = b.tenant_id and p.booking_id = b.id), 0)`,
};

async function breachesIn({ tenant }: Practice): Promise<string[]> {
  const found: string[] = [];
  for (const [name, query] of Object.entries(breaches)) {
    const { rows } = await db().query(query, [tenant.id]);
    if (rows.length > 0) found.push(`${name}: ${JSON.stringify(rows)}`);
  }
  return found;
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** The payments and refunds at the provider, and in the ledger. */
async function accounts(practice: Practice) {
  const { ledger } = await moneyOf(api, practice);
  const paid = stripe().sessions.filter(({ payment_status: status }) => status === 'paid');
  const { rows } = await db().query<{ reference: string }>(
    `select provider_reference as reference from payments
     where tenant_id = $1 and kind = 'deposit' order by provider_reference`,
    [practice.tenant.id],
  );
  return {
    atProvider: {
      paid: paid.map(({ payment_intent: reference }) => String(reference)).toSorted(),
      kept:
        sum(paid.map(({ amount_total: pence }) => pence ?? 0)) -
        sum(stripe().refunds.map(({ amount }) => amount)),
    },
    inLedger: {
      paid: rows.map(({ reference }) => reference).toSorted(),
      kept: sum(ledger.map(({ amount }) => amount)),
    },
  };
}

describe('a storm of payments', { timeout: 60_000 }, () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('accounts for every penny (%i)', async (seed) => {
    await db().query('truncate rate_limits');
    const practice = await makeDepositPractice(api);
    const owners = await Promise.all([1, 2, 3].map(() => makeOwner(api, practice)));
    const world: World = { practice, owners, roll: dice(seed * 7919), minutes: 0 };
    for (let turn = 0; turn < 30; turn += 1) {
      const together = Array.from({ length: 1 + world.roll(4) }, () => anything(world));
      await Promise.all(together.map((act) => act()));
      world.minutes += world.roll(8);
      api.clock.set(new Date(begin + world.minutes * 60_000).toISOString());
    }
    api.clock.set('2026-01-14T20:00:00Z');
    await looked(practice);
    await stripe().deliverHeld();
    await api.runJobs({ ignoreStartAfter: true });
    expect(await breachesIn(practice)).toEqual([]);
    const { atProvider, inLedger } = await accounts(practice);
    expect(atProvider.paid.length).toBeGreaterThan(0);
    expect(inLedger).toEqual(atProvider);
  });
});
